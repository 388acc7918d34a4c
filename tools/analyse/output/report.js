// SPDX-License-Identifier: MIT
// Moves the pieces of a report. Each game's section has its data as JSON: the squares of the start, and
// for each position what the move before it changed, the squares of that move and of the best one.
'use strict';

const SIDE = 100;
const SVG = 'http://www.w3.org/2000/svg';

function draw(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  parent.append(element);
}

class Game {
  constructor(section) {
    this.section = section;
    this.data = JSON.parse(section.querySelector('script').textContent);
    this.board = section.querySelector('.board');
    this.layer = {};
    for (const name of ['under', 'pieces', 'over']) {
      this.layer[name] = this.board.querySelector(`.${name}`);
    }
    [this.files, this.ranks, this.left, this.top] = this.board.dataset.board.split(' ').map(Number);
    this.upright = !this.board.querySelector('.turned');
    this.turned = this.data.turned && !this.upright;
    this.links = [...section.querySelectorAll('.moves a')];
    this.curve = section.querySelector('.curve');
    this.last = this.data.plies.length - 1;
    this.ply = this.last;
    this.squares = this.squaresOf();
    this.listen();
    this.show(0);
  }

  // Returns the contents of the board at each position.
  squaresOf() {
    let squares = this.data.start;
    return this.data.plies.map(({c}) => {
      squares = [...squares];
      for (let i = 0; i < c.length; i += 2) {
        squares[c[i]] = c[i + 1];
      }
      return squares;
    });
  }

  listen() {
    this.section.addEventListener('focusin', () => { current = this; });
    this.section.addEventListener('pointerdown', () => { current = this; });
    this.section.addEventListener('click', (event) => {
      const link = event.target.closest('a[data-ply]');
      const button = event.target.closest('button');
      if (link) {
        event.preventDefault();
        this.show(Number(link.dataset.ply));
      } else if (button) {
        this.act(button.dataset.act);
      }
    });
    const controls = this.section.querySelector('.controls');
    controls.hidden = false;
    controls.querySelector('[data-act=turn]').hidden = this.upright;
    if (this.curve) {
      const seek = (event) => {
        if (event.buttons & 1 && !event.target.closest('a')) {
          const box = this.curve.getBoundingClientRect();
          const [left, right] = this.data.field;
          const x = (event.clientX - box.left) / box.width * this.curve.viewBox.baseVal.width;
          this.show(Math.round((x - left) / (right - left) * this.last));
        }
      };
      this.curve.addEventListener('pointerdown', seek);
      this.curve.addEventListener('pointermove', seek);
    }
  }

  act(name) {
    const marked = this.data.marked;
    const actions = {
      first: () => this.show(0),
      back: () => this.show(this.ply - 1),
      on: () => this.show(this.ply + 1),
      last: () => this.show(this.last),
      worse: () => this.show(marked.find((ply) => ply > this.ply) ?? this.ply),
      before: () => this.show(marked.findLast((ply) => ply < this.ply) ?? this.ply),
      turn: () => { this.turned = !this.turned; this.draw(); },
    };
    actions[name]();
  }

