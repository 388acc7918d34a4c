# SPDX-License-Identifier: MIT
"""Tests of the page and the server: the connection, tokens, and watching."""
import os
import signal
import tempfile

from person import Page, Server


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
    # Also during a search. A page that is loaded again has the same game.
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


def a_silent_server_is_a_lost_connection(page):
    """A server that stops without closing the connection, as behind a network that is gone."""
    page.open()
    page.begin("tictactoe")
    page.server.process.send_signal(signal.SIGSTOP)
    try:
        page.wait("document.getElementById('link').classList.contains('lost')", what="the loss to be said")
        assert "Connection lost" in page.text("link"), page.text("link")
    finally:
        page.server.process.send_signal(signal.SIGCONT)
    page.wait("!document.getElementById('link').classList.contains('lost')", what="the connection")
    page.type_move("b2")
    page.await_moves(1)
    page.browser.messages()


def a_token_is_asked_for(page):
    """A daemon with tokens: the page sends the token in its address, or else asks for one."""
    browser = page.browser
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokens")
        with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write("anna secret-of-anna-1\n")
        server = Server(page.server.engine, "--token-file", path)
        try:
            locked = Page(browser, server)
            asks = "document.getElementById('dialog-token').open"
            board = "document.querySelectorAll('[role=gridcell]').length > 0"
            browser.open(server.address)
            locked.wait(asks, what="the question")
            assert locked.text("token-error") == "", locked.text("token-error")
            for wrong, reason in (("", "one word"), ("two words", "one word"), ("secret-of-anna-2", "does not know this token")):
                locked.fill("token-text", wrong)
                locked.press("token-use")
                locked.wait("document.getElementById('token-error').textContent.includes(arguments[0])", reason, what=reason)
                assert locked.run("return document.getElementById('token-text').getAttribute('aria-invalid')") == "true"
                assert locked.run(f"return {asks}")
            locked.fill("token-text", "secret-of-anna-1")
            locked.press("token-use")
            locked.wait(f"{board} && !{asks}", what="the board")
            # The page does not ask for the token again after a lost connection.
            server.stop()
            locked.wait("document.getElementById('link').classList.contains('lost')", what="the loss to be said")
            server.start()
            locked.wait("!document.getElementById('link').classList.contains('lost')", what="the connection")
            assert not locked.run(f"return {asks}")
            # The connection that publishes the board sends the token, too.
            locked.press("show-watch")
            locked.fill("publish-name", "board-1")
            locked.press("publish-begin")
            names = locked.run(
                "return new Promise((done) => { const talk = new WebSocket(`ws://${location.host}/session`, 'v1.uci.myosu');"
                "  talk.onopen = () => { talk.send('auth secret-of-anna-1'); setTimeout(() => talk.send('watch'), 300); };"
                "  talk.onmessage = (event) => { talk.close(); done(event.data); }; })")
            assert names.strip() == "info string published board-1", names
            browser.open(server.address + "?by-address#token=secret-of-anna-1")
            locked.wait(f"{board} && !{asks}", what="the board")
            browser.open(server.address + "?wrong#token=nonsense")
            locked.wait(f"{asks} && document.getElementById('token-error').textContent.includes('does not know')", what="the refusal")
            # A client that guesses tokens is rejected for a minute. The page can only show that as
            # a lost connection.
            for guess in range(8):
                locked.fill("token-text", f"secret-of-anna-{guess}0")
                locked.press("token-use")
                said = locked.wait("!document.getElementById('token-use').disabled && document.getElementById('token-error').textContent")
                if "trying again" in said:
                    break
            assert "trying again" in said, said
            server.stop()
            server.start()  # it has forgotten the guesses
            locked.wait("document.getElementById('token-error').textContent.includes('does not know')", what="the refusal")
            locked.fill("token-text", "secret-of-anna-1")
            locked.press("token-use")
            locked.wait(f"{board} && !{asks}", what="the board")
        finally:
            server.stop()
            browser.open(page.server.address + "style.css")
            browser.messages()


def others_watch_the_board(page):
    """One browser publishes its board; another one follows it, also by an address that names it."""
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
    other = type(page.browser)()
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
        # A watcher cannot move.
        other.click(watching.cell(0))
        other.click(watching.cell(10))
        page.begin("connect4")
        page.click_move("4")
        watching.await_moves(1)
        assert watching.moves() == ["4"], watching.moves()
        watching.press("stop-watching")
        watching.wait("document.getElementById('watching').hidden", what="the end of watching")
        # An address that names a game, and the end of that game.
        other.open(page.server.address + "?again#watch=board-1")
        watching.wait("document.getElementById('watching-text').textContent.includes('board-1')", what="the game of the address")
        watching.await_moves(1)
        page.press("show-watch")
        page.press("publish-end")
        page.run("document.querySelector('#dialog-watch [data-close]').click()")
        watching.wait("document.getElementById('watching').hidden", what="the end of the offer")
    finally:
        other.close()


TESTS = [a_lost_connection_is_had_again, a_silent_server_is_a_lost_connection, a_token_is_asked_for, others_watch_the_board]
NAMED_TESTS = []
