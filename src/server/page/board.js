// SPDX-License-Identifier: MIT
// Owns the board: an SVG drawing, and above it cells that receive clicks, drags and keys.
import {make} from './elements.js';
import {MoveEntry} from './entry.js';
import {_} from './language.js';
import {drawPiece, escape, setColours} from './pieces.js';
import {label, nameIn, squareName} from './protocol.js';

const UNIT = 100; // the width of a square, in the drawing's units
const SLIDE_MS = 150;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board {
  /** @type {Look} */ look;
  /** @type {any} */ state;
  /** @type {any} */ marks;
  /** @type {any} */ pieces;
  /** @type {any} */ over;
  flipped = false;
  // The size of the drawing, and the space around the squares, in its units.
  width = 0;
  height = 0;
  margin = 0;
  top = 0;
  bottom = 0;
  letters = 0;
  /** @type {Map<number, any>} */ drawn = new Map(); // square -> {piece, element}
  /** @type {HTMLElement[]} */ cells = [];
  focus = 0;
  sketches = []; // what the user drew: [from, to], equal for a circle

  // Entry: the class that reads clicks and keys.
  // handlers: move(text), choosePromotion(moves, square) -> Promise of a move or ''
  constructor(element, handlers, Entry = MoveEntry) {
    this.element = element;
    this.handlers = handlers;
    this.entry = new Entry(this);
  }

  get files() {
    return this.look.files.count;
  }

  get ranks() {
    return this.look.ranks.count;
  }

  place(square) {
    const file = square % this.files;
    const rank = Math.floor(square / this.files);
    return this.flipped ? [this.files - 1 - file, rank] : [file, this.ranks - 1 - rank];
  }

  squareAt(column, row) {
    return this.flipped ? row * this.files + this.files - 1 - column
      : (this.ranks - 1 - row) * this.files + column;
  }

  centre(square) {
    const [column, row] = this.place(square);
    return [this.margin + (column + 0.5) * UNIT, this.top + (row + 0.5) * UNIT];
  }

  circle(kind, square, radius) {
    const [x, y] = this.centre(square);
    return `<circle class="${kind}" cx="${x}" cy="${y}" r="${radius}"/>`;
  }

  // A box has round corners and a margin.
  rect(kind, square) {
    const [x, y] = this.centre(square);
    const half = this.look.kind === 'boxes' ? 46 : UNIT / 2;
    return `<rect class="${kind}" x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" rx="${half < 50 ? 8 : 0}"/>`;
  }

  isDark(square) {
    return (square % this.files + Math.floor(square / this.files)) % 2 === 0;
  }

  name(square) {
    const name = squareName(this.look, square);
    return this.look.ranks.labels === 'none'
      ? _('column {column}, row {row}', {column: name, row: Math.floor(square / this.files) + 1}) : name;
  }

  setLook(look, title) {
    this.look = look;
    this.title = title;
    this.flipped = this.flipped && !look.upright;
    this.focus = Math.floor(this.ranks / 2) * this.files + Math.floor(this.files / 2);
    setColours(document.documentElement, look);
    this.build();
  }

  setFlipped(flipped) {
    const wanted = flipped && !this.look.upright;
    if (wanted !== this.flipped) {
      this.flipped = wanted;
      this.build();
    }
  }

  build() {
    const {look} = this;
    const inside = look.kind === 'squares';
    this.letters = inside ? 20 : Math.max(13, Math.min(40, 0.032 * this.files * UNIT));
    const pad = 0.12 * UNIT;
    const beside = (axis, letters) => (inside ? 0 : axis.labels === 'none' ? pad : letters * this.letters);
    this.margin = beside(look.ranks, 1.5);
    this.bottom = beside(look.files, 1.7);
    this.top = look.kind === 'boxes' ? pad : this.bottom;
    this.width = this.files * UNIT + 2 * this.margin;
    this.height = this.ranks * UNIT + this.top + this.bottom;
    this.element.dataset.kind = look.kind;
    document.documentElement.style.setProperty('--ratio', String(this.width / this.height));
    this.element.innerHTML = `<svg viewBox="0 0 ${this.width} ${this.height}" aria-hidden="true">`
      + `<g>${this.drawGround()}</g><g class="marks"></g><g>${this.drawLabels()}</g><g class="pieces"></g><g class="over"></g></svg>`
      + '<div class="cells" role="grid"></div>';
    [this.marks, this.pieces, this.over] = ['.marks', '.pieces', '.over']
      .map((each) => this.element.querySelector(each));
    this.drawn = new Map();
    this.buildCells();
    if (this.state) {
      this.show(this.state, false);
    }
  }

  // Names the board and its squares again, in another language.
  rename() {
    this.nameGrid();
    this.nameCells();
  }

  nameGrid() {
    this.element.querySelector('.cells').setAttribute('aria-label', _('{game} board', {game: _(this.title)}));
  }

  drawGround() {
    const {look} = this;
    const squares = Array.from({length: this.files * this.ranks}, (_, square) => square);
    const ground = `<rect class="ground" width="${this.width}" height="${this.height}" rx="10"/>`;
    let inside;
    if (look.kind === 'squares') {
      inside = `<g class="squares">${squares.map((each) => this.rect(this.isDark(each) ? 'dark' : 'light', each)).join('')}</g>`;
    } else if (look.kind === 'crossings') {
      inside = `<path class="lines" d="${look.lines.map((each, at) => (at % 2 ? 'L' : 'M') + this.centre(each)).join('')}"/>${look.stars.map((each) => this.circle('star', each, 9)).join('')}`;
    } else if (Object.values(look.pieces).every((piece) => piece.shape === 'disc')) {
      // A board for discs has round holes.
      inside = `<rect class="frame" width="${this.width}" height="${this.ranks * UNIT + 2 * this.top}" rx="22"/>`
        + squares.map((each) => this.circle('hole', each, 42)).join('');
    } else {
      inside = squares.map((each) => this.rect('box', each)).join('');
    }
    return ground + inside;
  }

  drawLabels() {
    const {look, letters} = this;
    const inside = look.kind === 'squares';
    const text = (x, y, axis, index, square) => {
      const kind = !inside ? '' : this.isDark(square) ? 'on-dark' : 'on-light';
      const words = escape(label(axis, index));
      return words && `<text class="label ${kind}" font-size="${letters}" x="${x}" y="${y}">${words}</text>`;
    };
    let all = '';
    for (let column = 0; column < this.files; column++) {
      const square = this.squareAt(column, this.ranks - 1);
      all += text(this.margin + (column + (inside ? 0.9 : 0.5)) * UNIT, this.height - (inside ? 7 : 0.3 * letters),
        look.files, square % this.files, square);
    }
    for (let row = 0; row < this.ranks; row++) {
      const square = this.squareAt(0, row);
      all += text(inside ? 10 : 0.8 * letters, this.top + row * UNIT + (inside ? 22 : UNIT / 2 + 0.36 * letters),
        look.ranks, Math.floor(square / this.files), square);
    }
    return all;
  }

  buildCells() {
    const grid = this.element.querySelector('.cells');
    const insets = [[this.top, this.height], [this.margin, this.width], [this.bottom, this.height], [this.margin, this.width]];
    this.nameGrid();
    grid.style.inset = insets.map(([part, whole]) => `${(100 * part) / whole}%`).join(' ');
    this.cells = [];
    for (let row = 0; row < this.ranks; row++) {
      const line = make('div', {role: 'row'});
      for (let column = 0; column < this.files; column++) {
        const square = this.squareAt(column, row);
        const cell = make('div', {role: 'gridcell', tabIndex: square === this.focus ? 0 : -1});
        cell.dataset.square = square;
        this.cells[square] = cell;
        line.append(cell);
      }
      grid.append(line);
    }
    this.entry.attach(grid);
  }

  // Shows a position: {board, moves, last: [square], canMove}. If `moving`, pieces slide to their
  // squares.
  show(state, moving = true) {
    if (String(this.state?.board.squares) !== String(state.board.squares)) {
      this.sketches = [];
    }
    this.state = state;
    this.entry.setMoves(state.canMove ? state.moves : []);
    this.showPieces(state.board.squares, moving && !calm.matches);
    this.showMarks();
  }

  showPieces(squares, moving) {
    const gone = [];
    const come = [];
    for (let square = 0; square < squares.length; square++) {
      const drawn = this.drawn.get(square);
      if (drawn && drawn.piece !== squares[square]) {
        gone.push({square, ...drawn});
        this.drawn.delete(square);
      }
      if (squares[square] && drawn?.piece !== squares[square]) {
        come.push(square);
      }
    }
    const animate = moving && come.length <= 3;
    for (const square of come) {
      const at = gone.findIndex((each) => each.piece === squares[square]);
      const from = at >= 0 ? gone.splice(at, 1)[0] : null;
      this.putPiece(square, squares[square], from, animate);
    }
    gone.forEach((each) => each.element.remove());
  }

  putPiece(square, piece, from, animate) {
    const [x, y] = this.centre(square);
    const element = from?.element ?? document.createElementNS('http://www.w3.org/2000/svg', 'g');
    if (!from) {
      element.innerHTML = drawPiece(this.look.pieces[piece], piece);
    }
    element.setAttribute('transform', `translate(${x - 50} ${y - 50})`);
    this.pieces.append(element);
    this.drawn.set(square, {piece, element});
    if (!animate || (from && from.square === this.entry.dropped)) {
      return;
    }
    const slide = (oldX, oldY, duration, easing) => element.animate(
      [[oldX, oldY], [x, y]].map((at) => ({transform: `translate(${at[0] - 50}px, ${at[1] - 50}px)`})), {duration, easing});
    if (from) {
      slide(...this.centre(from.square), SLIDE_MS, 'ease-out');
    } else if (this.look.upright) {
      slide(x, this.top - 50, 90 + 45 * this.place(square)[1], 'cubic-bezier(.4, 0, .9, .6)');
    } else {
      element.animate([{opacity: 0}, {opacity: 1}], {duration: SLIDE_MS});
    }
  }

  showMarks() {
    const {board, last = [], numbers = [], hints = []} = this.state;
    const {chosen, targets} = this.entry;
    const under = [];
    const over = [];
    for (const each of last) {
      const piece = board.squares[each];
      if (!['stone', 'disc'].includes(this.look.pieces[piece]?.shape)) {
        under.push(this.rect('last', each));
      } else if (!board.win.includes(each)) {
        over.push(this.circle(`last-ring side${this.look.pieces[piece].owner}`, each, numbers.length > 0 ? 38 : 14));
      }
    }
    numbers.forEach((square, at) => {
      const {owner} = this.look.pieces[board.squares[square]] ?? {}; // a pass has no square
      if (owner) {
        const [x, y] = this.centre(square);
        over.push(`<g class="side${owner}"><text class="stone-number" x="${x}" y="${y + 14}">${at + 1}</text></g>`);
      }
    });
    board.alarm.forEach((each) => under.push(this.circle('alarm', each, 48)));
    board.win.forEach((each) => over.push(this.circle('win-edge', each, 40), this.circle('win', each, 40)));
    for (const each of board.threat) {
      const [x, y] = this.centre(each);
      under.push(`<path class="threat" d="M${x} ${y - 17}l17 17l-17 17l-17-17z"/>`);
    }
    for (const each of board.forbidden) {
      const [x, y] = this.centre(each);
      under.push(`<path class="forbidden" d="M${x - 15} ${y - 15}l30 30m0-30l-30 30"/>`);
    }
    chosen.forEach((each) => under.push(this.rect('chosen', each)));
    targets.forEach((each) => over.push(board.squares[each] ? this.circle('target taking', each, 44)
      : this.circle('target', each, 14)));
    this.marks.innerHTML = under.join('');
    this.over.innerHTML = over.join('');
    this.setHints(hints);
    this.showSketches();
    this.nameCells();
  }

  // Draws an arrow for a move of several squares, a disc with text for one square.
  drawHint({squares, text, rank}) {
    const [x, y] = this.centre(squares[squares.length - 1]);
    const size = text.length === 1 ? 48 : 24;
    const words = `<text class="hint-text" font-size="${size}" x="${x}" y="${y + 0.35 * size}">${escape(text)}</text>`;
    if (squares.length === 1) {
      return `<g class="hint hint${rank}"><circle cx="${x}" cy="${y}" r="43"/>${words}</g>`;
    }
    return `<g class="hint hint${rank}">${this.arrow(squares[0], squares.at(-1), 24 - 3 * rank)}</g>`;
  }

  arrow(from, to, wide) {
    const [fromX, fromY] = this.centre(from);
    const [x, y] = this.centre(to);
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
    const [endX, endY] = [x - dx * 34, y - dy * 34];
    return `<path d="M${fromX + dx * 22} ${fromY + dy * 22}L${endX} ${endY}" stroke-width="${wide * 0.62}"/>`
      + `<path class="head" d="M${x - dx * 6} ${y - dy * 6}L${endX - dy * wide} ${endY + dx * wide}L${endX + dy * wide} ${endY - dx * wide}z"/>`;
  }

  nameCells() {
    const {board, last = []} = this.state;
    const lists = [[last, _('last move')], [board.alarm, _('in check')], [board.win, _('winning line')],
      [board.forbidden, _('forbidden')], [board.threat, _('wins at once')], [this.entry.targets, _('can be reached')]];
    this.cells.forEach((cell, square) => {
      const piece = board.squares[square];
      const words = lists.filter(([list]) => list.includes(square)).map(([, word]) => word);
      const text = [this.name(square), piece ? nameIn(this.look, this.look.pieces[piece]) : _('empty'), ...words].join(', ');
      if (cell.getAttribute('aria-label') !== text) {
        cell.setAttribute('aria-label', text);
      }
      const selected = this.entry.chosen.includes(square);
      if (selected || cell.hasAttribute('aria-selected')) {
        cell.setAttribute('aria-selected', String(selected));
      }
      cell.classList.toggle('playable', this.entry.starts.has(square) || this.entry.targets.includes(square));
    });
  }

  // Draws a circle or, between two squares, an arrow; deletes it if it is there.
  sketch(from, to) {
    const at = this.sketches.findIndex((each) => each[0] === from && each[1] === to);
    if (at >= 0) {
      this.sketches.splice(at, 1);
    } else {
      this.sketches.push([from, to]);
    }
    this.showSketches();
  }

  clearSketches() {
    this.sketches = [];
    this.showSketches();
  }

  showSketches() {
    this.over.querySelectorAll('.sketch').forEach((each) => each.remove());
    this.over.insertAdjacentHTML('beforeend', this.sketches.map(([from, to]) => `<g class="sketch">${
      from === to ? this.circle('', from, 44).replace('/>', ' stroke-width="8"/>') : this.arrow(from, to, 24)}</g>`).join(''));
  }

  setHints(hints) {
    if (this.state) {
      this.state.hints = hints;
      this.over.querySelectorAll('.hint').forEach((each) => each.remove());
      this.over.insertAdjacentHTML('beforeend', hints.map((each) => this.drawHint(each)).join(''));
    }
  }

  aimAt(square) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = square;
    this.cells[square].tabIndex = 0;
  }
}
