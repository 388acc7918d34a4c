// SPDX-License-Identifier: MIT
// The dialogs: a new game, something pasted, the rules, settings, what a piece becomes.
import {ENGINE, LIMITS, PERSON, readAmount} from './players.js';
import {drawPiece} from './pieces.js';
import {readMove} from './protocol.js';
import {applyTheme, writePreferences} from './settings.js';

const find = (id) => document.getElementById(id);

// Opens a dialog; whatever has `data-close` closes it.
export function open(dialog) {
  dialog.querySelectorAll('.error').forEach((each) => { each.textContent = ''; });
  dialog.querySelectorAll('[aria-invalid]').forEach((each) => each.removeAttribute('aria-invalid'));
  dialog.querySelectorAll('[data-close]').forEach((each) => { each.onclick = () => dialog.close(); });
  dialog.showModal();
}

// Says at a field what is wrong with it.
export function refuse(field, message, text) {
  field?.setAttribute('aria-invalid', 'true');
  message.textContent = text;
  field?.focus();
}

// Radio buttons in a row: [[value, name]].
function fillChoices(element, name, choices, chosen, changed) {
  element.replaceChildren(...choices.map(([value, words]) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.type = 'radio';
    input.name = name;
    input.value = value;
    input.checked = value === chosen;
    input.onchange = changed;
    label.append(input, document.createTextNode(words));
    return label;
  }));
}

const chosenOf = (element) => element.querySelector('input:checked')?.value;

export class NewGame {
  // start(setup) begins the game, and rejects with the reason why not.
  constructor(table, start) {
    this.table = table;
    this.start = start;
    this.dialog = find('dialog-new');
    this.error = find('new-error');
    find('new-limit').onchange = () => this.showLimit(true);
    this.dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
  }

  open() {
    const {table} = this;
    const games = [...table.games.values()].map((game) => [game.name, game.title]);
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
    const sides = same ? table.look.sides : {1: {name: 'First'}, 2: {name: 'Second'}};
    const {1: one, 2: two} = table.players;
    const chosen = one === PERSON ? (two === PERSON ? 'both' : '1') : two === PERSON ? '2' : 'none';
    fillChoices(find('new-sides'), 'side', [['1', sides[1].name], ['2', sides[2].name], ['lot', 'By lot'],
      ['both', 'Both sides'], ['none', 'Neither']], chosen);
    find('new-level').replaceChildren(...table.levels(game.name).map((level) => new Option(level.name, level.value,
      level.value === 'full', level.value === table.level)));
  }

  parameterField(parameter, value) {
    const label = document.createElement('label');
    let field;
    if (parameter.type === 'combo' || parameter.type === 'check') {
      const choices = parameter.type === 'combo' ? parameter.choices : ['false', 'true'];
      field = document.createElement('select');
      field.append(...choices.map((each) => new Option({false: 'no', true: 'yes'}[each] ?? each, each)));
    } else {
      field = document.createElement('input');
      field.inputMode = 'numeric';
      field.setAttribute('aria-describedby', 'new-error');
    }
    field.name = parameter.name;
    field.value = value ?? parameter.initial;
    const range = parameter.type === 'spin' ? `, ${parameter.min} to ${parameter.max}` : '';
    label.append(`${parameter.name}${range} `, field);
    return label;
  }

  showLimit(fresh) {
    const kind = find('new-limit').value;
    find('new-amount-name').textContent = LIMITS[kind].name;
    find('new-increment-field').hidden = kind !== 'clock';
    find('new-amount').value = !fresh && this.table.limit.kind === kind ? String(this.table.limit.amount)
      : LIMITS[kind].initial;
  }

  // What was chosen; null when a field is wrong, which is said.
  read() {
    const kind = find('new-limit').value;
    const amount = readAmount(find('new-amount').value, LIMITS[kind].most, LIMITS[kind].whole);
    const increment = find('new-increment').value.trim() === '0' ? 0 : readAmount(find('new-increment').value, 600);
    if (amount === null) {
      refuse(find('new-amount'), this.error, `${LIMITS[kind].name}: '${find('new-amount').value}' is no ${LIMITS[kind].whole ? 'whole ' : ''}number above 0 and up to ${LIMITS[kind].most}.`);
      return null;
    }
    if (kind === 'clock' && increment === null) {
      refuse(find('new-increment'), this.error, `Seconds a move: '${find('new-increment').value}' is no number from 0 to 600.`);
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
      limit: {kind, amount, increment: kind === 'clock' ? increment : 0}, level: find('new-level').value,
    };
  }

