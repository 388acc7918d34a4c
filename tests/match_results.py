#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes the reports of myosu-match independently, from the list of games: match_results.py MATCH
FAKE_ENGINE.

Plays matches between engines, one of which is known to lose by forfeits. Compares the report, the cross table
and the progress lines, character by character, with those computed here.
"""
import math
import os
import re
import subprocess
import sys
import unittest
from fractions import Fraction
from statistics import NormalDist

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (Fraction(1, 2), Fraction(1, 2))}
SURE = NormalDist().inv_cdf(0.975)


def elo(score):
    return math.copysign(math.inf, score - 0.5) if score in (0, 1) else -400 * math.log10(1 / score - 1)


def strength(results, games_each):
    """Formats Elo, normalized Elo and the likelihood of superiority, from results between 0 and 1."""
    mean = Fraction(sum(results), len(results)) if results else Fraction(1, 2)
    if mean in (0, 1):
        return f"Elo {'+' if mean else '-'}infinite", "", 100.0 * mean
    variance = sum((result - mean) ** 2 for result in results) / max(1, len(results))
    if not variance:
        return f"Elo {elo(mean):.1f}", "", 50 if mean == Fraction(1, 2) else 100.0 * (mean > 0.5)
    error = math.sqrt(variance / len(results))
    low, high = (min(1, max(0, float(mean) + side * SURE * error)) for side in (-1, 1))
    text = f"Elo {elo(mean):.1f}"
    if 0 < low and high < 1:
        text += f" +- {(elo(high) - elo(low)) / 2:.1f}"
    unit = 800 / math.log(10)
    normal = (float(mean) - 0.5) / math.sqrt(games_each * variance) * unit
    normal_error = SURE * unit / math.sqrt(games_each * len(results))
    return text, f", normalized {normal:.1f} +- {normal_error:.1f}", 100 * NormalDist().cdf((float(mean) - 0.5) / error)


class Games:
    """Games as (first player, second player, result, verdict), in order."""

    def __init__(self, games, names):
        self.games, self.names = games, names

    def points(self, name, other=None):
        return [POINTS[result][name == second] for first, second, result, _ in self.games
                if name in (first, second) and other in (None, first, second)]

    def pairs(self, name):
        """Returns the mean points per game of each pair of games: 0 and 1, 2 and 3, and so on."""
        both = [pair for pair in zip(self.games[::2], self.games[1::2]) if name in pair[0][:2]]
        return [sum(POINTS[game[2]][name == game[1]] for game in pair) / Fraction(2) for pair in both]

    def first_players(self):
        wins, losses, draws = ([game[2] for game in self.games].count(result) for result in POINTS)
        return f"First player: +{wins} -{losses} ={draws}\n"

    def forfeits(self):
        text = ""
        for name in self.names:
            lost = [game[3] for game in self.games if name in game[:2] and POINTS[game[2]][name == game[1]] == 0]
            found = [f"{lost.count(verdict)} by {verdict}" for verdict in ("time", "illegal move", "crash", "hang")
                     if verdict in lost]
            text += f"Forfeits of {name}: {', '.join(found)}\n" if found else ""
        return text

    def score(self):
        points = self.points(self.names[0])
        return points.count(1), points.count(0), points.count(Fraction(1, 2)), sum(points)

    def report(self):
        """Returns the report of a match of two engines."""
        won, lost, drawn, points = self.score()
        pairs = self.pairs(self.names[0])
        text, normal, superiority = strength(pairs, 2)
        return (f"{self.names[0]} - {self.names[1]}: {len(self.games)} games, +{won} -{lost} ={drawn}, "
                f"{float(points):.1f} points ({100 * float(points) / len(self.games):.2f} %)\n"
                f"{text}{normal}, superiority {superiority:.2f} %\n"
                f"Pairs (0 to 2 points): {', '.join(str(pairs.count(Fraction(n, 4))) for n in range(5))}\n"
                + self.first_players() + self.forfeits())

    def progress(self, all_games):
        """Returns the progress line after these games, without the time that is left."""
        won, lost, drawn, _ = self.score()
        pairs = self.pairs(self.names[0])
        text = strength(pairs, 2)[0] if pairs else strength(self.points(self.names[0]), 1)[0]
        return f"{len(self.games)}/{all_games}  +{won} -{lost} ={drawn}  {text}"

    def table(self):
        """Returns the cross table of a tournament as lines of words."""
        def share(name):
            return sum(self.points(name)) / len(self.points(name))
        order = sorted(self.names, key=share, reverse=True)
        rows = []
        for place, name in enumerate(order, 1):
            points = self.points(name)
            row = [str(place), name, str(len(points)), f"{float(sum(points)):.1f}", f"{float(100 * share(name)):.2f}", "%"]
            row += strength(self.pairs(name), 2)[0].split()
            for other in order:
                cell = self.points(name, other)
                row.append("-" if other == name else "-".join(str(cell.count(n)) for n in (1, Fraction(1, 2), 0)))
            rows.append(row)
        return rows


def play(rounds, engines, *options):
    """Plays a match of tic-tac-toe. Returns its output, without the reasons of forfeits, and its games."""
    words = [MATCH, "-game", "tictactoe", "-rounds", str(rounds), "-openings", "random=2", "-movesout", "moves", *options]
    for name, *settings in engines:
        words += ["-engine", f"cmd={FAKE}", f"name={name}", "depth=1", *settings]
    printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    with open("moves", encoding="utf-8") as file:
        found = re.findall(r"^# (\d+): (\w+) - (\w+) (\S+) \((\w+(?: move)?)[:)]", file.read(), re.M)
    assert [int(game[0]) for game in found] == list(range(1, len(found) + 1)), found
    said = re.findall(r"^game (\d+): .* \(([a-z ]+)\)\n", printed, re.M)
    assert sorted(said) == sorted((n, verdict) for n, _, _, _, verdict in found if verdict != "rules"), (said, found)
    return re.sub(r"^game .*\n", "", printed, flags=re.M), Games([game[1:] for game in found], [engine[0] for engine in engines])


class Results(OwnFolder):
    maxDiff = None

    def test_a_match_is_reported_as_its_games_say(self):
        printed, games = play(20, [["Ada", "arg=seed=1"], ["Bob", "arg=seed=2"]], "-db", "match.db", "-quiet")
        self.assertEqual(len(games.games), 40)
        self.assertTrue(all(games.score()), "wins, losses and draws")
        self.assertEqual(printed, games.report())
        again = subprocess.run([MATCH, "report", "match.db"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(again, printed)

    def test_who_errs_in_every_game_loses_every_game(self):
        printed, games = play(3, [["Ada", "arg=seed=1"], ["Bob", "arg=fault=illegal"]], "-quiet")
        self.assertEqual(printed, games.report())
        self.assertEqual([sorted(zip(POINTS[game[2]], game[:2]))[0][1] for game in games.games], ["Bob"] * 6)
        self.assertEqual({game[:2] for game in games.games}, {("Ada", "Bob"), ("Bob", "Ada")})
        self.assertIn("Forfeits of Bob: 6 by illegal move\n", printed)
        self.assertIn("Ada - Bob: 6 games, +6 -0 =0, 6.0 points (100.00 %)\n", printed)

    def test_progress_tells_the_score_so_far(self):
        printed, games = play(4, [["Ada", "arg=seed=1"], ["Bob", "arg=seed=2"]], "-ratinginterval", "1")
        lines = printed.splitlines()
        for count in range(1, 9):
            so_far = Games(games.games[:count], games.names)
            line, *left = lines[count - 1].split("  left ")
            self.assertEqual(line, so_far.progress(8))
            self.assertEqual(len(left), count < 8)
        self.assertEqual("\n".join(lines[8:]) + "\n", games.report())

    def test_a_cross_table_tells_who_won_against_whom(self):
        printed, games = play(6, [["Ada", "arg=seed=1"], ["Bob", "arg=fault=crash", "arg=games=2"], ["Cy", "arg=seed=3"]],
                              "-quiet")
        lines = printed.split("\n", 4)
        self.assertEqual(lines[0].split(), "engine games points score strength against 1 against 2 against 3".split())
        self.assertEqual([line.split() for line in lines[1:4]], games.table())
        self.assertEqual(lines[4], games.first_players() + games.forfeits())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
