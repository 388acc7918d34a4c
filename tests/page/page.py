#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a browser: page.py ENGINE [NAME...]

Starts ENGINE as a daemon that serves the page, and a headless chromium; plays every game to its end by
clicks, by keys and by typed moves, analyses, annotates, loses the connection and has it again. NAME...
are the tests to run; if none, all but the last two, of which one fetches axe-core, and one wants another
engine. Ends with 77 where there is no chromium, or where ENGINE serves no page.

MYOSU_PAGE_SERVER is another command that serves the page, with PORT in it. MYOSU_PAGE_PICTURES is a
folder for pictures of each game, narrow and wide, light and dark.
"""
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request

from browser import Browser, Missing, PATIENCE, free_port

# A whole game of each game: as the protocol writes its moves, as players type them, the result.
GAMES = {
    "chess": ("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7", "White wins"),
    "tictactoe": ("a1 a2 b1 b2 c1", "a1 a2 b1 b2 c1", "X wins"),
    "connect4": ("1 2 1 2 1 2 1", "1 2 1 2 1 2 1", "Red wins"),
    "gomoku": ("a1 a3 b1 b3 c1 d3 d1 e3 e1", "a1 a3 b1 b3 c1 d3 d1 e3 e1", "Black wins"),
}


class Skipped(Exception):
    pass


class Server:
    """The daemon, or another command that serves the page."""

    def __init__(self, engine):
        self.port = free_port()
        other = os.environ.get("MYOSU_PAGE_SERVER")
        self.command = (shlex.split(other.replace("PORT", str(self.port))) if other
                        else [engine, "--listen", f"http:127.0.0.1:{self.port}"])
        if not other and "http:" not in subprocess.run([engine, "--help"], capture_output=True, text=True).stdout:
            raise Skipped("this engine serves no page")
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
        self.process.kill()
        self.process.wait()


class Page:
    """What a person does with the page."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.run, self.wait = browser.run, browser.wait

    def open(self, forget=True):
        if forget:
            # From another document of the same origin: the page itself would write again what it shows.
            self.browser.open(self.server.address + "style.css")
            self.run("localStorage.clear()")
        self.browser.open(self.server.address)
        self.wait("document.querySelectorAll('[role=gridcell]').length > 0", what="the board")
        self.wait("!document.getElementById('status').textContent.startsWith('Connecting')", what="a position")

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
        # The page says how the new game stands, once it is there; until then the old one is on the board.
        self.run("document.getElementById('status').textContent = 'Not yet'")
        self.press("new-start")
        self.wait("!document.getElementById('dialog-new').open", what="the new game")
        self.wait("document.getElementById('status').textContent !== 'Not yet'", what="the new game on the board")
        self.wait("document.getElementById('moves').textContent === 'No moves yet.' || arguments[0] !== 'both'", side)

    def mode(self, name):
        self.press("tab-" + name)

    def moves(self):
        """The moves that are shown, without their numbers."""
        return self.run("return [...document.querySelectorAll('#moves button')].map((each) => each.textContent)")

    def await_moves(self, count):
        self.wait("document.querySelectorAll('#moves button').length === arguments[0]", count, what=f"{count} moves")

    def await_status(self, text):
        self.wait("document.getElementById('status').textContent.includes(arguments[0])", text, what=f"'{text}'")

    def squares(self, move):
        """The numbers of a move's squares, by the names that the cells are read out with."""
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


def every_game_is_known(page):
    page.open()
    page.press("new-game")
    games = set(page.run("return [...document.querySelectorAll('[name=game]')].map((each) => each.value)"))
    assert games == set(GAMES), f"the page offers {games}, the test plays {set(GAMES)}"


def play_whole_games(page, play, typed=False):
    page.open()
    for game, (moves, notation, result) in GAMES.items():
        page.begin(game)
        for count, move in enumerate((notation if typed else moves).split(), 1):
            play(move)
            page.await_moves(count)
        page.await_status(result)
        wins = page.run("return document.querySelectorAll('.win').length")
        assert game == "chess" or wins >= 3, f"{game}: {wins} squares of the winning line are marked"
        assert result in page.text("live"), f"{game}: the live region says '{page.text('live')}'"


