// SPDX-License-Identifier: MIT
// Owns a conversation with the engine, which answers in order: questions and searches wait in two
// queues. An error line belongs to the first question.
import {Connection} from './connection.js';
import {_, fromEngine} from './language.js';
import {readInfo, readOption} from './protocol.js';

// The server closes with this code if the token is wrong or, after the greeting, on a time limit.
const WRONG_TOKEN = 1008;

const SIGN_MS = 10000;
const PATIENCE_MS = 8000; // how long a connection may be silent after a question

export class Lost extends Error {}

// Resolves with the promise's value, or undefined if the connection is lost.
export function unlessLost(promise) {
  return promise.catch((error) => {
    if (!(error instanceof Lost)) {
      throw error;
    }
  });
}

export class Engine {
  /** @type {Request[]} */ questions;
  /** @type {Request[]} */ searches;
  /** @type {string[]} */ published = [];
  /** @type {Map<string, Setting>} */ options = new Map();
  /** @type {Map<string, string>} */ set = new Map();

  // handlers: watched(text), opened(), closed(reason), notice(text); refused(given): the server
  // requires a token or, if `given`, another one; there is no reconnect before present()
  constructor(url, token, handlers) {
    this.handlers = handlers;
    this.token = token;
    this.forget();
    this.connection = new Connection(url, {
      opened: () => this.greet(),
      closed: (code) => this.close(code),
      line: (text) => this.hear(text),
    });
    setInterval(() => this.askForSign(), SIGN_MS);
  }

  // Asks for a sign of life. The server answers at once, also during a search.
  askForSign() {
    const {connection} = this;
    if (!this.ready || !connection.isOpen || document.hidden) {
      return;
    }
    const before = connection.heard;
    unlessLost(this.wait('isready', 'readyok'));
    setTimeout(() => {
      if (connection.isOpen && connection.heard === before && !document.hidden) {
        connection.drop();
      }
    }, PATIENCE_MS);
  }

  forget() {
    this.questions = [];
    this.searches = [];
    this.error = '';
    this.options = new Map();
    this.set = new Map();
    this.ready = false;
  }

  async greet() {
    this.forget();
    if (this.token) {
      this.connection.send(`auth ${this.token}`);
    }
    if (await unlessLost(this.wait('uci', 'uciok'))) {
      this.setOption('UCI_ShowWDL', 'true');
      this.ready = true;
      this.handlers.opened();
    }
  }

  present(token) {
    this.token = token;
    this.connection.open();
  }

  close(code) {
    const refused = code === WRONG_TOKEN && !this.ready;
    const waiting = [...this.questions, ...this.searches];
    const reason = fromEngine(this.questions[0]?.error ?? '');
    this.forget();
    if (refused) {
      this.handlers.refused(this.token !== '');
    } else {
      this.handlers.closed(reason);
    }
    waiting.forEach((one) => one.reject(new Lost(_('the connection to the engine was lost'))));
    return !refused;
  }

  // Sends a line; resolves with the lines of the answer before the one that begins with `end`.
  wait(line, end) {
    return this.promise(line, this.questions, {end, lines: [], error: ''});
  }

  // Sends a line and queues a request for its answer.
  async promise(line, queue, known) {
    if (!this.connection.isOpen) {
      throw new Lost(_('there is no connection to the engine'));
    }
    const answer = new Promise((resolve, reject) => { queue.push({...known, resolve, reject}); });
    this.connection.send(line);
    return answer;
  }

  // Resolves with the answer to `query TEXT`; rejects with the engine's error.
  ask(text) {
    return this.wait(`query ${text}`, 'response ');
  }

  async read(command) {
    this.connection.send(command);
    return (await this.wait('isready', 'readyok')).lines;
  }

  // Sends a command that has no answer unless it fails; rejects with the engine's error.
  tell(line) {
    this.connection.send(line);
    return this.wait('isready', 'readyok');
  }

  async listPublished() {
    this.published = [];
    await this.tell('watch');
    return this.published;
  }

  send(line) {
    this.connection.send(line);
  }

  // Sets an option unless it has that value. Ignores unknown names.
  setOption(name, value) {
    const option = this.options.get(name);
    if (option && (this.set.get(name) ?? option.initial) !== String(value)) {
      this.set.set(name, String(value));
      this.connection.send(`setoption name ${name} value ${value}`);
    }
  }

  // Starts a search; calls `onInfo` with each info. Resolves with the best move, or ''.
  go(limits, onInfo) {
    return this.promise(`go ${limits}`.trim(), this.searches, {onInfo});
  }

  stop() {
    if (this.searches.length > 0) {
      this.connection.send('stop');
    }
  }

  hear(text) {
    const question = this.questions[0];
    if (text.startsWith('info string ')) {
      this.hearString(text.slice(12), question);
    } else if (text.startsWith('info ')) {
      this.searches[0]?.onInfo?.(readInfo(text.slice(5)));
    } else if (text.startsWith('bestmove')) {
      const move = text.split(' ')[1];
      this.searches.shift()?.resolve(move === '(none)' ? '' : move);
    } else if (question && text.startsWith(question.end)) {
      this.questions.shift();
      if (question.error) {
        question.reject(Object.assign(new Error(fromEngine(question.error)), {original: question.error}));
      } else {
        question.resolve(question.end === 'response ' ? text.slice(9) : question);
      }
    } else if (text.startsWith('option ')) {
      const option = readOption(text.slice(7));
      this.options.set(option.name, option);
    } else if (question) {
      question.lines.push(text);
    }
  }

  hearString(text, question) {
    if (text.startsWith('watch ')) {
      this.handlers.watched(text.slice(6));
    } else if (text.startsWith('published')) {
      this.published = text.split(' ').slice(1);
    } else if (!text.startsWith('error: ')) {
      this.handlers.notice(fromEngine(text));
    } else if (question) {
      question.error ||= text.slice(7).replace(/^(query move|position|watch): /, '');
    } else {
      this.handlers.notice(fromEngine(text.slice(7)));
    }
  }
}
