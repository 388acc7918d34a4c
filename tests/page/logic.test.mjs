// SPDX-License-Identifier: MIT
// Tests what the page computes, without a browser: run by `node --test`. PAGE is the folder of its
// files.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const from = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`).href);
const protocol = await from('protocol.js');
const {Game, moveNumber, pack, unpack} = await from('game.js');
const {formatMoves} = await from('pgn.js');
const {readRecord, writeMoves} = await from('record.js');
const {firstRank, randomStart} = await from('starts.js');
const {Clocks, clockText, goWords, levels, readAmount} = await from('players.js');

const PATH_LOOK = protocol.readLook('game g kind squares files 8 letters ranks 8 numbers 1 upright false entry path '
  + 'promotions qn notation e4, Nf3 side 1 colour #ffffff name White side 2 colour #000000 name Black '
  + 'piece P owner 1 shape pawn name white pawn piece p owner 2 shape pawn name black pawn');
const COLUMN_LOOK = protocol.readLook('game c kind boxes files 12 numbers 1 ranks 6 none upright true entry column '
  + 'side 1 colour #ff0000 name Red side 2 colour #ffff00 name Yellow piece x owner 1 shape disc name red disc');

test('a game is its parameters and options', () => {
  const game = protocol.readGame('name g title A Game parameter size type spin default 15 min 5 max 22 '
    + 'parameter rule type combo default a var a var b c option Board Size option Rule');
  assert.equal(game.title, 'A Game');
  assert.deepEqual(game.parameters[0], {name: 'size', type: 'spin', initial: '15', min: 5, max: 22, choices: []});
  assert.deepEqual(game.parameters[1].choices, ['a', 'b c']);
  assert.deepEqual(game.options, ['Board Size', 'Rule']);
});

test('Chess960 has 960 first ranks, each with bishops of both colours and the king between the rooks', () => {
  const ranks = Array.from({length: 960}, (_, number) => firstRank(number));
  assert.equal(new Set(ranks).size, 960);
  for (const rank of ranks) {
    assert.equal([...rank].sort().join(''), 'BBKNNQRR');
    assert.equal((rank.indexOf('B') + rank.lastIndexOf('B')) % 2, 1, rank);
    assert.match(rank, /R.*K.*R/);
  }
  // Published: position 518 is that of chess, 0 the first, 959 the last of Scharnagl's table.
  assert.deepEqual([518, 0, 959].map(firstRank), ['RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB']);
});

