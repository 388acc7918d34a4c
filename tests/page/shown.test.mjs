// SPDX-License-Identifier: MIT
// Tests what the page shows for given games, clocks and searches: run by `node --test`. PAGE is the
// folder of its files. The expected texts are written by hand.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {Element, newDocument} from './dom.mjs';

// The tests run the timers.
let timers = [];
globalThis.setInterval = (action) => timers.push(action);
globalThis.setTimeout = (action) => timers.push(action);
globalThis.clearTimeout = () => {};
const runTimers = () => timers.splice(0).forEach((action) => action());

const from = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`).href);
const {readBoard, readGame, readInfo, readLook} = await from('protocol.js');
const {Game} = await from('game.js');
const {Clocks} = await from('players.js');
const {Analysis} = await from('analysis.js');
const {Annotation} = await from('annotate.js');
const {Graph} = await from('graph.js');
const {MoveList} = await from('moves.js');
const {Table} = await from('table.js');
const {View} = await from('view.js');

const LOOK = readLook('game g kind squares files 3 letters ranks 3 numbers 1 upright false entry square notation b2 '
  + 'side 1 colour #ffffff name White side 2 colour #000000 name Black '
  + 'piece x owner 1 shape disc name white disc piece o owner 2 shape disc name black disc');
const COLUMNS = readLook('game c kind boxes files 3 numbers 1 ranks 3 none upright true entry column '
  + 'side 1 colour #ff0000 name Red side 2 colour #ffff00 name Yellow '
  + 'piece x owner 1 shape disc name red disc piece o owner 2 shape disc name yellow disc');

const position = (board, moves, notation = moves) => ({board: readBoard(board), moves: moves.split(' '), notation: notation.split(' ')});

// Returns a game with moves [name, score after the move from the view of player 1].
function gameOf(...moves) {
  const game = new Game('g', {});
  game.root.score = {cp: 0};
  let node = game.root;
  for (const [move, score] of moves) {
    game.current = node;
    node = game.play(move, move.toUpperCase());
    node.score = score;
  }
  return game;
}

// An engine that records its commands and sends the infos of a search on request.
class FakeEngine {
  sent = [];
  options = new Map();
  set = {};
  ready = true;

  send(line) {
    this.sent.push(line);
  }

  setOption(name, value) {
    this.set[name] = value;
  }

  stop() {}

  go(words, hear) {
    this.sent.push(`go ${words}`);
    this.hear = (text) => hear(readInfo(text));
    return new Promise((resolve) => { this.finish = resolve; });
  }

  async ask(text) {
    this.sent.push(`query ${text}`);
    return this.answers?.[text] ?? '';
  }
}

// Returns an analysis of a position with this side to move, and its display.
function analysisOf(turn, look = LOOK, squares = '...' + '/...' + '/...') {
  newDocument();
  const engine = new FakeEngine();
  const game = new Game('g', {});
  game.root.position = position(`turn ${turn} result none squares ${squares}`, 'a1 b2 c3', 'A1 B2 C3');
  const table = {
    game, engine, look, step: 1, node: game.root, isOver: () => false, setStrength() {}, resultOf: (node) => node.position.board.result,
  };
  const parts = {facts: new Element('p'), threat: new Element('button'), lines: new Element('ol'), bar: new Element('div')};
  const text = new Element('span');
  text.className = 'bar-text';
  parts.bar.append(text);
  const shown = {parts, table, engine};
  shown.analysis = new Analysis(table, parts, {hints: (hints) => { shown.hints = hints; }, scored() {}});
  shown.analysis.begin();
  shown.hear = (...infos) => {
    infos.forEach((info) => engine.hear(info));
    runTimers();
  };
  return shown;
}

test('facts of a search are the depth, the nodes and the speed that the engine says', () => {
  const {hear, parts} = analysisOf(1);
  const facts = (nodes, nps) => {
    hear(`depth 21 seldepth 34 multipv 1 score cp 5 nodes ${nodes} nps ${nps} time 400 pv a1`);
    return parts.facts.textContent;
  };
  assert.equal(facts(7, 1000), 'Depth 21/34 · 7 nodes · 1 kN/s');
  assert.equal(facts(9999, 1234567), 'Depth 21/34 · 9999 nodes · 1,235 kN/s');
  assert.equal(facts(12345, 499), 'Depth 21/34 · 12 k nodes · 0 kN/s');
  assert.equal(facts(654321, 2500000), 'Depth 21/34 · 654 k nodes · 2,500 kN/s');
  assert.equal(facts(1250000, 2500000), 'Depth 21/34 · 1.3 M nodes · 2,500 kN/s');
  assert.equal(facts(987654321, 2500000), 'Depth 21/34 · 987.7 M nodes · 2,500 kN/s');
  assert.equal(facts(12345678901, 2500000), 'Depth 21/34 · 12.35 G nodes · 2,500 kN/s');
  hear('depth 3 multipv 1 score cp 5 nodes 40 nps 1000 pv a1');
  assert.equal(parts.facts.textContent, 'Depth 3 · 40 nodes · 1 kN/s');
});

const ranked = (score) => `depth 5 multipv 1 score ${score} nodes 1 nps 1 pv b2 a1`;

test('scores of lines, bar and board are those of player 1, whoever is to move', () => {
  for (const [turn, score, shown, share] of [
    [1, 'cp 400', '+4.00', 10 / 11], [2, 'cp 400', '-4.00', 1 / 11], [1, 'cp -31', '-0.31', 0.45549], [2, 'cp -31', '+0.31', 0.54451],
    [1, 'mate 3', '#3', 1], [2, 'mate 3', '#-3', 0], [1, 'mate -2', '#-2', 0], [2, 'mate -2', '#2', 1],
  ]) {
    const {hear, parts} = analysisOf(turn);
    const context = `side ${turn}, ${score}`;
    hear(ranked(score));
    assert.equal(parts.lines.children.length, 1, context);
    assert.equal(parts.lines.children[0].querySelector('b').textContent, shown, context);
    assert.equal(parts.bar.querySelector('.bar-text').textContent, shown, context);
    assert.equal(parts.bar.attributes['aria-label'], `Evaluation ${shown}`, context);
    assert.ok(Math.abs(Number(parts.bar.properties['--share']) - share) < 1e-4, `${context}: ${parts.bar.properties['--share']}`);
    assert.equal(parts.bar.classes.has('low'), share < 0.5, context);
  }
});

test('hints are the first moves of the lines, best first, with their scores', () => {
  const shown = analysisOf(2);
  shown.hear('depth 5 multipv 1 score cp 50 nodes 1 nps 1 pv b2 a1', 'depth 5 multipv 2 score cp 20 nodes 1 nps 1 pv c3',
    'depth 5 multipv 3 score cp -10 nodes 1 nps 1 pv a1', 'depth 5 multipv 4 score cp -90 nodes 1 nps 1 pv a2');
  assert.deepEqual(shown.hints, [
    {squares: [4], text: '-0.50', rank: 0}, {squares: [8], text: '-0.20', rank: 1}, {squares: [0], text: '+0.10', rank: 2},
  ]);
  assert.deepEqual(shown.parts.lines.children.map((line) => line.querySelector('b').textContent), ['-0.50', '-0.20', '+0.10']);
  assert.equal(shown.engine.set.MultiPV, 3);
});

test('a column shows its score on the square where a piece comes to lie', () => {
  const shown = analysisOf(1, COLUMNS, '.../o../xo.');
  shown.hear('depth 5 multipv 1 score cp 7 nodes 1 nps 1 pv 1', 'depth 5 multipv 2 score cp 6 nodes 1 nps 1 pv 2',
    'depth 5 multipv 3 score cp 5 nodes 1 nps 1 pv 3');
  assert.deepEqual(shown.hints.map(({squares, text}) => [squares[0], text]), [[6, '+0.07'], [4, '+0.06'], [2, '+0.05']]);
});

test('a line is written as players write it', async () => {
  const {hear, parts, engine, analysis} = analysisOf(1);
  engine.answers = {'line b2 a1': 'Bb2 Ra1'};
  hear(ranked('cp 1'));
  await null;
  await null;
  runTimers();
  assert.equal(parts.lines.children[0].textContent, '+0.01 B2 Ra1 ');
  let played;
  analysis.view.played = (moves) => { played = moves; };
  const button = parts.lines.querySelectorAll('button')[1];
  parts.lines.onclick({target: {closest: () => button}});
  assert.deepEqual(played, ['b2', 'a1'], 'a move of a line is played with the moves before it');
});

test('a bound is no score of the position, and a node keeps the best move', () => {
  const {hear, table} = analysisOf(1);
  hear('depth 4 multipv 1 score cp 10 nodes 1 nps 1 pv a1', 'depth 5 multipv 1 score cp 90 lowerbound nodes 1 nps 1 pv b2',
    'depth 5 multipv 2 score cp 3 nodes 1 nps 1 pv c3');
  assert.deepEqual([table.node.score, table.node.best], [{cp: 10}, 'a1']);
});

test('the bar of a finished game is its result', () => {
  for (const [result, words, share] of [['p1win', '1–0', '1'], ['p2win', '0–1', '0'], ['draw', '½', '0.5']]) {
    const {analysis, parts, table} = analysisOf(1);
    table.node.position = position(`turn 1 result ${result} squares .../.../...`, '');
    analysis.showBar();
    assert.equal(parts.bar.querySelector('.bar-text').textContent, words);
    assert.equal(parts.bar.properties['--share'], share);
  }
});

// Returns the coordinates "x y" of a path.
const pointsOf = (html, name) => html.match(new RegExp(`class="${name}" d="M([^"]*)"`))[1];

