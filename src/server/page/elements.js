// SPDX-License-Identifier: MIT
// Elements of the page: found by their names, and made.

export const find = (id) => document.getElementById(id);

// An element with these properties, and with elements and texts inside.
export function make(kind, properties, ...inside) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...inside);
  return element;
}
