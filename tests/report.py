#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the report of myosu-analyse in a browser: report.py ANALYSE ENGINE

Opens reports of several games in a headless chromium, walks through them by keys, links and the curve, and
compares what is shown with positions computed by hand. Exits with 77 if there is no chromium.

MYOSU_PAGE_PICTURES is a folder for screenshots, narrow and wide, light and dark.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "page"))
from browser import KEYS, Chromium, Missing  # noqa: E402

KEYS.update({"Home": "\ue011", "End": "\ue010"})

# The largest report of a game of 80 moves.
SIZE_LIMIT = 300000

PGN = """[White "A <b> & B"]
[Black "</script><script>bad()</script>"]

1. f3 e5 2. g4 Qh4# 0-1

[White "C"]
[Black "D"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Kd7 *
"""

# Knights go out and back: 80 moves.
LONG = " ".join(["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"] * 20)

GAMES = {
    "connect4": ("4453", 4),
    "gomoku": ("h8 i9 j8 g8", 4),
    "othello": ("f5d6c3", 7),
    "xiangqi": ("h2e2 h9g7", 32),
    "tictactoe": ("b2 a1", 2),
    "ataxx": ("a7b6 g7f6", 6),
}


class Report:
    def __init__(self, browser, path):
        self.browser = browser
        browser.open("file://" + path)

    def ask(self, expression):
        return self.browser.run(f"return {expression}")

    def ply(self, game=1):
        return int(self.ask(f"document.querySelector('#g{game} .moves [aria-current=step]').dataset.ply"))

    def squares(self, name, game=1):
        """Where the pieces of a kind are: file and rank from the bottom left."""
        places = self.ask(f"[...document.querySelectorAll('#g{game} .pieces use')].filter((e) => "
                          f"e.getAttribute('href') === '#g{game}-piece{name}')"
                          ".map((e) => [e.getAttribute('x') / 100, 7 - e.getAttribute('y') / 100])")
        return sorted(tuple(place) for place in places)

    def text(self, selector):
        return self.ask(f"document.querySelector('{selector}').textContent")

    def count(self, selector):
        return self.ask(f"document.querySelectorAll('{selector}').length")


def analyse(program, engine, folder, name, content, *options):
    source, report = os.path.join(folder, name), os.path.join(folder, name + ".html")
    with open(source, "w") as file:
        file.write(content)
    subprocess.run([program, "--quiet", "--engine", engine, "--nodes", "300", "--option", "Hash=1",
                    "--output", report, *options, source], check=True)
    return report


def walk(report):
    """Keys move the pieces: 1. f3 e5 2. g4 Qh4#."""
    assert report.ply() == 0
    report.browser.type(["Right"])
    assert report.ply() == 1
    assert (5, 2) in report.squares(1) and (5, 1) not in report.squares(1)
    report.browser.type(["End"])
    assert report.ply() == 4 and report.squares(11) == [(7, 3)]
    assert report.count("#g1 .under .last") == 2 and report.count("#g1 .over .best") == 0
    report.browser.type(["Left"])
    assert report.ply() == 3
    assert report.count("#g1 .over path.move.best") == 1  # the best move was played: one arrow
    assert report.count("#g1 .over path.move.played") == 0
    report.browser.type(["Left"])
    assert report.count("#g1 .over path.move.played.bad") == 1, "g4 loses at once"
    assert report.count("#g1 .over path.move.best") == 1
    report.browser.type(["Home", "Left"])
    assert report.ply() == 0
    report.browser.click("#g1 .moves a[data-ply='3']")
    assert report.ply() == 3 and "g4" in report.text("#g1 .status") and "blunder" in report.text("#g1 .status")
    report.browser.click("#g1 .mistakes a[data-ply='2']")
    assert report.ply() == 2
    report.browser.type(["Home"])
    report.browser.type(["Down"])
    assert report.ply() == 2, "the next mistake"


