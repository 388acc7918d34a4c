#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the page in a browser: page.py ENGINE [--browser BROWSER] [NAME...]

Starts ENGINE as a daemon that serves the page, and a headless BROWSER, chromium (the default) or firefox.
Plays every game to its end by clicks, keys and typed moves, analyses, annotates, and loses and restores the
connection. NAME... are the tests to run; by default all but those that download something (axe-core) or need
another engine. Exits with 77 if BROWSER is not installed or ENGINE serves no page.

MYOSU_PAGE_SERVER is another command that serves the page, with PORT in it. MYOSU_PAGE_PICTURES is a folder
for screenshots of each game, narrow and wide, light and dark.
"""
import argparse
import os
import sys
import time
import traceback

import collection
import company
import edit
import play
import sight
import store
import study
import tongues
from browser import BROWSERS, Missing
from person import Page, Server, Skipped, meet_games

ROOMS = [play, study, collection, edit, store, company, sight, tongues]
TESTS = [test for room in ROOMS for test in room.TESTS]
# Tests that run only if they are named.
NAMED_TESTS = [test for room in ROOMS for test in room.NAMED_TESTS]


def run_test(test, browser, server):
    browser.set_screen(1280, 800)
    browser.messages()
    begun = time.monotonic()
    try:
        test(Page(browser, server))
        # A document that is not a page has no icon, but the browser requests one.
        messages = [each for each in browser.messages() if "/favicon.ico" not in each["message"]]
        assert not messages, messages
        print(f"ok      {test.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
        return True
    except (AssertionError, StopIteration, KeyError):
        print(f"FAILED  {test.__name__}", flush=True)
        traceback.print_exc(file=sys.stdout)
        return False


def main():
    parser = argparse.ArgumentParser(description="Tests the page in a browser.")
    parser.add_argument("engine")
    parser.add_argument("--browser", choices=BROWSERS, default="chromium")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_intermixed_args()
    names = given.names
    tests = [test for test in TESTS + NAMED_TESTS if test.__name__ in names] if names else TESTS
    unknown = set(names) - {test.__name__ for test in tests}
    if unknown:
        print(f"page.py: no test '{min(unknown)}'", file=sys.stderr)
        return 2
    try:
        if not names:
            meet_games(given.engine)
        server = Server(given.engine)
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    browser = None
    try:
        browser = BROWSERS[given.browser]()
        failed = sum(not run_test(test, browser, server) for test in tests)
        if "MYOSU_PAGE_PICTURES" in os.environ:
            sight.take_pictures(Page(browser, server), os.environ["MYOSU_PAGE_PICTURES"])
        return 1 if failed else 0
    except (Missing, Skipped) as reason:
        print(f"skipped: {reason}")
        return 77
    finally:
        if browser:
            browser.close()
        server.stop()  # raises an AssertionError if it fails


if __name__ == "__main__":
    sys.exit(main())
