#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays xiangqi with engines of UCI that count ranks from 1 (Fairy-Stockfish) or from 0 (Pikafish): match_ranks.py MATCH MYOSU

Both kinds are scripts here. The moves below are in the notation of each.
"""
import os
import re
import subprocess
import sys
import tempfile

MATCH, MYOSU = sys.argv[1:3]
ANALYSE = os.path.join(os.path.dirname(MATCH), "myosu-analyse")

ENGINE = """
import sys
log = open({log!r}, "a")
answers = {answers!r}
for line in sys.stdin:
    words = line.split()
    print(line.strip(), file=log, flush=True)
    if words[0] == "uci":
        print("id name Script\\noption name Ponder type check default false\\n{variant}uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        count = len(words[words.index("moves") + 1:]) if "moves" in words else 0
    elif words[0] == "go":
        best = "b10c8" if count % 2 else answers[count // 2]
        print("info depth 1 score cp 7 nodes 9 pv " + best.replace(" ponder", ""), flush=True)
        print("bestmove " + best, flush=True)
    elif words[0] == "quit":
        break
"""
FROM_1 = ["h3e3 ponder a10a9", "b1c3", "a1a2"]
FROM_0 = ["h2e2 ponder a9a8", "b0c2", "a0a1"]
VARIANT = "option name UCI_Variant type combo default chess var chess var xiangqi\\n"


def fail_unless(good, *words):
    if not good:
        sys.exit(" ".join(str(word) for word in words))


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    fail_unless(done.returncode == 0, words, done.stdout, done.stderr)
    return done.stdout + done.stderr


def write(folder, name, answers, variant):
    script, log = (os.path.join(folder, name + end) for end in (".py", ".log"))
    with open(script, "w", encoding="utf-8") as file:
        file.write(ENGINE.format(log=log, answers=answers, variant=variant))
    return script, log


def play(folder, name, answers, variant, *options):
    """Plays three moves of each side as Red. Returns the moves of the PGN, its text, and the lines that the engine got."""
    script, log = write(folder, name, answers, variant)
    pgn = os.path.join(folder, name + ".pgn")
    run(MATCH, "-game", "xiangqi", "-engine", "name=w", "cmd=" + sys.executable, "arg=" + script, "ponder", *options, "-engine",
        "name=b", "cmd=" + MYOSU, "depth=1", "-each", "tc=60", "-rounds", "1", "-games", "1", "-noswap", "-maxmoves", "3",
        "-pgnout", "file=" + pgn, "notation=uci")
    with open(pgn, encoding="utf-8") as file, open(log, encoding="utf-8") as lines:
        text = file.read()
        return re.findall(r"\b[a-i]\d[a-i]\d\b", text.split("\n\n")[1]), text, lines.read().splitlines()


def raised(move):
    """The move with ranks from 1."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, answers, variant, options in (
                ("fairy", FROM_1, VARIANT, []), ("bare", FROM_1, "", []), ("pika", FROM_0, "", []), ("said", FROM_1, VARIANT, ["ranks=1"]),
                ("zero", FROM_0, VARIANT, ["ranks=0"])):
            moves, pgn, got = play(folder, name, answers, variant, *options)
            fail_unless(moves[0::2] == ["h2e2", "b0c2", "a0a1"] and len(moves) == 6 and "[Termination \"illegal" not in pgn, name, pgn)
            sent = [raised(move) for move in moves] if answers == FROM_1 else moves
            for count in 2, 4:
                fail_unless("position startpos moves " + " ".join(sent[:count]) in got, name, pgn, got)
            # The expected reply is pondered on in the engine's own notation.
            fail_unless("position startpos moves " + " ".join([sent[0], answers[0].split()[2]]) in got, name, got)
            # A search of the start shows the numbers, before the new game, unless they are known.
            fail_unless(("go depth 1" in got) == (not options), name, got)
            fail_unless(options or got.index("go depth 1") < got.index("ucinewgame"), name, got)
        # With the wrong number the first move is illegal.
        _, pgn, _ = play(folder, "wrong", FROM_1, VARIANT, "ranks=0")
        fail_unless("illegal move" in pgn and "0-1" in pgn, pgn)

        script, log = write(folder, "tree", ["h3e3"], VARIANT)
        moves = os.path.join(folder, "game.txt")
        with open(moves, "w", encoding="utf-8") as file:
            file.write("h2e2\n")
        said = run(ANALYSE, "--quiet", "--game", "xiangqi", "--depth", "1", "--engine", sys.executable + " " + script, moves)
        with open(log, encoding="utf-8") as file:
            got = file.read().splitlines()
        fail_unless("b9c7" in said and "b10c8" not in said, said)
        # Nothing else is sent before the answer that shows the numbers.
        fail_unless(got[got.index("go depth 1") + 1] == "ucinewgame", got)
        fail_unless("position startpos moves h3e3" in got and "position startpos moves h2e2" not in got, got)


main()
