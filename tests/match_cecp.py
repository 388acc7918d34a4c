#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays matches with engines of CECP that answer by a script: match_cecp.py MATCH MYOSU

The engines differ in what the protocol leaves to them: version 1 without features, moves in players' notation in
both directions, one game for each start, features that come late, castling in fischerandom, and resignation.
"""
import os
import subprocess
import sys
import tempfile

MATCH, MYOSU = sys.argv[1:3]

# An engine that plays White's moves in turn, and writes what it gets into a file.
ENGINE = """
import sys, time
features, moves, late = {features!r}, {moves!r}, {late}
log = open({log!r}, "a")
count = 0
thinks = False
for line in sys.stdin:
    line = line.strip()
    print(line, file=log, flush=True)
    word = line.split(" ")[0] if line else ""
    if word == "protover" and features:
        print("feature done=0", flush=True)
        time.sleep(late)
        print("feature " + features + " done=1", flush=True)
    elif word == "new":
        count = 0
    elif word == "ping":
        print(line.replace("ping", "pong"), flush=True)
    elif word == "go" or (word not in "new xboard easy post computer level time otim force accepted rejected variant white black quit ping setboard".split()):
        if word in ("go", "usermove") or not features:
            print("1 10 5 20 " + moves[count], flush=True)
            print(moves[count] if moves[count] == "resign" else "move " + moves[count], flush=True)
            count += 1
    elif word == "quit":
        break
"""
# Black's moves, by which the game is known.
REPLY = """
import sys
moves = {moves!r}
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name reply\\noption name UCI_Chess960 type check default false\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        count = len(words[words.index("moves") + 1:]) if "moves" in words else 0
    elif words[:1] == ["go"]:
        print("info depth 1 score cp 0 nodes 1 time 1 nps 1 hashfull 0 pv " + moves[count // 2], flush=True)
        print("bestmove " + moves[count // 2], flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def fail_unless(good, *words):
    if not good:
        sys.exit(" ".join(str(word) for word in words))


def play(folder, name, features, white, black, options=(), late=0, proto="proto=cecp", games=1):
    """Returns what the match prints, the moves of the PGN, and the lines that the engine got."""
    log, pgn = os.path.join(folder, name + ".log"), os.path.join(folder, name + ".pgn")
    for file, text in (("w", ENGINE.format(features=features, moves=white, late=late, log=log)),
                       ("b", REPLY.format(moves=black))):
        with open(os.path.join(folder, name + file + ".py"), "w", encoding="utf-8") as script:
            script.write(text)
    words = [MATCH, "-engine", "name=w", "cmd=" + sys.executable, "arg=" + os.path.join(folder, name + "w.py"), proto,
             "-engine", "name=b", "cmd=" + sys.executable, "arg=" + os.path.join(folder, name + "b.py"), "proto=uci",
             "-each", "tc=60+1", "-rounds", str(games), "-games", "1", "-noswap", "-pgnout", "file=" + pgn, *options]
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    fail_unless(done.returncode == 0, name, done.stdout, done.stderr)
    with open(pgn, encoding="utf-8") as file:
        text = file.read()
    with open(log, encoding="utf-8") as file:
        return done.stdout + done.stderr, text, file.read().splitlines()


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Version 1: no features, bare moves; it resigns on its third move.
        said, pgn, got = play(folder, "old", "", ["e2e4", "g1f3", "resign"], ["e7e5", "b8c6"])
        fail_unless("0-1" in pgn and "Nc6" in pgn, pgn)
        fail_unless("e7e5" in got and "b8c6" in got and "usermove e7e5" not in got, got)
        fail_unless("level 0 1 1" in got and "time 6000" in got and "go" in got and "white" in got, got)
        # Players' notation, both ways, found without a name of the dialect, with features after the first second.
        said, pgn, got = play(folder, "san", 'san=1 usermove=1 ping=1 colors=0 myname="San"', ["e4", "Nf3", "Bc4", "O-O", "resign"],
                              ["e7e5", "b8c6", "g8f6", "f6e4"], proto="proto=xboard", late=3)
        fail_unless("usermove e5" in got and "usermove Nc6" in got and "usermove Nxe4" in got, got)
        fail_unless("4. O-O" in pgn and "0-1" in pgn, pgn)
        fail_unless("accepted san" in got and "accepted done" in got and "white" not in got, got)
        # One game for each start.
        said, pgn, got = play(folder, "once", "reuse=0 usermove=1 colors=0", ["d2d4", "resign"], ["d7d5"], games=2)
        fail_unless(sum(line == "xboard" for line in got) == 3, got)  # one of them is the probe
        fail_unless(pgn.count("0-1") >= 2, pgn)
        # Castling in fischerandom is O-O, both ways.
        book = os.path.join(folder, "book.epd")
        with open(book, "w", encoding="utf-8") as file:
            file.write("4k2r/4pppp/8/8/8/8/4PPPP/4K2R w Hh - 0 1\n")
        said, pgn, got = play(folder, "shuffled", 'variants="normal,fischerandom" setboard=1 usermove=1 colors=0 ping=1',
                              ["O-O", "h2h3", "resign"], ["e8h8", "h7h6"],
                              ["-game", "chess", "chess960=true", "-openings", "file=" + book])
        fail_unless("variant fischerandom" in got and "usermove O-O" in got, got)
        fail_unless("1. O-O {" in pgn and "} O-O {" in pgn and "{w resigns} 0-1" in pgn, pgn)
        # A limit of nodes, for engines with the feature `nps` only.
        def count(*options):
            return subprocess.run([MATCH, "-engine", "name=a", "proto=cecp", *options, "-engine", "name=b", "cmd=" + MYOSU, "-each",
                                   "nodes=500", "-rounds", "1"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        done = count("cmd=" + sys.executable, "arg=" + os.path.join(folder, "oncew.py"))
        fail_unless(done.returncode != 0 and "a: nodes=: CECP has no such limit" in done.stderr, done.stderr)
        done = count("cmd=" + MYOSU)
        fail_unless(done.returncode == 0 and "Forfeits" not in done.stdout and "2/2" in done.stdout, done.stdout, done.stderr)
        # Our own engine on both sides of the wire.
        done = subprocess.run([MATCH, "-engine", "name=a", "cmd=" + MYOSU, "proto=cecp", "option.Hash=32", "-engine", "name=b",
                               "cmd=" + MYOSU, "-each", "tc=5+0.1", "depth=3", "-rounds", "1"],
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        fail_unless(done.returncode == 0 and "Forfeits" not in done.stdout and "2/2" in done.stdout, done.stdout, done.stderr)


main()