def whole_games_by_clicks(page):
    play_whole_games(page, page.click_move)


def whole_games_by_keys(page):
    def play(move):
        page.run("document.activeElement.dataset.square || document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()")
        page.key_move(move)
    play_whole_games(page, play)


def whole_games_by_typed_moves(page):
    play_whole_games(page, page.type_move, typed=True)


def pieces_are_dragged(page):
    page.open()
    page.begin("chess")
    origin, target = page.squares("e2e4")
    page.browser.drag(page.cell(origin), page.cell(target))
    page.await_moves(1)
    assert page.moves() == ["e4"], page.moves()
    # Let go where it may not go: it is back, and it is still Black's turn.
    origin, target = page.squares("e7e4")
    page.browser.drag(page.cell(origin), page.cell(target))
    page.await_status("Black to move")
    assert page.moves() == ["e4"], page.moves()


def fingers_aim_at_small_squares_first(page):
    page.open()
    page.begin("gomoku", size="22")
    page.browser.set_screen(390, 844)
    page.browser.touch(page.cell(page.squares("k11")[0]))
    page.wait("document.querySelector('.chosen')", what="the aim")
    assert page.moves() == [], page.moves()
    page.browser.touch(page.cell(page.squares("k12")[0]))
    page.wait("document.querySelector('[aria-selected=true]').getAttribute('aria-label').startsWith('k12')")
    page.browser.touch(page.cell(page.squares("k12")[0]))
    page.await_moves(1)
    assert page.moves() == ["k12"], page.moves()
    page.browser.set_screen(1280, 800)
    page.begin("chess")
    page.browser.set_screen(390, 844)
    for square in page.squares("e2e4"):
        page.browser.touch(page.cell(square))
    page.await_moves(1)


