// SPDX-License-Identifier: MIT
// Tells what a text is: a position, the engine's own two lines, or a file of games. Owns nothing;
// pure.
import {splitPgn} from './pgn.js';
import {splitSgf} from './sgf.js';

// Parses a text: {fen, moves: [word]}, with `setup` {name, parameters} if it names the game; or
// {format, games}, where format is 'pgn' or 'sgf'.
/** @returns {any} */
export function readRecord(text) {
  const trimmed = text.trim();
  if (/^\(\s*;/.test(trimmed)) {
    return {format: 'sgf', games: splitSgf(text)};
  }
  if (/^[^\s/[]+(\/[^\s/]+){2,}(\s|$)/.test(trimmed)) {
    return {fen: trimmed.replace(/\s+/g, ' '), moves: []};
  }
  return readCommands(trimmed) ?? {format: 'pgn', games: splitPgn(text)};
}

// `newgame NAME [PARAMETER VALUE]...`, `position ...`, or both; null otherwise.
function readCommands(text) {
  const parts = /^(?:newgame\s+(\S+)([^\n]*)(?:\n|$)\s*)?(?:position\s+(?:startpos|fen\s+(.*?))(?:\s+moves\s+(.*))?)?$/s.exec(text);
  if (!parts || !text) {
    return null;
  }
  const [, name, more = '', fen = '', moves = ''] = parts;
  const record = {fen: fen.trim(), moves: moves.split(/\s+/).filter(Boolean)};
  if (name) {
    const values = more.split(/\s+/).filter(Boolean);
    record.setup = {name, parameters: {}};
    values.forEach((value, at) => at % 2 && (record.setup.parameters[values[at - 1]] = value));
  }
  return record;
}

// The game and the shown line as commands, which myosu-play can load.
export function writeMoves(game) {
  return `${game.newgame()}\n${game.position(game.current.end())}\n`;
}

// The bytes of a file as text. Files of PGN are in UTF-8 or, as the standard says, in Latin 1.
export function decode(bytes) {
  try {
    return {text: new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes), latin: false};
  } catch {
    return {text: Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''), latin: true};
  }
}

// The opposite of decode(). A text that Latin 1 cannot express becomes UTF-8.
export function encode({text, latin}) {
  const codes = latin ? Array.from(text, (each) => each.codePointAt(0)) : [];
  return latin && codes.every((code) => code < 256) ? Uint8Array.from(codes) : new TextEncoder().encode(text);
}
