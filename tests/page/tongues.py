# SPDX-License-Identifier: MIT
"""Tests of the page: its languages. No view of the page in Korean shows a text in English."""
import re

from store import forget_games
from person import GAMES, load

# Words that stay in every language: file formats, units, names of programs and of options, keys.
KEPT = {"Myosu", "FEN", "PGN", "SGF", "Elo", "MB", "kN", "English", "Language", "White", "AB", "AW", "GM", "SZ", "RU", "pass",
        # Names that the texts of the rules explain.
        "FIDE", "freestyle", "standard", "renju", "caro", "omok"}
# A word without digits. Words with digits are moves: e4, Nf3, g1e3, C2.5.
WORD = re.compile("[A-Za-z][A-Za-z]+")

# All that a person sees or a screen reader reads: [where, text].
SHOWN = """const all = [];
  const name = (element) => element.id || `${element.tagName} in ${element.parentElement?.id || element.parentElement?.className}`;
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility() || element.closest('svg, kbd, [translate="no"]')) { continue; }
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) { all.push([name(element), node.data.trim()]); }
    }
    for (const each of ['aria-label', 'title', 'placeholder']) {
      if (element.getAttribute(each)) { all.push([`${each} of ${name(element)}`, element.getAttribute(each)]); }
    }
  }
  return [...all, ['title of the page', document.title.replace(' – Myosu', '')]];"""


def english_words(text):
    """Returns the words of a text that are English."""
    return [word for word in re.findall(r"\w+", text, re.ASCII) if WORD.fullmatch(word) and word not in KEPT]


def all_is_korean(page, where):
    for element, text in page.run(SHOWN):
        words = english_words(text)
        assert not words, f"{where}: {element} shows '{text}'"


def choose_language(page, language):
    page.press("show-settings")
    page.fill("set-language", language)
    page.press("settings-save")
    page.wait("document.documentElement.lang === arguments[0]", language, what=f"the language {language}")


def dialogs_are_korean(page, where):
    for button, dialog in (("new-game", "new"), ("paste", "paste"), ("edit", "edit"), ("show-saved", "saved"), ("show-watch", "watch"),
                           ("show-rules", "rules"), ("show-keys", "keys"), ("show-settings", "settings")):
        page.press(button)
        page.wait(f"document.getElementById('dialog-{dialog}').open", what=dialog)
        if dialog == "rules":
            page.wait("document.getElementById('rules-text').textContent.length > 40", what="the rules")
        if dialog == "watch":
            page.wait("document.getElementById('watch-games').textContent !== ''", what="the list of games")
        if dialog == "saved":
            page.wait("document.getElementById('saved-list').textContent !== ''", what="the saved games")
        all_is_korean(page, f"{where}, {dialog}")
        page.run("document.querySelector('dialog[open]').close()")


def a_game_goes_on_in_another_language(page):
    page.open()
    page.begin("chess")
    for count, move in enumerate("e4 e5 Nf3".split(), 1):
        page.type_move(move)
        page.await_moves(count)
    page.await_status("Black to move")
    english = page.run(SHOWN)
    # These words are on the page in English: the rule must find them.
    for word in ("Settings", "Take back", "Black to move", "black king"):
        assert any(word in text and english_words(text) for _, text in english), word
    choose_language(page, "ko")
    page.await_status("흑 차례")
    assert page.moves() == ["e4", "e5", "Nf3"], page.moves()
    assert page.text("take-back") == "무르기" and page.text("resign") == "기권", page.text("take-back")
    all_is_korean(page, "in a game")
    page.type_move("Nc6")
    page.await_moves(4)
    page.type_move("Ke3")
    page.wait("document.getElementById('move-error').textContent !== ''")
    assert page.text("move-error") == "'Ke3'은(는) 둘 수 없습니다: e3에 갈 수 있는 킹이(가) 없습니다.", page.text("move-error")
    all_is_korean(page, "after a wrong move")
    # The choice is kept.
    page.open(forget=False)
    page.await_status("백 차례")
    all_is_korean(page, "after a reload")
    choose_language(page, "en")
    page.await_status("White to move")
    assert page.run(SHOWN) != english and page.text("take-back") == "Take back"
    assert not any(re.search("[가-힣]", text) for _, text in page.run(SHOWN)), page.run(SHOWN)


