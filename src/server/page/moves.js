// SPDX-License-Identifier: MIT
// The list of moves: the main line, variations in parentheses, the place where we are.
import {moveNumber} from './game.js';
import {scoreText} from './protocol.js';

const MARK_WORDS = {'??': 'blunder', '?': 'mistake', '?!': 'inaccuracy'};

export class MoveList {
  // go(node) is called when a move is chosen.
  constructor(element, go) {
    this.element = element;
    this.go = go;
    this.nodes = [];
    element.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) {
        go(this.nodes[Number(button.dataset.at)]);
      }
    });
    element.addEventListener('keydown', (event) => this.keyDown(event));
  }

  show(game, first) {
    this.nodes = [];
    this.first = first;
    this.game = game;
    this.element.replaceChildren();
    if (game.root.children.length === 0) {
      const empty = document.createElement('p');
      empty.className = 'none';
      empty.textContent = 'No moves yet.';
      this.element.append(empty);
      return;
    }
    this.line(game.root, this.element, true);
    const current = this.element.querySelector('[aria-current]');
    if (current) {
      const top = current.offsetTop - this.element.offsetTop;
      const below = top + current.offsetHeight - this.element.clientHeight;
      if (top < this.element.scrollTop) {
        this.element.scrollTop = top;
      } else if (below > this.element.scrollTop) {
        this.element.scrollTop = below;
      }
    } else {
      this.element.scrollTop = 0;
    }
  }

  line(from, into, begins) {
    let node = from;
    let isFirst = begins;
    while (node.children.length > 0) {
      const [main, ...others] = node.children;
      this.move(main, into, isFirst);
      isFirst = others.length > 0;
      for (const other of others) {
        const part = document.createElement('span');
        part.className = 'variation';
        part.append('(');
        this.move(other, part, true);
        this.line(other, part, false);
        part.append(')');
        this.put(part, into);
      }
      node = main;
    }
  }

  // Lines are broken between moves.
  put(element, into) {
    const begins = !into.lastChild || into.textContent === '(';
    into.append(begins ? '' : ' ', element);
  }

  move(node, into, isFirst) {
    const number = moveNumber(node, this.first, isFirst);
    const pair = document.createElement('span');
    pair.className = 'pair';
    if (number) {
      const span = document.createElement('span');
      span.className = 'number';
      span.textContent = number;
      pair.append(span);
    }
    const button = document.createElement('button');
    button.dataset.at = String(this.nodes.length);
    button.textContent = node.notation + node.mark;
    button.tabIndex = -1;
    if (node.mark) {
      button.dataset.mark = node.mark;
      button.setAttribute('aria-label', `${node.notation}, ${MARK_WORDS[node.mark]}`);
    }
    if (node.score) {
      button.title = scoreText(node.score);
    }
    if (node === this.game.current) {
      button.setAttribute('aria-current', 'true');
      button.tabIndex = 0;
    } else if (this.game.current === this.game.root && this.nodes.length === 0) {
      button.tabIndex = 0;
    }
    this.nodes.push(node);
    pair.append(button);
    this.put(pair, into);
  }

  keyDown(event) {
    const {current} = this.game;
    const siblings = current.parent?.children ?? [];
    const at = siblings.indexOf(current);
    const to = {
      ArrowLeft: current.parent,
      ArrowRight: current.children[0],
      ArrowUp: siblings[at - 1],
      ArrowDown: siblings[at + 1],
      Home: this.game.root,
      End: current.end(),
    }[event.key];
    if (to) {
      event.preventDefault();
      this.wantsFocus = true;
      this.go(to);
    }
  }

  // After the list was made anew: the current move has the focus again if it had it.
  keepFocus() {
    if (this.wantsFocus) {
      this.wantsFocus = false;
      (this.element.querySelector('[aria-current]') ?? this.element.querySelector('button'))?.focus();
    }
  }
}
