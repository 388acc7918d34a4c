// SPDX-License-Identifier: MIT
// Smart Game Format, for games whose moves are squares: files of games, each a tree. A point is the
// file from the left and the rank from the top. Owns nothing; pure.
import {MARKS} from './game.js';
import {_} from './language.js';
import {lineOf} from './pgn.js';
import {readMove} from './protocol.js';
import {atOnce} from './slices.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const escape = (text) => text.replace(/[\]\\]/g, '\\$&');

// Annotations of moves, in the order of MARKS.
const JUDGEMENTS = ['TE[1]', 'BM[1]', 'TE[2]', 'BM[2]', 'IT[]', 'DO[]'];

const BLANK = /\s*/y;
const TOKEN = /([(;)])|([A-Za-z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+)/y;
const VALUE = /\[(?:\\[^]|[^\]\\])*\]/g;

function fail(text, at, reason) {
  throw new Error(_('{format}, line {line}: {reason}.', {format: 'SGF', line: lineOf(text, at), reason}));
}

// Yields [sign, name, values, at, end]: '(', ';' or ')', or a property.
function* tokens(text) {
  for (let at = 0; ;) {
    BLANK.lastIndex = at;
    at += /** @type {any} */ (BLANK.exec(text))[0].length;
    if (at >= text.length) {
      return;
    }
    TOKEN.lastIndex = at;
    /** @type {any} */
    const match = TOKEN.exec(text);
    if (!match) {
      fail(text, at, _('expected a property and its value, as B[hh]'));
    }
    const [, sign = '', name, values] = match;
    const end = TOKEN.lastIndex;
    yield [sign, name?.replace(/[a-z]/g, ''), values?.match(VALUE), at, end];
    at = end;
  }
}

// The number of tokens in a step of a long text.
const STEP = 200;

const plain = (value) => value.slice(1, -1).replace(/\\\r?\n/g, '').replace(/\\([^])/g, '$1');

// The games of a file: {text, tags}, where the texts make up the file. Throws an error that names
// the line if the file is broken. Yields how far it is (slices.js).
/** @returns {Generator<number, FileGame[]>} */
export function* splittingSgf(text) {
  let count = 0;
  /** @type {any[]} */
  const games = [];
  const open = [];
  let from = 0;
  /** @type {any} */
  let game = null;
  const finish = (end) => {
    if (game) {
      game.text = text.slice(from, end);
      from = end;
    }
  };
  for (const [sign, name, values, at] of tokens(text)) {
    if (++count % STEP === 0) {
      yield at;
    }
    if (open.length === 0 && sign !== '(') {
      fail(text, at, _("expected '(', with which a game begins"));
    }
    if (sign === '(') {
      if (open.length === 0) {
        finish(at);
        game = {text: '', tags: {}, begun: true};
        games.push(game);
      }
      open.push(at);
    } else if (sign === ')') {
      open.pop();
    } else if (name) {
      game.tags[name] ??= plain(values[0]);
    }
  }
  if (open.length > 0) {
    fail(text, open.at(-1), _("the game or variation that begins here has no ')'"));
  }
  finish(text.length);
  return games;
}

export const splitSgf = (text) => atOnce(splittingSgf(text));

/** @type {(written: any, at: number) => ReadMove} */
const newMove = (written, at) => ({written, at, mark: '', nags: [], before: [], comments: [], extra: '', later: '', children: []});

// Reads nodes into a tree of moves. A node without a move belongs to the move before it.
class Reader {
  constructor(text) {
    this.text = text;
    /** @type {any} */
    this.game = {number: 0, size: 0, rules: '', setup: [], root: newMove(null, 0)};
    this.node = this.game.root;
    this.stack = [];
    this.first = true;
    this.properties = null; // of the node that is being read
  }

  /** @param {any[]} token */
  read([sign, name, values, at, end]) {
    if (name) {
      this.properties?.push({name, values: values.map(plain), at, raw: this.text.slice(at, end).trim()});
      return;
    }
    this.finish();
    if (sign === '(') {
      this.stack.push(this.node);
    } else if (sign === ')') {
      this.node = this.stack.pop();
    } else {
      this.properties = [];
    }
  }

  finish() {
    const {properties, first, game} = this;
    if (!properties) {
      return;
    }
    this.properties = null;
    this.first = false;
    const moves = properties.filter(({name}) => name === 'B' || name === 'W');
    const others = properties.filter((each) => !moves.includes(each));
    if (first) {
      others.filter(({name}) => name === 'AB' || name === 'AW')
        .forEach(({name, values}) => values.forEach((value) => game.setup.push([name[1], value])));
      const value = (name) => others.find((each) => each.name === name)?.values[0];
      Object.assign(game, {number: Number(value('GM') ?? 0), size: parseInt(value('SZ') ?? 0, 10), rules: value('RU') ?? ''});
      this.describe(this.node, others, 'extra');
    }
    for (const {name, values, at} of moves) {
      const move = newMove([name, values[0]], at);
      this.node.children.push(move);
      this.node = move;
    }
    if (!first) {
      const stones = others.find(({name}) => ['AB', 'AW', 'AE'].includes(name));
      if (stones) {
        fail(this.text, stones.at, _('stones can only be set before the first move'));
      }
      this.describe(this.node, others, moves.length > 0 ? 'extra' : 'later');
    }
  }

