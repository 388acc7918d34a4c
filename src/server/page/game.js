// SPDX-License-Identifier: MIT
// The tree of a game: the moves that were played and the variations that were explored. Pure.

export class Node {
  constructor(parent, move, notation) {
    this.parent = parent;
    this.move = move;
    this.notation = notation;
    this.children = []; // the first is the main line
    this.ply = parent ? parent.ply + 1 : 0;
    this.position = null; // what the engine said of it: board, moves, notation, fen
    this.score = null; // as player 1 sees it
    this.best = ''; // the move that the engine would have played here
    this.mark = ''; // of the annotation: '??', '?', '?!'
    this.clocks = null; // ms left to players 1 and 2
    this.ending = null; // what ended the game though the rules did not: {result, why}
  }

  child(move) {
    return this.children.find((child) => child.move === move);
  }

  // From the root, which is not in it, to this node.
  path() {
    const nodes = [];
    for (let node = this; node.parent; node = node.parent) {
      nodes.unshift(node);
    }
    return nodes;
  }

  // This node's line to its end, along first children.
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
    this.name = name;
    this.parameters = parameters;
    this.start = start;
    this.root = new Node(null, '', '');
    this.current = this.root;
  }

  newgame() {
    const words = Object.entries(this.parameters).map(([name, value]) => ` ${name} ${value}`);
    return `newgame ${this.name}${words.join('')}`;
  }

  // The command that sets the position of a node.
  position(node = this.current) {
    const moves = node.path().map((each) => each.move);
    const from = this.start ? `fen ${this.start}` : 'startpos';
    return `position ${from}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
  }

  // Plays a move at the current node: an explored one again, or a new one.
  play(move, notation) {
    let child = this.current.child(move);
    if (!child) {
      child = new Node(this.current, move, notation);
      this.current.children.push(child);
    }
    this.current = child;
    return child;
  }

  // Takes a node and what follows it out of the tree; its parent is current if it was within.
  remove(node) {
    if (!node.parent) {
      return;
    }
    if (this.current.path().includes(node)) {
      this.current = node.parent;
    }
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }

  // Makes the line of a node the main line.
  promote(node) {
    for (let each = node; each.parent; each = each.parent) {
      const siblings = each.parent.children;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
    }
  }

  // The line that is shown: from the root through the current node to its end.
  line() {
    return this.current.end().path();
  }
}

// "1.", "1..." before a move where it is needed; `turn` is who plays it.
export function moveNumber(node, first, isFirst) {
  const half = node.ply - 1 + (first === 2 ? 1 : 0);
  const number = Math.floor(half / 2) + 1;
  return half % 2 === 0 ? `${number}.` : isFirst ? `${number}...` : '';
}

// The tree as text, as Portable Game Notation writes moves: variations in parentheses, marks behind
// moves. `first`: who moves at the root.
export function formatMoves(root, first) {
  const words = [];
  writeLine(root, first, words, true);
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

function writeMove(node, first, words, isFirst) {
  const number = moveNumber(node, first, isFirst);
  words.push(`${number}${number ? ' ' : ''}${node.notation}${node.mark}`);
}

function writeLine(from, first, words, begins) {
  let node = from;
  let isFirst = begins;
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    writeMove(main, first, words, isFirst);
    isFirst = others.length > 0;
    for (const other of others) {
      words.push('(');
      writeMove(other, first, words, true);
      writeLine(other, first, words, false);
      words.push(')');
    }
    node = main;
  }
}

// A tree as plain data, and back: to be kept by the browser.
export function pack(game) {
  const packNode = (node) => ({
    move: node.move,
    notation: node.notation,
    score: node.score,
    best: node.best || undefined,
    mark: node.mark || undefined,
    clocks: node.clocks ?? undefined,
    ending: node.ending ?? undefined,
    children: node.children.map(packNode),
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
    node.score = from.score ?? null;
    node.best = from.best ?? '';
    node.mark = from.mark ?? '';
    node.clocks = from.clocks ?? null;
    node.ending = from.ending ?? null;
    for (const each of from.children) {
      const child = new Node(node, each.move, each.notation);
      node.children.push(child);
      unpackNode(child, each);
    }
  };
  unpackNode(game.root, data.root);
  for (const step of data.steps) {
    game.current = game.current.children[step] ?? game.current;
  }
  return game;
}
