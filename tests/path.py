#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the list of the files that `go movetime 100` passes: path.py MYOSU BUILD SOURCE

src/README.md lists them under 'The path of a command'. The program runs with a breakpoint at the
first instruction of each of its functions, set through ptrace(2) and removed when it is reached.
The functions that are reached between the command and its answer name the files. Timers of the
server may interfere once a second, so only files that are passed in each of several searches count.

Exits with 77, which is a skipped test, if the objects cannot be read or nothing may be traced.
"""
import collections
import ctypes
import json
import os
import platform
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROUNDS = 3
TIMEOUT_S = 60

# Not listed: base; server.c, which measures each iteration of the loop.
UNLISTED = ("src/base/", "src/server/server.c")
SKIPPED = 77

TRACEME, CONT, PEEKUSER, POKEUSER, SETOPTIONS, GETREGSET = 0, 7, 3, 6, 0x4200, 0x4204
TRACE_CLONE, EXIT_KILL = 8, 0x100000
WAIT_FOR_THREADS = 0x40000000
# For each processor: the breakpoint, and how far behind it the program counter is when it is hit.
BREAKPOINTS = {"x86_64": (b"\xcc", 1), "aarch64": (b"\x00\x00\x20\xd4", 0)}
X86_64_RIP = 16 * 8
AARCH64_PC = 32

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def symbols(path):
    """The functions of an object or a program: (name, section, address)."""
    text = subprocess.run(["readelf", "-sW", path], capture_output=True, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) == 8 and words[3] == "FUNC" and words[6].isdigit():
            yield words[7], words[6], int(words[1], 16)


def functions(program, build, source):
    """The file of each function of the program, by address.

    Names of static functions are not unique. Each section of an object lies in the program as a
    whole: where all its functions have their distances from each other.
    """
    addresses = collections.defaultdict(set)
    for name, _, address in symbols(program):
        addresses[name].add(address)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as text:
        commands = json.load(text)
    found = {}
    for command in commands:
        output = command["output"]
        path = os.path.relpath(os.path.join(command["directory"], command["file"]), source)
        if (not output.startswith(("src/", "protocol/")) or "/lib" not in output
                or not os.path.exists(os.path.join(build, output))):
            continue
        sections = collections.defaultdict(list)
        for name, section, offset in symbols(os.path.join(build, output)):
            sections[section].append((name, offset))
        for known in sections.values():
            first, start = known[0]
            for base in (address - start for address in addresses[first]):
                if all(base + offset in addresses[name] for name, offset in known):
                    # A game's game.c includes the files of its search.
                    name = re.sub("(src/games/.+)/game.c", r"\1/search.c", path)
                    found |= {base + offset: name for _, offset in known}
    return found


class Program:
    """The program under test, and the files that it passes while breakpoints are set."""

    def __init__(self, arguments, files):
        self.code, self.behind = BREAKPOINTS[platform.machine()]
        self.files = files
        self.passed = set()
        self.is_forbidden = False
        self.fresh = set()  # threads that have begun, whose first stop is not a signal
        self.child = subprocess.Popen(arguments, preexec_fn=self.trace_me,
                                      stdin=subprocess.DEVNULL)
        self.pid = self.child.pid
        _, status = os.waitpid(self.pid, 0)
        if not os.WIFSTOPPED(status):
            skip("the program cannot be traced")
        libc.ptrace(SETOPTIONS, self.pid, None, TRACE_CLONE | EXIT_KILL)
        with open(f"/proc/{self.pid}/maps", encoding="ascii") as maps:
            name = os.path.basename(arguments[0])
            self.base = int(next(line for line in maps if name in line).split("-")[0], 16)
        self.memory = os.open(f"/proc/{self.pid}/mem", os.O_RDWR)
        if min(files) > self.base:
            self.base = 0  # not position-independent
        self.old = {}
        libc.ptrace(CONT, self.pid, None, None)

    @staticmethod
    def trace_me():
        if libc.ptrace(TRACEME, 0, None, None) != 0:
            os._exit(SKIPPED)

    def set_breakpoints(self):
        """Places one in each function, while the program waits."""
        self.passed = set()
        for address in self.files:
            at = self.base + address
            self.old[at] = os.pread(self.memory, len(self.code), at)
        try:
            for at in self.old:
                os.pwrite(self.memory, self.code, at)
        except OSError:
            self.is_forbidden = True

    def clear_breakpoints(self):
        for at, code in self.old.items():
            os.pwrite(self.memory, code, at)

    def step_back(self, thread):
        """The address of the breakpoint that the thread is at, where it continues."""
        if platform.machine() == "x86_64":
            at = libc.ptrace(PEEKUSER, thread, X86_64_RIP, None) - self.behind
            if at in self.old:
                libc.ptrace(POKEUSER, thread, X86_64_RIP, at)
            return at
        registers = (ctypes.c_uint64 * 34)()
        vector = (ctypes.c_void_p * 2)(ctypes.addressof(registers), ctypes.sizeof(registers))
        libc.ptrace(GETREGSET, thread, 1, ctypes.addressof(vector))
        return registers[AARCH64_PC]

    def run(self):
        """Runs the program until it ends."""
        while True:
            thread, status = os.waitpid(-1, WAIT_FOR_THREADS)
            if not os.WIFSTOPPED(status):
                if thread == self.pid:
                    return
                continue
            number, event = os.WSTOPSIG(status), status >> 16
            if number == signal.SIGTRAP and not event:
                at = self.step_back(thread)
                if at in self.old:
                    self.passed.add(self.files[at - self.base])
                    os.pwrite(self.memory, self.old[at], at)
                    number = 0
            elif number == signal.SIGTRAP or (number == signal.SIGSTOP and
                                              thread not in self.fresh):
                number = 0
            self.fresh.add(thread)
            libc.ptrace(CONT, thread, None, number)


def ask(stream, lines, last):
    stream.write(lines.encode() + b"\n")
    stream.flush()
    for line in stream:
        if line.startswith(last.encode()):
            return
    raise EOFError(f"no {last}")


def search(program, path, found):
    """Plays the client; appends the files that each search passes."""
    try:
        for _ in range(ROUNDS):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(TIMEOUT_S)
                while connection.connect_ex(path) != 0:
                    time.sleep(0.01)
                stream = connection.makefile("rwb")
                ask(stream, "uci\nposition startpos moves e2e4\nisready", "readyok")
                time.sleep(0.05)  # until nothing moves any more
                program.set_breakpoints()
                ask(stream, "go movetime 100", "bestmove")
                time.sleep(0.05)
                program.clear_breakpoints()
                found.append(set(program.passed))
    finally:
        os.kill(program.pid, signal.SIGKILL)


def listed(source):
    """The files that src/README.md lists."""
    with open(os.path.join(source, "src/README.md"), encoding="utf-8") as text:
        section = text.read().split("## The path of a command")[1].split("\n## ")[0]
    links = re.findall(r"\]\(([^)]*\.c)\)", section)
    number = int(re.search(r"these (\d+) files", section).group(1))
    return {os.path.normpath(os.path.join("src", link)) for link in links}, number


def main():
    myosu, build, source = (os.path.abspath(path) for path in sys.argv[1:])
    if platform.machine() not in BREAKPOINTS:
        skip(f"no breakpoints for {platform.machine()}")
    files = functions(myosu, build, source)
    if "src/engine/engine.c" not in files.values():
        skip("the objects name no functions, as those of a build with LTO")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        program = Program([myosu, "--game", "chess", "--listen", f"unix:{path}"], files)
        client = threading.Thread(target=search, args=(program, path, found))
        client.start()
        program.run()
        client.join()
    if program.is_forbidden:
        skip("the program cannot be traced")
    if len(found) < ROUNDS:
        sys.exit("the program did not answer")
    passed = {path for path in set.intersection(*found) if not path.startswith(UNLISTED)}
    wanted, number = listed(source)
    for path in sorted(passed - wanted):
        print(f"passed, but not listed in src/README.md: {path}")
    for path in sorted(wanted - passed):
        print(f"listed in src/README.md, but not passed: {path}")
    if number != len(wanted):
        print(f"src/README.md lists {len(wanted)} files and says that they are {number}")
    sys.exit(0 if passed == wanted and number == len(wanted) else 1)


if __name__ == "__main__":
    main()
