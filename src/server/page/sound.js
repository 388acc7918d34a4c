// SPDX-License-Identifier: MIT
// Owns short sounds. Browsers allow none before the first click or key.

// The tones of each sound: [Hz, seconds].
const SOUNDS = {
  move: [[440, 0.06]],
  capture: [[330, 0.05], [220, 0.09]],
  end: [[392, 0.12], [494, 0.12], [587, 0.3]],
};
const LOUDNESS = 0.15; // the gain, up to 1

export class Sound {
  pressed = false; // a click or key has come
  /** @type {any} */ context = null;

  constructor(preferences) {
    this.preferences = preferences;
    const press = (event) => { this.pressed ||= event.isTrusted; };
    addEventListener('pointerdown', press, true);
    addEventListener('keydown', press, true);
  }

  play(kind) {
    if (!this.preferences.sound || !this.pressed || !('AudioContext' in globalThis)) {
      return;
    }
    this.context ??= new AudioContext();
    this.context.resume();
    let at = this.context.currentTime;
    for (const [pitch, seconds] of SOUNDS[kind]) {
      this.tone(pitch, at, seconds);
      at += seconds;
    }
  }

  tone(pitch, at, seconds) {
    const {context} = this;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
