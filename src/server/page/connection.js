// SPDX-License-Identifier: MIT
// Owns a WebSocket, over which it sends lines; reconnects when it is lost.

const PROTOCOL = 'v1.uci.myosu';
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8000;
const LOST = 1006; // the code of a connection that broke
// Shorter than the server's lowest idle limit.
const KEEP_ALIVE_MS = 25000;

export class Connection {
  /** @type {any} */ socket;

  // handlers: opened(), line(text), closed(code), which returns false to prevent a reconnect
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.delay = FIRST_DELAY_MS;
    this.heard = 0; // when the last line arrived
    this.open();
    this.ticking = setInterval(() => this.isOpen && !document.hidden && this.send('debug off'), KEEP_ALIVE_MS);
    this.again = () => !document.hidden && this.retry();
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.again);
  }

  // Treats the connection as lost: a network that is gone closes no socket.
  drop() {
    const {socket} = this;
    this.socket = null; // its own end is no news
    socket.close();
    this.lost(LOST);
  }

  close() {
    const {socket} = this;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.again);
    this.socket = null;
    socket?.close();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = new WebSocket(this.url, [PROTOCOL]);
    const before = this.socket;
    this.socket = socket;
    before?.close(); // it may still be connecting
    const heed = (action) => (event) => socket === this.socket && action(event);
    socket.onopen = heed(() => {
      this.delay = FIRST_DELAY_MS;
      this.handlers.opened();
    });
    socket.onmessage = heed((event) => this.hear(event.data));
    socket.onclose = heed((event) => this.lost(event.code));
  }

  hear(text) {
    this.heard = performance.now();
    this.handlers.line(text.replace(/\r?\n$/, ''));
  }

  lost(code) {
    this.socket = null;
    if (this.handlers.closed(code) !== false) {
      this.timer = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 2, LONGEST_DELAY_MS);
    }
  }

  retry() {
    if (this.timer) {
      this.delay = FIRST_DELAY_MS;
      this.open();
    }
  }

  send(line) {
    if (this.isOpen) {
      this.socket.send(line);
    }
  }
}
