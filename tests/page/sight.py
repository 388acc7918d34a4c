# SPDX-License-Identifier: MIT
"""Tests of the page: what is visible, audible and downloaded, on every screen."""
import gzip
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

from browser import PATIENCE
from person import GAMES, Skipped, load


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
        # A browser can show it as an image.
        size = page.run("const [query] = arguments; return new Promise((done, failed) => { const image = new Image();"
                        "image.onload = () => done(image.naturalWidth * image.naturalHeight); image.onerror = failed;"
                        "image.src = 'board.svg?' + query; })", f"game={game}&theme=dark")
        assert size > 0, f"{game}: the picture has no size"


def shapes_that_are_not_known_are_stones_with_letters(page):
    page.open()
    drawn = page.run("return import('/pieces.js').then(({drawPiece}) => [drawPiece({shape: 'dragon', owner: 2}, '<'),"
                     "drawPiece({shape: 'disc', owner: 2}, 'o'), drawPiece({shape: 'disc', owner: 1}, 'x')])")
    assert '"#stone"' in drawn[0] and ">&#60;</text>" in drawn[0] and "side2" in drawn[0], drawn[0]
    assert '"#disc-2"' in drawn[1] and '"#disc"' in drawn[2], drawn


# Replaces the browser's audio by a counter of tones.
SILENT_AUDIO = """window.tones = 0; window.contexts = 0;
  window.AudioContext = class {
    constructor() { window.contexts++; this.currentTime = 0; this.destination = null; }
    resume() {}
    createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (next) => next}; }
    createOscillator() { return {frequency: {}, connect: (next) => next, start() { window.tones++; }, stop() {}}; }
  };"""


def sounds_are_heard_when_they_are_wished_for(page):
    def type_all(moves, before=0):
        for count, move in enumerate(moves.split(), before + 1):
            page.type_move(move)
            page.await_moves(count)

    def expect(tones):
        heard = page.run("return window.tones")
        assert heard == tones, f"{heard} tones, not {tones}"
    page.open()
    page.run(SILENT_AUDIO)
    page.begin("chess")
    type_all("e4 d5")
    assert page.run("return window.contexts") == 0, "there are sounds that nobody asked for"
    page.press("show-settings")
    page.browser.click("#set-sound")
    page.press("settings-save")
    page.wait("!document.getElementById('dialog-settings').open")
    type_all("exd5", 2)
    expect(2)  # a capture
    type_all("Nf6", 3)
    expect(3)
    page.press("back")
    page.press("to-end")
    page.wait("document.querySelector('#moves [aria-current]').textContent === 'Nf6'", what="the end")
    expect(3)
    page.press("resign")
    expect(6)
    page.begin("tictactoe")
    type_all("b2 a1 a2 a3 c2")
    page.await_status("X wins")
    expect(6 + 4 + 3)
    # The setting is stored. There is no sound before the first click or key.
    page.begin("tictactoe")
    page.open(forget=False)
    page.run(SILENT_AUDIO)
    page.run("document.getElementById('move-text').value = 'b2'; document.getElementById('move-form').requestSubmit()")
    page.await_moves(1)
    assert page.run("return window.contexts") == 0, "there are sounds before anybody has pressed anything"
    page.click_move("a1")
    page.await_moves(2)
    expect(1)


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


def the_panel_stands_still(page):
    """Neither moves nor lines of an analysis move what is below them."""
    heights = "return ['moves', 'move-form', 'paste'].map((each) => Math.round(document.getElementById(each).getBoundingClientRect().y))"
    page.open()
    page.begin("chess")
    before = page.run(heights)
    for count, move in enumerate("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5".split(), 1):
        page.type_move(move)
        page.await_moves(count)
        assert page.run(heights) == before, f"after {move}, from {before} to {page.run(heights)}"
    page.press("back")
    page.press("back")
    page.type_move("d3")
    page.await_moves(13)
    page.type_move("Ke4")
    page.wait("document.getElementById('move-error').textContent !== ''")
    assert page.run(heights) == before, f"with a variation, from {before} to {page.run(heights)}"
    page.mode("analyse")
    before = page.run(heights)
    page.wait("document.querySelectorAll('#lines li').length === 3", what="lines")
    assert page.run(heights) == before, f"with lines, from {before} to {page.run(heights)}"
    cut = page.run("return [...document.querySelectorAll('#lines li')].map((each) => getComputedStyle(each).textOverflow)")
    assert "ellipsis" not in cut, cut
    page.press("run-analysis")
    page.wait("document.getElementById('search-facts').textContent === 'The engine rests.'")
    assert page.run(heights) == before, f"without lines, from {before} to {page.run(heights)}"
    page.press("run-analysis")
    page.mode("play")


