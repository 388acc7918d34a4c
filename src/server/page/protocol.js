// SPDX-License-Identifier: MIT
// Parses the engine's lines. Owns nothing; pure.
import {_} from './language.js';

// Splits keywords and their values: `kind boxes files 3 letters` is [['kind', 'boxes'], ['files', '3 letters']].
// A value has at least one word, which may look like a keyword, and ends at the next keyword.
export function readKeywords(text, keywords) {
  const pairs = [];
  for (const word of text.split(' ')) {
    const last = pairs.at(-1);
    if (keywords.has(word) && last?.[1] !== '') {
      pairs.push([word, '']);
    } else if (last) {
      last[1] += (last[1] ? ' ' : '') + word;
    }
  }
  return pairs;
}

const numbers = (text) => text.split(' ').filter(Boolean).map(Number);

const words = (text) => new Set(text.split(' '));

const GAME_WORDS = words('name title parameter option type default min max var');

// The answer to `query game`: {name, title, parameters: [...], options: [name]}.
export function readGame(text) {
  /** @type {{name: string, title: string, parameters: Setting[], options: string[]}} */
  const game = {name: '', title: '', parameters: [], options: []};
  for (const [word, value] of readKeywords(text, GAME_WORDS)) {
    const last = game.parameters.at(-1);
    if (word === 'parameter') {
      game.parameters.push(newSetting(value));
    } else if (word === 'option') {
      game.options.push(value);
    } else if (word === 'name' || word === 'title') {
      game[word] = value;
    } else if (last) {
      readSetting(last, word, value);
    }
  }
  return game;
}

/** @type {(name: string) => Setting} */
const newSetting = (name) => ({name, type: '', initial: '', min: 0, max: 0, choices: []});

function readSetting(setting, word, value) {
  if (word === 'var') {
    setting.choices.push(value);
  } else if (word === 'default') {
    setting.initial = value;
  } else {
    setting[word] = word === 'min' || word === 'max' ? Number(value) : value;
  }
}

const LOOK_WORDS = words('game kind files ranks upright entry promotions pass stars lines notation pgn sgf psq side colour name '
  + 'piece owner shape');

function readAxis(value) {
  const [count, labels, first] = value.split(' ');
  return {count: Number(count), labels, first: Number(first ?? 0)};
}

// "4 BW renju": the game's number in SGF, the colours of players 1 and 2, the rules.
function readSgfWords(value) {
  const [number, colours, ...rules] = value.split(' ');
  return {number: Number(number), colours, rules: rules.join(' ')};
}

// The answer to `query look`. `pgn` is the PGN variant; `sgf` is null if the game has no SGF.
/** @returns {Look} */
export function readLook(text) {
  /** @type {any} */
  const look = {promotions: '', pass: '', stars: [], lines: [], notation: '', pgn: '', sgf: null, sides: {}, pieces: {}, upright: false};
  let about = look;
  for (const [word, value] of readKeywords(text, LOOK_WORDS)) {
    if (word === 'side') {
      about = look.sides[value] = {name: '', colour: ''};
    } else if (word === 'piece') {
      about = look.pieces[value] = {name: '', owner: 0, shape: ''};
    } else if (word === 'files' || word === 'ranks') {
      look[word] = readAxis(value);
    } else if (word === 'stars' || word === 'lines') {
      look[word] = numbers(value);
    } else if (word === 'sgf') {
      look.sgf = readSgfWords(value);
    } else if (word === 'upright') {
      look.upright = value === 'true';
    } else {
      about[word] = word === 'owner' ? Number(value) : value;
    }
  }
  return look;
}

const BOARD_WORDS = words('turn result squares alarm win forbidden threat');

// The answer to `query board`. `squares` begins at the bottom left; an empty square is ''.
/** @returns {BoardState} */
export function readBoard(text) {
  /** @type {any} */
  const board = {turn: 1, result: 'none', squares: [], alarm: [], win: [], forbidden: [], threat: []};
  for (const [word, value] of readKeywords(text, BOARD_WORDS)) {
    if (word === 'squares') {
      board.squares = value.split('/').reverse()
        .flatMap((rank) => [...rank].map((piece) => (piece === '.' ? '' : piece)));
    } else if (word === 'result') {
      board.result = value;
    } else {
      board[word] = word === 'turn' ? Number(value) : numbers(value);
    }
  }
  return board;
}

