# SPDX-License-Identifier: MIT
"""A daemon that serves the page, and the actions of a person on the page."""
import os
import random
import re
import shlex
import socket
import subprocess
import tempfile
import time

from browser import PATIENCE, free_port

# A whole game of each game: its moves in the protocol's notation and in the players', and the
# result. meet_games adds the engine's other games.
GAMES = {
    "chess": ("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7", "White wins"),
    "tictactoe": ("a1 a2 b1 b2 c1", "a1 a2 b1 b2 c1", "X wins"),
    "connect4": ("1 2 1 2 1 2 1", "1 2 1 2 1 2 1", "Red wins"),
    "gomoku": ("a1 a3 b1 b3 c1 d3 d1 e3 e1", "a1 a3 b1 b3 c1 d3 d1 e3 e1", "Black wins"),
    "othello": ("e6 f4 e3 f6 g5 d6 e7 f5 c5", "e6 f4 e3 f6 g5 d6 e7 f5 c5", "Black wins"),
    "ataxx": ("g1e3 g7e6 e3f5 a1c2 f5d3", "g1e3 g7e6 e3f5 a1c2 f5d3", "Red wins"),
    "xiangqi": ("h2e2 a9a8 e2e6 a8a9 b2b5 a9a8 b5e5", "h2e2 a9a8 e2e6 a8a9 b2b5 a9a8 b5e5", "Red wins"),
}


class Skipped(Exception):
    pass


def ask(engine, game, moves, *queries):
    """Returns the answers to queries about a position."""
    position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
    found = subprocess.run([engine, "--game", game, position, *(f"query {each}" for each in queries)],
                           capture_output=True, check=True, text=True)
    return [line.split()[1:] for line in found.stdout.splitlines() if line.startswith("response")]


def meet_games(engine):
    """Plays a random game of each game of the engine that GAMES lacks, and adds it."""
    rng = random.Random(1)
    for game in ask(engine, next(iter(GAMES)), [], "games")[0]:
        moves, written, result = [], [], ["none"]
        while game not in GAMES and result == ["none"]:
            legal, notation, result = ask(engine, game, moves, "moves", "notation", "result")
            if result == ["none"]:
                chosen = rng.randrange(len(legal))
                moves.append(legal[chosen])
                written.append(notation[chosen])
        if game not in GAMES:
            look = " ".join(ask(engine, game, [], "look")[0])
            names = re.findall(r"side [12] colour \S+ name (.*?)(?= side 2| piece|$)", look)
            ending = {"p1win": f"{names[0]} wins", "p2win": f"{names[1]} wins"}.get(result[0], result[0])
            GAMES[game] = (" ".join(moves), " ".join(written), ending)


class Server:
    """The daemon, or another command that serves the page."""

    def __init__(self, engine, *options):
        self.engine = engine
        self.port = free_port()
        other = os.environ.get("MYOSU_PAGE_SERVER")
        self.command = (shlex.split(other.replace("PORT", str(self.port))) if other
                        else [engine, "--listen", f"http:127.0.0.1:{self.port}", *options])
        if not other and "http:" not in subprocess.run([engine, "--help"], capture_output=True, text=True).stdout:
            raise Skipped("this engine serves no page")
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        # Its standard error is kept: it must not have a sanitizer's report.
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.said)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, f"{self.command} ended with {self.process.returncode}"
                assert time.monotonic() < deadline, f"{self.command} does not listen"
                time.sleep(0.05)

    def stop(self):
        """Ends it with SIGTERM, after which the daemon must exit with status 0."""
        self.process.terminate()
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = "none: it does not end"
        self.said.seek(0)
        said = self.said.read().decode(errors="replace")
        self.said.close()
        assert status == 0, f"{self.command} ended with {status}:\n{said}"
        assert "Sanitizer" not in said and "runtime error" not in said, said


