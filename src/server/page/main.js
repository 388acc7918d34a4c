// SPDX-License-Identifier: MIT
// The page: what it is made of, and what happens when something is pressed.
import {Analysis} from './analysis.js';
import {Annotation} from './annotate.js';
import {Board} from './board.js';
import {NewGame, Paste, Settings, choosePromotion, showRules} from './dialogs.js';
import {Engine, Lost} from './engine.js';
import {Graph} from './graph.js';
import {MoveList} from './moves.js';
import {drawPiece, loadShapes} from './pieces.js';
import {ENGINE, PERSON, clockText} from './players.js';
import {scoreFor, scoreText, squareName} from './protocol.js';
import {readRecord, writeRecord} from './record.js';
import {applyTheme, readPreferences, readTable, writePreferences, writeTable} from './settings.js';
import {Table} from './table.js';
import {Publisher, Watcher} from './watch.js';
import {WatchDialog} from './watch_dialog.js';

const find = (id) => document.getElementById(id);
const preferences = readPreferences();
applyTheme(preferences.theme);
loadShapes().catch(() => {}); // said when they are wanted

const place = new URL('session', location.href);
place.protocol = place.protocol.replace('http', 'ws');
place.hash = '';
place.search = '';
const wanted = new URLSearchParams(location.hash.slice(1));
const token = wanted.get('token') ?? '';

const engine = new Engine(place.href, token, {opened: () => connected(), closed: (reason) => disconnected(reason), notice, watched: (text) => watcher.hear(text)});

const table = new Table(engine, {
  opened: () => setUpBoard(),
  changed: (moved) => render(moved),
  moved: (node, turn) => announce(`${table.look.sides[turn].name}: ${node.notation}`),
  failed: (error) => showFailure(error),
  status: () => renderStatus(),
  infos: (info) => showThought(info),
});

const board = new Board(find('board'), {
  move: (move) => table.play(move),
  choosePromotion: (moves) => choosePromotion(table, moves),
  key: (event) => boardKey(event),
});

const list = new MoveList(find('moves'), (node) => table.show(node, false));
const graph = new Graph(find('graph'), (node) => table.show(node, false));
const analysis = new Analysis(table, {lines: find('lines'), facts: find('search-facts'), bar: find('bar')}, {
  hints: (hints) => board.setHints(preferences.hints ? hints : []),
  played: (moves) => playLine(moves),
  scored: () => renderGraph(),
});
table.analysis = analysis;
analysis.count = Number(preferences.lines);
const annotation = new Annotation(table);

const watcher = new Watcher(engine, table, {changed: () => showWatching(), failed: (error) => showFailure(error)});
const publisher = new Publisher(place.href, token, {
  changed: () => watchDialog.showOffer(), failed: (text) => watchDialog.refuseOffer(text),
});
const watchDialog = new WatchDialog(engine, watcher, publisher);
const newGame = new NewGame(table, (setup) => {
  watcher.end();
  return table.begin(setup);
});
const paste = new Paste((text) => loadRecord(text));
const settings = new Settings(preferences, table, () => {
  useSettings();
  table.show(table.node, !table.waiting);
});

// --- the connection

function useSettings() {
  engine.setOption('Hash', preferences.hash);
  engine.setOption('Threads', preferences.threads);
}

async function connected() {
  try {
    await Promise.all([table.learnGames(), loadShapes()]);
    useSettings();
    find('link').textContent = '';
    find('link').classList.remove('lost');
    if (table.game) {
      await table.restore(null);
      announce('Connected again');
    } else {
      await openFirst();
    }
    await watchAgain();
  } catch (error) {
    showFailure(error);
  }
}

// The game that was watched, or that the address names: #watch=NAME.
async function watchAgain() {
  const name = watcher.name || wanted.get('watch');
  wanted.delete('watch');
  if (name) {
    try {
      await watcher.begin(name);
    } catch (error) {
      watcher.end();
      throw error;
    }
  }
}

function showWatching() {
  table.watching = watcher.name !== '';
  find('watching').hidden = !table.watching;
  find('watching-text').textContent = `Watching ${watcher.name}`;
  document.body.classList.toggle('is-watching', table.watching);
  if (table.game) {
    renderStatus();
  }
}

