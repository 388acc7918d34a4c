// SPDX-License-Identifier: MIT
// What this browser remembers: preferences, and the game that is on the board.

const PREFERENCES = 'myosu.preferences';
const TABLE = 'myosu.table';

const INITIAL = {
  theme: 'auto',
  hash: '64',
  threads: '1',
  annotate: '0.3',
  lines: '3',
  threats: true,
  targets: true,
  hints: true,
  sound: false,
};

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the page works without.
  }
}

export function readPreferences() {
  return {...INITIAL, ...read(PREFERENCES)};
}

export function writePreferences(preferences) {
  write(PREFERENCES, preferences);
}

export function readTable() {
  return read(TABLE);
}

export function writeTable(table) {
  write(TABLE, table);
}

export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
