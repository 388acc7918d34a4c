#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets endgame tables end games: match_tables.py MATCH FAKE_ENGINE FOLDER

FOLDER has the tables KQvK and KNvKN. With MYOSU_SYZYGY, the name of a folder with all tables of three pieces, results
of king and pawn against king are compared, too. The results are those of textbooks on endgames.
"""
import os
import re
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, FAKE, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
# Positions whose only legal move captures, after which the tables know the result.
QUEEN = "8/7Q/4k3/8/8/8/1q6/K7 w - - 0 1"
BLACK_QUEEN = "k7/1Q6/8/8/8/4K3/7q/8 b - - 0 1"
KNIGHTS = "8/7N/4k3/8/8/7n/1q6/K7 w - - 0 1"
# A position that is won if fifty moves remain; some have been made already.
LATE_QUEEN = "8/8/4k3/8/8/8/7Q/K7 w - - 20 60"
LATE_KNIGHTS = "8/7N/4k3/8/8/7n/8/K7 w - - 20 60"


def run(*words, status=0):
    done = subprocess.run([MATCH, "-quiet", *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done)
    return done.stderr


def engines():
    return [word for name in "ab" for word in ("-engine", f"cmd={FAKE}", f"name={name}", "depth=1")]


def play(fen, *options, tables=FOLDER):
    """Plays one game. Returns its result, its verdict and the number of its moves."""
    with open("start.epd", "w", encoding="utf-8") as file:
        file.write(fen + "\n")
    run("-games", "1", "-maxmoves", "3", "-openings", "file=start.epd", "-movesout", "moves", "-tb", tables, *options, *engines())
    with open("moves", encoding="utf-8") as file:
        title, line = file.read().splitlines()
    os.unlink("moves")
    return (*re.match(r"# 1: a - b (\S+) \((\w+)\)", title).groups(), len(line.split()) - 1 - line.split().index("moves"))


class Tables(OwnFolder):
    def test_a_known_result_ends_the_game(self):
        self.assertEqual(play(QUEEN), ("1-0", "tablebase", 1))
        self.assertEqual(play(BLACK_QUEEN), ("0-1", "tablebase", 1))
        self.assertEqual(play(KNIGHTS), ("1/2-1/2", "tablebase", 1))

    def test_several_folders_are_searched(self):
        os.mkdir("empty")
        for between in ":;":
            self.assertEqual(play(QUEEN, tables=f"empty{between}{FOLDER}"), ("1-0", "tablebase", 1))

    def test_positions_with_more_pieces_are_played(self):
        self.assertEqual(play(KNIGHTS, "-tbpieces", "3"), ("1/2-1/2", "length", 6))
        self.assertEqual(play(QUEEN, "-tbpieces", "3"), ("1-0", "tablebase", 1))

    def test_only_the_wanted_results_end_games(self):
        self.assertGreater(play(QUEEN, "-tbadjudicate", "DRAW")[2], 1)
        self.assertEqual(play(KNIGHTS, "-tbadjudicate", "DRAW")[1], "tablebase")
        self.assertEqual(play(QUEEN, "-tbadjudicate", "WIN_LOSS")[1], "tablebase")
        self.assertEqual(play(KNIGHTS, "-tbadjudicate", "win_loss")[1], "length")
        self.assertEqual(play(QUEEN, "-tbadjudicate", "BOTH")[1], "tablebase")

    def test_a_win_is_one_only_if_fifty_moves_are_left(self):
        self.assertEqual(play(LATE_QUEEN)[1], "length")
        self.assertEqual(play(LATE_QUEEN, "-tbignore50"), ("1-0", "tablebase", 1))
        self.assertEqual(play(LATE_KNIGHTS), ("1/2-1/2", "tablebase", 1))

    def test_pgn_says_that_the_result_is_an_adjudication(self):
        play(QUEEN, "-pgnout", "out.pgn", "-db", "match.db")
        with open("out.pgn", encoding="utf-8") as file:
            text = file.read()
        self.assertIn('[Termination "adjudication"]', text)
        self.assertRegex(text, r"1\. Kxb2 \{[^}]*\} 1-0\n")
        said = run("-games", "1", "-maxmoves", "3", "-openings", "file=start.epd", "-db", "match.db", *engines(), status=1)
        self.assertRegex(said, "adjudication")  # another match: it had tables

    def test_wrong_use_is_refused(self):
        os.mkdir("empty")
        for words, reason in ((["-tb", "empty"], r"-tb: there are no Syzygy tables \(\*\.rtbw\) in 'empty'"),
                              (["-tb", "missing"], "-tb: there are no Syzygy tables"),
                              (["-tb", FOLDER, "-tbpieces", "6"], "have at most 4 pieces, not 6"),
                              (["-tb", FOLDER, "-game", "othello"], "-tb: othello has no endgame tables")):
            self.assertRegex(run(*words, *engines(), status=1), reason)
        for words in (["-tbpieces", "3"], ["-tbignore50"], ["-tbadjudicate", "DRAW"], ["-tb", FOLDER, "-tbadjudicate", "WON"],
                      ["-tb", FOLDER, "-tbpieces", "1"], ["-tb"]):
            run(*words, *engines(), status=2)

    @unittest.skipUnless("MYOSU_SYZYGY" in os.environ, "MYOSU_SYZYGY names no folder with tables")
    def test_pawns_are_won_or_drawn_as_textbooks_say(self):
        # The king has to take the queen; Black moves. His king is too late, or reaches the corner, where the pawn of the
        # rook's file does not win.
        for fen, result in (("8/8/8/8/7k/8/Pq6/K7 w - - 0 1", "1-0"), ("8/8/8/8/4k3/8/Pq6/K7 w - - 0 1", "1/2-1/2")):
            self.assertEqual(play(fen, tables=os.environ["MYOSU_SYZYGY"]), (result, "tablebase", 1), fen)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
