#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets XBoard play the engine against itself, and analyse the game, on a virtual display: xboard.py MYOSU

Its debug file has each line between the two, and must contain no error. Skipped if XBoard or Xvfb is absent.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MYOSU = os.path.abspath(sys.argv[1])
os.environ["PATH"] += ":/usr/games"
SKIPPED = 77


def fail_unless(good, *words):
    if not good:
        sys.exit(" ".join(str(word) for word in words))


def await_end(group):
    """Waits for the processes that xvfb-run leaves behind, which may still write; ends them after a while."""
    give_up = time.monotonic() + 5
    try:
        while time.monotonic() < give_up:
            os.killpg(group, 0)
            time.sleep(0.02)
        os.killpg(group, signal.SIGKILL)
        time.sleep(0.5)
    except ProcessLookupError:
        pass


def run(folder, name, *words, seconds):
    """Returns the debug file of a run that ends by itself or is ended."""
    debug = os.path.join(folder, name)
    display = ["xvfb-run", "-a", "xboard", "-fcp", MYOSU, "-popupExitMessage", "false", "-debug",
               "-nameOfDebugFile", debug]
    with subprocess.Popen([*display, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, start_new_session=True) as program:
        try:
            program.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGTERM)
            program.wait()
    await_end(program.pid)
    with open(debug, encoding="latin-1") as file:
        text = file.read()
    wrong = [line for line in text.splitlines() if re.search(r"(?i)<(first|second) *: *(.*error|.*illegal)", line)]
    fail_unless(not wrong, name, wrong, text[-2000:])
    return text


def main():
    for program in ("xboard", "xvfb-run"):
        if not shutil.which(program):
            print(f"skipped: there is no {program}")
            sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        # Two games, with periods of four moves, so that the level is sent again in the game; and another colour.
        text = run(folder, "match", "-scp", MYOSU, "-matchGames", "2", "-tc", "0:01", "-mps", "4", "-fd", folder, "-sd", folder,
                   "-saveGameFile", os.path.join(folder, "games.pgn"), "-adjudicateDrawMoves", "12",
                   seconds=150)
        fail_unless(len(re.findall(r">first *: *new\n", text)) >= 2, text[-2000:])
        fail_unless(re.search(r"<first *: *move \w+", text) and re.search(r"<second *: *move \w+", text), text[-2000:])
        fail_unless(re.search(r">first *: *level 4 0:01 0", text) and re.search(r">first *: *result ", text), text[-2000:])
        fail_unless(re.search(r"<first *: *\d+ -?\d+ \d+ \d+ \d+ \d+ \d+\t", text), "no thinking", text[-2000:])
        # The analysis of the game.
        text = run(folder, "analysis", "-initialMode", "AnalyzeFile", "-loadGameFile", os.path.join(folder, "games.pgn"),
                   "-loadGameIndex", "1", "-timeDelay", "0.5", seconds=12)
        fail_unless(re.search(r">first *: *analyze", text) and re.search(r"<first *: *\d+ -?\d+ \d+ \d+ ", text), text[-2000:])


main()
