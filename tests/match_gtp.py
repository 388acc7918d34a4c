#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays matches with engines of GTP: match_gtp.py MATCH MYOSU

One of them answers by a script, and writes what it gets into a file: columns have no I, and each move is sent once.
"""
import os
import subprocess
import sys
import tempfile

MATCH, MYOSU = sys.argv[1:3]

# An engine that plays its moves in turn.
ENGINE = """
import sys
moves = {moves!r}
log = open({log!r}, "a")
for line in sys.stdin:
    print(line.rstrip(), file=log, flush=True)
    words = line.split()
    number = words.pop(0) if words and words[0].isdigit() else ""
    answers = {{"name": "Script", "protocol_version": "2", "list_commands": "play\\ngenmove\\nundo"}}
    if not words:
        print("? unknown command\\n", flush=True)
    elif words[0] == "genmove":
        print("=" + number, moves.pop(0) + "\\n", flush=True)
    elif words[0] in ("play", "clear_board", "boardsize", "quit") or words[0] in answers:
        print("=" + number, answers.get(words[0], "") + "\\n", flush=True)
    else:
        print("?" + number, "unknown command\\n", flush=True)
    if words[:1] == ["quit"]:
        break
"""


def fail_unless(good, *words):
    if not good:
        sys.exit(" | ".join(str(word) for word in words))


def run(*words):
    return subprocess.run([MATCH, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def play(folder, name, proto, game, first, second, options=()):
    """Returns what the match prints and the lines that the first engine got."""
    engines = []
    for side, moves in (("a", first), ("b", second)):
        script, log = (os.path.join(folder, name + side + end) for end in (".py", ".log"))
        with open(script, "w", encoding="utf-8") as file:
            file.write(ENGINE.format(moves=moves, log=log))
        engines += ["-engine", "name=" + side, "cmd=" + sys.executable, "arg=" + script, proto]
    done = run("-game", *game, *engines, "-each", "tc=60", "-rounds", "1", "-games", "1", "-noswap", *options)
    with open(os.path.join(folder, name + "a.log"), encoding="utf-8") as file:
        return done, file.read().splitlines()


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Five in a row for the first engine, on columns H, J and K.
        first, second = ["G8", "H8", "J8", "K8", "L8"], ["A1", "B1", "C1", "D1"]
        done, got = play(folder, "row", "proto=gtp", ["gomoku"], first, second)
        fail_unless(done.returncode == 0 and "+1 -0 =0" in done.stdout, done.stdout, done.stderr)
        plays = [line.split(" ", 1)[1] for line in got if " play " in line]
        fail_unless(plays == ["play w A1", "play w B1", "play w C1", "play w D1"], got)
        fail_unless(got.count("4 boardsize 15") == 1 and "4 time_left b 60 0" in got, got)
        fail_unless("4 time_settings 60 0 0" in got and got[-1] == "quit", got)
        # An engine that resigns, found without the name of its dialect.
        done, got = play(folder, "auto", "proto=auto", ["gomoku"], ["H8", "resign"], ["A1"])
        fail_unless(done.returncode == 0 and "+0 -1 =0" in done.stdout, done.stdout, done.stderr)
        fail_unless(got[0] == "uci" and "1 name" in got, got)
        # In Connect Four, a move is the square on which the disc lands.
        done, got = play(folder, "columns", "proto=gtp", ["connect4"], ["D1", "E1", "F1", "G1"], ["A1", "A2", "A3"])
        fail_unless(done.returncode == 0 and "+1 -0 =0" in done.stdout, done.stdout, done.stderr)
        fail_unless("4 play w A2" in got and "4 play w A3" in got, got)
        # Requests for which GTP has no words.
        pair = ["-engine", "name=a", "cmd=" + MYOSU, "proto=gtp", "-engine", "name=b", "cmd=" + MYOSU]
        done = run("-game", "gomoku", *pair, "-each", "depth=3")
        fail_unless(done.returncode != 0 and "a: depth=: GTP has no such limit" in done.stderr, done.stderr)
        done = run("-game", "gomoku", "rule=renju", *pair, "-each", "tc=1")
        fail_unless(done.returncode != 0 and "a: cannot be told the rule: GTP has no word" in done.stderr, done.stderr)
        # Our own engine on both sides of the wire.
        for game in ("othello", "connect4", "ataxx", "tictactoe"):
            done = run("-game", game, *pair, "-each", "tc=0.5+0.01", "-rounds", "1")
            fail_unless(done.returncode == 0 and "Forfeits" not in done.stdout and "2/2" in done.stdout, game, done.stdout,
                        done.stderr)


main()
