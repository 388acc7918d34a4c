// SPDX-License-Identifier: MIT
// Owns what is stored in this browser: preferences, the game and the open file. Each tab has its
// own game; a new tab begins with the game that was stored last.

const INITIAL = {
  language: 'auto', theme: 'auto', hash: '64', threads: '1', annotate: '0.3', lines: '3', threats: true, targets: true, hints: true, sound: false, numbers: false,
};

function read(key, storage) {
  let text;
  try {
    text = /** @type {any} */ (window)[storage].getItem(`myosu.${key}`) ?? 'null';
  } catch {
    return null; // there is no storage
  }
  try {
    return JSON.parse(text);
  } catch {
    return {}; // a damaged entry is one without what is expected in it
  }
}

function write(key, value, storage) {
  try {
    /** @type {any} */ (window)[storage].setItem(`myosu.${key}`, JSON.stringify(value));
  } catch {
    // The browser has no storage: the page works without it.
  }
}

export function readPreferences() {
  const stored = read('preferences', 'localStorage') ?? {};
  return Object.fromEntries(Object.entries(INITIAL).map(([key, value]) => [key, typeof stored[key] === typeof value ? stored[key] : value]));
}

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
