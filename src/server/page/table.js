// SPDX-License-Identifier: MIT
// Owns the table: a game, its players, clocks and mode, and asks the engine for the rules.
// Actions are asynchronous; when another position is shown, pending ones are dropped.
import {Lost, unlessLost} from './engine.js';
import {Game, pack, unpack} from './game.js';
import {Clocks, ENGINE, LIMITS, PERSON, goWords, levels} from './players.js';
import {readBoard, readGame, readLook, readMove, scoreFor, squareName} from './protocol.js';

// The most moves that one `query line` accepts.
const LINE_LIMIT = 100;

// Whether a stored value has what keep() adds to a game.
function isTable({players, limit, level, mode, clocks, running}) {
  const isCount = (value) => Number.isFinite(value) && value >= 0;
  return [1, 2].every((side) => [PERSON, ENGINE].includes(players?.[side])) && Object.hasOwn(LIMITS, limit?.kind)
    && limit.amount > 0 && isCount(limit.amount) && isCount(limit.increment) && typeof level === 'string' && ['play', 'analyse'].includes(mode)
    && Array.isArray(clocks) && clocks.length === 2 && clocks.every(Number.isFinite) && typeof running === 'boolean';
}

export class Table {
  /** @type {Game} */ game;
  /** @type {Look} */ look;
  /** @type {Analysis} */ analysis;
  games = new Map(); // name -> description
  players = {1: PERSON, 2: ENGINE};
  limit = {kind: 'movetime', amount: 1, increment: 0};
  level = 'full';
  clocks = new Clocks(this.limit);
  mode = 'play';
  step = 0; // counts actions: one that finds another number is out of date
  thinking = false;
  waiting = false; // the engine's turn, but it was not asked to continue
  interrupted = false; // the connection was lost while a clock ran
  watching = false; // the game of other players is shown
  /** @type {GameNode} */ live; // the node that the game has reached; while a player looks back, it is not current
  goes = false; // whether the game was going on when the live node was shown last

  constructor(engine, view) {
    this.engine = engine;
    this.view = view;
    setInterval(() => this.watchClock(), 100);
  }

  get node() {
    return this.game.current;
  }

  get first() {
    return this.game.root.position?.board.turn ?? 1;
  }

  // The result by the rules, by resignation or on time.
  resultOf(node) {
    return node.ending?.result ?? node.position?.board.result ?? 'none';
  }

  isOver(node = this.node) {
    return this.resultOf(node) !== 'none';
  }

  async learnGames() {
    const names = (await this.engine.ask('games')).split(' ');
    const answers = await Promise.all(names.map((name) => this.engine.ask(`game ${name}`)));
    this.games = new Map(answers.map((answer) => readGame(answer)).map((game) => [game.name, game]));
  }

  // Begins a game {name, parameters} unless the engine rejects it. `start` is a FEN or ''. Players,
  // limit and level stay the same if the setup has none.
  async begin(setup, start = '') {
    const game = new Game(setup.name, setup.parameters, start);
    this.halt();
    const step = ++this.step;
    const look = await this.openGame(game);
    if (step === this.step) {
      this.adopt(game, look, setup);
      await this.show(game.root, true);
    }
  }

  adopt(game, look, setup) {
    const {players = this.players, limit = this.limit, level = this.level} = setup;
    Object.assign(this, {game, look, limit, level, players: {...players}, clocks: new Clocks(limit), live: game.current});
    this.view.opened();
  }

  // Switches the engine to a game; resolves with its look. If the engine rejects it, switches back.
  async openGame(game) {
    this.engine.send(game.newgame());
    try {
      const look = this.engine.ask('look');
      if (game.start) {
        this.engine.send(game.position(game.root));
        await Promise.all([look, this.engine.ask('fen')]);
      }
      return readLook(await look);
    } catch (error) {
      if (this.game && !(error instanceof Lost)) {
        this.engine.send(this.game.newgame());
      }
      throw error;
    }
  }

  // Continues the game after a lost connection, or a stored one.
  async restore(kept) {
    const game = kept ? unpack(kept.game) : this.game;
    if (kept && !isTable(kept)) {
      throw new Error('no table');
    }
    const look = await this.openGame(game);
    if (kept) {
      await this.check(game);
      this.adopt(game, look, kept);
      this.clocks.reset(kept.clocks);
    }
    await this.show(game.current, kept ? kept.running : !this.waiting);
  }

  // Rejects unless the engine accepts all moves of a game.
  check(game) {
    const waiting = [game.root];
    while (waiting.length > 0) {
      const node = waiting.pop();
      waiting.push(...node.children);
      if (node.children.length === 0) {
        this.engine.send(game.position(node));
      }
    }
    return this.engine.wait('isready', 'readyok');
  }