def a_small_dialog_is_small(page):
    page.open()
    page.begin("chess")
    load(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    page.click_move("a7a8")
    page.wait("document.getElementById('dialog-promotion').open")
    width = page.run("return document.getElementById('dialog-promotion').getBoundingClientRect().width")
    assert 200 < width < 450, f"the dialog is {width} pixels wide"
    page.run("document.querySelector('#promotion-choices button').click()")


def the_board_grows_with_the_window(page):
    page.open()
    page.begin("chess")
    for width, height in ((1280, 800), (1920, 1080), (3840, 2160)):
        page.browser.set_screen(width, height)
        side = page.run("return document.getElementById('board').getBoundingClientRect().height")
        assert side > 0.68 * height, f"on {width} by {height} pixels, the board is {side} high"
    page.browser.set_screen(1280, 800)


def contrast(one, other):
    """Returns the contrast of two colours, as WCAG 2 defines it."""
    def luminance(colour):
        parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def signs_on_the_board_are_visible(page):
    """Labels have a contrast of 4.5, and the marks of a selected piece's moves one of 3."""
    page.open()
    page.begin("chess")
    load(page, "4k3/8/8/3p4/8/8/8/R3K2R w KQ - 0 1")
    for dark in (False, True):
        page.browser.set_screen(1280, 800, dark)
        page.browser.click(page.cell(page.squares("h1")[0]))
        page.wait("document.querySelector('.target')", what="the moves of the rook")
        paint = ("const style = getComputedStyle(document.querySelector(arguments[0]));"
                 "return [...style.fill.match(/[\\d.]+/g).slice(0, 3).map(Number), Number(style.opacity)]")
        for square in ("light", "dark"):
            ground = page.run(paint, f".squares .{square}")[:3]
            label = page.run(paint, f".label.on-{square}")[:3]
            assert contrast(label, ground) >= 4.5, f"dark {dark}: a label on {square} has a contrast of {contrast(label, ground):.2f}"
            *mark, opacity = page.run(paint, ".target")
            seen = [opacity * part + (1 - opacity) * under for part, under in zip(mark, ground)]
            assert contrast(seen, ground) >= 2.9, f"dark {dark}: a mark on {square} has a contrast of {contrast(seen, ground):.2f}"
        page.browser.click(page.cell(page.squares("h1")[0]))
    page.browser.set_screen(1280, 800)


def forced_colours_hide_nothing(page):
    """In the high contrast of an operating system, what is chosen differs, and the sides keep their colours."""
    page.open()
    page.begin("chess")
    page.browser.force_colours()
    try:
        page.press("new-game")
        grounds = page.run("return [...document.querySelectorAll('#new-sides label')].map((each) => getComputedStyle(each).backgroundColor)")
        assert len(set(grounds)) == 2, f"the chosen side has the ground {grounds}"
        page.run("document.getElementById('dialog-new').close()")
        bar = page.run("return ['.bar', '.bar-fill'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)")
        assert len(set(bar)) == 2, f"both parts of the bar are {bar[0]}"
    finally:
        page.browser.set_screen(1280, 800)


def the_right_button_draws(page):
    page.open()
    page.begin("chess")

    def draw(origin, target):
        steps = [("move", *page.browser.middle(page.cell(page.squares(origin)[0]))), ("down", 2)]
        page.browser.point(*steps, ("move", *page.browser.middle(page.cell(page.squares(target)[0]))), ("up", 2))
    drawn = "return [document.querySelectorAll('.sketch circle').length, document.querySelectorAll('.sketch .head').length]"
    draw("e4", "e4")
    draw("b1", "c3")
    assert page.run(drawn) == [1, 1], page.run(drawn)
    assert page.moves() == [], page.moves()
    draw("e4", "e4")
    assert page.run(drawn) == [0, 1], page.run(drawn)
    page.click_move("e2e4")
    page.await_moves(1)
    assert page.run(drawn) == [0, 0], page.run(drawn)


def captured_pieces_are_shown(page):
    page.open()
    page.begin("chess")
    taken = "return [...document.querySelectorAll('.taken')].map((each) => each.getAttribute('aria-label'))"
    assert page.run(taken) == ["Captured: nothing"] * 2, page.run(taken)
    load(page, "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2")
    page.await_moves(7)
    # White's captures are below, Black's above.
    assert set(page.run(taken)) == {"Captured: 1 black pawn, 1 black queen", "Captured: 2 white pawn"}, page.run(taken)
    load(page, "1r5k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.type_move("axb8=Q")
    page.await_moves(1)
    assert set(page.run(taken)) == {"Captured: 1 black rook", "Captured: nothing"}, page.run(taken)
    page.begin("gomoku")
    assert page.run("return document.querySelectorAll('.taken svg').length") == 0


def stones_are_numbered_on_request(page):
    page.open()
    page.begin("gomoku")
    for count, move in enumerate(("h8", "i9", "h9"), 1):
        page.type_move(move)
        page.await_moves(count)
    numbers = "return [...document.querySelectorAll('.stone-number')].map((each) => each.textContent)"
    assert page.run(numbers) == [], page.run(numbers)
    page.press("show-settings")
    page.browser.click("#set-numbers")
    page.press("settings-save")
    page.wait("document.querySelectorAll('.stone-number').length === 3", what="the numbers")
    assert page.run(numbers) == ["1", "2", "3"], page.run(numbers)
    page.press("back")
    page.wait("document.querySelectorAll('.stone-number').length === 2", what="fewer numbers")
    page.begin("chess")
    page.type_move("e4")
    page.await_moves(1)
    assert page.run(numbers) == [], page.run(numbers)


def keys_work_everywhere(page):
    page.open()
    page.begin("chess")
    for count, move in enumerate(("e4", "e5", "Nf3"), 1):
        page.type_move(move)
        page.await_moves(count)
    current = "(document.querySelector('#moves [aria-current]')?.textContent ?? '')"
    page.run("document.activeElement.blur()")
    for key, shown in (("Left", "e5"), ("Left", "e4"), ("Right", "e5"), ("Up", ""), ("Down", "Nf3")):
        page.browser.type([key])
        page.wait(f"{current} === arguments[0]", shown, what=f"{shown} after {key}")
    page.browser.type(["f"])
    page.wait("document.querySelector('[data-square]').dataset.square === '7'", what="the flipped board")
    page.browser.type(["x"])
    page.wait("document.body.dataset.mode === 'analyse'", what="the analysis")
    page.browser.type(["x"])
    page.wait("document.body.dataset.mode === 'play'", what="the game")
    page.browser.type(["?"])
    page.wait("document.getElementById('dialog-keys').open", what="the list of keys")
    page.browser.type(["f"])  # not in a dialog
    assert page.run("return document.querySelector('[data-square]').dataset.square") == "7"
    page.browser.type(["Escape"])
    page.browser.click("#move-text")
    page.browser.type(["x", "f", "?"])
    assert page.run("return document.getElementById('move-text').value") == "xf?"
    assert page.run("return document.body.dataset.mode") == "play"


def the_page_asks_nobody_else(page):
    page.open()
    asked = page.run("return performance.getEntriesByType('resource').map((each) => each.name)") + [page.server.address]
    assert all(name.startswith(page.server.address) for name in asked), asked
    total = 0
    for name in asked:
        with urllib.request.urlopen(name, timeout=PATIENCE) as answer:
            total += len(answer.read())
    paint = page.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    print(f"    {len(asked)} files, {total} bytes, first paint after {paint} ms")


def the_page_is_small(page):
    """Downloads every file, including those that are loaded on demand, and those of all languages."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src")
    names = sorted(set(os.listdir(f"{source}/server/page")) - {"README.md", "meson.build", "plain.sh", "table.sh"})
    names += [each.replace(".po", ".json") for each in sorted(os.listdir(f"{source}/languages")) if each.endswith(".po")]
    total = packed = 0
    for name in names:
        with urllib.request.urlopen(page.server.address + name, timeout=PATIENCE) as answer:
            assert answer.status == 200, name
            content = answer.read()
            total += len(content)
            packed += len(gzip.compress(content))
    print(f"    {len(names)} files, {total} bytes, {packed} compressed")
    assert len(names) > 20 and total < 230000, f"{len(names)} files have {total} bytes, which are to be less than 230,000"
    assert packed < 80000, f"compressed, the files have {packed} bytes, which are to be less than 80,000"


def fetch_axe(folder):
    """Returns the source of axe-core, which checks accessibility. It is downloaded into the folder."""
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
        for dialog in ("new-game", "paste", "edit", "show-saved", "show-settings", "show-rules"):
            page.press(dialog)
            page.wait("document.querySelector('dialog[open]')")
            audit(page, axe, f"{dialog}, dark {dark}")
            page.run("document.querySelector('dialog[open]').close()")
        page.run("document.getElementById('dialog-token').showModal()")
        audit(page, axe, f"the token's dialog, dark {dark}")
        page.run("document.getElementById('dialog-token').close()")


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
    positions_are_pictures, shapes_that_are_not_known_are_stones_with_letters, sounds_are_heard_when_they_are_wished_for, the_page_fits_every_screen,
    the_panel_stands_still, a_small_dialog_is_small, the_board_grows_with_the_window, signs_on_the_board_are_visible, forced_colours_hide_nothing,
    the_right_button_draws, captured_pieces_are_shown, stones_are_numbered_on_request, keys_work_everywhere,
    the_page_asks_nobody_else, the_page_is_small,
]
NAMED_TESTS = [the_page_is_accessible]