def every_view_is_korean(page):
    page.open()
    forget_games(page)
    for game, (moves, *_) in GAMES.items():
        choose_language(page, "en")
        page.begin(game)
        choose_language(page, "ko")
        all_is_korean(page, f"{game} at its start")
        for count, move in enumerate(moves.split(), 1):
            page.type_move(move)
            page.await_moves(count)
        all_is_korean(page, f"{game} at its end")
        dialogs_are_korean(page, game)
    page.press("back")
    page.mode("analyse")
    page.wait("document.querySelectorAll('#lines li').length > 0", what="lines")
    all_is_korean(page, "an analysis")
    page.press("run-analysis")
    all_is_korean(page, "without the engine")
    page.press("annotate")
    page.wait("!document.getElementById('worst').hidden", what="the annotation")
    all_is_korean(page, "an annotated game")
    load(page, "[White \"?\"]\n\n1. e4 e5 *\n\n[White \"?\"]\n\n1. d4 *")
    page.wait("!document.getElementById('file').hidden", what="the file")
    all_is_korean(page, "a file")
    load(page, "1. e4 {x")
    all_is_korean(page, "a file with an error")
    page.run("document.querySelector('dialog[open]').close()")
    page.mode("play")
    page.press("resign")
    all_is_korean(page, "a game that was given up")
    page.run("document.getElementById('dialog-token').showModal()")
    all_is_korean(page, "a server with tokens")
    page.run("document.getElementById('dialog-token').close()")


def dialogs_fit_every_screen(page):
    """Nothing reaches over the edge of its dialog, in any language, nor is a word of a label broken."""
    page.open()
    try:
        for language in ("en", "ko"):
            choose_language(page, language)
            for width in (320, 390, 1280):
                page.browser.set_screen(width, 800)
                for name in ("new", "paste", "watch", "rules", "keys", "settings", "token"):
                    wide = page.run(
                        "const dialog = document.getElementById(`dialog-${arguments[0]}`); dialog.showModal();"
                        "const edge = dialog.getBoundingClientRect().right;"
                        "const over = [...dialog.querySelectorAll('*')].filter((each) => each.checkVisibility()"
                        "  && each.getBoundingClientRect().right > edge + 0.5).map((each) => each.id || each.outerHTML.slice(0, 60));"
                        "dialog.close(); return over;", name)
                    assert not wide, f"{language}, {width} pixels, {name}: over the edge: {wide}"
    finally:
        page.browser.set_screen(1280, 800)


def logo_is_a_drawing(page):
    """The name in Korean needs no font: it is paths, and visible in both themes."""
    page.open()
    for dark in (False, True):
        page.browser.set_screen(1280, 800, dark)
        logo = page.run("const logo = document.querySelector('h1 .logo'); const box = logo.getBoundingClientRect();"
                        "return {name: logo.getAttribute('aria-label'), size: [box.width, box.height], texts: logo.querySelectorAll('text').length,"
                        "  strokes: logo.querySelector('path').getAttribute('d').match(/M/g).length,"
                        "  colours: [getComputedStyle(logo).stroke, getComputedStyle(document.body).backgroundColor]};")
        # The first syllable has a square and three strokes, the second one four strokes.
        assert logo["name"] == "묘수" and logo["texts"] == 0 and logo["strokes"] == 8, logo
        assert logo["size"][0] > 30 and logo["size"][1] > 15, logo
        levels = [sum(int(part) for part in re.findall(r"\d+", colour)[:3]) for colour in logo["colours"]]
        assert abs(levels[0] - levels[1]) > 250, logo
    page.browser.set_screen(1280, 800)


def the_language_is_the_browsers(page):
    """Also if it is one of several, and without the catalogue of another language."""
    try:
        for languages, expected in (("ko-KR,en", "ko"), ("fr,ko,en", "ko"), ("en-GB,ko", "en"), ("fr", "en")):
            agent = page.run("return navigator.userAgent")
            page.browser.devtools("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=languages)
            page.open()
            assert page.run("return document.documentElement.lang") == expected, languages
            asked = page.run("return performance.getEntriesByType('resource').map((each) => each.name)")
            assert any(name.endswith("/ko.json") for name in asked) == (expected == "ko"), asked
            assert page.text("show-settings") == {"ko": "설정", "en": "Settings"}[expected], page.text("show-settings")
    finally:
        page.browser.devtools("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en-US")


TESTS = [a_game_goes_on_in_another_language, every_view_is_korean, dialogs_fit_every_screen, logo_is_a_drawing, the_language_is_the_browsers]
NAMED_TESTS = []
