// SPDX-License-Identifier: MIT
// Copies and pastes games as text. After an error the table is unchanged.
import {find, make} from './elements.js';
import {Lost} from './engine.js';
import {Game} from './game.js';
import {ENGINE} from './players.js';
import {squareName} from './protocol.js';
import {readRecord, writeMoves, writePgn} from './record.js';
import {squareOf, writeSgf} from './sgf.js';

// The first setup {name, parameters} whose look `fits`, or undefined.
async function firstOf(table, setups, fits) {
  for (const each of setups) {
    if (fits(await table.openGame(new Game(each.name, each.parameters)))) {
      return each;
    }
  }
  return undefined;
}

// The setup, and copies with one parameter set to each of `values(parameter)`.
function varied(table, setup, values) {
  const {parameters} = table.games.get(setup.name);
  return [setup, ...parameters.flatMap((each) => values(each).map((value) => (
    {name: setup.name, parameters: {...setup.parameters, [each.name]: value}})))];
}

// All games, the present one first.
function allGames(table, present) {
  const others = [...table.games.keys()].filter((name) => name !== present.name);
  return [present, ...others.map((name) => ({name, parameters: {}}))];
}

async function setupOfSgf(table, present, {number, size, rules}) {
  const game = await firstOf(table, allGames(table, present), ({sgf}) => sgf && (sgf.number === number || !number));
  if (!game) {
    throw new Error(`GM: no game here has the number ${number}.`);
  }
  const sized = size ? await firstOf(table, varied(table, game, ({type, min, max}) => (
    type === 'spin' && size >= min && size <= max ? [String(size)] : [])), (look) => look.files.count === size) : game;
  if (!sized) {
    throw new Error(`SZ: ${game.name} has no board of ${size}.`);
  }
  const ruled = rules ? await firstOf(table, varied(table, sized, ({type, choices}) => (type === 'combo' ? choices : [])), (look) => (
    look.files.count === (size || look.files.count) && look.sgf.rules.toLowerCase() === rules.toLowerCase())) : sized;
  if (!ruled) {
    throw new Error(`RU: ${game.name} has no rules '${rules.slice(0, 60)}'.`);
  }
  return ruled;
}

async function setupOfPgn(table, present, variant) {
  const setup = await firstOf(table, allGames(table, present).flatMap((game) => (
    varied(table, game, ({type}) => (type === 'check' ? ['false', 'true'] : [])))),
  ({pgn}) => pgn.toLowerCase() === variant.toLowerCase());
  if (!setup) {
    throw new Error(`No game here is written as PGN of the variant '${variant.slice(0, 60)}'.`);
  }
  return setup;
}

// The moves of an SGF as text; setup stones become alternating moves.
function movesOfSgf(look, {setup, moves}) {
  const [first, second] = look.sgf.colours;
  const stones = [first, second].map((colour) => setup.filter(([each]) => each === colour));
  const inTurn = stones[0].flatMap((stone, at) => [stone, ...stones[1].slice(at, at + 1)]);
  if (inTurn.length !== setup.length || stones[0].length - stones[1].length > 1) {
    throw new Error('AB, AW: the stones cannot have been played in turn.');
  }
  return [...inTurn, ...moves].map(([, point], at) => {
    const square = squareOf(look, point);
    if (square === null && !(point === '' && look.pass)) {
      throw new Error(`Move ${at + 1}: '${point.slice(0, 20)}' is no square of the board.`);
    }
    return point === '' ? look.pass : squareName(look, square);
  });
}

// Has the engine play the moves; resolves with their texts and notation.
async function playMoves(engine, start, moves) {
  const played = [];
  for (const [at, move] of moves.entries()) {
    engine.send(`position ${start}${played.length > 0 ? ` moves ${played.map(([text]) => text).join(' ')}` : ''}`);
    try {
      played.push(await Promise.all([engine.ask(`move ${move}`), engine.ask(`line ${move}`)]));
    } catch (error) {
      throw error instanceof Lost ? error : new Error(`Move ${at + 1}: ${error.message}.`);
    }
  }
  return played;
}

export async function loadRecord({table, engine, watcher}, text) {
  const record = readRecord(text);
  const present = {name: table.game.name, parameters: table.game.parameters};
  if (!record.fen && !record.setup && !record.sgf && record.moves.length === 0) {
    throw new Error('Expected a position or moves; nothing was found.');
  }
  watcher.end();
  table.halt();
  table.step++;
  let setup;
  let played;
  try {
    setup = record.sgf ? await setupOfSgf(table, present, record.sgf)
      : record.variant ? await setupOfPgn(table, present, record.variant) : record.setup ?? present;
    const look = await table.openGame(new Game(setup.name, setup.parameters, record.fen));
    const moves = record.sgf ? movesOfSgf(look, record.sgf) : record.moves;
    played = await playMoves(engine, record.fen ? `fen ${record.fen}` : 'startpos', moves);
  } catch (error) {
    engine.send(table.game.newgame());
    table.showAgain();
    throw error;
  }
  await table.begin(setup, record.fen);
  let node = table.game.root;
  for (const [move, name] of played) {
    table.game.current = node;
    node = table.game.play(move, name);
  }
  table.live = node;
  await table.show(node, false);
}

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
    // navigator.clipboard needs a secure context.
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
