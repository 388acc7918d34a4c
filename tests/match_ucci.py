#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays matches with engines of UCCI and NBoard that answer by a script: match_ucci.py MATCH MYOSU

The engine of UCCI ends at any first line but its own, as ElephantEye does, and knows times in seconds only.
"""
import os
import subprocess
import sys
import tempfile

MATCH, MYOSU = sys.argv[1:3]

UCCI = """
import sys
log = open({log!r}, "a")
answers = {answers!r}
for line in sys.stdin:
    words = line.split()
    print(line.strip(), file=log, flush=True)
    if words[:1] == ["ucci"]:
        print("id name Script\\noption hashsize type spin min 16 max 64 default 16\\n{millisec}ucciok", flush=True)
        greeted = True
    elif "greeted" not in globals():
        break
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        count = len(words[words.index("moves") + 1:]) if "moves" in words else 0
    elif words[:1] == ["go"]:
        print("info depth 1 score 7 pv " + answers[count // 2][9:13], flush=True)
        print(answers[count // 2], flush=True)
    elif words[:1] == ["quit"]:
        print("bye", flush=True)
        break
"""


def fail_unless(good, *words):
    if not good:
        sys.exit(" ".join(str(word) for word in words))


def run(*words):
    done = subprocess.run([MATCH, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    fail_unless(done.returncode == 0, words, done.stdout, done.stderr)
    return done.stdout + done.stderr


def play(folder, name, answers, *options, millisec=""):
    """Plays a game as Red against Myosu. Returns the PGN and the lines that the engine got."""
    script, log, pgn = (os.path.join(folder, name + end) for end in (".py", ".log", ".pgn"))
    with open(script, "w", encoding="utf-8") as file:
        file.write(UCCI.format(log=log, answers=answers, millisec=millisec))
    run("-game", "xiangqi", "-engine", "name=w", "cmd=" + sys.executable, "arg=" + script, *options, "-engine", "name=b",
        "cmd=" + MYOSU, "depth=1", "-each", "tc=60.5+1.5", "-rounds", "1", "-games", "1", "-noswap", "-pgnout", "file=" + pgn)
    with open(pgn, encoding="utf-8") as file, open(log, encoding="utf-8") as lines:
        return file.read(), lines.read().splitlines()


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Found without a name; times in seconds; options by their own name; it resigns.
        pgn, got = play(folder, "slow", ["bestmove h2e2", "bestmove b2b3 draw", "bestmove b3b4 resign"], "option.Hash=32")
        fail_unless("w resigns" in pgn and "0-1" in pgn, pgn)
        fail_unless("setoption hashsize 32" in got and "setoption newgame" in got and "position startpos" in got, got)
        fail_unless("go time 60 increment 1 opptime 60 oppincrement 1" in got, got)
        fail_unless("setoption usemillisec true" not in got, got)
        # In milliseconds.
        pgn, got = play(folder, "fine", ["bestmove h2e2", "nobestmove"], "proto=ucci",
                        millisec="option usemillisec type check default false\\n")
        fail_unless(got[1] == "setoption usemillisec true", got)
        fail_unless("go time 60500 increment 1500 opptime 60500 oppincrement 1500" in got, got)
        fail_unless("w sees a draw" in pgn and "1/2-1/2" in pgn, pgn)
        # Without a move of the opponent it may not claim a draw.
        pgn, got = play(folder, "mute", ["nobestmove"], "proto=ucci")
        fail_unless("says that it has no move" in pgn and "0-1" in pgn, pgn)
        # Our own engine on both sides of the wire.
        said = run("-game", "xiangqi", "-engine", "name=a", "cmd=" + MYOSU, "proto=ucci", "option.Hash=32", "option.Skill Level=19",
                   "-engine", "name=b", "cmd=" + MYOSU, "-each", "tc=5+0.1", "depth=3", "-rounds", "1", "-maxmoves", "30")
        fail_unless("Forfeits" not in said and "2/2" in said, said)

        said = run("-game", "othello", "-engine", "name=a", "cmd=" + MYOSU, "proto=nboard", "-engine", "name=b", "cmd=" + MYOSU,
                   "-each", "tc=9+0.5", "depth=2", "-rounds", "2")
        fail_unless("Forfeits" not in said and "4/4" in said, said)


main()