def curve(report):
    report.browser.run("document.querySelector('#g1 .curve').scrollIntoView({block: 'center'})")
    box = report.ask("(({x, y, width, height}) => [x, y, width, height])"
                     "(document.querySelector('#g1 .curve .field').getBoundingClientRect())")
    report.browser.point(("move", box[0] + box[2] * 0.26, box[1] + 9), ("down",), ("up",))
    assert report.ply() == 1, report.ply()
    assert report.ask("document.querySelector('#g1 .curve').getAttribute('aria-valuenow')") == "1"
    report.browser.run("document.querySelector('#g1 .curve').focus()")
    report.browser.type(["End"])
    assert report.ply() == 4
    assert report.ask("document.querySelector('#g1 .curve').getAttribute('aria-valuenow')") == "4"


def second(report):
    """Castling moves two pieces; the keys go to the game that was used last; the board turns."""
    report.browser.click("#g2 .moves a[data-ply='1']")
    assert report.squares(6, 2) == [(6, 0)] and report.squares(4, 2) == [(5, 0)]
    report.browser.type(["Right"])
    assert report.ply(2) == 2 and report.ply(1) == 4
    report.browser.click("#g2 [data-act=turn]")
    assert report.squares(6, 2) == [(1, 7)]
    assert report.text("#g1 h2") == "1. A <b> & B \u2013 </script><script>bad()</script> 0-1"
    assert report.count("nav li") == 2 and not report.ask("document.querySelector('nav').hidden")


def accessible(report):
    """Every control has a name; ids are unique; the lists can be read by a screen reader."""
    assert report.ask("[...document.querySelectorAll('button')].every((e) => e.ariaLabel)")
    assert report.ask("(() => {const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
                      "return new Set(ids).size === ids.length})()")
    assert report.ask("document.querySelector('.status').getAttribute('aria-live')") == "polite"
    assert report.ask("document.querySelector('.curve').getAttribute('role')") == "slider"
    assert report.ask("[...document.querySelectorAll('svg')].every((e) => e.querySelector('title'))")


def themes(browser, path, name):
    grounds = set()
    for width, dark in ((1280, False), (1280, True), (390, False), (390, True)):
        browser.set_screen(width, 1400, dark)
        report = Report(browser, path)
        grounds.add(report.ask("getComputedStyle(document.body).backgroundColor"))
        overflow = report.ask("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, f"{name}: {overflow} pixels too wide at {width}"
        browser.type(["Right", "Right"])
        if os.environ.get("MYOSU_PAGE_PICTURES"):
            theme = "dark" if dark else "light"
            browser.picture(os.path.join(os.environ["MYOSU_PAGE_PICTURES"], f"report-{name}-{width}-{theme}.png"))
    assert len(grounds) == 2, grounds
    browser.set_screen(1280, 900)


def run(browser, program, engine, folder):
    path = analyse(program, engine, folder, "games.pgn", PGN)
    browser.set_screen(1280, 900)
    report = Report(browser, path)
    for test in (walk, curve, second, accessible):
        test(report)
        print(f"ok      {test.__name__}", flush=True)
    report = Report(browser, path + "#g2m1")
    assert report.ply(2) == 1
    themes(browser, path, "chess")
    long = analyse(program, engine, folder, "long.txt", LONG + "\n", "--game", "chess")
    assert os.path.getsize(long) <= SIZE_LIMIT, os.path.getsize(long)
    for game, (moves, pieces) in GAMES.items():
        path = analyse(program, engine, folder, game + ".txt", moves + "\n", "--game", game)
        report = Report(browser, path)
        browser.type(["End"])
        assert report.count(".pieces use") == pieces, (game, report.count(".pieces use"))
        assert report.count(".over .best") > 0, game
        themes(browser, path, game)
        print(f"ok      {game}", flush=True)
    messages = browser.messages()
    assert not messages, messages


def main():
    if len(sys.argv) != 3:
        print("usage: report.py ANALYSE ENGINE", file=sys.stderr)
        return 2
    try:
        browser = Chromium()
    except Missing as missing:
        print(missing)
        return 77
    try:
        with tempfile.TemporaryDirectory(prefix="myosu-report-") as folder:
            run(browser, *sys.argv[1:], folder)
    finally:
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
