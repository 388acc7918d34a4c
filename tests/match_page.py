#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the pages of matches with Python's HTML parser: match_page.py MATCH FAKE_ENGINE

The page must be well-formed and load nothing; its figures must be those of games whose results are known, because one
engine loses every game that it begins, or does not begin, by its fault.
"""
import html.parser
import os
import re
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
EMPTY = {"meta"}
IMPLIED = {"tr", "td", "th", "thead", "tbody", "p"}  # their end tags may be left out


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.cells, self.text, self.ids = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not [tag for tag in self.open if tag not in IMPLIED], self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for key, value in attrs if key == "id"]
        for key, value in attrs:
            assert key not in ("src", "srcset") and not (key in ("href", "xlink:href") and not value.startswith("#")), (tag, attrs)
        if tag in ("td", "th"):
            self.cells.append("")
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in IMPLIED:
            self.open.pop()
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)
        if self.cells and ("td" in self.open or "th" in self.open):
            self.cells[-1] += data.strip()

    def count(self, tag, **wanted):
        return sum(name == tag and all(found.get(key) == value for key, value in wanted.items()) for name, found in self.tags)

    def all_text(self):
        return re.sub(r"\s+", " ", " ".join(self.text))


def engine(name, *words):
    return ["-engine", f"cmd={FAKE}", f"name={name}", *words]


def play(*words):
    done = subprocess.run([MATCH, "-quiet", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "http:" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text) and "https:" not in text and "@import" not in text and "url(" not in re.sub(r"url\(#", "", text)
    assert "prefers-color-scheme:dark" in text
    return Page(text)


class Pages(OwnFolder):
    def test_a_match_of_two(self):
        # The second engine plays an illegal move in its first and second game, and draws the others by length.
        play(*engine("good <b>", "depth=1"), *engine("bad & worse", "depth=1", "arg=fault=illegal", "arg=games=2"), "-rounds", "2",
             "-maxmoves", "4", "-event", "An <event>", "-sprt", "elo0=0", "elo1=10", "-db", "games", "-htmlout", "page.html")
        page = read("page.html")
        self.assertIn("An <event>: good <b> against bad & worse", page.text)
        self.assertIn("Chess, 4 of 4 games. The first player won 1, lost 1 and drew 2.", page.all_text())
        # Two pairs, with 2 and 1 points of 2: a mean of 3/4, and the Elo of 3/4 is 190.8.
        rows = page.cells[page.cells.index("1"):]
        self.assertEqual(rows[:8], ["1", "good <b>", "4", "2", "2", "0", "3.0", "75.00 %"])
        self.assertEqual(rows[10:18], ["2", "bad & worse", "4", "0", "2", "2", "1.0", "25.00 %"])
        self.assertRegex(rows[8], "^190.8")
        self.assertRegex(rows[18], "^\u2212190.8")
        self.assertIn("with 0, \u00bd, 1, 1\u00bd and 2 points: 0, 0, 1, 0, 1.", page.all_text())
        self.assertIn("Forfeits of bad & worse: 2 by illegal move.", page.all_text())
        self.assertRegex(page.all_text(), r"is undecided: LLR 0\.\d\d, bounds \u22122\.94 and 2\.94\.")
        self.assertEqual(page.count("details"), 4)
        self.assertEqual(page.count("svg", **{"class": "curve"}), 2)
        self.assertEqual(len([tag for tag, found in page.tags if tag == "svg" and "board" in found.get("class", "").split()]), 4)
        self.assertEqual(len(set(page.ids)), len(page.ids))
        self.assertTrue({"game1", "game4"} <= set(page.ids))
        games = [text.strip() for text in page.text if re.search("plies$", text.strip())]
        self.assertEqual(len(games), 4)
        self.assertRegex(games[0], "^illegal move: bad & worse plays ")
        self.assertEqual(games[3], "length, 8 plies")
        # The same page is made from the database.
        subprocess.run([MATCH, "export", "games", "html", "again.html"], check=True)
        with open("page.html", encoding="utf-8") as one, open("again.html", encoding="utf-8") as other:
            without_nodes = [re.sub(" Limits: .*</p>", "</p>", file.read()) for file in (one, other)]
        self.assertEqual(*without_nodes)

    def test_a_cross_table(self):
        play(*engine("a", "depth=1"), *engine("b", "depth=1", "arg=fault=illegal"), *engine("c", "depth=1"), "-maxmoves", "2", "-htmlout", "p")
        page = read("p")
        self.assertIn("Match of 3 engines", page.text)
        cross = page.cells[-15:]
        self.assertEqual(cross[0:5], ["1", "a", "\u00b7", "0\u20132\u20130", "2\u20130\u20130"])
        self.assertEqual(cross[10:15], ["3", "b", "0\u20130\u20132", "0\u20130\u20132", "\u00b7"])
        self.assertEqual(page.count("svg", **{"class": "curve"}), 0)

    def test_every_game_has_its_board(self):
        for game in "tictactoe", "connect4", "gomoku", "ataxx", "xiangqi":
            play("-game", game, *engine("a", "depth=1", "arg=fault=illegal", "arg=at=2"), *engine("b", "depth=1"), "-htmlout", game)
            self.assertEqual(read(game).count("details"), 2)

    def test_a_page_that_cannot_be_written(self):
        done = subprocess.run([MATCH, "-quiet", *engine("a", "depth=1"), *engine("b", "depth=1"), "-maxmoves", "1", "-htmlout", "/dev/full"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "myosu-match: /dev/full: No space left on device\n"))


unittest.main(argv=sys.argv[:1])
