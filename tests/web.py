#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The daemon as browsers meet it, over HTTP and WebSocket: web.py PROGRAM [TEST]...

The client of WebSocket here is written from RFC 6455 alone. No test looks at how long something took,
but for what hangs.
"""
import base64
import hashlib
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = None
# Seconds beyond which something hangs.
PATIENCE = 60
PROTOCOL = "v1.uci.myosu"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Daemon:
    """The program, with the page on a free port of loopback."""

    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "--page", "0", *options], stdout=subprocess.PIPE,
                                        text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        if kind is None and status != 0:
            raise AssertionError(f"the daemon ends with {status}")

    def connect(self):
        return Wire(self.port)


class Wire:
    """A TCP connection, and what has come over it."""

    def __init__(self, port):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.bytes = b""

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def more(self):
        """Reads what comes; false at the end."""
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self.bytes += data
        return bool(data)

    def take(self, count):
        while len(self.bytes) < count:
            if not self.more():
                raise EOFError(f"the connection ended behind {self.bytes!r}")
        data, self.bytes = self.bytes[:count], self.bytes[count:]
        return data

    def head(self):
        """The status and the fields of an answer."""
        while b"\r\n\r\n" not in self.bytes:
            if not self.more():
                raise EOFError(f"the connection ended behind {self.bytes!r}")
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        lines = head.decode("ascii").split("\r\n")
        fields = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            assert name.lower() not in fields, line
            fields[name.lower()] = value
        version, status, _ = lines[0].split(" ", 2)
        assert version == "HTTP/1.1", lines[0]
        return int(status), fields

    def answer(self, head_only=False):
        status, fields = self.head()
        length = int(fields.get("content-length", 0))
        return status, fields, b"" if head_only else self.take(length)

    def ask(self, path, *fields, method="GET", host=None):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", *fields]
        self.send("\r\n".join(lines) + "\r\n\r\n")
        return self.answer(method == "HEAD")

    def ends(self):
        """Reads up to the end; what came before it."""
        while self.more():
            pass
        return self.bytes


class Talk(Wire):
    """A conversation over WebSocket."""

    def __init__(self, port, behind=b"", origin=None):
        super().__init__(port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /session HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket",
                 "Connection: keep-alive, Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Protocol: other, {PROTOCOL}"]
        lines += [f"Origin: {origin}"] if origin else []
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + behind)
        self.status, self.fields = self.head()
        if self.status != 101:
            self.text = self.take(int(self.fields["content-length"])).decode()
            self.close()
            return
        mark = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1((key + mark).encode()).digest()).decode()
        assert self.fields["sec-websocket-accept"] == accept, self.fields
        assert self.fields["sec-websocket-protocol"] == PROTOCOL, self.fields

    def say(self, text):
        self.send(frame(TEXT, text.encode()))

    def hear_frame(self):
        """The next frame's opcode and payload."""
        first, second = self.take(2)
        assert first & 0x70 == 0 and first & 0x80, f"frame begins with {first:02x}"
        assert second < 128, "a server's frame is not masked"
        length = second
        if length == 126:
            length = struct.unpack("!H", self.take(2))[0]
            assert length > 125
        elif length == 127:
            length = struct.unpack("!Q", self.take(8))[0]
            assert length > 65535
        return first & 15, self.take(length)

    def hear(self):
        """The next message, a line."""
        opcode, payload = self.hear_frame()
        assert opcode == TEXT, f"expected a text, opcode {opcode}: {payload!r}"
        text = payload.decode("ascii")
        assert text == "" or text.isprintable(), text
        return text

    def hear_until(self, beginning):
        while True:
            line = self.hear()
            if line.startswith(beginning):
                return line

    def ask(self, text, beginning):
        self.say(text)
        return self.hear_until(beginning)

    def hear_close(self):
        """Passes over texts; the code of the close frame, which is answered, and the end."""
        opcode, payload = self.hear_frame()
        while opcode == TEXT:
            opcode, payload = self.hear_frame()
        assert opcode == CLOSE, f"opcode {opcode}: {payload!r}"
        try:
            self.send(frame(CLOSE, payload[:2]))
        except OSError:
            pass
        rest = self.ends()
        assert rest == b"", f"behind the close frame came {rest!r}"
        self.close()
        return struct.unpack("!H", payload[:2])[0] if payload else 1005


def frame(opcode, payload, last=True, masked=True):
    length = len(payload)
    head = bytes([opcode | (128 if last else 0)])
    mask_bit = 128 if masked else 0
    if length < 126:
        head += bytes([mask_bit | length])
    elif length < 65536:
        head += bytes([mask_bit | 126]) + struct.pack("!H", length)
    else:
        head += bytes([mask_bit | 127]) + struct.pack("!Q", length)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


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


