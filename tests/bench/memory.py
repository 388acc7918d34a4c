#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests how much memory a server uses under its limit: memory.py MYOSU [ROW]...

Each row starts the program with --max-memory and opens sessions that use as much memory as they can. It
prints the maximum resident size (VmHWM of proc(5)), the accounted memory and the resident size at the end,
and the numbers of sessions that were answered, were refused with a reason, or were lost without one. The exit
status is 1 if the resident size exceeds the limit by more than 32 MiB, or if a session is lost.
"""
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time

ALLOWANCE_MIB = 32
SECONDS = 6


def long_position(moves):
    return "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * (moves // 4) + "\n"


# The limit in MiB, the number of sessions, what each sends, whether it reads, and the start of the
# answer.
ROWS = {
    "Hash 100000, Threads 8": (200, 200, "setoption name Hash value 100000\nsetoption name Threads value 8\n"
                               "go movetime 2000\n", True, "bestmove"),
    "gomoku 22x22, 60 lines of 65 kB wait": (200, 300, "newgame gomoku size 22 rule renju\ngo movetime 1500\n"
                                             + ("position startpos moves" + " a1" * 21800 + "\n") * 60, True,
                                             "bestmove"),
    "890 sessions of chess": (512, 890, "newgame chess\ngo movetime 1000\n", True, "bestmove"),
    "10,000 short commands wait": (200, 500, "newgame chess\ngo movetime 3000\n"
                                   + "setoption name Ponder value true\n" * 9000, True, "bestmove"),
    "half lines": (64, 800, "uci\nposition startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 3200, True, "uciok"),
    "answers never read": (64, 800, "uci\n" * 2000, False, "uciok"),
    "publications": (64, 800, "newgame chess\npublish NAME\n" + long_position(5000) + "isready\n", True, "readyok"),
    # A WebSocket message of 65,536 bytes without its last byte. The mask is zero.
    "half messages of WebSocket": (64, 800, "GET /session HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                   "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: "
                                   "v1.uci.myosu\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                                   + "\x81\xff\0\0\0\0\0\1\0\0\0\0\0\0" + "x" * 65535, True, "HTTP/1.1 101"),
    "xiangqi, chess, gomoku in turns": (200, 300, "newgame xiangqi\ngo depth 5\nnewgame chess\ngo depth 6\n"
                                        "newgame gomoku size 22\ngo depth 4\n" * 3, True, "bestmove"),
}


class Session:
    def __init__(self, address, text, reads):
        self.reads, self.to_send, self.received, self.closed = reads, text.encode("latin-1"), b"", False
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.connect(address)
        if text.startswith("GET "):  # the next client connects when this one has a session
            head, _, _ = text.partition("\r\n\r\n")
            self.to_send = self.to_send[len(head) + 4:]
            self.socket.sendall(head.encode() + b"\r\n\r\n")
            self.received = self.socket.recv(65536)
        self.socket.setblocking(False)

    def send(self):
        try:
            self.to_send = self.to_send[self.socket.send(self.to_send):]
        except BlockingIOError:
            pass
        except OSError:
            self.to_send = b""

    def receive(self):
        try:
            more = self.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        self.closed = not more
        self.received += more


def status_of(process, field):
    """Returns a field of proc(5)'s status, in MiB."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(field)) / 1024


def metrics_of(path):
    with socket.socket(socket.AF_UNIX) as operator:
        operator.connect(path)
        operator.sendall(b"metrics\n")
        text = b""
        while not text.endswith(b"\n\n"):
            text += operator.recv(65536)
    lines = [line.split() for line in text.decode().splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def run(program, name, folder):
    limit, count, text, reads, answer = ROWS[name]
    path, admin = f"{folder}/socket", f"{folder}/admin"
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        web = listener.getsockname()
    address = web if text.startswith("GET ") else path
    process = subprocess.Popen([program, "--listen", f"unix:{path}", "--listen", f"http:127.0.0.1:{web[1]}", "--admin", f"unix:{admin}", "--max-memory",
                                str(limit), "--max-sessions", "2000", "--half-line-timeout", "0", "--unread-timeout",
                                "0", "--log-level", "error"])
    while not os.path.exists(admin):
        time.sleep(0.01)
    start = status_of(process.pid, "VmRSS")
    selector, sessions = selectors.DefaultSelector(), []
    for i in range(count):
        session = Session(address, text.replace("NAME", f"game{i}"), reads)
        sessions.append(session)
        selector.register(session.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, session)
    end, charged, resident = time.monotonic() + SECONDS, 0, 0
    sampled = time.monotonic()
    while time.monotonic() < end:
        for key, events in selector.select(0.05):
            session = key.data
            if events & selectors.EVENT_WRITE and session.to_send:
                session.send()
            if events & selectors.EVENT_READ and session.reads:
                session.receive()
            wanted = (selectors.EVENT_WRITE if session.to_send else 0) | (selectors.EVENT_READ if session.reads else 0)
            if session.closed or not wanted:
                selector.unregister(session.socket)
            elif wanted != key.events:
                selector.modify(session.socket, wanted, session)
        if time.monotonic() > sampled + 0.25:
            figures = metrics_of(admin)
            now = status_of(process.pid, "VmRSS")
            if now >= resident:
                charged, resident = figures.get("myosu_memory_bytes", 0) / 2**20, now
            sampled = time.monotonic()
    answered = refused = lost = 0
    for session in sessions:
        lines = session.received.decode(errors="replace")
        if f"\n{answer}" in "\n" + lines:
            answered += 1
        elif "info string error" in lines or " 503 " in lines or " 429 " in lines or not reads:
            refused += 1
        else:
            lost += session.closed
        session.socket.close()
    peak = status_of(process.pid, "VmHWM")
    process.terminate()
    status = process.wait(30)
    good = peak <= limit + ALLOWANCE_MIB and lost == 0 and status == 0
    print(f"{name:38} {limit:5} {peak:7.0f} {resident:9.0f} {charged:8.0f} {start:6.0f} {answered:9} {refused:8} "
          f"{lost:5}  {'' if good else 'BAD'}", flush=True)
    return good


def main():
    program, names = sys.argv[1], sys.argv[2:] or list(ROWS)
    print(f"{'MiB':38} limit  at most  resident  charged  start  answered  refused  lost")
    good = True
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            good &= run(program, name, folder)
    sys.exit(not good)


main()
