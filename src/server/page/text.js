// SPDX-License-Identifier: MIT
// Opens, copies and saves games as text. Owns nothing. After an error the table is unchanged.
import {find, make} from './elements.js';
import {Lost} from './engine.js';
import {Game, moveNumber, pack} from './game.js';
import {_, say, textOf} from './language.js';
import {lineOf, readPgn, splitPgn, writePgn} from './pgn.js';
import {ENGINE} from './players.js';
import {squareName} from './protocol.js';
import {decoding, encode, readingRecord, writeLink, writeMoves} from './record.js';
import {readSgf, splitSgf, squareOf, writeSgf} from './sgf.js';
import {inSlices} from './slices.js';

// Names of standard chess, and of Chess960.
const PLAIN = /^(|standard|normal|from position)$/i;
const RANDOM = /^(fischer ?random( ?chess)?|chess ?960)$/i;

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
    throw new Error(_('GM: no game here has the number {number}.', {number}));
  }
  const sized = size ? await firstOf(table, varied(table, game, ({type, min, max}) => (
    type === 'spin' && size >= min && size <= max ? [String(size)] : [])), (look) => look.files.count === size) : game;
  if (!sized) {
    throw new Error(_('SZ: {game} has no board of {size}.', {game: game.name, size}));
  }
  const ruled = rules ? await firstOf(table, varied(table, sized, ({type, choices}) => (type === 'combo' ? choices : [])), (look) => (
    look.files.count === (size || look.files.count) && look.sgf.rules.toLowerCase() === rules.toLowerCase())) : sized;
  if (!ruled) {
    throw new Error(_("RU: {game} has no rules '{rules}'.", {game: game.name, rules: rules.slice(0, 60)}));
  }
  return ruled;
}

async function setupOfPgn(table, present, variant) {
  const setup = await firstOf(table, allGames(table, present).flatMap((game) => (
    varied(table, game, ({type}) => (type === 'check' ? ['false', 'true'] : [])))),
  ({pgn}) => pgn.toLowerCase() === variant.toLowerCase());
  if (!setup) {
    throw new Error(_("No game here is written as PGN of the variant '{variant}'.", {variant: variant.slice(0, 60)}));
  }
  return setup;
}

// The stones that an SGF sets, as moves in turn, and then its moves.
function setStones(look, {setup, root}) {
  const [first, second] = look.sgf.colours;
  const stones = [first, second].map((colour) => setup.filter(([each]) => each === colour));
  const inTurn = stones[0].flatMap((stone, at) => [stone, ...stones[1].slice(at, at + 1)]);
  if (inTurn.length !== setup.length || stones[0].length - stones[1].length > 1) {
    throw new Error(_('AB, AW: the stones cannot have been played in turn.'));
  }
  const moves = inTurn.map((written) => ({written, at: 0, isSetup: true, children: []}));
  [root, ...moves].reduce((before, move) => {
    move.children = before.children;
    before.children = [move];
    return move;
  });
}

// The text of an SGF's move for the engine.
function textOfPoint(look, [, point]) {
  const square = squareOf(look, point);
  if (square === null && !(point === '' && look.pass)) {
    throw new Error(_("'{point}' is no square of the board", {point: point.slice(0, 20)}));
  }
  return point === '' ? look.pass : squareName(look, square);
}

// Has the engine play the moves of a tree, and adds them to the game. textOf(written) is a move's text
// for the engine, failed(node, written, at, error) the error to throw.
async function playTree(engine, game, root, textOf, failed) {
  const kept = ['mark', 'nags', 'before', 'comments', 'extra', 'later', 'isSetup'];
  const take = (node, from) => kept.forEach((key) => { node[key] = from[key] ?? node[key]; });
  const following = (node, from) => from.children.map((each) => [node, each]).reverse();
  take(game.root, root);
  const waiting = following(game.root, root);
  while (waiting.length > 0) {
    const [parent, from] = waiting.pop();
    try {
      const text = textOf(from.written);
      engine.send(game.position(parent));
      const [move, name] = await Promise.all([engine.ask(`move ${text}`), engine.ask(`line ${text}`)]);
      const node = parent.add(move, name);
      take(node, from);
      node.written = from.written === name || Array.isArray(from.written) ? '' : from.written;
      waiting.push(...following(node, from));
    } catch (error) {
      throw error instanceof Lost ? error : failed(parent, from, error);
    }
  }
}

