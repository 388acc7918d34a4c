#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares how myosu-analyse and python-chess read files of games: pgn_corpus.py ANALYSE ENGINE FOLDER

Every game that python-chess (https://pypi.org/project/chess) reads without an error must be read, with the same
moves. Prints what differs, and at the end the counts. Games of variants that are not offered are left out. Exits
with 77 if python-chess is missing.

ENGINE is asked about the last position of each game only, so any will do. FOLDER is searched for *.pgn.
"""
import glob
import io
import json
import logging
import os
import re
import subprocess
import sys
import tempfile

try:
    import chess
    import chess.pgn
except ImportError:
    chess = None

OTHERS = {"antichess", "atomic", "crazyhouse", "king of the hill", "kingofthehill", "racing kings", "racingkings",
          "horde", "three-check", "threecheck", "suicide", "giveaway", "losers", "bughouse", "3check"}


def decode(data):
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def moves_of(game):
    return [move.uci() for move in game.mainline_moves()]


def read_theirs(text):
    """The games of a text: (moves, whether there was an error, the game)."""
    games, file = [], io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file)) is not None:
        games.append((moves_of(game), bool(game.errors), game))
    return games


def read_ours(analyse, engine, path, folder):
    """The games that were read, by number: moves; and the complaints."""
    database = os.path.join(folder, "db")
    common = [analyse, "--quiet", "--engine", engine, "--nodes", "1", "--last", "--db", database, "--input", "pgn"]
    lines = os.path.join(folder, "lines.jsonl")
    run = subprocess.run(common + ["--fresh", "--output", lines, path], stderr=subprocess.PIPE, check=False)
    complaints = run.stderr.decode("utf-8", "replace")
    if not os.path.exists(lines):
        return {}, complaints
    with open(lines, encoding="utf-8") as file:
        numbers = [row["entry"] for row in map(json.loads, file) if "ply" in row]
    os.remove(lines)
    games = os.path.join(folder, "games.pgn")
    subprocess.run(common + ["--output", games, path], stderr=subprocess.DEVNULL, check=False)
    with open(games, encoding="utf-8") as file:
        read = read_theirs(file.read())
    os.remove(games)
    if len(read) != len(numbers):
        raise AssertionError(f"{path}: {len(numbers)} games were written, {len(read)} of them are read")
    return dict(zip(numbers, (moves for moves, _, _ in read))), complaints


def is_other(game):
    variant = re.sub(r"[^a-z0-9]", "", game.headers.get("Variant", "").lower())
    return any(re.sub(r"[^a-z0-9]", "", other) == variant for other in OTHERS)


def without_null_moves(moves):
    """The moves before the first null move, which chess does not have."""
    return moves[:moves.index("0000")] if "0000" in moves else moves


def compare(analyse, engine, path, folder, counts):
    """Every game of theirs must be among ours, in the same order. python-chess ends a game at a comment between two
    empty lines, so it finds more games, some without moves, and fewer tags."""
    with open(path, "rb") as file:
        data = file.read()
    theirs = [(without_null_moves(moves), wrong or is_other(game)) for moves, wrong, game in read_theirs(decode(data))]
    read, complaints = read_ours(analyse, engine, path, folder)
    ours = [moves for _, moves in sorted(read.items()) if moves]
    at, wrong = 0, []
    for number, (moves, left_out) in enumerate(theirs, 1):
        if moves and not left_out:
            if moves in ours[at:]:
                at += 1 + ours[at:].index(moves)
                counts["games"] += 1
                counts["moves"] += len(moves)
            else:
                wrong.append(f"game {number} ({len(moves)} plies: {' '.join(moves[:8])})")
        counts["left out"] += left_out
    counts["files"] += 1
    counts["more"] += max(0, len(ours) - sum(bool(moves) for moves, _ in theirs))
    counts["wrong"] += len(wrong)
    if wrong:
        print(f"{path}: {len(wrong)} of {len(theirs)} games: " + "; ".join(wrong[:3]))
        print("    " + "\n    ".join(complaints.splitlines()[:3]))


def main():
    if len(sys.argv) != 4:
        print("usage: pgn_corpus.py ANALYSE ENGINE FOLDER", file=sys.stderr)
        return 2
    if chess is None:
        print("skipped: no python-chess")
        return 77
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    counts = dict.fromkeys(("files", "games", "moves", "left out", "more", "wrong"), 0)
    paths = sorted(glob.glob(os.path.join(sys.argv[3], "**", "*.[pP][gG][nN]"), recursive=True))
    with tempfile.TemporaryDirectory(prefix="myosu-corpus-") as folder:
        for path in paths:
            compare(*sys.argv[1:3], path, folder, counts)
    print(", ".join(f"{key}: {count}" for key, count in counts.items()))
    return 0 if paths and counts["wrong"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
