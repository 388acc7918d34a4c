# SPDX-License-Identifier: MIT
"""Tests of the page: files of several games, comments, variations, and what is written back."""
import os
import tempfile

from person import load
from study import copy

TWO_GAMES = (
    '\ufeff[Event "First"]\r\n[White "Anders\u00e9n"]\r\n[Black "Kieseritzky"]\r\n[Result "1-0"]\r\n\r\n'
    "1. e4 {[%clk 0:05:00] the king's pawn} e5 2. f4!? ; a gambit\r\n exf4 $14 (2... d5 $1 3. exd5 (3. Nf3 dxe4) 3... e4) 3. Bc4 1-0\r\n\r\n"
    '[Event "Second"]\r\n[White "Morphy"]\r\n[Black "Two \\"Allies\\""]\r\n[Result "0-1"]\r\n\r\n'
    "1. d4   d5  0-1\r\n\r\n")


def words(page):
    """Returns the text of the move list with single blanks."""
    return page.run("return document.getElementById('moves').textContent.replace(/\\s+/g, ' ').trim()")


def open_file(page, content, suffix=".pgn"):
    """Chooses a file with these bytes in the dialog."""
    with tempfile.NamedTemporaryFile(suffix=suffix, delete=False) as file:
        file.write(content)
    page.press("paste")
    page.browser.choose_file("#paste-file", file.name)
    page.wait("!document.getElementById('dialog-paste').open || document.getElementById('paste-error').textContent !== ''")
    os.unlink(file.name)


def saved(page):
    """Returns the bytes of the file that the page saves."""
    page.run("window.saved = null; URL.createObjectURL = (blob) => { window.saved = blob; return '#'; };")
    page.press("save-file")
    page.wait("window.saved !== null", what="the saved file")
    return bytes(page.run("return window.saved.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])"))


def choose_game(page, at):
    page.fill("file-games", str(at))


def a_file_of_two_games_is_a_list(page):
    page.open()
    page.begin("chess")
    open_file(page, TWO_GAMES.encode())
    page.await_moves(10)
    games = page.run("return [...document.getElementById('file-games').options].map((each) => each.textContent)")
    assert len(games) == 2 and "Anders\u00e9n" in games[0] and "1-0" in games[0] and 'Two "Allies"' in games[1], games
    assert words(page) == ("1.e4 the king's pawn 1...e5 2.f4!? a gambit 2...exf4 +/= (2...d5! 3.exd5 (3.Nf3 dxe4) 3...e4) 3.Bc4"), words(page)
    choose_game(page, 1)
    page.await_moves(2)
    assert page.moves() == ["d4", "d5"], page.moves()
    assert saved(page) == TWO_GAMES.encode(), saved(page)
    # A change of one game leaves the other one as it was.
    page.type_move("c4")
    page.await_moves(3)
    text = saved(page).decode()
    assert text.startswith(TWO_GAMES[:TWO_GAMES.index("1. d4")]), text
    assert text.endswith("1. d4 d5 2. c4 0-1\r\n\r\n"), text
    choose_game(page, 0)
    page.await_moves(10)
    choose_game(page, 1)
    page.await_moves(3)
    # A reload keeps the file and its games.
    page.open(forget=False)
    page.await_moves(3)
    assert page.run("return document.getElementById('file-games').value") == "1"
    assert saved(page).decode() == text


def changes_are_not_lost_without_a_warning(page):
    page.open()
    page.begin("chess")
    load(page, "1. e4 1-0\n\n1. d4 0-1\n")
    page.await_moves(1)
    load(page, "1. c4 *\n1. b3 *\n")  # nothing was changed
    page.await_moves(1)
    page.type_move("c5")
    page.await_moves(2)
    page.begin("chess")
    assert page.run("return document.getElementById('file-games').value") == "", "a new game is not one of the file"
    choose_game(page, 0)
    page.await_moves(2)
    assert page.moves() == ["c4", "c5"], page.moves()
    load(page, "1. f4 *")
    assert "changes that are not saved" in page.text("paste-error"), page.text("paste-error")
    page.run("document.getElementById('dialog-paste').close()")
    assert page.moves() == ["c4", "c5"], page.moves()
    saved(page)
    load(page, "1. f4 *")
    page.await_moves(1)
    assert page.run("return document.getElementById('file').hidden")


def a_file_in_latin_1_stays_in_latin_1(page):
    page.open()
    page.begin("chess")
    content = '[White "Andr\u00e9"]\n\n1. e4 {caf\u00e9} *\n'.encode("latin-1")
    open_file(page, content)
    page.await_moves(1)
    assert "caf\u00e9" in words(page), words(page)
    assert saved(page) == content, saved(page)


def comments_and_variations_are_read_and_written(page):
    page.open()
    page.begin("chess")
    text = ('[Event "?"]\n[Result "*"]\n\n{Opening} 1. e4 e5 {solid; (really)} (1... c5 $5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3!! $146 Nc6 *\n')
    load(page, text)
    page.await_moves(9)
    assert words(page) == "Opening 1.e4 e5 solid; (really) (1...c5!? sharp 2.Nf3 (2.c3 d5) 2...d6) 2.Nf3!! N Nc6", words(page)
    assert copy(page, "pgn") == text, copy(page, "pgn")
    page.type_move("Bb5")
    page.await_moves(10)
    changed = text.replace("Nc6 *", "Nc6 3. Bb5 *")
    assert copy(page, "pgn").replace("\n", " ").split() == changed.split(), copy(page, "pgn")