test('only a game with the parameter begins from a random position', () => {
  assert.equal(randomStart({chess960: 'false'}), '');
  assert.equal(randomStart({}), '');
  assert.equal(randomStart({chess960: 'true'}, () => 518.5 / 960),
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
});

test('a value may begin with a word that is a keyword', () => {
  assert.deepEqual(protocol.readKeywords('entry path pass pass side 1 name a pass', new Set(['entry', 'pass', 'side', 'name'])),
    [['entry', 'path'], ['pass', 'pass'], ['side', '1'], ['name', 'a'], ['pass', '']]);
});

test('a look is its axes, sides and pieces', () => {
  assert.deepEqual(PATH_LOOK.files, {count: 8, labels: 'letters', first: 0});
  assert.equal(PATH_LOOK.notation, 'e4, Nf3');
  assert.equal(PATH_LOOK.sides[2].name, 'Black');
  assert.deepEqual(PATH_LOOK.pieces.p, {name: 'black pawn', owner: 2, shape: 'pawn'});
  assert.equal(PATH_LOOK.upright, false);
  assert.equal(COLUMN_LOOK.upright, true);
});

test('a board is read from the top', () => {
  const board = protocol.readBoard('turn 2 result p1win squares ..x/o.. win 5 4 threat 0');
  assert.deepEqual(board.squares, ['o', '', '', '', '', 'x']);
  assert.equal(board.turn, 2);
  assert.deepEqual(board.win, [5, 4]);
  assert.deepEqual(board.threat, [0]);
  assert.deepEqual(board.alarm, []);
});

test('squares have names, and moves have squares', () => {
  assert.equal(protocol.squareName(PATH_LOOK, 28), 'e4');
  assert.deepEqual(protocol.readMove(PATH_LOOK, 'a7a8q'), {squares: [48, 56], rest: 'q'});
  assert.deepEqual(protocol.readMove(COLUMN_LOOK, '12'), {squares: [11], rest: ''});
  assert.deepEqual(protocol.readMove(PATH_LOOK, 'zz'), {squares: [], rest: 'zz'});
});

test('infos are read', () => {
  const info = protocol.readInfo('depth 9 seldepth 12 multipv 2 score cp -31 lowerbound wdl 1 2 997 nodes 5 nps 7 pv e2e4 e7e5');
  assert.equal(info.multipv, 2);
  assert.deepEqual(info.score, {cp: -31});
  assert.equal(info.bound, 'lowerbound');
  assert.deepEqual(info.wdl, [1, 2, 997]);
  assert.deepEqual(info.pv, ['e2e4', 'e7e5']);
  assert.deepEqual(protocol.readOption('name Move Overhead type spin default 10 min 0 max 5000').max, 5000);
});

test('scores are seen by player 1', () => {
  assert.deepEqual(protocol.scoreFor({cp: 30}, 2), {cp: -30});
  assert.equal(protocol.scoreFor({mate: 3}, 2).won, false);
  assert.equal(protocol.scoreFor({mate: 0}, 1).won, false);
  assert.equal(protocol.scoreFor({mate: 0}, 2).won, true);
  assert.equal(protocol.scoreText({cp: 125}), '+1.25');
  assert.equal(protocol.scoreText({cp: -1250}), '-12.5');
  assert.equal(protocol.scoreText({mate: -3, won: false}), '#-3');
  assert.equal(protocol.expectation({cp: 0}), 0.5);
  assert.ok(protocol.expectation({cp: 400}) > 0.9);
  assert.equal(protocol.expectation({mate: 0, won: false}), 0);
});

test('the tree keeps variations', () => {
  const game = new Game('g', {size: '9'});
  const first = game.play('a', 'A');
  game.play('b', 'B');
  game.current = first;
  const other = game.play('c', 'C');
  game.play('d', 'D');
  game.current = first;
  assert.equal(game.play('b', 'B'), first.children[0], 'an explored move is not a new one');
  assert.equal(formatMoves(game.root, 1), '1. A B (1... C 2. D)');
  assert.equal(game.position(other), 'position startpos moves a c');
  assert.equal(game.newgame(), 'newgame g size 9');
  game.promote(other);
  assert.ok(other.isMain());
  assert.equal(formatMoves(game.root, 2), '1... A 2. C (2. B) 2... D');
  const again = unpack(JSON.parse(JSON.stringify(pack(game))));
  assert.equal(formatMoves(again.root, 2), formatMoves(game.root, 2));
  assert.equal(again.current.move, 'b');
  game.current = first.children[1];
  game.remove(first);
  assert.equal(game.current, game.root);
  assert.ok(!game.has(other) && game.has(game.root));
  assert.equal(game.restore().move, 'b');
  assert.equal(formatMoves(game.root, 2), formatMoves(again.root, 2));
  assert.deepEqual([game.current.move, game.removed.length], ['b', 0]);
  game.remove(other);
  game.remove(first.children[0]);
  game.restore();
  game.restore();
  assert.equal(formatMoves(game.root, 2), formatMoves(again.root, 2), 'deletions are undone in turn');
});

test('moves are numbered from the number of a FEN', () => {
  const game = new Game('g', {}, 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 34');
  game.play('e8d8', 'Kd8');
  game.play('e1d1', 'Kd1');
  assert.equal(formatMoves(game.root, 2), '34... Kd8 35. Kd1');
  assert.equal(unpack(pack(game)).current.ply, game.current.ply);
  assert.equal(new Game('g', {}, '3/3/3 x').root.ply, 0);
});

test('moves are numbered where it is needed', () => {
  assert.equal(moveNumber({ply: 1}, 1, false), '1.');
  assert.equal(moveNumber({ply: 2}, 1, false), '');
  assert.equal(moveNumber({ply: 2}, 1, true), '1...');
  assert.equal(moveNumber({ply: 1}, 2, true), '1...');
});

test('pasted text is a position, commands or a file', () => {
  assert.deepEqual(readRecord('3/1x1/o2 x'), {fen: '3/1x1/o2 x', moves: []});
  assert.deepEqual(readRecord('position startpos moves e2e4 e7e5').moves, ['e2e4', 'e7e5']);
  assert.deepEqual(readRecord('position fen 3/3/3 x moves a1'), {fen: '3/3/3 x', moves: ['a1']});
  assert.deepEqual(readRecord('newgame g size 9 rule b\nposition startpos moves a1\n'),
    {fen: '', moves: ['a1'], setup: {name: 'g', parameters: {size: '9', rule: 'b'}}});
  assert.deepEqual(readRecord('newgame g').setup, {name: 'g', parameters: {}});
  assert.equal(readRecord('newgames').setup, undefined);
  assert.deepEqual(readRecord('  ').games, []);
  assert.equal(readRecord('1. e4 e5').format, 'pgn');
  assert.equal(readRecord(' \ufeff(;GM[4])').format, 'sgf');
});

test('a game is written as two commands', () => {
  const game = new Game('g', {size: '9'}, '3/3/3 o');
  game.play('a1', 'a1');
  game.current = game.root;
  assert.equal(writeMoves(game), 'newgame g size 9\nposition fen 3/3/3 o moves a1\n');
  assert.deepEqual(readRecord(writeMoves(game)), {fen: '3/3/3 o', moves: ['a1'], setup: {name: 'g', parameters: {size: '9'}}});
});

test('limits are words of go', () => {
  assert.equal(goWords({kind: 'movetime', amount: 0.25}, [0, 0]), 'movetime 250');
  assert.equal(goWords({kind: 'depth', amount: 4}, [0, 0]), 'depth 4');
  assert.equal(goWords({kind: 'clock', amount: 5, increment: 2}, [100.4, -3]), 'wtime 100 btime 1 winc 2000 binc 2000');
  assert.equal(readAmount('1,5', 10), 1.5);
  for (const wrong of ['', '0', '-1', '11', 'x', 'Infinity']) {
    assert.equal(readAmount(wrong, 10), null, wrong);
  }
  assert.equal(readAmount('1.5', 10, true), null);
});

test('levels are what the engine offers for the game', () => {
  const options = new Map([['UCI_Elo', {min: 1000, max: 1500}], ['Skill Level', {min: 0, max: 20}]]);
  assert.deepEqual(levels(['UCI_Elo', 'Skill Level'], options).pop().options, {UCI_LimitStrength: 'false', 'Skill Level': 20});
  assert.deepEqual(levels(['UCI_Elo'], options).map((each) => each.value), ['e1000', 'e1250', 'e1500', 'full']);
  assert.deepEqual(levels(['Skill Level'], options).map((each) => each.options['Skill Level']), [0, 2, 4, 6, 8, 11, 13, 15, 17, 20]);
  assert.equal(levels([], options)[0].words, 'depth 1');
});

test('one clock runs at a time', () => {
  let now = 0;
  const clocks = new Clocks({kind: 'clock', amount: 1, increment: 2}, () => now);
  clocks.start(1);
  now = 10000;
  assert.equal(clocks.leftOf(1), 50000);
  clocks.moved(1);
  assert.equal(clocks.leftOf(1), 52000);
  clocks.start(2);
  now = 15000;
  assert.deepEqual(clocks.times(), [52000, 55000]);
  clocks.stop();
  now = 99000;
  assert.deepEqual(clocks.times(), [52000, 55000]);
  assert.equal(new Clocks({kind: 'depth', amount: 3}).used, false);
  assert.equal(clockText(65000), '1:05');
  assert.equal(clockText(65999), '1:05');
  assert.equal(clockText(3599999), '59:59');
  assert.equal(clockText(9940), '0:09.9');
  assert.equal(clockText(-5), '0:00.0');
});

test('texts are those of the catalogue, with values, contexts and messages of the engine', async () => {
  const {_, fromEngine, plural, setLanguage} = await from('language.js');
  const entries = {
    'a {x} of {y}': '{y}의 {x}', Red: '빨강', 'xq\u0004Red': '홍', '1 node': '노드', 'first line': '모두', taken: '이미', "bad '{move}': {why}": '{move}: {why}',
    '': ["bad '{move}': {why}"],
  };
  globalThis.document = {documentElement: {}, querySelectorAll: () => []};
  Object.defineProperty(globalThis, 'navigator', {value: {languages: ['fr', 'ko-KR', 'en']}, configurable: true, writable: true});
  globalThis.fetch = async (name) => ({json: async () => (name === 'ko.json' ? entries : null)});
  assert.equal(_('a {x} of {y}', {x: 1, y: '{x}'}), 'a 1 of {x}');
  assert.equal(plural('1 node', '{count} nodes', 1, {count: 1}), '1 node');
  assert.equal(plural('1 node', '{count} nodes', 2, {count: 2}), '2 nodes');
  assert.equal(fromEngine("bad 'e4': taken"), "bad 'e4': taken");
  await setLanguage('auto');
  assert.equal(document.documentElement.lang, 'ko');
  assert.equal(_('a {x} of {y}', {x: 1, y: '{x}'}), '{x}의 1');
  assert.deepEqual([_('Red'), _('Red', {}, 'xq'), _('Red', {}, 'other')], ['빨강', '홍', '빨강']);
  assert.equal(plural('1 node', '{count} nodes', 2, {count: 2}), '노드');
  assert.equal(_('first line\nsecond line'), '모두');
  assert.deepEqual([_('constructor'), _('unknown {x}')], ['constructor', 'unknown {x}']);
  assert.equal(fromEngine("bad 'e4': taken"), 'e4: 이미');
  assert.equal(fromEngine("bad 'e4': other"), 'e4: other');
  assert.equal(fromEngine('unknown'), 'unknown');
  await setLanguage('en');
  assert.equal(document.documentElement.lang, 'en');
  assert.equal(_('Red'), 'Red');
  globalThis.fetch = async () => { throw new Error('gone'); };
  await setLanguage('ko');
  assert.equal(document.documentElement.lang, 'en');
});
