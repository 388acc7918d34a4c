// SPDX-License-Identifier: MIT
// Owns the graph, which draws the scores of a line. The move list has them as text.
import {_} from './language.js';
import {expectation} from './protocol.js';

const WIDTH = 600;
const HEIGHT = 90;

export class Graph {
  constructor(element, go) {
    this.element = element;
    this.line = [];
    element.onclick = (event) => {
      const box = element.getBoundingClientRect();
      const at = Math.round(((event.clientX - box.left) / box.width) * (this.line.length - 1));
      if (this.line[at]) {
        go(this.line[at]);
      }
    };
  }

  // Shown only if `open`: a player may not want to see the scores.
  show(game, open) {
    this.line = [game.root, ...game.line()];
    const points = this.line.map((node, at) => node.score && [at, expectation(node.score)]).filter(Boolean);
    // Its place is kept, so that the panel stands still.
    this.element.hidden = !open;
    this.element.innerHTML = '';
    if (!open || points.length < 2) {
      return;
    }
    const x = (at) => ((at * WIDTH) / Math.max(1, this.line.length - 1)).toFixed(1);
    const y = (value) => (HEIGHT - 3 - value * (HEIGHT - 6)).toFixed(1);
    const way = points.map(([at, value]) => `${x(at)} ${y(value)}`).join('L');
    const area = `M${x(points[0][0])} ${HEIGHT}L${way}L${x(points.at(-1)[0])} ${HEIGHT}z`;
    const current = this.line.indexOf(game.current);
    const marks = this.line.map((node, at) => (node.mark && node.score
      ? `<circle class="mark" cx="${x(at)}" cy="${y(expectation(node.score))}" r="4.5"/>` : '')).join('');
    this.element.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${_('Evaluation over the moves')}">`
      + `<path class="area" d="${area}"/><path class="zero" d="M0 ${HEIGHT / 2}h${WIDTH}"/><path class="way" d="M${way}"/>${marks}`
      + (current >= 0 ? `<path class="now" d="M${x(current)} 0v${HEIGHT}"/>` : '') + '</svg>';
  }
}
