// SPDX-License-Identifier: MIT
// Owns the open file: the text of each of its games, and the list to choose one from. A game
// that is on the board names its place in the file as `source.file` and `source.at`.
import {find} from './elements.js';
import {_} from './language.js';
import {readFile, writeFile} from './settings.js';

const STEP = 100; // how many games the list gets in a frame
const MOST_STORED = 1 << 20; // of a longer file, in characters, a browser would not store the text

// Whether a stored value is a file, as store() writes it.
function isFile(kept) {
  const isGame = (game) => typeof game?.text === 'string' && typeof (game.head ?? 0) === 'number' && game.tags instanceof Object
    && Object.values(game.tags).every((each) => typeof each === 'string');
  return ['pgn', 'sgf'].includes(kept.format) && typeof kept.name === 'string' && typeof kept.id === 'number'
    && typeof kept.changes === 'number' && Array.isArray(kept.games) && kept.games.every(isGame);
}

function title({tags}, at) {
  const names = ['White', 'Black'].map((name) => tags[name] ?? tags[`P${name[0]}`] ?? '?');
  const players = 'PB' in tags ? names.reverse() : names;
  return `${at + 1}. ${players.join(' – ')}${tags.Result || tags.RE ? `, ${tags.Result ?? tags.RE}` : ''}`;
}

export class GameFile {
  id = 0;
  format = '';
  name = '';
  latin = false; // encoded in Latin 1
  /** @type {FileGame[]} */ games = [];
  changes = 0; // since it was opened or saved
  shown = '-1'; // the place of the game on the board

  // choose(at): the user has chosen a game
  constructor(choose) {
    this.forget();
    find('file-games').onchange = (event) => choose(Number(event.target.value));
    find('close-file').onclick = () => this.close();
  }

  forget() {
    Object.assign(this, {id: 0, format: '', name: '', latin: false, games: [], changes: 0});
  }

  get text() {
    return this.games.map((game) => game.text).join('');
  }

  get isChanged() {
    return this.changes > 0;
  }

  open({format, games, name = '', latin = false}) {
    Object.assign(this, {id: Date.now(), format, games, name, latin, changes: 0});
    this.list();
    this.store();
  }

  close() {
    this.forget();
    this.list();
    this.store();
  }

  // Whether the user has to confirm that changes of several games are lost; once for each state.
  mustWarn() {
    const must = this.games.length > 1 && this.isChanged && this.warned !== this.changes;
    this.warned = this.changes;
    return must;
  }

  markSaved() {
    this.changes = 0;
    this.store();
  }

  // The place of a game in the file, or -1.
  placeOf(game) {
    return game?.source && this.games.length > 0 && game.source.file === this.id ? game.source.at : -1;
  }

  // Replaces a game of the file, as it was written.
  replace(at, game) {
    if (game.text !== this.games[at].text) {
      this.games[at] = game;
      this.changes++;
      const option = find('file-games').options[at];
      if (option) {
        option.text = title(game, at);
      }
      this.store();
    }
  }

  store() {
    const {id, format, name, latin, games, changes} = this;
    const size = games.reduce((sum, {text}) => sum + text.length, 0);
    writeFile(games.length === 0 ? null : {id, format, name, latin, changes, games: size > MOST_STORED ? [] : games});
  }

  // Fills the list, which may have thousands of games, in parts: a browser takes 0.01 ms for the style of
  // each entry.
  async list() {
    const {games} = this;
    const list = find('file-games');
    list.replaceChildren();
    find('file').hidden = games.length < 2;
    for (let at = 0; at < games.length && this.games === games; at += STEP) {
      list.append(...games.slice(at, at + STEP).map((game, i) => new Option(title(game, at + i), String(at + i))));
      list.value = this.shown;
      if (at + STEP < games.length) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    }
  }

  // Shows which game of the file is on the board.
  show(game) {
    find('file').hidden = this.games.length < 2;
    this.shown = String(this.placeOf(game));
    find('file-games').value = this.shown;
  }

  // Opens the file that was open before the page was loaded again. Returns why it cannot, or ''.
  restore() {
    const kept = readFile();
    if (!kept) {
      return '';
    }
    if (!isFile(kept)) {
      this.store();
      return _('The file that was open is damaged in the browser\'s storage. Open it again.');
    }
    if (kept.games.length === 0) {
      this.store();
      return _('The file {name} is too long to stay open when the page is loaded again. Open it again.', {name: kept.name});
    }
    Object.assign(this, kept);
    this.list();
    return '';
  }
}
