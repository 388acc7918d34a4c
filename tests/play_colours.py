#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the colours of myosu-play: play_colours.py PROGRAM [FOLDER]

Shows a position of each game on terminals with 8, 16, 256 and all colours, as plain lines and on the whole
screen, and computes how well each character is visible on a dark and on a light background. With FOLDER,
it writes the screens there as HTML.
"""
import html
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = sys.argv[2] if len(sys.argv) > 2 else None
PATIENCE = 20.0  # seconds
ROWS, COLUMNS = 40, 110

# The first 16 colours of xterm; terminals differ in their shades.
BASIC = ["000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
         "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff"]
# Ink and ground of a terminal.
THEMES = {"dark": ("e5e5e5", "000000"), "light": ("000000", "ffffff")}
# The terminal's name, COLORTERM, and the least contrast of pieces and labels. WCAG demands 3 for graphics;
# of few colours, there are none with that contrast to both black and white.
TERMINALS = {"8": ("xterm", "", 2.0), "16": ("xterm-sixteen", "", 2.0), "256": ("xterm-256color", "", 2.9),
             "true": ("xterm-true", "truecolor", 2.9)}
# Descriptions of terminals that few systems have.
DESCRIPTIONS = r"""xterm-sixteen|16 colours,
  colors#16, pairs#256, use=xterm,
  setaf=\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%{82}%+%;%dm, setab=\E[%?%p1%{8}%<%t%p1%{40}%+%e%p1%{92}%+%;%dm,
xterm-true|all colours,
  colors#16777216, pairs#65536, RGB, use=xterm,
  setaf=\E[%?%p1%{8}%<%t%p1%{30}%+%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
  setab=\E[%?%p1%{8}%<%t%p1%{40}%+%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
"""
GAMES = {
    "chess": ("e4 d5 exd5 Qxd5", "PNBRQK", "pnbrqk"), "xiangqi": ("h2e2 h9g7 e2e6", "KABNRCP", "kabnrcp"),
    "gomoku": ("h8 i9 h9 i8 h7", "xX", "oO"), "othello": ("e6 f4 e3", "xX", "oO"), "connect4": ("4 4 3 5", "xX", "oO"),
    "ataxx": ("g1f2 a1b2", "xX", "oO"), "tictactoe": ("b2 a1", "X", "O"),
}


def palette(number):
    if number < 16:
        return BASIC[number]
    if number >= 232:
        return f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "".join(f"{steps[each]:02x}" for each in (number // 36, number // 6 % 6, number % 6))


class Screen:
    """Characters with their ink and ground: "rrggbb", or None for the terminal's own."""

    def __init__(self):
        self.cells = {}
        self.row = self.column = 0
        self.ink = self.ground = None
        self.bold = self.reverse = False
        self.rest = ""  # the beginning of a sequence

    def colour(self, codes):
        codes = [int(code or 0) for code in codes]
        while codes:
            code = codes.pop(0)
            if code in (38, 48):
                kind = codes.pop(0)
                found = palette(codes.pop(0)) if kind == 5 else "".join(f"{codes.pop(0):02x}" for _ in range(3))
                self.ink, self.ground = (found, self.ground) if code == 38 else (self.ink, found)
            elif code == 0:
                self.ink = self.ground = None
                self.bold = self.reverse = False
            elif code in (1, 22):
                self.bold = code == 1
            elif code in (7, 27):
                self.reverse = code == 7
            elif code in (39, 49):
                self.ink, self.ground = (None, self.ground) if code == 39 else (self.ink, None)
            elif 30 <= code <= 37:
                self.ink = code - 30
            elif 90 <= code <= 97:
                self.ink = BASIC[code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.ground = BASIC[code - 40 if code < 100 else code - 92]
            else:
                raise AssertionError(f"unknown attribute {code}")

    def control(self, final, numbers):
        first = int(numbers[0]) if numbers[0].isdigit() else 0
        count = max(first, 1)
        if final == "m":
            self.colour(numbers)
        elif final == "H":
            self.row, self.column = count - 1, int(numbers[1]) - 1 if len(numbers) > 1 else 0
        elif final in "ABCD":
            self.row += {"A": -count, "B": count}.get(final, 0)
            self.column += {"C": count, "D": -count}.get(final, 0)
        elif final == "d":
            self.row = count - 1
        elif final == "G":
            self.column = count - 1
        elif final in "JKX":
            for at in list(self.cells):
                behind = at >= (self.row, self.column) if final == "J" else at[0] == self.row and (
                    at[1] <= self.column if first == 1 and final == "K" else at[1] >= self.column)
                if (behind or (final == "J" and first == 2)) and (final != "X" or at[1] < self.column + count):
                    del self.cells[at]
        elif final == "b":
            for _ in range(count):
                self.put(self.last)
        elif final not in "hlrtn":
            raise AssertionError(f"unknown sequence {numbers} {final}")

    def put(self, character):
        ink = self.ink
        if isinstance(ink, int):
            ink = BASIC[ink + (8 if self.bold else 0)]
        cell = (character, self.ground, ink) if self.reverse else (character, ink, self.ground)
        self.cells[self.row, self.column] = cell
        self.last = character
        self.column += 1

    def feed(self, text):
        text = self.rest + text
        whole = re.match(r"(.*?)(\x1b(\[[?>0-9;]*|\()?)?\Z", text, re.S)
        text, self.rest = whole[1], whole[2] or ""
        for match in re.finditer(r"\x1b\[([?>0-9;]*)([A-Za-z])|\x1b[=>78]|\x1b[()][A-Z0-9]|\r|\n|\x08|[^\x00-\x1f]", text):
            part = match[0]
            if match[2]:
                self.control(match[2], match[1].lstrip("?>").split(";"))
            elif part == "\r":
                self.column = 0
            elif part == "\n":
                self.row, self.column = self.row + 1, 0
            elif part == "\b":
                self.column -= 1
            elif part[0] != "\x1b":
                self.put(part)


def luminance(colour):
    parts = [int(colour[at:at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def environment(term, colorterm):
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    return {**kept, "TERM": term, **({"COLORTERM": colorterm} if colorterm else {}), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}


def plain(game, moves, term, colorterm):
    done = subprocess.run([PROGRAM, game, "--side", "both", "--plain", "--ascii", "--color", "always"],
                          input="\n".join(moves.split()) + "\nquit\n", capture_output=True, text=True,
                          env=environment(term, colorterm), check=True)
    # Everything behind the last move but one: the last board.
    screen = Screen()
    screen.feed(done.stdout[done.stdout.rindex("You play"):])
    return screen


def whole(game, moves, term, colorterm):
    process, terminal = pty.fork()
    if process == 0:
        os.execve(PROGRAM, [PROGRAM, game, "--side", "both", "--ascii"], environment(term, colorterm))
    import fcntl
    import struct
    import termios
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen = Screen()

    def await_text(text):
        end = time.monotonic() + PATIENCE
        while text not in "".join(screen.cells[at][0] for at in sorted(screen.cells)):
            assert time.monotonic() < end, f"{game} on {term}: never seen: {text}"
            if select.select([terminal], [], [], 0.1)[0]:
                screen.feed(os.read(terminal, 65536).decode())
    await_text("Arrow keys")
    for count, move in enumerate(moves.split(), 1):
        os.write(terminal, move.encode() + b"\r")
        await_text(f"{(count + 1) // 2}.")
    end = time.monotonic() + PATIENCE
    while select.select([terminal], [], [], 0.3)[0] and time.monotonic() < end:
        screen.feed(os.read(terminal, 65536).decode())
    os.write(terminal, b"\x03")
    while True:
        try:
            if not os.read(terminal, 65536):
                break
        except OSError:
            break
    os.waitpid(process, 0)
    os.close(terminal)
    return screen


def write_page(name, screen):
    with open(os.path.join(FOLDER, name + ".html"), "w") as file:
        for theme, (ink, ground) in THEMES.items():
            file.write(f'<pre style="display:inline-block;margin:4px;padding:8px;font:15px/1.15 monospace;color:#{ink};background:#{ground}">')
            rows = [row for row, _ in screen.cells]
            for row in range(min(rows), max(rows) + 1):
                for column in range(max(column for _, column in screen.cells) + 1):
                    text, own, under = screen.cells.get((row, column), (" ", None, None))
                    file.write(f'<span style="color:#{own or ink};background:#{under or ground}">{html.escape(text)}</span>')
                file.write("\n")
            file.write("</pre>")


def sides_of(game, screen):
    """Returns the cells of the pieces of both sides, which are the letters on the board's ground."""
    _, first, second = GAMES[game]
    on_board = [cell for cell in screen.cells.values() if cell[2]]
    return [[cell for cell in on_board if cell[0] in letters] for letters in (first, second)]


def check_hues(where, game, pieces):
    def parts(colour):
        return [int(colour[at:at + 2], 16) for at in (0, 2, 4)]

    def neutral(colour):
        return max(parts(colour)) - min(parts(colour)) <= 16
    inks = [{cell[1] for cell in side} for side in pieces]
    assert all(len(each) == 1 for each in inks), f"{where}: the pieces of a side have the colours {inks}"
    one, two = (each.pop() for each in inks)
    if game in ("gomoku", "othello", "chess"):
        assert neutral(one) and neutral(two), f"{where}: the pieces have the colours {one} and {two}"
        dark, bright = (two, one) if game == "chess" else (one, two)
        assert luminance(dark) < 0.05 and luminance(bright) > 0.7, f"{where}: the pieces have the colours {one} and {two}"
    elif game == "xiangqi":
        red, green, blue = parts(one)
        assert red > 2 * green and red > 2 * blue and neutral(two) and luminance(two) < 0.05, f"{where}: the pieces have the colours {one} and {two}"


def check(where, game, screen, least):
    pieces = sides_of(game, screen)
    assert all(pieces), f"{where}: there are {[len(each) for each in pieces]} pieces on a ground of the board's own"
    for theme, (ink, ground) in THEMES.items():
        for (row, column), (text, own, under) in screen.cells.items():
            if text.isalnum() or text in ">!?[]":
                found = contrast(own or ink, under or ground)
                least_here = least if text.isalnum() else 1.5
                assert found >= least_here, (f"{where}, {theme}: '{text}' in row {row}, column {column} has a contrast of {found:.2f}: "
                                             f"{own} on {under}")
    check_hues(where, game, pieces)


def describe_terminals(folder):
    """Compiles the descriptions, and lets this process and the program use them."""
    source = os.path.join(folder, "source")
    with open(source, "w") as file:
        file.write(DESCRIPTIONS)
    os.environ["TERMINFO_DIRS"] = folder + ":" + os.environ.get("TERMINFO_DIRS", "")
    if subprocess.run(["tic", "-x", "-o", folder, source], capture_output=True).returncode != 0:
        for name in ("16", "true"):
            del TERMINALS[name]
        print("without tic, only 8 and 256 colours are tested")


def main():
    with tempfile.TemporaryDirectory() as folder:
        describe_terminals(folder)
        return test_all()


def test_all():
    failed = 0
    for game, (moves, _, _) in GAMES.items():
        for colours, (term, colorterm, least) in TERMINALS.items():
            for show in (plain, whole):
                where = f"{game}, {colours} colours, {show.__name__}"
                try:
                    screen = show(game, moves, term, colorterm)
                    if FOLDER:
                        write_page(f"{game}-{colours}-{show.__name__}", screen)
                    check(where, game, screen, least)
                    print(f"ok      {where}", flush=True)
                except AssertionError as error:
                    failed += 1
                    print(f"FAILED  {error}", flush=True)
    for term in ("vt100", "dumb"):
        screen = whole("gomoku", "h8 i9", term, "") if term == "vt100" else None
        done = subprocess.run([PROGRAM, "gomoku", "--side", "both", "--plain"], input="h8\nquit\n", capture_output=True, text=True,
                              env=environment(term, ""), check=True)
        if "\x1b" in done.stdout or (screen and any(cell[1] or cell[2] for cell in screen.cells.values())):
            failed += 1
            print(f"FAILED  {term} has colours")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