class Page:
    """The actions of a person on the page."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.run, self.wait = browser.run, browser.wait

    def open(self, forget=True):
        if forget:
            # From another document of the same origin, since the page itself would store its game
            # again.
            self.browser.open(self.server.address + "style.css")
            self.run("localStorage.clear(); sessionStorage.clear()")
        self.browser.open(self.server.address)
        self.wait("document.querySelectorAll('[role=gridcell]').length > 0", what="the board")
        self.wait("document.getElementById('moves').textContent !== ''", what="a position")

    def text(self, element):
        return self.run("return document.getElementById(arguments[0]).textContent", element)

    def press(self, element):
        self.wait("!document.getElementById(arguments[0]).disabled", element, what=f"{element} to be enabled")
        self.browser.click("#" + element)

    def fill(self, element, text):
        self.run("const e = document.getElementById(arguments[0]); e.value = arguments[1];"
                 "e.dispatchEvent(new Event('change'))", element, text)

    def choose(self, name, value):
        self.run("document.querySelector(`[name=${arguments[0]}][value='${arguments[1]}']`).click()", name, value)

    def begin(self, game, side="both", limit="depth", amount="2", **parameters):
        self.press("new-game")
        self.choose("game", game)
        self.choose("side", side)
        self.fill("new-limit", limit)
        self.fill("new-amount", amount)
        for name, value in parameters.items():
            self.run("document.querySelector(`#new-parameters [name=${arguments[0]}]`).value = arguments[1]", name, value)
        # The new game has begun when the page shows a new status. Until then the old game is on the
        # board.
        self.run("document.getElementById('status').textContent = 'Not yet'")
        self.press("new-start")
        self.wait("!document.getElementById('dialog-new').open", what="the new game")
        self.wait("document.getElementById('status').textContent !== 'Not yet'", what="the new game on the board")
        self.wait("document.querySelector('#moves .none') !== null || arguments[0] !== 'both'", side)

    def mode(self, name):
        self.press("tab-" + name)

    def moves(self):
        """Returns the moves that are shown, without their numbers."""
        return self.run("return [...document.querySelectorAll('#moves button')].map((each) => each.textContent)")

    def await_moves(self, count):
        self.wait("document.querySelectorAll('#moves button').length === arguments[0]", count, what=f"{count} moves")

    def await_status(self, text):
        self.wait("document.getElementById('status').textContent.includes(arguments[0])", text, what=f"'{text}'")

    def squares(self, move):
        """Returns the indices of a move's squares, which are found by the accessible names of the cells."""
        names = self.run("return Object.fromEntries([...document.querySelectorAll('[role=gridcell]')].map((each) =>"
                         "[each.getAttribute('aria-label').split(', ')[0].replace('column ', ''), each.dataset.square])"
                         ".sort((a, b) => b[1] - a[1]))")
        found = []
        while move:
            name = next(move[:length] for length in range(min(4, len(move)), 0, -1) if move[:length] in names)
            found.append(int(names[name]))
            move = move[len(name):]
        return found

    def cell(self, square):
        return f"[data-square='{square}']"

    def click_move(self, move):
        for square in self.squares(move):
            self.browser.click(self.cell(square))

    def key_move(self, move):
        files = self.run("return document.querySelector('[role=row]').children.length")
        for square in self.squares(move):
            at = int(self.run("return document.activeElement.dataset.square"))
            across, up = square % files - at % files, square // files - at // files
            keys = ["Right" if across > 0 else "Left"] * abs(across) + ["Up" if up > 0 else "Down"] * abs(up)
            self.browser.type(keys + ["Enter"])

    def type_move(self, text):
        self.browser.click("#move-text")
        self.browser.type(list(text) + ["Enter"])


def load(page, text):
    page.press("paste")
    page.fill("paste-text", text)
    page.press("paste-load")
    page.wait("!document.getElementById('dialog-paste').open || document.getElementById('paste-error').textContent !== ''")
