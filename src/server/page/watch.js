// SPDX-License-Identifier: MIT
// Shows other players' games, and publishes this board. Owns the names of both.
import {Connection} from './connection.js';
import {fromEngine} from './language.js';
import {PERSON} from './players.js';

// Parses the text after `watch NAME`: {kind, ...}.
/** @returns {any} */
export function readNews(text) {
  const [kind, ...words] = text.split(' ');
  if (kind === 'newgame') {
    const parameters = {};
    for (let i = 1; i + 1 < words.length; i += 2) {
      parameters[words[i]] = words[i + 1];
    }
    return {kind, name: words[0], parameters};
  }
  if (kind === 'position') {
    const at = words.indexOf('moves') < 0 ? words.length : words.indexOf('moves');
    return {kind, start: words[0] === 'fen' ? words.slice(1, at).join(' ') : '', moves: words.slice(at + 1)};
  }
  return {kind};
}

function sameGame(game, setup, start) {
  return game && game.name === setup.name && game.start === start
    && JSON.stringify(game.parameters) === JSON.stringify(setup.parameters);
}

// Follows one game. Of updates that arrive too fast, the latest is shown.
export class Watcher {
  /** @type {Engine} */ engine;
  /** @type {Table} */ table;
  /** @type {Record<string, Function>} */ view;

  constructor(engine, table, view) {
    Object.assign(this, {engine, table, view, name: ''});
    this.forget();
  }

  forget() {
    Object.assign(this, {setup: null, position: null, busy: false});
  }

  async begin(name) {
    const before = this.name;
    this.table.halt();
    this.forget();
    this.name = name; // updates may precede the answer
    try {
      await this.engine.tell(`watch ${name}`);
    } catch (error) {
      this.name = before;
      throw error;
    }
    this.view.changed();
  }

  end() {
    if (this.name) {
      this.engine.send('watch none');
      this.name = '';
      this.forget();
      this.view.changed();
    }
  }

  hear(text) {
    const blank = text.indexOf(' ');
    if (text.slice(0, blank) !== this.name) {
      return;
    }
    const news = readNews(text.slice(blank + 1));
    if (news.kind === 'newgame') {
      this.setup = news;
    } else if (news.kind === 'position') {
      this.position = news;
      this.follow();
    } else if (news.kind === 'end') {
      this.name = '';
      this.view.changed();
    }
  }

  async follow() {
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      while (this.position && this.name) {
        const {setup, position} = this;
        this.position = null;
        await this.show(setup, position);
      }
    } catch (error) {
      this.view.failed(error);
    } finally {
      this.busy = false;
    }
  }

  async show(setup, {start, moves}) {
    const {table} = this;
    if (!sameGame(table.game, setup, start)) {
      await table.begin({...setup, players: {1: PERSON, 2: PERSON}}, start);
    }
    await table.follow(moves);
  }
}

// Publishes the board under a name. Watchers see nothing else, since it has its own connection.
export class Publisher {
  /** @type {string} */ url;
  /** @type {() => string} */ token;
  /** @type {Record<string, Function>} */ view;
  /** @type {any} */ connection = null;
  /** @type {string[]} */ lines = []; // what was sent last

  // token() returns the token to send; view: changed(), failed(text)
  constructor(url, token, view) {
    Object.assign(this, {url, token, view, name: '', lines: []});
  }

  // Sends game and position, now and after reconnects.
  show(game, node) {
    this.newgame = game.newgame();
    this.position = game.position(node);
    this.tell();
  }

  tell() {
    if (this.name && this.connection?.isOpen && this.position) {
      const lines = [this.newgame, this.position];
      if (lines[0] !== this.lines[0]) {
        this.connection.send(lines[0]);
      }
      if (lines.join() !== this.lines.join()) {
        this.connection.send(lines[1]);
      }
      this.lines = lines;
    }
  }

  begin(name) {
    this.end();
    this.name = name;
    this.lines = [];
    this.connection = new Connection(this.url, {
      opened: () => this.greet(),
      closed: () => {},
      line: (text) => this.hear(text),
    });
    this.view.changed();
  }

  greet() {
    this.lines = [];
    const token = this.token();
    if (token) {
      this.connection.send(`auth ${token}`);
    }
    if (this.position) {
      this.connection.send(this.newgame);
    }
    this.connection.send(`publish ${this.name}`);
    this.tell();
  }

  hear(text) {
    const error = 'info string error: publish: ';
    if (text.startsWith(error)) {
      this.end();
      this.view.failed(fromEngine(text.slice(error.length)));
    }
  }

  end() {
    this.connection?.close();
    this.connection = null;
    if (this.name) {
      this.name = '';
      this.view.changed();
    }
  }
}
