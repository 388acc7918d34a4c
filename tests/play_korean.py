#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-play in Korean: play_korean.py PROGRAM ENGINE

PROGRAM is in its build folder, where its catalogue is, too. Plays on a terminal of 80 by 24, where a syllable
has two columns, and looks for English words, for texts over others and for columns that do not line up. Exits
with 77 if the C library ignores LANGUAGE in the locale C.UTF-8.
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
import unicodedata

from play_colours import PATIENCE, Screen

PROGRAM, ENGINE = map(os.path.abspath, sys.argv[1:3])
ROWS, COLUMNS = 24, 80
# A few moves of each game, and what the side to move is called then.
GAMES = {
    "chess": ("e4 d5 exd5", "흑"), "xiangqi": ("h2e2 h9g7", "홍"), "gomoku": ("h8 i9 h9", "백"), "othello": ("e6 f4", "흑"),
    "connect4": ("4 4 3", "노랑"), "ataxx": ("g1f2", "파랑"), "tictactoe": ("b2", "O"),
}
# Words of the commands, of names and of files.
KEPT = {"Myosu", "help", "undo", "redo", "hint", "now", "new", "GAME", "PARAMETER", "VALUE", "side", "first", "second", "both",
        "none", "level", "resign", "draw", "flip", "moves", "fen", "save", "FILE", "pgn", "sgf", "ggf", "append", "replace",
        "load", "quit", "Enter", "pass"}


class WideScreen(Screen):
    """A screen on which some characters have two columns."""

    def put(self, character):
        wide = unicodedata.east_asian_width(character) in "WF"
        assert self.column + wide < COLUMNS, f"'{character}' is beyond the edge of row {self.row}"
        super().put(character)
        if wide:
            self.cells[self.row, self.column] = ("", None, None)
            self.column += 1
            self.last = character

    def control(self, final, numbers):
        if final not in "LM":
            super().control(final, numbers)
            return
        count = int(numbers[0] or 1) * (1 if final == "L" else -1)
        first = self.row if final == "L" else self.row - count
        moved = {(row + count, column): cell for (row, column), cell in self.cells.items() if row >= first}
        self.cells = {at: cell for at, cell in self.cells.items() if at[0] < self.row} | {
            at: cell for at, cell in moved.items() if at[0] < ROWS}

    def line(self, row):
        return "".join(self.cells.get((row, column), (" ",))[0] for column in range(COLUMNS)).rstrip()

    def text(self):
        return "\n".join(self.line(row) for row in range(ROWS))

    def column_of(self, row, text):
        """The column where a text begins."""
        before = self.line(row).split(text)[0]
        return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in before)


class Session:
    def __init__(self, *words):
        environment = {**os.environ, "TERM": "xterm", "LANGUAGE": "ko", "LC_ALL": "C.UTF-8"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(PROGRAM, [PROGRAM, *words], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.screen = WideScreen()

    def read(self, seconds):
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.pending = getattr(self, "pending", b"") + data
        whole = self.pending.decode(errors="ignore")
        self.pending = self.pending[len(whole.encode()):]
        self.screen.feed(whole)
        return bool(data)

    def type(self, line):
        os.write(self.terminal, line.encode() + b"\r")

    def see(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.screen.text():
            self.read(0.1)
            assert time.monotonic() < end, f"never seen: {text}; the screen:\n{self.screen.text()}"
        while self.read(0.3):
            assert time.monotonic() < end, "the screen never rests"
        return self.screen.text()

    def end(self):
        self.type("quit")
        while self.read(1):
            pass
        _, status = os.waitpid(self.process, 0)
        os.close(self.terminal)
        assert os.waitstatus_to_exitcode(status) == 0, status


def english_words(text):
    """Returns the words without digits that are English. A move has a digit."""
    found = re.findall(r"[A-Za-z][A-Za-z0-9]+", text)
    return [word for word in found if word not in KEPT and not re.search(r"\d", word) and len(word) > 2]


def check(session, where):
    text = session.screen.text()
    words = english_words(text)
    assert not words, f"{where}: {words} in\n{text}"


def play(game, moves, side):
    session = Session(game, "--side", "both", "--engine", ENGINE, "--depth", "2")
    session.see("수나 'help'를 입력하세요. 방향키와 Enter로 자리를 고릅니다.")
    check(session, game)
    for move in moves.split():
        session.type(move)
        session.read(0.5)
    session.see(f"> {side}")
    # The names of the players begin in the same column.
    rows = [row for row in range(ROWS) if re.search(r"\S {2,}나$|나$", session.screen.line(row))][:2]
    columns = {session.screen.column_of(row, "나") for row in rows}
    assert len(rows) == 2 and len(columns) == 1, f"{game}: the names are in columns {columns}:\n{session.screen.text()}"
    check(session, f"{game} after some moves")
    session.type("zz9")
    session.see("둘 수 없습니다")
    check(session, f"{game} after a wrong move")
    session.type("hint")
    session.see("추천 수: ")
    check(session, f"{game} after a hint")
    session.type("help")
    session.see("무승부 제안")
    check(session, f"{game} with the help")
    session.type("resign")
    session.see(f"{side} 기권")
    check(session, f"{game} after its end")
    session.end()
    print(f"ok      {game}")


def main():
    environment = {**os.environ, "LANGUAGE": "ko", "LC_ALL": "C.UTF-8"}
    asked = subprocess.run([PROGRAM, "--side", "x"], env=environment, capture_output=True, text=True)
    catalogue = os.path.join(os.path.dirname(PROGRAM), "src/languages/ko/LC_MESSAGES/myosu.mo")
    if not os.path.exists(catalogue):
        print("skipped: there is no catalogue, which needs gettext")
        return 77
    if "중 하나여야" not in asked.stderr:
        print(f"skipped: no Korean in the locale C.UTF-8: {asked.stderr}")
        return 77
    # A locale that is not installed still names the language; another encoding than UTF-8 shows English.
    for locale, korean in (("ko_KR.UTF-8", True), ("ko_KR.EUC-KR", False), ("C", False)):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
        asked = subprocess.run([PROGRAM, "--side", "x"], env={**environment, "LANG": locale}, capture_output=True, text=True)
        assert ("중 하나여야" in asked.stderr) == korean and asked.returncode == 2, f"{locale}: {asked.stderr}"
    for game, (moves, side) in GAMES.items():
        play(game, moves, side)
    return 0


if __name__ == "__main__":
    sys.exit(main())
