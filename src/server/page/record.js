// SPDX-License-Identifier: MIT
// Games as text: what a person pastes or copies. Pure.
import {formatMoves} from './game.js';

const RESULTS = {p1win: '1-0', p2win: '0-1', draw: '1/2-1/2', none: '*'};

// What pasted text is: {fen} or {fen, moves: [word]} or {squares: [[file, rank from the top]]}.
// Comments, variations, numbers, marks and results of Portable Game Notation are passed over; of
// Smart Game Format the moves are read.
export function readRecord(text) {
  const trimmed = text.trim();
  if (/^\(\s*;/.test(trimmed)) {
    return {fen: '', points: readPoints(trimmed)};
  }
  const tag = /^\s*\[FEN\s+"([^"]*)"\]/m.exec(trimmed);
  const body = dropVariations(trimmed.replace(/^\s*\[.*\]\s*$/gm, ' ').replace(/\{[^}]*\}/g, ' ')
    .replace(/;.*$/gm, ' '));
  const position = /^position\s+(?:startpos|fen\s+(.*?))(?:\s+moves\s+(.*))?$/s.exec(body.trim());
  if (position) {
    return {fen: position[1] ?? '', moves: words(position[2] ?? '')};
  }
  if (!tag && looksLikeFen(body)) {
    return {fen: body.trim().replace(/\s+/g, ' '), moves: []};
  }
  return {fen: tag?.[1] ?? '', moves: words(body)};
}

// Ranks separated by slashes come first in every FEN.
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

// The first line of play of a Smart Game Format text; letters are file from the left, rank from
// the top.
function readPoints(text) {
  const points = [];
  for (const match of text.split(/\)/)[0].matchAll(/;\s*[BW]\[([a-z])([a-z])\]/g)) {
    points.push([match[1].charCodeAt(0) - 97, match[2].charCodeAt(0) - 97]);
  }
  return points;
}

// The whole game as text with tags, as Portable Game Notation has them.
export function writeRecord(game, title, first, result, date) {
  const tags = [['Event', '?'], ['Site', '?'], ['Date', date], ['Round', '?'],
    ['White', '?'], ['Black', '?'], ['Result', RESULTS[result]], ['Variant', title]];
  const values = Object.entries(game.parameters).map(([name, value]) => `${name}=${value}`);
  if (values.length > 0) {
    tags.push(['Parameters', values.join(' ')]);
  }
  if (game.start) {
    tags.push(['SetUp', '1'], ['FEN', game.start]);
  }
  const head = tags.map(([name, value]) => `[${name} "${value}"]`).join('\n');
  return `${head}\n\n${formatMoves(game.root, first)} ${RESULTS[result]}\n`;
}