test('the graph is high where player 1 is better, from left to right', () => {
  const game = gameOf(['a', {cp: 400}], ['b', {cp: -400}], ['c', {mate: 0, won: false}], ['d', {mate: 2, won: true}]);
  const element = new Element('div');
  const graph = new Graph(element, (node) => { game.current = node; });
  game.current = game.line()[1];
  game.line()[2].mark = '??';
  graph.show(game, true);
  // 90 units minus two margins of 3 units are 84. In them, 10/11 and 1/11 of the points are 76.36
  // and 7.64 units.
  assert.equal(pointsOf(element.innerHTML, 'way'), '0.0 45.0L150.0 10.6L300.0 79.4L450.0 87.0L600.0 3.0');
  assert.equal(pointsOf(element.innerHTML, 'area'), '0.0 90L0.0 45.0L150.0 10.6L300.0 79.4L450.0 87.0L600.0 3.0L600.0 90z');
  assert.equal(pointsOf(element.innerHTML, 'now'), '300.0 0v90');
  assert.match(element.innerHTML, /<circle class="mark" cx="450.0" cy="87.0"/);
  element.getBoundingClientRect = () => ({left: 100, width: 400});
  element.onclick({clientX: 410});
  assert.equal(game.current.move, 'c', 'three quarters of the way are the third of four moves');
  graph.show(game, false);
  assert.ok(element.hidden);
  graph.show(gameOf(), true);
  assert.ok(!element.hidden && element.innerHTML === '', 'one score is no graph');
});

