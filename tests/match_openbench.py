#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the command lines of OpenBench's workers: match_openbench.py MATCH FAKE_ENGINE

The lines are those of the workers for cutechess-cli (until 2025) and for fastchess (version 49), word by word. The
output is read as the workers read it, and compared with the PGN file.
"""
import os
import re
import shlex
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
LIMITS = ["tc=8.00+0.08 timemargin=250", "tc=40/60.00+0.00 timemargin=250", "st=5.00 timemargin=250", "tc=inf nodes=5000",
          "tc=inf depth=4"]
ADJUDICATION = "-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"


def engines(limit):
    return " ".join(f"-engine dir=Engines/ cmd=./{name} proto=uci {limit} option.Polite=true option.Delay=0 name=Fake-{name}"
                    for name in ("dev", "base"))


def fastchess(limit, book, rounds, games=2):
    return (f"./fastchess-ob -recover -variant standard -testEnv -concurrency 2 -rounds {rounds} -games {games} {ADJUDICATION}  "
            f"{engines(limit)} -openings file=Books/{book} format={book[-3:]} order=random start=3 -srand 4711 "
            f"-pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true match_line='^info string pgncomment .*'")


def cutechess(limit, book, games):
    return (f"./cutechess-ob -repeat -recover -variant standard -concurrency 2 -games {games} {ADJUDICATION}  "
            f"{engines(limit)} -openings file=Books/{book} format={book[-3:]} order=random start=3 -srand 4711 "
            f"-pgnout PGNs/1.2.3.0.pgn")


def read_output(text):
    """Returns the result of each game and the counts of faults, as the workers find them."""
    results, faults = {}, {"crashes": 0, "timelosses": 0, "illegals": 0}
    for line in text.splitlines():
        assert line.strip() and line.isascii(), "an empty line ends the worker's reading"
        if "Finished game" in line:
            tokens, reason = line.split(), line.split(":")[1]
            results[int(tokens[2])] = tokens[6]
            faults["crashes"] += "disconnect" in reason or "stalls" in reason
            faults["timelosses"] += "on time" in reason
            faults["illegals"] += "illegal" in reason
    return results, faults


class OpenBench(OwnFolder):
    def setUp(self):
        super().setUp()
        for folder in ("PGNs", "Books", "Engines"):
            os.mkdir(folder)
        for name in ("fastchess-ob", "cutechess-ob"):
            os.symlink(MATCH, name)
        with open("Books/book.epd", "w", encoding="utf-8") as file:
            file.write("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\nrnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"
                       "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nrnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n")
        with open("Books/book.pgn", "w", encoding="utf-8") as file:
            file.write('[Event "?"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "?"]\n\n1. d4 d5 *\n\n[Event "?"]\n\n1. c4 *\n')

    @staticmethod
    def make_engines(dev="", base=""):
        for name, words in (("dev", dev), ("base", base)):
            with open(f"Engines/{name}", "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\nexec {FAKE} seed={name == 'dev':d} {words}\n")
            os.chmod(f"Engines/{name}", 0o755)

    def run_worker(self, line):
        """Runs a command line and compares what it prints with the file that it writes."""
        done = subprocess.run(shlex.split(line), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done)
        results, faults = read_output(done.stdout)
        with open("PGNs/1.2.3.0.pgn", encoding="utf-8") as file:
            games = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.M)) for game in re.split(r"\n\n(?=\[Event )", file.read())]
        os.unlink("PGNs/1.2.3.0.pgn")
        self.assertEqual({int(game["Round"].split(".")[1]): game["Result"] for game in games}, results)
        for game in games:
            dev_begins = int(game["Round"].split(".")[1]) % 2 == 1
            self.assertEqual(game["White"], "Fake-dev" if dev_begins else "Fake-base")
        return results, faults, games, done.stdout

    def test_both_forms_are_obeyed(self):
        self.make_engines()
        for number, limit in enumerate(LIMITS):
            book = "book.pgn" if number % 2 else "book.epd"
            for line in fastchess(limit, book, 3), cutechess(limit, book, 6):
                results, faults, games, printed = self.run_worker(line)
                self.assertEqual(sorted(results), [1, 2, 3, 4, 5, 6])
                self.assertEqual(set(faults.values()), {0})
                self.assertEqual(len(re.findall(r"^Started game \d of 6 \(Fake-(dev vs Fake-base|base vs Fake-dev)\)$", printed, re.M)), 6)
                self.assertTrue(all(game.get("FEN") or book == "book.pgn" for game in games))

    def test_single_games_alternate_the_colours(self):
        self.make_engines()
        results, _, _, _ = self.run_worker(fastchess("tc=inf depth=1", "book.epd", 4, games=1))
        self.assertEqual(sorted(results), [1, 2, 3, 4])

    def test_faults_are_counted(self):
        for fault, name, word in (("crash", "crashes", "abandoned"), ("illegal", "illegals", "illegal move"),
                                  ("silent", "crashes", "stalled connection")):
            self.make_engines(base=f"fault={fault} at=2")
            results, faults, games, _ = self.run_worker(fastchess("tc=1.00+0.01 timemargin=250", "book.epd", 1))
            self.assertEqual(results, {1: "1-0", 2: "0-1"})
            self.assertEqual(faults, {**dict.fromkeys(faults, 0), name: 2}, fault)
            self.assertEqual({game["Termination"] for game in games}, {word})
        self.make_engines(base="think=500")
        _, faults, games, _ = self.run_worker(fastchess("st=0.20 timemargin=250", "book.epd", 1))
        self.assertEqual(faults, {"crashes": 0, "timelosses": 2, "illegals": 0})
        self.assertEqual({game["Termination"] for game in games}, {"time forfeit"})

    def test_lines_of_the_engine_are_comments(self):
        self.make_engines(dev="info=string_pgncomment_{a}_\\\"b\\\"", base="info=string_other")
        line = fastchess("tc=inf depth=1", "book.epd", 1)
        done = subprocess.run(shlex.split(line), capture_output=True, text=True, check=True)
        self.assertNotIn("warning: ", done.stdout)
        with open("PGNs/1.2.3.0.pgn", encoding="utf-8") as file:
            comments = re.findall(r"\{([^}]*)\}", file.read())
        marked = [re.search(r'line="([^"]*)"', comment.replace("\n", " ")) for comment in comments]
        self.assertEqual({match and re.sub(" pv .*", "", match.group(1)) for match in marked}, {None, "info string pgncomment (a) 'b'"})
        self.assertLessEqual(abs(len(marked) - 2 * sum(map(bool, marked))), 2)

    def test_other_names_print_nothing_for_frameworks(self):
        self.make_engines()
        printed = subprocess.run(shlex.split(cutechess("tc=inf depth=1", "book.epd", 2).replace("./cutechess-ob", MATCH)),
                                 capture_output=True, text=True, check=True).stdout
        self.assertNotIn("game 1", printed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
