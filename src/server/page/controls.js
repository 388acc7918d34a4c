// SPDX-License-Identifier: MIT
// Handles buttons, keys and fields of the page. Owns which panel is shown, and the shortcuts.
import {showKeys, showRules} from './dialogs.js';
import {find, make} from './elements.js';
import {_, say} from './language.js';
import {writePreferences} from './settings.js';

export class Controls {
  /** @type {import('./edit.js').Editor} */ editor;
  /** @type {import('./saved.js').SavedGames} */ saved;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.setUpTabs();
    this.setUpWay();
    this.setUpPlay();
    this.setUpDialogs();
    this.setUpAnalysis();
    this.setUpKeys();
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
    table.setMode(mode, begin);
  }

  setUpTabs() {
    for (const [mode, other] of [['play', 'analyse'], ['analyse', 'play']]) {
      const tab = find(`tab-${mode}`);
      tab.onclick = () => this.setMode(mode);
      tab.onkeydown = (event) => {
        if (['ArrowLeft', 'ArrowRight'].includes(event.key)) {
          this.setMode(other);
          find(`tab-${other}`).focus();
        }
      };
    }
  }

  setUpWay() {
    const {table} = this.page;
    const goTo = (node) => node && table.browse(node);
    find('to-start').onclick = () => goTo(table.game.root);
    find('back').onclick = () => goTo(table.node.parent);
    find('forward').onclick = () => goTo(table.node.children[0]);
    find('to-end').onclick = () => goTo(table.node.end());
    for (const what of ['promote', 'remove', 'restore']) {
      find(what).onclick = () => table.change(what);
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

  setUpDialogs() {
    const {newGame, watchDialog, watcher, paste, settings, table, view} = this.page;
    find('new-game').onclick = () => newGame.open();
    find('show-watch').onclick = () => watchDialog.open();
    find('stop-watching').onclick = () => watcher.end();
    find('paste').onclick = () => paste.open();
    find('show-rules').onclick = () => showRules(table);
    find('show-settings').onclick = () => settings.open();
    const withText = (action) => import('./text.js').then(action).catch((error) => view.failure(error));
    for (const format of ['fen', 'moves', 'pgn', 'sgf', 'link']) {
      find(`copy-${format}`).onclick = () => withText(({copyAs}) => copyAs(this.page, format));
    }
    find('edit').onclick = () => import('./edit.js').then(({Editor}) => {
      this.editor ??= new Editor(table, (fen) => this.begin(fen));
      return this.editor.open();
    }).catch((error) => view.failure(error));
    find('show-saved').onclick = () => import('./saved.js').then(({SavedGames}) => {
      this.saved ??= new SavedGames(this.page);
      return this.saved.open();
    }).catch((error) => view.failure(error));
    find('save-file').onclick = () => withText(({saveFile}) => saveFile(this.page));
  }

  // Keeps the changes of the game on the board in its file, before another game is shown.
  async leaveFile() {
    const {table, file} = this.page;
    if (file.placeOf(table.game) >= 0) {
      (await import('./text.js')).keepChanges(this.page);
    }
  }

  // Begins the same game from a position.
  async begin(fen) {
    const {table, watcher} = this.page;
    await this.leaveFile();
    watcher.end();
    await table.begin({name: table.game.name, parameters: table.game.parameters}, fen);
  }

  // Keys on the board, and elsewhere on the page unless they are typed or a dialog is open.
  setUpKeys() {
    document.addEventListener('keydown', (event) => {
      const own = event.key.startsWith('Arrow') ? ', [role="tab"]' : '';
      const typed = /** @type {Element} */ (event.target).closest?.(`input, textarea, select, dialog${own}`) || document.querySelector('dialog[open]');
      if (!typed && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.boardKey(event);
      }
    });
    find('show-keys').onclick = () => showKeys();
  }

  boardKey(event) {
    const {key} = event;
    const buttons = {
      ',': 'back', '.': 'forward', ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'to-start', ArrowDown: 'to-end',
      f: 'flip', u: 'take-back', t: this.page.table.mode === 'analyse' ? 'threat' : '', x: this.page.table.mode === 'play' ? 'tab-analyse' : 'tab-play', '?': 'show-keys',
    };
    const button = Object.hasOwn(buttons, key) && find(buttons[key]);
    if (button && !button.disabled) {
      event.preventDefault();
      event.stopPropagation(); // a key of the board is not one of the page, too
      button.click();
    }
  }

  setUpAnalysis() {
    const {table, analysis, annotation, preferences} = this.page;
    find('run-analysis').onclick = () => {
      analysis.on = !analysis.on;
      find('run-analysis').setAttribute('aria-pressed', analysis.on);
      say(find('run-analysis'), () => (analysis.on ? _('Engine on') : _('Engine off')));
      table.showAgain();
    };
    find('threat').onclick = () => {
      analysis.threat = !analysis.threat;
      table.showAgain();
    };
    const count = find('line-count');
    count.value = preferences.lines;
    count.onchange = () => {
      preferences.lines = count.value;
      analysis.count = Number(preferences.lines);
      writePreferences(preferences);
      table.showAgain();
    };
    find('annotate').onclick = () => this.annotate();
    find('comment').onchange = (event) => {
      table.describe({comment: event.target.value});
    };
    find('mark').onchange = (event) => {
      table.describe({sign: event.target.value});
    };
    // The engine pauses while the page is hidden.
    document.addEventListener('visibilitychange', () => {
      if (table.game && table.mode === 'analyse' && !annotation.running) {
        table.showAgain();
      }
    });
  }

  async playTyped(text) {
    const {table, engine} = this.page;
    const {node} = table;
    const why = !text ? _('Type a move first.') : table.canMove() ? '' : table.isOver() ? _('The game is over.')
      : _("It is the engine's turn.");
    this.say(why);
    if (why) {
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
        table.showAgain();
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
      say(button, () => _('Stop: {done} of {of}', {done, of}));
    });
    say(button, () => _('Annotate game'));
    if (worst) {
      this.showWorst(worst);
      table.show(node, false);
    }
  }

  // Writes the texts again that are not elements' own, in another language.
  rewrite() {
    this.say('');
    if (!find('worst').hidden) {
      this.showWorst(this.worst);
    }
  }

  showWorst(worst) {
    const {table, view} = this.page;
    const box = find('worst');
    const head = worst.length > 0 ? _('The costliest moves') : _('No move lost much.');
    this.worst = worst;
    box.hidden = false;
    box.replaceChildren(make('h3', {}, head), ...worst.map(({node, better, from, to}) => make('p', {},
      make('button', {onclick: () => table.show(node, false)},
        `${Math.floor((node.ply + 1) / 2)}. ${node.notation}${node.sign}`),
      ` ${_('better {move}; {before} became {after}', {move: better, before: from, after: to})}`)));
    view.announce(head);
  }
}
