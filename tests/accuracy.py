# SPDX-License-Identifier: MIT
"""The figures of games in JSON Lines, computed again from the scores in the same file.

The formulas are those of https://lichess.org/page/accuracy and of the files AccuracyPercent.scala and
AccuracyCP.scala of lila; see tools/analyse/figures/figures.h. The pieces of a phase are counted in the FEN.

    accuracy.py ANALYSE ENGINE GAMES
"""
import collections
import json
import math
import os
import subprocess
import sys
import tempfile

TOLERANCE = 0.1


def score(row):
    """The score of White in centipawns, or None."""
    if "lines" in row and row["lines"]:
        line = row["lines"][0]
        if "mate_plies" in line:
            value = 1000 if line["mate_plies"] > 0 else -1000
        else:
            value = max(-1000, min(1000, line["cp"]))
        return value if row["fen"].split()[1] == "w" else -value
    return {"1-0": 1000, "0-1": -1000, "1/2-1/2": 0}.get(row.get("result"))


def win(centipawns):
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns)) - 1)


def accuracy(before, after):
    return max(0, min(100, 103.1668 * math.exp(-0.04354 * (before - after)) - 3.1669))


def phase(fen, before):
    ranks = fen.split()[0].split("/")
    pieces = sum(c in "NBRQnbrq" for c in fen.split()[0])
    sparse = sum(c.isupper() and c != "P" for c in ranks[7]) < 4 or sum(c.islower() and c != "p" for c in ranks[0]) < 4
    now = 2 if pieces <= 6 else 1 if pieces <= 10 or sparse else 0
    return max(now, before)


def deviation(values):
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def mean(values):
    return sum(values) / len(values)


def forced(row, white):
    """Whether the side wins by force, or has won."""
    lines = row.get("lines")
    if not lines:
        return row.get("result") == ("1-0" if white else "0-1")
    if "mate_plies" not in lines[0]:
        return False
    return (lines[0]["mate_plies"] > 0) == ((row["fen"].split()[1] == "w") == white)


def figures(rows):
    """The figures of a game: its moves, and those of each side."""
    wins = [win(score(row)) for row in rows]
    count = len(rows) - 1
    size = max(2, min(8, count // 10))
    windows = [wins[:size]] * (size - 2) + [wins[i : i + size] for i in range(len(wins) - size + 1)]
    weights = [max(0.5, min(12, deviation(window))) for window in windows]
    moves, now = [], 0
    for i in range(count):
        white = rows[i]["fen"].split()[1] == "w"
        before, after = (wins[i], wins[i + 1]) if white else (100 - wins[i], 100 - wins[i + 1])
        loss = score(rows[i]) - score(rows[i + 1])
        now = phase(rows[i]["fen"], now)
        best = rows[i]["played"] == rows[i]["best"]
        missed = None
        if not best and forced(rows[i], white) and not forced(rows[i + 1], white):
            missed = "mate"
        elif not best and before >= 75 and after < 60:
            missed = "win"
        moves.append(
            {
                "white": white,
                "accuracy": accuracy(before, after),
                "cp_loss": max(0, loss if white else -loss),
                "phase": ["opening", "middlegame", "endgame"][now],
                "missed": missed,
                "weight": weights[i],
                "mark": rows[i].get("mark"),
            }
        )
    return moves


def expect(name, found, wanted):
    if abs(found - wanted) > TOLERANCE:
        sys.exit(f"{name}: {found}, but {wanted} by the formula")


def compare_means(name, found, moves):
    if found["moves"] != len(moves):
        sys.exit(f"{name}: {found['moves']} moves, not {len(moves)}")
    if moves:
        expect(name + ": cp_loss", found["cp_loss"], mean([move["cp_loss"] for move in moves]))


def compare_side(name, found, moves):
    compare_means(name, found, moves)
    weighted = sum(m["accuracy"] * m["weight"] for m in moves) / sum(m["weight"] for m in moves)
    harmonic = len(moves) / sum(1 / max(1, m["accuracy"]) for m in moves)
    expect(name + ": accuracy", found["accuracy"], (weighted + harmonic) / 2)
    for key, mark in (("inaccuracies", "inaccuracy"), ("mistakes", "mistake"), ("blunders", "blunder")):
        expect(f"{name}: {key}", found[key], sum(m["mark"] == mark for m in moves))
    for key, missed in (("missed_wins", "win"), ("missed_mates", "mate")):
        expect(f"{name}: {key}", found[key], sum(m["missed"] == missed for m in moves))
    for word in ("opening", "middlegame", "endgame"):
        some = [m for m in moves if m["phase"] == word]
        if not some:
            if word in found["phases"]:
                sys.exit(f"{name}: a phase without moves")
            continue
        part = found["phases"][word]
        compare_means(f"{name}: {word}", part, some)
        expect(f"{name}: {word}: accuracy", part["accuracy"], mean([m["accuracy"] for m in some]))


def expected(row):
    """The expected score of White, without a limit."""
    line = row["lines"][0] if row.get("lines") else None
    if not line:
        return {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[row["result"]]
    value = (line["mate_plies"] > 0) if "mate_plies" in line else win(line["cp"]) / 100
    return value if row["fen"].split()[1] == "w" else 1 - value


def marks(rows, moves):
    """Checks the loss and the mark of each move."""
    for before, after, move in zip(rows, rows[1:], moves):
        lost = (expected(before) - expected(after)) * (1 if move["white"] else -1)
        lost = 0 if before["played"] == before["best"] else max(0, lost)
        wanted = "blunder" if lost >= 0.15 else "mistake" if lost >= 0.1 else "inaccuracy" if lost >= 0.05 else None
        if abs(before["lost"] - lost) > 0.0001 or move["mark"] != wanted:
            sys.exit(f"{before['fen']}: {before['lost']}, {move['mark']}, not {lost}, {wanted}")


def compare(path):
    games, sides = collections.defaultdict(list), {}
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        if "sides" in row:
            sides[row["entry"]] = row["sides"]
        else:
            games[row["entry"]].append(row)
    seen = collections.Counter()
    for entry, rows in games.items():
        moves = figures(rows)
        marks(rows, moves)
        for row, move in zip(rows, moves):
            name = f"game {entry}, ply {row['ply']}"
            expect(name + ": accuracy", row["accuracy"], move["accuracy"])
            expect(name + ": cp_loss", row["cp_loss"], move["cp_loss"])
            if row["phase"] != move["phase"] or row.get("missed") != move["missed"]:
                sys.exit(f"{name}: {row['phase']}, {row.get('missed')}, not {move['phase']}, {move['missed']}")
            seen.update([move["phase"], move["missed"], move["mark"]])
        for side, white in zip(sides[entry], (True, False)):
            if side["side"] != ("White" if white else "Black"):
                sys.exit(f"game {entry}: a side '{side['side']}'")
            compare_side(f"game {entry}, {side['side']}", side, [m for m in moves if m["white"] == white])
    return seen


def main():
    analyse, engine, games = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "figures.jsonl")
        words = [analyse, "--quiet", "--engine", engine, "--nodes", "300", "--option", "Hash=1", "--output", out, games]
        subprocess.run(words, check=True)
        seen = compare(out)
    missing = {"opening", "middlegame", "endgame", "win", "mate", "inaccuracy", "mistake", "blunder"} - set(seen)
    if missing:
        sys.exit(f"the games have no {missing}")
    print(f"{sum(seen[phase] for phase in ('opening', 'middlegame', 'endgame'))} moves agree")


main()