// The game that this browser remembers, or a first one.
async function openFirst() {
  const kept = readTable();
  if (kept) {
    try {
      setMode(kept.mode, false);
      await table.restore(kept);
      return;
    } catch (error) {
      if (error instanceof Lost) {
        throw error;
      }
      // What was kept is of another version: begin anew.
    }
  }
  setMode('play', false);
  await table.begin({
    name: table.games.keys().next().value, parameters: {}, players: {1: PERSON, 2: ENGINE},
    limit: {kind: 'movetime', amount: 1, increment: 0}, level: 'full',
  });
}

function disconnected(reason) {
  table.halt();
  annotation.end();
  find('link').textContent = reason || (table.game ? 'Connection lost; trying again' : 'No connection; trying again');
  find('link').classList.add('lost');
  if (table.game) {
    renderStatus();
  }
}

function notice(text) {
  find('search-facts').textContent = text;
}

function showFailure(error) {
  if (!(error instanceof Lost)) {
    find('status').textContent = error.message;
  }
}

function announce(text) {
  find('live').textContent = text;
}

// --- what is shown

function setUpBoard() {
  const {title} = table.games.get(table.game.name);
  board.state = null;
  board.setLook(table.look, title);
  turnToPerson();
  const values = Object.entries(table.game.parameters).filter(([name, value]) => (
    value !== table.games.get(table.game.name).parameters.find((each) => each.name === name)?.initial));
  find('new-game').textContent = [title, ...values.map(([name, value]) => (value === 'true' ? name : `${name} ${value}`))].join(', ');
  document.title = `${title} – Myosu`;
  find('move-text').placeholder = table.look.notation ? `such as ${table.look.notation}` : `such as ${squareName(table.look, board.focus)}`;
  find('worst').hidden = true;
}

// A person who plays alone sits below.
function turnToPerson() {
  const persons = [1, 2].filter((side) => table.players[side] === PERSON);
  board.setFlipped(persons.length === 1 && persons[0] === 2);
}

function render(moved) {
  const {node} = table;
  const {position} = node;
  const over = table.resultOf(node) !== 'none';
  const shown = {...position.board, threat: preferences.threats ? position.board.threat : []};
  board.element.classList.toggle('no-targets', !preferences.targets);
  board.show({board: shown, moves: position.moves, last: table.lastSquares(), canMove: table.canMove(), hints: []}, moved);
  list.show(table.game, table.first);
  list.keepFocus();
  renderGraph();
  analysis.showBar();
  find('to-start').disabled = find('back').disabled = !node.parent;
  find('to-end').disabled = find('forward').disabled = node.children.length === 0;
  find('flip').disabled = table.look.upright;
  find('take-back').disabled = !node.parent;
  find('pass').hidden = !table.look.pass;
  find('pass').disabled = !table.canMove() || !position.moves.includes(table.look.pass);
  find('promote').hidden = node.isMain();
  find('remove').hidden = !node.parent || table.mode === 'play';
  find('resign').disabled = over || !Object.values(table.players).includes(PERSON);
  renderStatus();
  if (over && moved) {
    announce(`${find('live').textContent}. ${resultText(node)}`);
  } else if (position.board.alarm.length > 0 && moved) {
    announce(`${find('live').textContent}, check`);
  }
  publisher.show(table.game, node);
  if (!table.watching) {
    writeTable(table.keep());
  }
}

function renderGraph() {
  graph.show(table.game, table.mode === 'analyse' || table.resultOf(table.node.end()) !== 'none');
}

function resultText(node) {
  const {sides} = table.look;
  const words = {
    p1win: `${sides[1].name} wins`, p2win: `${sides[2].name} wins`, draw: 'A draw',
  }[table.resultOf(node)];
  return node.ending ? `${node.ending.why}: ${words}` : words;
}

function renderStatus() {
  const {node} = table;
  if (!node.position) {
    return;
  }
  const {turn} = node.position.board;
  const side = table.look.sides[turn].name;
  const status = find('status');
  const over = table.resultOf(node) !== 'none';
  status.classList.toggle('over', over);
  const check = node.position.board.alarm.length > 0 ? ', in check' : '';
  if (over) {
    status.textContent = resultText(node);
  } else if (table.mode === 'analyse' || table.watching) {
    status.textContent = `${side} to move${check}`;
  } else if (table.players[turn] === PERSON) {
    status.textContent = table.players[3 - turn] === PERSON ? `${side} to move${check}` : `Your move${check}`;
  } else {
    status.textContent = table.thinking ? 'The engine is thinking' : 'The engine is to move: press Move now';
  }
  find('move-now').disabled = over || !engine.ready;
  find('move-now').textContent = table.thinking ? 'Move now' : table.players[turn] === PERSON ? 'Move for me' : 'Move now';
  renderPlayers();
}

