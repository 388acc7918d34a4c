// SPDX-License-Identifier: MIT
// Types that several modules of the page use. The page does not load this file.
type Analysis = import('../../src/server/page/analysis.js').Analysis;
type Board = import('../../src/server/page/board.js').Board;
type Connection = import('../../src/server/page/connection.js').Connection;
type Engine = import('../../src/server/page/engine.js').Engine;
type Game = import('../../src/server/page/game.js').Game;
type GameNode = import('../../src/server/page/game.js').Node;
type Publisher = import('../../src/server/page/watch.js').Publisher;
type Table = import('../../src/server/page/table.js').Table;
type Watcher = import('../../src/server/page/watch.js').Watcher;

// A game and its parameters, as `newgame` names them.
interface Setup {
  name: string;
  parameters: Record<string, string>;
  players?: Record<number, string>;
  limit?: {kind: string, amount: number, increment: number};
  level?: string;
}

// A score for player 1.
type Score = {cp: number} | {mate: number, won?: boolean};

interface Axis {
  count: number;
  labels: string;
  first: number;
}

interface Piece {
  name: string;
  owner: number;
  shape: string;
}

// The answer to `query look`.
interface Look {
  kind: string;
  entry: string;
  upright: boolean;
  files: Axis;
  ranks: Axis;
  promotions: string;
  pass: string;
  stars: number[];
  lines: number[];
  notation: string;
  pgn: string;
  sgf: {number: number, colours: string, rules: string} | null;
  sides: Record<number, {name: string, colour: string}>;
  pieces: Record<string, Piece>;
}

// The answer to `query board`.
interface BoardState {
  turn: number;
  result: string;
  squares: string[];
  alarm: number[];
  win: number[];
  forbidden: number[];
  threat: number[];
}

interface Position {
  board: BoardState;
  moves: string[];
  notation: string[];
  fen: string;
}

// A parameter of a game or an option of the engine.
interface Setting {
  name: string;
  type: string;
  initial: string;
  min: number;
  max: number;
  choices: string[];
}

// A move of a tree that was read from a file: `written` is a text or, of an SGF, [colour, point].
interface ReadMove {
  written: any;
  at: number;
  mark: string;
  nags: number[];
  before: string[];
  comments: string[];
  children: ReadMove[];
  extra?: string;
  later?: string;
}

// A game of a file.
interface FileGame {
  text: string;
  tags: Record<string, string>;
  begun: boolean;
  head: number;
}

// What a text is: `games` of a file in a format, or a position and moves.
interface TextRecord {
  format?: string;
  games?: FileGame[];
  fen: string;
  moves: string[];
  setup?: Setup;
}

// A question or a search that the engine has not answered.
interface Request {
  end: string;
  lines: string[];
  error: string;
  onInfo?: (info: any) => void;
  resolve: (value: any) => void;
  reject: (error: Error) => void;
}

// The parts of the page, which main.js creates.
interface Page {
  preferences: Record<string, any>;
  sound: import('../../src/server/page/sound.js').Sound;
  view: import('../../src/server/page/view.js').View;
  engine: Engine;
  table: Table;
  board: Board;
  list: import('../../src/server/page/moves.js').MoveList;
  graph: import('../../src/server/page/graph.js').Graph;
  analysis: Analysis;
  annotation: import('../../src/server/page/annotate.js').Annotation;
  watcher: Watcher;
  publisher: Publisher;
  watchDialog: import('../../src/server/page/dialogs.js').WatchDialog;
  token: import('../../src/server/page/dialogs.js').TokenDialog;
  newGame: import('../../src/server/page/dialogs.js').NewGame;
  file: import('../../src/server/page/file.js').GameFile;
  paste: import('../../src/server/page/dialogs.js').Paste;
  settings: import('../../src/server/page/dialogs.js').Settings;
  link: import('../../src/server/page/link.js').Link;
  controls: import('../../src/server/page/controls.js').Controls;
}
