// SPDX-License-Identifier: MIT
// Owns the dialog in which a position is set up: its board, and the position's text. The engine tells
// which positions are legal.
import {Board} from './board.js';
import {chosenOf, fillChoices, open, refuse, whenSent} from './dialogs.js';
import {find, make} from './elements.js';
import {MoveEntry} from './entry.js';
import {_} from './language.js';
import {drawAlone} from './pieces.js';
import {nameIn, readBoard} from './protocol.js';

const MOVE = 'move'; // tools: these two, or a piece
const REMOVE = 'remove';

// Puts pieces on squares instead of making moves.
class EditEntry extends MoveEntry {
  async press(square) {
    this.board.handlers.press(square);
    return true;
  }

  pointerDown(event) {
    const square = this.squareUnder(event);
    if (event.button === 0 && square >= 0) {
      event.currentTarget.setPointerCapture(event.pointerId);
      this.drag = {square, x: event.clientX, y: event.clientY, moved: false};
    }
  }

  pointerMove(event) {
    if (this.drag) {
      this.dragTo(event);
    }
  }

  pointerUp(event) {
    const {drag, board} = this;
    const square = this.squareUnder(event);
    this.endDrag();
    if (drag?.moved) {
      board.handlers.shift(drag.square, square);
    } else if (drag && drag.square === square) {
      board.handlers.press(square);
    }
    if (drag && square >= 0) {
      board.aimAt(square);
    }
  }

  keyDown(event) {
    const {board} = this;
    if (['Delete', 'Backspace'].includes(event.key)) {
      event.preventDefault();
      board.handlers.shift(board.focus, -1);
    } else {
      super.keyDown(event);
    }
  }
}

// The signs of a text's first word, from the bottom left; an empty square is ''.
function readSigns(word) {
  return word.split('/').reverse()
    .map((rank) => (rank.match(/\d+|[^\d]/g) ?? []).flatMap((each) => (/\d/.test(each) ? Array(Math.min(Number(each), 99)).fill('') : [each])));
}

function writeSigns(files, signs) {
  const ranks = Array.from({length: signs.length / files}, (_rank, at) => signs.slice(at * files, (at + 1) * files));
  return ranks.reverse().map((rank) => rank.map((each) => each || '.').join('').replace(/\.+/g, (empty) => String(empty.length))).join('/');
}

export class Editor {
  /** @type {Table} */ table;
  /** @type {any} */ dialog;
  accepted = false; // the game goes on from the position
  held = -1; // the square of the piece that the tool MOVE has picked up
  checks = 0; // counts questions to the engine: the answer to an older one is dropped
  /** @type {string[]} */ squares = [];
  /** @type {string[]} */ letters = []; // of players 1 and 2, in the position's text
  /** @type {Map<string, string>} */ signs = new Map(); // piece -> its sign in the text
  /** @type {Map<string, string>} */ known = new Map(); // the opposite
  rest = ''; // the text after the side to move
  start = '';

  // begin(fen) begins a game from a position; it rejects if the engine does.
  constructor(table, begin) {
    Object.assign(this, {table, dialog: find('dialog-edit')});
    this.board = new Board(find('edit-board'), {
      press: (square) => this.press(square), shift: (from, to) => this.shift(from, to),
      key: ({key}) => table.look.pieces[key] && this.put(this.board.focus, key),
    }, EditEntry);
    whenSent(this.dialog, async () => {
      try {
        await begin(find('edit-text').value.trim());
        this.accepted = true;
        this.dialog.close();
      } catch (error) {
        refuse(this.dialog, `${error.message}.`, find('edit-text'));
      }
    });
    this.dialog.onclose = () => {
      find('edit-board').replaceChildren();
      if (!this.accepted) {
        table.resume();
      }
    };
    find('edit-clear').onclick = () => this.change(this.squares.map(() => ''));
    find('edit-start').onclick = () => this.read(this.start);
    find('edit-text').onchange = (event) => this.read(event.target.value.trim());
  }

  async open() {
    const {table, board, dialog} = this;
    const {look} = table;
    this.accepted = false;
    table.pause();
    await this.learnSigns();
    board.state = null;
    board.setLook(look, table.games.get(table.game.name).title);
    const names = [[MOVE, _('Move')], [REMOVE, _('Remove')], ...Object.entries(look.pieces).map(([key, piece]) => [key, nameIn(look, piece)])];
    fillChoices(find('edit-tools'), 'tool', names, MOVE, () => this.show());
    for (const [key, piece] of Object.entries(look.pieces)) {
      const input = find('edit-tools').querySelector(`[value="${CSS.escape(key)}"]`);
      const label = input.parentElement;
      input.setAttribute('aria-label', label.textContent);
      label.title = label.textContent;
      label.lastChild.remove();
      label.append(make('span', {innerHTML: drawAlone(piece, key)}));
    }
    fillChoices(find('edit-sides'), 'turn', [1, 2].map((side) => [String(side), nameIn(look, look.sides[side])]), '1', () => this.change(this.squares));
    open(dialog);
    await this.read(table.node.position.fen);
  }

