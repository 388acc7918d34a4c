// SPDX-License-Identifier: MIT
// Smart Game Format, for games whose moves are squares. A point is the file from the left and the
// rank from the top. Pure.
import {readMove} from './protocol.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const escape = (text) => text.replace(/[\]\\]/g, '\\$&');

// Reads the main line: {number, size, rules, setup: [colour, point], moves: [colour, point]}; a
// missing size or number is 0.
export function readSgf(text) {
  const game = {number: 0, size: 0, rules: '', setup: [], moves: []};
  const token = /\s*(?:([(;])|(\))|([A-Za-z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+))/y;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) {
      throw new Error(`SGF, line ${text.slice(0, at).split('\n').length}: expected a property and its value, as B[hh].`);
    }
    if (match[2]) {
      break; // the main line ends at the first ')'
    }
    if (match[3]) {
      const values = match[4].match(/\[(?:\\[^]|[^\]\\])*\]/g).map((each) => each.slice(1, -1).replace(/\\([^])/g, '$1'));
      readProperty(game, match[3].replace(/[a-z]/g, ''), values);
    }
  }
  return game;
}

function readProperty(game, name, values) {
  if (name === 'GM') {
    game.number = Number(values[0]);
  } else if (name === 'SZ') {
    game.size = parseInt(values[0], 10);
  } else if (name === 'RU') {
    [game.rules] = values;
  } else if (name === 'B' || name === 'W') {
    game.moves.push([name, values[0]]);
  } else if (name === 'AB' || name === 'AW') {
    values.forEach((value) => game.setup.push([name[1], value]));
  }
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

// The whole tree. facts: {names, first, result, how, date, setup: the stones at the root}.
export function writeSgf(game, look, {names, first, result, how, date, setup}) {
  const {number, colours, rules} = look.sgf;
  const {files, ranks} = look;
  const size = files.count === ranks.count ? files.count : `${files.count}:${ranks.count}`;
  const winner = {p1win: colours[0], p2win: colours[1]}[result];
  const ends = winner ? `${winner}+${how}` : result === 'draw' ? 'Draw' : '?';
  let text = `(;FF[4]GM[${number}]CA[UTF-8]AP[Myosu]SZ[${size}]P${colours[0]}[${escape(names[1])}]P${colours[1]}[${escape(names[2])}]`
    + `${rules ? `RU[${escape(rules)}]` : ''}DT[${date}]RE[${ends}]`;
  if (game.start) {
    for (const side of [1, 2]) {
      const stones = setup.flatMap((piece, square) => (piece && look.pieces[piece].owner === side ? [`[${pointOf(look, square)}]`] : []));
      text += stones.length > 0 ? `A${colours[side - 1]}${stones.join('')}` : '';
    }
    text += `PL[${colours[first - 1]}]`;
  }
  return `${text}\n${writeNodes(game.root, look, first)})\n`;
}

// The moves after a node; if there are several, each variation in parentheses.
function writeNodes(from, look, first) {
  const ways = from.children.map((node) => {
    const turn = from.position?.board.turn ?? (from.ply % 2 ? 3 - first : first);
    const [square] = readMove(look, node.move).squares;
    const point = square === undefined ? '' : pointOf(look, square);
    return `;${look.sgf.colours[turn - 1]}[${point}]${writeNodes(node, look, first)}`;
  });
  return ways.length > 1 ? ways.map((way) => `\n(${way})`).join('') : ways.join('');
}
