// SPDX-License-Identifier: MIT
// What happens when something is pressed: buttons, tabs, keys on the board.
import {showRules} from './dialogs.js';
import {writePreferences} from './settings.js';

const find = (id) => document.getElementById(id);

export class Controls {
  constructor(page) {
    this.page = page;
    this.setUpTabs();
    this.setUpWay();
    this.setUpPlay();
    this.setUpDialogs();
    this.setUpAnalysis();
    this.setUpText();
  }

  setMode(mode, begin = true) {
    const {table} = this.page;
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

  // Through the game, and in its tree.
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
    view.announce(head.textContent);
  }
}
