# SPDX-License-Identifier: MIT
"""Runs a program on a pseudo-terminal and shows the screen that a person would see, for tests."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

PATIENCE = 20.0  # seconds: long enough for a busy machine


class Screen:
    """The part of an xterm that line editors use. Lines that scroll off the screen are kept."""

    def __init__(self, columns, rows):
        self.resize(columns, rows)
        self.lines = [[]]
        self.row = self.column = 0
        self.pending = b""

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows

    def put(self, character):
        if self.column >= self.columns:
            self.column = 0
            self.down()
        line = self.lines[self.row]
        line.extend(" " * (self.column + 1 - len(line)))
        line[self.column] = character
        self.column += 1

    def down(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append([])

    def control(self, final, arguments):
        number = int(arguments[0]) if arguments[0].isdigit() else 0
        line = self.lines[self.row]
        if final == "A":
            self.row = max(self.row - max(number, 1), 0)
        elif final == "B":
            for _ in range(max(number, 1)):
                self.down()
        elif final == "C":
            self.column = min(self.column + max(number, 1), self.columns - 1)
        elif final == "D":
            self.column = max(min(self.column, self.columns - 1) - max(number, 1), 0)
        elif final == "G":
            self.column = max(number, 1) - 1
        elif final == "K" and number == 0:
            del line[self.column:]
        elif final == "J" and number == 0:
            del line[self.column:]
            del self.lines[self.row + 1:]
        elif final == "P":
            del line[self.column:self.column + max(number, 1)]
        elif final == "@":
            line.extend(" " * (self.column - len(line)))
            line[self.column:self.column] = " " * max(number, 1)
            del line[self.columns:]
        elif final in "mhlr":
            pass
        else:
            raise AssertionError(f"the screen does not know the sequence {arguments} {final}")

    def feed(self, data):
        self.pending += data
        while self.pending:
            sequence = re.match(rb"\x1b\[([?0-9;]*)([A-Za-z@])|\x1b[=>]|\x1b\([A-Z0-9]", self.pending)
            if sequence:
                if sequence[2]:
                    self.control(sequence[2].decode(), sequence[1].decode().split(";"))
                self.pending = self.pending[sequence.end():]
                continue
            if self.pending[0] == 0x1b:
                return
            byte, self.pending = self.pending[:1], self.pending[1:]
            if byte == b"\r":
                self.column = 0
            elif byte == b"\n":
                self.down()
            elif byte == b"\b":
                self.column = max(min(self.column, self.columns - 1) - 1, 0)
            elif byte >= b" ":
                self.put(byte.decode("latin-1"))

    def text(self):
        """Returns everything that was shown, line by line."""
        return "\n".join("".join(line).rstrip() for line in self.lines)


class Program:
    """A program whose terminal we control."""

    def __init__(self, *command, columns=80, environment=None):
        self.screen = Screen(columns, 24)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            for name, value in (environment or {}).items():
                os.environ[name] = value
            os.execvp(command[0], command)
        self.resize(columns)
        self.status = None

    def resize(self, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.screen.resize(columns, 24)

    def type(self, text):
        os.write(self.terminal, text.encode("latin-1"))

    def read(self, seconds):
        """Reads output that arrives within the time. Returns the number of bytes, or None at the end."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return 0
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            data = b""
        self.screen.feed(data)
        return len(data) or None

    def see(self, pattern, times=1):
        """Waits until the screen matches a regular expression. Returns its text."""
        end = time.monotonic() + PATIENCE
        while len(re.findall(pattern, self.screen.text(), re.M)) < times:
            if self.read(0.1) is None or time.monotonic() > end:
                raise AssertionError(f"never seen: {pattern!r}; the screen:\n{self.screen.text()}")
        return self.screen.text()

    def rest(self, seconds=0.3):
        """Waits until no output arrives for a while. Returns the text."""
        while self.read(seconds):
            pass
        return self.screen.text()

    def signal(self, number):
        os.kill(self.process, number)

    def end(self):
        """Reads to the end. Returns the exit status."""
        limit = time.monotonic() + PATIENCE
        while self.read(0.1) is not None:
            if time.monotonic() > limit:
                os.kill(self.process, signal.SIGKILL)
                raise AssertionError(f"it does not end; the screen:\n{self.screen.text()}")
        status = os.waitpid(self.process, 0)[1]
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)
