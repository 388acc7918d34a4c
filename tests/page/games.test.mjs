// SPDX-License-Identifier: MIT
// Tests of files of games, without a browser: run by `node --test`. PAGE is the folder of the page's
// files. The expectations are those of the PGN standard (Edwards 1994) and of SGF FF[4], by hand.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

const from = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`).href);
const {Game, commentText, pack, unpack} = await from('game.js');
const {formatMoves, glyphText, readPgn, splitPgn, writePgn} = await from('pgn.js');
const {readLook} = await from('protocol.js');
const {decode, encode} = await from('record.js');
const {readSgf, splitSgf, squareOf, writeSgf} = await from('sgf.js');

// Builds a game of a tree that was read: each move is what is written.
function play(game, root, text = (written) => written) {
  const kept = ['mark', 'nags', 'before', 'comments', 'extra', 'later', 'isSetup'];
  const take = (node, parsed) => kept.forEach((key) => { node[key] = parsed[key] ?? node[key]; });
  const add = (node, parsed) => {
    let [to, of] = [node, parsed];
    take(to, of);
    while (of.children.length > 0) {
      const made = of.children.map((each) => to.add(text(each.written), text(each.written)));
      made.slice(1).forEach((each, at) => add(each, of.children[at + 1]));
      [to, of] = [made[0], of.children[0]];
      take(to, of);
    }
  };
  add(game.root, root);
  return game;
}

const movesOf = (text) => formatMoves(play(new Game('g', {}), readPgn(splitPgn(text)[0]).root).root, 1);

// The moves of the main line, as a file has them.
function mainLine(root) {
  const moves = [];
  for (let [node] = root.children; node; [node] = node.children) {
    moves.push(node.written);
  }
  return moves;
}

test('the moves of a game are read as the standard has them', () => {
  for (const [text, written] of [
    ['1. e4 e5', '1. e4 e5'], ['1.e4 e5 2.Nf3', '1. e4 e5 2. Nf3'], ['1. e4 1... e5', '1. e4 e5'], ['1.e4 \u2026 e5', '1. e4 e5'],
    ['e4 e5 Nf3', '1. e4 e5 2. Nf3'], ['1. e4 (1. d4 d5 (1... f5 2. g3) 2. c4) 1... e5', '1. e4 (1. d4 d5 (1... f5 2. g3) 2. c4) 1... e5'],
    ['1. e4 (1. d4) (1. c4 (1. b3)) 1... e5', '1. e4 (1. d4) (1. c4) (1. b3) 1... e5'],
    ['1. e4 {a} {b} e5', '1. e4 {a} {b} 1... e5'], ['{at first} 1. e4', '{at first} 1. e4'], ['1. {before} e4', '{before} 1. e4'],
    ['1. e4 (1. d4) {behind it} 1... e5', '1. e4 (1. d4) {behind it} 1... e5'], ['1. e4 ({begin} 1. d4 {end})', '1. e4 ({begin} 1. d4 {end})'],
    ['1. e4 e5 (1... c5) {last}', '1. e4 e5 {last} (1... c5)'],
    ['1. e4 ; to the end } of the line\ne5', '1. e4 ; to the end } of the line\n1... e5'], ['1. e4 ; {in} it\ne5', '1. e4 ; {in} it\n1... e5'],
    ['1. e4 {; not ( a [comment $1} e5', '1. e4 {; not ( a [comment $1} 1... e5'], ['1. e4! e5?? 2. Nf3 !? Nc6 $6', '1. e4! e5?? 2. Nf3!? Nc6 $6'],
    ['1. e4 $1 $2 $14 $255 e5 $0', '1. e4 $1 $2 $14 $255 e5 $0'], ['1. e4 \u00b1 e5 +- 2. d4 \u2a72', '1. e4 $16 e5 $18 2. d4 $14'], ['1. e4! ? e5', '1. e4! $2 e5'], ['1. e4 (1. d4 (1. c4) {x})', '1. e4 (1. d4 {x}) (1. c4)'], ['1. exd6 e.p. e5', '1. exd6 e5'],
    ['%a note ( { \n1. e4\n% another } )\ne5', '1. e4 e5'], ['1. e4 %no e5', '1. e4 %no 2. e5'],
    ['1. 0-0 0-0-0', '1. 0-0 0-0-0'], ['1. e8=Q+ Kxe8#', '1. e8=Q+ Kxe8#'], ['1.4 3 2. 4 4', '1. 4 3 2. 4 4'],
    ['1. h2e2 h9g7', '1. h2e2 h9g7'],
  ]) {
    assert.equal(movesOf(text), written, text);
  }
  assert.deepEqual(mainLine(readPgn(splitPgn('[Event "x"]\n1 e4 e5 2 Nf3')[0]).root), ['e4', 'e5', 'Nf3'], 'a number without a period');
});

test('tags have escapes, and a game its FEN', () => {
  const [game] = splitPgn('[Event "A \\"great\\" \\\\ game"] [Site ""]\n  [ White  "x; {y} [z]" ]\n[White "second"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O');
  assert.deepEqual(game.tags, {Event: 'A "great" \\ game', Site: '', White: 'x; {y} [z]', SetUp: '1', FEN: '4k3/8/8/8/8/8/8/4K2R w K - 0 1'});
  assert.equal(game.text.slice(game.head), '\n\n1. O-O');
});

test('a file has several games with different results', () => {
  const text = '; a file\n[White "A"]\n\n1. e4 1-0\n\n[White "B"]\n\n1. d4 0-1 {told later}\n% program\n[White "C"]\n1/2-1/2\n[White "D"]\n\n1. c4 c5\n\n[White "E"]\n\n*\n\n1. b3 *';
  const games = splitPgn(text);
  assert.deepEqual(games.map(({tags}) => tags.White), ['A', 'B', 'C', 'D', 'E', undefined]);
  assert.deepEqual(games.map((game) => readPgn(game).result), ['1-0', '0-1', '1/2-1/2', '', '*', '*']);
  assert.deepEqual(games.map((game) => mainLine(readPgn(game).root).join()), ['e4', 'd4', '', 'c4,c5', '', 'b3']);
  assert.deepEqual(readPgn(games[1]).root.children[0].comments, ['told later']);
  assert.equal(games.map((game) => game.text).join(''), text, 'the texts make up the file');
});

test('line ends, a byte order mark and long lines are read', () => {
  const text = `\ufeff[White "A"]\r\n[Black "B"]\r\n\r\n1. e4 {two\r\nlines} e5\r\n1-0\r\n\r\n[White "C"]\r\n\r\n1. d4 *\r\n`;
  const games = splitPgn(text);
  assert.deepEqual(games.map(({tags}) => tags.White), ['A', 'C']);
  assert.equal(games.map((game) => game.text).join(''), text);
  const moves = Array.from({length: 2500}, (_, at) => `${at % 2 ? '' : `${at / 2 + 1}. `}Nf${1 + (at % 8)}`).join(' ');
  assert.ok(moves.length > 10000);
  assert.equal(mainLine(readPgn(splitPgn(`${moves} *`)[0]).root).length, 2500);
  const comment = 'x'.repeat(10000);
  assert.deepEqual(readPgn(splitPgn(`1. e4 {${comment}} *`)[0]).root.children[0].comments, [comment]);
  assert.ok(movesOf(moves).split('\n').every((line) => line.length <= 79), 'lines that are written are short');
});

test('a broken file names the line of the fault', () => {
  for (const [text, message] of [
    ['[White "A"]\n\n1. e4 {no\nend', 'PGN, line 3: the comment that begins here has no end.'],
    ['1. e4 e5\r\n2. Nf3 }', "PGN, line 2: '}' ends a comment that has no beginning."],
    ['1. e4\n(1. d4\n(1. c4)\n', "PGN, line 2: the variation that begins here has no ')'."],
    ['1. e4 (1. d4\n\n[White "B"]\n\n1. e4', "PGN, line 1: the variation that begins here has no ')'."],
    ['1. e4\n)', "PGN, line 2: ')' ends a variation that has no beginning."],
    ['\n[White "A]\n\n1. e4', 'PGN, line 2: expected a tag, such as [White "Name"].'], ['[White A]\n', 'PGN, line 1: expected a tag, such as [White "Name"].'],
    ['1. e4 ]', "PGN, line 1: unexpected ']'."], ['1. e4 $x', "PGN, line 1: unexpected '$'."],
  ]) {
    assert.throws(() => splitPgn(text), {message}, text);
  }
  assert.throws(() => readPgn(splitPgn('(1. e4)')[0]), /line 1: a variation needs a move that it replaces/);
});

const FACTS = {names: {1: 'A"]', 2: 'B'}, first: 1, result: 'p1win', how: 'R', date: '2000-01-02', setup: []};

test('a new game is written as PGN with its tags', () => {
  const game = new Game('g', {size: '9'}, '3/3/3 o');
  game.play('a1', 'a1');
  const text = writePgn(game, {pgn: 'Other'}, {...FACTS, first: 2, result: 'p2win'});
  assert.equal(text, '[Event "?"]\n[Site "?"]\n[Date "2000.01.02"]\n[Round "?"]\n[White "A\\"]"]\n[Black "B"]\n[Result "0-1"]\n[Variant "Other"]\n'
    + '[SetUp "1"]\n[FEN "3/3/3 o"]\n\n1... a1 0-1\n');
  assert.doesNotMatch(writePgn(game, {pgn: 'Standard'}, FACTS), /Variant/);
  assert.match(writePgn(new Game('g', {}), {pgn: 'Standard'}, {...FACTS, result: 'none'}), /\n\n\*\n$/);
  for (const [result, written] of [['p1win', '1-0'], ['p2win', '0-1'], ['draw', '1/2-1/2'], ['none', '*']]) {
    const pgn = writePgn(game, {pgn: 'Other'}, {...FACTS, first: 1, result});
    assert.equal(pgn.match(/\[Result "(.*)"\]/)[1], written);
    assert.ok(pgn.endsWith(`1. a1 ${written}\n`), pgn);
  }
  game.root.children[0].clocks = [3723900, 59000];
  assert.match(writePgn(game, {pgn: 'Other'}, {...FACTS, first: 1}), /1\. a1 \{\[%clk 1:02:03\]\} 1-0\n$/);
});

test('a changed game keeps its tags, its spelling and its line ends', () => {
  const text = '[Odd  "1"] ; note\r\n[Result "*"]\r\n\r\n\r\n1. e4{x} e8Q *\r\n\r\n';
  const [part] = splitPgn(text);
  const {root, result} = readPgn(part);
  const game = play(new Game('g', {}), root);
  Object.assign(game, {source: {format: 'pgn', text: part.text, head: part.head, result}});
  game.current = game.root.end();
  game.current.written = 'e8Q';
  game.current.notation = 'e8=Q';
  game.play('Nf3', 'Nf3');
  assert.equal(writePgn(game, {pgn: 'Standard'}, {...FACTS, result: 'p1win'}),
    '[Odd  "1"] ; note\r\n[Result "1-0"]\r\n\r\n\r\n1. e4 {x} 1... e8Q 2. Nf3 1-0\r\n\r\n');
  game.source.result = '0-1';
  assert.match(writePgn(game, {pgn: 'Standard'}, {...FACTS, result: 'none'}), /\[Result "0-1"\][^]* 0-1\r\n\r\n$/, 'a game that was resigned');
});

test('commands of programs in comments are kept, but not shown', () => {
  assert.equal(commentText('[%clk 0:05:00] the  pawn\n[%eval 0.3]'), 'the pawn');
  const node = new Game('g', {}).play('e4', 'e4');
  node.comments = ['[%clk 0:05:00] one', 'two'];
  assert.equal(node.comment, 'one two');
  node.comment = ' three ';
  assert.deepEqual(node.comments, ['[%clk 0:05:00] three']);
  node.comment = '';
  assert.deepEqual(node.comments, ['[%clk 0:05:00]']);
  node.comments = [];
  node.comment = '';
  assert.deepEqual(node.comments, []);
});

test('glyphs are shown as signs', () => {
  assert.deepEqual([0, 2, 14, 18, 146, 200].map(glyphText), ['', '?', '+/=', '+-', 'N', '$200']);
  const node = new Game('g', {}).play('e4', 'e4');
  node.nags = [14, 4];
  assert.equal(node.sign, '??');
  node.sign = '!';
  assert.deepEqual([node.mark, node.nags, node.sign], ['!', [14], '!']);
  node.sign = '';
  assert.equal(node.sign, '');
});

test('a stored game is what it was, however long', () => {
  const game = play(new Game('g', {}), readPgn(splitPgn('{c} 1. e4! $14 {x} ({y} 1. d4 (1. c4 c5)) 1... e5 *')[0]).root);
  for (let at = 0; at < 12000; at++) {
    game.current = game.root.end();
    game.play(String(at), String(at));
  }
  game.source = {file: 1, at: 0, format: 'pgn', text: 'x', result: '*', same: ''};
  const again = unpack(JSON.parse(JSON.stringify(pack(game))));
  assert.equal(formatMoves(again.root, 1), formatMoves(game.root, 1));
  assert.equal(again.current.move, '11999');
  assert.ok(again.current.isMain() && again.has(again.current));
  assert.deepEqual(again.source, game.source);
});

test('a stored game that was altered is refused', () => {
  const game = play(new Game('g', {size: '9'}), readPgn(splitPgn('1. e4! $14 {x} e5 (1... c5) *')[0]).root);
  game.source = {file: 1, at: 0, format: 'pgn', text: 'x', result: '*', same: ''};
  Object.assign(game.root.children[0], {score: {cp: 30}, clocks: [1000, 2000], ending: {result: 'draw', how: 'R'}});
  const stored = pack(game);
  const changed = (change) => {
    const copy = JSON.parse(JSON.stringify(stored));
    change(copy, copy.nodes[1]);
    return copy;
  };
  unpack(changed(() => {}));
  for (const change of [
    (all) => { all.nodes = 5; }, (all) => { all.nodes = []; }, (all) => { delete all.nodes; }, (all) => { all.nodes[1] = 5; }, (all) => { all.nodes[1] = null; },
    (all) => { all.name = 5; }, (all) => { all.start = null; }, (all) => { all.parameters = null; }, (all) => { all.parameters.size = 9; },
    (all) => { all.source = 'x'; }, (all) => { all.source.text = 5; }, (all) => { all.source.at = '0'; }, (all) => { all.source.names = 'x'; },
    (all, node) => { delete node.move; }, (all, node) => { node.notation = 5; }, (all, node) => { node.parent = 9; }, (all, node) => { delete node.parent; },
    (all, node) => { node.parent = 1; }, (all, node) => { node.score = 'x'; }, (all, node) => { node.score = {cp: 'x'}; }, (all, node) => { node.best = 5; },
    (all, node) => { node.mark = '<b>'; }, (all, node) => { node.judged = 1; }, (all, node) => { node.nags = ['x']; }, (all, node) => { node.comments = 'x'; },
    (all, node) => { node.before = [5]; }, (all, node) => { node.written = 5; }, (all, node) => { node.extra = 5; }, (all, node) => { node.later = []; },
    (all, node) => { node.isSetup = 1; }, (all, node) => { node.clocks = [1]; }, (all, node) => { node.clocks = 'ab'; },
    (all, node) => { node.ending = {result: 'none', how: 'R'}; }, (all, node) => { node.ending = true; }, (all, node) => { node.children = []; },
    (all, node) => { node.position = {}; },
  ]) {
    assert.throws(() => unpack(changed(change)), String(change));
  }
  for (const other of [null, 5, 'x', [], {}]) {
    assert.throws(() => unpack(other), String(other));
  }
});

test('a file in UTF-8 or Latin 1 has the same bytes when it is written', () => {
  for (const bytes of [[0xef, 0xbb, 0xbf, 0x61], [0xc3, 0xa9], [0xe9, 0x80, 0xff, 0x20], []]) {
    assert.deepEqual([...encode(decode(Uint8Array.from(bytes)))], bytes);
  }
  assert.equal(decode(Uint8Array.from([0xe9])).text, '\u00e9');
  assert.deepEqual([...encode({text: '\u00e9\u2a72', latin: true})], [0xc3, 0xa9, 0xe2, 0xa9, 0xb2], 'a sign that Latin 1 lacks');
});

const POINT_LOOK = readLook('game s kind crossings files 3 letters ranks 3 numbers 1 upright false entry square '
  + 'sgf 4 BW a rule side 1 colour #000000 name B side 2 colour #ffffff name W piece x owner 1 shape stone name b '
  + 'piece o owner 2 shape stone name w');
const PATH_LOOK = readLook('notation e4, Nf3 pgn Standard psq Word side 1 name x');

test('a look tells the formats of finished games', () => {
  assert.deepEqual(POINT_LOOK.sgf, {number: 4, colours: 'BW', rules: 'a rule'});
  assert.equal(POINT_LOOK.pgn, '');
  assert.equal(PATH_LOOK.sgf, null);
  assert.equal(PATH_LOOK.pgn, 'Standard');
  assert.equal(readLook('sgf 1 WB').sgf.rules, '');
});

const sgfTree = ({written, children}) => [written?.join('') ?? '', ...children.map(sgfTree)];

test('an SGF is a tree', () => {
  const [part] = splitSgf(' (;GM[4]SZ[15]RU[renju]C[a \\] b];B[aa] \n;W[hh](;B[cc]C[x\\\ny])(;B[dd]LB[dd:1];C[later]))');
  const game = readSgf(part);
  assert.deepEqual([game.number, game.size, game.rules, game.setup], [4, 15, 'renju', []]);
  assert.deepEqual(sgfTree(game.root), ['', ['Baa', ['Whh', ['Bcc'], ['Bdd']]]]);
  assert.deepEqual(game.root.comments, ['a ] b']);
  const [one, two] = game.root.children[0].children[0].children;
  assert.deepEqual([one.comments, two.comments, two.extra], [['xy'], ['later'], 'LB[dd:1]']);
  const stones = (text) => readSgf(splitSgf(text)[0]).setup;
  assert.deepEqual(stones('(;AB[aa] [bb]AddWhite[cc]B[])'), [['B', 'aa'], ['B', 'bb'], ['W', 'cc']]);
  assert.deepEqual(sgfTree(readSgf(splitSgf('(;B[])')[0]).root), ['', ['B']]);
  for (const [text, message] of [
    ['(;B[aa]\n;W hh)', /line 2: expected a property/], ['(;B[aa', /line 1: expected a property/], ['(;B[aa]\n(;W[bb]', /line 2: the game or variation/],
    ['(;B[aa])\n\nx', /line 3: expected a property/], ['(;B[aa])\n;W[bb]', /line 2: expected '\('/],
  ]) {
    assert.throws(() => splitSgf(text), message, text);
  }
  assert.throws(() => readSgf(splitSgf('(;B[aa]\n;AB[bb])')[0]), /line 2: stones can only be set/);
});

test('a file of SGF has several games', () => {
  const text = '\ufeff(;GM[4]PB[Ann])\r\n\r\n(;GM[4]PB[Bob\\]](;B[aa])(;B[bb]))\n';
  const games = splitSgf(text);
  assert.deepEqual(games.map(({tags}) => tags.PB), ['Ann', 'Bob]']);
  assert.equal(games.map((game) => game.text).join(''), text);
});

const SGF_FACTS = {...FACTS, names: {1: 'A]', 2: 'B'}};

test('a game is written as an SGF with its variations', () => {
  const game = new Game('s', {});
  const first = game.play('a3', 'a3');
  game.play('b2', 'b2');
  game.current = first;
  game.play('c1', 'c1');
  assert.equal(writeSgf(game, POINT_LOOK, SGF_FACTS),
    '(;FF[4]GM[4]CA[UTF-8]AP[Myosu]SZ[3]PB[A\\]]PW[B]RU[a rule]DT[2000-01-02]RE[B+R]\n;B[aa]\n(;W[bb])\n(;W[cc]))\n');
  for (const [facts, written] of [[{result: 'p2win', how: 'T'}, 'W+T'], [{result: 'p1win', how: ''}, 'B+'], [{result: 'draw', how: ''}, 'Draw'],
    [{result: 'none', how: ''}, '?']]) {
    assert.equal(writeSgf(game, POINT_LOOK, {...SGF_FACTS, ...facts}).match(/RE\[(.*?)\]/)[1], written);
  }
  assert.equal(squareOf(POINT_LOOK, 'aa'), 6);
  assert.equal(squareOf(POINT_LOOK, 'da'), null);
  assert.equal(squareOf(POINT_LOOK, 'a'), null);
  const set = new Game('s', {}, '3/3/x1o o');
  set.play('a3', 'a3');
  set.current.mark = '??';
  set.current.comments = ['a ] b'];
  const text = writeSgf(set, POINT_LOOK, {...SGF_FACTS, first: 2, result: 'none', setup: ['x', '', 'o', '', '', '', '', '', '']});
  assert.match(text, /RE\[\?\]AB\[ac\]AW\[cc\]PL\[W\]\n;W\[aa\]BM\[2\]C\[a \\\] b\]\)\n$/);
  assert.deepEqual(readSgf(splitSgf(text)[0]).setup, [['B', 'ac'], ['W', 'cc']]);
});

test('a changed SGF keeps the properties of other programs', () => {
  const [part] = splitSgf('(;GM[4]XX[a\\]][b]RE[?]C[hi];B[aa]LB[bb:1]TE[2];XY[1];W[bb])\r\n');
  const read = readSgf(part);
  const square = ([, point]) => `${point[0]}${3 - 'abc'.indexOf(point[1])}`;
  const game = play(new Game('s', {}), read.root, square);
  game.source = {format: 'sgf', text: part.text};
  game.current = game.root.end();
  game.play('c1', 'c1');
  assert.equal(writeSgf(game, POINT_LOOK, {...SGF_FACTS, result: 'p2win', how: ''}),
    '(;GM[4]XX[a\\]][b]RE[W+]C[hi]\n;B[aa]TE[2]LB[bb:1];XY[1];W[bb];B[cc])\r\n');
});