def a_comment_is_written_at_a_move(page):
    page.open()
    page.begin("chess")
    load(page, "1. e4 e5 *")
    page.await_moves(2)
    page.mode("analyse")
    page.run("document.getElementById('comment').value = 'a }brace'; document.getElementById('comment').dispatchEvent(new Event('change'))")
    page.fill("mark", "?!")
    assert words(page) == "1.e4 e5?! a }brace", words(page)
    assert ";a }brace\n" in copy(page, "pgn"), copy(page, "pgn")
    load(page, copy(page, "pgn"))
    page.await_moves(2)
    assert words(page) == "1.e4 e5?! a }brace", words(page)
    page.mode("play")


def a_broken_file_names_its_line(page):
    page.open()
    page.begin("chess")
    page.type_move("e4")
    page.await_moves(1)
    for text, reason in (
            ('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 {no end', "line 7: "), ("1. e4\n(1. d4\n", "line 2: "), ("1. e4 e5\n)", "line 2: "),
            ('[White "A]\n\n1. e4 *', "line 1: "), ("1. d4\nd5\n2. c4 (2. Nf6) e6", "Line 3, 2. Nf6: "), ("(;GM[4]\n;B[aa", "line 2: ")):
        load(page, text)
        assert reason.lower() in page.text("paste-error").lower(), f"{text}: {page.text('paste-error')}"
        page.run("document.getElementById('dialog-paste').close()")
        assert page.moves() == ["e4"], page.moves()
    page.type_move("e5")
    page.await_moves(2)


def a_deletion_is_undone(page):
    page.open()
    page.begin("chess")
    text = "1. e4 (1. d4 d5 {x} (1... f5) 2. c4) 1... e5 *"
    load(page, text)
    page.await_moves(6)
    before = words(page)
    page.browser.click("#moves .variation button")
    page.press("remove")
    page.wait("document.querySelectorAll('#moves button').length === 2", what="the deletion")
    page.press("restore")
    page.await_moves(6)
    assert words(page) == before, words(page)
    assert page.run("return document.querySelector('#moves [aria-current]').textContent") == "d4"
    assert page.run("return document.getElementById('restore').hidden")
    assert copy(page, "pgn") == text, copy(page, "pgn")


def another_move_against_the_engine_is_a_variation(page):
    page.open()
    page.begin("chess", side="1", limit="depth", amount="1")
    page.type_move("e4")
    page.await_moves(2)
    page.press("take-back")
    page.wait("!document.querySelector('#moves [aria-current]')", what="the start")
    page.type_move("d4")
    page.await_moves(4)
    page.press("to-start")
    page.type_move("c4")
    page.await_moves(6)
    starts = page.run("return [...document.querySelectorAll('#moves .variation')].map((each) => each.querySelector('button').textContent)")
    assert starts == ["d4", "c4"], starts
    assert copy(page, "pgn").count("(1. ") == 2, copy(page, "pgn")


def an_sgf_keeps_its_tree(page):
    page.open()
    page.begin("gomoku")
    text = ("(;GM[4]SZ[15]PB[Ann]PW[Bob]C[The start\\]]XX[kept];B[hh]C[centre];W[ig](;B[gg]TE[1])(;B[jj]LB[jj:1]C[other];W[kk]))\n"
            "(;GM[4]SZ[15]PB[Cyd]PW[Dan]RE[W+R];B[aa])\n")
    open_file(page, text.encode(), ".sgf")
    page.await_moves(5)
    assert words(page) == "The start] 1.h8 centre 1...i9 2.g9! (2.j6 other 2...k5)", words(page)
    assert page.run("return document.getElementById('file-games').options.length") == 2
    assert copy(page, "sgf") == text.split("\n")[0] + "\n", copy(page, "sgf")
    page.type_move("a1")
    page.await_moves(6)
    changed = copy(page, "sgf")
    for part in ("XX[kept]", "C[The start\\]]", "LB[jj:1]", "C[other]", "TE[1]", ";W[ao]"):
        assert part in changed, changed
    assert saved(page).decode() == changed + text.split("\n")[1] + "\n", saved(page)


def large_file(games):
    """Returns the bytes of a PGN file of about 650 bytes per game."""
    moves = "1. e4 e5 2. Nf3 {" + "a long comment " * 25 + "} Nc6 3. Bb5 (3. Bc4 Bc5 4. c3) 3... a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6"
    heads = ('[Event "?"]\n[Site "?"]\n[Date "2000.01.02"]\n[White "White %d"]\n[Black "Black"]\n[Result "1-0"]\n' % at for at in range(games))
    return "".join(f"{head}\n{moves}\n1-0\n\n" for head in heads).encode()


