// SPDX-License-Identifier: MIT
// Finds elements by name, and creates them. Owns nothing.

export const find = (id) => document.getElementById(id);

// Creates an element with these properties and children.
export function make(kind, properties, ...inside) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...inside);
  return element;
}
