#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads and writes matches in the file of fastchess: match_config.py MATCH FAKE_ENGINE FASTCHESS.json

The file is one that fastchess 1.8.2 wrote; its engines are called ENGINE. The files that are written are read by
Python, and compared with it and with values that are written here by hand.
"""
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from own_folder import OwnFolder

MATCH, FAKE, GOLDEN = (os.path.abspath(path) for path in sys.argv[1:4])
ENGINES = ["-engine", f"cmd={FAKE}", "name=a", "args=seed=1", "depth=1", "-engine", f"cmd={FAKE}", "name=b", "args=seed=2 think=0",
           "depth=1"]
# Options of a match, and the members of the file that hold them.
OPTIONS = [
    ("-resign movecount=3 score=500 twosided=true", {"resign": {"move_count": 3, "score": 500, "twosided": True, "enabled": True}}),
    ("", {"resign": {"move_count": 0, "score": 0, "twosided": False, "enabled": False}}),
    ("-draw movenumber=30 movecount=4 score=8",
     {"draw": {"move_number": 30, "move_count": 4, "score": 8, "enabled": True}}),
    ("-maxmoves 2", {"maxmoves": {"move_count": 2, "enabled": True}}),
    ("-openings file=o.epd format=epd order=random start=2",
     {"opening": {"file": "o.epd", "format": 0, "order": 0, "plies": -1, "start": 2}}),
    ("-openings file=o.pgn format=pgn plies=3", {"opening": {"file": "o.pgn", "format": 1, "order": 1, "plies": 3, "start": 1}}),
    ("", {"opening": {"file": "", "format": 2, "order": 1, "plies": -1, "start": 1}}),
    ("-event E -site S -pgnout file=p notation=uci append=false nodes=true seldepth=true",
     {"pgn": {"event_name": "E", "site": "S", "file": "p", "notation": 2, "append_file": False, "track_nodes": True,
              "track_seldepth": True, "track_nps": False, "track_hashfull": False, "track_tbhits": False, "track_timeleft": False,
              "track_latency": False, "track_pv": False, "min": False, "crc": False, "additional_lines_rgx": []}}),
    ("-pgnout p nps=true hashfull=true tbhits=true timeleft=true pv=true min=true match_line=x.y -crc32 pgn=true",
     {"pgn": {"event_name": "myosu-match", "site": "?", "file": "p", "notation": 0, "append_file": True, "track_nodes": False,
              "track_seldepth": False, "track_nps": True, "track_hashfull": True, "track_tbhits": True, "track_timeleft": True,
              "track_latency": False, "track_pv": True, "min": True, "crc": True, "additional_lines_rgx": ["x.y"]}}),
    ("-epdout file=e append=false", {"epd": {"file": "e", "append_file": False}}),
    ("-sprt elo0=-1.5 elo1=2.5 alpha=0.04 beta=0.06 model=logistic",
     {"sprt": {"alpha": 0.04, "beta": 0.06, "elo0": -1.5, "elo1": 2.5, "model": "logistic", "enabled": True}}),
    ("-output format=cutechess", {"output": 1}), ("-output format=fastchess", {"output": 0}), ("", {"output": 2}),
    ("-srand 77", {"seed": 77}), ("-variant fischerandom", {"variant": 1}), ("-tournament gauntlet", {"type": 1, "gauntlet_seeds": 1}),
    ("-ratinginterval 4", {"ratinginterval": 4}), ("-ratinginterval 0", {"ratinginterval": 2 ** 31 - 1}), ("-wait 7", {"wait": 7}),
    ("-autosaveinterval 5", {"autosaveinterval": 5}), ("-rounds 2 -games 1", {"rounds": 2, "games": 1}),
    ("-concurrency 2 -force-concurrency", {"concurrency": 2, "force_concurrency": True}),
    ("-noswap", {"noswap": True}), ("-reverse", {"reverse": True, "noswap": False}), ("-report penta=false", {"report_penta": False}),
    ("-use-affinity", {"affinity": True}),
    ("-log file=l level=err append=false realtime=false",
     {"log": {"file": "l", "level": 4, "append_file": False, "compress": False, "realtime": False, "engine_coms": True}}),
    ("-log l level=trace engine=false",
     {"log": {"file": "l", "level": 1, "append_file": True, "compress": False, "realtime": True, "engine_coms": False}}),
]
RESULTS = {"wins": 0, "losses": 0, "draws": 0, "penta_WW": 0, "penta_WD": 0, "penta_WL": 0, "penta_DD": 0, "penta_LD": 0, "penta_LL": 0}


class Config(OwnFolder):
    maxDiff = None

    def play(self, *words, status=0):
        done = subprocess.run([MATCH, *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done)
        return done

    def write(self, name="c.json", results=None, **changes):
        """Writes the file of fastchess with these results and other members."""
        with open(GOLDEN, encoding="utf-8") as file:
            match = json.loads(file.read().replace("ENGINE", FAKE))
        match["stats"] = {"a vs b": {**RESULTS, **results}} if results is not None else match["stats"]
        match.update(config_name=name, **changes)
        with open(name, "w", encoding="utf-8") as file:
            json.dump(match, file)
        return match

    @staticmethod
    def read(name="c.json"):
        with open(name, encoding="utf-8") as file:
            return json.load(file)

    def setUp(self):
        super().setUp()
        with open("o.epd", "w", encoding="utf-8") as file:
            file.write("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
        with open("o.pgn", "w", encoding="utf-8") as file:
            file.write("1. e4 e5 2. Nf3 Nc6 *\n")

    def test_a_file_is_written_as_it_was_read(self):
        before = self.write()
        self.play("-config", "file=c.json")  # all games are played
        self.assertEqual(self.read(), before)
        del before["stats"]
        self.play("-config", "file=c.json", "outname=other.json", "stats=false")
        after = self.read("other.json")
        results = after.pop("stats")["a vs b"]
        self.assertEqual(sum(results[word] for word in ("wins", "losses", "draws")), 6)
        before["config_name"] = "other.json"
        self.assertEqual(after, before)

    def test_options_have_their_members(self):
        for words, members in OPTIONS:
            with self.subTest(words):
                self.play(*ENGINES, "-maxmoves", "1", *words.split(), "-config", "outname=c.json")
                found = self.read()
                self.assertEqual({name: found[name] for name in members}, members)
                self.assertEqual(self.types(found), self.types(self.write("golden.json")))
                again = self.play("-config", "file=c.json", "outname=again.json")
                self.assertEqual({**self.read("again.json"), "config_name": "c.json"}, found, again)

    def types(self, value):
        """Returns the names and types of all members; those of engines by their first one."""
        if isinstance(value, dict):
            return {name: self.types(member) for name, member in value.items()}
        if isinstance(value, list):
            return self.types(value[0]) if value and isinstance(value[0], dict) else "list"
        return type(value).__name__

    def test_engines_have_their_members(self):
        self.play("-maxmoves", "1", "-engine", f"cmd={os.path.basename(FAKE)}", f"dir={os.path.dirname(FAKE)}", "name=x", "arg=seed=1",
                  "args=think=0 at=9", "restart=on", "option.Delay=3", "tc=40/60+0.5", "nodes=7", "timemargin=70",
                  "-engine", f"cmd={FAKE} seed=3", "st=2.5", "depth=2", "-config", "outname=c.json")
        tc = {"increment": 500, "fixed_time": 0, "time": 60000, "moves": 40, "timemargin": 70}
        one = {"name": "x", "dir": os.path.dirname(FAKE), "cmd": "./" + os.path.basename(FAKE), "args": "seed=1 think=0 at=9",
               "restart": True, "options": [["Delay", "3"]], "limit": {"tc": tc, "nodes": 7, "plies": 0}, "variant": 0}
        tc = {"increment": 0, "fixed_time": 2500, "time": 0, "moves": 0, "timemargin": 25}
        other = {"name": os.path.basename(FAKE) + " seed=3", "dir": "", "cmd": FAKE, "args": "seed=3", "restart": False, "options": [],
                 "limit": {"tc": tc, "nodes": 0, "plies": 2}, "variant": 0}
        self.assertEqual(self.read()["engines"], [one, other])

    def test_a_match_goes_on_from_its_results(self):
        self.write(results={"wins": 2, "losses": 1, "draws": 3, "penta_WD": 1, "penta_WL": 1, "penta_DD": 1}, rounds=5, report_penta=True,
                   sprt={"alpha": 0, "beta": 0, "elo0": 0, "elo1": 0, "model": "normalized", "enabled": False})
        said = self.play("-config", "file=c.json", "-output", "format=myosu").stdout
        self.assertIn("a - b: 10 games, +2 -1 =7", said)
        self.assertIn("Pairs (0 to 2 points): 0, 0, 4, 1, 0\n", said)
        self.assertIn("First player: +0 -0 =4 (without the first 6 games)", said)
        with open("f.pgn", encoding="utf-8") as file:
            self.assertEqual(sorted(re.findall(r'Round "(.*)"', file.read())), ["4.7", "4.8", "5.10", "5.9"])
        self.assertEqual(self.read()["stats"], {"a vs b": {**RESULTS, "wins": 2, "losses": 1, "draws": 7, "penta_WD": 1, "penta_WL": 1,
                                                           "penta_DD": 3}})
        for words, games in (([], 10), (["stats=false"], 0)):
            said = self.play("-config", "file=c.json", *words, "-output", "format=myosu", "-rounds", "5", "-quiet").stdout
            self.assertIn(f"First player: +0 -0 ={10 - games}", said)

    def test_the_command_line_changes_a_match(self):
        self.write(results={})
        self.play("-rounds", "9", "-config", "file=c.json", "outname=d.json", "-each", "depth=3", "-maxmoves", "1", "-event", "Other",
                  "-engine", f"cmd={FAKE}", "name=c", "-sprt", "elo1=5", status=2)  # three engines and a sequential test
        self.play("-rounds", "9", "-config", "file=c.json", "outname=d.json", "-each", "depth=3", "-maxmoves", "1", "-event", "Other")
        found = self.read("d.json")
        self.assertEqual((found["rounds"], found["pgn"]["event_name"], found["maxmoves"]["move_count"]), (3, "Other", 1))
        self.assertEqual([engine["limit"]["plies"] for engine in found["engines"]], [3, 3])
        self.play(*ENGINES, "-maxmoves", "1", "-config", "file=e.json", "discard=true")
        self.assertEqual([engine["name"] for engine in self.read("e.json")["engines"]], ["a", "b"])

    def test_more_than_two_engines_go_on(self):
        words = [*ENGINES, "-engine", f"cmd={FAKE}", "name=c", "depth=1", "-maxmoves", "1", "-tournament", "gauntlet"]
        self.play(*words, "-rounds", "1", "-config", "outname=c.json")
        self.assertEqual({key: row["penta_DD"] for key, row in self.read()["stats"].items()}, {"a vs b": 1, "a vs c": 1})
        self.play("-config", "file=c.json", "-rounds", "3", "-movesout", "m")
        with open("m", encoding="utf-8") as file:
            self.assertEqual(re.findall(r"^# (\d+): (\w) - (\w)", file.read(), re.M),
                             [(str(5 + i), *pair) for i, pair in enumerate(["ab", "ba", "ac", "ca"] * 2)])

    def test_an_interrupted_match_goes_on(self):
        words = [*ENGINES, "-each", "args=think=20", "-maxmoves", "4", "-rounds", "20", "-quiet", "-autosaveinterval", "2", "-config",
                 "outname=c.json", "-pgnout", "p"]
        with subprocess.Popen([MATCH, *words], stdout=subprocess.PIPE, text=True) as match:
            while not os.path.exists("c.json") or self.read()["stats"]["a vs b"]["draws"] == 0:
                time.sleep(0.02)
            match.send_signal(signal.SIGKILL)
        played = self.read()["stats"]["a vs b"]["draws"]
        self.assertGreaterEqual(played, 2)
        with subprocess.Popen([MATCH, "-config", "file=c.json", "-output", "format=myosu"], stdout=subprocess.PIPE, text=True) as match:
            while self.read()["stats"]["a vs b"]["draws"] == played:
                time.sleep(0.02)
            match.send_signal(signal.SIGINT)
            said = match.communicate()[0]
        self.assertRegex(said, r"Interrupted after \d+ of 40 games; -config file= goes on from the file c.json\n")
        now = self.read()["stats"]["a vs b"]["draws"]
        with subprocess.Popen([MATCH, "-config", "file=c.json", "-rounds", str(now // 2 + 1)], stdout=subprocess.PIPE, text=True) as match:
            self.assertIn(f"First player: +0 -0 =2 (without the first {now} games)", match.communicate()[0])

    def test_wrong_files_are_refused(self):
        self.write(results={"wins": 1, "losses": 1, "penta_WW": 1}, report_penta=True)
        for text, reason in (
                ("", "expected one object of JSON"), ("[]", "expected one object of JSON"), ("{\n\"seed\": x\n}", "x.json:2: unexpected"),
                ("{}\n{}", "x.json:2: text after the end"), ("{}", "engines: expected a list"),
                ('{"engines": [4]}', "engines: expected objects"), ('{"engines": [{"cmd": 4}]}', "cmd: expected string, found 4"),
                ('{"rounds": "two"}', 'rounds: expected number, found "two"'), ('{"rounds": 0}', "expected a number from 1 to"),
                ('{"pgn": {"notation": 1}}', "pgn.notation: 1 means something that does not exist here"),
                ('{"resign": {"twosided": 1}}', "resign.twosided: expected boolean, found 1"), ('{"type": 7}', "from 0 to 1, found 7"),
                ('{"sprt": {"enabled": true, "alpha": 0.1, "beta": 0.1, "model": "bayesian"}}', "found 'bayesian'"),
                ('{"sprt": {"enabled": true}}', "expected numbers above 0"), ('{"gauntlet_seeds": 2}', "from 1 to 1, found 2"),
                ('{"engines": [{"options": [["Hash"]]}]}', "expected [NAME, VALUE]"),
                ('{"engines": [{"options": [[null, null]]}]}', "options: expected [NAME, VALUE]"),
                ('{"engines": [{"options": [["Hash", 16]]}]}', "options: expected [NAME, VALUE]"),
                ('{"engines": [{"options": "Hash"}]}', 'options: expected a list, found "Hash"'),
                ('{"engines": [{"limit": 5}]}', "limit: expected object, found 5"),
                ('{"engines": [{"name": null}]}', "name: expected a value, found null"),
                ('{"pgn": {"additional_lines_rgx": [null]}}', "additional_lines_rgx: expected a list of one at most"),
                ('{"pgn": {"additional_lines_rgx": "x"}}', "additional_lines_rgx: expected a list of one at most"),
                ('{"sprt": {"enabled": true, "alpha": 0.1, "beta": 0.1, "model": ""}}', "found ''"),
                ('{"rounds": null}', "rounds: expected a value, found null"), ('{"sprt": null}', "sprt: expected object, found null"),
                ('{"engines": [null]}', "expected objects"), ('{"pgn": 5, "engines": []}', "pgn: expected object, found 5"),
                ('{"engines": []}', "a match needs two engines")):
            with open("x.json", "w", encoding="utf-8") as file:
                file.write(text)
            self.assertIn(reason, self.play("-config", "file=x.json", status=2).stderr)
        for words, reason in ((["file=c.json"], "the pairs of games do not agree with the games"),
                              (["file=no.json"], "no.json: No such file"), (["file=c.json", "-db", "d"], "has no games"),
                              (["file=c.json", "-htmlout", "d"], "has no games")):
            self.assertIn(reason, self.play("-config", *words, status=1 if words == ["file=c.json"] else 2).stderr)
        match = self.write(results={"wins": 1}, report_penta=False)
        for results, reason in (([1], "stats: expected object, found [ 1 ]"), ({"a vs b": 3}, "a vs b: expected object, found 3"),
                                ({"a vs b": {"wins": "x"}}, 'a vs b: wins: expected number, found "x"'),
                                ({"a vs b": {"wins": -1}}, "a vs b: wins: expected a number from 0")):
            with open("c.json", "w", encoding="utf-8") as file:
                json.dump({**match, "stats": results}, file)
            self.assertIn(reason, self.play("-config", "file=c.json", status=1).stderr)
        self.write(results={"wins": 100}, report_penta=False)
        self.assertIn("more -rounds are needed", self.play("-config", "file=c.json", status=1).stderr)
        match = self.write(results={"wins": 1}, report_penta=False)
        with open("c.json", "w", encoding="utf-8") as file:
            json.dump({**match, "stats": {"a vs z": {"wins": 1}}, "new": {"member": 1}, "show_latency": True}, file)
        said = self.play("-config", "file=c.json", status=1).stderr
        for reason in ("'a vs z' do not meet", "'new.member' is not known", "show_latency has no effect"):
            self.assertIn(reason, said)
        done = self.play(*ENGINES, "-config", "outname=none/c.json", status=1)
        self.assertEqual((done.stdout, done.stderr), ("", "myosu-match: -config: none/c.json: No such file or directory\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
