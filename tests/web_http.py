#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the daemon over HTTP: web_http.py PROGRAM [TEST]..."""
import os
import signal
import socket
import subprocess
import time
import unittest
import xml.etree.ElementTree

import web_client
from web_client import PATIENCE, PROGRAM, Daemon, Talk, Wire


class Http(unittest.TestCase):
    def test_the_page_and_its_answers_over_one_connection(self):
        with Daemon() as daemon, daemon.connect() as wire:
            status, fields, body = wire.ask("/")
            self.assertEqual(status, 200)
            self.assertEqual(fields["content-type"], "text/html; charset=utf-8")
            self.assertIn(b"<title>", body)
            self.assertIn("default-src 'none'", fields["content-security-policy"])
            self.assertEqual(fields["x-content-type-options"], "nosniff")
            self.assertEqual(fields["referrer-policy"], "no-referrer")
            etag = fields["etag"]
            status, fields, _ = wire.ask("/", method="HEAD")
            self.assertEqual((status, int(fields["content-length"])), (200, len(body)))
            status, fields, _ = wire.ask("/", f"If-None-Match: {etag}")
            self.assertEqual((status, fields["etag"]), (304, etag))
            self.assertNotIn("content-length", fields)
            self.assertEqual(wire.ask("/healthz")[2], b"ok\n")
            self.assertEqual(wire.ask("/nothing")[0], 404)
            self.assertEqual(wire.ask("/")[2], body)
            status, fields, _ = wire.ask("/", "Connection: close")
            self.assertEqual((status, fields["connection"]), (200, "close"))
            self.assertEqual(wire.ends(), b"")

    def test_a_position_is_a_picture(self):
        with Daemon() as daemon, daemon.connect() as wire:
            target = "/board.svg?game=gomoku&size=9&moves=e5+a1&last=1"
            status, fields, body = wire.ask(target)
            self.assertEqual((status, fields["content-type"]), (200, "image/svg+xml"))
            self.assertIn("default-src 'none'", fields["content-security-policy"])
            root = xml.etree.ElementTree.fromstring(body)
            svg = "{http://www.w3.org/2000/svg}"
            self.assertEqual((root.tag, root.get("role")), (svg + "svg", "img"))
            self.assertEqual(root.find(svg + "title").text, "Gomoku: Black to move")
            self.assertEqual(len(root.findall(".//" + svg + "use")), 2)
            status, head, _ = wire.ask(target, method="HEAD")
            self.assertEqual((status, int(head["content-length"])), (200, len(body)))
            status, again, _ = wire.ask(target, f"If-None-Match: {fields['etag']}")
            self.assertEqual((status, again["etag"]), (304, fields["etag"]))
            status, _, body = wire.ask("/board.svg?game=gomoku&moves=e5+e5")
            self.assertEqual((status, body), (400, b"moves: move 2: illegal move 'e5': the square is taken\n"))
            self.assertEqual(wire.ask("/board.svg")[0], 200)

    def test_the_labels_of_a_board_are_on_the_picture(self):
        svg = "{http://www.w3.org/2000/svg}"
        with Daemon() as daemon, daemon.connect() as wire:
            for game, labels in (("chess", 16), ("xiangqi", 19), ("gomoku", 30), ("connect4", 7), ("tictactoe", 6)):
                root = xml.etree.ElementTree.fromstring(wire.ask(f"/board.svg?game={game}")[2])
                _, _, width, height = map(float, root.get("viewBox").split())
                texts = [(float(text.get("x")), float(text.get("y"))) for text in root.iter(svg + "text")]
                self.assertEqual(len(texts), labels, game)
                for x, y in texts:
                    self.assertTrue(0 < x < width and 0 < y < height, (game, x, y))

    def costliest_picture(self):
        """Returns a request for the picture that takes longest to draw."""
        # No five in a row anywhere: the colour is (file + 2 rank) modulo 4.
        squares = {"black": [], "white": []}
        for place in range(22 * 22):
            file, rank = place % 22, place // 22
            colour = "black" if (file + 2 * rank) % 4 < 2 else "white"
            squares[colour].append(f"{'abcdefghijklmnopqrstuv'[file]}{rank + 1}")
        moves = "+".join(list(sum(zip(squares["black"], squares["white"]), ()))[:200])
        return f"GET /board.svg?game=gomoku&size=22&moves={moves}&last=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def test_many_pictures_hold_nobody_up(self):
        """One client requests the most expensive pictures continually; another one is answered before the
        last of them.
        """
        with Daemon() as daemon, daemon.connect() as wire, daemon.connect() as other:
            wire.send(self.costliest_picture() * 40)
            self.assertEqual(wire.answer()[0], 200)
            self.assertEqual(other.ask("/healthz")[0], 200)
            # Read what has arrived by now; the rest arrives later.
            wire.socket.setblocking(False)
            try:
                while wire.more():
                    pass
            except BlockingIOError:
                pass
            wire.socket.settimeout(PATIENCE)
            self.assertLess(wire.bytes.count(b"HTTP/1.1 200 OK"), 39)
            for _ in range(39):
                self.assertEqual(wire.answer()[0], 200)

    def test_pictures_for_one_client_leave_the_loop_two_thirds_of_its_time(self):
        def worked(daemon):
            with open(f"/proc/{daemon.process.pid}/schedstat", encoding="ascii") as file:
                return int(file.read().split()[0]) / 1e9
        with Daemon() as daemon, daemon.connect() as wire:
            picture = self.costliest_picture()
            wire.send(picture)
            wire.answer()
            begin, before, used = time.monotonic(), worked(daemon), 0
            while used < 0.1:
                wire.send(picture * 10)
                for _ in range(10):
                    self.assertEqual(wire.answer()[0], 200)
                used = worked(daemon) - before
            # The limit is a third, and a short burst is free. On a busy machine it is less.
            self.assertLess(used, (time.monotonic() - begin) * 0.45 + 0.004)

    def test_requests_in_one_write_are_answered_in_order(self):
        with Daemon() as daemon, daemon.connect() as wire:
            paths = ["/", "/healthz", "/nothing", "/metrics"] * 50
            wire.send("".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths))
            expected = {"/": 200, "/healthz": 200, "/nothing": 404, "/metrics": 200}
            for path in paths:
                status, _, body = wire.answer()
                self.assertEqual(status, expected[path])
                self.assertEqual(body == b"ok\n", path == "/healthz")

    def test_what_is_wrong_has_its_status_and_a_line(self):
        host = "Host: localhost\r\n"
        cases = [
            (f"POST / HTTP/1.1\r\n{host}\r\n", 405),
            (f"PUT / HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nabcde", 405),
            (f"BREW / HTTP/1.1\r\n{host}\r\n", 501),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("\0\1\2\3", 400),
            (f"GET / HTTP/3.0\r\n{host}\r\n", 505),
            (f"GET / HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nabcde", 413),
            (f"GET /{'a' * 9000} HTTP/1.1\r\n{host}\r\n", 414),
            (f"GET / HTTP/1.1\r\n{host}a: {'a' * 9000}\r\n\r\n", 431),
            (f"GET / HTTP/1.1\r\n{host}" + "a: b\r\n" * 100 + "\r\n", 431),
            (f"GET /../../etc/passwd HTTP/1.1\r\n{host}\r\n", 404),
            (f"GET /%2e%2e/main.c HTTP/1.1\r\n{host}\r\n", 404),
            (f"GET /session HTTP/1.1\r\n{host}\r\n", 426),
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            (f"GET / HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n", 403),
        ]
        with Daemon() as daemon:
            for text, expected in cases:
                with daemon.connect() as wire:
                    wire.send(text)
                    status, fields, body = wire.answer()
                    self.assertEqual(status, expected, text)
                    self.assertEqual(body.count(b"\n"), 1, body)
                    self.assertTrue(body.endswith(b"\n"))
                    self.assertEqual(fields.get("allow"), "GET, HEAD" if status == 405 else None)
                    if status == 426:
                        self.assertEqual(fields["sec-websocket-version"], "13")
            with daemon.connect() as wire:
                self.assertEqual(wire.ask("/healthz")[0], 200)

    def test_a_body_that_is_refused_does_not_cost_the_answer(self):
        with Daemon() as daemon, daemon.connect() as wire:
            wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
            for _ in range(30):
                try:
                    wire.send(b"x" * 100000)
                except OSError:
                    break
            self.assertEqual(wire.answer()[0], 405)

    def test_a_byte_now_and_then_prolongs_nothing(self):
        with Daemon("--half-line-timeout", "1", "--first-line-timeout", "1") as daemon:
            with daemon.connect() as slow, daemon.connect() as silent:
                given_up = time.monotonic() + PATIENCE
                slow.socket.settimeout(0.1)
                text = "GET / HTTP/1.1\r\nHost: localhost\r\na: "
                while time.monotonic() < given_up:
                    try:
                        slow.send(text)
                        text = "b"
                        if not slow.more() or b"\r\n\r\n" in slow.bytes:
                            break
                    except TimeoutError:
                        pass
                slow.socket.settimeout(PATIENCE)
                self.assertEqual(slow.answer()[0], 408)
                self.assertEqual(slow.ends(), b"")
                self.assertEqual(silent.ends(), b"")

    def test_who_does_not_read_is_let_go(self):
        with Daemon("--unread-timeout", "1") as daemon:
            with daemon.connect() as wire:
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
                sent = 0
                wire.socket.settimeout(0.5)
                try:
                    while sent < 1 << 26:
                        wire.send(request * 100)
                        sent += 100 * len(request)
                except OSError:
                    pass
                self.assertLess(sent, 1 << 26)
                wire.socket.settimeout(PATIENCE)
                wire.ends()

    def test_idle_clients_make_room_for_others(self):
        with Daemon() as daemon:
            wires = [daemon.connect() for _ in range(150)]
            for wire in wires[-30:]:
                self.assertEqual(wire.ask("/healthz")[0], 200)
            metrics = wires[-1].ask("/metrics")[2].decode()
            clients = int(metrics.split("\nmyosu_http_clients ")[1].split("\n")[0])
            self.assertLessEqual(clients, 64)
            for wire in wires:
                wire.close()

    def test_idle_clients_make_room_when_descriptors_are_out(self):
        with Daemon(descriptors=40) as daemon:
            wires = [daemon.connect() for _ in range(60)]
            for wire in wires[-10:]:
                self.assertEqual(wire.ask("/healthz")[0], 200)
            talk = Talk(daemon.port)
            talk.ask("isready", "readyok")
            for wire in wires + [talk]:
                wire.close()

    def test_the_counters_are_prometheus_text(self):
        with Daemon() as daemon, daemon.connect() as wire:
            wire.ask("/nothing")
            talk = Talk(daemon.port)
            status, fields, body = wire.ask("/metrics")
            self.assertEqual(status, 200)
            self.assertEqual(fields["content-type"], "text/plain; version=0.0.4; charset=utf-8")
            self.assertEqual(fields["cache-control"], "no-store")
            text = body.decode()
            for line in ("myosu_sessions 1", "myosu_sessions_total 1", "myosu_http_clients 1",
                         "myosu_http_requests_total 2", "myosu_http_errors_total 1"):
                self.assertIn(f"\n{line}\n", text)
            self.assertEqual(wire.ask("/metrics", host=f"[::1]:{daemon.port}")[0], 200)
            talk.close()

    def test_a_proxy_tells_for_whom_it_speaks(self):
        with socket.create_server(("127.0.0.1", 0)) as place:
            port = place.getsockname()[1]
        with Daemon("--listen", f"proxy:http:127.0.0.1:{port}") as daemon:
            for line, expected in [
                ("PROXY TCP4 127.0.0.1 127.0.0.1 1 2", 200),
                ("PROXY TCP4 192.0.2.1 127.0.0.1 1 2", 403),  # the metrics are for this machine only
                ("PROXY UNKNOWN", 200),
            ]:
                with Wire(port) as wire:
                    wire.send(f"{line}\r\n")
                    self.assertEqual(wire.ask("/metrics")[0], expected, line)
                    self.assertEqual(wire.ask("/")[0], 200, line)
            with Wire(port) as wire:
                wire.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertEqual(wire.ends(), b"")
            with daemon.connect() as wire:  # there a proxy's line is no request
                wire.send("PROXY UNKNOWN\r\n\r\n")
                self.assertGreaterEqual(wire.answer()[0], 400)

    def test_names_and_origins(self):
        with Daemon("--http-name", "myosu.example", "--http-name", "192.0.2.1") as daemon:
            for host, origin, expected in [
                ("localhost", None, 200), ("LOCALHOST:1", None, 200), ("[::1]", None, 200),
                ("myosu.example:99", None, 200), ("192.0.2.1", None, 200),
                ("other.example", None, 403), ("myosu.example.other.example", None, 403),
                (f"localhost:{daemon.port}", f"http://localhost:{daemon.port}", 200),
                (f"localhost:{daemon.port}", "http://localhost:1", 403),
                ("127.0.0.1", "https://myosu.example", 200), ("127.0.0.1", "null", 403),
            ]:
                with daemon.connect() as wire:
                    fields = [f"Origin: {origin}"] if origin else []
                    self.assertEqual(wire.ask("/", *fields, host=host)[0], expected, (host, origin))
            talk = Talk(daemon.port, origin=f"http://localhost:{daemon.port}")
            self.assertEqual(talk.status, 101)
            talk.close()
            self.assertEqual(Talk(daemon.port, origin="http://evil.example").status, 403)

    def test_the_end_of_the_daemon_does_not_wait_for_clients_of_http(self):
        with Daemon() as daemon:
            wires = [daemon.connect() for _ in range(5)]
            wires[0].send("GET / HT")
            self.assertEqual(wires[1].ask("/healthz")[0], 200)
            daemon.process.terminate()
            self.assertEqual(daemon.process.wait(PATIENCE), 0)
            for wire in wires:
                wire.close()

    def test_a_socket_that_systemd_opened_and_named(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            port = listener.getsockname()[1]
            child = os.fork()
            if child == 0:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="http")
                os.execl(PROGRAM, PROGRAM)
        with Wire(port) as wire:
            self.assertEqual(wire.ask("/healthz")[0], 200)
            talk = Talk(port)
            talk.ask("isready", "readyok")
            talk.close()
        os.kill(child, signal.SIGTERM)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_options(self):
        for options in (["--page=x"], ["--page=65536"], ["--http-name", "a:1"], ["--http-name", ""],
                        ["--listen", "http:0.0.0.0:0"], ["--listen", "http:127.0.0.1"],
                        ["--listen", "http:127.0.0.1:99999"], ["--admin", "http:127.0.0.1:0"]):
            run = subprocess.run([PROGRAM, *options], stdin=subprocess.DEVNULL, capture_output=True,
                                 text=True, timeout=PATIENCE, check=False)
            self.assertEqual(run.returncode, 2, options)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        with Daemon() as daemon:
            taken = subprocess.run([PROGRAM, f"--page={daemon.port}"], capture_output=True, text=True,
                                   timeout=PATIENCE, check=False)
            self.assertEqual(taken.returncode, 2)
            self.assertIn(f"http:127.0.0.1:{daemon.port}", taken.stderr)


if __name__ == "__main__":
    web_client.main()
