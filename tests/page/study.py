# SPDX-License-Identifier: MIT
"""Tests of the page: exploring, analysing, pasting and copying games."""
from person import load


def what_is_pasted_is_read(page):
    page.open()
    page.begin("chess")
    for wrong, reason in (("8/8/8/8 w - - 0 1", "rank"), ("1. e4 e5 2. Ke3", "Line 1, 2. Ke3"), (" ", "Expected")):
        load(page, wrong)
        assert reason in page.text("paste-error"), f"{wrong}: {page.text('paste-error')}"
        page.run("document.getElementById('dialog-paste').close()")
    page.await_status("White to move")
    load(page, '[White "?"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! Nc6 *')
    page.await_moves(6)
    assert page.moves() == ["e4", "e5", "c5", "Nf3", "Nf3!", "Nc6"], page.moves()
    load(page, "4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    page.await_status("Black to move")
    page.begin("gomoku")
    load(page, "(;GM[4]SZ[15];B[hh];W[ig])")
    page.await_moves(2)
    assert page.moves() == ["h8", "i9"], page.moves()


def the_list_follows_the_current_move(page):
    page.open()
    page.begin("chess")
    page.browser.set_screen(1280, 600)
    load(page, " ".join(["Nf3 Nf6 Ng1 Ng8"] * 24))
    page.await_moves(96)
    beyond = ("return (() => { const list = document.getElementById('moves').getBoundingClientRect();"
              "const move = document.querySelector('#moves [aria-current]').getBoundingClientRect();"
              "return Math.max(list.top - move.top, move.bottom - list.bottom); })()")
    await_move = "document.querySelector('#moves [aria-current]')?.dataset.at === arguments[0]"
    page.wait(await_move, "95")
    assert page.run(beyond) < 2, f"the last move is {page.run(beyond)} pixels outside the list"
    page.press("to-start")
    page.wait("!document.querySelector('#moves [aria-current]')", what="the start")
    page.press("forward")
    page.wait(await_move, "0")
    assert page.run(beyond) < 2, f"the first move is {page.run(beyond)} pixels outside the list"
    page.press("to-end")
    for at in range(95, 55, -1):
        page.wait(await_move, str(at))
        page.press("back")
    page.wait(await_move, "55")
    assert page.run(beyond) < 2, f"a move is {page.run(beyond)} pixels outside the list"
    page.browser.set_screen(1280, 800)


def copy(page, form):
    """Returns the text that the button copies to the clipboard."""
    page.run("window.copied = ''; Object.defineProperty(navigator.clipboard, 'writeText', {configurable: true,"
             "value: (text) => { window.copied = text; return Promise.resolve(); }})")
    page.press("copy-" + form)
    text = page.wait("window.copied", what="the copy")
    page.wait("document.getElementById(arguments[0]).textContent !== 'Copied'", "copy-" + form, what="the button's own name")
    return text


def shown(page, *names):
    return [name for name in names if not page.run("return document.getElementById(arguments[0]).hidden", "copy-" + name)]


def games_are_copied_and_pasted(page):
    """Copies in each format of the game on the board, and pastes it over a board of another game."""
    moves = ["e5", "a1", "d5", "a3"]
    page.open()
    page.begin("gomoku", size="9", rule="renju")
    for count, move in enumerate(moves, 1):
        page.type_move(move)
        page.await_moves(count)
    assert shown(page, "fen", "moves", "pgn", "sgf") == ["fen", "moves", "sgf"]
    sgf = copy(page, "sgf")
    for part in ("GM[4]", "SZ[9]", "RU[renju]", "PB[Person]", "RE[?]", ";B[ee];W[ai];B[de];W[ag])"):
        assert part in sgf, sgf
    commands = copy(page, "moves")
    assert commands == "newgame gomoku size 9 rule renju\nposition startpos moves e5 a1 d5 a3\n", commands
    fen = copy(page, "fen")
    for text in (sgf, commands):
        page.begin("connect4")
        assert shown(page, "pgn", "sgf") == []
        load(page, text)
        page.await_moves(4)
        assert page.moves() == moves, page.moves()
        assert page.text("new-game") == "Gomoku, size 9, rule renju", page.text("new-game")
    page.press("to-start")
    load(page, fen)
    page.wait("document.getElementById('moves').textContent === 'No moves yet.'")
    page.type_move("b5")
    page.await_moves(1)
    text = copy(page, "sgf")
    assert "AB[de][ee]AW[ai][ag]PL[B]\n;B[be])" in text, text
    load(page, text)
    page.await_moves(5)
    page.begin("chess")
    load(page, "1. e4 e5 (1... c5 2. Nf3) 2. Nf3")
    page.await_moves(5)
    page.press("back")
    page.type_move("Bc4")
    page.await_moves(6)
    pgn = copy(page, "pgn")
    assert "Variant" not in pgn and "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. Bc4) *" in pgn, pgn
    page.begin("gomoku")
    load(page, pgn)
    page.await_moves(6)
    assert page.moves() == ["e4", "e5", "c5", "Nf3", "Nf3", "Bc4"], page.moves()
    load(page, '[Variant "xiangqi"]\n\n1. h2e2 h9g7 *')
    page.await_moves(2)
    assert page.text("new-game") == "Xiangqi" and '[Variant "xiangqi"]' in copy(page, "pgn"), page.text("new-game")
    load(page, '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *')
    page.await_moves(1)
    assert page.text("new-game") == "Chess, chess960", page.text("new-game")
    assert '[Variant "Chess960"]' in copy(page, "pgn")
    for wrong, reason in (("(;GM[1];B[aa])", "GM: no game here has the number 1."), ("(;GM[4]SZ[99];B[aa])", "SZ: gomoku has no board of 99."),
                          ("(;GM[4]RU[mine];B[aa])", "RU: gomoku has no rules 'mine'."), ("(;GM[4]SZ[15];B[zz])", "is no square"),
                          ("(;GM[4];B[aa];W[aa])", "Line 1, 1... aa: "), ("(;GM[4]\nSZ]", "SGF, line 2"), ("newgame ludo\nposition startpos", "unknown game 'ludo'"),
                          ('[Variant "Atomic"]\n\n1. e4', "variant 'Atomic'"), ("(;GM[4]AB[aa][bb][cc];W[dd])", "in turn")):
        load(page, wrong)
        assert reason in page.text("paste-error"), f"{wrong}: {page.text('paste-error')}"
        page.run("document.getElementById('dialog-paste').close()")
    page.type_move("Kd8")
    page.await_moves(2)


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
    # The first child is the main line: going to the start and to the end again finds it.
    page.press("to-start")
    page.press("to-end")
    page.wait("document.querySelector('#moves [aria-current]').textContent === 'c1'", what="the main line")
    page.browser.click("#moves .variation button")
    page.press("promote")
    page.wait("document.getElementById('moves').textContent.replace(/\\s+/g, '') === '1.b2a3(1...a12.c1)'", what="a new main line")
    page.mode("analyse")
    page.press("run-analysis")  # new lines would move the buttons
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
    # A click on a move of a line plays the line up to it.
    page.browser.click("#lines button")
    page.await_moves(2)
    page.mode("play")
    page.wait("document.getElementById('bar').hidden")


def a_threat_is_shown(page):
    """The other side's best move, if the rules allow it to move."""
    page.open()
    page.begin("chess")
    load(page, "1. e4 e5 2. Bc4 Nc6 3. Qh5")
    page.await_moves(5)
    page.mode("analyse")
    best = "(document.querySelector('#lines li button')?.textContent ?? '')"
    page.wait(f"{best} !== ''", what="Black's best move")
    page.press("threat")
    page.wait(f"{best} === 'Qxf7#'", what="White's threat")
    assert page.run("return document.getElementById('threat').getAttribute('aria-pressed')") == "true"
    page.browser.click("#lines li button")  # a threat is not a move of the game
    page.run("document.activeElement.blur()")
    page.browser.type(["t"])
    page.wait(f"{best} !== '' && {best} !== 'Qxf7#'", what="Black's best move again")
    assert len(page.moves()) == 5, page.moves()
    # Black is in check.
    load(page, "1. e4 f6 2. a3 a6 3. Qh5+")
    page.await_moves(5)
    page.press("threat")
    page.wait("document.getElementById('search-facts').textContent.includes('in check')", what="the engine's reason")
    # Another position is analysed as it is.
    page.press("back")
    page.wait("document.getElementById('threat').getAttribute('aria-pressed') === 'false'")
    page.wait(f"{best} !== ''", what="lines")
    page.mode("play")


def columns_show_their_scores(page):
    """If a move is a file, each playable file shows its score, however few lines are listed."""
    page.open()
    page.begin("connect4")
    for _ in range(6):
        page.type_move("4")
    page.await_moves(6)
    page.mode("analyse")
    page.fill("line-count", "2")
    page.wait("document.querySelectorAll('.hint text').length === 6", what="scores of the six columns that are not full")
    page.wait("document.querySelectorAll('#lines li').length === 2", what="two lines")
    page.mode("play")


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


TESTS = [
    what_is_pasted_is_read, the_list_follows_the_current_move, games_are_copied_and_pasted, variations_are_kept, analysis_shows_lines, a_threat_is_shown,
    columns_show_their_scores, a_game_is_annotated,
]
NAMED_TESTS = []
