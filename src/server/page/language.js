// SPDX-License-Identifier: MIT
// Owns the language of the page, and the texts of elements that stay. The key of a text is its
// English form, as in gettext; src/languages has the other languages.

const OTHERS = ['ko'];
// Separates a context from a key, as in the files of gettext.
const CONTEXT_END = '\u0004';
const ATTRIBUTES = ['aria-label', 'title', 'placeholder'];

let catalogue = new Map();
let messages = []; // of the engine, with values in them: {key, names, pattern}
/** @type {Map<any, () => string>} */
const texts = new Map(); // element or text node -> function that returns its text
const attributes = []; // [element, name, key]

// Marks a text that is translated where it is shown.
export const N_ = (text) => text;

// Returns a text in the language of the page, with values.NAME in place of {NAME}. A context tells
// texts apart that are equal in English.
export function _(text, values = {}, context = '') {
  const [key] = text.split('\n', 1); // the first line is enough to find a text
  const found = catalogue.get(context + CONTEXT_END + key) ?? catalogue.get(key) ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

// As _(), but `one` for a count of 1. In a language without plural forms both have the same text.
export function plural(one, many, count, values) {
  return catalogue.size > 0 || count === 1 ? _(one, values) : _(many, values);
}

// Returns a message of the engine in the language of the page, or unchanged if it is not known. A
// value may be a message, too.
export function fromEngine(text) {
  for (const {key, names, pattern} of catalogue.has(text) ? [] : messages) {
    const match = pattern.exec(text);
    if (match) {
      return _(key, Object.fromEntries(names.map((name, at) => [name, fromEngine(match[at + 1])])));
    }
  }
  return _(text);
}

function readMessage(key) {
  const parts = key.split(/\{(\w+)\}/);
  const pattern = parts.map((part, at) => (at % 2 ? '(.+?)' : part.replace(/[().?*+]/g, '\\$&'))).join('');
  return {key, names: parts.filter((_part, at) => at % 2), pattern: new RegExp(`^${pattern}$`)};
}

// Sets the text of an element that stays, now and whenever the language changes.
export function say(element, text) {
  texts.set(element, text);
  element.textContent = text();
}

export const textOf = (element) => texts.get(element);

// Collects the texts of the document. A text that is alone in its element belongs to the element,
// which may get another one later.
function collect() {
  for (const element of document.querySelectorAll('html *')) {
    if (element.closest('svg, title, style, script, kbd, [translate="no"]')) {
      continue;
    }
    for (const name of ATTRIBUTES) {
      const key = element.getAttribute(name);
      if (key) {
        attributes.push([element, name, key]);
      }
    }
    for (const node of /** @type {any} */ (element.childNodes)) {
      const key = node.nodeType === Node.TEXT_NODE ? node.data.trim() : '';
      if (/[a-z]/i.test(key)) {
        const [before, after] = node.data.split(key);
        texts.set(element.childNodes.length === 1 ? element : node, () => before + _(key) + after);
      }
    }
  }
}

// The language of a preference: itself or, if it is 'auto', the browser's.
function meant(preference) {
  const known = ['en', ...OTHERS];
  const wanted = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return known.includes(preference) ? preference : wanted.find((each) => known.includes(each)) ?? 'en';
}

// Switches the page to the language of a preference; without its catalogue, to English.
export async function setLanguage(preference) {
  let language = meant(preference);
  let entries = {};
  if (OTHERS.includes(language)) {
    try {
      entries = await (await fetch(`${language}.json`)).json();
    } catch {
      language = 'en';
    }
  }
  if (texts.size === 0) {
    collect();
  }
  const {'': known = [], ...others} = entries;
  catalogue = new Map(Object.entries(others));
  messages = known.map(readMessage);
  document.documentElement.lang = language;
  texts.forEach((text, element) => { element.textContent = text(); });
  attributes.forEach(([element, name, key]) => element.setAttribute(name, _(key)));
}