const OPTION_WORDS = words('name type default min max var');

export function readOption(text) {
  const option = newSetting('');
  for (const [word, value] of readKeywords(text, OPTION_WORDS)) {
    readSetting(option, word, value);
  }
  return option;
}

const INFO_NUMBERS = words('depth seldepth multipv nodes nps hashfull time');

// An `info` line without its first word: numbers, `score` {cp} or {mate}, `wdl`, `pv`.
export function readInfo(text) {
  const parts = text.split(' ');
  const info = {multipv: 1, pv: []};
  for (let i = 0; i < parts.length; i++) {
    const word = parts[i];
    if (word === 'pv') {
      info.pv = parts.slice(i + 1);
      break;
    } else if (word === 'score') {
      info.score = {[parts[i + 1]]: Number(parts[i + 2])};
      i += 2;
    } else if (word === 'lowerbound' || word === 'upperbound') {
      info.bound = word;
    } else if (word === 'wdl') {
      info.wdl = parts.slice(i + 1, i + 4).map(Number);
      i += 3;
    } else if (INFO_NUMBERS.has(word)) {
      info[word] = Number(parts[++i]);
    }
  }
  return info;
}

// Converts a score of the side to move to player 1's view.
export function scoreFor(score, turn) {
  const sign = turn === 1 ? 1 : -1;
  // 'mate 0' is lost. `won` is needed, since -0 would lose its sign.
  return 'mate' in score ? {mate: sign * score.mate, won: (score.mate > 0) === (turn === 1)}
    : {cp: sign * score.cp};
}

// Player 1's expected score, 0 to 1, on a logistic curve: 4 pawns are odds of 10 to 1, as 400 Elo
// points are.
export function expectation(score) {
  if ('mate' in score) {
    return score.won ? 1 : 0;
  }
  return 1 / (1 + 10 ** (-score.cp / 400));
}

// "+1.25", "0.00", "#3" (player 1 mates in 3 moves), "#-2".
export function scoreText(score) {
  if ('mate' in score) {
    return `#${score.won ? '' : '-'}${Math.abs(score.mate)}`;
  }
  const size = Math.abs(score.cp);
  const digits = size < 1000 ? 2 : size < 10000 ? 1 : 0;
  return `${score.cp > 0 ? '+' : ''}${(score.cp / 100).toFixed(digits)}`;
}

export function label(axis, index) {
  return {letters: String.fromCharCode(97 + index), numbers: String(axis.first + index)}[axis.labels] ?? '';
}

// The name of a square in moves; without rank labels, the file's.
export function squareName(look, square) {
  const files = look.files.count;
  return label(look.files, square % files) + label(look.ranks, Math.floor(square / files));
}

// The name of a side or a piece of a game.
export const nameIn = (look, {name}) => _(name, {}, look.game);

// A move's squares, in order, and the rest of its text: {squares: [12, 28], rest: 'q'}.
export function readMove(look, move) {
  const squares = [];
  const names = namesOf(look);
  let at = 0;
  while (at < move.length && move !== look.pass) {
    let length = Math.min(4, move.length - at);
    while (length > 0 && !names.has(move.slice(at, at + length))) {
      length--;
    }
    if (length === 0) {
      break;
    }
    squares.push(names.get(move.slice(at, at + length)));
    at += length;
  }
  return {squares, rest: move.slice(at)};
}

const knownNames = new WeakMap();

function namesOf(look) {
  if (!knownNames.has(look)) {
    const names = new Map();
    // From the top down, so that a file's name maps to its lowest square.
    for (let square = look.files.count * look.ranks.count - 1; square >= 0; square--) {
      names.set(squareName(look, square), square);
    }
    knownNames.set(look, names);
  }
  return knownNames.get(look);
}