// The parts of a text that are a game: {fen, root, variant, sgf, result, names}.
function readGame(format, part) {
  if (format === 'sgf') {
    const sgf = readSgf(part);
    return {fen: '', root: sgf.root, sgf, result: part.tags.RE ?? '', names: [part.tags.PB, part.tags.PW]};
  }
  const {FEN: fen = '', SetUp: set = '1', Variant: variant = '', White, Black} = part.tags;
  const named = Object.keys(part.tags).length > 0;
  return {
    ...readPgn(part), fen: set === '0' ? '' : fen.trim().replace(/\s+/g, ' '), names: [White, Black],
    variant: named ? (PLAIN.test(variant) ? 'Standard' : RANDOM.test(variant) ? 'Chess960' : variant) : '',
  };
}

// Two commands as a game.
function commandsAsGame({fen, moves, setup}) {
  /** @type {any} */
  const root = {children: []};
  let node = root;
  for (const written of moves) {
    node.children = [{written, at: 0, children: []}];
    [node] = node.children;
  }
  return {fen, root, setup, names: []};
}

// Builds the game of a text, and switches the engine to it. Resolves with {game, look, first}.
/** @param {Page} page */
async function build({table, engine}, read, line) {
  const present = {name: table.game.name, parameters: table.game.parameters};
  const {fen, root, sgf, variant} = read;
  const setup = sgf ? await setupOfSgf(table, present, sgf)
    : variant ? await setupOfPgn(table, present, variant) : read.setup ?? present;
  const game = new Game(setup.name, setup.parameters, fen);
  const look = await table.openGame(game);
  const first = await engine.ask('p1turn') === 'true' ? 1 : 2;
  if (sgf) {
    setStones(look, sgf);
  }
  await playTree(engine, game, root, sgf ? (written) => textOfPoint(look, written) : (written) => written, (parent, {written, at}, error) => {
    const number = moveNumber({ply: parent.ply + 1}, first, true);
    return new Error(_('Line {line}, {number} {move}: {reason}.', {line: line(at), number, move: sgf ? written[1] : written, reason: error.message}));
  });
  game.current = game.root.end();
  return {game, look, first};
}

// Switches the table to the game that `read` describes. adopt(built) is called before it is shown.
/** @param {Page} page */
async function enter(page, read, line, adopt) {
  const {table, watcher} = page;
  watcher.end();
  table.pause();
  let built;
  try {
    built = await build(page, read, line);
    adopt(built);
  } catch (error) {
    table.resume();
    throw error;
  }
  await table.enter(built.game, built.look);
}

const writeIn = (format) => (format === 'pgn' ? writePgn : writeSgf);

// The game as it is written, except for its result by the rules: tells whether it was changed.
function signature(game, look, first, format) {
  const {result = 'none', how = ''} = game.root.end().ending ?? {};
  return writeIn(format)(game, look, {names: {1: '', 2: ''}, first, result, how, date: '', setup: []});
}

// Shows a game of the file. `file` is GameFile or, before it is opened, of the same form.
/** @param {Page} page */
async function enterGame(page, file, at, opened = () => {}) {
  const {format} = file;
  const part = file.games[at];
  const read = readGame(format, part);
  const lineIn = (place) => file.games.slice(0, at).reduce((sum, {text}) => sum + lineOf(text, text.length) - 1, lineOf(part.text, place));
  await enter(page, read, lineIn, ({game, look, first}) => {
    opened();
    const [one, two] = format === 'sgf' && look.sgf.colours[0] === 'W' ? [...read.names].reverse() : read.names;
    game.source = {file: page.file.id, at, format, text: part.text, head: part.head, result: read.result, names: {1: one, 2: two}};
    game.source.same = signature(game, look, first, format);
  });
}

