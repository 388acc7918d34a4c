// SPDX-License-Identifier: MIT
// Start positions of games that begin from a random one. Owns nothing; pure.

// Where two knights stand among five free squares, by Scharnagl's numbers.
const KNIGHTS = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

// The first rank of position `number`, 0 to 959, of Chess960 (Reinhard Scharnagl's numbering; 518 is
// "RNBQKBNR").
export function firstRank(number) {
  const rank = Array(8).fill('');
  const free = () => rank.flatMap((piece, file) => (piece ? [] : [file]));
  const put = (piece, file) => { rank[file] = piece; };
  let left = number;
  const take = (count) => {
    const digit = left % count;
    left = (left - digit) / count;
    return digit;
  };
  put('B', 2 * take(4) + 1);
  put('B', 2 * take(4));
  put('Q', free()[take(6)]);
  const five = free();
  KNIGHTS[left].forEach((at) => put('N', five[at]));
  free().forEach((file, at) => put('RKR'[at], file));
  return rank.join('');
}

// The FEN of a random start position if the game's parameters ask for one, otherwise ''.
export function randomStart(parameters, random = Math.random) {
  if (parameters.chess960 !== 'true') {
    return '';
  }
  const rank = firstRank(Math.floor(random() * 960));
  return `${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`;
}
