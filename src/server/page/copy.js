// SPDX-License-Identifier: MIT
// The position and the game as text, into the clipboard.
import {find, make} from './elements.js';
import {ENGINE} from './players.js';
import {writeMoves, writePgn} from './record.js';
import {writeSgf} from './sgf.js';

function facts(table) {
  const end = table.node.end();
  const plays = table.mode === 'play' && !table.watching;
  const name = (side) => (!plays ? '?' : table.players[side] === ENGINE ? 'Myosu' : 'Person');
  return {
    names: {1: name(1), 2: name(2)}, first: table.first, result: table.resultOf(end), how: end.ending?.how ?? '',
    date: new Date().toISOString().slice(0, 10), setup: table.game.root.position.board.squares,
  };
}

const WRITERS = {
  fen: (table) => table.node.position.fen,
  moves: (table) => writeMoves(table.game),
  pgn: (table) => writePgn(table.game, table.look, facts(table)),
  sgf: (table) => writeSgf(table.game, table.look, facts(table)),
};

// Presses of a button that says so already are passed over.
export async function copyAs({table, view}, format) {
  const button = find(`copy-${format}`);
  const before = button.textContent;
  if (before === 'Copied') {
    return;
  }
  const text = WRITERS[format](table);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure context there is no clipboard but the old one.
    const area = make('textarea', {value: text});
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  button.textContent = 'Copied';
  view.announce('Copied');
  setTimeout(() => { button.textContent = before; }, 1500);
}
