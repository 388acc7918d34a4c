#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests othello_book and the engine that uses its book: othello_book.py MAKER ENGINE

Positions, symmetries and keys are computed here from the rules and from the description in src/games/othello/book.h.
"""
import collections
import os
import signal
import struct
import subprocess
import sys
import time
import unittest

from own_folder import OwnFolder

MAKER, ENGINE = (os.path.abspath(path) for path in sys.argv[1:3])
WORD = (1 << 64) - 1
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]
# The squares after each of the eight symmetries.
SYMMETRIES = [[(7 - x if mirror & 1 else x) + 8 * (7 - y if mirror & 2 else y)
               for x, y in (((i // 8, i % 8) if swap else (i % 8, i // 8)) for i in range(64))]
              for swap in (0, 1) for mirror in range(4)]
# The sets of squares of the side to move and of its opponent.
START = (frozenset(map(NAMES.index, ("d5", "e4"))), frozenset(map(NAMES.index, ("d4", "e5"))))


def mix(value):
    """SplitMix64's last step."""
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9 & WORD
    value = (value ^ value >> 27) * 0x94d049bb133111eb & WORD
    return value ^ value >> 31


def bits(squares):
    return sum(1 << square for square in squares)


def canonical(position):
    """Returns the numbers of the canonical position, and the symmetries that lead to it."""
    images = [tuple(bits(turn[square] for square in side) for side in position) for turn in SYMMETRIES]
    return min(images), [turn for turn, image in zip(SYMMETRIES, images) if image == min(images)]


def key_of(position):
    own, other = canonical(position)[0]
    return mix(own) ^ mix((other + 0x9e3779b97f4a7c15) & WORD)


def turned_over(position, square):
    own, other = position
    result = set()
    for dx, dy in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
        line, x, y = [], square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8 and x + 8 * y in other:
            line.append(x + 8 * y)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and x + 8 * y in own:
            result.update(line)
    return result


def play(position, square):
    turned = turned_over(position, square)
    own, other = position
    return other - turned, own | turned | {square}


def moves_of(position):
    taken = position[0] | position[1]
    return [square for square in range(64) if square not in taken and turned_over(position, square)]


def code_of(position, square):
    return min(turn[square] for turn in canonical(position)[1])


def after(moves):
    position = START
    for move in moves.split():
        position = play(position, NAMES.index(move))
    return position


def positions_within(plies):
    """All positions with at most so many moves behind them, by their keys. Nobody passes in the first 8."""
    found, last = {key_of(START): START}, [START]
    for _ in range(plies):
        last = list({key_of(child): child for one in last for child in (play(one, move) for move in moves_of(one))}.values())
        found.update((key_of(one), one) for one in last)
    return found


Entry = collections.namedtuple("Entry", "key code weight value")


def read_book(name="x"):
    with open(name, "rb") as file:
        data = file.read()
    return [Entry(*fields) for fields in struct.iter_unpack(">QHHi", data)]


def read_searched(name="x.searched"):
    with open(name, "rb") as file:
        data = file.read()
    return dict(struct.iter_unpack("=Qq", data[16:]))


