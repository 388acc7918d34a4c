// SPDX-License-Identifier: MIT
// Reads moves from clicks, drags, touches and keys, one square after another. Owns the squares that
// are chosen.
import {readMove} from './protocol.js';

const DRAG_PX = 6; // if the pointer moves further while pressed, it is a drag
const FINE_PX = 27; // on smaller squares, a move takes two touches: to select and to play

export class MoveEntry {
  /** @type {number[]} */ chosen = [];
  /** @type {number[]} */ targets = [];
  starts = new Set();
  /** @type {any[]} */ moves = [];
  /** @type {any} */ drag = null;
  aimed = -1;
  sketchFrom = -1; // where the right button was pressed
  dropped = -1; // the square that a dragged piece left: its move is not animated

  constructor(board) {
    this.board = board;
  }

  setMoves(moves) {
    const {look} = this.board;
    this.moves = moves.map((text) => ({text, ...readMove(look, text)}))
      .filter((move) => move.squares.length);
    this.starts = new Set(this.moves.flatMap((move) => this.sameSquares(move.squares[0])));
    this.choose([], false);
  }

  // If moves are columns, a square stands for its whole file.
  sameSquares(square) {
    const {files, ranks, look} = this.board;
    return look.entry === 'column'
      ? Array.from({length: ranks}, (_, rank) => rank * files + square % files) : [square];
  }

  choose(chosen, show = true) {
    this.chosen = chosen;
    const next = this.moves.filter((move) => this.begins(move, chosen) && move.squares.length > chosen.length);
    this.targets = chosen.length ? [...new Set(next.map((move) => move.squares[chosen.length]))] : [];
    if (show) {
      this.board.showMarks();
    }
  }

  ownerOf(square) {
    const {look, state} = this.board;
    return look.pieces[state.board.squares[square]]?.owner;
  }

  begins(move, chosen) {
    return chosen.every((square, i) => this.sameSquares(move.squares[i]).includes(square));
  }

  // Adds a square to the move. Resolves with true if it is part of a move.
  async press(square) {
    const {chosen} = this;
    const longer = [...chosen, square];
    const fitting = this.moves.filter((move) => this.begins(move, longer));
    const whole = fitting.filter((move) => move.squares.length === longer.length);
    if (chosen.at(-1) === square) {
      // A move that could be continued ends when its last square is pressed again.
      const ended = this.moves.filter((move) => this.begins(move, chosen) && move.squares.length === chosen.length);
      if (ended.length) {
        this.finish(ended, square);
        return true;
      }
    }
    if (whole.length && whole.length === fitting.length) {
      await this.finish(whole, square);
      return true;
    }
    if (fitting.length) {
      this.choose(longer);
      return true;
    }
    if (await this.playOwn(longer)) {
      return true;
    }
    if (this.board.state.board.forbidden.includes(square)) {
      this.board.handlers.forbidden(square);
    }
    const begins = this.starts.has(square) && !chosen.includes(square);
    this.choose([]);
    return begins && this.press(square);
  }

  // Plays what two own pieces mean together: a king and the rook that it castles with. Resolves with
  // true if they mean a move.
  async playOwn(squares) {
    const [one, two, ...others] = squares;
    const own = two !== undefined && one !== two && others.length === 0 && this.ownerOf(one) === this.ownerOf(two);
    const move = own ? await this.board.handlers.meaning(squares) : '';
    if (!this.moves.some(({text}) => text === move)) {
      return false;
    }
    this.choose([]);
    this.board.handlers.move(move);
    return true;
  }

  async finish(moves, square) {
    const text = moves.length === 1 ? moves[0].text
      : await this.board.handlers.choosePromotion(moves.map((move) => move.text), square);
    this.choose([]);
    if (text) {
      this.board.handlers.move(text);
    }
  }

  attach(grid) {
    grid.onpointerdown = (event) => this.pointerDown(event);
    grid.onpointermove = (event) => this.pointerMove(event);
    grid.onpointerup = (event) => this.pointerUp(event);
    grid.onpointercancel = () => this.endDrag();
    grid.oncontextmenu = (event) => event.preventDefault(); // the right button draws
    grid.onkeydown = (event) => this.keyDown(event);
    grid.onclick = (event) => {
      // Assistive technology sends clicks without pointer events.
      if (event.detail === 0 && event.target.dataset.square) {
        this.press(Number(event.target.dataset.square));
      }
    };
  }

