// SPDX-License-Identifier: MIT
// Portable Game Notation: files of games, each a tree. Owns nothing; pure. A move of a tree is
// {written, at, mark, nags, before, comments, children}, where `at` is its place in the text.
import {MARKS, moveNumber} from './game.js';
import {N_, _} from './language.js';
import {atOnce} from './slices.js';

export const RESULTS = {p1win: '1-0', p2win: '0-1', draw: '1/2-1/2', none: '*'};

// Signs of other glyphs, as they are shown and as some programs write them.
const SIGNS = {
  7: '□', 10: '=', 13: '∞', 14: '+/=', 15: '=/+', 16: '±', 17: '∓', 18: '+-', 19: '-+', 36: '↑', 40: '→', 44: '=∞', 132: '⇆', 140: '∆', 146: 'N',
};
/** @type {Map<string, number>} */
const GLYPHS = new Map([...Object.entries(SIGNS).map(([number, sign]) => /** @type {[string, number]} */ ([sign, Number(number)])),
  ['⩲', 14], ['⩱', 15], ['+/-', 16], ['-/+', 17]]);

export const glyphText = (number) => (number === 0 ? '' : MARKS[number - 1] ?? SIGNS[number] ?? `$${number}`);

// White space, and lines that begin with '%', which are for other programs.
const BLANK = /(?:\s|(?<![^\n\r])%[^\n\r]*)*/y;
const TAG = /\[\s*(\w+)\s*"((?:\\["\\]|[^"\n\r])*?)"\s*\]/y;
const TOKEN = new RegExp([
  /\{(?<brace>[^}]*)\}|;(?<line>[^\n\r]*)|(?<open>\()|(?<close>\))|\$(?<nag>\d+)/,
  /(?<result>1-0|0-1|1\/2-1\/2|½-½|\*)(?![^\s(){};[\]])|(?<number>\d*(?:\.+|…))|(?<mark>[!?]{1,2})/,
  /(?<word>[^\s(){}[\];$!?]+)/,
].map((each) => each.source).join('|'), 'y');

const COMPLAINTS = {
  '{': N_('the comment that begins here has no end'),
  '}': N_("'}' ends a comment that has no beginning"),
  '[': N_('expected a tag, such as [White "Name"]'),
};

export function lineOf(text, at) {
  let line = 1;
  for (let i = 0; i < at; i++) {
    const sign = text[i];
    line += sign === '\n' || (sign === '\r' && (text[i + 1] !== '\n' || i + 1 === at)) ? 1 : 0;
  }
  return line;
}

function fail(text, at, reason) {
  throw new Error(_('{format}, line {line}: {reason}.', {format: 'PGN', line: lineOf(text, at), reason}));
}

// The number of tokens in a step of a long text.
const STEP = 200;

