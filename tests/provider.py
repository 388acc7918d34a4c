#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-provider with its own site and broker: provider.py PROVIDER ENGINE FAKE_ENGINE [TEST]...

They follow the published interface of external engines. No test checks how long something takes, except that
nothing hangs.
"""
import json
import os
import queue
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROVIDER, ENGINE, FAKE = (os.path.abspath(path) for path in sys.argv[1:4])
SCRIPTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
# The time limit for any wait, in seconds.
PATIENCE = 60
TOKEN, SECRET = "lip_test", "a-secret-of-the-provider"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Answer:
    """The answer that a provider sends for a unit of work, as it arrives."""

    def __init__(self, last=None, close=None):
        # The number of lines after which it is answered, or after which its connection is closed;
        # None: never.
        self.last, self.close = last, close
        self.lines, self.whole, self.ended = [], False, False
        self.changed = threading.Condition()
        # Set when the answer is allowed to end.
        self.may_end = threading.Event()
        self.may_end.set()

    def add(self, data):
        with self.changed:
            self.lines += data.decode("ascii").splitlines()
            self.changed.notify_all()

    def end(self, whole):
        with self.changed:
            self.whole, self.ended = whole, True
            self.changed.notify_all()

    def wait(self, condition):
        with self.changed:
            if not self.changed.wait_for(lambda: condition(self), PATIENCE):
                raise AssertionError(f"it does not come: {self.lines[-3:]}, ended {self.ended}")
        return self.lines


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body=b""):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def chunks(self):
        """Yields the chunks of a body. Without a final empty chunk the body was truncated."""
        while True:
            line = self.rfile.readline()
            if not line.endswith(b"\r\n"):
                return
            size = int(line, 16)
            data = self.rfile.read(size + 2)
            if len(data) < size + 2:
                return
            yield data[:-2]

    def scripted(self, kind):
        """Returns True if the test has scripted an answer, and sends it."""
        try:
            status, body = self.server.script[kind].get_nowait()
        except queue.Empty:
            return False
        self.reply(status, body)
        return True

    def do_GET(self):
        self.site("list", None)

    def do_PUT(self):
        self.site("save", self.body())

    def do_POST(self):
        if self.path == "/api/external-engine":
            self.site("save", self.body())
        elif self.path == "/api/external-engine/work":
            self.work(self.body())
        else:
            self.answer(self.path.rsplit("/", 1)[1])

    def site(self, kind, body):
        server = self.server
        server.asked.put((self.command, self.path, self.headers.get("Authorization"), body))
        if self.scripted(kind):
            return
        if self.headers.get("Authorization") != "Bearer " + TOKEN:
            self.reply(401, b'{"error":"No such token"}')
        elif kind == "list":
            self.reply(200, json.dumps(server.engines).encode())
        else:
            self.reply(200, b'{"id":"eei_1"}')

    def work(self, body):
        server = self.server
        server.polls.put((self.headers.get("Authorization"), body))
        if self.scripted("work"):
            return
        try:
            work = server.work_queue.get(timeout=0.2)
        except queue.Empty:
            self.reply(204)
            return
        self.reply(200, json.dumps(work).encode())

    def answer(self, name):
        answer = self.server.answers[name]
        assert self.headers["Transfer-Encoding"] == "chunked", self.headers
        assert self.headers["Authorization"] is None
        self.close_connection = True
        try:
            chunks = self.chunks()
            answer.may_end.wait(PATIENCE)
            while 0 not in (answer.last, answer.close):
                data = next(chunks, None)
                if data is None:
                    answer.end(False)
                    return
                answer.add(data)
                wanted = answer.last or answer.close
                if not data or wanted and len(answer.lines) >= wanted:
                    break
            if answer.close is None:
                self.reply(200)
            else:
                self.connection.shutdown(socket.SHUT_RDWR)
            answer.end(answer.close is None)
        except (ConnectionError, ValueError):
            answer.end(False)


class Site(ThreadingHTTPServer):
    """The site and its broker on one loopback port."""
    daemon_threads = True

    def __init__(self, engines=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.engines = list(engines)
        self.asked, self.polls, self.work_queue = queue.Queue(), queue.Queue(), queue.Queue()
        self.script = {kind: queue.Queue() for kind in ("list", "save", "work")}
        self.answers = {}
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        self.thread.start()

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            super().handle_error(request, address)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.shutdown()
        self.server_close()
        self.thread.join()

    def give(self, name, session="one", moves=(), fen=START, last=None, close=None, hold=False, **limits):
        """Gives out work and returns its answer. With `hold` the answer ends only when it is allowed to."""
        self.answers[name] = Answer(last, close)
        if hold:
            self.answers[name].may_end.clear()
        work = {"sessionId": session, "threads": 1, "hash": 16, "multiPv": 1, "variant": "chess",
                "initialFen": fen, "moves": list(moves), **limits}
        self.work_queue.put({"id": name, "work": work, "engine": {"id": "eei_1"}})
        return self.answers[name]


def wait_for_text(path, text):
    """Waits until a file contains the text."""
    ends = time.monotonic() + PATIENCE
    said = ""
    while text not in said:
        if time.monotonic() > ends:
            raise AssertionError(f"'{text}' is not in {path}: {said}")
        time.sleep(0.05)
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                said = file.read()


class Provider:
    """The program under test, in its own folder."""

    def __init__(self, site, *options, engine=ENGINE, token=TOKEN, dialect="uci"):
        self.folder = tempfile.mkdtemp()
        environment = {**os.environ, "LICHESS_API_TOKEN": token, "PROVIDER_SECRET": SECRET}
        for name in list(environment):
            if name.lower().endswith("_proxy"):
                del environment[name]
        self.said = open(self.path("said"), "w+b")
        command = [PROVIDER, "--lichess", site, "--broker", site, "--engine", engine, "--dialect", dialect,
                   *options]
        self.process = subprocess.Popen(command, env=environment, stderr=self.said, cwd=self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self):
        with open(self.path("said"), encoding="ascii") as file:
            return file.read()

    def wait_for(self, text):
        wait_for_text(self.path("said"), text)

    def status(self):
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        if kind is not None:
            sys.stderr.write(self.text())
        self.said_last = self.text()
        self.said.close()
        shutil.rmtree(self.folder)
        if kind is None and status not in (0, self.expected):
            raise AssertionError(f"the provider ends with {status}")

    expected = 0


def is_answered(answer):
    return any(line.startswith("bestmove ") for line in answer.lines)


def traced(folder, engine=ENGINE):
    """An engine whose input and environment are recorded in files."""
    path, log = os.path.join(folder, "traced"), os.path.join(folder, "trace")
    with open(path, "w", encoding="ascii") as file:
        file.write(f"#!/bin/sh\nenv >{folder}/environment\ntee {log} | {engine}\n")
    os.chmod(path, 0o700)
    return path, log


def scripted(folder, act="none", when="-", answer="e2e4", variants=()):
    """The command of an engine that misbehaves where it is told to, and the file with its input."""
    log = os.path.join(folder, "input")
    return " ".join([sys.executable, SCRIPTED, act, when, answer, log, *variants]), log


def each(cases, act):
    """Calls a function with the words of each case, a few at a time since most of them wait."""
    def run(case):
        try:
            act(*case)
        except AssertionError as error:
            raise AssertionError(f"{case}: {error}") from error
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, cases))


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


class Registration(unittest.TestCase):
    def test_a_new_engine_is_registered(self):
        with Site([{"id": "eei_9", "name": "Another"}]) as site:
            with Provider(site.url, "--name", "Mine", "--max-threads", "1", "--max-hash", "32"):
                self.assertEqual(site.asked.get(timeout=PATIENCE)[:2], ("GET", "/api/external-engine"))
                method, path, token, body = site.asked.get(timeout=PATIENCE)
                self.assertEqual((method, path, token), ("POST", "/api/external-engine", "Bearer " + TOKEN))
                told = json.loads(body)
                self.assertTrue(told.pop("providerData").startswith("myosu-provider "))
                self.assertEqual(told, {"name": "Mine", "maxThreads": 1, "maxHash": 32, "variants": ["chess"],
                                        "providerSecret": SECRET})
                token, body = site.polls.get(timeout=PATIENCE)
                self.assertIsNone(token)
                self.assertEqual(json.loads(body), {"providerSecret": SECRET})

    def test_variants_are_those_that_engine_and_interface_have(self):
        for variants, offered in ((["shogi", "atomic", "chess", "3check", "5check"], ["chess", "atomic", "3check"]),
                                  (["horde", "antichess", "crazyhouse", "racingkings", "kingofthehill"],
                                   ["antichess", "crazyhouse", "horde", "kingofthehill", "racingkings"]),
                                  ([], ["chess"])):
            with (tempfile.TemporaryDirectory() as folder, Site() as site,
                  Provider(site.url, engine=scripted(folder, variants=variants)[0]) as provider):
                site.asked.get(timeout=PATIENCE)
                self.assertEqual(json.loads(site.asked.get(timeout=PATIENCE)[3])["variants"], offered)
                provider.wait_for(f"variants {' '.join(offered)}, threads")

    def test_an_engine_without_a_variant_of_the_interface_is_told(self):
        with (tempfile.TemporaryDirectory() as folder, Site() as site,
              Provider(site.url, engine=scripted(folder, variants=["shogi", "xiangqi"])[0]) as provider):
            provider.expected = 2
            self.assertEqual(provider.status(), 2)
            self.assertEqual(provider.text(), "myosu-provider: Scripted plays no variant of the interface\n")
            self.assertTrue(site.asked.empty())

    def test_a_known_name_is_updated(self):
        with Site([{"id": "eei_9", "name": "Mine"}]) as site, Provider(site.url, "--name", "Mine"):
            site.asked.get(timeout=PATIENCE)
            self.assertEqual(site.asked.get(timeout=PATIENCE)[:2], ("PUT", "/api/external-engine/eei_9"))

    def test_a_wrong_token_is_one_clear_line(self):
        with Site() as site, Provider(site.url, "--quiet", token="lip_wrong") as provider:
            provider.expected = 1
            self.assertEqual(provider.status(), 1)
            self.assertEqual(provider.text(),
                             f"myosu-provider: {site.url} refuses the token (status 401): expected one with the "
                             "scopes engine:read and engine:write\n")
            self.assertTrue(site.polls.empty())

    def test_terms_that_are_refused_are_told(self):
        with Site() as site:
            site.script["save"].put((400, b'{"error":"name: too short"}'))
            with Provider(site.url, "--quiet") as provider:
                provider.expected = 1
                self.assertEqual(provider.status(), 1)
                self.assertEqual(len(provider.text().splitlines()), 1)
                self.assertIn("name: too short", provider.text())

    def test_what_fails_for_a_time_is_tried_again(self):
        with Site() as site:
            site.script["list"].put((503, b"down"))
            site.script["list"].put((200, b'[{"id":'))
            site.script["save"].put((500, b""))
            with Provider(site.url) as provider:
                site.polls.get(timeout=PATIENCE)
                for text in ("status 503, down; next try in", "damaged JSON: it ends early", "status 500; next"):
                    self.assertIn(text, provider.text())

    def test_the_name_outlives_the_engine(self):
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, number = os.path.join(folder, "engine"), os.path.join(folder, "number")
            with open(engine, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\necho $$ >{number}\nexec {ENGINE}\n")
            os.chmod(engine, 0o700)
            site.script["list"].put((503, b""))
            with Provider(site.url, engine=engine) as provider:
                provider.wait_for("next try in")
                with open(number, encoding="ascii") as file:
                    os.kill(int(file.read()), signal.SIGKILL)
                provider.wait_for("the next start is in")
                asked = [site.asked.get(timeout=PATIENCE) for _ in range(3)]
                self.assertEqual([method for method, *_ in asked], ["GET", "GET", "POST"])
                self.assertRegex(json.loads(asked[2][3])["name"], "^[Mm]yosu")


class Work(unittest.TestCase):
    def test_lines_come_while_the_search_runs(self):
        with Site() as site, Provider(site.url) as provider:
            answer = site.give("a", moves=["e2e4"], movetime=600000, last=8)
            answer.wait(lambda answer: answer.ended)
            self.assertTrue(answer.whole)
            for line in answer.lines:
                self.assertRegex(line, r"^info depth \d+ .*multipv 1 score (cp|mate) -?\d+ .*nodes \d+ .*time \d+ "
                                       r"pv [a-h][1-8]")
                self.assertNotIn("wdl", line)
            # The site disconnected long before the end of the search, so the engine is free again.
            provider.wait_for("wants no more")
            lines = site.give("b", depth=3).wait(is_answered)
            self.assertRegex(lines[-1], r"^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$")

    def test_a_closed_connection_stops_the_search(self):
        with Site() as site, Provider(site.url) as provider:
            site.give("a", close=2).wait(lambda answer: answer.ended)
            provider.wait_for("wants no more")
            site.give("b", nodes=5000).wait(is_answered)

    def test_a_request_that_ends_before_any_line_stops_the_search(self):
        for end in ({"close": 0}, {"last": 0}):
            with (tempfile.TemporaryDirectory() as folder, Site() as site,
                  Provider(site.url, engine=traced(folder, f"{FAKE} fault=silent on=e2e4")[0]) as provider):
                answer = site.give("a", moves=["e2e4"], hold=True, **end)
                wait_for_text(os.path.join(folder, "trace"), "go infinite")
                answer.may_end.set()
                provider.wait_for("work a: the broker wants no more of it")
                # This engine does not stop either: it is restarted for the next search.
                site.give("b", moves=["d2d4"], depth=2).wait(is_answered)
                self.assertIn("does not stop", provider.text())

    def test_an_answer_is_whole(self):
        with Site() as site, Provider(site.url):
            answer = site.give("a", depth=4, multiPv=3)
            answer.wait(lambda answer: answer.ended)
            self.assertTrue(answer.whole)
            self.assertEqual([line.startswith("bestmove") for line in answer.lines].count(True), 1)
            self.assertTrue(answer.lines[-1].startswith("bestmove "))
            self.assertEqual({line.split("multipv ")[1][0] for line in answer.lines[:-1]}, {"1", "2", "3"})
            answer = site.give("b", depth=4, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1", moves=["e1h1"])
            answer.wait(lambda answer: answer.ended and answer.whole)

    def test_the_dialect_is_found_out(self):
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, log = traced(folder, f"{ENGINE} --dialect cecp | sed -u s/nps=1/nps=0/")
            with Provider(site.url, engine=engine, dialect="auto") as provider:
                lines = site.give("a", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1", moves=["e1h1"], depth=4,
                                  multiPv=2).wait(is_answered)
                self.assertRegex(lines[-1], r"^bestmove e8[a-h][78]( ponder [a-h][1-8][a-h][1-8])?$")
                self.assertIn(" pv e8", lines[0])
                answer = site.give("b", nodes=5000)
                answer.wait(lambda answer: answer.ended)
                self.assertEqual(answer.lines, [])
                provider.wait_for("the engine cannot search it: CECP has no such limit: expected a clock, a time or a depth")
                site.give("c", moves=["e2e4"], movetime=50).wait(is_answered)
            self.assertIn("protover 2\n", read(log))

    def test_nodes_of_cecp_are_counted_by_nps(self):
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, log = traced(folder, f"{ENGINE} --dialect cecp")
            with Provider(site.url, engine=engine, dialect="auto"):
                lines = site.give("a", nodes=5000).wait(is_answered)
                nodes = int(re.search(r" nodes (\d+)", lines[-2]).group(1))
                self.assertTrue(100 < nodes <= 10000, nodes)
            self.assertIn("nps 5000\n", read(log))

    def test_newer_work_takes_the_place_of_older(self):
        with Site() as site, Provider(site.url):
            older = site.give("a")
            older.wait(lambda answer: len(answer.lines) > 2)
            newer = site.give("b", moves=["d2d4"], depth=3)
            older.wait(is_answered)
            newer.wait(lambda answer: answer.ended and is_answered(answer))

    def test_a_session_is_a_game(self):
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, log = traced(folder)
            with Provider(site.url, "--max-threads", "4", engine=engine):
                for name, session, threads in (("a", "x", 1), ("b", "x", 2), ("c", "y", 2), ("d", "y", 2)):
                    answer = site.give(name, session=session, threads=threads, moves=["e2e4", "e7e5"], depth=2)
                    answer.wait(lambda answer: answer.ended)
            with open(log, encoding="ascii") as file:
                lines = file.read().splitlines()
            with open(os.path.join(folder, "environment"), encoding="utf-8") as file:
                environment = file.read()
            self.assertNotIn(TOKEN, environment)
            self.assertNotIn(SECRET, environment)
            kept = [line for line in lines if line in ("ucinewgame", "go depth 2") or " Threads " in line]
            one, two = ("setoption name Threads value %d" % threads for threads in (1, 2))
            go = "go depth 2"
            self.assertEqual(kept, [one, "ucinewgame", go, two, go, "ucinewgame", go, go])
            self.assertEqual(sum(" Hash " in line for line in lines), 1)
            self.assertIn("setoption name UCI_AnalyseMode value true", lines)
            self.assertIn("setoption name UCI_Chess960 value true", lines)
            self.assertIn(f"position fen {START} moves e2e4 e7e5", lines)

    def test_a_variant_that_only_the_engine_knows_is_searched(self):
        pocket = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[Nn] b KQkq - 0 1"
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, log = scripted(folder, answer="N@f3", variants=["chess", "crazyhouse", "atomic"])
            with Provider(site.url, engine=engine) as provider:
                answer = site.give("a", variant="crazyhouse", fen=pocket, moves=["N@f6", "e2e4"], depth=3)
                lines = answer.wait(is_answered)
                self.assertEqual(lines, ["info depth 1 multipv 1 score cp 5 nodes 9 time 1 pv N@f3", "bestmove N@f3"])
                site.give("b", variant="crazyhouse", fen=pocket, depth=4).wait(is_answered)
                site.give("c", variant="atomic", nodes=5).wait(is_answered)
                # The answer is no legal move of chess, whose rules we have.
                refused = site.give("d", moves=["d2d4"], depth=2)
                refused.wait(lambda answer: answer.ended)
                self.assertFalse(is_answered(refused))
                provider.wait_for("work d: given up: the engine answered 'N@f3'")
                provider.wait_for("work c: search 5 nodes: atomic after 0 moves")
            lines = [line for line in read(log).splitlines() if not line.startswith(("uci", "isready"))
                     or line == "ucinewgame"]
            wanted = ["setoption name UCI_Variant value crazyhouse", "setoption name UCI_Chess960 value true",
                      "ucinewgame", f"position fen {pocket} moves N@f6 e2e4", "go depth 3",
                      f"position fen {pocket}", "go depth 4",
                      "setoption name UCI_Variant value atomic", "setoption name UCI_Chess960 value true",
                      "ucinewgame", f"position fen {START}", "go nodes 5"]
            self.assertEqual([line for line in lines if " Threads " not in line and " Hash " not in line][:len(wanted)],
                             wanted)

    def test_work_that_cannot_be_done_is_answered_at_once(self):
        cases = (({"variant": "shogi"}, "'variant': the interface has none called 'shogi'"),
                 ({"variant": "atomic"}, "'variant': 'atomic' is none of those that the engine was registered for"),
                 ({"variant": "crazyhouse", "moves": ["e2e4 quit"]}, "'moves': move 1: expected a move such as e2e4"),
                 ({"variant": "crazyhouse", "fen": "8/8 w"}, "'initialFen': expected a FEN, found '8/8 w'"),
                 ({"moves": ["e2e5"]}, "'initialFen', 'moves': "),
                 ({"depth": 0}, "'depth': expected a whole number"),
                 ({"multiPv": "2"}, "'multiPv': expected a whole number"))
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            engine, log = scripted(folder, variants=["chess", "crazyhouse"])
            with Provider(site.url, engine=engine) as provider:
                for number, (members, says) in enumerate(cases):
                    answer = site.give(f"w{number}", **members)
                    answer.wait(lambda answer: answer.ended)
                    self.assertTrue(answer.whole)
                    self.assertEqual(answer.lines, [])
                    provider.wait_for(f"work w{number}: refused: {says}")
                site.give("good", depth=2).wait(is_answered)
            self.assertEqual(read(log).count("\nposition "), 1)
            self.assertNotIn("quit quit", read(log))

    def test_an_engine_without_work_is_ended_and_started_again(self):
        for seconds, starts in (("0", 3), ("300", 1)):
            with tempfile.TemporaryDirectory() as folder, Site() as site:
                engine, log = scripted(folder)
                with Provider(site.url, "--keep-alive", seconds, engine=engine) as provider:
                    if starts > 1:
                        provider.wait_for("no work for 0 s: the engine is ended until there is some")
                    for name in "ab":
                        answer = site.give(name, depth=2)
                        answer.wait(lambda answer: answer.ended)
                        self.assertTrue(answer.whole and is_answered(answer))
                        if starts > 1:
                            while read(log).count("quit\n") < 2 + (name == "b"):
                                time.sleep(0.05)
                text = read(log)
                # The last quit is that of the program's own end, if the engine runs then.
                self.assertEqual((text.count("uci\n"), text.count("quit\n")), (starts, starts))
                self.assertEqual(text.count("ucinewgame\n"), 2 if starts > 1 else 1)
                self.assertEqual("no work for" in provider.said_last, starts > 1)

    def test_a_position_without_a_move_is_answered(self):
        with Site() as site, Provider(site.url):
            answer = site.give("a", fen="7k/5KQ1/8/8/8/8/8/8 b - - 0 1", depth=2)
            self.assertEqual(answer.wait(is_answered)[-1], "bestmove (none)")


class Faults(unittest.TestCase):
    def test_the_broker_may_fail(self):
        with Site() as site:
            site.script["work"].put((204, b""))
            site.script["work"].put((502, b"<html>"))
            site.script["work"].put((200, b'{"id":"a","work":'))
            site.script["work"].put((200, b'{"id":"../x","work":{}}'))
            site.script["work"].put((200, b'{"id":"a","work":{"sessionId":"x\\n"}}'))
            site.answers["a"] = Answer()
            answer = site.give("good", depth=2)
            with Provider(site.url) as provider:
                answer.wait(is_answered)
                for text in ("status 502", "damaged JSON", "refused work: 'id'", "'sessionId': expected a line"):
                    self.assertIn(text, provider.text())

    def test_an_illegal_position_goes_no_further(self):
        with Site() as site, Provider(site.url) as provider:
            answer = site.give("a", moves=["e2e4", "e2e4"], depth=2)
            answer.wait(lambda answer: answer.ended and answer.whole)
            provider.wait_for("work a: refused: 'initialFen', 'moves'")
            self.assertEqual(answer.lines, [])
            site.give("b", depth=2).wait(is_answered)

    def test_an_engine_that_crashes_is_tried_twice(self):
        with Site() as site, Provider(site.url, engine=f"{FAKE} fault=crash on=e2e4") as provider:
            answer = site.give("a", moves=["e2e4"], depth=2)
            answer.wait(lambda answer: answer.ended)
            self.assertFalse(answer.whole)
            self.assertIn("it is started again", provider.text())
            self.assertIn("work a: given up", provider.text())
            site.give("b", moves=["d2d4"], depth=2).wait(is_answered)

    def test_hostile_engines_harm_nobody(self):
        gone, mute, idle = "ended with status 3", "the engine gives no answer", "the next start is in"
        cases = (("exit", "setoption", gone), ("exit", "ucinewgame", gone), ("exit", "isready", gone),
                 ("exit", "position", gone), ("exit", "go", gone), ("exit", "idle", idle),
                 ("silence", "go", mute), ("endless", "go", mute),
                 ("garbage", "uci", None), ("garbage", "isready", None), ("garbage", "position", None),
                 ("garbage", "go", None), ("garbage", "idle", None), ("endless", "idle", None))

        def check(act, when, says):
            with tempfile.TemporaryDirectory() as folder, Site() as site:
                engine, _ = scripted(folder, act, when)
                with Provider(site.url, engine=engine) as provider:
                    for name in "ab" if act == "exit" else "a":
                        answer = site.give(name, movetime=1)
                        answer.wait(lambda answer: answer.ended)
                        self.assertEqual(is_answered(answer), says in (None, idle))
                        if says and says != idle:
                            provider.wait_for(f"work {name}: given up: ")
                    provider.wait_for(says or "work a: 2 lines")
        each(cases, check)

    def test_an_engine_that_misbehaves_when_it_is_stopped(self):
        def check(act):
            with tempfile.TemporaryDirectory() as folder, Site() as site:
                engine, log = scripted(folder, act, "stop")
                with Provider(site.url, engine=engine):
                    site.give("a").wait(lambda answer: answer.lines)
                    # The next request stops the search of the first one.
                    site.give("b", depth=3).wait(is_answered)
                    self.assertIn("go depth 3", read(log))
        each((("exit",), ("silence",), ("endless",), ("garbage",)), check)

    def test_an_answer_that_is_no_move_is_not_passed_on(self):
        for fault, reason in (("illegal", "the engine answered 'z9': illegal move"),
                              ("bare", "the engine answered that it has no move")):
            with Site() as site, Provider(site.url, engine=f"{FAKE} fault={fault} on=e2e4") as provider:
                answer = site.give("a", moves=["e2e4"], depth=2)
                answer.wait(lambda answer: answer.ended)
                self.assertFalse(any(line.startswith("bestmove") for line in answer.lines))
                self.assertIn(reason, provider.text())
                self.assertIn("work a: given up", provider.text())
                site.give("b", moves=["d2d4"], depth=2).wait(is_answered)

    def test_an_engine_that_does_not_start_is_told(self):
        def check(engine, text):
            with Site() as site, Provider(site.url, engine=engine) as provider:
                provider.expected = 2
                self.assertEqual(provider.status(), 2)
                self.assertEqual(len(provider.text().splitlines()), 1)
                self.assertIn(text, provider.text())
                self.assertTrue(site.asked.empty())
        each(((PROVIDER + ".none", "No such file"), ("/bin/true", "before any greeting"),
              ("/bin/cat", "no greeting"), ("/usr/bin/yes", "no greeting")), check)

    def test_a_signal_ends_it_with_the_answer_sent(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with Site() as site, Provider(site.url) as provider:
                answer = site.give("a")
                answer.wait(lambda answer: len(answer.lines) > 1)
                provider.process.send_signal(number)
                self.assertEqual(provider.status(), 0)
                answer.wait(is_answered)
                answer.wait(lambda answer: answer.ended and answer.whole)

    def test_a_signal_ends_it_while_it_waits(self):
        with Site() as site, Provider("http://127.0.0.1:1") as provider:
            provider.wait_for("next try in")
            provider.process.terminate()
            self.assertEqual(provider.status(), 0)
            self.assertTrue(site.asked.empty())

    def test_wrong_use_is_one_line(self):
        for option, says in (("--nonsense", "--nonsense"), ("--name", "--name"), ("--quiet=1", "--quiet: expected no"),
                             ("--max-threads=0", "--max-threads: expected a number, 1 to")):
            with Site() as site, Provider(site.url, option) as provider:
                provider.expected = 2
                self.assertEqual(provider.status(), 2)
                self.assertEqual(len(provider.text().splitlines()), 1)
                self.assertIn(says, provider.text())
                self.assertTrue(site.asked.empty())

    @unittest.skipUnless(shutil.which("openssl"), "openssl makes the certificate")
    def test_a_certificate_of_nobody_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, Site() as site:
            key, certificate = os.path.join(folder, "key"), os.path.join(folder, "certificate")
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                            "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            site.socket = context.wrap_socket(site.socket, server_side=True, do_handshake_on_connect=False)
            with Provider(site.url.replace("http:", "https:").replace("127.0.0.1", "localhost")) as provider:
                provider.wait_for("certificate")
                self.assertTrue(site.asked.empty())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
