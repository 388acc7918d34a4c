#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-analyse with files of WTHOR and with Othello in SGF: wthor.py ANALYSE ENGINE

The files are made by hand from the published descriptions. ENGINE searches the last position of each game, so any that
plays Othello will do.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

ANALYSE, ENGINE = (os.path.abspath(path) for path in sys.argv[1:3])
# Black has to pass before a3 (tests/test_game_files.c).
PASSING = "d3 c3 e6 d2 d1 e1 b2 c1 a3 a1".split()
SHORT = "f5 d6 c3".split()


def header(games=0, names=0, year=0, size=8, problems=0, depth=0):
    return bytes((20, 24, 6, 30)) + struct.pack("<IHHBBBB", games, names, year, size, problems, depth, 0)


def codes(moves):
    return bytes(10 * int(move[1:]) + ord(move[0]) - ord("a") + 1 for move in moves)


def record(moves, tournament=0, black=1, white=2, score=40, theory=33):
    """A game; its moves are names or their codes."""
    moves = moves if isinstance(moves, bytes) else codes(moves)
    return struct.pack("<HHHBB", tournament, black, white, score, theory) + moves.ljust(60, b"\0")


def names(length, *texts):
    return header(names=len(texts)) + b"".join(text.encode("latin-1").ljust(length, b"\0") for text in texts)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def analyse(self, *arguments, status=0):
        """Returns the output and the complaints."""
        done = subprocess.run([ANALYSE, "--quiet", "--engine", ENGINE, "--nodes", "1", "--last", *arguments],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, text=True,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr

    def rows(self, *arguments, status=0):
        said, errors = self.analyse(*arguments, status=status)
        return [row for row in map(json.loads, said.splitlines()) if "ply" in row], errors


class Wthor(Case):
    def test_games_have_their_names_year_and_scores(self):
        self.write("WTHOR.JOU", names(20, "???", "Tastet Marc", "M\xfcller"))
        self.write("wthor.trn", names(26, "Diverses parties", "Paris"))
        games = (record(PASSING, tournament=1), record(SHORT, black=2, white=99, score=32), record([], score=10))
        self.write("WTH_1998.wtb", header(games=3, year=1998, depth=24) + b"".join(games))
        said, _ = self.analyse("--format", "sgf", "WTH_1998.wtb")
        trees = said.split("(;FF[4]GM[2]")[1:]
        self.assertEqual(len(trees), 3)
        for part in ("SZ[8]", "PB[Tastet Marc]PW[M\xfcller]EV[Paris]DT[1998]RE[B+16]",
                     "GC[Theoretical score of Black: 33 discs, with 24 squares empty]"):
            self.assertIn(part, trees[0])
        self.assertEqual(re.findall(r";([BW])\[([^]]*)", trees[0]),
                         [*zip("BWBWBWBWBWB", [*PASSING[:8], "", *PASSING[8:]])])
        self.assertIn("PB[M\xfcller]PW[#99]EV[Diverses parties]DT[1998]RE[Draw]", trees[1])
        self.assertIn("RE[W+44]", trees[2])
        rows, _ = self.rows("WTH_1998.wtb")
        self.assertEqual([(row["line"], row["ply"]) for row in rows], [(1, 11), (2, 3), (3, 0)])

    def test_the_larger_board_has_its_own_codes(self):
        # a1 is 13 and j10 is 130: the column and 12 times the row.
        self.write("a.wtd", header(games=1, size=10) + struct.pack("<HHHBB", 0, 0, 0, 50, 50)
                   + bytes([12 * 6 + 7]).ljust(96, b"\0"))
        said, _ = self.analyse("--format", "sgf", "a.wtd")
        self.assertIn("SZ[10]", said)
        self.assertRegex(said, r";B\[g6\]")
        self.assertIn("PB[#0]", said)
        self.assertIn("RE[Draw]", said)

    def test_a_damaged_record_takes_no_other_with_it(self):
        games = [record(SHORT), record(["f5", "f5"]), record(b"\x38\x13"), record(SHORT)]
        self.write("a.wtb", header(games=6) + b"".join(games) + record(SHORT)[:9])
        rows, errors = self.rows("a.wtb", status=1)
        self.assertEqual([row["line"] for row in rows], [1, 4])
        self.assertEqual([line.partition(": ")[2] for line in errors.splitlines()[:4]], [
            "a.wtb: game 1: byte 4: the header has 6 games of 68 bytes; 281 bytes follow it",
            "a.wtb: game 3: byte 93: move 2: illegal move 'f5': the square is taken",
            "a.wtb: game 4: byte 161: move 2: 19 is no square; expected column + 10 * row",
            "a.wtb: game 6: byte 288: the record has 9 bytes; expected 68"])
        self.assertIn("4 of 6 games and positions are damaged", errors)

    def test_scores_are_those_of_the_board(self):
        self.write("a.wtb", header(games=3, depth=200) + record(SHORT) + record(SHORT, score=65) + record(SHORT, theory=255))
        said, errors = self.analyse("--format", "sgf", "a.wtb", status=1)
        self.assertEqual(said.count("(;FF"), 1)
        self.assertIn("with 200 squares empty", said)
        self.assertIn("a.wtb: game 2: byte 90: a score of 65 discs on 8x8 squares", errors)
        self.assertIn("a.wtb: game 3: byte 159: a score of 255 discs on 8x8 squares", errors)

    def test_files_that_hold_no_names_are_refused(self):
        self.write("a.wtb", header(games=1) + record(SHORT))
        for name, data in (("WTHOR.JOU", names(26, "Paris", "Rome")), ("wthor.trn", names(20, "Tastet Marc")),
                           ("WTHOR.TRN", header(games=1) + record(SHORT)), ("wthor.jou", b"x")):
            self.write(name, data)
            length, count = 20 if "j" in name.lower() else 26, data[8] if len(data) > 8 else 0
            self.assertEqual(self.analyse("a.wtb", status=2)[1],
                             f"myosu-analyse: a.wtb: {name}: {len(data)} bytes; "
                             f"expected a header of 16 and {count} names of {length}\n")
            os.remove(os.path.join(self.folder, name))
        os.symlink("/dev/zero", os.path.join(self.folder, "WTHOR.JOU"))
        self.assertEqual(self.analyse("a.wtb", status=2)[1],
                         "myosu-analyse: a.wtb: 'WTHOR.JOU' is not a regular file\n")

    def test_other_files_are_refused(self):
        for data, says in ((names(20, "a"), "byte 8: a file of names, or not of WTHOR; expected games"),
                           (header(games=1, problems=1), "byte 13: a file of problems; expected games"),
                           (header(size=9), "byte 12: a board of 9; expected 8 or 10"),
                           (header(size=200), "byte 12: a board of 200; expected 8 or 10"),
                           (b"WTHOR", "5 bytes; expected a header of WTHOR, 16 bytes")):
            self.write("a.wtb", data)
            self.assertEqual(self.analyse("a.wtb", status=2)[1], f"myosu-analyse: a.wtb: {says}\n")
            self.assertIn(says, self.analyse("--input", "wthor", "a.wtb", status=2)[1])


class Sgf(Case):
    def moves(self, text, status=0):
        self.write("a.sgf", text.encode())
        said, errors = self.analyse("--format", "sgf", "a.sgf", status=status)
        return errors if status else [*re.findall(r";([BW])\[([^]]*)\]", said)]

    def test_squares_are_read_as_names_and_as_letters(self):
        played = [("B", "f5"), ("W", "d6"), ("B", "c3")]
        # Cassio and OthelloTk; Quarry.
        for text in ("(;GM[2]FF[4]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6];B[C3])", "(;GM[2];B[fe];W[df];B[cc])"):
            self.assertEqual(self.moves(text), played)
        passed = [*zip("BWBWBWBWBWB", [*PASSING[:8], "", *PASSING[8:]])]
        for black_pass in (";B[]", ";B[@@@@]", ";B[pass]", ""):
            text = "".join(f";{colour}[{move}]" if move else black_pass for colour, move in passed)
            self.assertEqual(self.moves(f"(;GM[2]{text})"), passed)

    def test_set_stones_are_a_position(self):
        self.write("a.sgf", b"(;GM[2]AB[d4:e5][c4]AW[f4][e6]AE[c4]PL[W])")
        rows, _ = self.rows("a.sgf")
        self.assertEqual(rows[0]["fen"], "8/8/4o3/3xx3/3xxo2/8/8/8 o")
        said, _ = self.analyse("--format", "sgf", "a.sgf")
        self.write("again.sgf", said.encode())
        again, _ = self.rows("again.sgf")
        self.assertEqual(again[0]["fen"], rows[0]["fen"])
        for stones in ("AB[d4:e5]AW[f4]", "AB[d4:e5]AW[f4]PL[B]"):
            self.write("a.sgf", f"(;GM[2]{stones})".encode())
            self.assertEqual(self.rows("a.sgf")[0][0]["fen"], "8/8/8/3xx3/3xxo2/8/8/8 x")

    def test_errors_say_what_was_expected(self):
        for text, says in (("(;GM[2];B[z9])", "line 1: B[z9]: 'z9' is no square of the board; expected a name, as h8, or"),
                           ("(;GM[2]\n;B[a1])", "line 2: B[a1]: illegal move 'a1': it turns no disc"),
                           ("(;GM[2];B[f5];B[d6])", "line 1: B[d6]: it is the turn of W"),
                           ("(;GM[2];B[])", "line 1: B[]: illegal move 'pass': nobody passes who can turn a disc"),
                           ("(;GM[2]SZ[19];B[f5])", "SZ: othello has no board of 19"),
                           ("(;GM[2]AB[d4])", "AB, AW: illegal FEN: e4 is empty"),
                           ("(;GM[2]AB[99])", "AB[99]: expected a square or the corners of a rectangle"),
                           ("(;GM[2];B[f5]AB[a1])", "AB[a1]: expected a square or the corners of a rectangle")):
            self.assertIn(says, self.moves(text, status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