# Counts what a long task would delay, and stores what the progress element shows.
WATCH_PROGRESS = """window.seen = []; window.longest = 0;
  new MutationObserver(() => window.seen.push(document.getElementById('paste-progress').value))
    .observe(document.getElementById('paste-progress'), {attributes: true});
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.longest = Math.max(window.longest, each.duration); }))
      .observe({type: 'longtask'}); }"""


def a_large_file_opens_in_slices(page):
    """Between two slices the page shows its progress and handles input, such as Cancel."""
    page.open()
    page.begin("chess")
    page.type_move("d4")
    page.await_moves(1)
    page.run(WATCH_PROGRESS)
    content = large_file(8000)
    assert len(content) > 4500000
    # The dialog closes at the first sign of progress.
    page.run("const observer = new MutationObserver(() => { observer.disconnect(); document.querySelector('#dialog-paste [data-close]').click(); });"
             "observer.observe(document.getElementById('paste-progress'), {attributes: true});")
    open_file(page, content)
    page.wait("document.getElementById('paste-progress').hidden && !document.getElementById('paste-load').disabled", what="the end of reading")
    assert page.run("return window.seen.splice(0).length") <= 3, "the page reads on after Cancel"
    assert page.moves() == ["d4"] and page.run("return document.getElementById('file').hidden"), page.moves()
    open_file(page, content)
    page.await_moves(17)
    page.wait("document.getElementById('file-games').options.length === 8000", what="all games")
    shares = page.run("return window.seen.filter((each) => each > 0)")
    assert len(set(shares)) > 10 and shares == sorted(shares) and shares[-1] <= 1, shares
    assert page.run("return document.getElementById('file-games').value") == "0"
    page.mode("analyse")
    page.press("run-analysis")
    choose_game(page, 7999)
    page.wait("document.getElementById('player-near').textContent.includes('White 7999')", what="the last game")
    page.press("run-analysis")
    page.mode("play")
    page.type_move("a3")
    page.await_moves(18)
    print(f"    {len(content)} bytes; the longest task took {page.run('return Math.round(window.longest)')} ms")
    text = saved(page)
    assert text[:4000000] == content[:4000000] and b"8. a3" in text[-100:], text[-200:]
    # A fault at the end names its line, and the file stays open.
    open_file(page, content + b"[White ?]\n")
    line = content.count(b"\n") + 1
    assert f"line {line}:" in page.text("paste-error"), page.text("paste-error")
    page.run("document.getElementById('dialog-paste').close()")
    page.await_moves(18)
    # It is too long to be stored.
    page.open(forget=False)
    page.wait("document.getElementById('notice-text').textContent.includes('too long')", what="the message")
    page.await_moves(18)


def a_damaged_store_is_an_empty_board(page):
    """What the browser stores may be altered, cut off or of another version."""
    def stored(key):
        return page.run("return sessionStorage.getItem(`myosu.${arguments[0]}`)", key)

    def open_with(key, text):
        page.browser.open(page.server.address + "style.css")  # where the page stores nothing
        page.run("localStorage.removeItem('myosu.table'); sessionStorage.setItem(`myosu.${arguments[0]}`, arguments[1])", key, text)
        page.open(forget=False)
        return page.run("return document.getElementById('notice').hidden ? '' : document.getElementById('notice-text').textContent")

    page.open()
    page.begin("chess")
    load(page, "1. e4 e5 (1... c5 2. Nf3) *\n\n1. d4 *")
    page.await_moves(4)
    table, file = stored("table"), stored("file")
    assert open_with("table", table) == "" and open_with("file", file) == ""
    page.await_moves(4)
    # Not JSON, an illegal move, and values of other types. page_logic has the other fields.
    for wrong in (table[:len(table) // 2], table.replace('"c7c5"', '"c7c2"'), table.replace('"play"', '"fly"'),
                  table.replace('"parent":0', '"score":"x","parent":0')):
        assert wrong != table
        said = open_with("table", wrong)
        assert "damaged" in said, f"says '{said}' of {wrong}"
        assert page.moves() == [], f"{page.moves()} of {wrong}"
    page.type_move("e4")
    page.wait("document.querySelectorAll('#moves button').length > 0", what="a move on the empty board")
    open_with("table", table)
    for wrong in (file[:len(file) // 2], file.replace('"tags":{', '"tags":{"White":5,'), file.replace('"games":[', '"games":[null,')):
        assert wrong != file
        said = open_with("file", wrong)
        assert "damaged" in said, f"says '{said}' of {wrong}"
        assert page.run("return document.getElementById('file').hidden")
        page.await_moves(4)
    page.press("close-notice")
    assert page.run("return document.getElementById('notice').hidden")


TESTS = [
    a_file_of_two_games_is_a_list, changes_are_not_lost_without_a_warning, a_file_in_latin_1_stays_in_latin_1, comments_and_variations_are_read_and_written,
    a_comment_is_written_at_a_move, a_broken_file_names_its_line, a_deletion_is_undone, another_move_against_the_engine_is_a_variation,
    an_sgf_keeps_its_tree, a_large_file_opens_in_slices, a_damaged_store_is_an_empty_board,
]
NAMED_TESTS = []
