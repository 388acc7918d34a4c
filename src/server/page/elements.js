// SPDX-License-Identifier: MIT
// Finds elements by name, and creates them. Owns nothing.

/** @type {(id: string) => any} The kinds of the elements are known to index.html only. */
export const find = (id) => document.getElementById(id);

/**
 * Creates an element with these properties and children.
 * @type {(kind: string, properties: object, ...inside: (Node | string | number)[]) => any}
 */
export function make(kind, properties, ...inside) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...inside);
  return element;
}
