// SPDX-License-Identifier: MIT
// Owns the engine's analysis and how it is shown: lines, numbers, the bar, and moves on the board.
import {make} from './elements.js';
import {unlessLost} from './engine.js';
import {_, plural} from './language.js';
import {expectation, readMove, scoreFor, scoreText} from './protocol.js';

const SHOW_MS = 120; // the least time between two updates of the display
const HINTS = 3;
const SHOWN_MOVES = 14; // the most moves shown of a line
const FINE_FILES = 10; // a board with more files has no room for a score, so a hint shows its rank

// The sides in positions as text.
const OTHER_SIDE = {w: 'b', b: 'w', x: 'o', o: 'x'};

export class Analysis {
  /** @type {Table} */ table;
  /** @type {Record<string, any>} */ parts;
  /** @type {Record<string, Function>} */ view;
  on = true;
  count = 3;
  /** @type {any[]} */ infos = [];
  running = false;
  threat = false; // the other side is to move: what it threatens
  /** @type {GameNode | null} */ node = null; // whose position is analysed
  timer = 0;
  columns = 0; // the number of columns, if each is a move and shows its score; otherwise 0
  names = new Map(); // move sequences from this position -> the notation of the last move
  asked = new Set();

  constructor(table, parts, view) {
    Object.assign(this, {table, parts, view});
    parts.lines.onclick = (event) => {
      const button = event.target.closest('button');
      const line = button && this.infos[button.dataset.line];
      if (line && !this.threat) {
        view.played(line.pv.slice(0, Number(button.dataset.move) + 1));
      }
    };
  }

  async begin() {
    const {table} = this;
    const {node, step} = table;
    const {board} = node.position;
    this.threat &&= node === this.node;
    this.node = node;
    this.parts.threat.setAttribute('aria-pressed', String(this.threat));
    this.parts.lines.style.setProperty('--lines', this.count);
    this.infos = [];
    this.names.clear();
    this.asked.clear();
    this.turn = this.threat ? 3 - board.turn : board.turn;
    this.show();
    if (!this.on || document.hidden || table.isOver()) {
      return;
    }
    const {engine, look} = table;
    this.columns = look.entry === 'column' ? look.files.count : 0;
    engine.setOption('MultiPV', Math.max(this.columns, this.count));
    table.setStrength('full');
    if (this.threat && !await this.sendThreat(node)) {
      return;
    }
    if (!this.threat) {
      engine.send(table.game.position(node));
    }
    this.running = true;
    await unlessLost(engine.go('infinite', (info) => step === table.step && this.running && this.hear(info, node)));
  }

  // Sends the position with the other side to move. Shows why if the game does not allow that; resolves
  // with false then, or if another position is shown by now.
  async sendThreat(node) {
    const {table, parts} = this;
    const {engine, step} = table;
    const [board, side, ...rest] = node.position.fen.split(' ');
    engine.send(`position fen ${[board, OTHER_SIDE[side], ...rest].join(' ')}`);
    try {
      await engine.ask('fen');
    } catch (error) {
      parts.facts.textContent = `${error.message}.`;
      return false;
    }
    return step === table.step;
  }

  // The table stops the search itself.
  end() {
    this.running = false;
    clearTimeout(this.timer);
    this.timer = 0;
  }

  hear(info, node) {
    if (!info.score || info.pv.length === 0) {
      return;
    }
    info.seen = scoreFor(info.score, this.turn);
    this.infos[info.multipv - 1] = info;
    if (info.multipv === 1 && !info.bound && !this.threat) {
      node.score = info.seen;
      node.best = info.pv[0];
    }
    this.showSoon();
  }

  showSoon() {
    if (this.running) {
      this.timer ||= setTimeout(() => {
        this.timer = 0;
        this.show();
      }, SHOW_MS);
    }
  }