def make(*arguments, name="x", status=0):
    """Returns the output, the errors and the number of new searches."""
    done = subprocess.run([MAKER, *map(str, arguments), name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=200, check=False)
    assert done.returncode == status, (done.returncode, done.stderr)
    words = done.stdout.replace(",", "").split()
    return done.stdout, done.stderr, int(words[words.index("new") - 3]) if "new" in words else 0


def content(name):
    with open(name, "rb") as file:
        return file.read()


class Books(OwnFolder):
    def test_the_moves_are_legal_and_the_best_one_weighs_most(self):
        make("-p", 5, "-n", 500)
        book, known = read_book(), positions_within(4)
        self.assertEqual(content("x"), b"".join(sorted(struct.pack(">QHHi", *entry) for entry in book)))
        self.assertEqual({len(known[entry.key][0] | known[entry.key][1]) - 4 for entry in book}, {0, 1, 2, 3, 4})
        for key in {entry.key for entry in book}:
            entries = [entry for entry in book if entry.key == key]
            legal = {code_of(known[key], square) for square in moves_of(known[key])}
            self.assertEqual(len({entry.code for entry in entries}), len(entries))
            self.assertLessEqual({entry.code for entry in entries}, legal)
            best = max(entry.value for entry in entries)
            for entry in entries:
                self.assertLessEqual(best - entry.value, 50)
                self.assertEqual(entry.weight, (51 - (best - entry.value)) ** 2)

    def test_values_are_those_of_the_best_replies(self):
        make("-p", 5, "-n", 500)
        book, searched, known, leaves = read_book(), read_searched(), positions_within(4), 0
        best = {}
        for entry in book:
            best[entry.key] = max(best.get(entry.key, -9999), entry.value)
        for entry in book:
            position = known[entry.key]
            square = next(one for one in moves_of(position) if code_of(position, one) == entry.code)
            child = key_of(play(position, square))
            leaves += child not in best
            self.assertEqual(entry.value, -best.get(child, searched[child]))
        self.assertGreater(leaves, 0)

    def test_every_move_within_the_margin_is_followed(self):
        """By the values that follow from all searches: also by those of moves that were dropped later."""
        for margin in (50, 200):
            make("-p", 4, "-n", 500, "-m", margin)
            searched = read_searched()

            def children(position):
                return [play(position, square) for square in moves_of(position)]

            def value(position, plies):
                below = {key_of(child): child for child in children(position)} if plies < 4 else {}
                known = below and all(key in searched for key in below)
                return max(-value(child, plies + 1) for child in below.values()) if known else searched[key_of(position)]

            last, reached = [START], set()
            for plies in range(4):
                reached.update(map(key_of, last))
                last = [child for one in last for child in children(one)
                        if -value(child, plies + 1) >= value(one, plies) - margin]
            self.assertEqual({entry.key for entry in read_book()}, reached)

    def test_the_first_moves_are_equal_and_the_parallel_reply_is_the_worst(self):
        """Theory: the perpendicular and the diagonal opening are balanced, the parallel one loses for White."""
        make("-p", 2, "-n", 20000)
        book, searched = read_book(), read_searched()
        self.assertEqual(len([entry for entry in book if entry.key == key_of(START)]), 1)
        self.assertEqual(len({key_of(after(move)) for move in ("f5", "d3", "c4", "e6")}), 1)
        perpendicular, diagonal, parallel = (searched[key_of(after(f"f5 {reply}"))] for reply in ("d6", "f6", "f4"))
        self.assertGreater(parallel, max(perpendicular, diagonal) + 100)
        after_first = after("f5")
        codes = [entry.code for entry in book if entry.key == key_of(after_first)]
        self.assertIn(code_of(after_first, NAMES.index("d6")), codes)
        self.assertNotIn(code_of(after_first, NAMES.index("f4")), codes)

    def test_an_interrupted_run_that_continues_makes_the_same_book(self):
        _, _, searches = make("-p", 5, "-n", 500, name="whole")
        for left in (0, 1, searches // 2, searches):
            with open("x.searched", "wb") as file:
                file.write(content("whole.searched")[:16 + 16 * left])
            self.assertEqual(make("-p", 5, "-n", 500)[2], searches - left)
            self.assertEqual(content("x"), content("whole"))

    def test_a_killed_run_leaves_a_file_from_which_the_next_one_continues(self):
        make("-p", 4, "-n", 2000, name="whole")
        with subprocess.Popen([MAKER, "-p", "12", "-n", "2000", "x"], stdout=subprocess.DEVNULL) as run:
            while not os.path.exists("x.searched"):
                time.sleep(0.01)
            run.send_signal(signal.SIGKILL)
        self.assertFalse(os.path.exists("x"))
        make("-p", 4, "-n", 2000)
        self.assertEqual(content("x"), content("whole"))

    def test_a_book_of_more_plies_continues_from_one_of_fewer(self):
        _, _, all_searches = make("-p", 5, "-n", 500, name="whole")
        _, _, some = make("-p", 3, "-n", 500)
        self.assertEqual(make("-p", 5, "-n", 500)[2], all_searches - some)
        self.assertEqual(content("x"), content("whole"))
        self.assertEqual(make("-p", 5, "-n", 500)[2], 0)

    def test_wrong_use_and_foreign_files_are_refused(self):
        for wrong in (["-p", 0], ["-p", 41], ["-p", "x"], ["-n", 0], ["-n", -1], ["-m", 49], ["-m", 6401], ["-x"], ["y"]):
            self.assertIn("usage: othello_book", make(*wrong, status=1)[1])
        self.assertIn("-p: '41' is no whole number from 1 to 40", make("-p", 41, status=1)[1])
        self.assertIn("-m: '' is no whole number from 50 to 6400", make("-m", "", status=1)[1])
        os.mkdir("folder")
        self.assertIn("'folder' is a folder", make(name="folder", status=1)[1])
        self.assertEqual(os.listdir("."), ["folder"])
        make("-p", 2, "-n", 500)
        self.assertIn("'x.searched' has no searches of 600 nodes", make("-n", 600, status=1)[1])
        whole = content("x.searched")
        for length in (0, 5, 15, 17, 31, 40):
            with open("x.searched", "wb") as file:
                file.write(whole[:length])
            self.assertIn("'x.searched'", make("-p", 2, "-n", 500, status=1)[1])
        self.assertIn("y/x.searched", make(name="y/x", status=1)[1])


class Engine(OwnFolder):
    def ask(self, *commands):
        return subprocess.run([ENGINE, "--game", "othello", *commands], stdout=subprocess.PIPE, text=True, timeout=100,
                              check=False).stdout

    def test_the_engine_answers_from_the_book_in_all_equal_positions(self):
        make("-p", 3, "-n", 500)
        use = ("setoption name Book File value x", "setoption name OwnBook value true")
        for first in ("f5", "d3", "c4", "e6"):
            said = self.ask(*use, "position startpos moves " + first, "go depth 3")
            self.assertIn(" nodes 0 ", said)
            position = after(first)
            reply = said.split()[said.split().index("bestmove") + 1]
            self.assertIn(code_of(position, NAMES.index(reply)),
                          [entry.code for entry in read_book() if entry.key == key_of(position)])
        self.assertNotIn(" nodes 0 ", self.ask(*use[:1], "go depth 3"))
        self.assertNotIn(" nodes 0 ", self.ask(*use, "position startpos moves f5 f4", "go depth 3"))
        self.assertNotIn(" nodes 0 ", self.ask("newgame othello size 6", *use, "go depth 3"))

    def test_damaged_files_are_refused_by_name(self):
        make("-p", 3, "-n", 500)
        whole = content("x")
        for data, reason in ((whole[:-1], "multiple of 16"), (whole[16:] + whole[:16], "rising order")):
            with open("damaged", "wb") as file:
                file.write(data)
            said = self.ask("setoption name Book File value damaged", "go depth 1")
            self.assertIn("'damaged' is no book of openings", said)
            self.assertIn(reason, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
