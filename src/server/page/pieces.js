// SPDX-License-Identifier: MIT
// Draws all pieces; owns nothing. Drawn with the symbols at the end of index.html and the
// colours of their sides.

const shapes = new Set([...document.querySelectorAll('symbol')].map((each) => each.id));
const use = (name) => `<use href="#${name}" width="100" height="100"/>`;

// The drawing of a piece. Without a symbol it is a stone with its letter.
export function drawPiece(piece, character) {
  const own = `${piece.shape}-${piece.owner}`;
  const inside = shapes.has(own) ? use(own) : shapes.has(piece.shape) ? use(piece.shape)
    : `${use('stone')}<text class="letter" x="50" y="66">${escape(character)}</text>`;
  return `<g class="side${piece.owner}">${inside}</g>`;
}

export function drawAlone(piece, character) {
  return `<svg viewBox="0 0 100 100" aria-hidden="true">${drawPiece(piece, character)}</svg>`;
}

export function escape(text) {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}

function brightness(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

// Softer colours for black and white, on which outlines and details are visible.
const SOFT = {'#000000': 'var(--soft-black)', '#ffffff': 'var(--soft-white)'};

export function setColours(element, look) {
  for (const [side, {colour}] of Object.entries(look.sides)) {
    element.style.setProperty(`--side${side}`, SOFT[colour] ?? colour);
    element.style.setProperty(`--on-side${side}`, `var(--on-${brightness(colour) > 0.5 ? 'bright' : 'dim'})`);
  }
}