def pawns_become_what_is_chosen(page):
    page.open()
    page.begin("chess")
    load(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    page.click_move("a7a8")
    page.wait("document.getElementById('dialog-promotion').open")
    page.run("document.querySelector('#promotion-choices [aria-label=\"white knight\"]').click()")
    page.await_moves(1)
    assert page.moves() == ["a8=N"], page.moves()


def the_engine_answers(page):
    page.open()
    for game in GAMES:
        page.begin(game, side="1")
        page.type_move(GAMES[game][0].split()[0])
        page.await_moves(2)
        page.press("take-back")
        page.wait("document.querySelector('#moves [aria-current]') === null", what="the start")


def the_engine_plays_itself(page):
    page.open()
    page.begin("tictactoe", side="none")
    page.await_status("draw")
    page.begin("connect4", side="none", amount="1")
    page.wait("document.getElementById('status').classList.contains('over')", what="the end of the game")


def a_clock_runs_out(page):
    page.open()
    page.begin("tictactoe", side="both", limit="clock", amount="0.02")
    page.type_move("b2")
    page.await_moves(1)
    page.await_status("O is out of time: X wins")


def one_may_resign(page):
    page.open()
    page.begin("connect4", side="1")
    page.press("resign")
    page.await_status("Red resigns: Yellow wins")


def wrong_moves_are_refused_at_the_field(page):
    page.open()
    page.begin("chess")
    page.type_move("Nf6")
    page.wait("document.getElementById('move-error').textContent !== ''")
    assert "no knight can go to f6" in page.text("move-error"), page.text("move-error")
    assert page.moves() == [], page.moves()
    page.fill("move-text", "")
    page.type_move("Nf3")
    page.await_moves(1)
    assert page.text("move-error") == "", page.text("move-error")


def load(page, text):
    page.press("paste")
    page.fill("paste-text", text)
    page.press("paste-load")
    page.wait("!document.getElementById('dialog-paste').open || document.getElementById('paste-error').textContent !== ''")


def what_is_pasted_is_read(page):
    page.open()
    page.begin("chess")
    for wrong, reason in (("8/8/8/8 w - - 0 1", "rank"), ("1. e4 e5 2. Ke3", "Move 3"), (" ", "Expected")):
        load(page, wrong)
        assert reason in page.text("paste-error"), f"{wrong}: {page.text('paste-error')}"
        page.run("document.getElementById('dialog-paste').close()")
    page.await_status("White to move")
    load(page, '[White "?"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! Nc6 *')
    page.await_moves(4)
    assert page.moves() == ["e4", "e5", "Nf3", "Nc6"], page.moves()
    load(page, "4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    page.await_status("Black to move")
    page.begin("gomoku")
    load(page, "(;GM[4]SZ[15];B[hh];W[ig])")
    page.await_moves(2)
    assert page.moves() == ["h8", "i9"], page.moves()


def parameters_shape_the_board(page):
    page.open()
    page.begin("gomoku", size="9", rule="renju")
    assert page.run("return document.querySelectorAll('[role=gridcell]').length") == 81
    for move in "e5 a1 d5 a3 f6 a5 f7 a7".split():
        page.type_move(move)
        page.wait("document.getElementById('move-text').value === ''")
    page.await_moves(8)
    page.wait("document.querySelectorAll('.forbidden').length === 1", what="the forbidden square")
    page.press("new-game")
    page.run("document.querySelector('#new-parameters [name=size]').value = '3'")
    page.press("new-start")
    page.wait("document.getElementById('new-error').textContent.includes('out of range')", what="the refusal")


def variations_are_kept(page):
    page.open()
    page.begin("tictactoe")
    for count, move in enumerate(("b2", "a1", "c1"), 1):
        page.type_move(move)
        page.await_moves(count)
    page.press("back")
    page.press("back")
    page.type_move("a3")
    page.await_moves(4)
    shown = page.run("return document.getElementById('moves').textContent.replace(/\\s+/g, '')")
    assert shown == "1.b2a1(1...a3)2.c1", shown
    # The first child is the main line: it is found again from the start.
    page.press("to-start")
    page.press("to-end")
    page.wait("document.querySelector('#moves [aria-current]').textContent === 'c1'", what="the main line")
    page.browser.click("#moves .variation button")
    page.press("promote")
    page.wait("document.getElementById('moves').textContent.replace(/\\s+/g, '') === '1.b2a3(1...a12.c1)'", what="a new main line")
    page.mode("analyse")
    page.press("run-analysis")  # lines that come would move what is pressed
    page.browser.click("#moves .variation button")
    page.wait("document.querySelector('#moves .variation [aria-current]')", what="the variation")
    page.press("remove")
    page.wait("document.getElementById('moves').textContent.replace(/\\s+/g, '') === '1.b2a3'", what="the deletion")
    page.press("run-analysis")
    page.mode("play")


def analysis_shows_lines(page):
    page.open()
    page.begin("chess")
    page.type_move("e4")
    page.await_moves(1)
    page.mode("analyse")
    page.wait("document.querySelectorAll('#lines li').length === 3", what="three lines")
    page.wait("document.querySelectorAll('.hint').length === 3", what="three arrows")
    page.wait("/[0-9]/.test(document.querySelector('#bar .bar-text').textContent)", what="a number on the bar")
    page.wait("document.getElementById('search-facts').textContent.includes('kN/s')", what="the speed")
    page.wait("/^[a-h1-8xNBRQKO=+-]+$/.test(document.querySelector('#lines button').textContent)", what="notation")
    page.fill("line-count", "1")
    page.wait("document.querySelectorAll('#lines li').length === 1", what="one line")
    page.press("run-analysis")
    page.wait("document.getElementById('search-facts').textContent === 'The engine rests.'")
    page.press("run-analysis")
    page.wait("document.querySelectorAll('#lines button').length > 0", what="lines again")
    # A move of a line is a way to go on.
    page.browser.click("#lines button")
    page.await_moves(2)
    page.mode("play")
    page.wait("document.getElementById('bar').hidden")


def a_game_is_annotated(page):
    page.open()
    page.begin("chess")
    load(page, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#")
    page.await_moves(7)
    page.mode("analyse")
    page.press("annotate")
    page.wait("!document.getElementById('worst').hidden", what="the worst moves")
    assert "Nf6??" in page.text("worst"), page.text("worst")
    page.wait("!document.getElementById('graph').hidden", what="the graph")
    page.wait("[...document.querySelectorAll('#moves button')].some((each) => each.textContent === 'Nf6??')")
    page.browser.click("#graph")
    page.wait("document.querySelector('#moves [aria-current]')?.textContent !== 'Qxf7#'", what="the middle of the game")


def a_lost_connection_is_had_again(page):
    page.open()
    page.begin("gomoku", size="9")
    for count, move in enumerate(("e5", "e6", "f5"), 1):
        page.type_move(move)
        page.await_moves(count)
    page.server.stop()
    page.wait("document.getElementById('link').classList.contains('lost')", what="the loss to be said")
    page.server.start()
    page.wait("!document.getElementById('link').classList.contains('lost')", what="the connection")
    page.type_move("f6")
    page.await_moves(4)
    assert page.moves() == ["e5", "e6", "f5", "f6"], page.moves()
    page.browser.messages()
    # In a search, too; the page opened anew has the same game.
    page.mode("analyse")
    page.wait("document.querySelectorAll('#lines li').length > 0", what="lines")
    page.server.stop()
    page.wait("document.getElementById('link').classList.contains('lost')", what="the loss to be said")
    page.server.start()
    page.wait("!document.getElementById('link').classList.contains('lost')", what="the connection")
    page.wait("document.getElementById('search-facts').textContent.includes('Depth')", what="the search")
    page.open(forget=False)
    page.await_moves(4)
    page.browser.messages()


def others_watch_the_board(page):
    """One browser offers its board, another one follows it, also from an address that names it."""
    page.open()
    page.begin("gomoku", size="9")
    page.press("show-watch")
    page.fill("publish-name", "no name")
    page.press("publish-begin")
    page.wait("document.getElementById('watch-error').textContent.includes('1 to 32')", what="the refusal")
    page.fill("publish-name", "board-1")
    page.press("publish-begin")
    page.wait("document.getElementById('publish-state').textContent.includes('board-1')", what="the offer")
    page.run("document.querySelector('#dialog-watch [data-close]').click()")
    page.click_move("e5")
    page.await_moves(1)
    other = Browser()
    try:
        watching = Page(other, page.server)
        watching.open()
        watching.press("show-watch")
        watching.wait("document.querySelector('#watch-games button')", what="the list of games")
        other.click("#watch-games button")
        watching.await_moves(1)
        assert watching.moves() == ["e5"], watching.moves()
        assert "Watching board-1" in watching.text("watching-text")
        page.click_move("a1")
        page.click_move("e6")
        watching.await_moves(3)
        page.press("take-back")
        page.wait("document.querySelector('#moves [aria-current]').textContent === 'a1'", what="our move taken back")
        watching.wait("document.querySelector('#moves [aria-current]')?.textContent === 'a1'"
                      " || document.querySelectorAll('#moves button').length === 2", what="the move taken back")
        # Who watches cannot move.
        other.click(watching.cell(0))
        other.click(watching.cell(10))
        page.begin("connect4")
        page.click_move("4")
        watching.await_moves(1)
        assert watching.moves() == ["4"], watching.moves()
        watching.press("stop-watching")
        watching.wait("document.getElementById('watching').hidden", what="the end of watching")
        # The address of a game, and its end.
        other.open(page.server.address + "?again#watch=board-1")
        watching.wait("document.getElementById('watching-text').textContent.includes('board-1')", what="the game of the address")
        watching.await_moves(1)
        page.press("show-watch")
        page.press("publish-end")
        page.run("document.querySelector('#dialog-watch [data-close]').click()")
        watching.wait("document.getElementById('watching').hidden", what="the end of the offer")
    finally:
        other.close()


def positions_are_pictures(page):
    """/board.svg has as many pieces as the page's board, in the same colours and shapes."""
    page.open()
    for game, (moves, _, result) in GAMES.items():
        page.begin(game)
        for count, move in enumerate(moves.split(), 1):
            page.type_move(move)
            page.await_moves(count)
        page.await_status(result)
        drawn = page.run("return [...document.querySelectorAll('.pieces use')].map((each) => getComputedStyle("
                         "each.parentElement).getPropertyValue('--fill').toLowerCase()).sort()")
        found = page.run(
            "const [query] = arguments; return fetch('board.svg?' + query).then((answer) => answer.text()).then((text) => {"
            "  const document = new DOMParser().parseFromString(text, 'image/svg+xml');"
            "  return {error: document.querySelector('parsererror')?.textContent, title: document.querySelector('title').textContent,"
            "    uses: [...document.querySelectorAll('use')].map((each) => document.querySelector(each.getAttribute('href')).outerHTML)};"
            "})", f"game={game}&moves={moves.replace(' ', '+')}&last=1")
        assert found["error"] is None, f"{game}: {found['error']}"
        assert result in found["title"], f"{game}: {found['title']}"
        assert len(found["uses"]) == len(drawn) > 0, f"{game}: {len(found['uses'])} pieces, {len(drawn)} on the page"
        colours = sorted(next(fill for fill in set(drawn) if fill in use.lower()) for use in found["uses"])
        assert colours == drawn, f"{game}: the picture has {colours}, the page {drawn}"
        # And a browser shows it as an image.
        size = page.run("const [query] = arguments; return new Promise((done, failed) => { const image = new Image();"
                        "image.onload = () => done(image.naturalWidth * image.naturalHeight); image.onerror = failed;"
                        "image.src = 'board.svg?' + query; })", f"game={game}&theme=dark")
        assert size > 0, f"{game}: the picture has no size"


def the_page_fits_every_screen(page):
    page.open()
    for game in GAMES:
        page.begin(game)
        for width in (320, 390, 768, 1280, 1920):
            page.browser.set_screen(width, 800)
            for mode in ("analyse", "play"):
                page.mode(mode)
                wide = page.run("return document.documentElement.scrollWidth")
                assert wide <= width, f"{game}, {mode}: {wide} pixels wide on a screen of {width}"
        page.browser.set_screen(1280, 800)


def the_page_asks_nobody_else(page):
    page.open()
    asked = page.run("return performance.getEntriesByType('resource').map((each) => each.name)") + [page.server.address]
    assert all(name.startswith(page.server.address) for name in asked), asked
    total = 0
    for name in asked:
        with urllib.request.urlopen(name, timeout=PATIENCE) as answer:
            total += len(answer.read())
    assert 0 < total < 150 * 1024, f"{total} bytes"
    paint = page.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    print(f"    {len(asked)} files, {total} bytes, first paint after {paint} ms")


def an_unheard_of_game_is_played(page):
    """With the engine of tests/leap: moves along paths, a pass, a side that moves twice in a row."""
    page.open()
    page.begin("leap")
    page.click_move("a1a2")
    page.await_moves(1)
    page.press("pass")
    page.await_moves(2)
    assert page.moves() == ["a1a2", "pass"], page.moves()
    load(page, "5/5/1o3/o4/x4 x 0 40")
    page.wait("document.getElementById('moves').textContent === 'No moves yet.'")
    # A path that could go on ends where it is pressed twice.
    page.click_move("a1a3")
    page.browser.click(page.cell(page.squares("a3")[0]))
    page.await_moves(1)
    assert page.moves() == ["a1a3"], page.moves()
    page.press("back")
    page.click_move("a1a3c3")
    page.await_status("first wins")


def fetch_axe(folder):
    """The text of axe-core, an auditor of accessibility, fetched into the folder."""
    npm = shutil.which("npm")
    if not npm:
        raise Skipped("there is no npm to fetch axe-core with")
    command = [npm, "install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    except (subprocess.SubprocessError, OSError):
        raise Skipped("axe-core cannot be fetched") from None
    with open(f"{folder}/node_modules/axe-core/axe.min.js") as file:
        return file.read()


def audit(page, axe, where):
    page.run(axe + "; window.axe = axe;")
    found = page.run("return axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map((each) =>"
                     "`${each.id}: ${each.help}: ${each.nodes.map((node) => node.html.slice(0, 120) + ' ' +"
                     "(node.any[0]?.message ?? '')).slice(0, 3).join(' | ')}`))")
    assert not found, f"{where}: " + "\n  ".join(found)


def the_page_is_accessible(page):
    with tempfile.TemporaryDirectory() as folder:
        axe = fetch_axe(folder)
    page.open()
    for dark in (False, True):
        page.browser.set_screen(1280, 800, dark)
        for game, (moves, _, _) in GAMES.items():
            page.begin(game)
            for count, move in enumerate(moves.split()[:-1], 1):
                page.type_move(move)
                page.await_moves(count)
            audit(page, axe, f"{game}, dark {dark}")
        page.mode("analyse")
        page.wait("document.querySelectorAll('#lines li').length > 0", what="lines")
        audit(page, axe, f"analysis, dark {dark}")
        page.mode("play")
        for dialog in ("new-game", "paste", "show-settings", "show-rules"):
            page.press(dialog)
            page.wait("document.querySelector('dialog[open]')")
            audit(page, axe, f"{dialog}, dark {dark}")
            page.run("document.querySelector('dialog[open]').close()")


def take_pictures(page, folder):
    os.makedirs(folder, exist_ok=True)
    page.open()
    for game, (moves, _, _) in GAMES.items():
        page.begin(game)
        for count, move in enumerate(moves.split()[:-1], 1):
            page.click_move(move)
            page.await_moves(count)
        for width in (390, 1280):
            for dark in (False, True):
                page.browser.set_screen(width, 844 if width == 390 else 800, dark)
                for mode in ("analyse", "play"):
                    page.mode(mode)
                    time.sleep(1)
                    page.browser.picture(f"{folder}/{game}-{mode}-{width}-{'dark' if dark else 'light'}.png")
        page.browser.set_screen(1280, 800)


TESTS = [
    every_game_is_known, whole_games_by_clicks, whole_games_by_keys, whole_games_by_typed_moves,
    pieces_are_dragged, fingers_aim_at_small_squares_first, pawns_become_what_is_chosen, the_engine_answers, the_engine_plays_itself,
    a_clock_runs_out, one_may_resign, wrong_moves_are_refused_at_the_field, what_is_pasted_is_read,
    parameters_shape_the_board, variations_are_kept, analysis_shows_lines, a_game_is_annotated,
    a_lost_connection_is_had_again, others_watch_the_board, positions_are_pictures, the_page_fits_every_screen,
    the_page_asks_nobody_else,
]
# Those that run only when they are named.
NAMED_TESTS = [the_page_is_accessible, an_unheard_of_game_is_played]


def run_test(test, browser, server):
    browser.set_screen(1280, 800)
    browser.messages()
    try:
        test(Page(browser, server))
        # A document that is no page has no icon, and the browser asks for one.
        messages = [each for each in browser.messages() if "/favicon.ico" not in each["message"]]
        assert not messages, messages
        print(f"ok      {test.__name__}", flush=True)
        return True
    except (AssertionError, StopIteration, KeyError):
        print(f"FAILED  {test.__name__}", flush=True)
        traceback.print_exc(file=sys.stdout)
        return False


def main():
    if len(sys.argv) < 2:
        print("usage: page.py ENGINE [NAME...]", file=sys.stderr)
        return 2
    names = sys.argv[2:]
    tests = [test for test in TESTS + NAMED_TESTS if test.__name__ in names] if names else TESTS
    unknown = set(names) - {test.__name__ for test in tests}
    if unknown:
        print(f"page.py: no test '{min(unknown)}'", file=sys.stderr)
        return 2
    try:
        server = Server(sys.argv[1])
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    browser = None
    try:
        browser = Browser()
        failed = sum(not run_test(test, browser, server) for test in tests)
        if "MYOSU_PAGE_PICTURES" in os.environ:
            take_pictures(Page(browser, server), os.environ["MYOSU_PAGE_PICTURES"])
        return 1 if failed else 0
    except (Missing, Skipped) as reason:
        print(f"skipped: {reason}")
        return 77
    finally:
        if browser:
            browser.close()
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
