// SPDX-License-Identifier: MIT
// What happens when something is pressed or typed: buttons, tabs, keys on the board, moves.
import {showRules} from './dialogs.js';
import {find, make} from './elements.js';
import {writePreferences} from './settings.js';

export class Controls {
  constructor(page) {
    this.page = page;
    this.setUpTabs();
    this.setUpWay();
    this.setUpPlay();
    this.setUpDialogs();
    this.setUpAnalysis();
    this.setUpText();
    find('move-form').onsubmit = (event) => {
      event.preventDefault();
      this.playTyped(find('move-text').value.trim());
    };
  }

  setMode(mode, begin = true) {
    const {table} = this.page;
    for (const id of ['play', 'analyse']) {
      find(`tab-${id}`).setAttribute('aria-selected', String(id === mode));
      find(`tab-${id}`).tabIndex = id === mode ? 0 : -1;
      find(`panel-${id}`).hidden = id !== mode;
    }
    find('bar').hidden = mode !== 'analyse';
    document.body.dataset.mode = mode;
    if (begin) {
      table.setMode(mode);
    } else {
      table.mode = mode;
    }
  }

  setUpTabs() {
    for (const mode of ['play', 'analyse']) {
      const tab = find(`tab-${mode}`);
      tab.onclick = () => this.setMode(mode);
      tab.onkeydown = (event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
          const other = mode === 'play' ? 'analyse' : 'play';
          this.setMode(other);
          find(`tab-${other}`).focus();
        }
      };
    }
  }

  setUpWay() {
    const {table} = this.page;
    const goTo = (node) => node && table.show(node, false);
    find('to-start').onclick = () => goTo(table.game.root);
    find('back').onclick = () => goTo(table.node.parent);
    find('forward').onclick = () => goTo(table.node.children[0]);
    find('to-end').onclick = () => goTo(table.node.end());
    for (const what of ['promote', 'remove']) {
      find(what).onclick = () => {
        table.game[what](table.node);
        table.show(table.node, false);
      };
    }
  }

  setUpPlay() {
    const {table, board, view, analysis} = this.page;
    find('take-back').onclick = () => table.takeBack();
    find('move-now').onclick = () => table.moveNow();
    find('pass').onclick = () => table.play(table.look.pass);
    find('resign').onclick = () => table.resign();
    find('swap-sides').onclick = () => {
      table.swapSides();
      view.turnToPerson();
    };
    find('flip').onclick = () => {
      board.setFlipped(!board.flipped);
      view.players();
      analysis.show();
    };
  }

  setUpText() {
    for (const format of ['fen', 'moves', 'pgn', 'sgf']) {
      find(`copy-${format}`).onclick = () => import('./copy.js').then(({copyAs}) => copyAs(this.page, format))
        .catch((error) => this.page.view.failure(error));
    }
  }

  setUpDialogs() {
    const {newGame, watchDialog, watcher, paste, settings, table} = this.page;
    find('new-game').onclick = () => newGame.open();
    find('show-watch').onclick = () => watchDialog.open();
    find('stop-watching').onclick = () => watcher.end();
    find('paste').onclick = () => paste.open();
    find('show-rules').onclick = () => showRules(table);
    find('show-settings').onclick = () => settings.open();
  }

  boardKey(event) {
    const action = {',': 'back', '.': 'forward', f: 'flip', u: 'take-back'}[event.key];
    if (action && !find(action).disabled) {
      event.preventDefault();
      find(action).click();
    }
  }

  setUpAnalysis() {
    const {table, analysis, annotation, preferences} = this.page;
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
    find('annotate').onclick = () => this.annotate();
    // The engine rests while nobody looks.
    document.addEventListener('visibilitychange', () => {
      if (table.game && table.mode === 'analyse' && !annotation.running) {
        table.show(table.node, false);
      }
    });
  }

  async playTyped(text) {
    const {table, engine} = this.page;
    const {node} = table;
    this.say('');
    if (!text) {
      this.say('Type a move first.');
      return;
    }
    if (!table.canMove()) {
      this.say(table.isOver() ? 'The game is over.' : 'It is the engine\'s turn.');
      return;
    }
    try {
      if (table.mode === 'analyse') {
        engine.stop();
      }
      engine.send(table.game.position(node));
      const move = await engine.ask(`move ${text}`);
      if (node === table.node) {
        find('move-text').value = '';
        await table.play(move);
      }
    } catch (error) {
      this.say(`${error.message}.`);
      if (table.mode === 'analyse') {
        table.show(table.node, false);
      }
    }
  }

  say(words) {
    find('move-error').textContent = words;
    find('move-text').toggleAttribute('aria-invalid', words !== '');
    find('move-text').setAttribute('aria-describedby', 'move-error');
  }

  async playLine(moves) {
    const {table} = this.page;
    for (const move of moves) {
      await table.load(table.node);
      await table.play(move);
    }
  }

  async annotate() {
    const {table, annotation, preferences} = this.page;
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
      this.showWorst(worst);
      table.show(node, false);
    }
  }

  showWorst(worst) {
    const {table, view} = this.page;
    const box = find('worst');
    const head = worst.length > 0 ? 'The moves that cost most' : 'No move cost much.';
    box.hidden = false;
    box.replaceChildren(make('h3', {}, head), ...worst.map(({node, better, from, to}) => make('p', {},
      make('button', {onclick: () => table.show(node, false)},
        `${Math.floor((node.ply + 1) / 2)}. ${node.notation}${node.mark}`),
      ` better ${better}; ${from} became ${to}`)));
    view.announce(head);
  }
}
