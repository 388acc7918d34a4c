// SPDX-License-Identifier: MIT
// The dialog that asks for a token, where the server wants one and the address has none or a wrong one.
import {open, refuse} from './dialogs.js';

const find = (id) => document.getElementById(id);

export class TokenDialog {
  // present(token) tries it.
  constructor(present) {
    this.dialog = find('dialog-token');
    this.field = find('token-text');
    this.error = find('token-error');
    this.button = find('token-use');
    // Without a token there is nothing behind the dialog.
    this.dialog.oncancel = (event) => event.preventDefault();
    this.dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      const token = this.field.value.trim();
      this.error.textContent = '';
      this.field.removeAttribute('aria-invalid');
      if (!/^[!-~]+$/.test(token)) {
        refuse(this.field, this.error, 'A token is one word of letters, digits and signs.');
        return;
      }
      this.button.disabled = true;
      present(token);
    };
  }

  // Asks; `given`: one was given, and it was wrong.
  ask(given) {
    if (!this.dialog.open) {
      open(this.dialog);
    }
    this.button.disabled = false;
    if (given) {
      refuse(this.field, this.error, 'The server does not know this token.');
    }
  }

  // What is to be said while the dialog is open.
  say(text) {
    if (this.dialog.open) {
      this.error.textContent = text;
      this.button.disabled = false;
    }
  }

  accept() {
    if (this.dialog.open) {
      this.button.disabled = false;
      this.field.value = '';
      this.dialog.close();
    }
  }
}