class WebSocket(unittest.TestCase):
    def test_a_game_is_played_to_its_end(self):
        with Daemon() as daemon:
            talk = Talk(daemon.port)
            talk.ask("ugi", "ugiok")
            talk.say("newgame tictactoe")
            moves = []
            while talk.ask("query gameover", "response") == "response false":
                move = talk.ask("go depth 9", "bestmove ").split()[1]
                moves.append(move)
                talk.say("position startpos moves " + " ".join(moves))
            self.assertEqual(len(moves), 9)
            self.assertEqual(talk.ask("query result", "response"), "response draw")
            talk.say("quit")
            self.assertEqual(talk.hear_close(), 1000)

    def test_a_search_goes_on_while_the_client_talks(self):
        with Daemon() as daemon:
            talk = Talk(daemon.port)
            talk.say("go infinite")
            talk.ask("isready", "readyok")
            talk.send(frame(PING, b"are you there"))
            opcode, payload = talk.hear_frame()
            while opcode == TEXT:
                opcode, payload = talk.hear_frame()
            self.assertEqual((opcode, payload), (PONG, b"are you there"))
            talk.ask("stop", "bestmove ")
            talk.send(frame(CLOSE, struct.pack("!H", 1000) + b"bye"))
            self.assertEqual(talk.hear_close(), 1000)

    def test_messages_in_pieces_and_with_the_handshake(self):
        with Daemon() as daemon:
            talk = Talk(daemon.port, behind=frame(TEXT, b"isre", last=False) + frame(PING, b"") +
                        frame(0, b"ady"))
            self.assertEqual(talk.hear_frame(), (PONG, b""))
            self.assertEqual(talk.hear(), "readyok")
            for byte in frame(TEXT, b"isready"):
                talk.send(bytes([byte]))
            self.assertEqual(talk.hear(), "readyok")
            talk.send(frame(TEXT, b"isready\nisready"))  # a line end inside is a blank
            self.assertEqual(talk.hear(), "readyok")
            talk.send(frame(TEXT, b"isready\r\n"))
            self.assertEqual(talk.hear(), "readyok")
            long_line = b"position startpos" + b" " * (65536 - 17)
            talk.send(frame(TEXT, long_line) + frame(TEXT, b"isready"))
            self.assertEqual(talk.hear(), "readyok")
            talk.close()

    def test_what_breaks_the_rules_is_closed_with_its_code(self):
        cases = [
            (frame(BINARY, b"uci"), 1003),
            (frame(TEXT, b"x" * 65537), 1009),
            (frame(TEXT, b"x" * 65536, last=False) + frame(0, b"x"), 1009),
            (frame(TEXT, b"\xff"), 1007),
            (frame(TEXT, b"\xe2\x82", last=False) + frame(0, b"x"), 1007),
            (frame(TEXT, b"uci", masked=False), 1002),
            (frame(TEXT | 0x40, b"uci"), 1002),
            (frame(3, b"uci"), 1002),
            (frame(0, b"uci"), 1002),
            (frame(PING, b"x" * 126), 1002),
            (frame(CLOSE, struct.pack("!H", 1005)), 1002),
            (frame(CLOSE, b""), 1005),
            (frame(CLOSE, struct.pack("!H", 4000)), 4000),
        ]
        with Daemon() as daemon:
            for data, code in cases:
                talk = Talk(daemon.port)
                talk.send(data + frame(TEXT, b"uci"))
                self.assertEqual(talk.hear_close(), code, data[:20])
            talk = Talk(daemon.port)
            talk.ask("isready", "readyok")
            talk.close()

    def test_the_servers_own_ends(self):
        with tempfile.TemporaryDirectory(dir=".") as folder:
            admin = os.path.join(os.path.relpath(folder), "admin")
            with Daemon("--admin", f"unix:{admin}") as daemon:
                talk = Talk(daemon.port)
                talk.ask("isready", "readyok")
                with socket.socket(socket.AF_UNIX) as operator:
                    operator.connect(admin)
                    operator.sendall(b"end 1\n")
                    operator.recv(100)
                self.assertEqual(talk.hear_close(), 1001)
                talk = Talk(daemon.port)
                talk.say("go infinite")
                talk.ask("isready", "readyok")
                daemon.process.send_signal(signal.SIGTERM)
                talk.hear_until("bestmove ")
                self.assertEqual(talk.hear_close(), 1001)
        with Daemon("--first-line-timeout", "1", "--half-line-timeout", "1") as daemon:
            silent, half = Talk(daemon.port), Talk(daemon.port)
            half.ask("isready", "readyok")
            half.send(frame(TEXT, b"isre", last=False))
            silent.hear_until("info string error: no command came in time")
            self.assertEqual(silent.hear_close(), 1008)
            half.hear_until("info string error: the end of a line did not come in time")
            self.assertEqual(half.hear_close(), 1008)

    def test_a_client_that_does_not_close_is_left(self):
        with Daemon() as daemon:
            talk = Talk(daemon.port)
            talk.say("quit")
            self.assertEqual(talk.hear_frame(), (CLOSE, struct.pack("!H", 1000)))
            self.assertEqual(talk.ends(), b"")
            with daemon.connect() as wire:  # our side is still open; the session goes all the same
                given_up = time.monotonic() + PATIENCE
                while "\nmyosu_sessions 0\n" not in wire.ask("/metrics")[2].decode():
                    self.assertLess(time.monotonic(), given_up)
                    time.sleep(0.1)
            talk.close()

    def test_who_does_not_read_is_bounded_and_let_go(self):
        with Daemon("--unread-timeout", "1") as daemon:
            talk = Talk(daemon.port)
            talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            talk.socket.settimeout(0.5)
            flood = frame(TEXT, b"help") * 1000
            sent = 0
            try:
                while sent < 1 << 26:
                    talk.send(flood)
                    sent += len(flood)
            except OSError:
                pass
            self.assertLess(sent, 1 << 26)
            with daemon.connect() as wire:
                given_up = time.monotonic() + PATIENCE
                while "\nmyosu_sessions 0\n" not in wire.ask("/metrics")[2].decode():
                    self.assertLess(time.monotonic(), given_up)
                    time.sleep(0.1)
            talk.close()

    def test_pings_that_nobody_reads_the_answers_to_are_bounded(self):
        with Daemon("--unread-timeout", "1") as daemon:
            talk = Talk(daemon.port)
            talk.socket.settimeout(0.5)
            flood = frame(PING, b"x" * 125) * 500
            sent = 0
            try:
                while sent < 1 << 27:
                    talk.send(flood)
                    sent += len(flood)
            except OSError:
                pass
            self.assertLess(sent, 1 << 27)
            talk.close()

    def test_budgets_hold(self):
        with Daemon("--max-sessions", "1") as daemon:
            first = Talk(daemon.port)
            first.ask("isready", "readyok")
            second = Talk(daemon.port)
            self.assertEqual((second.status, second.text),
                             (503, "the server is full; try again later\n"))
            self.assertIn("retry-after", second.fields)
            with daemon.connect() as wire:  # the page is there all the same
                self.assertEqual(wire.ask("/")[0], 200)
            first.close()
        with Daemon("--max-sessions-per-peer", "2") as daemon:
            talks = [Talk(daemon.port) for _ in range(3)]
            self.assertEqual([talk.status for talk in talks], [101, 101, 429])
            for talk in talks:
                talk.close()
        with Daemon("--max-threads-per-session", "2") as daemon:
            talk = Talk(daemon.port)
            talk.ask("setoption name Threads value 64", "info string Threads 64 is more than")
            talk.close()

    def test_tokens_are_asked_for_in_the_first_message(self):
        with tempfile.NamedTemporaryFile("w") as tokens:
            tokens.write("alice 0123456789abcdef\n")
            tokens.flush()
            with Daemon("--token-file", tokens.name) as daemon:
                talk = Talk(daemon.port)
                talk.say("auth 0123456789abcdef")
                talk.ask("isready", "readyok")
                talk.close()
                talk = Talk(daemon.port)
                talk.say("isready")
                talk.hear_until("info string error: the first line must be 'auth TOKEN'")
                self.assertEqual(talk.hear_close(), 1008)
                for _ in range(5):
                    talk = Talk(daemon.port)
                    talk.say("auth wrong")
                    self.assertEqual(talk.hear_close(), 1008)
                self.assertEqual(Talk(daemon.port).status, 429)

    def test_clients_that_vanish_leave_nothing(self):
        parts = [b"", b"GET", frame(TEXT, b"go infinite"), frame(TEXT, b"isr", last=False),
                 frame(TEXT, b"uci")[:7], frame(TEXT, b"go perft 20"), frame(TEXT, b"quit")]
        with Daemon() as daemon:
            for i in range(210):
                if i % 3 == 0:
                    with daemon.connect() as wire:
                        wire.send(b"GET /session HTTP/1.1\r\n"[: i % 24])
                else:
                    talk = Talk(daemon.port, behind=parts[i % len(parts)])
                    if i % 5 == 0:
                        talk.socket.shutdown(socket.SHUT_WR)
                    talk.close()
            with daemon.connect() as wire:
                given_up = time.monotonic() + PATIENCE
                while True:
                    text = wire.ask("/metrics")[2].decode()
                    if "\nmyosu_sessions 0\n" in text and "\nmyosu_http_clients 1\n" in text:
                        break
                    self.assertLess(time.monotonic(), given_up, text)
                    time.sleep(0.1)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
