// SPDX-License-Identifier: MIT
// Opens the first game, and restores the game after a reconnect. Owns the words about the
// connection.
import {find} from './elements.js';
import {Lost} from './engine.js';
import {_, say} from './language.js';
import {readLink} from './record.js';
import {readTable} from './settings.js';

export class Link {
  /**
   * @param {Page} page
   * @param {URLSearchParams} wanted - of the address
   */
  constructor(page, wanted) {
    this.page = page;
    this.watched = wanted.get('watch');
    this.opened = readLink(wanted);
  }

  useSettings() {
    const {engine, preferences} = this.page;
    engine.setOption('Hash', preferences.hash);
    engine.setOption('Threads', preferences.threads);
  }

  async connected() {
    const {table, view, token} = this.page;
    token.accept();
    try {
      await table.learnGames();
      this.useSettings();
      say(find('link'), () => '');
      find('link').classList.remove('lost');
      if (table.game) {
        await table.restore(null);
        view.announce(_('Connected again'));
      } else {
        await this.openFirst();
      }
      await this.watchAgain();
    } catch (error) {
      view.failure(error);
    }
  }

  // Watches the game watched before, or the address's: #watch=NAME.
  async watchAgain() {
    const {watcher} = this.page;
    const name = watcher.name || this.watched;
    this.watched = null;
    if (name) {
      try {
        await watcher.begin(name);
      } catch (error) {
        watcher.end();
        throw error;
      }
    }
  }

  async openFirst() {
    const {table, controls, view} = this.page;
    const kept = this.opened === null ? readTable() : null;
    if (kept) {
      try {
        controls.setMode(kept.mode, false);
        await table.restore(kept);
        return;
      } catch (error) {
        if (error instanceof Lost) {
          throw error;
        }
        // Altered, or stored by another version.
        view.tell(_('The game in the browser\'s storage is damaged. A new game begins.'));
      }
    }
    controls.setMode('play', false);
    await table.begin({name: table.games.keys().next().value, parameters: {}});
    if (this.opened !== null) {
      await this.openLink(this.opened);
    }
  }

  // Opens the game of the address, #open=COMMANDS&sum=CHECKSUM. The page forgets that address, since a
  // reload continues the game.
  async openLink(commands) {
    const {page} = this;
    this.opened = null;
    history.replaceState(null, '', location.pathname + location.search);
    try {
      if (!commands.startsWith('newgame ')) {
        throw new Error(_('it is not as it was copied'));
      }
      const {openText} = await import('./text.js');
      await openText(page, {text: commands, bytes: undefined, name: ''}, () => {}, undefined);
    } catch (error) {
      page.view.tell(_('The link cannot be opened: {reason}', {reason: error.message}));
    }
  }

  disconnected(reason) {
    const {table, annotation, view, token} = this.page;
    const words = () => reason || (table.game ? _('Connection lost; trying again') : _('No connection; trying again'));
    table.interrupt();
    annotation.end();
    say(find('link'), words);
    find('link').classList.add('lost');
    token.say(`${words()}.`);
    if (table.game) {
      view.status();
    }
  }
}
