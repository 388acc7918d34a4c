# SPDX-License-Identifier: MIT
"""Tests of the page: games that the browser stores, and links that contain one."""
from person import load
from study import copy

LIST = "[...document.querySelectorAll('#saved-list li:has(input)')]"


def open_list(page):
    page.press("show-saved")
    page.wait("document.getElementById('dialog-saved').open && document.getElementById('saved-list').textContent !== ''",
              what="the list of games")


def names(page):
    return page.run(f"return {LIST}.map((each) => each.querySelector('input').value)")


def await_row(page, name):
    page.wait(f"{LIST}.some((each) => each.querySelector('input').value === arguments[0])", name, what=f"the game '{name}'")


def press_in_row(page, name, words):
    await_row(page, name)
    page.run(f"const row = {LIST}.find((each) => each.querySelector('input').value === arguments[0]);"
             "[...row.querySelectorAll('button')].find((each) => each.textContent === arguments[1]).click()", name, words)


def save_as(page, name):
    page.run("document.getElementById('saved-name').value = arguments[0]", name)
    page.press("saved-add")
    await_row(page, name)


def close(page):
    page.run("document.querySelector('dialog[open] [data-close]').click()")


def forget_games(page):
    page.run("return new Promise((done) => { const dropping = indexedDB.deleteDatabase('myosu');"
             "  dropping.onsuccess = dropping.onerror = dropping.onblocked = () => done(1); })")


def games_are_saved_in_the_browser(page):
    page.open()
    forget_games(page)
    page.begin("chess")
    load(page, "1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *")
    page.await_moves(5)
    open_list(page)
    assert "No games" in page.text("saved-list"), page.text("saved-list")
    save_as(page, "first")
    close(page)
    page.begin("gomoku", size="9")
    page.type_move("e5")
    page.await_moves(1)
    open_list(page)
    save_as(page, "second")
    assert names(page) == ["second", "first"], names(page)
    # Another name, which a reload keeps.
    page.run(f"const field = {LIST}[0].querySelector('input'); field.value = 'five <b>'; field.dispatchEvent(new Event('change'))")
    page.wait(f"{LIST}[0].querySelector('[aria-label=\"Open: five <b>\"]')", what="the new name")
    close(page)
    page.open(forget=False)
    page.begin("tictactoe")
    open_list(page)
    assert names(page) == ["five <b>", "first"], names(page)
    # An export is the text of the game.
    page.run("window.saved = null; URL.createObjectURL = (blob) => { window.saved = blob; return '#'; };")
    press_in_row(page, "first", "Export")
    text = page.run("return window.saved.text()")
    assert text == "1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *", text
    # Delete, and undo that.
    press_in_row(page, "first", "Delete")
    page.wait(f"{LIST}.length === 1", what="one game")
    page.press("saved-undo")
    page.wait(f"{LIST}.length === 2", what="two games")
    press_in_row(page, "first", "Open")
    page.wait("!document.getElementById('dialog-saved').open", what="the end of the dialog")
    page.await_moves(5)
    assert page.moves() == ["e4", "e5", "c5", "Nf3", "Nf3"], page.moves()
    assert "best" in page.text("moves") and page.text("new-game") == "Chess", page.text("new-game")
    open_list(page)
    press_in_row(page, "five <b>", "Open")
    page.await_moves(1)
    assert page.text("new-game") == "Gomoku, size 9", page.text("new-game")
    # A full store, and a game that was altered.
    open_list(page)
    page.run("window.put = IDBObjectStore.prototype.add; IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };")
    page.press("saved-add")
    page.wait("document.getElementById('saved-error').textContent.includes('full')", what="the message")
    assert len(names(page)) == 2
    page.run("IDBObjectStore.prototype.add = window.put")
    page.run("return new Promise((done) => { const opening = indexedDB.open('myosu', 1); opening.onsuccess = () => {"
             "  const change = opening.result.transaction('games', 'readwrite'); change.objectStore('games').add({name: 'bad', time: 0, text: '', game: {nodes: 5}});"
             "  change.oncomplete = () => { opening.result.close(); done(1); }; }; })")
    close(page)
    open_list(page)
    press_in_row(page, "bad", "Open")
    page.wait("document.getElementById('saved-error').textContent.includes('damaged')", what="the message")
    close(page)
    page.await_moves(1)
    page.type_move("e6")
    page.wait("document.querySelectorAll('#moves button').length >= 2", what="another move")
    forget_games(page)


def a_link_contains_a_game(page):
    page.open()
    page.begin("gomoku", size="9", rule="renju")
    for count, move in enumerate(("e5", "e6", "f5"), 1):
        page.type_move(move)
        page.await_moves(count)
    link = copy(page, "link")
    assert link.startswith(page.server.address) and len(link) < 200, link
    page.begin("chess")
    load(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    position = copy(page, "link")

    def follow(address):
        page.browser.open(page.server.address + "style.css")
        page.browser.open(address)
        page.wait("document.querySelectorAll('[role=gridcell]').length > 0 && !document.getElementById('status').textContent.startsWith('Conn')",
                  what="the board")

    follow(link)
    page.await_moves(3)
    assert page.moves() == ["e5", "e6", "f5"] and page.text("new-game") == "Gomoku, size 9, rule renju", page.moves()
    # A reload continues the game.
    assert page.run("return location.hash") == ""
    follow(position)
    page.wait("document.querySelectorAll('#board .pieces > g').length === 3", what="three pieces")
    # An altered link is an empty board: a move left out, another move, another game, no sum.
    for wrong in (link.replace("+f5", ""), link.replace("e6", "e7"), link.replace("gomoku", "ludo"), link[:link.index("&sum")], link + "1"):
        assert wrong != link
        follow(wrong)
        page.wait("!document.getElementById('notice').hidden", what=f"a message about {wrong}")
        assert "link cannot be opened" in page.text("notice-text"), page.text("notice-text")
        assert page.moves() == [], page.moves()


TESTS = [games_are_saved_in_the_browser, a_link_contains_a_game]
NAMED_TESTS = []
