// SPDX-License-Identifier: MIT
// Owns what is stored in this browser: preferences, the game and the open file. Each tab has its
// own game; a new tab begins with the game that was stored last.

const INITIAL = {
  language: 'auto', theme: 'auto', hash: '64', threads: '1', annotate: '0.3', lines: '3', threats: true, targets: true, hints: true, sound: false, numbers: false,
};

function read(key, storage) {
  try {
    return JSON.parse(/** @type {any} */ (window)[storage].getItem(`myosu.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

function write(key, value, storage) {
  try {
    /** @type {any} */ (window)[storage].setItem(`myosu.${key}`, JSON.stringify(value));
  } catch {
    // The browser has no storage: the page works without it.
  }
}

export const readPreferences = () => ({...INITIAL, ...read('preferences', 'localStorage')});
export const writePreferences = (preferences) => write('preferences', preferences, 'localStorage');
export const readTable = () => read('table', 'sessionStorage') ?? read('table', 'localStorage');

export function writeTable(table) {
  write('table', table, 'sessionStorage');
  write('table', table, 'localStorage');
}

// The open file belongs to the tab.
export const readFile = () => read('file', 'sessionStorage');
export const writeFile = (file) => write('file', file, 'sessionStorage');

export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