  // Learns how the game writes its sides and pieces, from its first positions: a position's text and
  // `query board` may name pieces differently.
  async learnSigns() {
    const {engine, game, look} = this.table;
    engine.send(game.newgame());
    const moves = [];
    this.letters = [];
    // No first position has blocked squares, which are nobody's: a text has '-' for them.
    this.signs = new Map(Object.entries(look.pieces).map(([piece, {owner}]) => [piece, owner === 0 ? '-' : piece]));
    while (moves.length <= 2 || !(this.letters[0] && this.letters[1])) {
      engine.send(`position startpos${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
      const [fen, first, legal, board] = await Promise.all(['fen', 'p1turn', 'moves', 'board'].map((each) => engine.ask(each)));
      const [word, letter] = fen.split(' ');
      const {squares} = readBoard(board);
      readSigns(word).flat().forEach((sign, at) => sign && this.signs.set(squares[at], sign));
      this.letters[first === 'true' ? 0 : 1] = letter;
      this.start = moves.length > 0 ? this.start : fen;
      moves.push(legal.split(' ')[0]);
    }
    this.known = new Map([['', ''], ...[...this.signs].map(([piece, sign]) => /** @type {[string, string]} */ ([sign, piece]))]);
  }

  // The pieces of a text's first word, or null if it does not fill the board.
  readSquares(word) {
    const {files, ranks} = this.table.look;
    const rows = readSigns(word);
    const isWhole = rows.length === ranks.count && rows.every((row) => row.length === files.count && row.every((sign) => this.known.has(sign)));
    return isWhole ? rows.flat().map((sign) => this.known.get(sign) ?? '') : null;
  }

  press(square) {
    const tool = chosenOf(find('edit-tools'));
    if (tool !== MOVE) {
      this.put(square, tool === REMOVE || this.squares[square] === tool ? '' : tool);
    } else if (this.held >= 0) {
      this.shift(this.held, square);
    } else if (this.squares[square]) {
      this.held = square;
      this.show();
    }
  }

  put(square, piece) {
    this.change(this.squares.map((each, at) => (at === square ? piece : each)));
  }

  // Moves a piece, or removes it if `to` is no square.
  shift(from, to) {
    const piece = this.squares[from];
    this.change(this.squares.map((each, at) => (from === to || !piece ? each : at === to ? piece : at === from ? '' : each)));
  }

  change(squares) {
    this.squares = squares;
    const side = Number(chosenOf(find('edit-sides')));
    find('edit-text').value = `${writeSigns(this.table.look.files.count, squares.map((each) => this.signs.get(each) ?? ''))} ${this.letters[side - 1]}${this.rest}`;
    this.held = -1;
    this.show();
    this.check();
  }

  // Takes a position's text; the board follows if the text fills it.
  async read(text) {
    const [word, letter, ...rest] = text.split(/\s+/);
    find('edit-text').value = text;
    this.rest = rest.map((each) => ` ${each}`).join('');
    this.squares = this.readSquares(word) ?? this.squares;
    find('edit-sides').querySelectorAll('input').forEach((each) => { each.checked = this.letters[each.value - 1] === letter; });
    this.held = -1;
    this.show();
    await this.check();
  }

  show() {
    const board = readBoard('turn 1 result none');
    this.board.show({board: {...board, squares: this.squares}, moves: [], canMove: false}, false);
    if (chosenOf(find('edit-tools')) !== MOVE) {
      this.held = -1;
    }
    this.board.entry.choose(this.held >= 0 ? [this.held] : []);
  }

  // Shows why the engine rejects the position, if it does.
  async check() {
    const {engine} = this.table;
    const check = ++this.checks;
    let words = '';
    try {
      engine.send(`position fen ${find('edit-text').value}`);
      await engine.ask('fen');
    } catch (error) {
      words = `${error.message}.`;
    }
    if (check === this.checks) {
      find('edit-error').textContent = words;
      find('edit-text').toggleAttribute('aria-invalid', words !== '');
    }
  }
}
