// SPDX-License-Identifier: MIT
// Limits of the engine, clocks and playing levels. Owns nothing; pure, except that clocks read
// the time.

import {N_, _} from './language.js';

export const ENGINE = 'engine';
export const PERSON = 'you';

// Reads "0.5" or "1,5": above 0 and up to `most`; null otherwise.
export function readAmount(text, most, whole = false) {
  const number = Number(text.trim().replace(',', '.'));
  const good = text.trim() !== '' && number > 0 && number <= most && (!whole || Number.isInteger(number));
  return good ? number : null;
}

export const LIMITS = {
  movetime: {name: N_('Seconds'), initial: '1', most: 3600},
  depth: {name: N_('Plies'), initial: '8', most: 200, whole: true},
  nodes: {name: N_('Nodes'), initial: '100000', most: 1e12, whole: true},
  clock: {name: N_('Minutes'), initial: '5', most: 600},
};

// Arguments of `go` for a limit {kind, amount, increment} and clocks [ms, ms].
export function goWords(limit, clocks) {
  const {kind, amount, increment} = limit;
  if (kind === 'clock') {
    const inc = Math.round(increment * 1000);
    const [first, second] = clocks.map((ms) => Math.max(1, Math.round(ms)));
    return `wtime ${first} btime ${second} winc ${inc} binc ${inc}`;
  }
  return `${kind} ${kind === 'movetime' ? Math.round(amount * 1000) : amount}`;
}

const STEPS = 9; // the number of levels between the lowest and the highest

// Levels for a game with the options `names`: {value, name, options: {NAME: VALUE}, words}; the
// last is full strength. Without an option for the strength, levels limit the depth.
export function levels(names, options) {
  const offered = (name) => (names.includes(name) ? options.get(name) : undefined);
  const elo = offered('UCI_Elo');
  const skill = offered('Skill Level');
  const full = {value: 'full', name: _('Full strength'), options: {}, words: ''};
  const list = [];
  if (skill) {
    full.options['Skill Level'] = skill.max;
  }
  if (elo) {
    full.options.UCI_LimitStrength = 'false';
    for (let points = elo.min; points <= elo.max; points += 250) {
      list.push({value: `e${points}`, name: _('{points} Elo', {points}), words: '',
        options: {...full.options, UCI_LimitStrength: 'true', UCI_Elo: points}});
    }
  } else if (skill) {
    for (let step = 0; step < STEPS; step++) {
      const value = skill.min + Math.floor(((skill.max - skill.min) * step) / STEPS);
      list.push({value: `s${value}`, name: _('Level {number} of {count}', {number: step + 1, count: STEPS + 1}), words: '', options: {'Skill Level': value}});
    }
  } else {
    for (const [depth, name] of [[1, _('Beginner, 1 ply ahead')], [2, _('Easy, 2 plies ahead')], [4, _('Medium, 4 plies ahead')], [7, _('Hard, 7 plies ahead')]]) {
      list.push({value: `d${depth}`, name, words: `depth ${depth}`, options: {}});
    }
  }
  return [...list, full];
}

export class Clocks {
  /** @type {number[]} */ left;
  running = 0; // whose clock runs
  since = 0; // since when, by now()

  constructor(limit, now = () => performance.now()) {
    this.now = now;
    this.base = limit.kind === 'clock' ? limit.amount * 60000 : 0;
    this.increment = limit.kind === 'clock' ? limit.increment * 1000 : 0;
    this.reset(null);
  }

  get used() {
    return this.base > 0;
  }

  reset(left) {
    this.left = left ? [...left] : [this.base, this.base];
    this.running = 0;
    this.since = 0;
  }

  start(side) {
    if (this.used && this.running !== side) {
      this.stop();
      this.running = side;
      this.since = this.now();
    }
  }

  stop() {
    if (this.running) {
      this.left[this.running - 1] = this.leftOf(this.running);
      this.running = 0;
    }
  }

  moved(side) {
    this.stop();
    this.left[side - 1] += this.increment;
  }

  leftOf(side) {
    const passed = this.running === side ? this.now() - this.since : 0;
    return this.left[side - 1] - passed;
  }

  times() {
    return [this.leftOf(1), this.leftOf(2)];
  }
}

// "4:05", and tenths of a second below ten seconds.
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) {
    return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  }
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