function showThought(info) {
  const {turn} = table.node.position.board;
  find('status').textContent = `The engine is thinking: depth ${info.depth}, ${scoreText(scoreFor(info.score, turn))}`;
}

function renderPlayers() {
  const near = board.flipped ? 2 : 1;
  for (const [id, side] of [['player-near', near], ['player-far', 3 - near]]) {
    const element = find(id);
    const [character, piece] = Object.entries(table.look.pieces).find(([, each]) => each.owner === side) ?? ['', null];
    const level = table.levels().find((each) => each.value === table.level);
    const who = table.players[side] === ENGINE ? `Engine${level && level.value !== 'full' ? `, ${level.name}` : ''}` : 'You';
    const turn = table.node.position?.board.turn === side && table.resultOf(table.node) === 'none';
    element.classList.toggle('turn', turn);
    element.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${piece ? drawPiece(piece, character) : ''}</svg>`;
    const name = document.createElement('span');
    name.className = 'who';
    name.textContent = table.look.sides[side].name;
    const what = document.createElement('span');
    what.className = 'what';
    what.textContent = table.mode === 'play' && !table.watching ? who : '';
    const clock = document.createElement('span');
    clock.className = 'clock';
    clock.hidden = !table.clocks.used || table.mode === 'analyse';
    element.append(name, what, clock);
  }
  renderClocks();
}

function renderClocks() {
  if (table.game && table.clocks.used) {
    const near = board.flipped ? 2 : 1;
    for (const [id, side] of [['player-near', near], ['player-far', 3 - near]]) {
      const clock = find(id).querySelector('.clock');
      if (clock) {
        clock.textContent = clockText(table.clocks.leftOf(side));
      }
    }
  }
}
setInterval(renderClocks, 100);

// --- what is pressed

function setMode(mode, begin = true) {
  const analyse = mode === 'analyse';
  for (const [id, on] of [['play', !analyse], ['analyse', analyse]]) {
    find(`tab-${id}`).setAttribute('aria-selected', String(on));
    find(`tab-${id}`).tabIndex = on ? 0 : -1;
    find(`panel-${id}`).hidden = !on;
  }
  find('bar').hidden = !analyse;
  document.body.dataset.mode = mode;
  if (begin) {
    table.setMode(analyse ? 'analyse' : 'play');
  } else {
    table.mode = analyse ? 'analyse' : 'play';
  }
}

for (const mode of ['play', 'analyse']) {
  const tab = find(`tab-${mode}`);
  tab.onclick = () => setMode(mode);
  tab.onkeydown = (event) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const other = mode === 'play' ? 'analyse' : 'play';
      setMode(other);
      find(`tab-${other}`).focus();
    }
  };
}

const goTo = (node) => node && table.show(node, false);
find('to-start').onclick = () => goTo(table.game.root);
find('back').onclick = () => goTo(table.node.parent);
find('forward').onclick = () => goTo(table.node.children[0]);
find('to-end').onclick = () => goTo(table.node.end());
find('take-back').onclick = () => table.takeBack();
find('move-now').onclick = () => table.moveNow();
find('pass').onclick = () => table.play(table.look.pass);
find('resign').onclick = () => table.resign();
find('swap-sides').onclick = () => {
  table.swapSides();
  turnToPerson();
};
find('new-game').onclick = () => newGame.open();
find('promote').onclick = () => {
  table.game.promote(table.node);
  table.show(table.node, false);
};
find('remove').onclick = () => {
  table.game.remove(table.node);
  table.show(table.node, false);
};
find('show-watch').onclick = () => watchDialog.open();
find('stop-watching').onclick = () => watcher.end();
find('paste').onclick = () => paste.open();
find('show-rules').onclick = () => showRules(table);
find('show-settings').onclick = () => settings.open();
find('flip').onclick = () => {
  board.setFlipped(!board.flipped);
  renderPlayers();
  analysis.show();
};

function boardKey(event) {
  const action = {',': 'back', '.': 'forward', f: 'flip', u: 'take-back'}[event.key];
  if (action && !find(action).disabled) {
    event.preventDefault();
    find(action).click();
  }
}

find('run-analysis').onclick = () => {
  analysis.on = !analysis.on;
  find('run-analysis').setAttribute('aria-pressed', String(analysis.on));
  find('run-analysis').textContent = analysis.on ? 'Engine on' : 'Engine off';
  table.show(table.node, false);
};

find('line-count').value = preferences.lines;
find('line-count').onchange = () => {
  preferences.lines = find('line-count').value;
  analysis.count = Number(preferences.lines);
  writePreferences(preferences);
  table.show(table.node, false);
};

// The engine rests while nobody looks.
document.addEventListener('visibilitychange', () => {
  if (table.game && table.mode === 'analyse' && !annotation.running) {
    table.show(table.node, false);
  }
});

async function playLine(moves) {
  for (const move of moves) {
    await table.load(table.node);
    await table.play(move);
  }
}

find('annotate').onclick = async () => {
  const button = find('annotate');
  if (annotation.running) {
    annotation.end();
    return;
  }
  const {node} = table;
  const worst = await annotation.run(Number(preferences.annotate.replace(',', '.')), (done, of) => {
    button.textContent = `Stop: ${done} of ${of}`;
  });
  button.textContent = 'Annotate game';
  if (worst) {
    showWorst(worst);
    table.show(node, false);
  }
};

function showWorst(worst) {
  const box = find('worst');
  box.hidden = false;
  box.replaceChildren();
  const head = document.createElement('h3');
  head.textContent = worst.length > 0 ? 'The moves that cost most' : 'No move cost much.';
  box.append(head);
  for (const {node, better, from, to} of worst) {
    const button = document.createElement('button');
    button.textContent = `${Math.floor((node.ply + 1) / 2)}. ${node.notation}${node.mark}`;
    button.onclick = () => table.show(node, false);
    const line = document.createElement('p');
    line.append(button, ` better ${better}; ${from} became ${to}`);
    box.append(line);
  }
  announce(head.textContent);
}

// --- text in and out

find('move-form').onsubmit = async (event) => {
  event.preventDefault();
  const field = find('move-text');
  const text = field.value.trim();
  const say = (words) => {
    find('move-error').textContent = words;
    field.toggleAttribute('aria-invalid', words !== '');
  };
  say('');
  if (!text) {
    say('Type a move first.');
  } else if (!table.canMove()) {
    say(table.resultOf(table.node) !== 'none' ? 'The game is over.' : 'It is the engine\'s turn.');
  } else {
    const {node} = table;
    try {
      if (table.mode === 'analyse') {
        engine.stop();
      }
      engine.send(table.game.position(node));
      const move = await engine.ask(`move ${text}`);
      if (node === table.node) {
        field.value = '';
        await table.play(move);
      }
    } catch (error) {
      say(`${error.message}.`);
      if (table.mode === 'analyse') {
        table.show(table.node, false);
      }
    }
  }
};

// Sets up what was pasted; the game is as it was when something is wrong.
async function loadRecord(text) {
  const record = readRecord(text);
  const {game} = table;
  const look = table.look;
  const moves = record.points ? record.points.map(([file, row]) => (
    squareName(look, (look.ranks.count - 1 - row) * look.files.count + file))) : record.moves;
  if (!record.fen && moves.length === 0) {
    throw new Error('Expected a position or moves; nothing was found.');
  }
  watcher.end();
  table.halt();
  table.step++;
  const start = record.fen ? `fen ${record.fen}` : 'startpos';
  const played = [];
  const names = [];
  try {
    engine.send(`position ${start}`);
    await engine.ask('fen');
    for (const [at, move] of moves.entries()) {
      try {
        const [text1, name] = await Promise.all([engine.ask(`move ${move}`), engine.ask(`line ${move}`)]);
        played.push(text1);
        names.push(name);
      } catch (error) {
        throw error instanceof Lost ? error : new Error(`Move ${at + 1}: ${error.message}.`);
      }
      engine.send(`position ${start} moves ${played.join(' ')}`);
    }
  } catch (error) {
    table.show(table.node, false);
    throw error;
  }
  const {players, limit, level} = table;
  await table.begin({name: game.name, parameters: game.parameters, players, limit, level}, record.fen);
  let node = table.game.root;
  for (const [at, move] of played.entries()) {
    table.game.current = node;
    node = table.game.play(move, names[at]);
  }
  await table.show(node, false);
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure context there is no clipboard but the old one.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  button.textContent = 'Copied';
  announce('Copied');
  setTimeout(() => { button.textContent = before; }, 1500);
}

find('copy-fen').onclick = () => copy(table.node.position.fen, find('copy-fen'));
find('copy-game').onclick = () => {
  const {title} = table.games.get(table.game.name);
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  copy(writeRecord(table.game, title, table.first, table.resultOf(table.node.end()), date), find('copy-game'));
};
