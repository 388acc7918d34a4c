#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests what the operator of a daemon reads: its metrics, status and log. operating.py PROGRAM [TEST]...

Each number is compared with one from another source: counted here, or read from /proc.
"""
import calendar
import mmap
import os
import re
import signal
import socket
import tempfile
import time
import unittest

import web_client
from web_client import PATIENCE, Daemon, Talk, Wire

try:
    from prometheus_client.parser import text_string_to_metric_families
except ImportError:  # Debian's python3-prometheus-client; read() below reads the same
    text_string_to_metric_families = None

MIB = 1 << 20
# The time limit for an expected number to appear, in seconds.
NUMBER_PATIENCE = 10

# The metrics, written by hand.
METRICS = {
    "process_resident_memory_bytes": ("gauge", "Resident memory size in bytes."),
    "myosu_sessions": ("gauge", "Sessions open now."),
    "myosu_sessions_total": ("counter", "Sessions begun."),
    "myosu_clients_turned_away_total": ("counter", "Clients for whom there was no room."),
    "myosu_clients_refused_total": ("counter", "Users and tokens that may not come in."),
    "myosu_listener_pauses_total": ("counter", "Times at which new clients had to wait."),
    "myosu_http_clients": ("gauge", "Clients of HTTP now, those with a session not counted."),
    "myosu_http_requests_total": ("counter", "Requests of HTTP that were answered."),
    "myosu_http_errors_total": ("counter", "Those answered by a status of 400 or more."),
    "myosu_searches_running": ("gauge", "Searches that run now."),
    "myosu_searches_waiting": ("gauge", "Searches that wait for a processor."),
    "myosu_searches_total": ("counter", "Searches, counts and benches begun."),
    "myosu_nodes_total": ("counter", "Nodes of the searches that have ended."),
    "myosu_memory_bytes": ("gauge", "Memory charged to clients."),
    "myosu_memory_limit_bytes": ("gauge", "Memory that may be charged to clients."),
    "myosu_memory_unaccounted_bytes":
        ("gauge", "Part of the charge that was measured and belongs to no client."),
    "myosu_loop_turns_total": ("counter", "Turns of the event loop."),
    "myosu_loop_long_turns_total": ("counter", "Turns of the event loop above 10 ms."),
    "myosu_loop_busy_seconds_total": ("counter", "Time that the event loop worked."),
    "myosu_loop_turn_seconds_max": ("gauge", "The longest turn of the event loop."),
    "myosu_log_lines_dropped_total": ("counter", "Lines of the log that were dropped."),
    "myosu_tokens": ("gauge", "Tokens that are known."),
    "myosu_token_file_readings_total": ("counter", "Readings of the token file since the start."),
    "myosu_token_file_failures_total": ("counter", "Readings of it that changed nothing."),
}


def read(text):
    """Parses metrics in Prometheus's text format 0.0.4: {name: (kind, help, value)}."""
    found, helps, kinds = {}, {}, {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name, helps[name] = line[7:].split(" ", 1)[0], line[7:].split(" ", 1)[1]
        elif line.startswith("# TYPE "):
            name, kinds[name] = line[7:].split(" ")
            assert kinds[name] in ("gauge", "counter") and name in helps and name not in found, line
        else:
            name, value = re.fullmatch(r"([a-z_:][a-z0-9_:]*) (\S+)", line).groups()
            assert name not in found, line
            found[name] = (kinds[name], helps[name], float(value))
    return found


class Admin:
    """The admin socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.bytes = b""
        given_up = time.monotonic() + PATIENCE
        while True:  # it is opened after the page
            try:
                self.socket.connect(path)
                return
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > given_up:
                    raise
                time.sleep(0.001)

    def ask(self, command):
        self.socket.sendall(command.encode() + b"\n")
        while b"\n\n" not in self.bytes:
            data = self.socket.recv(65536)
            assert data, "the operator's connection ended"
            self.bytes += data
        text, self.bytes = self.bytes.split(b"\n\n", 1)
        return text.decode() + "\n"

    def metrics(self):
        return {name: value for name, (_, _, value) in read(self.ask("metrics")).items()}

    def metric(self, name):
        return self.metrics()["myosu_" + name]

    def await_metrics(self, **expected):
        given_up = time.monotonic() + NUMBER_PATIENCE
        while True:
            found = {name: self.metric(name) for name in expected}
            if found == expected or time.monotonic() > given_up:
                assert found == expected, found
                return
            time.sleep(0.01)


def of_process(daemon, name):
    """Returns a number of /proc/PID/status in bytes."""
    with open(f"/proc/{daemon.process.pid}/status", encoding="ascii") as status:
        return int(re.search(rf"^{name}:\s+(\d+) kB$", status.read(), re.M).group(1)) * 1024


def nodes_of(talk, command):
    """Runs a search and returns the nodes of its last info."""
    talk.say(command)
    nodes = None
    while not (line := talk.hear()).startswith("bestmove"):
        found = re.search(r" nodes (\d+) ", line)
        nodes = int(found.group(1)) if found else nodes
    return nodes


class Operating(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.admin = os.path.join(self.folder.name, "admin")
        self.socket = os.path.join(self.folder.name, "socket")
        self.tokens = os.path.join(self.folder.name, "tokens")
        self.log = os.path.join(self.folder.name, "log")

    def tearDown(self):
        self.folder.cleanup()

    def write_tokens(self, text):
        with open(self.tokens, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.tokens, 0o600)

    def daemon(self, *options, **more):
        return Daemon("--admin", f"unix:{self.admin}", *options, **more)

    def logged(self):
        with open(self.log, encoding="ascii") as log:
            return log.read().splitlines()

    def metrics_and_log(self, admin):
        """Returns metrics and the log that belongs to them: no long turn came between."""
        while True:
            before, logged, after = admin.metrics(), self.logged(), admin.metrics()
            if before["myosu_loop_long_turns_total"] == after["myosu_loop_long_turns_total"]:
                return after, logged

    def test_the_metrics_are_those_that_are_known_and_read_alike_everywhere(self):
        with self.daemon() as daemon, daemon.connect() as wire:
            status, fields, body = wire.ask("/metrics")
            self.assertEqual(status, 200)
            self.assertEqual(fields["content-type"], "text/plain; version=0.0.4; charset=utf-8")
            found = read(body.decode())
            told = read(Admin(self.admin).ask("metrics"))
            for metrics in (found, told):
                self.assertEqual({name: row[:2] for name, row in metrics.items()}, METRICS)
            if text_string_to_metric_families:
                samples = [sample for family in text_string_to_metric_families(body.decode())
                           for sample in family.samples]
                self.assertEqual({sample.name: sample.value for sample in samples},
                                 {name: row[2] for name, row in found.items()})

    def test_sessions_searches_and_nodes_are_counted(self):
        with self.daemon("--max-sessions", "3", one_processor=True) as daemon, daemon.connect() as wire:
            admin = Admin(self.admin)
            first = admin.metrics()
            for name in ("sessions", "sessions_total", "searches_total", "nodes_total", "tokens",
                         "clients_turned_away_total", "clients_refused_total",
                         "listener_pauses_total", "log_lines_dropped_total"):
                self.assertEqual(first["myosu_" + name], 0, name)
            talks = [Talk(daemon.port) for _ in range(2)]
            nodes = 0
            for talk, game in zip(talks, ("chess", "gomoku")):
                talk.say(f"newgame {game}")
                talk.ask("isready", "readyok")
                nodes += nodes_of(talk, "go nodes 2000")
                nodes += nodes_of(talk, "go depth 3")
            talks[0].ask("go perft 2", "Nodes searched")
            admin.await_metrics(sessions=2, sessions_total=2, searches_total=5, nodes_total=nodes,
                                searches_running=0, searches_waiting=0)
            # There is one processor: one search runs, the other one waits.
            talks[0].say("go infinite")
            admin.await_metrics(searches_total=6, searches_running=1, searches_waiting=0)
            self.assertEqual(admin.ask("status").splitlines()[1], "searches 1 running, 0 waiting")
            talks[1].say("go infinite")
            admin.await_metrics(searches_total=7, searches_running=1, searches_waiting=1)
            lines = admin.ask("status").splitlines()
            self.assertEqual(lines[:2], ["sessions 2 of 3", "searches 1 running, 1 waiting"])
            states = [line.split()[:4] for line in admin.ask("sessions").splitlines()]
            self.assertEqual(states, [["1", "127.0.0.1", "unlimited", "chess"],
                                      ["2", "127.0.0.1", "unlimited", "gomoku"]])
            for talk in talks:
                talk.ask("stop", "bestmove")
            admin.await_metrics(searches_running=0, searches_waiting=0)
            # There is room for one more session, but not for two.
            talks.append(Talk(daemon.port))
            self.assertEqual(Talk(daemon.port).status, 503)
            admin.await_metrics(sessions=3, sessions_total=3, clients_turned_away_total=1)
            talks[0].say("quit")
            talks.pop(0).hear_close()
            admin.await_metrics(sessions=2, sessions_total=3)
            # The handshakes were four requests, of which the last one failed.
            for path in ("/", "/healthz", "/nothing", "/metrics"):
                wire.ask(path)
            admin.await_metrics(http_clients=1, http_requests_total=8, http_errors_total=2)
            for talk in talks:
                talk.close()

    def test_memory_is_what_the_process_has(self):
        with self.daemon("--max-memory", "512") as daemon:
            admin = Admin(self.admin)
            before, resident_before = admin.metrics(), of_process(daemon, "RssAnon")
            self.assertEqual(before["myosu_memory_limit_bytes"], 512 * MIB)
            talk = Talk(daemon.port)
            talk.say("newgame chess")
            talk.say("setoption name Hash value 64")
            talk.ask("isready", "readyok")
            talk.ask("go nodes 300000", "bestmove")
            after, grown = admin.metrics(), of_process(daemon, "RssAnon") - resident_before
            charged = after["myosu_memory_bytes"] - before["myosu_memory_bytes"]
            self.assertGreater(charged, 64 * MIB)
            self.assertLess(charged, 80 * MIB)
            self.assertLess(grown, charged + 4 * MIB)
            resident = of_process(daemon, "VmRSS")
            self.assertAlmostEqual(admin.metrics()["process_resident_memory_bytes"], resident,
                                   delta=resident / 10)
            numbers = re.search(r"^memory (\d+) of 512 MiB, (\d+) MiB resident$",
                                admin.ask("status"), re.M)
            self.assertAlmostEqual(int(numbers.group(1)), after["myosu_memory_bytes"] / MIB, delta=4)
            self.assertAlmostEqual(int(numbers.group(2)), resident / MIB, delta=resident / MIB / 10 + 1)
            talk.close()

    def test_memory_of_no_client_is_charged_too(self):
        # Not all memory of disconnected clients is returned to the system.
        with self.daemon("--max-memory", "512") as daemon:
            admin = Admin(self.admin)
            given_up = time.monotonic() + NUMBER_PATIENCE
            while (metrics := admin.metrics())["myosu_memory_unaccounted_bytes"] < mmap.PAGESIZE:
                self.assertLess(time.monotonic(), given_up)
                talks = [Talk(daemon.port) for _ in range(8)]
                for talk in talks:
                    talk.say("newgame chess")
                    talk.ask("go depth 3", "bestmove")
                    talk.close()
            self.assertLessEqual(metrics["myosu_memory_unaccounted_bytes"],
                                 min(metrics["myosu_memory_bytes"], of_process(daemon, "VmHWM")))

    def test_the_loop_is_measured(self):
        with open(self.log, "w", encoding="ascii") as log, self.daemon(stderr=log) as daemon:
            begin = time.monotonic()
            admin = Admin(self.admin)
            before = admin.metrics()
            with daemon.connect() as wire:
                for _ in range(50):
                    wire.ask("/healthz")
                # Stopping the process in the middle of a loop iteration makes that iteration long.
                given_up = time.monotonic() + NUMBER_PATIENCE
                while admin.metric("loop_long_turns_total") == 0:
                    self.assertLess(time.monotonic(), given_up)
                    wire.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
                    os.kill(daemon.process.pid, signal.SIGSTOP)
                    time.sleep(0.03)
                    os.kill(daemon.process.pid, signal.SIGCONT)
                    for _ in range(100):
                        wire.answer()
            after, logged = self.metrics_and_log(admin)
            turns = after["myosu_loop_turns_total"] - before["myosu_loop_turns_total"]
            self.assertGreaterEqual(turns, 50)
            busy = after["myosu_loop_busy_seconds_total"] - before["myosu_loop_busy_seconds_total"]
            self.assertGreater(busy, 0.01)
            self.assertLess(busy, time.monotonic() - begin)
            longest = after["myosu_loop_turn_seconds_max"]
            self.assertGreater(longest, 0.01)
            self.assertLess(longest, busy + before["myosu_loop_busy_seconds_total"] + 0.001)
            said = [re.search(r" warning: a turn of the loop took (\d+) ms: number (\d+)$", line)
                    for line in logged]
            said = [(int(line.group(1)), int(line.group(2))) for line in said if line]
            self.assertEqual([number for _, number in said], list(range(1, len(said) + 1)))
            self.assertEqual(len(said), after["myosu_loop_long_turns_total"])
            self.assertEqual(max(took for took, _ in said), int(longest * 1000))
            status = re.search(r"^longest turn of the loop ([\d.]+) ms$", admin.ask("status"), re.M)
            self.assertAlmostEqual(float(status.group(1)), longest * 1000, delta=0.06)

    def test_users_that_may_not_come_in_and_lines_that_are_dropped_are_counted(self):
        count = 400
        with open(self.log, "w", encoding="ascii") as log, self.daemon(
                "--listen", f"unix:{self.socket}", "--allow-uid", "1234567", stderr=log):
            admin = Admin(self.admin)
            begin = time.monotonic()
            for _ in range(count):
                with socket.socket(socket.AF_UNIX) as refused:
                    refused.connect(self.socket)
                    self.assertEqual(refused.makefile().read(),
                                     "info string error: this user may not come in\n")
            took = time.monotonic() - begin
            admin.await_metrics(clients_refused_total=count, clients_turned_away_total=count)
            metrics, logged = self.metrics_and_log(admin)
            # A busy machine has long turns, whose lines are dropped like the others.
            said = count + metrics["myosu_loop_long_turns_total"]
            written = sum(text in line for line in logged
                          for text in ("this user may not come in", "a turn of the loop took"))
            self.assertEqual(metrics["myosu_log_lines_dropped_total"], said - written)
            # A burst of 100 lines and 20 lines per second are allowed.
            self.assertLessEqual(written, 100 + 20 * took + 1)
            told = [re.search(r" warning: (\d+) lines were dropped$", line) for line in logged]
            self.assertLessEqual(sum(int(line.group(1)) for line in told if line), said - written)

    def test_clients_that_wait_are_counted(self):
        with open(self.log, "w", encoding="ascii") as log, self.daemon(
                "--listen", f"unix:{self.socket}", "--max-sessions", "1000",
                "--max-sessions-per-peer", "1000", descriptors=40, stderr=log):
            admin = Admin(self.admin)
            clients = [socket.socket(socket.AF_UNIX) for _ in range(60)]
            for client in clients:
                client.connect(self.socket)
            given_up = time.monotonic() + NUMBER_PATIENCE
            while (pauses := admin.metric("listener_pauses_total")) == 0:
                self.assertLess(time.monotonic(), given_up)
            self.assertIn("out of descriptors: new clients wait until others have gone: number 1",
                          "\n".join(self.logged()))
            self.assertIn(pauses, range(1, 60))
            for client in clients:
                client.close()

    def test_tokens_their_readings_and_their_failures_are_counted(self):
        self.write_tokens("# three\nann 0123456789abcdef\nbob 123456789abcdef0\neve 23456789abcdef01\n")
        with socket.create_server(("127.0.0.1", 0)) as place:
            port = place.getsockname()[1]
        with self.daemon("--listen", f"tcp:127.0.0.1:{port}", "--token-file", self.tokens) as daemon:
            admin = Admin(self.admin)
            admin.await_metrics(tokens=3, token_file_readings_total=0, token_file_failures_total=0)
            self.write_tokens("ann 0123456789abcdef\nbob 123456789abcdef0\n")
            daemon.process.send_signal(signal.SIGHUP)
            admin.await_metrics(tokens=2, token_file_readings_total=1, token_file_failures_total=0)
            self.write_tokens("damaged\n")
            daemon.process.send_signal(signal.SIGHUP)
            admin.await_metrics(tokens=2, token_file_readings_total=2, token_file_failures_total=1)
            with Wire(port) as stranger:
                stranger.send("auth 0000000000000000\n")
                stranger.ends()
            admin.await_metrics(clients_refused_total=1)

    def test_the_log_has_what_its_level_says(self):
        """Causes an error, a warning and an information. Each log level must show its part of them."""
        now = time.gmtime()
        expected = {
            "error": [3], "warning": [3, 4], "info": [3, 4, 6], "debug": [3, 4, 6], None: [3, 4, 6],
        }
        names = {3: "error", 4: "warning", 6: "info"}
        texts = {3: rf"{re.escape(self.tokens)}.*; the tokens stay as they were",
                 4: rf"uid:{os.getuid()}: this user may not come in", 6: "1 tokens were read"}
        for level, priorities in expected.items():
            for journal in (False, True):
                options = ["--log-level", level] if level else []
                env = dict(os.environ, JOURNAL_STREAM="1:2")
                if not journal:
                    del env["JOURNAL_STREAM"]
                self.write_tokens("damaged\n")
                with open(self.log, "w", encoding="ascii") as log:
                    self.write_tokens("ann 0123456789abcdef\n")
                    with self.daemon("--listen", f"unix:{self.socket}", "--allow-uid", "1234567",
                                     "--token-file", self.tokens, *options, stderr=log,
                                     env=env) as daemon:
                        admin = Admin(self.admin)
                        self.write_tokens("damaged\n")
                        daemon.process.send_signal(signal.SIGHUP)
                        admin.await_metrics(token_file_failures_total=1)
                        with socket.socket(socket.AF_UNIX) as refused:
                            refused.connect(self.socket)
                            refused.makefile().read()
                        self.write_tokens("ann 0123456789abcdef\n")
                        daemon.process.send_signal(signal.SIGHUP)
                        admin.await_metrics(token_file_readings_total=2)
                lines = [line for line in self.logged() if "a turn of the loop" not in line]
                self.assertEqual(len(lines), len(priorities), (level, lines))
                for line, priority in zip(lines, priorities):
                    prefix = f"<{priority}>"
                    if not journal:
                        prefix = rf"{now.tm_year}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ {names[priority]}: "
                    self.assertRegex(line, f"^{prefix}{texts[priority]}$")

    def test_the_log_tells_the_time_of_day_in_utc(self):
        self.write_tokens("ann 0123456789abcdef\n")
        with open(self.log, "w", encoding="ascii") as log, self.daemon(
                "--token-file", self.tokens, stderr=log,
                env=dict(os.environ, TZ="Asia/Tokyo")) as daemon:
            admin = Admin(self.admin)
            before = time.time()
            daemon.process.send_signal(signal.SIGHUP)
            admin.await_metrics(token_file_readings_total=1)
            after = time.time()
        line = self.logged()[0]
        told = calendar.timegm(time.strptime(line[:19], "%Y-%m-%dT%H:%M:%S"))
        told += int(line[20:23]) / 1000
        self.assertTrue(before - 0.001 <= told <= after + 0.001, line)

    def test_a_drained_daemon_says_so_and_ends_with_its_last_session(self):
        daemon = self.daemon("--listen", f"unix:{self.socket}")
        self.addCleanup(daemon.process.kill)
        admin = Admin(self.admin)
        talk = Talk(daemon.port)
        self.assertNotIn("draining", admin.ask("status"))
        self.assertEqual(admin.ask("drain"),
                         "no new clients; the server ends when the present ones have gone\n")
        self.assertEqual(admin.ask("status").splitlines()[-1], "draining")
        self.assertEqual(admin.ask("help"), "status\nsessions\nend N\ndrain\nmetrics\nhelp\n")
        talk.say("quit")
        talk.hear_close()
        self.assertEqual(daemon.process.wait(PATIENCE), 0)
        daemon.process.stdout.close()


if __name__ == "__main__":
    web_client.main(failfast=True)
