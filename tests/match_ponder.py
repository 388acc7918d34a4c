#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows the conversations of engines that think in their opponent's time: match_ponder.py MATCH MYOSU FAKE_ENGINE

The log of each match is checked against UCI's description: `go ponder` after the move that is expected, then
`ponderhit` if it is played, otherwise `stop`; and one bestmove for each.
"""
import os
import re
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, MYOSU, FAKE = (os.path.abspath(path) for path in sys.argv[1:4])
# An engine for tic-tac-toe: it takes the first free square of its order, and expects the second one.
ENGINE = """\
import sys
order, fault = sys.argv[1].split("-"), sys.argv[2] if len(sys.argv) > 2 else ""
taken, pondering, last = [], False, ""
def answer():
    free = [square for square in order if square not in taken]
    print("bestmove", free[0], *(["ponder", free[1]] if len(free) > 1 else []), flush=True)
while True:
    words = sys.stdin.readline().split()
    if not words or words[0] == "quit":
        break
    if words[0] == "uci":
        print("option name Ponder type check default false\\noption name UCI_Variant type combo default tictactoe var tictactoe\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        taken = words[3:]
    elif words[0] == "go":
        pondering = "ponder" in words
        if pondering and fault == "crash":
            sys.exit(3)
        if not pondering or fault == "early":
            answer()
    elif words[0] in ("ponderhit", "stop"):
        if pondering and fault not in ("early", words[0]):
            answer()
        pondering = False
"""


def play(engines, *options, game="tictactoe", games=2):
    words = [MATCH, "-quiet", "-game", game, "-games", str(games), "-log", "log", "-movesout", "moves", "-force-concurrency", *options]
    for engine in engines:
        words += ["-engine", *engine]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr, []
    with open("moves", encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.unlink("moves")
    return done.stdout, [(re.match(r"# \d+: \w+ - \w+ (\S+) \(([a-z ]+)", title).groups(), moves.split()[2:])
                         for title, moves in zip(lines[::2], lines[1::2])]


def follow():
    """Checks the log of matches of one game at a time. Returns the numbers of hits and misses of each engine."""
    state, position, answer, hits, misses = {}, {}, {}, {}, {}
    with open("log", encoding="utf-8") as file:
        for line in file:
            _, _, name, direction, text = line.rstrip("\n").split(" ", 4)
            words = text.split()
            if direction == "<" and words[0] == "position":
                position[name] = words
            elif direction == "<" and words[0] == "go":
                assert state.get(name, "idle") == "idle", line
                state[name] = "pondering" if "ponder" in words else "thinking"
            elif direction == "<" and words[0] == "ponderhit":
                assert state[name] == "pondering" and next(value for key, value in answer.items() if key != name) == position[name][-1]
                state[name] = "thinking"
                hits[name] = hits.get(name, 0) + 1
            elif direction == "<" and words[0] == "stop":
                assert state[name] == "pondering", line
                state[name] = "ending"
                misses[name] = misses.get(name, 0) + 1
            elif direction == "<" and words[0] in ("ucinewgame", "setoption", "isready"):
                assert state.get(name, "idle") == "idle", line
            elif direction == ">" and words and words[0] == "bestmove":
                assert state[name] in ("thinking", "ending"), line
                if state[name] == "thinking":
                    answer[name] = words[1]
                state[name] = "idle"
    return hits, misses


class Pondering(OwnFolder):
    def setUp(self):
        super().setUp()
        with open("engine.py", "w", encoding="utf-8") as file:
            file.write(ENGINE)

    @staticmethod
    def engine(name, order, *words, fault=""):
        return [f"cmd={sys.executable}", "arg=engine.py", f"arg={order}", *([f"arg={fault}"] if fault else []), f"name={name}",
                "proto=uci", "tc=5", *words]

    def test_an_expected_move_is_a_hit(self):
        order = "b2-a1-c3-b1-b3-a3-c1-a2-c2"
        _, games = play([self.engine("one", order, "ponder"), self.engine("other", order)])
        for result, moves in games:
            self.assertEqual(moves, order.split("-")[:len(moves)])
            self.assertEqual(result[1], "rules")
        hits, misses = follow()
        self.assertGreater(hits["one"], 4)
        self.assertNotIn("other", hits)
        self.assertLessEqual(misses.get("one", 0), 2)  # the last move of a game

    def test_another_move_is_a_miss(self):
        _, games = play([self.engine("one", "a1-b2-c3-a2-b3-c1-a3-b1-c2", "ponder"), self.engine("other", "c2-b1-a3-c1-b3-a2-c3-b2-a1", "ponder")])
        hits, misses = follow()
        self.assertEqual([result[1] for result, _ in games], ["rules"] * 2)
        self.assertGreater(misses["one"] + misses["other"], 4)
        self.assertLess(sum(hits.values()), 4)

    def test_real_engines_ponder(self):
        _, games = play([[f"cmd={MYOSU}", f"name={name}", "tc=2+0.02", "timemargin=60000", "ponder", "option.Hash=4"] for name in ("one", "other")],
                        "-maxmoves", "20", game="chess")
        self.assertTrue(all(result[1] in ("rules", "length") for result, _ in games), games)
        hits, misses = follow()
        self.assertGreater(sum(hits.values()), 5)
        self.assertGreater(sum(misses.values()), 1)
        with open("log", encoding="utf-8") as file:
            self.assertEqual(len(re.findall("< setoption name Ponder value true", file.read())), 2)

    def test_figures_of_a_hit_are_those_of_the_whole_search(self):
        play([[f"cmd={MYOSU}", f"name={name}", "tc=2+0.02", "timemargin=60000", "ponder", "option.Hash=4"] for name in ("one", "other")],
             "-maxmoves", "12", "-pgnout", "file=out.pgn", "nodes=true", game="chess")
        with open("out.pgn", encoding="utf-8") as file:
            comments = re.findall(r"\{([^}]*)\}", file.read())
        self.assertEqual(len([comment for comment in comments if "n=" not in comment]), 0, comments)

    def test_engines_at_fault_harm_nothing(self):
        order = "b2-a1-c3-b1-b3-a3-c1-a2-c2"
        _, games = play([self.engine("one", order, "ponder", fault="early"), self.engine("other", order)])
        self.assertEqual([result[1] for result, _ in games], ["rules"] * 2)
        for fault, verdict in (("crash", "crash"), ("ponderhit", "hang")):
            said, games = play([self.engine("one", order, "ponder", fault=fault), self.engine("other", order)], "-each", "tc=4")
            self.assertEqual([result for result, _ in games], [("0-1", verdict), ("1-0", verdict)], said)
        # It does not answer `stop`: after the unexpected move of the other one.
        said, games = play([self.engine("one", order, "ponder", fault="stop"), self.engine("other", "c2-c1-a3-a2")])
        self.assertEqual([result[1] for result, _ in games], ["hang"] * 2, said)

    def test_engines_that_cannot_ponder_are_refused(self):
        said, _ = play([[f"cmd={FAKE}", f"name={name}", "depth=1", "ponder"] for name in ("one", "other")])
        self.assertIn("one: ponder: it has no option Ponder", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