  async submit() {
    this.error.textContent = '';
    const setup = this.read();
    if (!setup) {
      return;
    }
    try {
      await this.start(setup);
      this.dialog.close();
    } catch (error) {
      const named = /parameter '([^']+)'/.exec(error.message);
      refuse(named && this.dialog.querySelector(`#new-parameters [name="${named[1]}"]`), this.error, error.message);
    }
  }
}

export class Paste {
  // load(text) sets the game up, and rejects with the reason why not.
  constructor(load) {
    const dialog = find('dialog-paste');
    const error = find('paste-error');
    const text = find('paste-text');
    dialog.querySelector('form').onsubmit = async (event) => {
      event.preventDefault();
      error.textContent = '';
      text.removeAttribute('aria-invalid');
      try {
        await load(text.value);
        dialog.close();
        text.value = '';
      } catch (reason) {
        refuse(text, error, reason.message);
      }
    };
    this.open = () => open(dialog);
  }
}

export async function showRules(table) {
  const {title} = table.games.get(table.game.name);
  find('rules-title').textContent = `${title}: how it is played`;
  find('rules-text').textContent = 'Asking the engine';
  open(find('dialog-rules'));
  const lines = await table.engine.read(`help ${table.game.name}`);
  // The first line is the title, and how the game is begun over the protocol.
  find('rules-text').textContent = lines.slice(1).join('\n');
}

export class Settings {
  constructor(preferences, table, changed) {
    const dialog = find('dialog-settings');
    const error = find('settings-error');
    const fields = {theme: 'set-theme', hash: 'set-hash', threads: 'set-threads', annotate: 'set-annotate'};
    const checks = {threats: 'set-threats', targets: 'set-targets', hints: 'set-hints', sound: 'set-sound'};
    this.open = () => {
      Object.entries(fields).forEach(([key, id]) => { find(id).value = preferences[key]; });
      Object.entries(checks).forEach(([key, id]) => { find(id).checked = preferences[key]; });
      open(dialog);
    };
    dialog.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      const limits = [['hash', 'Memory', 'Hash'], ['threads', 'Threads', 'Threads']];
      for (const [key, name, option] of limits) {
        const {min = 1, max = 1 << 20} = table.engine.options.get(option) ?? {};
        const number = readAmount(find(fields[key]).value, max, true);
        if (number === null || number < min) {
          refuse(find(fields[key]), error, `${name}: '${find(fields[key]).value}' is no whole number from ${min} to ${max}.`);
          return;
        }
      }
      if (readAmount(find('set-annotate').value, 60) === null) {
        refuse(find('set-annotate'), error, `Annotation: '${find('set-annotate').value}' is no number of seconds up to 60.`);
        return;
      }
      Object.entries(fields).forEach(([key, id]) => { preferences[key] = find(id).value.trim(); });
      Object.entries(checks).forEach(([key, id]) => { preferences[key] = find(id).checked; });
      writePreferences(preferences);
      applyTheme(preferences.theme);
      dialog.close();
      changed();
    };
  }
}

// Which of several moves with the same squares is meant: what is left of their text tells. Resolves
// with one of them, or ''.
export function choosePromotion(table, moves) {
  const dialog = find('dialog-promotion');
  const {look} = table;
  const {turn} = table.node.position.board;
  return new Promise((resolve) => {
    find('promotion-choices').replaceChildren(...moves.map((move) => {
      const {rest} = readMove(look, move);
      const button = document.createElement('button');
      const [character, piece] = Object.entries(look.pieces).find(([each, {owner}]) => (
        owner === turn && each.toLowerCase() === rest.toLowerCase())) ?? ['', null];
      button.type = 'button';
      button.setAttribute('aria-label', piece?.name ?? rest);
      button.innerHTML = piece ? `<svg viewBox="0 0 100 100" aria-hidden="true">${drawPiece(piece, character)}</svg>` : '';
      button.append(piece ? '' : rest || move);
      button.onclick = () => dialog.close(move);
      return button;
    }));
    dialog.returnValue = '';
    dialog.onclose = () => resolve(dialog.returnValue);
    open(dialog);
  });
}