  show() {
    const lines = this.infos.filter(Boolean);
    this.showFacts(lines[0]);
    this.showLines(lines.slice(0, this.count));
    this.showBar();
    const {look} = this.table;
    this.view.hints(lines.slice(0, this.columns || HINTS).map((line, rank) => ({
      squares: readMove(look, line.pv[0]).squares,
      text: look.files.count > FINE_FILES ? String(rank + 1) : scoreText(line.seen),
      rank: Math.min(rank, HINTS - 1),
    })).filter((hint) => hint.squares.length > 0).map((hint) => this.landing(hint)));
    this.view.scored();
  }

  // If moves are columns: moves the hint to where the piece will land.
  landing(hint) {
    const {look, node} = this.table;
    if (look.entry !== 'column') {
      return hint;
    }
    const {squares} = node.position.board;
    let square = hint.squares[0] % look.files.count;
    while (squares[square]) {
      square += look.files.count;
    }
    return {...hint, squares: [square]};
  }

  showFacts(info) {
    let words = '';
    if (info) {
      words = plural('Depth {depth} · {count} node · {speed} kN/s', 'Depth {depth} · {count} nodes · {speed} kN/s', info.nodes, {
        depth: `${info.depth}${info.seldepth ? `/${info.seldepth}` : ''}`,
        count: formatCount(info.nodes),
        speed: Math.round(info.nps / 1000).toLocaleString('en'),
      });
    } else if (!this.on) {
      words = _('The engine rests.');
    } else if (this.table.isOver()) {
      words = _('The game is over here.');
    }
    this.parts.facts.textContent = words;
  }

  showLines(lines) {
    const items = lines.map((line, at) => {
      const item = make('li', {}, make('b', {}, scoreText(line.seen)), ' ');
      this.namesOf(line).forEach((name, move) => {
        const button = make('button', {}, name);
        Object.assign(button.dataset, {line: at, move});
        item.append(button, ' ');
      });
      return item;
    });
    /** @type {any} */
    const focused = document.activeElement;
    const {line, move} = this.parts.lines.contains(focused) ? focused.dataset : /** @type {any} */ ({});
    this.parts.lines.replaceChildren(...items);
    if (line) {
      this.parts.lines.querySelector(`[data-line="${line}"][data-move="${move}"]`)?.focus();
    }
  }

  // The moves of a line in notation, as far as the engine has sent it.
  namesOf(line) {
    const {position} = this.table.node;
    const first = this.threat ? this.names.get(line.pv[0]) : position.notation[position.moves.indexOf(line.pv[0])];
    const names = [first ?? line.pv[0]];
    const moves = line.pv.slice(0, SHOWN_MOVES);
    if (this.threat && !first) {
      this.askNames(moves);
    }
    for (let count = 2; count <= moves.length; count++) {
      const name = this.names.get(moves.slice(0, count).join(' '));
      if (!name) {
        this.askNames(moves);
        break;
      }
      names.push(name);
    }
    return names;
  }

  async askNames(moves) {
    const key = moves.join(' ');
    if (!this.running || this.asked.has(key)) {
      return;
    }
    this.asked.add(key);
    try {
      const words = (await this.table.engine.ask(`line ${key}`)).split(' ');
      words.forEach((word, at) => this.names.set(moves.slice(0, at + 1).join(' '), word));
      this.showSoon();
    } catch {
      // The position has changed in the meantime.
    }
  }

  showBar() {
    const {bar} = this.parts;
    const {node} = this.table;
    const {score} = node;
    const [value, words] = {p1win: [1, '1–0'], p2win: [0, '0–1'], draw: [0.5, '½']}[this.table.resultOf(node)]
      ?? (score ? [expectation(score), scoreText(score)] : [0.5, '']);
    bar.style.setProperty('--share', String(value));
    bar.classList.toggle('low', value < 0.5);
    bar.querySelector('.bar-text').textContent = words;
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', _('Evaluation {score}', {score: words || _('not known')}));
  }
}

function formatCount(count) {
  return count < 1e4 ? String(count) : count < 1e6 ? `${Math.round(count / 1e3)} k`
    : count < 1e9 ? `${(count / 1e6).toFixed(1)} M` : `${(count / 1e9).toFixed(2)} G`;
}
