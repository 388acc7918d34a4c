// SPDX-License-Identifier: MIT
// Shows the state of the table on the page. Owns the texts and buttons around the board.
import {find, make} from './elements.js';
import {Lost} from './engine.js';
import {_, say} from './language.js';
import {drawAlone} from './pieces.js';
import {ENGINE, PERSON, clockText} from './players.js';
import {nameIn, scoreFor, scoreText, squareName} from './protocol.js';
import {writeTable} from './settings.js';

export class View {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    setInterval(() => this.clocks(), 100);
  }

  notice(text) {
    find('search-facts').textContent = text;
  }

  failure(error) {
    if (!(error instanceof Lost)) {
      find('status').textContent = error.message;
    }
  }

  // Shows a message that stays until the user closes it.
  tell(text) {
    find('notice-text').textContent = text;
    find('notice').hidden = false;
    find('close-notice').onclick = () => { find('notice').hidden = true; };
    this.announce(text);
  }

  announce(text) {
    find('live').textContent = text;
  }

  announceMove(node, turn) {
    this.played = node;
    this.announce(`${this.nameOf(turn)}: ${node.notation}`);
  }

  setUpBoard() {
    const {table, board} = this.page;
    board.state = null;
    board.setLook(table.look, table.games.get(table.game.name).title);
    this.turnToPerson();
    this.nameGame();
    find('worst').hidden = true;
    find('copy-pgn').hidden = !table.look.pgn;
    find('copy-sgf').hidden = !table.look.sgf;
  }

  nameOf(side) {
    const {look} = this.page.table;
    return nameIn(look, look.sides[side]);
  }

  nameGame() {
    const {table, board} = this.page;
    const {title, parameters} = table.games.get(table.game.name);
    const values = Object.entries(table.game.parameters).filter(([name, value]) => (
      value !== parameters.find((each) => each.name === name)?.initial));
    find('new-game').textContent = [_(title), ...values.map(([name, value]) => (value === 'true' ? _(name) : `${_(name)} ${_(value)}`))].join(', ');
    document.title = `${_(title)} – Myosu`;
    find('move-text').placeholder = _('such as {moves}', {moves: table.look.notation || squareName(table.look, board.focus)});
  }

  // Writes the texts again that are not elements' own, in another language.
  rewrite() {
    const {table, board, analysis, controls, watchDialog} = this.page;
    this.announce('');
    watchDialog.showOffer();
    if (table.node?.position) {
      this.nameGame();
      board.rename();
      this.render(false);
      analysis.show();
      controls.rewrite();
    }
  }

  turnToPerson() {
    const {table, board} = this.page;
    const persons = table.persons();
    board.setFlipped(persons.length === 1 && persons[0] === 2);
  }

  render(moved) {
    const {table, board, list, analysis, preferences, publisher, file} = this.page;
    const {node} = table;
    const {position} = node;
    const over = table.isOver();
    const shown = {...position.board, threat: preferences.threats ? position.board.threat : []};
    board.element.classList.toggle('no-targets', !preferences.targets);
    board.show({board: shown, moves: position.moves, last: table.lastSquares(), numbers: preferences.numbers ? table.stones() : [],
      canMove: table.canMove(), hints: []}, moved);
    list.show(table.game, table.first);
    list.keepFocus();
    this.graph();
    analysis.showBar();
    find('to-start').disabled = find('back').disabled = find('take-back').disabled = !node.parent;
    find('to-end').disabled = find('forward').disabled = node.children.length === 0;
    find('flip').disabled = table.look.upright;
    find('pass').hidden = !table.look.pass;
    find('pass').disabled = !table.canMove() || !position.moves.includes(table.look.pass);
    find('promote').hidden = node.isMain();
    find('remove').hidden = !node.parent || table.watching;
    find('restore').hidden = table.game.removed.length === 0;
    find('comment').value = node.comment;
    find('mark').value = node.sign;
    find('mark').disabled = !node.parent;
    file.show(table.game);
    find('resign').disabled = table.isOver(table.live) || table.persons().length === 0;
    this.status();
    if (moved) {
      this.sayMore(node, over);
      this.sound(node, over);
    }
    publisher.show(table.game, node);
    if (!table.watching) {
      writeTable(table.keep());
    }
  }

  sayMore(node, over) {
    const more = over ? `. ${this.resultText(node)}` : node.position.board.alarm.length > 0 ? _(', check') : '';
    if (more) {
      this.announce(find('live').textContent + more);
    }
  }

  // Plays a sound for a move that was just played, not for one shown again.
  sound(node, over) {
    const {table, sound} = this.page;
    if (node.parent && (node === this.played || table.watching)) {
      const count = (each) => each.position.board.squares.filter(Boolean).length;
      sound.play(over ? 'end' : count(node) < count(node.parent) ? 'capture' : 'move');
    }
    this.played = null;
  }

  graph() {
    const {table, graph} = this.page;
    graph.show(table.game, table.mode === 'analyse' || table.isOver(table.node.end()));
  }

  resultText(node) {
    const {table} = this.page;
    const [winner, loser] = {p1win: [1, 2], p2win: [2, 1]}[table.resultOf(node)] ?? [0, 0];
    const words = winner ? _('{side} wins', {side: this.nameOf(winner)}) : _('A draw');
    if (!node.ending) {
      return words;
    }
    const side = this.nameOf(loser);
    return `${node.ending.how === 'T' ? _('{side} is out of time', {side}) : _('{side} resigns', {side})}: ${words}`;
  }

  watching() {
    const {table, watcher} = this.page;
    table.setWatching(watcher.name !== '');
    find('watching').hidden = !table.watching;
    say(find('watching-text'), () => _('Watching {name}', {name: watcher.name}));
    document.body.classList.toggle('is-watching', table.watching);
    if (table.game) {
      this.status();
    }
  }

  status() {
    const {table, engine} = this.page;
    const {node} = table;
    if (!node.position) {
      return;
    }
    const {turn} = node.position.board;
    const side = this.nameOf(turn);
    const over = table.isOver();
    const check = node.position.board.alarm.length > 0 ? _(', in check') : '';
    let words = table.thinking ? _('The engine is thinking') : _('The engine is to move: press Move now');
    if (over) {
      words = this.resultText(node);
    } else if (table.mode === 'analyse' || table.watching || table.persons().length === 2) {
      words = _('{side} to move', {side}) + check;
    } else if (table.players[turn] === PERSON) {
      words = _('Your move') + check;
    }
    find('status').textContent = words;
    find('status').classList.toggle('over', over);
    find('move-now').disabled = over || !engine.ready;
    find('move-now').textContent = !table.thinking && table.players[turn] === PERSON ? _('Move for me') : _('Move now');
    this.players();
  }

  thought(info) {
    const {turn} = this.page.table.node.position.board;
    find('status').textContent = _('The engine is thinking: depth {depth}, {score}', {depth: info.depth, score: scoreText(scoreFor(info.score, turn))});
  }

  seats() {
    const near = this.page.board.flipped ? 2 : 1;
    return [[find('player-near'), near], [find('player-far'), 3 - near]];
  }

  players() {
    const {table} = this.page;
    for (const [element, side] of this.seats()) {
      const [character, piece] = Object.entries(table.look.pieces).find(([, each]) => each.owner === side) ?? ['', null];
      const level = table.levels().find((each) => each.value === table.level);
      const who = table.players[side] === ENGINE ? _('Engine') + (level && level.value !== 'full' ? `, ${level.name}` : '') : _('You');
      const turn = table.node.position?.board.turn === side && !table.isOver();
      element.classList.toggle('turn', turn);
      element.innerHTML = piece ? drawAlone(piece, character) : '';
      element.append(make('span', {className: 'who'}, this.nameOf(side)),
        make('span', {className: 'what'}, table.mode === 'play' && !table.watching ? who : table.game.source?.names[side] ?? ''),
        this.taken(3 - side),
        make('span', {className: 'clock', hidden: !table.clocks.used || table.mode === 'analyse'}));
    }
    this.clocks();
  }

  // The pieces that a side has lost since the start, in games whose pieces differ. A pawn that was
  // promoted is not lost.
  taken(side) {
    const {look, game, node} = this.page.table;
    const element = make('span', {className: 'taken'});
    const pieces = Object.entries(look.pieces).filter(([, each]) => each.owner === side);
    if (look.entry !== 'path' || pieces.length < 2 || !node.position || !game.root.position) {
      return element;
    }
    const count = (each, character) => each.position.board.squares.filter((piece) => piece === character).length;
    const lost = pieces.map(([character]) => count(game.root, character) - count(node, character));
    const promoted = lost.reduce((sum, each) => sum + Math.max(0, -each), 0);
    lost[pieces.findIndex(([, {shape}]) => shape === 'pawn')] -= promoted;
    element.innerHTML = pieces.map(([character, piece], at) => drawAlone(piece, character).repeat(Math.max(0, lost[at]))).join('');
    element.setAttribute('role', 'img');
    const names = pieces.flatMap(([, piece], at) => (lost[at] > 0 ? [_('{count} {piece}', {count: lost[at], piece: nameIn(look, piece)})] : []));
    element.setAttribute('aria-label', _('Captured: {pieces}', {pieces: names.join(', ') || _('nothing')}));
    return element;
  }

  clocks() {
    const {table} = this.page;
    if (table?.game && table.clocks.used) {
      for (const [element, side] of this.seats()) {
        element.querySelector('.clock')?.replaceChildren(clockText(table.clocks.leftOf(side)));
      }
    }
  }
}