  // Stops what is going on, so that the engine can be asked about other games.
  pause() {
    this.halt();
    this.step++;
  }

  // Returns to the game on the board after pause().
  resume() {
    this.engine.send(this.game.newgame());
    return this.showAgain();
  }

  // Shows a game to which the engine has been switched.
  async enter(game, look) {
    this.pause();
    this.adopt(game, look, {});
    await this.show(game.current, false);
  }

  // The move that a text or a list of squares means; rejects with the reason if there is none.
  async meaning(what) {
    if (!this.analysis?.running || this.analysis.threat) {
      this.engine.stop();
      this.engine.send(this.game.position(this.node));
    }
    const text = typeof what === 'string' ? what : what.map((square) => squareName(this.look, square)).join('');
    return this.engine.ask(`move ${text}`);
  }

  // Promotes or removes the current line, or undoes a deletion.
  change(action) {
    const {game} = this;
    game[action](this.node);
    if (!game.has(this.live) || action === 'restore') {
      this.live = game.current;
    }
    return this.showAgain();
  }

  keep() {
    const {players, limit, level, mode, clocks} = this;
    return {game: pack(this.game), players, limit, level, mode, clocks: clocks.times(), running: clocks.running !== 0 || this.interrupted};
  }

  // Asks the engine, once, for the position of a node.
  async load(node) {
    if (node.position) {
      return node.position;
    }
    this.engine.send(this.game.position(node));
    const [board, moves, notation, fen] = await Promise.all(
      ['board', 'moves', 'notation', 'fen'].map((each) => this.engine.ask(each)));
    const list = (text) => text.split(' ').filter(Boolean);
    node.position = {board: readBoard(board), moves: list(moves), notation: list(notation), fen};
    return node.position;
  }

  // Goes to a node, to look at it. The clock runs on; back at the live node, the game goes on.
  browse(node) {
    return this.show(node, node === this.live && (this.shown === node ? !this.waiting : this.goes));
  }

  // Goes to a node. If `goOn`, the engine plays on from there.
  async show(node, goOn) {
    const looksBack = this.mode === 'play' && node !== this.live;
    this.halt(looksBack);
    this.interrupted = false;
    const step = ++this.step;
    const moved = node !== this.shown;
    if (this.shown === this.live) {
      this.goes = !this.waiting;
    }
    this.game.current = node;
    this.waiting = !goOn;
    try {
      await Promise.all([node, node.parent].filter(Boolean).map((each) => this.load(each)));
      if (!this.game.root.position) {
        await this.load(this.game.root);
      }
    } catch (error) {
      if (step === this.step) {
        this.view.failed(error);
      }
      return;
    }
    if (step === this.step) {
      this.shown = node;
      this.view.changed(moved);
      await this.proceed(step);
    }
  }

  async proceed(step) {
    const {board} = this.node.position;
    if (this.mode === 'analyse') {
      this.analysis?.begin();
    } else if (!this.isOver() && !this.waiting) {
      if (this.node.parent) {
        this.clocks.start(board.turn);
      }
      if (this.players[board.turn] === ENGINE) {
        await this.engineMoves(step);
      }
    }
  }

  showAgain() {
    return this.show(this.node, false);
  }

  // Sets a level's options; returns its arguments of `go`.
  setStrength(value) {
    const level = this.levels().find((each) => each.value === value);
    for (const [name, value] of Object.entries(level?.options ?? {})) {
      this.engine.setOption(name, value);
    }
    return level?.words ?? '';
  }

  levels(name = this.game.name) {
    return levels(this.games.get(name)?.options ?? [], this.engine.options);
  }

  async engineMoves(step) {
    const {node, engine} = this;
    const {turn} = node.position.board;
    engine.setOption('MultiPV', 1);
    const extra = this.setStrength(this.level);
    engine.send(this.game.position(node));
    this.clocks.start(turn);
    this.thinking = true;
    this.view.status();
    const limit = goWords(this.limit, this.clocks.times());
    const words = extra && limit.startsWith('depth') ? extra : `${limit} ${extra}`;
    let score = null;
    const move = await unlessLost(engine.go(words, (info) => {
      if (info.score && info.multipv === 1 && step === this.step) {
        score = scoreFor(info.score, turn);
        this.view.infos(info);
      }
    }));
    if (step === this.step) {
      this.thinking = false;
      if (move) {
        node.score = score ?? node.score;
        await unlessLost(this.play(move));
      }
    }
  }

