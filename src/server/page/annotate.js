// SPDX-License-Identifier: MIT
// Annotates a game: searches every position and marks the moves that lost most. Owns only its run.
import {Lost} from './engine.js';
import {expectation, scoreFor, scoreText} from './protocol.js';

// The loss of expected score, 0 to 1, from which a move gets a mark.
const MARKS = [[0.3, '??'], [0.18, '?'], [0.09, '?!']];
const WORST = 5;

const RESULT_SCORES = {p1win: {mate: 0, won: true}, p2win: {mate: 0, won: false}, draw: {cp: 0}};

export class Annotation {
  running = false;

  constructor(table) {
    this.table = table;
  }

  // Searches each position for `seconds`; calls progress(done, of). Resolves with the worst moves,
  // or with null if it was ended.
  async run(seconds, progress) {
    const {table} = this;
    const {game} = table;
    table.pause();
    const {step} = table;
    this.running = true;
    const line = [game.root, ...game.line()];
    for (let at = 0; at < line.length && step === table.step && this.running; at++) {
      progress(at, line.length);
      try {
        await this.search(line[at], seconds);
      } catch (error) {
        this.running = false;
        if (!(error instanceof Lost)) {
          throw error;
        }
      }
    }
    const whole = this.running && step === table.step;
    this.running = false;
    return whole ? this.judge(line) : null;
  }

  end() {
    if (this.running) {
      this.running = false;
      this.table.engine.stop();
    }
  }

  async search(node, seconds) {
    const {engine, game} = this.table;
    const {board} = await this.table.load(node);
    if (board.result !== 'none') {
      node.score = RESULT_SCORES[board.result];
      return;
    }
    engine.setOption('MultiPV', 1);
    this.table.setStrength('full');
    engine.send(game.position(node));
    let score = null;
    const best = await engine.go(`movetime ${Math.round(seconds * 1000)}`, (info) => {
      if (info.score && !info.bound) {
        score = scoreFor(info.score, board.turn);
      }
    });
    if (this.running && score) {
      node.score = score;
      node.best = best;
    }
  }

  judge(line) {
    const losses = [];
    for (let at = 1; at < line.length; at++) {
      const [before, node] = line.slice(at - 1);
      if (node.judged) {
        Object.assign(node, {mark: '', judged: false});
      }
      if (!before.score || !node.score || node.move === before.best) {
        continue;
      }
      const change = expectation(before.score) - expectation(node.score);
      const loss = before.position.board.turn === 1 ? change : -change;
      const mark = MARKS.find(([least]) => loss >= least)?.[1];
      if (mark && !node.sign) {
        Object.assign(node, {mark, judged: true}); // a person's mark stays
      }
      if (mark) {
        const named = before.position.moves.indexOf(before.best);
        losses.push({
          node, loss, better: before.position.notation[named] ?? before.best,
          from: scoreText(before.score), to: scoreText(node.score),
        });
      }
    }
    return losses.sort((a, b) => b.loss - a.loss).slice(0, WORST);
  }
}
