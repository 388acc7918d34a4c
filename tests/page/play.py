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


def a_piece_dropped_beside_the_board_returns(page):
    page.open()
    page.begin("chess")
    middles = "return [...document.querySelectorAll('.pieces > g')].map((each) => each.getAttribute('transform')).sort()"
    before = page.run(middles)
    origin = page.browser.middle(page.cell(page.squares("e2")[0]))
    outside = page.browser.middle("#moves")
    page.browser.point(("move", *origin), ("down",), ("move", origin[0] + 40, origin[1]), ("move", *outside), ("up",))
    page.browser.point(("move", *origin), ("move", *outside))
    assert page.run(middles) == before, "a piece is not on its square"
    assert page.run("return document.querySelectorAll('.dragging, .chosen').length") == 0
    page.click_move("e2e4")
    page.await_moves(1)


def a_new_game_leaves_the_analysis(page):
    page.open()
    page.mode("analyse")
    page.begin("tictactoe", side="2")
    page.wait("document.getElementById('tab-play').getAttribute('aria-selected') === 'true'", what="the panel of the game")
    page.await_moves(1)  # the engine begins
    # A game that is refused leaves the analysis as it was.
    page.mode("analyse")
    page.press("new-game")
    page.choose("game", "gomoku")
    page.run("document.querySelector('#new-parameters [name=size]').value = '3'")
    page.press("new-start")
    page.wait("document.getElementById('new-error').textContent.includes('out of range')", what="the refusal")
    assert page.run("return document.getElementById('tab-analyse').getAttribute('aria-selected')") == "true"


def chess960_begins_from_several_positions(page):
    page.open()
    ranks = set()
    for _ in range(3):
        page.begin("chess", chess960="true")
        ranks.add(tuple(page.run("return [...document.querySelectorAll('[data-square]')].filter((each) => each.dataset.square < 8)"
                                 ".map((each) => each.getAttribute('aria-label').split(', ').slice(0, 2).join(' '))")))
    # Three equal positions of 960 are a chance of one in a million.
    assert len(ranks) > 1, ranks
    assert all(sum("white king" in each for each in rank) == 1 for rank in ranks), ranks


def clock(page, seat):
    """Returns what the clock at the top (far) or bottom (near) of the board says, in seconds."""
    minutes, seconds = page.run("return document.querySelector(`#player-${arguments[0]} .clock`).textContent", seat).split(":")
    return 60 * int(minutes) + float(seconds)


def the_clock_runs_while_one_looks_back(page):
    page.open()
    page.begin("chess", side="both", limit="clock", amount="0.1")
    for count, move in enumerate(("e4", "e5", "Nf3"), 1):
        page.type_move(move)
        page.await_moves(count)
    page.press("back")
    page.press("back")
    before = clock(page, "far")
    page.wait("parseFloat(document.querySelector('#player-far .clock').textContent.slice(2)) < arguments[0]", before - 0.5,
              what="Black's clock to run")
    white = clock(page, "near")
    page.press("to-end")
    assert clock(page, "near") == white, "the other clock runs"
    page.press("to-start")
    # The time ends the game, not the past.
    page.await_status("Black is out of time: White wins")
    page.await_moves(3)
    assert page.run("return document.querySelector('#moves [aria-current]').textContent") == "Nf3"


def one_resigns_the_game_not_the_past(page):
    page.open()
    page.begin("connect4", side="both")
    for count, move in enumerate("434", 1):
        page.type_move(move)
        page.await_moves(count)
    page.press("to-start")
    page.press("resign")
    page.await_status("Yellow resigns: Red wins")
    assert page.run("return document.querySelectorAll('#moves button')[2].getAttribute('aria-current')") == "true"


def a_reload_keeps_the_clocks(page):
    page.open()
    page.begin("chess", side="both", limit="clock", amount="1")
    for count, move in enumerate(("e4", "e5"), 1):
        page.type_move(move)
        page.await_moves(count)
    page.wait("document.querySelector('#player-near .clock').textContent !== '1:00'", what="the clock to run")
    page.wait("document.querySelector('#player-near .clock').textContent !== '0:59'", what="the clock to run")
    page.open(forget=False)
    page.await_moves(2)
    left = clock(page, "near")
    assert left < 59, left
    page.wait("document.querySelector('#player-near .clock').textContent !== arguments[0]", f"0:{left:02.0f}",
              what="the clock to run on")


def each_tab_has_its_own_game(page):
    page.open()
    page.begin("chess")
    page.type_move("e4")
    page.await_moves(1)
    first = page.browser.open_tab()
    try:
        page.open(forget=False)
        # A new tab begins with the game that was stored last.
        page.await_moves(1)
        page.begin("connect4")
        page.type_move("4")
        page.await_moves(1)
        second = page.browser.tab()
        page.browser.show_tab(first)
        page.open(forget=False)
        page.await_moves(1)
        assert page.moves() == ["e4"], page.moves()
        page.browser.show_tab(second)
        page.open(forget=False)
        page.await_moves(1)
        assert page.moves() == ["4"], page.moves()
        page.browser.close_tab()
    finally:
        page.browser.show_tab(first)


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


def a_king_is_castled_by_its_rook(page):
    page.open()
    page.begin("chess")
    load(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    page.click_move("e1h1")
    page.await_moves(1)
    page.browser.drag(page.cell(page.squares("e8")[0]), page.cell(page.squares("a8")[0]))
    page.await_moves(2)
    assert page.moves() == ["O-O", "O-O-O"], page.moves()
    # Another piece of the same side is just chosen.
    page.click_move("f1f2")
    page.await_moves(3)
    page.click_move("d8h8h7")
    page.await_moves(4)
    assert page.moves()[2:] == ["Rf2", "Rh7"], page.moves()


def a_forbidden_square_says_why(page):
    page.open()
    page.begin("gomoku", size="9", rule="renju")
    for count, move in enumerate("e5 a1 d5 a3 f6 a5 f7 a7".split(), 1):
        page.type_move(move)
        page.await_moves(count)
    square = page.wait("document.querySelector('[aria-label*=forbidden]')?.dataset.square", what="the forbidden square")
    page.browser.click(page.cell(square))
    page.wait("document.getElementById('move-error').textContent.includes('double-three')", what="the reason")


def no_more_threads_than_processors(page):
    page.open()
    page.press("show-settings")
    page.fill("set-threads", "999")
    page.press("settings-save")
    page.wait("document.getElementById('settings-error').textContent.startsWith(\"Threads: '999' is no\")", what="the refusal")
    page.run("document.querySelector('#dialog-settings [data-close]').click()")


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


def an_emptied_parameter_is_the_usual_one(page):
    page.open()
    page.begin("gomoku", size="")
    assert page.run("return document.querySelectorAll('[role=gridcell]').length") == 225


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
    a_piece_dropped_beside_the_board_returns, a_new_game_leaves_the_analysis, chess960_begins_from_several_positions,
    the_clock_runs_while_one_looks_back, one_resigns_the_game_not_the_past, a_reload_keeps_the_clocks, each_tab_has_its_own_game,
    fingers_aim_at_small_squares_first, pawns_become_what_is_chosen, a_king_is_castled_by_its_rook, a_forbidden_square_says_why,
    no_more_threads_than_processors, the_engine_answers, the_engine_plays_itself,
    a_clock_runs_out, one_may_resign, wrong_moves_are_refused_at_the_field, parameters_shape_the_board,
    an_emptied_parameter_is_the_usual_one,
]
NAMED_TESTS = [an_unheard_of_game_is_played]