// Yields the tokens after a place: {kind, value, at, end}, for a tag with its `name`.
function* tokens(text, from = 0) {
  for (let at = from; ;) {
    BLANK.lastIndex = at;
    at += /** @type {any} */ (BLANK.exec(text))[0].length;
    if (at >= text.length) {
      return;
    }
    const pattern = text[at] === '[' ? TAG : TOKEN;
    pattern.lastIndex = at;
    /** @type {any} */
    const match = pattern.exec(text);
    if (!match) {
      fail(text, at, _(COMPLAINTS[text[at]] ?? N_("unexpected '{sign}'"), {sign: text[at]}));
    }
    const end = pattern.lastIndex;
    if (pattern === TAG) {
      yield {kind: 'tag', name: match[1], value: match[2].replace(/\\(["\\])/g, '$1'), at, end};
    } else {
      const kind = Object.keys(match.groups).find((each) => match.groups[each] !== undefined);
      const value = match.groups[kind ?? ''];
      yield {kind, value, at, end};
    }
    at = end;
  }
}

// The games of a file: {text, head, tags, begun}, where the texts make up the file, `head` is the
// length of the text up to the last tag, and `begun` tells whether moves or a result follow. Throws
// an error that names the line if the file is broken. Yields how far it is (slices.js).
/** @returns {Generator<number, FileGame[]>} */
export function* splittingPgn(text) {
  const games = [];
  let count = 0;
  /** @type {any} */
  let game = null;
  const open = [];
  const finish = (end) => {
    if (open.length > 0) {
      fail(text, open.at(-1), _("the variation that begins here has no ')'"));
    }
    if (game) {
      game.text = text.slice(game.from, end);
    }
  };
  for (const {kind, name, value, at, end} of tokens(text)) {
    if (++count % STEP === 0) {
      yield at;
    }
    const comment = kind === 'brace' || kind === 'line';
    if (!game || (kind === 'tag' && game.begun) || (game.ended && !comment && kind !== 'tag')) {
      finish(at);
      game = {from: game ? at : 0, head: 0, tags: {}, begun: false, ended: false};
      games.push(game);
    }
    if (kind === 'tag') {
      game.tags[name] ??= value;
      game.head = end - game.from;
    } else if (!comment) {
      game.begun = true;
      game.ended = kind === 'result' && open.length === 0;
    }
    if (kind === 'open') {
      open.push(at);
    } else if (kind === 'close') {
      if (open.length === 0) {
        fail(text, at, _("')' ends a variation that has no beginning"));
      }
      open.pop();
    }
  }
  finish(text.length);
  return games.map(({text: part, head, tags, begun}) => ({text: part, head, tags, begun}));
}

export const splitPgn = (text) => atOnce(splittingPgn(text));

/** @type {(written: string, at: number) => ReadMove} */
const newMove = (written, at) => ({written, at, mark: '', nags: [], before: [], comments: [], children: []});

// Reads moves into a tree. `node` is the move that was read last; a variation begins at its parent.
class Reader {
  constructor(tagged) {
    this.tagged = tagged;
    this.root = newMove('', 0);
    this.node = this.root;
    /** @type {Map<ReadMove, any>} */
    this.parents = new Map([[this.root, null]]);
    /** @type {string[]} */
    this.waiting = []; // comments that precede the next move
    this.fresh = false; // at the beginning of a line, where a comment precedes a move
    this.stack = [];
    this.result = '';
  }

  read({kind, value, at}, text) {
    const {node} = this;
    if (kind === 'brace' || kind === 'line') {
      (this.fresh ? this.waiting : node.comments).push(value);
    } else if (kind === 'open') {
      if (node === this.root) {
        fail(text, at, _('a variation needs a move that it replaces'));
      }
      this.stack.push(node);
      this.node = this.parents.get(node);
      this.fresh = true;
    } else if (kind === 'close') {
      node.comments.push(...this.waiting.splice(0));
      this.node = this.stack.pop();
      this.fresh = true;
    } else if (kind === 'nag') {
      node.nags.push(Number(value));
    } else if (kind === 'mark') {
      this.mark(value);
    } else if (kind === 'result') {
      this.result ||= value === '½-½' ? '1/2-1/2' : value;
    } else if (kind === 'word') {
      this.word(value, at);
    }
  }

  // A move that has a mark gets further ones as glyphs.
  mark(value) {
    const {node} = this;
    if (node.mark) {
      node.nags.push(MARKS.indexOf(value) + 1);
    } else {
      node.mark = value;
    }
  }

  word(value, at) {
    const glyph = GLYPHS.get(value);
    if (glyph) {
      this.node.nags.push(glyph);
    } else if (!/^e\.?p\.?$/.test(value) && !(this.tagged && /^\d+$/.test(value))) {
      const move = newMove(value, at);
      move.before = this.waiting.splice(0);
      this.parents.set(move, this.node);
      this.node.children.push(move);
      this.node = move;
      this.fresh = false;
    }
  }
}

// Reads the moves of one game of splitPgn(): {root, result}.
export function readPgn({text, head, tags}) {
  const reader = new Reader(Object.keys(tags).length > 0);
  for (const token of tokens(text, head)) {
    reader.read(token, text);
  }
  reader.node.comments.push(...reader.waiting);
  return {root: reader.root, result: reader.result};
}

// A comment as text: in braces, or up to the end of the line if it has a closing one.
function formatComment(text) {
  if (!text.includes('}')) {
    return `{${text}}`;
  }
  return `;${text.replace(/[\r\n]+/g, ' ')}\n`;
}

const clockWords = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number % 60).padStart(2, '0');
  return `{[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}]}`;
};

function* moveWords(node, first, isFirst) {
  const {before, comments, nags, mark, clocks, ply} = node;
  yield* before.map(formatComment);
  const number = moveNumber(node, first, isFirst);
  yield `${number}${number ? ' ' : ''}${node.written || node.notation}${mark}`;
  yield* nags.map((nag) => `$${nag}`);
  if (clocks && !comments.some((each) => each.includes('[%clk'))) {
    yield clockWords(clocks[(ply + first) % 2]);
  }
  yield* comments.map(formatComment);
}

const saysMore = (node) => node.comments.length > 0 || node.clocks;

// Yields the words of the moves after a node.
function* lineWords(from, first, isFirst = true) {
  let node = from;
  let begins = isFirst;
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    yield* moveWords(main, first, begins);
    begins = others.length > 0 || Boolean(saysMore(main));
    for (const other of others) {
      yield '(';
      yield* moveWords(other, first, true);
      yield* lineWords(other, first, Boolean(saysMore(other)));
      yield ')';
    }
    node = main;
  }
}

const WIDTH = 79; // the most characters of a line, by the standard

// The tree as PGN move text; `first` moves at the root. Lines break between words only.
export function formatMoves(root, first, end = '') {
  const parts = [];
  let last = '\n';
  let column = 0;
  for (const word of [...root.comments.map(formatComment), ...lineWords(root, first), ...(end ? [end] : [])]) {
    const joined = last.endsWith('\n') || last === '(' || word === ')';
    const between = joined ? '' : column + 1 + word.length > WIDTH ? '\n' : ' ';
    parts.push(between, word);
    const breaks = Math.max(word.lastIndexOf('\n'), word.lastIndexOf('\r'));
    column = breaks >= 0 ? word.length - breaks - 1 : (between === '\n' ? 0 : column + between.length) + word.length;
    last = word;
  }
  return parts.join('');
}

const quote = (value) => value.replace(/["\\]/g, '\\$&');

function newHead(game, look, {names, date}, result) {
  const tags = [['Event', '?'], ['Site', '?'], ['Date', date.replaceAll('-', '.')], ['Round', '?'],
    ['White', names[1]], ['Black', names[2]], ['Result', result]];
  if (look.pgn !== 'Standard') {
    tags.push(['Variant', look.pgn]);
  }
  if (game.start) {
    tags.push(['SetUp', '1'], ['FEN', game.start]);
  }
  return tags.map(([name, value]) => `[${name} "${quote(value)}"]`).join('\n');
}

// The whole tree as PGN. facts: {names, first, result, date: "2026-11-22"}. A game that was read
// with tags keeps them, its white space between the parts and its line ends.
export function writePgn(game, look, facts) {
  const {source} = game;
  const end = facts.result === 'none' ? source?.result || '*' : RESULTS[facts.result];
  if (source?.format !== 'pgn' || source.head === 0) {
    return `${newHead(game, look, facts, end)}\n\n${formatMoves(game.root, facts.first, end)}\n`;
  }
  const {text, head} = source;
  const [, between, after] = /^(\s*)[^]*?(\s*)$/.exec(text.slice(head)) ?? ['', '', ''];
  const tags = text.slice(0, head).replace(/(\[\s*Result\s*")[^"]*"/, `$1${end}"`);
  const moves = formatMoves(game.root, facts.first, end);
  return tags + between + (text.includes('\r\n') ? moves.replace(/\r?\n/g, '\r\n') : moves) + after;
}
