// SPDX-License-Identifier: MIT
// Owns the list of moves, with their variations, marks and comments.
import {make} from './elements.js';
import {commentText, moveNumber, walk} from './game.js';
import {N_, _} from './language.js';
import {glyphText} from './pgn.js';
import {scoreText} from './protocol.js';

const MARK_WORDS = {
  '!!': N_('brilliant'), '!': N_('good'), '!?': N_('interesting'), '?!': N_('inaccuracy'), '?': N_('mistake'), '??': N_('blunder'),
};

export class MoveList {
  /** @type {GameNode[]} */ nodes = [];
  /** @type {Game} */ game;

  constructor(element, go) {
    this.element = element;
    this.go = go;
    element.onclick = (event) => {
      const button = event.target.closest('button');
      if (button) {
        go(this.nodes[button.dataset.at]);
      }
    };
    element.onkeydown = (event) => this.keyDown(event);
  }

  show(game, first) {
    this.nodes = [];
    this.first = first;
    this.game = game;
    this.element.replaceChildren();
    this.into = this.element;
    this.commented = false;
    if (game.root.children.length === 0) {
      this.element.append(make('p', {className: 'none'}, _('No moves yet.')));
      return;
    }
    this.comments(game.root.comments);
    walk(game.root, (node, isFirst) => this.move(node, isFirst), (walkOn) => this.variation(walkOn));
    const {element} = this;
    const current = element.querySelector('[aria-current]');
    if (!current) {
      element.scrollTop = 0;
      return;
    }
    // Scrolls no further than needed to show the whole current move.
    const list = element.getBoundingClientRect();
    const move = current.getBoundingClientRect();
    element.scrollTop += Math.min(move.top - list.top, Math.max(0, move.bottom - list.bottom));
  }

  comments(list) {
    const words = list.map(commentText).filter(Boolean);
    words.forEach((each) => this.put(make('span', {className: 'comment'}, each)));
    return words.length > 0;
  }

  variation(walkOn) {
    const {into} = this;
    this.into = make('span', {className: 'variation'}, '(');
    walkOn();
    this.into.append(')');
    const part = this.into;
    this.into = into;
    this.put(part);
  }

  // The space lets the text wrap between moves.
  put(element) {
    const begins = !this.into.lastChild || this.into.textContent === '(';
    this.into.append(begins ? '' : ' ', element);
  }

  move(node, isFirst) {
    const afterComment = this.comments(node.before) || this.commented;
    const number = moveNumber(node, this.first, isFirst || afterComment);
    const isCurrent = node === this.game.current;
    // If no move is current, the Tab key reaches the first one.
    const begins = isCurrent || (this.game.current === this.game.root && this.nodes.length === 0);
    const button = make('button', {tabIndex: begins ? 0 : -1}, node.notation + node.sign);
    button.dataset.at = String(this.nodes.length);
    if (node.sign) {
      button.dataset.mark = node.sign;
      button.classList.toggle('bad', node.sign.startsWith('?'));
      button.setAttribute('aria-label', `${node.notation}, ${_(MARK_WORDS[node.sign])}`);
    }
    if (node.score) {
      button.title = scoreText(node.score);
    }
    if (isCurrent) {
      button.setAttribute('aria-current', 'true');
    }
    this.nodes.push(node);
    this.put(make('span', {className: 'pair'}, number && make('span', {className: 'number'}, number), button));
    const glyphs = node.nags.map(glyphText).filter((each) => each && each !== node.sign);
    if (glyphs.length > 0) {
      this.put(make('span', {className: 'glyph'}, glyphs.join(' ')));
    }
    this.commented = this.comments(node.comments);
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

  // Gives the focus back to the current move if the list had the focus before it was rebuilt.
  keepFocus() {
    if (this.wantsFocus) {
      this.wantsFocus = false;
      (this.element.querySelector('[aria-current]') ?? this.element.querySelector('button'))?.focus();
    }
  }
}
