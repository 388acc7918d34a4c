# SPDX-License-Identifier: MIT
"""Tests of the page: setting up positions."""
from person import GAMES

# A position of each game that is set up by the mouse, and one that the engine rejects for this reason.
# Each is a text, whose first word is the board.
POSITIONS = {
    "chess": ("4k3/8/8/8/8/8/3P4/4K3 b - - 0 1", "8/8/8/8/8/8/3P4/4K3 w - - 0 1", "Black has 0 kings"),
    "tictactoe": ("3/1x1/o2 x", "xxx/1x1/o2 x", "4 x and 1 o"),
    "connect4": ("7/7/7/7/7/3xo2 x", "7/7/3x3/7/7/7 o", "empty square below"),
    "othello": ("8/8/8/3xo3/3xx3/3x4/8/8 o", "8/8/8/8/8/8/8/8 x", "d4 is empty"),
    "ataxx": ("x5o/7/7/3-3/7/7/o5x x 0 1", "7/7/7/7/7/7/7 x 0 1", None),
    "xiangqi": ("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", None),
    "gomoku": ("15/15/15/15/15/15/15/7xo6/15/15/15/15/15/15/15 x", "15/15/15/15/15/15/15/7xx6/15/15/15/15/15/15/15 x", "2 x and 0 o"),
}


def cells(word):
    """Yields (file, rank from the top, piece) of a board's text."""
    for row, rank in enumerate(word.split("/")):
        file, digits = 0, ""
        for sign in rank + "|":
            if sign.isdigit():
                digits += sign
                continue
            file += int(digits or 0)
            digits = ""
            if sign != "|":
                yield file, row, sign
                file += 1


def cell(page, file, row):
    """Returns a selector of a square of the editor's board."""
    ranks, files = page.run("return [document.querySelectorAll('#edit-board [role=row]').length,"
                            "document.querySelector('#edit-board [role=row]').children.length]")
    return f"#edit-board [data-square='{(ranks - 1 - row) * files + file}']"


def choose_tool(page, tool):
    page.run("[...document.querySelectorAll('[name=tool]')].find((each) => each.value === arguments[0]).click()", tool)


def open_editor(page):
    page.press("edit")
    page.wait("document.getElementById('dialog-edit').open && document.getElementById('edit-text').value !== ''", what="the editor")


def text_of(page):
    return page.run("return document.getElementById('edit-text').value")


def put_all(page, text):
    page.press("edit-clear")
    for file, row, sign in cells(text.split()[0]):
        # The board has the pieces X, O and #, where a position of tictactoe or ataxx has x, o and -.
        tools = page.run("return [...document.querySelectorAll('[name=tool]')].map((each) => each.value)")
        choose_tool(page, sign if sign in tools else sign.upper().replace("-", "#"))
        page.browser.click(cell(page, file, row))
    side = text.split()[1]
    for turn in ("1", "2"):
        if text_of(page).split()[1] != side:
            page.choose("turn", turn)
    assert text_of(page).split()[:2] == text.split()[:2], f"{text_of(page)}, not {text}"


def a_position_of_each_game_is_set_up(page):
    page.open()
    for game in GAMES:
        if game not in POSITIONS:
            continue
        good, wrong, reason = POSITIONS[game]
        page.begin(game)
        before = page.run("return document.querySelectorAll('#board .pieces > g').length")
        open_editor(page)
        put_all(page, wrong)
        page.wait("document.getElementById('edit-error').textContent !== ''", what=f"the reason in {game}")
        said = page.text("edit-error")
        assert reason is None or reason in said, f"{game}: {said}"
        page.press("edit-done")
        page.wait("document.getElementById('edit-error').textContent !== ''", what="the refusal")
        assert page.run("return document.getElementById('dialog-edit').open"), game
        page.press("edit-start")
        page.wait("document.querySelectorAll('#edit-board .pieces > g').length === arguments[0]", before, what="the start position")
        put_all(page, good)
        page.wait("document.getElementById('edit-error').textContent === ''", what=f"{game}: the engine's consent")
        page.press("edit-done")
        page.wait("!document.getElementById('dialog-edit').open", what="the end of the dialog")
        pieces = len(list(cells(good.split()[0])))
        page.wait("document.querySelectorAll('#board .pieces > g').length === arguments[0]", pieces, what=f"{game}: the position")
        assert page.moves() == [], page.moves()


def pieces_are_moved_and_removed_in_the_editor(page):
    """By drags, clicks and keys; Cancel leaves the game as it was."""
    page.open()
    page.begin("chess")
    page.type_move("e4")
    page.await_moves(1)
    open_editor(page)
    assert text_of(page).startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), text_of(page)
    page.browser.drag(cell(page, 4, 4), cell(page, 4, 3))  # e4-e5
    assert text_of(page).startswith("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b"), text_of(page)
    page.browser.click(cell(page, 6, 7))  # g1-f3, by two clicks
    page.browser.click(cell(page, 5, 5))
    assert "/5N2/PPPP1PPP/RNBQKB1R" in text_of(page), text_of(page)
    # A piece that is dropped beside the board is removed.
    origin, outside = page.browser.middle(cell(page, 3, 0)), page.browser.middle("#dialog-edit h2")
    page.browser.point(("move", *origin), ("down",), ("move", origin[0] + 20, origin[1]), ("move", *outside), ("up",))
    assert text_of(page).startswith("rnb1kbnr/"), text_of(page)
    choose_tool(page, "remove")
    page.browser.click(cell(page, 0, 0))
    assert text_of(page).startswith("1nb1kbnr/"), text_of(page)
    # By keys: h8 is removed, and a letter puts its piece.
    page.run("document.querySelector(arguments[0]).focus()", cell(page, 0, 0))
    page.run("document.querySelector('#edit-board [tabindex=\"0\"]').focus()")
    page.browser.type(["Right"] * 7 + ["Delete"])
    assert text_of(page).startswith("1nb1kbn1/"), text_of(page)
    page.browser.type(["q"])
    assert text_of(page).startswith("1nb1kbnq/"), text_of(page)
    choose_tool(page, "move")
    page.run("document.querySelector('#edit-board [tabindex=\"0\"]').focus()")
    page.browser.type(["Enter", "Down", "Down", "Enter"])
    assert text_of(page).startswith("1nb1kbn1/pppppppp/7q/"), text_of(page)
    # The board follows the text.
    page.fill("edit-text", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    page.wait("document.querySelectorAll('#edit-board .pieces > g').length === 3", what="three pieces")
    page.fill("edit-text", "4k3/8/8/8/8/8/8 w - - 0 1")
    page.wait("document.getElementById('edit-error').textContent.includes('rank')", what="the reason")
    page.run("document.querySelector('#dialog-edit [data-close]').click()")
    page.wait("!document.getElementById('dialog-edit').open", what="the end of the dialog")
    page.type_move("c5")
    page.await_moves(2)
    assert page.moves() == ["e4", "c5"], page.moves()


TESTS = [a_position_of_each_game_is_set_up, pieces_are_moved_and_removed_in_the_editor]
NAMED_TESTS = []
