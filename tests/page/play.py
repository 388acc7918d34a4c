# SPDX-License-Identifier: MIT
"""Tests of the page: playing games."""
from person import GAMES, load


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
        assert game not in ("tictactoe", "connect4", "gomoku") or wins >= 3, f"{game}: {wins} squares of the winning line are marked"
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
    # Dropped on an illegal square, a piece moves back, and it is still Black's turn.
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
    # A path that could be continued ends when its last square is pressed again.
    page.click_move("a1a3")
    page.browser.click(page.cell(page.squares("a3")[0]))
    page.await_moves(1)
    assert page.moves() == ["a1a3"], page.moves()
    page.press("back")
    page.click_move("a1a3c3")
    page.await_status("first wins")


TESTS = [
    every_game_is_known, whole_games_by_clicks, whole_games_by_keys, whole_games_by_typed_moves, pieces_are_dragged,
    fingers_aim_at_small_squares_first, pawns_become_what_is_chosen, the_engine_answers, the_engine_plays_itself,
    a_clock_runs_out, one_may_resign, wrong_moves_are_refused_at_the_field, parameters_shape_the_board,
]
NAMED_TESTS = [an_unheard_of_game_is_played]
