// SPDX-License-Identifier: MIT
// Creates the parts of the page, which find each other through one object, into which only this
// module writes. Reading and writing games as text is loaded on demand.
import {Analysis} from './analysis.js';
import {Annotation} from './annotate.js';
import {Board} from './board.js';
import {Controls} from './controls.js';
import {NewGame, Paste, Settings, TokenDialog, WatchDialog, choosePromotion} from './dialogs.js';
import {find} from './elements.js';
import {Engine} from './engine.js';
import {GameFile} from './file.js';
import {Graph} from './graph.js';
import {setLanguage} from './language.js';
import {Link} from './link.js';
import {MoveList} from './moves.js';
import {applyTheme, readPreferences, writeTable} from './settings.js';
import {Sound} from './sound.js';
import {randomStart} from './starts.js';
import {Table} from './table.js';
import {View} from './view.js';
import {Publisher, Watcher} from './watch.js';

const preferences = readPreferences();
applyTheme(preferences.theme);
await setLanguage(preferences.language);

const place = new URL('session', location.href);
place.protocol = place.protocol.replace('http', 'ws');
place.hash = '';
place.search = '';
const wanted = new URLSearchParams(location.hash.slice(1));

/** @type {any} */
const page = {preferences, sound: new Sound(preferences)};
page.view = new View(page);
const {view} = page;

page.engine = new Engine(place.href, wanted.get('token') ?? '', {
  opened: () => page.link.connected(),
  closed: (reason) => page.link.disconnected(reason),
  refused: (given) => page.token.ask(given),
  notice: (text) => view.notice(text),
  watched: (text) => page.watcher.hear(text),
});
const {engine} = page;

page.table = new Table(engine, {
  opened: () => view.setUpBoard(),
  changed: (moved) => view.render(moved),
  moved: (node, turn) => view.announceMove(node, turn),
  ended: () => page.sound.play('end'),
  failed: (error) => view.failure(error),
  status: () => view.status(),
  infos: (info) => view.thought(info),
});
const {table} = page;

page.board = new Board(find('board'), {
  move: (move) => table.play(move),
  // A king is also castled by its rook; another piece of the own side is just chosen.
  meaning: (squares) => table.meaning(squares).catch(() => ''),
  forbidden: (square) => table.meaning([square]).catch((error) => page.controls.say(`${error.message}.`)),
  choosePromotion: (moves) => choosePromotion(table, moves),
  key: (event) => page.controls.boardKey(event),
});
page.list = new MoveList(find('moves'), (node) => table.browse(node));
page.graph = new Graph(find('graph'), (node) => table.browse(node));
page.analysis = new Analysis(table, {lines: find('lines'), facts: find('search-facts'), threat: find('threat'), bar: find('bar')}, {
  hints: (hints) => page.board.setHints(preferences.hints ? hints : []),
  played: (moves) => page.controls.playLine(moves),
  scored: () => view.graph(),
});
table.analysis = page.analysis;
page.analysis.count = Number(preferences.lines);
page.annotation = new Annotation(table);

page.watcher = new Watcher(engine, table, {changed: () => view.watching(), failed: (error) => view.failure(error)});
page.publisher = new Publisher(place.href, () => engine.token, {
  changed: () => page.watchDialog.showOffer(), failed: (text) => page.watchDialog.refuseOffer(text),
});
page.watchDialog = new WatchDialog(engine, page.watcher, page.publisher);
page.token = new TokenDialog((token) => engine.present(token));
page.newGame = new NewGame(table, async (setup) => {
  const {mode} = table;
  await page.controls.leaveFile();
  page.watcher.end();
  page.controls.setMode('play', false);
  try {
    await table.begin(setup, randomStart(setup.parameters));
  } catch (error) {
    page.controls.setMode(mode, false);
    throw error;
  }
});
page.file = new GameFile((at) => import('./text.js').then(({chooseGame}) => chooseGame(page, at)).catch((error) => view.failure(error)));
page.paste = new Paste(async (given, progress, signal) => (await import('./text.js')).openText(page, given, progress, signal));
page.settings = new Settings(preferences, table, () => {
  page.link.useSettings();
  setLanguage(preferences.language).then(() => view.rewrite());
  table.show(table.node, !table.waiting);
});
const lostFile = page.file.restore();
if (lostFile) {
  view.tell(lostFile);
}
page.link = new Link(page, wanted);
window.addEventListener('pagehide', () => table.game && !table.watching && writeTable(table.keep()));
page.controls = new Controls(page);
