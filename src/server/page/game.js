// SPDX-License-Identifier: MIT
// The tree of a game: played moves and explored variations. Pure.

export class Node {
  children = []; // the first is the main line
  position = null; // the engine's answers: board, moves, notation, fen
  score = null; // from the view of player 1
  best = ''; // according to the engine
  mark = ''; // the annotation: '??', '?' or '?!'
  clocks = null; // ms left to players 1 and 2
  ending = null; // an end that is not by the rules: {result, why}

  constructor(parent, move, notation) {
    Object.assign(this, {parent, move, notation, ply: parent ? parent.ply + 1 : 0});
  }

  child(move) {
    return this.children.find((child) => child.move === move);
  }

  add(move, notation) {
    const child = new Node(this, move, notation);
    this.children.push(child);
    return child;
  }

  // The nodes from the root, which is left out, to this node.
  path() {
    const nodes = [];
    for (let node = this; node.parent; node = node.parent) {
      nodes.unshift(node);
    }
    return nodes;
  }

  end() {
    let node = this;
    while (node.children.length > 0) {
      node = node.children[0];
    }
    return node;
  }

  isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain());
  }
}

export class Game {
  // start: '' for the game's start position, or a FEN
  constructor(name, parameters, start = '') {
    Object.assign(this, {name, parameters, start});
    this.root = this.current = new Node(null, '', '');
  }

  newgame() {
    const words = Object.entries(this.parameters).map(([name, value]) => ` ${name} ${value}`);
    return `newgame ${this.name}${words.join('')}`;
  }

  position(node = this.current) {
    const moves = node.path().map((each) => each.move);
    const from = this.start ? `fen ${this.start}` : 'startpos';
    return `position ${from}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
  }

  // Plays a move, old or new, at the current node.
  play(move, notation) {
    this.current = this.current.child(move) ?? this.current.add(move, notation);
    return this.current;
  }

  // Removes a node with its descendants. If one is current, its parent becomes current.
  remove(node) {
    if (!node.parent) {
      return;
    }
    if (this.current.path().includes(node)) {
      this.current = node.parent;
    }
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }

  promote(node) {
    for (let each = node; each.parent; each = each.parent) {
      const siblings = each.parent.children;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
    }
  }

  // The nodes from the root through the current node to the end of the line.
  line() {
    return this.current.end().path();
  }
}

// The number before a move: "1.", "1..." or nothing. `first` is the player who moves at the root.
export function moveNumber(node, first, isFirst) {
  const half = node.ply - 1 + (first === 2 ? 1 : 0);
  const number = Math.floor(half / 2) + 1;
  return half % 2 === 0 ? `${number}.` : isFirst ? `${number}...` : '';
}

// Walks the moves after a node: move(node, isFirst) for the main line and, after the move that it
// replaces, variation(walkOn) for each variation, which walkOn() walks.
export function walk(from, move, variation, isFirst = true) {
  let node = from;
  let first = isFirst;
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    move(main, first);
    first = others.length > 0;
    for (const other of others) {
      variation(() => {
        move(other, true);
        walk(other, move, variation, false);
      });
    }
    node = main;
  }
}

// The tree as PGN move text; `first` moves at the root.
export function formatMoves(root, first) {
  const words = [];
  walk(root, (node, isFirst) => {
    const number = moveNumber(node, first, isFirst);
    words.push(`${number}${number ? ' ' : ''}${node.notation}${node.mark}`);
  }, (walkOn) => {
    words.push('(');
    walkOn();
    words.push(')');
  });
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

// Converts a game to plain data and back, to be stored.
export function pack(game) {
  const packNode = ({move, notation, score, best, mark, clocks, ending, children}) => ({
    move, notation, score, best, mark, clocks, ending, children: children.map(packNode),
  });
  const steps = [];
  for (let node = game.current; node.parent; node = node.parent) {
    steps.unshift(node.parent.children.indexOf(node));
  }
  const {name, parameters, start} = game;
  return {name, parameters, start, steps, root: packNode(game.root)};
}

export function unpack(data) {
  const game = new Game(data.name, data.parameters, data.start);
  const unpackNode = (node, from) => {
    const {score = null, best = '', mark = '', clocks = null, ending = null} = from;
    Object.assign(node, {score, best, mark, clocks, ending});
    for (const each of from.children) {
      unpackNode(node.add(each.move, each.notation), each);
    }
  };
  unpackNode(game.root, data.root);
  for (const step of data.steps) {
    game.current = game.current.children[step] ?? game.current;
  }
  return game;
}
