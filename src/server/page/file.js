// SPDX-License-Identifier: MIT
// Owns the open file: the text of each of its games, and the list to choose one from. A game
// that is on the board names its place in the file as `source.file` and `source.at`.
import {find} from './elements.js';
import {readFile, writeFile} from './settings.js';

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
  saved = ''; // the text that was opened or saved

  // choose(at): the user has chosen a game
  constructor(choose) {
    this.forget();
    find('file-games').onchange = (event) => choose(Number(event.target.value));
    find('close-file').onclick = () => this.close();
  }

  forget() {
    Object.assign(this, {id: 0, format: '', name: '', latin: false, games: [], saved: ''});
  }

  get text() {
    return this.games.map((game) => game.text).join('');
  }

  get isChanged() {
    return this.games.length > 0 && this.text !== this.saved;
  }

  open({format, games, name = '', latin = false}) {
    Object.assign(this, {id: Date.now(), format, games, name, latin});
    this.markSaved();
    this.changed();
  }

  close() {
    this.forget();
    this.changed();
  }

  // Whether the user has to confirm that changes of several games are lost; once for each state.
  mustWarn() {
    const {text} = this;
    const must = this.games.length > 1 && this.isChanged && this.warned !== text;
    this.warned = text;
    return must;
  }

  markSaved() {
    this.saved = this.text;
  }

  // The place of a game in the file, or -1.
  placeOf(game) {
    return game?.source && this.games.length > 0 && game.source.file === this.id ? game.source.at : -1;
  }

  // Replaces a game of the file, as it was written.
  replace(at, game) {
    if (game.text !== this.games[at].text) {
      this.games[at] = game;
      this.changed();
    }
  }

  changed() {
    writeFile(this.games.length > 0 ? {...this, saved: this.isChanged ? '' : undefined} : null);
    find('file-games').replaceChildren(...this.games.map((game, at) => new Option(title(game, at), String(at))));
  }

  // Shows which game of the file is on the board.
  show(game) {
    find('file').hidden = this.games.length < 2;
    find('file-games').value = String(this.placeOf(game));
  }

  // Opens the file that was open before the page was loaded again.
  restore() {
    const kept = readFile();
    if (kept) {
      Object.assign(this, kept);
      this.saved = kept.saved ?? this.text;
      this.changed();
    }
  }
}
