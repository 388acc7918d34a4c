// SPDX-License-Identifier: MIT
// Stores preferences and the game in this browser.

const INITIAL = {
  theme: 'auto', hash: '64', threads: '1', annotate: '0.3', lines: '3', threats: true, targets: true, hints: true, sound: false,
};

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(`myosu.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(`myosu.${key}`, JSON.stringify(value));
  } catch {
    // The browser has no storage: the page works without it.
  }
}

export const readPreferences = () => ({...INITIAL, ...read('preferences')});
export const writePreferences = (preferences) => write('preferences', preferences);
export const readTable = () => read('table');
export const writeTable = (table) => write('table', table);

export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