test('moves that lose expectation of who moved are marked', () => {
  const game = gameOf(['a', {cp: 0}], ['b', {cp: 400}], ['c', {cp: 300}], ['d', {cp: 300}], ['e', {cp: 60}]);
  const line = [game.root, ...game.line()];
  line.forEach((node, at) => {
    node.best = 'z';
    node.position = position(`turn ${1 + (at % 2)} result none squares .../.../...`, 'y z', 'Y Z');
  });
  const worst = new Annotation({}).judge(line);
  // Expected scores: 0.5, 0.5, 0.909, 0.849, 0.849, 0.585. Black's b loses 0.409, White's c 0.06,
  // White's e 0.264.
  assert.deepEqual(line.map((node) => node.mark), ['', '', '??', '', '', '?']);
  assert.deepEqual(worst.map(({node, better, from, to}) => [node.move, better, from, to]),
    [['b', 'Z', '0.00', '+4.00'], ['e', 'Z', '+3.00', '+0.60']]);
  Object.assign(line[1], {mark: '!'});
  Object.assign(line[2], {mark: '!?', judged: false});
  assert.equal(new Annotation({}).judge(line).length, 2);
  assert.deepEqual(line.map((node) => node.sign), ['', '!', '!?', '', '', '?'], 'marks of a person stay');
  line.forEach((node) => { node.best = node.children[0]?.move; });
  assert.deepEqual(new Annotation({}).judge(line), [], 'the best move costs nothing');
  assert.deepEqual(line.map((node) => node.sign), ['', '!', '!?', '', '', ''], 'a mark of the engine goes with its reason');
});

test('the list has each move with its number, mark and score', () => {
  newDocument();
  const game = gameOf(['a', {cp: 15}], ['b', {mate: 4, won: false}], ['c', null]);
  game.line()[1].mark = '?';
  const element = new Element('div');
  new MoveList(element, () => {}).show(game, 1);
  assert.equal(element.textContent, '1.A B? 2.C');
  const buttons = element.querySelectorAll('button');
  assert.deepEqual(buttons.map((each) => each.title), ['+0.15', '#-4', undefined]);
  assert.equal(buttons[1].attributes['aria-label'], 'B, mistake');
  assert.deepEqual(buttons.map((each) => 'aria-current' in each.attributes), [false, false, true]);
});

// Returns a table with a view of it. White is the player below unless the board is flipped.
function tableOf({players = {1: 'you', 2: 'engine'}, clock = true} = {}) {
  const get = newDocument();
  const engine = new FakeEngine();
  const board = {flipped: false, element: new Element('div'), show() {}, setFlipped() {}};
  const page = {engine, board, preferences: {}, list: {show() {}, keepFocus() {}}, analysis: {showBar() {}}, publisher: {show() {}},
    graph: {show() {}}, sound: {play() {}}};
  const view = new View(page);
  const table = new Table(engine, {
    status: () => view.status(), infos: (info) => view.thought(info), changed() {}, ended() {}, moved() {}, failed() {}, opened() {},
  });
  page.table = table;
  const limit = clock ? {kind: 'clock', amount: 2, increment: 3} : {kind: 'depth', amount: 4};
  const game = new Game('g', {});
  game.root.position = position('turn 1 result none squares .../.../...', 'a1 b2 c3');
  table.games = new Map([['g', readGame('name g title The Game')]]);
  const shown = {get, engine, table, view, board, now: 0};
  Object.assign(table, {game, live: game.root, look: LOOK, players, limit, clocks: new Clocks(limit, () => shown.now)});
  shown.seat = (name) => {
    const part = (each) => get(`player-${name}`).querySelector(`.${each}`).textContent;
    return [part('who'), part('what'), part('clock')].join(' ');
  };
  return shown;
}

