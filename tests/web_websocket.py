#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the daemon over WebSocket: web_websocket.py PROGRAM [TEST]..."""
import os
import signal
import socket
import struct
import tempfile
import time
import unittest

import web_client
from web_client import BINARY, CLOSE, PATIENCE, PING, PONG, TEXT, Daemon, Talk, frame


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
            talk.send(frame(TEXT, b"isready\nisready"))  # a line end inside a message is a blank
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
            with daemon.connect() as wire:  # our side is still open, but the session ends
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
            with daemon.connect() as wire:  # the page still works
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
    web_client.main()
