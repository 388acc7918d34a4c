// SPDX-License-Identifier: MIT
// The tree of a game: played moves and explored variations, with comments and marks. A Game owns
// its nodes and the current one. Pure.

const COMMAND = /\[%[^\]]*\]/g;

export const commentText = (comment) => comment.replace(COMMAND, '').replace(/\s+/g, ' ').trim();

// The marks of moves, which are also numeric annotation glyphs 1 to 6, in their order.
export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

export class Node {
  /** @type {Node | null} */ parent;
  /** @type {string} */ move;
  /** @type {string} */ notation;
  /** @type {number} */ ply;
  /** @type {Node[]} */ children = []; // the first is the main line
  /** @type {Position} */ position = /** @type {any} */ (null); // the engine's answers: board, moves, notation, fen
  /** @type {Score | null} */ score = null; // from the view of player 1
  best = ''; // according to the engine
  mark = ''; // '!', '?', '!!', '??', '!?' or '?!'
  judged = false; // the mark is the engine's
  /** @type {number[]} */ nags = []; // other numeric annotation glyphs of PGN
  /** @type {string[]} */ before = []; // comments that precede the move
  /** @type {string[]} */ comments = []; // comments that follow it
  written = ''; // the move as a file has it
  extra = ''; // properties of an SGF that are only kept: of the move,
  later = ''; // and of nodes without a move behind it
  isSetup = false; // a stone that an SGF sets before the first move
  /** @type {number[] | null} */ clocks = null; // ms left to players 1 and 2
  /** @type {{result: string, how: string} | null} */ ending = null; // an end that is not by the rules

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
    /** @type {Node} */
    let node = this;
    for (; node.parent; node = node.parent) {
      nodes.push(node);
    }
    return nodes.reverse();
  }

  end() {
    /** @type {Node} */
    let node = this;
    while (node.children.length > 0) {
      node = node.children[0];
    }
    return node;
  }

  // The words of the comments behind the move. Programs write [%clk 0:01:00] and the like into
  // comments; these commands are kept.
  get comment() {
    return this.comments.map(commentText).filter(Boolean).join(' ');
  }

  set comment(text) {
    const commands = this.comments.flatMap((each) => each.match(COMMAND) ?? []);
    const words = text.trim();
    this.comments = commands.length > 0 || words ? [[...commands, words].filter(Boolean).join(' ')] : [];
  }

  // The mark, which a file may have as a glyph.
  get sign() {
    return this.mark || MARKS[(this.nags.find((nag) => nag >= 1 && nag <= MARKS.length) ?? 0) - 1] || '';
  }

  set sign(mark) {
    this.mark = mark;
    this.nags = this.nags.filter((nag) => nag > MARKS.length);
  }

  isMain() {
    return this.path().every((node) => node.parent?.children[0] === node);
  }
}

export class Game {
  /** @type {string} */ name;
  /** @type {Record<string, string>} */ parameters;
  /** @type {string} */ start;

  // start: '' for the game's start position, or a FEN
  constructor(name, parameters, start = '') {
    Object.assign(this, {name, parameters, start});
    this.root = this.current = new Node(null, '', '');
    // A FEN of chess or xiangqi ends with the number of the move.
    const number = Number(/\s[wb]\s.*\s\d+\s+(\d+)$/.exec(start)?.[1] ?? 1);
    this.root.ply = 2 * Math.max(0, number - 1);
    this.removed = []; // deletions that can be undone: {node, at, current}
    this.source = null; // what a file has: {file, at, format, text, head, result, names, same}
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
    const {children} = node.parent;
    const at = children.indexOf(node);
    this.removed.push({node, at, current: this.current});
    if (this.current.path().includes(node)) {
      this.current = node.parent;
    }
    children.splice(at, 1);
  }

  has(node) {
    let each = node;
    while (each.parent?.children.includes(each)) {
      each = each.parent;
    }
    return each === this.root;
  }

  // Undoes the last deletion. Returns the node that was current.
  restore() {
    const {node, at, current} = this.removed.pop();
    const {children} = node.parent;
    children.splice(Math.min(at, children.length), 0, node);
    this.current = current;
    return current;
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

// The fields of a node that are stored if they are not empty.
const KEPT = ['score', 'best', 'mark', 'judged', 'nags', 'before', 'comments', 'written', 'extra', 'later', 'isSetup', 'clocks', 'ending'];

// Converts a game to plain data and back, to be stored. Nodes are in the order of a walk, each with
// the index of its parent, since JSON does not nest as deep as a long game.
export function pack(game) {
  const {name, parameters, start, source} = game;
  const nodes = [];
  const indices = new Map();
  const waiting = [game.root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    const packed = {move: node.move, notation: node.notation, parent: indices.get(node.parent)};
    for (const key of KEPT) {
      const value = node[key];
      if (Array.isArray(value) ? value.length > 0 : value) {
        packed[key] = value;
      }
    }
    indices.set(node, nodes.length);
    nodes.push(packed);
    waiting.push(...[...node.children].reverse());
  }
  return {name, parameters, start, source, current: indices.get(game.current), nodes};
}

const isText = (value) => typeof value === 'string';
const isFlag = (value) => typeof value === 'boolean';
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
const isScore = (value) => Number.isFinite(value?.cp ?? value?.mate);

// Tests of the value of each stored field of a node.
const FIELDS = {
  move: isText, notation: isText, score: isScore, best: isText, mark: (value) => MARKS.includes(value), judged: isFlag, nags: listOf(Number.isInteger),
  before: listOf(isText), comments: listOf(isText), written: (value) => isText(value) || listOf(isText)(value), extra: isText, later: isText,
  isSetup: isFlag, clocks: (value) => listOf(Number.isFinite)(value) && value.length === 2,
  ending: (value) => ['p1win', 'p2win', 'draw'].includes(value?.result) && isText(value.how),
};

// Tests of the fields of a source, of which `head` and `names` may be missing.
const SOURCE = {
  file: Number.isFinite, at: Number.isInteger, format: isText, text: isText, result: isText, same: isText,
  head: (value) => value === undefined || Number.isInteger(value), names: (value) => value === undefined || value instanceof Object,
};

// Throws an error if the data are not those of a game.
export function unpack(data) {
  const expect = (isGood) => {
    if (!isGood) {
      throw new Error('no game');
    }
  };
  const {source = null, nodes} = data;
  expect(isText(data.name) && isText(data.start) && data.parameters instanceof Object && Object.values(data.parameters).every(isText));
  expect(Array.isArray(nodes) && nodes.length > 0);
  expect(source === null || Object.entries(SOURCE).every(([key, test]) => test(source[key])));
  const game = new Game(data.name, data.parameters, data.start);
  const known = [];
  for (const {parent, ...kept} of nodes) {
    expect(isText(kept.move) && isText(kept.notation) && Object.entries(kept).every(([key, value]) => FIELDS[key]?.(value)));
    expect(known.length === 0 || known[parent]);
    const {move, notation, ...others} = kept;
    const node = known.length === 0 ? game.root : known[parent].add(move, notation);
    known.push(Object.assign(node, others));
  }
  game.source = data.source ?? null;
  game.current = known[data.current] ?? game.root;
  return game;
}