test('each player has the own clock, and only that of who is to move runs', () => {
  const shown = tableOf();
  const {table, view, board} = shown;
  table.clocks.start(1);
  shown.now = 30000;
  view.players();
  assert.equal(shown.seat('near'), 'White You 1:30');
  assert.equal(shown.seat('far'), 'Black Engine 2:00');
  assert.ok(shown.get('player-near').classes.has('turn') && !shown.get('player-far').classes.has('turn'));
  table.clocks.moved(1);
  table.clocks.start(2);
  shown.now = 50000;
  view.clocks();
  assert.equal(shown.seat('near'), 'White You 1:33', '30 s are gone, and 3 s are added');
  assert.equal(shown.seat('far'), 'Black Engine 1:40');
  board.flipped = true;
  view.players();
  assert.equal(shown.seat('near'), 'Black Engine 1:40');
  assert.equal(shown.seat('far'), 'White You 1:33');
});

test('the engine is told the clocks of both sides and the increment', () => {
  const shown = tableOf({players: {1: 'engine', 2: 'you'}});
  shown.table.clocks.reset([70000, 110000]);
  shown.table.engineMoves(shown.table.step);
  assert.equal(shown.engine.sent.at(-1).trim(), 'go wtime 70000 btime 110000 winc 3000 binc 3000');
});

test('who has no time left loses', () => {
  for (const [side, why, result] of [[1, 'White is out of time', 'p2win'], [2, 'Black is out of time', 'p1win']]) {
    const shown = tableOf();
    shown.table.clocks.start(side);
    shown.now = 119999;
    shown.table.watchClock();
    assert.equal(shown.table.resultOf(shown.table.node), 'none');
    shown.now = 120000;
    shown.table.watchClock();
    assert.equal(shown.table.resultOf(shown.table.node), result);
    assert.equal(shown.view.resultText(shown.table.node), `${why}: ${result === 'p1win' ? 'White' : 'Black'} wins`);
  }
});

test('a clock taken back is what it was behind the move', async () => {
  const shown = tableOf({players: {1: 'you', 2: 'you'}});
  const {table} = shown;
  const child = table.game.play('a1', 'a1');
  child.position = position('turn 2 result none squares .../.../x..', 'b2');
  child.clocks = [61000, 119000];
  const last = table.game.play('b2', 'b2');
  last.position = position('turn 1 result none squares .../.o./x..', 'c3');
  await table.takeBack();
  assert.deepEqual(table.clocks.left, [61000, 119000]);
});

test('the thinking engine is shown with its depth, and its score as player 1 sees it', () => {
  for (const [turn, words] of [[1, 'The engine is thinking: depth 7, -0.25'], [2, 'The engine is thinking: depth 7, +0.25']]) {
    const shown = tableOf({clock: false, players: {1: 'engine', 2: 'engine'}});
    shown.table.node.position.board.turn = turn;
    shown.table.engineMoves(shown.table.step);
    shown.engine.hear('depth 7 multipv 1 score cp -25 nodes 1 nps 1 pv a1');
    assert.equal(shown.get('status').textContent, words);
    assert.equal(shown.engine.sent.at(-1).trim(), 'go depth 4');
  }
});

test('the status says who is to move and how a game ended', () => {
  const shown = tableOf({clock: false});
  const status = (board, changes = {}) => {
    shown.table.node.position = position(board, 'a1');
    Object.assign(shown.table, changes);
    shown.view.status();
    return shown.get('status').textContent;
  };
  const squares = 'squares .../.../...';
  assert.equal(status(`turn 1 result none ${squares}`), 'Your move');
  assert.equal(status(`turn 1 result none ${squares} alarm 4`), 'Your move, in check');
  assert.equal(status(`turn 2 result none ${squares}`), 'The engine is to move: press Move now');
  assert.equal(status(`turn 2 result none ${squares}`, {thinking: true}), 'The engine is thinking');
  assert.equal(status(`turn 2 result none ${squares} alarm 4`, {mode: 'analyse'}), 'Black to move, in check');
  assert.equal(status(`turn 1 result p1win ${squares}`), 'White wins');
  assert.equal(status(`turn 1 result p2win ${squares}`), 'Black wins');
  assert.equal(status(`turn 1 result draw ${squares}`), 'A draw');
});
