// SPDX-License-Identifier: MIT
// The board: an SVG drawing, and over it a grid of cells that take clicks, drags and keys.
import {drawPiece, escape, setColours} from './pieces.js';
import {label, squareName} from './protocol.js';
import {MoveEntry} from './entry.js';

const UNIT = 100; // one square, in the drawing's units
const SLIDE_MS = 150;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board {
  // handlers: move(text), choosePromotion(moves, square) -> Promise of a move or ''
  constructor(element, handlers) {
    this.element = element;
    this.handlers = handlers;
    this.look = null;
    this.flipped = false;
    this.squares = [];
    this.focus = 0;
    this.entry = new MoveEntry(this);
  }

  get files() {
    return this.look.files.count;
  }

  get ranks() {
    return this.look.ranks.count;
  }

  // Where a square is shown: column from the left, row from the top.
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

  name(square) {
    const name = squareName(this.look, square);
    return this.look.ranks.labels === 'none'
      ? `column ${name}, row ${Math.floor(square / this.files) + 1}` : name;
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

  // Draws the empty board and its cells anew.
  build() {
    const inside = this.look.kind === 'squares';
    this.letters = inside ? 20 : Math.max(13, Math.min(40, 0.032 * this.files * UNIT));
    const pad = 0.12 * UNIT;
    const beside = (axis) => (inside ? 0 : axis.labels === 'none' ? pad : 1.5 * this.letters);
    this.margin = this.right = beside(this.look.ranks);
    this.bottom = inside ? 0 : this.look.files.labels === 'none' ? pad : 1.7 * this.letters;
    this.top = inside ? 0 : this.look.kind === 'boxes' ? pad : this.bottom;
    this.width = this.files * UNIT + this.margin + this.right;
    this.height = this.ranks * UNIT + this.top + this.bottom;
    this.element.dataset.kind = this.look.kind;
    document.documentElement.style.setProperty('--ratio', String(this.width / this.height));
    this.element.innerHTML = `<svg viewBox="0 0 ${this.width} ${this.height}" aria-hidden="true">`
      + `<g>${this.drawGround()}</g><g class="marks"></g><g class="pieces"></g><g class="over"></g></svg>`
      + '<div class="cells" role="grid"></div>';
    [this.marks, this.pieces, this.over] = ['.marks', '.pieces', '.over']
      .map((each) => this.element.querySelector(each));
    this.drawn = new Map();
    this.buildCells();
    if (this.state) {
      this.show(this.state, false);
    }
  }

  drawGround() {
    const {width, height, files, ranks} = this;
    const parts = [`<rect class="ground" width="${width}" height="${height}" rx="10"/>`];
    if (this.look.kind === 'squares') {
      parts.push('<g class="squares">');
      for (let square = 0; square < files * ranks; square++) {
        const [column, row] = this.place(square);
        const dark = (square % files + Math.floor(square / files)) % 2 === 0;
        parts.push(`<rect class="${dark ? 'dark' : 'light'}" x="${column * UNIT}" y="${row * UNIT}" width="${UNIT}" height="${UNIT}"/>`);
      }
      parts.push('</g>');
    } else if (this.look.kind === 'crossings') {
      parts.push(`<path class="lines" d="${this.crossings()}"/>`);
      for (const star of this.look.stars) {
        const [x, y] = this.centre(star);
        parts.push(`<circle class="star" cx="${x}" cy="${y}" r="9"/>`);
      }
    } else {
      parts.push(this.drawBoxes());
    }
    parts.push(this.drawLabels());
    return parts.join('');
  }

  crossings() {
    const left = this.margin + UNIT / 2;
    const top = this.top + UNIT / 2;
    let path = '';
    for (let file = 0; file < this.files; file++) {
      path += `M${left + file * UNIT} ${top}v${(this.ranks - 1) * UNIT}`;
    }
    for (let rank = 0; rank < this.ranks; rank++) {
      path += `M${left} ${top + rank * UNIT}h${(this.files - 1) * UNIT}`;
    }
    return path;
  }

  // Round holes where discs fall, boxes elsewhere.
  drawBoxes() {
    const discs = Object.values(this.look.pieces).every((piece) => piece.shape === 'disc');
    const parts = [];
    if (discs) {
      parts.push(`<rect class="frame" width="${this.width}" height="${this.ranks * UNIT + 2 * this.top}" rx="22"/>`);
    }
    for (let square = 0; square < this.files * this.ranks; square++) {
      const [x, y] = this.centre(square);
      parts.push(discs ? `<circle class="hole" cx="${x}" cy="${y}" r="42"/>`
        : `<rect class="box" x="${x - 46}" y="${y - 46}" width="92" height="92" rx="8"/>`);
    }
    return parts.join('');
  }

  drawLabels() {
    const inside = this.look.kind === 'squares';
    const parts = [];
    const text = (x, y, words, kind) => words && parts.push(
      `<text class="label ${kind}" font-size="${this.letters}" x="${x}" y="${y}">${escape(words)}</text>`);
    for (let column = 0; column < this.files; column++) {
      const square = this.squareAt(column, this.ranks - 1);
      const words = label(this.look.files, square % this.files);
      const dark = (square % this.files + Math.floor(square / this.files)) % 2 === 0;
      const x = this.margin + (column + (inside ? 0.9 : 0.5)) * UNIT;
      text(x, this.height - (inside ? 7 : 0.3 * this.letters), words, `${inside ? (dark ? 'on-dark' : 'on-light') : ''}`);
    }
    for (let row = 0; row < this.ranks; row++) {
      const square = this.squareAt(0, row);
      const words = label(this.look.ranks, Math.floor(square / this.files));
      const dark = (square % this.files + Math.floor(square / this.files)) % 2 === 0;
      const y = this.top + row * UNIT + (inside ? 22 : UNIT / 2 + 0.36 * this.letters);
      text(inside ? 10 : 0.8 * this.letters, y, words, `${inside ? (dark ? 'on-dark' : 'on-light') : ''}`);
    }
    return parts.join('');
  }

  buildCells() {
    const grid = this.element.querySelector('.cells');
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    grid.setAttribute('aria-label', `${this.title} board`);
    grid.style.left = percent(this.margin, this.width);
    grid.style.right = percent(this.right, this.width);
    grid.style.top = percent(this.top, this.height);
    grid.style.bottom = percent(this.bottom, this.height);
    this.cells = [];
    for (let row = 0; row < this.ranks; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < this.files; column++) {
        const cell = document.createElement('div');
        const square = this.squareAt(column, row);
        cell.setAttribute('role', 'gridcell');
        cell.dataset.square = String(square);
        cell.tabIndex = square === this.focus ? 0 : -1;
        this.cells[square] = cell;
        line.append(cell);
      }
      grid.append(line);
    }
    this.entry.attach(grid);
  }

  // Shows a position: {board, moves, last: [square], canMove}. Pieces slide when `moving`.
  show(state, moving = true) {
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
    const corner = [x - UNIT / 2, y - UNIT / 2];
    const element = from?.element ?? document.createElementNS('http://www.w3.org/2000/svg', 'g');
    if (!from) {
      element.innerHTML = drawPiece(this.look.pieces[piece], piece);
    }
    element.setAttribute('transform', `translate(${corner[0]} ${corner[1]})`);
    this.pieces.append(element);
    this.drawn.set(square, {piece, element});
    const to = `translate(${corner[0]}px, ${corner[1]}px)`;
    if (animate && from && from.square !== this.entry.dropped) {
      const [oldX, oldY] = this.centre(from.square);
      element.animate([{transform: `translate(${oldX - 50}px, ${oldY - 50}px)`}, {transform: to}],
        {duration: SLIDE_MS, easing: 'ease-out'});
    } else if (animate && !from && this.look.upright) {
      element.animate([{transform: `translate(${corner[0]}px, ${this.top - 100}px)`}, {transform: to}],
        {duration: 90 + 45 * this.place(square)[1], easing: 'cubic-bezier(.4, 0, .9, .6)'});
    } else if (animate && !from) {
      element.animate([{opacity: 0}, {opacity: 1}], {duration: SLIDE_MS});
    }
  }

  // Marks under and over the pieces, and the cells' names.
  showMarks() {
    const {board, last = [], hints = []} = this.state;
    const {chosen, targets} = this.entry;
    const under = [];
    const over = [];
    const isRound = (each) => ['stone', 'disc'].includes(this.look.pieces[board.squares[each]]?.shape);
    const square = (each, kind) => {
      const [x, y] = this.centre(each);
      const half = this.look.kind === 'boxes' ? 46 : 50;
      under.push(`<rect class="${kind}" x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" rx="${half < 50 ? 8 : 0}"/>`);
    };
    for (const each of last) {
      const [x, y] = this.centre(each);
      if (!isRound(each)) {
        square(each, 'last');
      } else if (!board.win.includes(each)) {
        over.push(`<circle class="last-ring side${this.look.pieces[board.squares[each]].owner}" cx="${x}" cy="${y}" r="14"/>`);
      }
    }
    for (const each of board.alarm) {
      const [x, y] = this.centre(each);
      under.push(`<circle class="alarm" cx="${x}" cy="${y}" r="48"/>`);
    }
    for (const each of board.win) {
      const [x, y] = this.centre(each);
      over.push(`<circle class="win-edge" cx="${x}" cy="${y}" r="40"/><circle class="win" cx="${x}" cy="${y}" r="40"/>`);
    }
    for (const each of board.threat) {
      const [x, y] = this.centre(each);
      under.push(`<path class="threat" d="M${x} ${y - 17}L${x + 17} ${y}L${x} ${y + 17}L${x - 17} ${y}z"/>`);
    }
    for (const each of board.forbidden) {
      const [x, y] = this.centre(each);
      under.push(`<path class="forbidden" d="M${x - 15} ${y - 15}l30 30m0-30l-30 30"/>`);
    }
    chosen.forEach((each) => square(each, 'chosen'));
    for (const each of targets) {
      const [x, y] = this.centre(each);
      over.push(board.squares[each] ? `<circle class="target taking" cx="${x}" cy="${y}" r="44"/>`
        : `<circle class="target" cx="${x}" cy="${y}" r="14"/>`);
    }
    this.marks.innerHTML = under.join('');
    this.over.innerHTML = over.join('') + hints.map((each) => this.drawHint(each)).join('');
    this.nameCells();
  }

  // An arrow for a move with a way, a disc with a word for one of a single square.
  drawHint({squares, text, rank}) {
    const [x, y] = this.centre(squares[squares.length - 1]);
    const size = text.length === 1 ? 48 : 24;
    const words = `<text class="hint-text" font-size="${size}" x="${x}" y="${y + 0.35 * size}">${escape(text)}</text>`;
    if (squares.length === 1) {
      return `<g class="hint hint${rank}"><circle cx="${x}" cy="${y}" r="43"/>${words}</g>`;
    }
    const [fromX, fromY] = this.centre(squares[0]);
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
    const [endX, endY] = [x - dx * 34, y - dy * 34];
    const wide = 24 - 3 * rank;
    return `<g class="hint hint${rank}"><path d="M${fromX + dx * 22} ${fromY + dy * 22}L${endX} ${endY}" stroke-width="${wide * 0.62}"/>`
      + `<path class="head" d="M${x - dx * 6} ${y - dy * 6}L${endX - dy * wide} ${endY + dx * wide}L${endX + dy * wide} ${endY - dx * wide}z"/></g>`;
  }

  nameCells() {
    const {board, last = []} = this.state;
    this.cells.forEach((cell, square) => {
      const piece = board.squares[square];
      const words = [this.name(square), piece ? this.look.pieces[piece].name : 'empty'];
      const add = (list, word) => list.includes(square) && words.push(word);
      add(last, 'last move');
      add(board.alarm, 'in check');
      add(board.win, 'winning line');
      add(board.forbidden, 'forbidden');
      add(board.threat, 'wins at once');
      add(this.entry.targets, 'can be reached');
      const text = words.join(', ');
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

  setHints(hints) {
    if (this.state) {
      this.state.hints = hints;
      this.over.querySelectorAll('.hint').forEach((each) => each.remove());
      this.over.insertAdjacentHTML('beforeend', hints.map((each) => this.drawHint(each)).join(''));
    }
  }

  focusSquare(square) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = square;
    this.cells[square].tabIndex = 0;
    this.cells[square].focus();
  }
}
