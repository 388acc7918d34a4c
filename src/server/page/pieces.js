// SPDX-License-Identifier: MIT
// Drawings of all pieces, each in a square of 100 by 100. `fill` is the side's colour, `edge` its
// outline, `ink` what shows on it.

const BASE = 'M25 89h50a3 3 0 0 0 3-3v-3c0-4-3-7-7-8H29c-4 1-7 4-7 8v3a3 3 0 0 0 3 3z';

const body = (path) => `<path class="fill" d="${path}"/>`;
const ball = (x, y, r) => `<circle class="fill" cx="${x}" cy="${y}" r="${r}"/>`;
const line = (path) => `<path class="ink" d="${path}"/>`;

const SHAPES = {
  pawn: () => body('M50 21a13.500 13.500 0 0 1 8.700 23.800c4 1.100 6.300 2.700 6.300 4.700 0 1.700-1.500 2.500-3.500 2.500H59'
    + 'c.6 9 4 17 10 23H31c6-6 9.400-14 10-23h-2.500c-2 0-3.500-.8-3.500-2.500 0-2 2.300-3.600 6.300-4.700A13.500 13.500 0 0 1 50 21z')
    + body(BASE),
  rook: () => body('M28 20h10v7h7v-7h10v7h7v-7h10v14l-7 7 2.500 34h-35L35 41l-7-7z') + body(BASE)
    + line('M36 41h28M34.500 66h31'),
  knight: () => body('M40 15l5 8c19 1 31 16 31 38 0 5-.5 10-1.500 14H32c0-10 4.500-16 12-22 3-2.400 4.500-5 4.500-8'
    + '-4 3.500-8 4.500-12.500 5-2.500 4-5.500 7-9.500 7-2 0-3.300-1-4-3l-2.500-1c-2-1-2.500-3-1.700-5'
    + ' 2.500-6 7-12 9.700-17 .6-6 2-10 5-13-.5-2 4-3 7-3z') + body(BASE)
    + line('M57 27c9 6 13 16 13 30') + '<circle class="dot" cx="37" cy="34" r="2.800"/>',
  bishop: () => ball(50, 17, 5.500) + body('M50 22c11 7 18 17 18 27 0 8-4 13-9 16l3 10H38l3-10c-5-3-9-8-9-16'
    + ' 0-10 7-20 18-27z') + body(BASE) + line('M50 35v17M42.500 43h15M40 65h20'),
  queen: () => body('M31 75L20 38l15 17 2-26 10.500 24L50 25l2.500 28L63 29l2 26 15-17-11 37z')
    + [[20, 35], [37, 26], [50, 21], [63, 26], [80, 35]].map(([x, y]) => ball(x, y, 4.600)).join('')
    + body(BASE) + line('M31.500 66c12-3.500 25-3.500 37 0'),
  king: () => body('M46.500 8h7v6.500H60v6.500h-6.500V31h-7V21H40v-6.500h6.500z')
    + body('M50 40c3.500-9 11.500-13 19-11 9.500 2.500 12.500 12 8.500 21-3.500 8-6.500 13-8.500 25H31c-2-12-5-17-8.500-25'
      + '-4-9-1-18.500 8.500-21 7.500-2 15.500 2 19 11z') + body(BASE)
    + line('M50 42v22M31.500 66c12-3.500 25-3.500 37 0'),
  stone: () => '<circle class="fill stone" cx="50" cy="50" r="46"/><circle class="shine" cx="36" cy="33" r="13"/>',
  disc: (side) => '<circle class="fill disc" cx="50" cy="50" r="42"/>'
    + (side === 1 ? '<circle class="relief" cx="50" cy="50" r="28"/>'
      : '<path class="relief" d="M50 26L71 62.500H29z"/>'),
  cross: () => '<path class="stroke-edge" d="M24 24L76 76M76 24L24 76"/><path class="stroke" d="M24 24L76 76M76 24L24 76"/>',
  ring: () => '<circle class="stroke-edge" cx="50" cy="50" r="28"/><circle class="stroke" cx="50" cy="50" r="28"/>',
};

// The drawing of a kind of piece of a look; what is not known is a stone with its letter.
export function drawPiece(piece, character) {
  const shape = SHAPES[piece.shape];
  const inside = shape ? shape(piece.owner)
    : `${SHAPES.stone()}<text class="letter" x="50" y="66">${escape(character)}</text>`;
  return `<g class="side${piece.owner}">${inside}</g>`;
}

export function escape(text) {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}

// How bright a colour "#rrggbb" is, 0 to 1.
function brightness(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

// Sets the sides' colours, and what shows on them, as the element's variables.
export function setColours(element, look) {
  for (const [side, {colour}] of Object.entries(look.sides)) {
    const bright = brightness(colour) > 0.5;
    // Pure black and white are softened, so that outlines and details show.
    const soft = colour === '#000000' ? '#34302d' : colour === '#ffffff' ? '#fdfaf4' : colour;
    element.style.setProperty(`--side${side}`, soft);
    element.style.setProperty(`--on-side${side}`, bright ? '#2a2522' : '#e9e2d8');
  }
}