  show(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.last);
    const at = this.data.plies[this.ply];
    this.draw();
    const status = this.section.querySelector('.status');
    status.replaceChildren(...at.t.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }));
    this.board.querySelector('title').textContent = at.t[0];
    this.links.forEach((link) => {
      const here = Number(link.dataset.ply) === this.ply;
      link.toggleAttribute('aria-current', false);
      if (here) {
        link.setAttribute('aria-current', 'step');
        this.reveal(link);
      }
    });
    if (this.curve) {
      this.curve.setAttribute('aria-valuenow', this.ply);
      this.curve.setAttribute('aria-valuetext', at.t.slice(0, 2).join(' '));
      const [left, right] = this.data.field;
      const x = left + (right - left) * this.ply / Math.max(1, this.last);
      this.curve.querySelector('.cursor').setAttribute('transform', `translate(${x} 0)`);
    }
  }

  // Scrolls the list of moves, and not the page.
  reveal(link) {
    const list = link.closest('.moves');
    const inside = link.getBoundingClientRect();
    const outside = list.getBoundingClientRect();
    if (inside.top < outside.top || inside.bottom > outside.bottom) {
      list.scrollTop += inside.top - outside.top - outside.height / 2;
    }
  }

  corner(square) {
    const file = square % this.files;
    const rank = Math.floor(square / this.files);
    return [this.left + SIDE * (this.turned ? this.files - 1 - file : file),
      this.top + SIDE * (this.turned ? rank : this.ranks - 1 - rank)];
  }

  draw() {
    const {under, pieces, over} = this.layer;
    const at = this.data.plies[this.ply];
    const squares = this.squares[this.ply];
    this.board.classList.toggle('seen-turned', this.turned);
    for (const layer of [under, pieces, over]) {
      layer.replaceChildren();
    }
    squares.forEach((code, square) => {
      if (code) {
        const [x, y] = this.corner(square);
        draw(pieces, 'use', {href: `#${this.data.ids}piece${code}`, x, y});
      }
    });
    at.m.forEach((square) => this.mark(square, squares[square]));
    (this.ply === this.last ? this.data.win : []).forEach((square) => this.ring(square, 'won', 40));
    const next = this.data.plies[this.ply + 1];
    const best = at.b;
    if (next && String(next.m) !== String(best)) {
      this.arrow(next.m, next.k ? 'played bad' : 'played');
    }
    this.arrow(best, 'best');
  }

  // Marks a square of the last move: below a piece, or on a round one.
  mark(square, code) {
    const [x, y] = this.corner(square);
    if (code && this.data.round[code - 1]) {
      this.ring(square, 'last', 14, this.data.on[code - 1]);
    } else {
      draw(this.layer.under, 'rect', {class: 'last', x, y, width: SIDE, height: SIDE});
    }
  }

  ring(square, name, r, stroke = '') {
    const [x, y] = this.corner(square);
    draw(this.layer.over, 'circle', {class: name, cx: x + SIDE / 2, cy: y + SIDE / 2, r, stroke});
  }

  // A move along squares is an arrow, a move to one square is a ring.
  arrow(squares, name) {
    if (squares.length === 1) {
      this.ring(squares[0], `move ${name}`, name === 'best' ? 32 : 42);
    }
    if (squares.length < 2) {
      return;
    }
    const points = squares.map((square) => this.corner(square).map((edge) => edge + SIDE / 2));
    const [end, before] = [points.at(-1), points.at(-2)];
    const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
    const neck = [end[0] - 34 * dx, end[1] - 34 * dy];
    const way = [...points.slice(0, -1), neck].map((point) => point.map(Math.round).join(' ')).join('L');
    draw(this.layer.over, 'path', {class: `move ${name}`, d: `M${way}`});
    draw(this.layer.over, 'path', {class: `head ${name}`,
      d: `M${end[0]} ${end[1]}L${neck[0] - 24 * dy} ${neck[1] + 24 * dx}L${neck[0] + 24 * dy} ${neck[1] - 24 * dx}Z`});
  }
}

const keys = {ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last'};
const keysInside = {ArrowUp: 'before', ArrowDown: 'worse'};
const games = [...document.querySelectorAll('section.game')].filter((section) => section.querySelector('.board'))
  .map((section) => new Game(section));
let current = games[0];

document.addEventListener('keydown', (event) => {
  const inside = current?.section.contains(document.activeElement);
  const name = keys[event.key] ?? (inside ? keysInside[event.key] : undefined);
  if (current && name && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    current.act(name);
  }
});

// A link from elsewhere: #g2m17 is the position after 17 moves of the second game.
function follow() {
  const parts = /^#(g\d+)m(\d+)$/.exec(location.hash);
  const game = parts && games.find(({section}) => section.id === parts[1]);
  if (game) {
    current = game;
    game.section.scrollIntoView();
    game.show(Number(parts[2]));
  }
}
window.addEventListener('hashchange', follow);
follow();

const list = document.querySelector('nav');
if (list && games.length > 1) {
  list.hidden = false;
  games.forEach(({section}) => {
    const link = document.createElement('a');
    link.href = `#${section.id}`;
    link.textContent = section.querySelector('h2').textContent;
    const item = document.createElement('li');
    item.append(link);
    list.querySelector('ul').append(item);
  });
}
