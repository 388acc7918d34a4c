#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shared by web_http.py and web_websocket.py: the daemon, and clients for HTTP and WebSocket.

The clients are written from the RFCs alone. No test checks how long something takes, except that nothing
hangs.
"""
import base64
import hashlib
import os
import resource
import socket
import struct
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "myosu"
# The time limit for any wait, in seconds.
PATIENCE = 60
PROTOCOL = "v1.uci.myosu"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Daemon:
    """The program, with the page on a free loopback port."""

    def __init__(self, *options, descriptors=None, one_processor=False, stderr=None, env=None):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if one_processor:
                os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        self.process = subprocess.Popen([PROGRAM, "--page", "0", *options], stdout=subprocess.PIPE,
                                        stderr=stderr, env=env, text=True, preexec_fn=limit)
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
    """A TCP connection, and what it has received."""

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
        """Reads input. Returns False at the end."""
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
        """Returns the status and the header fields of an answer."""
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
        """Reads to the end. Returns all remaining bytes."""
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
        """Returns the opcode and payload of the next frame."""
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
        """Returns the next message, which is a line."""
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
        """Skips texts up to the close frame, answers it, and waits for the end. Returns its code."""
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


def main(failfast=False):
    """Runs the tests of the caller's file: FILE PROGRAM [TEST]... With `failfast`, stops at the first failure."""
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[2:], verbosity=2, failfast=failfast)