  // Adds properties to a move; those of no use here are kept as they are.
  describe(move, properties, where) {
    let kept = '';
    for (const {name, values, raw} of properties) {
      const mark = JUDGEMENTS.indexOf(raw);
      if (name === 'C') {
        move.comments.push(values[0]);
      } else if (mark >= 0 && !move.mark && where === 'extra') {
        move.mark = MARKS[mark];
      } else {
        kept += raw;
      }
    }
    move[where] += where === 'later' && kept ? `;${kept}` : kept;
  }
}

// Reads one game of splitSgf(): {number, size, rules, setup: [[colour, point]], root}; a missing size
// or number is 0. A move's `written` is [colour, point].
export function readSgf({text}) {
  const reader = new Reader(text);
  for (const token of tokens(text)) {
    reader.read(token);
  }
  return reader.game;
}

export function squareOf(look, point) {
  const [file, row] = [...point].map((letter) => LETTERS.indexOf(letter));
  const good = point.length === 2 && file >= 0 && file < look.files.count && row >= 0 && row < look.ranks.count;
  return good ? (look.ranks.count - 1 - row) * look.files.count + file : null;
}

function pointOf(look, square) {
  const files = look.files.count;
  return LETTERS[square % files] + LETTERS[look.ranks.count - 1 - Math.floor(square / files)];
}

const writeComments = (comments) => (comments.length > 0 ? `C[${escape(comments.join('\n'))}]` : '');

function newHead(game, look, {names, first, date, setup}, result) {
  const {number, colours, rules} = look.sgf;
  const {files, ranks} = look;
  const size = files.count === ranks.count ? files.count : `${files.count}:${ranks.count}`;
  let text = `FF[4]GM[${number}]CA[UTF-8]AP[Myosu]SZ[${size}]P${colours[0]}[${escape(names[1])}]P${colours[1]}[${escape(names[2])}]`
    + `${rules ? `RU[${escape(rules)}]` : ''}DT[${date}]RE[${result}]`;
  if (game.start) {
    for (const side of [1, 2]) {
      const stones = setup.flatMap((piece, square) => (piece && look.pieces[piece].owner === side ? [`[${pointOf(look, square)}]`] : []));
      text += stones.length > 0 ? `A${colours[side - 1]}${stones.join('')}` : '';
    }
    text += `PL[${colours[first - 1]}]`;
  }
  return text;
}

// Writes the moves after a node, from the last to the first; if there are several, each variation in
// parentheses.
function writeNodes(from, look, first) {
  const {colours} = look.sgf;
  const line = [];
  let node = from;
  while (node.children.length === 1) {
    [node] = node.children;
    line.push(node);
  }
  const text = line.map((each) => writeNode(each, look, colours, first)).join('');
  return text + node.children.map((each) => `\n(${writeNode(each, look, colours, first)}${writeNodes(each, look, first)})`).join('');
}

function writeNode(node, look, colours, first) {
  if (node.isSetup) {
    return ''; // its stone is among the properties of the root
  }
  const {parent, move, mark, comments, extra, later, clocks, ply} = node;
  const turn = parent.position?.board.turn ?? (parent.ply % 2 ? 3 - first : first);
  const [square] = readMove(look, move).squares;
  const point = square === undefined ? '' : pointOf(look, square);
  const clock = clocks ? `${colours[turn - 1]}L[${Math.max(0, clocks[turn - 1] / 1000).toFixed(1)}]` : '';
  return `;${colours[turn - 1]}[${point}]${mark ? JUDGEMENTS[MARKS.indexOf(mark)] : ''}${clock}${writeComments(comments)}`
    + extra + later;
}

// Stones that were set are the root's property. If another move was tried among them, they become
// moves. Returns whether they are still set.
function keepSetup(root) {
  const stones = [];
  let ways = 1;
  for (let node = root.children[0]; node?.isSetup; [node] = node.children) {
    ways = Math.max(ways, node.parent.children.length);
    stones.push(node);
  }
  if (ways > 1) {
    stones.forEach((each) => { each.isSetup = false; });
  }
  return ways === 1;
}

// The whole tree. facts: {names, first, result, how, date, setup: the stones at the root}. A game
// that was read keeps its other properties.
export function writeSgf(game, look, facts) {
  const {colours} = look.sgf;
  const {source} = game;
  const {extra, later, comments} = game.root;
  const winner = {p1win: colours[0], p2win: colours[1]}[facts.result];
  const result = winner ? `${winner}+${facts.how}` : facts.result === 'draw' ? 'Draw' : '';
  let head = newHead(game, look, facts, result || '?');
  let after = '\n';
  if (source?.format === 'sgf') {
    head = keepSetup(game.root) ? extra : extra.replace(/A[BW](\[[^\]]*\]\s*)+/g, '');
    [after] = /\s*$/.exec(source.text) ?? [''];
    const old = /RE\[((?:\\[^]|[^\]\\])*)\]/.exec(head);
    if (result && old?.[1][0] !== result[0]) {
      head = old ? head.replace(old[0], `RE[${result}]`) : `${head}RE[${result}]`;
    }
  }
  return `(;${head}${writeComments(comments)}${later}\n${writeNodes(game.root, look, facts.first)})${after}`;
}
