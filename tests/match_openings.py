#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays matches from files of openings and from opening books: match_openings.py MATCH FAKE_ENGINE

The files are written here by hand, and the opening of each game is computed here.
"""
import os
import re
import struct
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
GAMES = """\
[Event "one"]
[Variant "Standard"]
[ECO "C50"]
[Opening "Italian Game"]

1. e4 {the king's pawn} e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bc4 Bc5 *

[Event "two"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[ECO "?"]

1. e4 Kd7 $1 2. Ke2 1/2-1/2

[Event "three"]
[Opening "Queen's \\"Gambit\\""]

1.d4 d5
2.c4 e6
3.Nc3 Nf6 1-0

[Event "four"]

1. Nf3 d5 2. g3 Nf6 3. Bg2 g6 0-1
"""
# The same openings in the protocol's notation.
LINES = ["startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7 e1e2",
         "startpos moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6", "startpos moves g1f3 d7d5 g2g3 g8f6 f1g2 g7g6"]
# Keys of positions, from the description of the format by its author.
KEYS = {"": 0x463b96181691fc9c, "e2e4": 0x823c9b50fd114196, "e2e4 d7d5": 0x0756b94461c50fb0,
        "e2e4 d7d5 e4e5": 0x662fafb965db29d4, "e2e4 d7d5 e4e5 f7f5": 0x22a48b5a8e47ff78}


def play(*options, engines=2, status=0):
    """Plays a match. Returns its games as (players, position and moves), in order, and what it printed."""
    words = [MATCH, "-quiet", "-maxmoves", "6", "-movesout", "moves", *options]
    for number in range(engines):
        words += ["-engine", f"cmd={FAKE}", f"name=e{number}", f"arg=seed={number}", "depth=1"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == status, (options, done)
    if status:
        return done.stderr
    with open("moves", encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.unlink("moves")
    return [(re.match(r"# \d+: (\w+) - (\w+) ", title).groups(), moves) for title, moves in zip(lines[::2], lines[1::2])]


def opening_of(moves, lines):
    """Returns the index of the only opening with which the moves begin."""
    found = [index for index, line in enumerate(lines) if (moves + " ").startswith(line + " ")]
    assert len(found) == 1, (moves, found)
    return found[0]


def openings(games, lines=tuple(LINES)):
    return [opening_of(moves, lines) for _, moves in games]


class Openings(OwnFolder):
    def setUp(self):
        super().setUp()
        self.write("games.pgn", GAMES)

    @staticmethod
    def write(name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)

    def test_games_of_pgn_are_openings(self):
        for form in ([], ["format=pgn"]):
            games = play("-rounds", "5", "-openings", "file=games.pgn", *form)
            self.assertEqual(openings(games), [0, 0, 1, 1, 2, 2, 3, 3, 0, 0])
            self.assertEqual([players for players, _ in games], [("e0", "e1"), ("e1", "e0")] * 5)

    def test_start_is_the_first_opening(self):
        games = play("-rounds", "3", "-openings", "file=games.pgn", "start=3")
        self.assertEqual(openings(games), [2, 2, 3, 3, 0, 0])

    def test_plies_limit_an_opening(self):
        shorter = [" ".join(line.split()[:line.split().index("moves") + 3]) for line in LINES]
        games = play("-rounds", "4", "-openings", "file=games.pgn", "plies=2", "-pgnout", "out.pgn")
        self.assertEqual(openings(games, shorter), [0, 0, 1, 1, 2, 2, 3, 3])
        with open("out.pgn", encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn("Italian Game", text)  # of the whole opening, which was not played
        self.write("lines", "\n".join(line.removeprefix("startpos moves ") for line in LINES))
        self.assertEqual(openings(play("-rounds", "4", "-openings", "file=lines", "plies=2"), shorter),
                         [0, 0, 1, 1, 2, 2, 3, 3])
        # The engines play the third move, and not all of them the one of the opening.
        self.assertTrue(any(not (moves + " ").startswith(LINES[index // 2]) for index, (_, moves) in enumerate(games)))

    def test_random_order_has_every_opening_once_and_follows_the_seed(self):
        orders = []
        for seed in range(1, 5):
            options = ["-rounds", "4", "-srand", str(seed), "-openings", "file=games.pgn", "order=random"]
            order = openings(play(*options))
            self.assertEqual(order[::2], order[1::2])
            self.assertEqual(sorted(order[::2]), [0, 1, 2, 3])
            self.assertEqual(openings(play(*options)), order)
            later = openings(play(*options, "start=2"))
            self.assertEqual(later, order[2:] + order[:2])
            orders.append(order)
        self.assertGreater(len({tuple(order) for order in orders}), 2)

    def test_policies_say_when_the_opening_changes(self):
        # Three pairings, two rounds, four games of each encounter.
        expected = {"default": [game // 2 for game in range(24)], "encounter": [game // 4 for game in range(24)],
                    "round": [game // 12 for game in range(24)]}
        for policy, order in expected.items():
            games = play("-rounds", "2", "-games", "4", "-openings", "file=games.pgn", f"policy={policy}", engines=3)
            self.assertEqual(openings(games), [index % 4 for index in order], policy)
        games = play("-rounds", "2", "-games", "4", "-openings", "file=games.pgn", engines=3)
        self.assertEqual(openings(games), [index % 4 for index in expected["default"]])

    def test_random_openings_obey_the_policy(self):
        games = play("-rounds", "2", "-games", "4", "-openings", "random=6", "policy=encounter")
        starts = [moves.split()[2:8] for _, moves in games]
        self.assertEqual([starts.index(start) for start in starts], [0] * 4 + [4] * 4)

    def test_tags_name_the_opening(self):
        play("-rounds", "3", "-openings", "file=games.pgn", "-pgnout", "out.pgn", "-db", "match.db")
        subprocess.run([MATCH, "export", "match.db", "pgn", "again.pgn"], check=True)
        with open("out.pgn", encoding="utf-8") as one, open("again.pgn", encoding="utf-8") as other:
            text = one.read()
            self.assertEqual(text, other.read())
        games = re.split(r"\n\n(?=\[Event )", text)
        tags = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.M)) for game in games]
        self.assertEqual([tag.get("ECO") for tag in tags], ["C50", "C50", None, None, None, None])
        self.assertEqual([tag.get("Opening") for tag in tags], ["Italian Game"] * 2 + [None] * 2 + ['Queen\'s \\"Gambit\\"'] * 2)
        self.assertEqual([tag.get("FEN") for tag in tags], [None] * 2 + ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] * 2 + [None] * 2)
        for words in games[0].split("\n\n")[1], games[1].split("\n\n")[1]:
            self.assertTrue(words.startswith("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. "), words)
        self.write("one.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - eco B00;\n4k3/8/8/8/8/8/4P3/4K3 w - - eco \"B01\";\n")
        play("-rounds", "2", "-openings", "file=one.epd", "-pgnout", "eco.pgn")
        with open("eco.pgn", encoding="utf-8") as file:
            self.assertEqual(re.findall(r'\[ECO "(\w+)"\]', file.read()), ["B00"] * 2 + ["B01"] * 2)

    def test_games_without_a_name_have_that_of_the_table(self):
        self.write("lines", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6\ng1f3 d7d6 e2e4 c7c5 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6\n")
        for words, count in ((), 4), (("min=true",), 0):
            play("-rounds", "2", "-openings", "file=lines", "-maxmoves", "6", "-pgnout", "out.pgn", "append=false", *words)
            with open("out.pgn", encoding="utf-8") as file:
                names = re.findall(r'\[ECO "B9\d"\]\n\[Opening "Sicilian Defense: Najdorf Variation', file.read())
            self.assertEqual(len(names), count)

    def test_bad_files_are_refused_with_the_line(self):
        for text, reason in (("1. e4 e5 2. Ke3 *\n", r":1: move 2: "), ("[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
                                                                        r":1: the game is over after this opening"),
                             ("[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n[Variant \"xiangqi\"]\n\n1. h2e2 *\n",
                              r":5: a game of xiangqi; expected one of chess"),
                             ("[Event \"x\"]\n[FEN \"none\"]\n\n*\n", r":1: tag FEN: "), ("", r": holds no opening"),
                             ("[Event \"x\"]\n\0", r":2: a byte 0; expected text")):
            self.write("bad.pgn", text)
            self.assertRegex(play("-openings", "file=bad.pgn", status=1), "^myosu-match: bad.pgn" + reason)
        self.assertRegex(play("-openings", "file=none.pgn", status=1), "none.pgn: No such file")
        self.write("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n")
        self.assertEqual([moves.split()[2:5] for _, moves in play("-openings", "file=mate.pgn", "plies=3")],
                         [["f2f3", "e7e5", "g2g4"]] * 2)


class Books(OwnFolder):
    def setUp(self):
        super().setUp()
        line = "e2e4 d7d5 e4e5 f7f5".split()
        entries = []
        for ply, move in enumerate(line):
            start, end = (ord(move[at]) - ord("a") + 8 * (int(move[at + 1]) - 1) for at in (0, 2))
            entries.append((KEYS[" ".join(line[:ply])], end | start << 6, 1, 0))
        with open("book.bin", "wb") as file:
            file.write(b"".join(struct.pack(">QHHI", *entry) for entry in sorted(entries)))

    @staticmethod
    def from_book(*options):
        """Plays two games. Returns the players and, for each move, whether it has no comment of an engine."""
        play(*options, "-pgnout", "book.pgn")
        with open("book.pgn", encoding="utf-8") as file:
            games = re.split(r"\n\n(?=\[Event )", file.read())
        os.unlink("book.pgn")
        found = []
        for game in games:
            words = re.sub(r"\{[^}]*\}", "{}", re.sub(r"\d+\.+", " ", game.split("\n\n")[1])).split()
            moves = [(word, at + 1 == len(words) or words[at + 1] != "{}") for at, word in enumerate(words[:-1]) if word != "{}"]
            found.append((re.search(r'White "(\w+)"', game).group(1), moves))
        return found

    def test_engines_play_from_their_books(self):
        for _, moves in self.from_book("-each", "book=book.bin"):
            self.assertEqual(moves[:4], [("e4", True), ("d5", True), ("e5", True), ("f5", True)])
            self.assertFalse(any(bare for _, bare in moves[4:]))

    def test_the_depth_counts_moves_of_each_side(self):
        for _, moves in self.from_book("-each", "book=book.bin", "bookdepth=1"):
            self.assertEqual(moves[:2], [("e4", True), ("d5", True)])
            self.assertFalse(any(bare for _, bare in moves[2:]))

    def test_a_book_is_for_its_engine(self):
        # The engine without a book does not play as the book says.
        games = self.from_book("-engine", f"cmd={FAKE}", "name=Ada", "depth=1", "book=book.bin", "-tournament", "gauntlet")
        self.assertEqual(len(games), 4)
        for white, moves in games:
            self.assertEqual(moves[0], ("e4", True)) if white == "Ada" else self.assertFalse(moves[0][1])

    def test_wrong_books_are_refused(self):
        self.assertRegex(play("-each", "book=none", status=1), r"e0: book=: cannot open 'none': No such file")
        self.assertRegex(play("-each", "book=moves.py", status=1), "book=: ")
        with open("short", "wb") as file:
            file.write(b"123")
        self.assertRegex(play("-each", "book=short", status=1), r"e0: book=: 'short' is no book of openings")
        self.assertRegex(play("-game", "ataxx", "-each", "book=book.bin", status=1), "book=: ataxx has no opening books")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
