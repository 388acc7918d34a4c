// SPDX-License-Identifier: MIT
// Owns the dialogs of the page and the preferences that they set.
import {find, make} from './elements.js';
import {N_, _} from './language.js';
import {ENGINE, LIMITS, PERSON, readAmount} from './players.js';
import {drawAlone} from './pieces.js';
import {nameIn, readMove} from './protocol.js';
import {applyTheme, writePreferences} from './settings.js';

function forgive(dialog) {
  dialog.querySelectorAll('.error').forEach((each) => { each.textContent = ''; });
  dialog.querySelectorAll('[aria-invalid]').forEach((each) => each.removeAttribute('aria-invalid'));
}

// Opens a dialog. Every element with `data-close` closes it.
export function open(dialog) {
  forgive(dialog);
  dialog.setAttribute('aria-label', dialog.querySelector('h2').textContent);
  dialog.querySelectorAll('[data-close]').forEach((each) => { each.onclick = () => dialog.close(); });
  dialog.showModal();
}

export function whenSent(dialog, action) {
  dialog.querySelector('form').onsubmit = (event) => {
    event.preventDefault();
    forgive(dialog);
    action();
  };
}

export function refuse(dialog, text, field) {
  const error = dialog.querySelector('.error');
  error.textContent = text;
  field?.setAttribute('aria-invalid', 'true');
  field?.setAttribute('aria-describedby', error.id);
  field?.focus();
}

// Reads a number field by readAmount(). If it is wrong, shows a message and returns null.
function readField(dialog, id, name, {least = 0, most, whole = false}) {
  const field = find(id);
  const number = readAmount(field.value, most, whole);
  if (number !== null && number >= least) {
    return number;
  }
  const reason = whole ? (least ? N_("{name}: '{value}' is no whole number from {least} to {most}.") : N_("{name}: '{value}' is no whole number up to {most}."))
    : least ? N_("{name}: '{value}' is no number from {least} to {most}.") : N_("{name}: '{value}' is no number up to {most}.");
  refuse(dialog, _(reason, {name: _(name), value: field.value, least, most}), field);
  return null;
}

export function fillChoices(element, name, choices, chosen, changed) {
  element.replaceChildren(...choices.map(([value, words]) => make('label', {},
    make('input', {type: 'radio', name, value, checked: value === chosen, onchange: changed}), words)));
}

export const chosenOf = (element) => element.querySelector('input:checked')?.value;

export class NewGame {
  /** @type {Table} */ table;
  /** @type {Function} */ start;
  /** @type {any} */ dialog;

  constructor(table, start) {
    Object.assign(this, {table, start, dialog: find('dialog-new')});
    find('new-limit').onchange = () => this.showLimit(true);
    whenSent(this.dialog, () => this.submit());
  }

  open() {
    const {table} = this;
    const games = [...table.games.values()].map((game) => [game.name, _(game.title)]);
    const name = table.game?.name ?? games[0][0];
    fillChoices(find('new-games'), 'game', games, name, () => this.showGame());
    find('new-limit').value = table.limit.kind;
    find('new-increment').value = String(table.limit.increment || 0);
    this.showGame();
    this.showLimit(false);
    open(this.dialog);
  }

  showGame() {
    const {table} = this;
    const game = table.games.get(chosenOf(find('new-games')));
    const same = table.game?.name === game.name;
    const box = find('new-parameters');
    box.hidden = game.parameters.length === 0;
    box.replaceChildren(box.querySelector('legend'), ...game.parameters.map((parameter) => (
      this.parameterField(parameter, same ? table.game.parameters[parameter.name] : undefined))));
    const sides = same ? table.look.sides : {1: {name: N_('First')}, 2: {name: N_('Second')}};
    const {1: one, 2: two} = table.players;
    const chosen = one === PERSON ? (two === PERSON ? 'both' : '1') : two === PERSON ? '2' : 'none';
    fillChoices(find('new-sides'), 'side', [['1', nameIn(table.look, sides[1])],
      ['2', nameIn(table.look, sides[2])], ['lot', _('By lot')], ['both', _('Both sides')], ['none', _('Neither')]], chosen);
    find('new-level').replaceChildren(...table.levels(game.name).map((level) => new Option(level.name, level.value,
      level.value === 'full', level.value === table.level)));
  }

