#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the events of matches with Python's json, and compares them with events written by hand: match_events.py MATCH
FAKE_ENGINE.

Times are replaced by 0, and moves by those of the list of moves (-movesout).
"""
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
BEGUN = {"event": "match_begun", "time": 0, "program": "myosu-match", "match": None, "game": "connect4", "concurrency": 1,
         "seed": 1, "finished": 0}
FAULT = "bad plays 'z9': illegal move 'z9': not a column; expected 1 to 7"
SPRT = {"llr": 0, "lower": -2.9444, "upper": 2.9444, "verdict": "running"}


def engine(name, *words):
    return ["-engine", f"cmd={FAKE}", f"name={name}", *words]


def play(*words, status=0):
    done = subprocess.run([MATCH, "-game", "connect4", "-rounds", "1", *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, done
    return done


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert text.endswith("\n")
    events = [json.loads(line, parse_constant=lambda word: sys.exit(f"not JSON: {word}")) for line in text.splitlines()]
    now = time.time()
    for event in events:
        assert now - 300 < event["time"] <= now + 1, event
        event["time"] = 0
    return events


def tally(name, wins, losses, draws=0, **further):
    return {"name": name, "games": wins + losses + draws, "wins": wins, "losses": losses, "draws": draws,
            "points": wins + draws / 2, "elo": None, "elo_error": None, "nelo": None, "nelo_error": None,
            "superiority": int(wins > losses), **further}


class Events(OwnFolder):
    def test_every_event_is_the_one_written_by_hand(self):
        play(*engine("good", "depth=3", "tc=60"), *engine("bad", "nodes=5", "arg=fault=illegal"), "-movesout", "games",
             "-sprt", "elo0=0", "elo1=10", "-event", 'A "\u00e4"', "-jsonout", "events", "moves=true")
        with open("games", encoding="utf-8") as file:
            move = file.read().split("\n")[1].split()[-1]
        events = read("events")
        self.assertRegex(events[0].pop("version"), r"^\d+\.\d+")
        for event in events:
            if event["event"] == "move":
                self.assertTrue(0 < event.pop("seconds") < 50)
                self.assertTrue(10 < event.pop("seconds_left") < 60)
            if "sprt" in event and "llr" in event["sprt"]:
                self.assertGreaterEqual(event["sprt"]["llr"], 0)
                event["sprt"]["llr"] = 0
        one, both = [{"finished": 1, "engines": [tally("good", 1, 0), tally("bad", 0, 1)], "sprt": SPRT},
                     {"finished": 2, "engines": [tally("good", 2, 0, pairs=[0, 0, 0, 0, 1]),
                                                 tally("bad", 0, 2, pairs=[1, 0, 0, 0, 0])], "sprt": SPRT}]
        expected = [
            {**BEGUN, "games": 2, "match": 'A "\u00e4"',
             "engines": [{"name": "good", "command": FAKE, "limits": "60, depth 3"}, {"name": "bad", "command": FAKE, "limits": "nodes 5"}],
             "sprt": {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05, "model": "normalized"}},
            {"event": "game_begun", "time": 0, "game": 1, "round": 1, "first": "good", "second": "bad", "fen": None, "opening": []},
            {"event": "move", "time": 0, "game": 1, "ply": 1, "engine": "good", "move": move, "cp": 0, "depth": 1, "nodes": 1},
            {"event": "message", "time": 0, "text": f"game 1: {FAULT} (illegal move)"},
            {"event": "game_ended", "time": 0, "game": 1, "round": 1, "first": "good", "second": "bad", "result": "1-0",
             "winner": "good", "reason": "illegal move", "detail": FAULT, "plies": 1, "moves": [move]},
            {"event": "standings", "time": 0, **one},
            {"event": "game_begun", "time": 0, "game": 2, "round": 1, "first": "bad", "second": "good", "fen": None, "opening": []},
            {"event": "message", "time": 0, "text": f"game 2: {FAULT} (illegal move)"},
            {"event": "game_ended", "time": 0, "game": 2, "round": 1, "first": "bad", "second": "good", "result": "0-1",
             "winner": "good", "reason": "illegal move", "detail": FAULT, "plies": 0, "moves": []},
            {"event": "standings", "time": 0, **both},
            {"event": "match_ended", "time": 0, "why": "played", **both}]
        self.maxDiff = None
        self.assertEqual(events, expected)

    def test_the_opening_is_part_of_the_game(self):
        with open("openings", "w", encoding="utf-8") as file:
            file.write("445\n")
        play(*engine("a", "depth=1"), *engine("b", "depth=1"), "-maxmoves", "2", "-openings", "file=openings", "-jsonout", "events")
        events = read("events")
        self.assertEqual([event["event"] for event in events],
                         ["match_begun"] + 2 * ["game_begun", "game_ended", "standings"] + ["match_ended"])
        self.assertEqual(events[1]["opening"], ["4", "4", "5"])
        self.assertEqual(events[2]["moves"][:3], ["4", "4", "5"])
        self.assertEqual((events[2]["plies"], events[2]["reason"], events[2]["winner"]), (4, "length", None))

    def test_a_resumed_match_appends_its_events(self):
        words = [*engine("a", "depth=1"), *engine("b", "depth=1"), "-maxmoves", "2", "-db", "games", "-jsonout", "events"]
        play(*words)
        before = read("events")
        play(*words)
        after = read("events")[len(before):]
        self.assertEqual([(event["event"], event["finished"]) for event in after], [("match_begun", 2), ("match_ended", 2)])
        play(*words, "append=false")
        self.assertEqual(len(read("events")), 2)

    def test_an_interrupted_match_says_so(self):
        match = subprocess.Popen([MATCH, "-game", "connect4", *engine("a", "depth=1", "arg=think=20"), *engine("b", "depth=1"),
                                  "-rounds", "1000", "-ratinginterval", "1", "-jsonout", "events"], stdout=subprocess.PIPE)
        match.stdout.readline()
        match.send_signal(signal.SIGINT)
        match.stdout.read()
        self.assertEqual(match.wait(), 3)
        last = read("events")[-1]
        self.assertEqual((last["event"], last["why"]), ("match_ended", "interrupted"))
        self.assertGreaterEqual(last["finished"], 1)

    def test_a_file_that_cannot_be_written_ends_the_match(self):
        words = [*engine("a", "depth=1"), *engine("b", "depth=1"), "-jsonout"]
        self.assertEqual(play(*words, "/dev/full", status=1).stderr, "myosu-match: -jsonout /dev/full: No space left on device\n")
        self.assertEqual(play(*words, "/none/x", status=1).stderr, "myosu-match: -jsonout /none/x: No such file or directory\n")

    def test_a_file_that_becomes_full_ends_the_match(self):
        words = [*engine("a", "depth=1"), *engine("b", "depth=1"), "-ratinginterval", "1", "-jsonout"]
        play(*words, "all")
        with open("all", "rb") as file:
            lines = file.readlines()
        # The last byte of the event, which is one of the first game's end, of the last game's end, or of the match's end.
        for name, number in ("game_ended", 1), ("game_ended", 2), ("match_ended", 1):
            with self.subTest(event=name, number=number):
                ends = [at for at, line in enumerate(lines) if json.loads(line)["event"] == name]
                size = sum(map(len, lines[:ends[number - 1] + 1])) - 1
                full = subprocess.run([MATCH, "-game", "connect4", "-rounds", "1", *words, f"{name}.{number}"],
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
                                      restore_signals=False, capture_output=True, text=True, check=False)
                self.assertEqual(full.stderr, f"myosu-match: -jsonout {name}.{number}: File too large\n")
                self.assertEqual(full.returncode, 1)
                counted = re.findall(r"(?m)^(\d)/2 ", full.stdout)
                self.assertEqual(counted, ["1", "2"][:number - 1] if name == "game_ended" else ["1", "2"], full)


unittest.main(argv=sys.argv[:1])
