#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays tournaments whose encounters depend on results: match_rounds.py MATCH FAKE_ENGINE

The pairings, the numbers of the games and the reports are computed here a second time, from the list of games.
"""
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
EXTRA_TIMES = 10
EXPORT = [MATCH, "export", "match.db", "moves", "moves"]


def command(engines, *options, faulty=(), seed=0):
    words = [MATCH, "-quiet", "-game", "tictactoe", "-openings", "random=2", "-db", "match.db", "-force-concurrency", *options]
    for name in range(engines):
        words += ["-engine", f"cmd={FAKE}", f"name=e{name}", f"arg=seed={seed * 100 + name}", "depth=1"]
        words += ["arg=fault=illegal", "arg=at=2"] if name in faulty else []
    return words


def games():
    """Returns the games of the database by their numbers, from 0, as (first engine, second engine, result)."""
    subprocess.run(EXPORT, check=True)
    with open("moves", encoding="utf-8") as file:
        found = re.findall(r"^# (\d+): e(\d+) - e(\d+) (\S+) ", file.read(), re.M)
    return {int(number) - 1: (int(one), int(other), POINTS[result]) for number, one, other, result in found}


def games_after_kill():
    """Returns the same, also of a match that was killed before it agreed on its terms or made its database."""
    done = subprocess.run(EXPORT, capture_output=True, text=True, check=False)
    if done.returncode == 1 and re.search("holds no match|unable to open database file", done.stderr):
        return {}
    return games()


class Encounter:
    """The games of an encounter: `numbers` are those that it can have, in order."""

    def __init__(self, case, found, one, other, numbers):
        self.engines, self.points, self.count = (one, other), {one: 0, other: 0}, 0
        for at, number in enumerate(numbers):
            if number in found:
                first, second, points = found.pop(number)
                case.assertEqual((first, second), (one, other) if at % 2 == 0 else (other, one), number)
                self.points[first] += points[0]
                self.points[second] += points[1]
                self.count += 1

    def line(self, width):
        one, other = self.engines
        return f"  e{one:<{width - 1}} {self.points[one] / 2:5.1f} - {self.points[other] / 2:<5.1f} e{other}"


def seeded(size):
    """Returns the places of a bracket: the best meets the last, and the best two are in different halves."""
    order = [0]
    while len(order) < size:
        order = [place for best in order for place in (best, 2 * len(order) - 1 - best)]
    return order


class Dutch:
    """A Swiss tournament by FIDE's Handbook C.04.3: of all pairings of a round, the best by the rules' order of criteria.

    `point`: what an engine gets for winning a round. The letters and numbers are those of the rules.
    """

    def __init__(self, engines, point):
        self.engines, self.point, self.points = range(engines), point, [0] * engines
        self.met, self.byes, self.colours, self.floats = {}, [], [[] for _ in range(engines)], [[] for _ in range(engines)]

    def wish(self, engine):
        """A.6: the colour (1: White), its strength, and the games with White less those with Black."""
        played = [colour for colour in self.colours[engine] if colour]
        difference = sum(played)
        if abs(difference) > 1:
            return (-1 if difference > 0 else 1), 3, difference
        if len(played) > 1 and played[-1] == played[-2]:
            return -played[-1], 3, difference
        if difference:
            return -difference, 2, difference
        return (-played[-1], 1, 0) if played else (0, 0, 0)

    def white(self, one, other):
        """E: the engine that gets White; `one` has the higher rank."""
        a, b = self.wish(one), self.wish(other)
        if a[0] != b[0]:
            return one if a[0] > b[0] else other
        if a[0]:
            ranked = sorted(((a[1], abs(a[2]) if a[1] == 3 else 0, one), (b[1], abs(b[2]) if b[1] == 3 else 0, other)))
            if ranked[0][:2] != ranked[1][:2]:
                winner = ranked[1][2]
                return winner if a[0] > 0 else one + other - winner
        mine, theirs = ([colour for colour in self.colours[engine] if colour][::-1] for engine in (one, other))
        for had, have in zip(mine, theirs):
            if had != have:
                return one if had < 0 else other
        return (one if a[0] > 0 else other) if a[0] else (one if one % 2 == 0 else other)

    def may_meet(self, one, other, allowed, forced):
        a, b = self.wish(one), self.wish(other)
        return self.met.get(frozenset((one, other)), 0) <= allowed and (forced or min(a[1], b[1]) < 3 or a[0] != b[0])

    def matchings(self, left, allowed, forced):
        """All pairings of engines as {engine: opponent}, None: the bye (C.1 to C.3)."""
        if not left:
            yield {}
            return
        first, rest = left[0], left[1:]
        for other in rest:
            if self.may_meet(first, other, allowed, forced):
                for found in self.matchings([engine for engine in rest if engine != other], allowed, forced):
                    yield {first: other, other: first, **found}
        if len(left) % 2 and self.byes.count(first) <= allowed:
            for found in self.matchings(rest, allowed, forced):
                yield {first: None, **found}

    def floated(self, engine, back):
        return self.floats[engine][-back] if len(self.floats[engine]) >= back else 0

    def key(self, ranked, matching):
        """What is compared, group after group."""
        key, down = [], []
        for points in sorted(set(self.points), reverse=True):
            group = [engine for engine in ranked if self.points[engine] == points]
            members, pairs, leaving, order, psd = down + group, [], [], [], []
            left = list(members)
            while left:
                first, other = left[0], matching[left[0]]
                others = left[1:]
                if first in down:
                    choices = [engine for engine in others if engine not in down]
                else:
                    half = len(left) // 2
                    choices = left[half:] + left[1:half][::-1] if len(left) > 1 else []
                if other in others:
                    if other not in choices:
                        return None  # two engines from above: they would have met there
                    pairs.append((first, other))
                    order.append(choices.index(other))
                    psd.append(self.points[first] - points)
                    left = [engine for engine in others if engine != other]
                else:
                    leaving.append(first)
                    order.append(len(choices))
                    psd.append(self.points[first] - points + self.point)
                    left = others
            clashes = [pair for pair in pairs if self.wish(pair[0])[0] and self.wish(pair[0])[0] == self.wish(pair[1])[0]]
            denied = [other if (self.white(one, other) == one) == (self.wish(one)[0] > 0) else one for one, other in clashes]
            up = [other for one, other in pairs if one in down]
            own = [engine for engine in leaving if engine in group]
            key += [len(leaving), sorted(psd, reverse=True), len(clashes), sum(self.wish(engine)[1] >= 2 for engine in denied),
                    sum(self.floated(engine, 1) < 0 for engine in own), sum(self.floated(engine, 1) > 0 for engine in up),
                    sum(self.floated(engine, 2) < 0 for engine in own), sum(self.floated(engine, 2) > 0 for engine in up), order]
            down = leaving
        return key

    def pair(self):
        """Returns the pairs, White first, in the order of the groups, and the engine with the bye."""
        ranked = sorted(self.engines, key=lambda engine: (-self.points[engine], engine))
        for level in range(len(ranked)):
            found = [(key, matching) for matching in self.matchings(ranked, max(level - 1, 0), level > 0)
                     for key in [self.key(ranked, matching)] if key]
            if found:
                best = min(found, key=lambda each: each[0])[1]
                break
        pairs, seen = [], set()
        for engine in sorted(ranked, key=lambda each: (-min(self.points[each], self.points[best[each]] if best[each] is not None else -1),
                                                       ranked.index(each))):
            other = best[engine]
            if other is not None and engine not in seen:
                seen |= {engine, other}
                one, other = sorted((engine, other), key=ranked.index)
                white = self.white(one, other)
                pairs.append((white, one + other - white))
        return pairs, next((engine for engine in ranked if best[engine] is None), None)

    def note(self, pairs, bye, gained, each):
        before = list(self.points)
        for one, other in pairs:
            self.met[frozenset((one, other))] = self.met.get(frozenset((one, other)), 0) + 1
            for engine, against, colour in ((one, other, 1), (other, one, -1)):
                self.colours[engine].append(colour * (each % 2))
                self.floats[engine].append((before[engine] < before[against]) - (before[engine] > before[against]))
                self.points[engine] += gained[engine]
        if bye is not None:
            self.byes.append(bye)
            self.colours[bye].append(0)
            self.floats[bye].append(-1)
            self.points[bye] += self.point


class Rounds(OwnFolder):
    maxDiff = None

    def report(self):
        return subprocess.run([MATCH, "report", "match.db"], check=True, capture_output=True, text=True).stdout.splitlines()

    def check_knockout(self, engines, each, seeds):
        found, lines = games(), self.report()
        size, total, extra = 2, (engines - 1) * each, 2 - each % 2
        while size < engines:
            size *= 2
        # The lot is read from the first round; only the seeds must be where they belong.
        slots = [place if place < engines else None for place in seeded(size)]
        order, encounter, at, expected = {}, 0, 0, []
        shown = re.findall(r"^  e(\d+) +[\d.]+ - [\d.]+ +e(\d+)|^  e(\d+) bye", "\n".join(lines), re.M)
        for slot in range(0, size, 2):
            places = slots[slot], slots[slot + 1]
            if None not in places:
                order[places[0]], order[places[1]] = (int(name) for name in shown[at][:2])
                at += 1
        left = [int(name[2]) for name in shown if name[2]]
        for slot in range(0, size, 2):
            if None in slots[slot:slot + 2]:
                place = next(place for place in slots[slot:slot + 2] if place is not None)
                order[place] = place if place < seeds else next(name for name in left if name >= seeds and name not in order.values())
        self.assertEqual([order[place] for place in range(seeds)], list(range(seeds)))
        entrants = [order.get(place) for place in seeded(size)]
        rank = {engine: place for place, engine in order.items()}
        rounds = 0
        while len(entrants) > 1:
            rounds += 1
            expected.append("Final" if len(entrants) == 2 else f"Round {rounds}")
            winners = []
            for one, other in zip(entrants[::2], entrants[1::2]):
                if one is None or other is None:
                    winners.append(other if one is None else one)
                    continue
                numbers = [encounter * each + game for game in range(each)]
                numbers += [total + (times * (engines - 1) + encounter) * extra + game
                            for times in range(EXTRA_TIMES) for game in range(extra)]
                meeting = Encounter(self, found, one, other, numbers)
                if each % 2 == 0:
                    expected.append(meeting.line(self.width(engines)))
                level = meeting.points[one] == meeting.points[other]
                self.assertTrue(not level or meeting.count == len(numbers))
                best = min((one, other), key=lambda engine: (-meeting.points[engine], rank[engine]))
                if level:
                    expected[-1] += f" (level; e{best} is placed better)"
                winners.append(best)
                encounter += 1
            if rounds == 1:
                expected += [f"  e{name} bye" for name in sorted(left)]
            entrants = winners
        expected.append(f"Winner: e{entrants[0]}")
        self.assertFalse(found, "games that no encounter has")
        self.assertEqual([line.rstrip() for line in lines[:len(expected)]], expected)

    @staticmethod
    def width(engines):
        return max(len("engine"), len(f"e{engines - 1}"))

    def check_swiss(self, engines, rounds, each):
        found, lines = games(), self.report()
        dutch, meetings = Dutch(engines, 2 * each), []
        for number in range(rounds):
            pairs, bye = dutch.pair()
            gained = {}
            for at, (one, other) in enumerate(pairs):
                first = (number * (engines // 2) + at) * each
                meeting = Encounter(self, found, one, other, range(first, first + each))
                self.assertEqual(meeting.count, each)
                meetings.append((number, meeting))
                gained.update(meeting.points)
            dutch.note(pairs, bye, gained, each)
        points, byes, met = dutch.points, dutch.byes, dutch.met
        self.assertFalse(found, "games that no encounter has")
        opponents = [{n: [e for e in m.engines if e != engine][0] for n, m in meetings if engine in m.engines}
                     for engine in range(engines)]
        buchholz = [sum(points[other] for other in met_by.values()) for met_by in opponents]
        ranked = sorted(range(engines), key=lambda engine: (-points[engine], -buchholz[engine], engine))
        for place, engine in enumerate(ranked):
            words = re.sub(r"Elo \S+( \+- \S+)?", "", lines[1 + place]).replace(": ", ":").split()
            cells = []
            for number in range(rounds):
                if number in opponents[engine]:
                    other = opponents[engine][number]
                    meeting = next(m for n, m in meetings if n == number and engine in m.engines)
                    cells.append(f"{ranked.index(other) + 1}:{meeting.points[engine] / 2:.1f}")
                else:
                    self.assertEqual(byes[number], engine)
                    cells.append("bye")
            self.assertEqual(words, [str(place + 1), f"e{engine}", str(each * len(opponents[engine])),
                                     f"{points[engine] / 2:.1f}", f"{buchholz[engine] / 2:.1f}", *cells])
        if rounds <= (engines + 1) // 2:
            self.assertEqual(max(met.values()), 1)
            self.assertEqual(len(byes), len(set(byes)))

    def test_knockouts_follow_the_bracket(self):
        for engines, each, seeds, seed in ((2, 2, 0, 1), (3, 2, 1, 2), (5, 2, 5, 3), (8, 4, 2, 4), (11, 2, 4, 5)):
            with self.subTest(engines=engines, games=each, seeds=seeds):
                words = command(engines, "-tournament", "knockout", *(["-seeds", str(seeds)] if seeds else []), "-games", str(each),
                                "-concurrency", str(1 + seed % 3), "-srand", str(seed), seed=seed, faulty=(engines - 1,))
                subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
                self.check_knockout(engines, each, seeds)
                os.unlink("match.db")
                words.remove("-quiet")
                said = subprocess.run([*words, "-output", "format=fastchess"], check=True, capture_output=True, text=True).stdout
                numbers = [(int(number), int(of)) for number, of in re.findall(r"^Started game (\d+) of (\d+)", said, re.M)]
                self.assertTrue(numbers and all(number <= of for number, of in numbers), numbers)
                os.unlink("match.db")

    def test_swiss_tournaments_are_paired_by_the_dutch_system(self):
        for engines, rounds, each, seed in ((4, 3, 2, 1), (6, 5, 2, 2), (7, 4, 2, 3), (9, 5, 4, 4), (10, 4, 2, 5),
                                            (8, 5, 1, 6), (8, 7, 1, 7), (7, 5, 1, 8), (8, 6, 3, 9), (5, 5, 1, 10), (7, 5, 1, 11),
                                            (6, 4, 2, 11)):
            with self.subTest(engines=engines, rounds=rounds):
                words = command(engines, "-tournament", "swiss", "-rounds", str(rounds), "-games", str(each),
                                "-concurrency", str(1 + seed % 3), *["-reverse"] * (seed > 10), seed=seed, faulty=(1,))
                subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
                self.check_swiss(engines, rounds, each)
                os.unlink("match.db")

    def test_killed_tournaments_go_on(self):
        rng = random.Random(7)
        for kind, options in (("knockout", ["-games", "6"]), ("swiss", ["-rounds", "4", "-games", "4"])):
            words = command(8, "-tournament", kind, "-concurrency", "2", *options)
            words += ["-each", "arg=think=10"]
            kept, kills = {}, 0
            # As if a match had been killed before it agreed on its terms.
            with open("match.db", "wb"):
                self.assertEqual(games_after_kill(), {})
            for _ in range(5):
                with subprocess.Popen(words, stdout=subprocess.DEVNULL) as match:
                    try:
                        match.wait(timeout=rng.uniform(0.3, 0.6 + kills / 2))
                        break
                    except subprocess.TimeoutExpired:
                        match.send_signal(signal.SIGKILL)
                        kills += 1
                time.sleep(0.05)
                now = games_after_kill()
                self.assertEqual({number: now.get(number) for number in kept}, kept)
                kept = now
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            self.assertGreater(kills, 1)
            self.check_knockout(8, 6, 0) if kind == "knockout" else self.check_swiss(8, 4, 4)
            os.unlink("match.db")

    def test_level_knockouts_go_to_the_better_placed(self):
        # Both engines play the same moves from each opening, one with each colour.
        words = [MATCH, "-quiet", "-game", "tictactoe", "-openings", "random=2", "-db", "match.db", "-tournament", "knockout",
                 "-seeds", "2"]
        for name in range(2):
            words += ["-engine", f"cmd={FAKE}", f"name=e{name}", "depth=1"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(len(games()), 2 + 2 * EXTRA_TIMES)
        self.check_knockout(2, 2, 2)
        self.assertEqual(self.report()[1:3], ["  e0      11.0 - 11.0  e1 (level; e0 is placed better)", "Winner: e0"])

    def test_in_a_pyramid_each_meets_its_predecessors(self):
        subprocess.run(command(4, "-tournament", "pyramid", "-rounds", "2"), check=True, stdout=subprocess.DEVNULL)
        pairs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)] * 2
        expected = [pair for one, other in pairs for pair in ((one, other), (other, one))]
        self.assertEqual([game[:2] for _, game in sorted(games().items())], expected)

    def test_tournaments_of_older_rules_are_refused(self):
        words = command(4, "-tournament", "swiss", "-rounds", "2")
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        with sqlite3.connect("match.db") as database:
            database.execute("UPDATE match SET value = replace(value, ' C.04.3', '') WHERE key = 'schedule'")
        database.close()
        for again, reason in (words, "its schedule is"), ([MATCH, "report", "match.db"], "was paired by other rules"):
            done = subprocess.run(again, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn(reason, done.stderr)

    def test_many_engines_are_not_started_at_once(self):
        with open("engine.sh", "w", encoding="ascii") as file:
            file.write(f'#!/bin/sh\necho + >>log\n{FAKE} "$@"\necho - >>log\n')
        os.chmod("engine.sh", 0o755)
        words = [word.replace(FAKE, "./engine.sh") for word in command(40, "-tournament", "gauntlet", "-games", "1")]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(len(games()), 39)
        running, most = 0, 0
        with open("log", encoding="ascii") as file:
            for line in file:
                running += 1 if line == "+\n" else -1
                most = max(most, running)
        # Eight, and others that end: on a slow machine each takes up to half a second for that.
        self.assertLessEqual(most, 30)

    def test_wrong_use_is_refused(self):
        for count, options, reason in ((3, ["-tournament", "knockout", "-rounds", "2"], "a knockout has as many rounds"),
                                       (4, ["-tournament", "swiss"], "has 2 to 3 rounds, not 1"),
                                       (4, ["-tournament", "swiss", "-rounds", "4"], "has 2 to 3 rounds, not 4"),
                                       (5, ["-tournament", "swiss", "-rounds", "6"], "has 2 to 5 rounds, not 6"),
                                       (3, ["-tournament", "swiss", "-rounds", "2", "-seeds", "1"], "seeds need a gauntlet"),
                                       (3, ["-tournament", "knockout", "-seeds", "4"], "4 seeds are more than 3 engines"),
                                       (2, ["-tournament", "knockout", "-sprt", "elo1=5"], "-sprt"),
                                       (3, ["-tournament", "ladder"], "expected roundrobin, gauntlet, pyramid, knockout or swiss")):
            done = subprocess.run(command(count, *options), capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