// Opens a text, or the bytes of a file: a position, moves, or one game or more, of which it shows the
// first. Calls progress(share) while it reads; the signal aborts that.
/** @param {Page} page */
export async function openText(page, {text: typed, bytes, name}, progress, signal) {
  const {text, latin} = bytes ? await inSlices(decoding(bytes), (at) => progress(at / bytes.byteLength / 4), signal) : {text: typed, latin: false};
  const record = await inSlices(readingRecord(text), (at) => progress(0.25 + (0.75 * at) / text.length), signal);
  const isEmpty = record.games ? !record.games.some(({begun, head}) => begun || head > 0)
    : !record.fen && !record.setup && record.moves.length === 0;
  if (isEmpty) {
    throw new Error(_('Expected a position or moves; nothing was found.'));
  }
  keepChanges(page);
  if (page.file.mustWarn()) {
    throw new Error(_('The open file has changes that are not saved. Load again to discard them.'));
  }
  if (record.games) {
    await enterGame(page, record, 0, () => page.file.open({...record, name, latin}));
  } else {
    await enter(page, commandsAsGame(record), () => 1, () => page.file.close());
  }
  page.file.show(page.table.game);
}

// Writes the game on the board into the open file, if it is one of that.
/** @param {Page} page */
export function keepChanges({table, file}) {
  const at = file.placeOf(table.game);
  if (at >= 0) {
    const text = WRITERS[file.format](table);
    file.replace(at, (file.format === 'pgn' ? splitPgn : splitSgf)(text)[0]);
  }
}

// Shows another game of the open file. Changes of the present one are kept in the file.
/** @param {Page} page */
export async function chooseGame(page, at) {
  keepChanges(page);
  try {
    await enterGame(page, page.file, at);
  } finally {
    page.file.show(page.table.game);
  }
}

function facts(table) {
  const end = table.game.root.end();
  const plays = table.mode === 'play' && !table.watching;
  const name = (side) => (!plays ? '?' : table.players[side] === ENGINE ? 'Myosu' : 'Person');
  return {
    names: {1: name(1), 2: name(2)}, first: table.first, result: table.resultOf(end), how: end.ending?.how ?? '',
    date: new Date().toISOString().slice(0, 10), setup: table.game.root.position.board.squares,
  };
}

// The game as a file has it if nothing was changed, otherwise as its tree says.
function writeGame({game, look}, format, known) {
  const {source} = game;
  return source?.format === format && source.same === signature(game, look, known.first, format) ? source.text
    : writeIn(format)(game, look, known);
}

const WRITERS = {
  fen: (table) => table.node.position.fen,
  moves: (table) => writeMoves(table.game),
  link: (table) => writeLink(writeMoves(table.game)),
  pgn: (table) => writeGame(table, 'pgn', facts(table)),
  sgf: (table) => writeGame(table, 'sgf', facts(table)),
};

export function download(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes], {type: 'application/octet-stream'}));
  make('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// Saves the open file or, if the game on the board is not in it, that game.
/** @param {Page} page */
export function saveFile(page) {
  const {table, file} = page;
  if (file.placeOf(table.game) >= 0) {
    keepChanges(page);
    download(encode(file), file.name || `games.${file.format}`);
    file.markSaved();
    return;
  }
  const {text, format} = gameAsText(table);
  download(encode({text, latin: false}), `${table.game.name}.${format === 'moves' ? 'txt' : format}`);
}

// The game on the board as text, in the format that is usual for it, and as plain data.
export function gameAsText(table) {
  const {look, game} = table;
  const format = look.pgn ? 'pgn' : look.sgf ? 'sgf' : 'moves';
  return {format, text: WRITERS[format](table), packed: pack(game)};
}

const isCopied = new Set(); // buttons that say so

/** @param {Page} page */
export async function copyAs({table, view}, format) {
  const button = find(`copy-${format}`);
  if (isCopied.has(button)) {
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
  const before = textOf(button);
  isCopied.add(button);
  say(button, () => _('Copied'));
  view.announce(_('Copied'));
  setTimeout(() => {
    isCopied.delete(button);
    say(button, before);
  }, 1500);
}