  parameterField(parameter, value) {
    const {name, type, min, max} = parameter;
    const choices = {combo: parameter.choices, check: ['false', 'true']}[type];
    const field = choices
      ? make('select', {name}, ...choices.map((each) => new Option({false: _('no'), true: _('yes')}[each] ?? _(each), each)))
      : make('input', {name, inputMode: 'numeric', placeholder: parameter.initial});
    field.value = value ?? parameter.initial;
    return make('label', {}, type === 'spin' ? _('{name}, {min} to {max}', {name: _(name), min, max}) : _(name), ' ', field);
  }

  showLimit(fresh) {
    const kind = find('new-limit').value;
    find('new-amount-name').textContent = _(LIMITS[kind].name);
    find('new-increment-field').hidden = kind !== 'clock';
    find('new-amount').value = !fresh && this.table.limit.kind === kind ? String(this.table.limit.amount)
      : LIMITS[kind].initial;
  }

  read() {
    const kind = find('new-limit').value;
    const amount = readField(this.dialog, 'new-amount', LIMITS[kind].name, LIMITS[kind]);
    const hasIncrement = amount !== null && kind === 'clock' && find('new-increment').value.trim() !== '0';
    const increment = hasIncrement ? readField(this.dialog, 'new-increment', N_('Seconds per move'), {most: 600}) : 0;
    if (amount === null || increment === null) {
      return null;
    }
    const parameters = {};
    find('new-parameters').querySelectorAll('[name]').forEach((field) => {
      parameters[field.name] = field.value.trim() || field.placeholder;
    });
    let side = chosenOf(find('new-sides'));
    side = side === 'lot' ? String(1 + Math.floor(Math.random() * 2)) : side;
    const player = (number) => (side === 'both' || side === number ? PERSON : ENGINE);
    return {
      name: chosenOf(find('new-games')), parameters, players: {1: player('1'), 2: player('2')},
      limit: {kind, amount, increment}, level: find('new-level').value,
    };
  }

  async submit() {
    const setup = this.read();
    try {
      if (setup) {
        await this.start(setup);
        this.dialog.close();
      }
    } catch (error) {
      const named = /parameter '([^']+)'/.exec(error.original);
      refuse(this.dialog, error.message, named && find('new-parameters').querySelector(`[name="${named[1]}"]`));
    }
  }
}

export class Paste {
  constructor(load) {
    const dialog = find('dialog-paste');
    const text = find('paste-text');
    const file = find('paste-file');
    const progress = find('paste-progress');
    const submit = async (given, field) => {
      const reading = new AbortController();
      dialog.onclose = () => reading.abort();
      find('paste-load').disabled = true;
      try {
        await load(given, (share) => {
          progress.hidden = false;
          progress.value = share;
        }, reading.signal);
        dialog.close();
        text.value = '';
      } catch (error) {
        if (!reading.signal.aborted) {
          refuse(dialog, error.message, field);
        }
      }
      find('paste-load').disabled = false;
      progress.hidden = true;
      file.value = '';
    };
    whenSent(dialog, () => submit({text: text.value}, text));
    file.onchange = async () => {
      const [chosen] = file.files;
      if (chosen) {
        forgive(dialog);
        submit({bytes: await chosen.arrayBuffer(), name: chosen.name}, file);
      }
    };
    this.open = () => open(dialog);
  }
}

export const showKeys = () => open(find('dialog-keys'));

// The rules of a game, with which the answer to `help GAME` begins. The names of the protocol's
// parameters and options follow.
function rulesOf(lines) {
  const count = lines.findIndex((line, at) => line.endsWith(':') && lines[at + 1]?.startsWith('   '));
  return _(lines.slice(0, count < 0 ? lines.length : count).join('\n'));
}

export async function showRules(table) {
  const {title} = table.games.get(table.game.name);
  find('dialog-rules').querySelector('h2').textContent = _('{game}: how it is played', {game: _(title)});
  find('rules-text').textContent = _('Asking the engine');
  open(find('dialog-rules'));
  const lines = await table.engine.read(`help ${table.game.name}`);
  // The first line has the title and the protocol's command that starts the game.
  find('rules-text').textContent = rulesOf(lines.slice(1));
}

