// SPDX-License-Identifier: MIT
// The parts of a document that the page's files write texts into: elements by name, created on
// demand.

export class Element {
  children = [];
  dataset = {};
  attributes = {};
  properties = {};
  classes = new Set();
  html = '';

  constructor(kind) {
    this.kind = kind;
    this.style = {setProperty: (name, value) => { this.properties[name] = value; }};
    this.classList = {
      toggle: (name, on = !this.classes.has(name)) => this.classes[on ? 'add' : 'delete'](name),
      contains: (name) => this.classes.has(name),
    };
  }

  set className(names) {
    this.classes = new Set(names.split(' '));
  }

  set innerHTML(text) {
    this.html = text;
    this.children = [];
  }

  get innerHTML() {
    return this.html;
  }

  set textContent(text) {
    this.children = [text];
  }

  get textContent() {
    return this.children.map((each) => (each instanceof Element ? each.textContent : String(each))).join('');
  }

  get lastChild() {
    return this.children.at(-1) ?? null;
  }

  append(...parts) {
    this.children.push(...parts.filter((each) => each !== ''));
  }

  replaceChildren(...parts) {
    this.children = [];
    this.append(...parts);
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  // Nothing is laid out.
  getBoundingClientRect() {
    return {top: 0, bottom: 0};
  }

  toggleAttribute() {}

  contains() {
    return false;
  }

  // All descendants, and then the element itself.
  all() {
    return [...this.children.filter((each) => each instanceof Element).flatMap((each) => each.all()), this];
  }

  // Selects by a class or an attribute; no other selectors are supported.
  querySelectorAll(selector) {
    const name = selector.replace(/^[.[]|\]$/g, '');
    return this.all().filter((each) => each !== this
      && (selector.startsWith('.') ? each.classes.has(name) : selector.startsWith('[') ? name in each.attributes
        : each.kind === name));
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

// Installs an empty document. Returns a function from names to elements.
export function newDocument() {
  const named = {};
  const get = (name) => (named[name] ??= new Element(name));
  globalThis.document = {
    createElement: (kind) => new Element(kind), getElementById: get, activeElement: null, hidden: false,
    body: new Element('body'), addEventListener() {}, querySelectorAll: () => [],
  };
  return get;
}

newDocument();
