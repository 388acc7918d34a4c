// SPDX-License-Identifier: MIT
// The dialog of games to watch, and of this board offered to others.
import {open, refuse} from './dialogs.js';

const find = (id) => document.getElementById(id);

export class WatchDialog {
  constructor(engine, watcher, publisher) {
    this.engine = engine;
    this.watcher = watcher;
    this.publisher = publisher;
    this.dialog = find('dialog-watch');
    this.dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      this.offer();
    };
    find('publish-end').onclick = () => publisher.end();
  }

  async open() {
    this.showOffer();
    open(this.dialog);
    await this.list();
  }

  async list() {
    const box = find('watch-games');
    try {
      const names = (await this.engine.listPublished()).filter((name) => name !== this.publisher.name);
      box.replaceChildren(...names.map((name) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.onclick = () => this.watch(name);
        return button;
      }));
      if (names.length === 0) {
        box.textContent = 'No game is offered now.';
      }
    } catch (error) {
      box.textContent = error.message;
    }
  }

  async watch(name) {
    try {
      await this.watcher.begin(name);
      this.dialog.close();
    } catch (error) {
      refuse(null, find('watch-error'), `${error.message}.`);
      await this.list();
    }
  }

  offer() {
    const field = find('publish-name');
    const name = field.value.trim();
    field.removeAttribute('aria-invalid');
    find('watch-error').textContent = '';
    if (!/^[\w.-]{1,32}$/.test(name) || name === 'none') {
      refuse(field, find('watch-error'), 'A name has 1 to 32 letters, digits, -, _ or dots.');
      return;
    }
    this.publisher.begin(name);
  }

  // What the server says against the name.
  refuseOffer(text) {
    refuse(find('publish-name'), find('watch-error'), `${text}.`);
  }

  showOffer() {
    const {name} = this.publisher;
    find('publish-field').hidden = name !== '';
    find('publish-begin').hidden = name !== '';
    find('publish-end').hidden = name === '';
    find('publish-state').textContent = name ? `Others can watch this board as ${name}.` : '';
  }
}
