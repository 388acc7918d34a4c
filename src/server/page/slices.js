// SPDX-License-Identifier: MIT
// Runs long work, which is a generator, in slices. Between them the browser handles input. Owns
// nothing.

const SLICE_MS = 8; // half a frame; a task of 50 ms would be felt

// Runs work to its end without a break; returns its result.
export function atOnce(work) {
  let step = work.next();
  while (!step.done) {
    step = work.next();
  }
  return step.value;
}

// A timer would wait for 4 ms, and for a second on a hidden page.
const pause = () => new Promise((resume) => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resume(null);
  };
  port2.postMessage(null);
});

// Runs work in slices; resolves with its result. Calls progress() with what it yielded last. Rejects
// if the signal is aborted.
export async function inSlices(work, progress = (_done) => {}, signal = new AbortController().signal) {
  for (let until = performance.now() + SLICE_MS; ;) {
    const {done, value} = work.next();
    if (done) {
      return value;
    }
    if (performance.now() > until) {
      progress(value);
      await pause();
      signal.throwIfAborted();
      until = performance.now() + SLICE_MS;
    }
  }
}
