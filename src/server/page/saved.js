// SPDX-License-Identifier: MIT
// Owns the dialog of saved games, and the database of this browser that has them: of each its name, the
// time, the game as plain data and, to be exported, as text.
import {open, refuse, whenSent} from './dialogs.js';
import {find, make} from './elements.js';
import {unpack} from './game.js';
import {_} from './language.js';
import {download, gameAsText} from './text.js';

const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// Runs an action on the games of the database; resolves with its result after it is stored.
async function inStore(mode, action) {
  const opening = indexedDB.open('myosu', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('games', {keyPath: 'id', autoIncrement: true});
  const database = await result(opening);
  try {
    const change = database.transaction('games', mode);
    const stored = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    const value = await result(action(change.objectStore('games')));
    await stored;
    return value;
  } finally {
    database.close();
  }
}

function reasonOf(error) {
  return error.name === 'QuotaExceededError' ? _("The browser's store is full. Delete games, or export them to files.")
    : _("The browser's store cannot be used: {reason}", {reason: error.message});
}

export class SavedGames {
  /** @type {Page} */ page;
  /** @type {any} */ dialog;
  /** @type {any} */ deleted = null; // the game that was deleted last

  constructor(page) {
    Object.assign(this, {page, dialog: find('dialog-saved')});
    whenSent(this.dialog, () => this.add());
    find('saved-undo').onclick = () => this.run('readwrite', (store) => store.put(this.deleted));
  }

  async open() {
    const {table} = this.page;
    this.deleted = null;
    find('saved-name').value = `${_(table.games.get(table.game.name).title)}, ${new Date().toLocaleDateString(document.documentElement.lang)}`;
    open(this.dialog);
    await this.list();
  }

  // Runs an action, and lists the games. Returns whether it succeeded.
  async run(mode, action) {
    try {
      await inStore(mode, action);
      this.deleted = null;
      await this.list();
      return true;
    } catch (error) {
      refuse(this.dialog, reasonOf(error));
      return false;
    }
  }

  async list() {
    const list = find('saved-list');
    find('saved-undo').hidden = !this.deleted;
    try {
      const games = await inStore('readonly', (store) => store.getAll());
      list.replaceChildren(...games.reverse().map((saved) => this.row(saved)));
      if (games.length === 0) {
        list.append(make('li', {}, _('No games are saved.')));
      }
    } catch (error) {
      refuse(this.dialog, reasonOf(error));
    }
  }

  row(saved) {
    const name = make('input', {value: saved.name, onchange: () => (
      this.run('readwrite', (store) => store.put({...saved, name: name.value.trim() || saved.name})))});
    name.setAttribute('aria-label', _('Name of the game'));
    const button = (words, onclick) => {
      const made = make('button', {type: 'button', className: 'quiet', onclick}, words);
      made.setAttribute('aria-label', `${words}: ${saved.name}`);
      return made;
    };
    return make('li', {className: 'row'}, name, make('span', {className: 'facts'}, new Date(saved.time).toLocaleDateString(document.documentElement.lang)),
      button(_('Open'), () => this.show(saved)),
      button(_('Export'), () => download(new TextEncoder().encode(saved.text), `${saved.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${saved.suffix}`)),
      button(_('Delete'), () => this.remove(saved)));
  }

  async add() {
    const {text, format, packed} = gameAsText(this.page.table);
    await this.run('readwrite', (store) => store.add({
      name: find('saved-name').value.trim() || '?', time: Date.now(), text, suffix: format === 'moves' ? 'txt' : format, game: packed}));
  }

  async remove(saved) {
    if (await this.run('readwrite', (store) => store.delete(saved.id))) {
      this.deleted = saved;
      find('saved-undo').hidden = false;
      find('saved-undo').focus();
    }
  }

  async show(saved) {
    const {table, watcher, controls} = this.page;
    await controls.leaveFile();
    watcher.end();
    table.pause();
    try {
      const game = unpack(saved.game);
      game.source = null;
      const look = await table.openGame(game);
      await table.check(game);
      this.dialog.close();
      await table.enter(game, look);
    } catch (error) {
      table.resume();
      refuse(this.dialog, _('The saved game is damaged: {reason}', {reason: error.message}));
    }
  }
}
