// SPDX-License-Identifier: MIT
// Tells what a text is: a position, the engine's own two lines, or a file of games. Owns nothing;
// pure.
import {splittingPgn} from './pgn.js';
import {splittingSgf} from './sgf.js';
import {atOnce} from './slices.js';

// Parses a text: {fen, moves: [word]}, with `setup` {name, parameters} if it names the game; or
// {format, games}, where format is 'pgn' or 'sgf'.
// Yields how far it is (slices.js).
/** @returns {Generator<number, any>} */
export function* readingRecord(text) {
  const trimmed = text.trim();
  if (/^\(\s*;/.test(trimmed)) {
    return {format: 'sgf', games: yield* splittingSgf(text)};
  }
  if (/^[^\s/[]+(\/[^\s/]+){2,}(\s|$)/.test(trimmed)) {
    return {fen: trimmed.replace(/\s+/g, ' '), moves: []};
  }
  return readCommands(trimmed) ?? {format: 'pgn', games: yield* splittingPgn(text)};
}

export const readRecord = (text) => atOnce(readingRecord(text));

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

// A number that differs if a text was altered: 32 bits of FNV-1a (Fowler, Noll and Vo).
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  }
  return sum.toString(36);
}

// The address of the page with a game, as commands, after '#'.
export function writeLink(commands) {
  return `${location.href.replace(/#.*$/, '')}#${new URLSearchParams({open: commands, sum: checksum(commands)})}`;
}

// The commands that an address has after '#': null without any, and '' if they were altered.
export function readLink(parameters) {
  const commands = parameters.get('open');
  return commands !== null && parameters.get('sum') !== checksum(commands) ? '' : commands;
}

// The game and the shown line as commands, which myosu-play can load.
export function writeMoves(game) {
  return `${game.newgame()}\n${game.position(game.current.end())}\n`;
}

const PART = 8192; // how many bytes become a string at once

// The bytes of a file as text. Files of PGN are in UTF-8 or, as the standard says, in Latin 1.
// Yields how far it is (slices.js).
/** @returns {Generator<number, {text: string, latin: boolean}>} */
export function* decoding(bytes) {
  try {
    return {text: new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes), latin: false};
  } catch {
    const codes = new Uint8Array(bytes);
    const parts = [];
    for (let at = 0; at < codes.length; at += PART) {
      yield at;
      parts.push(String.fromCharCode(...codes.subarray(at, at + PART)));
    }
    return {text: parts.join(''), latin: true};
  }
}

export const decode = (bytes) => atOnce(decoding(bytes));

// The opposite of decode(). A text that Latin 1 cannot express becomes UTF-8.
export function encode({text, latin}) {
  const bytes = new Uint8Array(latin ? text.length : 0);
  for (let at = 0; at < bytes.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 255) {
      return new TextEncoder().encode(text);
    }
    bytes[at] = code;
  }
  return latin ? bytes : new TextEncoder().encode(text);
}