  squareUnder(event) {
    /** @type {HTMLElement | null | undefined} */
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]');
    return cell && this.board.element.contains(cell) ? Number(cell.dataset.square) : -1;
  }

  pointerDown(event) {
    const square = this.squareUnder(event);
    this.sketchFrom = event.button === 2 ? square : -1;
    if (event.button !== 0 || square < 0) {
      return;
    }
    this.board.clearSketches();
    // The grid hears of the pointer's end wherever that is.
    event.currentTarget.setPointerCapture(event.pointerId);
    this.drag = {square, x: event.clientX, y: event.clientY, moved: false};
    const isPath = this.board.look.entry === 'path';
    if (isPath && this.starts.has(square) && !this.targets.includes(square) && !this.chosen.includes(square)) {
      this.drag.before = this.chosen;
      this.choose([square]);
      this.drag.began = this.targets.length;
    }
  }

  pointerMove(event) {
    const {drag, board} = this;
    if (!drag || board.look.entry !== 'path' || this.chosen.length !== 1 || this.chosen[0] !== drag.square) {
      return;
    }
    this.dragTo(event);
  }

  dragTo(event) {
    const {drag, board} = this;
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX;
    const piece = board.drawn.get(drag.square)?.element;
    if (drag.moved && piece) {
      const box = board.element.getBoundingClientRect();
      const scale = board.width / box.width;
      const [x, y] = [(event.clientX - box.left) * scale - 50, (event.clientY - box.top) * scale - 50];
      piece.setAttribute('transform', `translate(${x} ${y})`);
      board.element.classList.add('dragging');
      board.pieces.append(piece);
    }
  }

  pointerUp(event) {
    const {drag} = this;
    const square = this.squareUnder(event);
    if (event.button === 2 && this.sketchFrom >= 0 && square >= 0) {
      this.board.sketch(this.sketchFrom, square);
    }
    this.sketchFrom = -1;
    this.endDrag();
    if (!drag) {
      return;
    }
    if (square < 0) {
      this.choose([]);
      return;
    }
    if (drag.moved) {
      this.dropped = drag.square;
      if (square !== drag.square) {
        this.press(square);
      }
      setTimeout(() => { this.dropped = -1; }, 500);
    } else if (square === drag.square && drag.before?.length === 1) {
      this.playOwn([...drag.before, square]);
    } else if (square === drag.square && !drag.began) {
      this.tap(square, event);
    }
    this.board.aimAt(square);
  }

  // On squares too small for a finger, the first touch selects and the second one plays.
  tap(square, event) {
    const fine = this.board.cells[0].getBoundingClientRect().width < FINE_PX;
    if (event.pointerType === 'touch' && fine && this.starts.has(square) && this.aimed !== square) {
      this.aimed = square;
      this.chosen = [square];
      this.board.showMarks();
      return;
    }
    if (this.aimed >= 0) {
      this.aimed = -1;
      this.chosen = [];
    }
    this.press(square);
  }

  endDrag() {
    const {drag, board} = this;
    this.drag = null;
    board.element.classList.remove('dragging');
    const piece = drag?.moved ? board.drawn.get(drag.square)?.element : null;
    if (piece) {
      const [x, y] = board.centre(drag.square);
      piece.setAttribute('transform', `translate(${x - 50} ${y - 50})`);
    }
  }

  keyDown(event) {
    const {board} = this;
    const [column, row] = board.place(board.focus);
    const to = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: [0, row],
      End: [board.files - 1, row],
      PageUp: [column, 0],
      PageDown: [column, board.ranks - 1],
    }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (to) {
      event.preventDefault();
      if (to[0] >= 0 && to[0] < board.files && to[1] >= 0 && to[1] < board.ranks) {
        board.aimAt(board.squareAt(...to));
        board.cells[board.focus].focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.press(board.focus);
    } else if (event.key === 'Escape') {
      this.choose([]);
    } else {
      board.handlers.key?.(event);
    }
  }
}