export class Settings {
  constructor(preferences, table, changed) {
    const dialog = find('dialog-settings');
    const fields = ['language', 'theme', 'hash', 'threads', 'annotate'];
    const checks = ['threats', 'targets', 'hints', 'numbers', 'sound'];
    const read = (key, name, option) => {
      const {min: least = 1, max = 1 << 20} = table.engine.options.get(option) ?? {};
      // More threads than processors only slow a search down. Another machine's number is not known.
      const isHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
      const most = option === 'Threads' && isHere ? Math.min(max, navigator.hardwareConcurrency || max) : max;
      return readField(dialog, `set-${key}`, name, {least, most, whole: true}) !== null;
    };
    this.open = () => {
      fields.forEach((key) => { find(`set-${key}`).value = preferences[key]; });
      checks.forEach((key) => { find(`set-${key}`).checked = preferences[key]; });
      open(dialog);
    };
    whenSent(dialog, () => {
      if (!read('hash', N_('Memory'), 'Hash') || !read('threads', N_('Threads'), 'Threads')
        || readField(dialog, 'set-annotate', N_('Annotation'), {most: 60}) === null) {
        return;
      }
      fields.forEach((key) => { preferences[key] = find(`set-${key}`).value.trim(); });
      checks.forEach((key) => { preferences[key] = find(`set-${key}`).checked; });
      writePreferences(preferences);
      applyTheme(preferences.theme);
      dialog.close();
      changed();
    });
  }
}

// Asks for a token, if the server requires one and the address has no valid one.
export class TokenDialog {
  constructor(present) {
    this.dialog = find('dialog-token');
    this.field = find('token-text');
    this.button = find('token-use');
    // Without a token the page is of no use.
    this.dialog.oncancel = (event) => event.preventDefault();
    whenSent(this.dialog, () => {
      const token = this.field.value.trim();
      if (/^[!-~]+$/.test(token)) {
        this.button.disabled = true;
        present(token);
      } else {
        refuse(this.dialog, _('A token is one word of letters, digits and signs.'), this.field);
      }
    });
  }

  // Asks for a token. `given`: the previous token was wrong.
  ask(given) {
    if (!this.dialog.open) {
      open(this.dialog);
    }
    this.button.disabled = false;
    if (given) {
      refuse(this.dialog, _('The server does not know this token.'), this.field);
    }
  }

  say(text) {
    if (this.dialog.open) {
      refuse(this.dialog, text);
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

// Lists games to watch, and offers this board to others.
export class WatchDialog {
  /** @type {Engine} */ engine;
  /** @type {Watcher} */ watcher;
  /** @type {Publisher} */ publisher;
  /** @type {any} */ dialog;

  constructor(engine, watcher, publisher) {
    Object.assign(this, {engine, watcher, publisher, dialog: find('dialog-watch')});
    whenSent(this.dialog, () => this.offer());
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
      box.replaceChildren(...names.map((name) => (
        make('button', {type: 'button', textContent: name, onclick: () => this.watch(name)}))));
      if (names.length === 0) {
        box.textContent = _('There is no game to watch.');
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
      refuse(this.dialog, `${error.message}.`);
      await this.list();
    }
  }

  offer() {
    const name = find('publish-name').value.trim();
    if (/^[\w.-]{1,32}$/.test(name) && name !== 'none') {
      this.publisher.begin(name);
    } else {
      this.refuseOffer(_('A name has 1 to 32 letters, digits, -, _ or dots'));
    }
  }

  refuseOffer(text) {
    refuse(this.dialog, `${text}.`, find('publish-name'));
  }

  showOffer() {
    const {name} = this.publisher;
    find('publish-field').hidden = find('publish-begin').hidden = name !== '';
    find('publish-end').hidden = name === '';
    find('publish-state').textContent = name ? _('Others can watch this board as {name}.', {name}) : '';
  }
}

// Asks which of several moves with the same squares is meant. Resolves with one of them, or ''.
export function choosePromotion(table, moves) {
  const dialog = find('dialog-promotion');
  const {look} = table;
  const {turn} = table.node.position.board;
  return new Promise((resolve) => {
    find('promotion-choices').replaceChildren(...moves.map((move) => {
      const {rest} = readMove(look, move);
      const [character, piece] = Object.entries(look.pieces).find(([each, {owner}]) => (
        owner === turn && each.toLowerCase() === rest.toLowerCase())) ?? ['', null];
      const button = make('button', {type: 'button', onclick: () => dialog.close(move)}, rest || move);
      button.setAttribute('aria-label', piece ? nameIn(look, piece) : rest);
      if (piece) {
        button.innerHTML = drawAlone(piece, character);
      }
      return button;
    }));
    dialog.returnValue = '';
    dialog.onclose = () => resolve(dialog.returnValue);
    open(dialog);
  });
}