  async play(move) {
    const {node} = this;
    const {position} = node;
    const at = position.moves.indexOf(move);
    if (at < 0) {
      return;
    }
    if (this.mode === 'play' && node !== this.live) {
      this.clocks.reset(node.clocks);
    } else if (this.mode === 'play' && this.clocks.used && node.parent) {
      this.clocks.moved(position.board.turn);
    }
    const child = this.live = this.game.play(move, position.notation[at]);
    child.clocks = this.clocks.used ? this.clocks.times() : null;
    this.game.current = node; // the old node is current until show() has the new one
    this.view.moved(child, position.board.turn);
    await this.show(child, true);
  }

  halt(clockRuns = false) {
    if (!clockRuns) {
      this.clocks.stop();
    }
    this.thinking = false;
    this.analysis?.end();
    this.engine.stop();
  }

  // Stops while there is no connection. Firefox closes connections before a page stores its game, which
  // is still one whose clock runs.
  interrupt() {
    this.interrupted ||= this.clocks.running !== 0;
    this.halt();
  }

  lastSquares() {
    const {node, look} = this;
    if (!node.parent || look.entry === 'path') {
      return readMove(look, node.move).squares;
    }
    const before = node.parent.position.board.squares;
    return node.position.board.squares.flatMap((piece, square) => (piece !== before[square] ? [square] : []));
  }

  // The squares of the moves up to now, in games of stones that stay where they are put.
  stones() {
    const {look, node} = this;
    const stay = look.kind === 'crossings' && look.entry === 'square';
    return stay ? node.path().filter((each) => !each.isSetup).map((each) => readMove(look, each.move).squares[0]) : [];
  }

  canMove() {
    const {position} = this.node;
    return Boolean(position) && (this.mode === 'analyse'
      || (!this.watching && !this.isOver() && this.players[position.board.turn] === PERSON));
  }

  // Goes back to a person's last turn.
  async takeBack() {
    let node = this.node.parent;
    while (node?.parent && this.persons().length > 0 && this.players[node.position?.board.turn ?? 0] !== PERSON) {
      node = node.parent;
    }
    if (node) {
      this.live = node;
      this.clocks.reset(node.clocks);
      await this.show(node, false);
    }
  }

  async moveNow() {
    if (this.thinking) {
      this.engine.stop();
    } else if (!this.isOver() && this.node.position) {
      this.waiting = false;
      if (this.node !== this.live) {
        this.live = this.node;
        this.clocks.reset(this.node.clocks);
      }
      this.halt();
      await this.engineMoves(++this.step);
    }
  }

  // Shows the position after these moves, whoever made them.
  async follow(moves) {
    const {game} = this;
    let node = game.root;
    let known = 0;
    for (let child; known < moves.length && (child = node.child(moves[known])); known++) {
      node = child;
    }
    for (let at = known; at < moves.length; at += LINE_LIMIT) {
      const some = moves.slice(at, at + LINE_LIMIT);
      this.engine.send(game.position(node));
      const names = (await this.engine.ask(`line ${some.join(' ')}`)).split(' ');
      for (const [i, move] of some.entries()) {
        game.current = node;
        node = game.play(move, names[i]);
      }
    }
    this.live = node;
    await this.show(node, false);
  }

  persons() {
    return [1, 2].filter((side) => this.players[side] === PERSON);
  }

  // Ends the game outside of the rules. `how` is the reason's letter in SGF: R, T.
  lose(side, how) {
    this.halt();
    this.step++;
    const moved = this.node !== this.live;
    this.shown = this.game.current = this.live;
    this.node.ending = {result: side === 1 ? 'p2win' : 'p1win', how};
    this.view.changed(moved);
    this.view.ended();
  }

  resign() {
    const {position} = this.live;
    const persons = this.persons();
    if (position) {
      this.lose(persons.length === 1 ? persons[0] : position.board.turn, 'R');
    }
  }

  swapSides() {
    this.players = {1: this.players[2], 2: this.players[1]};
    this.show(this.node, true);
  }

  watchClock() {
    const side = this.clocks.running;
    if (side && this.clocks.leftOf(side) <= 0) {
      this.clocks.stop();
      this.lose(side, 'T');
    }
  }

  // Unless `begin`, another position will be shown next.
  setMode(mode, begin = true) {
    const changes = mode !== this.mode;
    this.mode = mode;
    if (begin && changes) {
      this.live = this.node;
      this.showAgain();
    }
  }

  setWatching(watching) {
    this.watching = watching;
  }

  // Gives the current move a comment or a sign.
  describe(what) {
    Object.assign(this.node, what);
    this.view.changed(false);
  }
}
