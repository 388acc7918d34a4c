// SPDX-License-Identifier: MIT
// Games as text: the engine's own two lines, and PGN. Pure.
import {formatMoves} from './game.js';
import {readSgf} from './sgf.js';

const RESULTS = {p1win: '1-0', p2win: '0-1', draw: '1/2-1/2', none: '*'};

// Names of standard chess.
const PLAIN = /^(|standard|normal|from position)$/i;

// Parses pasted text: {fen, moves: [word]}; `sgf`, as sgf.js returns it; `setup` {name, parameters}
// if the text names the game; `variant` if it is PGN, of which only moves are read.
export function readRecord(text) {
  const trimmed = text.trim();
  if (/^\(\s*;/.test(trimmed)) {
    return {fen: '', moves: [], sgf: readSgf(trimmed)};
  }
  const commands = readCommands(trimmed);
  if (commands) {
    return commands;
  }
  const tag = (name) => new RegExp(`^\\s*\\[${name}\\s+"([^"]*)"\\]`, 'm').exec(trimmed)?.[1];
  const body = dropVariations(trimmed.replace(/^\s*\[.*\]\s*$/gm, ' ').replace(/\{[^}]*\}/g, ' ')
    .replace(/;.*$/gm, ' '));
  if (/^\s*\[\w+\s+"/.test(trimmed)) {
    const variant = tag('Variant') ?? '';
    return {fen: tag('FEN') ?? '', moves: words(body), variant: PLAIN.test(variant) ? 'Standard' : variant};
  }
  return looksLikeFen(body) ? {fen: body.trim().replace(/\s+/g, ' '), moves: []} : {fen: '', moves: words(body)};
}

// `newgame NAME [PARAMETER VALUE]...`, `position ...`, or both; null otherwise.
function readCommands(text) {
  const parts = /^(?:newgame\s+(\S+)([^\n]*)(?:\n|$)\s*)?(?:position\s+(?:startpos|fen\s+(.*?))(?:\s+moves\s+(.*))?)?$/s.exec(text);
  if (!parts || !text) {
    return null;
  }
  const [, name, more = '', fen = '', moves = ''] = parts;
  const record = {fen: fen.trim(), moves: words(moves)};
  if (name) {
    const values = more.split(/\s+/).filter(Boolean);
    record.setup = {name, parameters: {}};
    values.forEach((value, at) => at % 2 && (record.setup.parameters[values[at - 1]] = value));
  }
  return record;
}

function looksLikeFen(text) {
  return /^[^\s/]+(\/[^\s/]+){2,}(\s|$)/.test(text.trim());
}

function words(text) {
  return text.split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, '').replace(/[!?]+$/, ''))
    .filter((word) => word && !/^(1-0|0-1|1\/2-1\/2|\*|\$\d+)$/.test(word));
}

function dropVariations(text) {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') {
      depth++;
    } else if (character === ')') {
      depth = Math.max(0, depth - 1);
      kept += ' ';
    } else if (depth === 0) {
      kept += character;
    }
  }
  return kept;
}

// The game and the shown line as commands, which myosu-play can load.
export function writeMoves(game) {
  return `${game.newgame()}\n${game.position(game.current.end())}\n`;
}

// The whole tree as PGN. facts: {names, first, result, date: "2026-11-22"}.
export function writePgn(game, look, {names, first, result, date}) {
  const tags = [['Event', '?'], ['Site', '?'], ['Date', date.replaceAll('-', '.')], ['Round', '?'],
    ['White', names[1]], ['Black', names[2]], ['Result', RESULTS[result]]];
  if (look.pgn !== 'Standard') {
    tags.push(['Variant', look.pgn]);
  }
  if (game.start) {
    tags.push(['SetUp', '1'], ['FEN', game.start]);
  }
  const head = tags.map(([name, value]) => `[${name} "${value}"]`).join('\n');
  return `${head}\n\n${formatMoves(game.root, first)} ${RESULTS[result]}\n`.replaceAll('\n ', '\n');
}
