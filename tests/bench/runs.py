# SPDX-License-Identifier: MIT
"""Defines the benches of tools/bench: their commands, their sizes, and how their output is parsed.

A bench is a class with a name, a line that describes it, the kinds of columns that it applies to (OURS:
builds of this engine; UCI: other engines; SOLVER: programs that solve positions), and steps(), which returns
pairs of a description and a function from a column to its figures. A figure is (name, unit, True if less is
better, value); its name is its row in the table.
"""
import os
import re
import resource
import select
import shlex
import subprocess
import tempfile
import time

OURS, UCI, SOLVER = "ours", "uci", "solver"
SIZES = ["tiny", "quick", "all"]

# The time limit of a program in seconds, more than the longest bench takes.
PATIENCE_S = 3600
SEARCH_PATH = os.environ.get("PATH", os.defpath) + ":/usr/games"  # Debian's folder for engines
START_S = 20  # time limit for uciok


class Wrong(Exception):
    """Wrong usage: prints one line and exits with status 2."""


class Failed(Exception):
    """A measured program failed: prints one line and exits with status 1."""


class Column:
    """A program to measure: its name, its command line and its processor level."""

    def __init__(self, name, command, kind, level=""):
        self.name, self.command, self.kind, self.level = name, command, kind, level
        self.version = ""
        self.environment = {**os.environ, "PATH": SEARCH_PATH}
        self.environment.pop("MYOSU_LEVEL", None)
        if level:
            self.environment["MYOSU_LEVEL"] = level

    def run(self, arguments, text=""):
        """Runs a command line at the column's level and returns its output."""
        try:
            done = subprocess.run(arguments, input=text, capture_output=True, text=True, check=False,
                                  env=self.environment, timeout=PATIENCE_S, errors="replace")
        except OSError as error:
            raise Failed(f"{arguments[0]}: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{shlex.join(arguments)}: no end after {PATIENCE_S} s") from error
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip() or "silence").splitlines()[-1]
            raise Failed(f"{shlex.join(arguments)}: status {done.returncode}: {last}")
        return done.stdout

    def words(self):
        return shlex.split(self.command)


def ask(column, lines, last):
    """Returns an engine's output up to a line that begins with `last`, or None if there is no such line:
    (lines, seconds of processor time of the process).
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        process = subprocess.Popen(column.words(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=column.environment)
    except OSError as error:
        raise Failed(f"'{column.command}' cannot be started: {error.strerror}") from error
    said = b""
    whole_line = re.compile(rb"(?m)^" + last.encode() + rb".*\n")
    patience = START_S if last == "uciok" else PATIENCE_S
    end = time.monotonic() + patience
    try:
        process.stdin.write(("\n".join(lines) + "\n").encode())
        process.stdin.flush()
        while time.monotonic() < end and not whole_line.search(said):
            if select.select([process.stdout], [], [], 0.5)[0]:
                piece = os.read(process.stdout.fileno(), 65536)
                if not piece:
                    break
                said += piece
        process.stdin.write(b"quit\n")
        process.stdin.close()
        process.wait(5)
    except (OSError, subprocess.TimeoutExpired):
        process.kill()
    finally:
        process.stdout.close()
        process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = whole_line.search(said)
    return (said[:found.end()].decode(errors="replace").splitlines() if found else None), seconds


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def search(pattern, text, what):
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise Failed(f"{what} says nothing like '{pattern}'")
    return found


class Bench:
    """The base of all benches: the folders, and the amount of work."""

    kinds = [OURS]

    def __init__(self, source, build, size, columns):
        self.source, self.build, self.size, self.columns = source, build, size, columns

    def amount(self, tiny, quick, whole):
        return {"tiny": tiny, "quick": quick, "all": whole}[self.size]

    def program(self, name):
        return os.path.join(self.build, "tests", "bench_" + name)

    def data(self, name):
        return os.path.join(self.source, "tests", "data", name)


class Speed(Bench):
    name = "speed"
    what = "nodes a second of each game's bench"

    def steps(self):
        ours = self.columns[0]
        games = [line.split()[0] for line in ours.run(ours.words() + ["games"]).splitlines()]
        for game in games[1:2] if self.size == "tiny" else games:
            yield game, lambda column, game=game: self.measure(column, game)

    @staticmethod
    def measure(column, game):
        said = column.run(column.words() + ["bench " + game])
        nodes, speed = search(r"^(\d+) nodes (\d+) nps$", said, f"{column.name}: bench {game}").groups()
        return [(f"{game}: nodes", "", True, float(nodes)), (f"{game}: speed", "nodes/s", False, float(speed))]


class Answers(Bench):
    name = "answers"
    what = "start, isready and stop in a search, go movetime 100: medians"
    kinds = [OURS, UCI]

    def steps(self):
        yield "", self.measure

    def measure(self, column):
        runs = self.amount("1", "5", "30")
        said = column.run([self.program("latency"), "-n", runs, column.command])
        values = re.findall(r"([\d.]+) / *[\d.]+", said)
        names = ["start to uciok", "isready", "stop", "movetime 100"]
        if len(values) != len(names):
            raise Failed(f"{column.name}: bench_latency gives {len(values)} figures")
        return [(name, "ms", True, float(value)) for name, value in zip(names, values)]


class Sessions(Bench):
    name = "sessions"
    what = "memory of an idle session, plain and by WebSocket; isready and stop while many search, isready while none does"

    def steps(self):
        yield "", self.measure

    def measure(self, column):
        idle, searching = self.amount(("8", "2"), ("300", "50"), ("1000", "200"))
        said = column.run([self.program("sessions"), column.command, idle, searching])
        figures = [("idle session", "KiB", True, float(search(r": ([\d.]+) KiB", said, "bench_sessions")[1]))]
        for word in ["isready", "stop"]:
            line = search(rf"^{word} .*", said, "bench_sessions")[0]
            median, _, late, _ = numbers(line)
            figures += [(f"{word}, median", "ms", True, median), (f"{word}, 99 %", "ms", True, late)]
        web = search(r"by WebSocket: ([\d.]+) KiB", said, "bench_sessions")
        figures.append(("idle session by WebSocket", "KiB", True, float(web[1])))
        for word, way in [("plain", "a plain socket"), ("WebSocket", "WebSocket")]:
            median = numbers(search(rf"^{word} .*", said, "bench_sessions")[0])[0]
            figures.append((f"isready by {way} when idle, median", "ms", True, median))
        return figures


class Soak(Bench):
    name = "soak"
    what = "a crowd that searches, stops and vanishes"

    def steps(self):
        yield "", self.measure

    def measure(self, column):
        seconds, clients = self.amount(("1", "4"), ("10", "50"), ("60", "200"))
        said = column.run([self.program("soak"), column.command, seconds, clients])
        figures = []
        for word in ["isready", "stop"]:
            times = search(rf"^{word} .*99 % ([\d.]+) ms", said, "bench_soak")
            figures.append((f"{word}, 99 %", "ms", True, float(times[1])))
        lost = search(r"(\d+) missing, (\d+) too many", said, "bench_soak")
        figures.append(("answers missing or too many", "", True, float(lost[1]) + float(lost[2])))
        memory = search(r"^memory: .* ([\d.]+) MB after", said, "bench_soak")
        return figures + [("memory after", "MB", True, float(memory[1]))]


class Attack(Bench):
    name = "attack"
    what = "what the worst client does to another's answers"

    def steps(self):
        yield "", self.measure

    def measure(self, column):
        said = column.run([self.program("attack"), column.command, self.amount("0.05", "0.3", "3")])
        rows = [numbers(line)[-4:] for line in said.splitlines()[1:]]
        if len(rows) < 2:
            raise Failed(f"{column.name}: bench_attack gives {len(rows)} rows")
        return [("isready, median of the worst", "ms", True, max(row[0] for row in rows)),
                ("isready, 99 % of the worst", "ms", True, max(row[1] for row in rows)),
                ("movetime 100, longest", "ms", True, max(row[3] for row in rows))]


class ChessTree(Bench):
    name = "perft"
    what = "chess: leaves of the tree of legal moves a second of processor time"
    kinds = [OURS, UCI]

    def steps(self):
        # The time that another engine needs to start must be short compared with its counting.
        name = self.amount("chess/perft.txt", "chess/perft_deep.txt", "chess/perft_deep.txt")
        with open(self.data(name), encoding="utf-8") as file:
            lines = [line.strip() for line in file if " | " in line and line[0] not in "#9"]  # 960: not every engine's
        self.lines = lines[:self.amount(1, 2, len(lines))]
        yield "", self.measure

    def measure(self, column):
        if column.kind == OURS:
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                file.write("\n".join(self.lines) + "\n")
                file.flush()
                said = column.run([self.program("chess_perft"), file.name])
            parts = [numbers(line) for line in said.splitlines()]
            leaves = sum(part[0] for part in parts)
            if not leaves:
                raise Failed(f"{column.name}: bench_chess_perft counts nothing")
            seconds = sum(part[0] / max(part[1], 1) / 1e6 for part in parts)
            return [("chess: leaves", "leaves/s", False, leaves / seconds)]
        leaves, seconds = 0, 0
        start = ask(column, ["uci"], "uciok")[1]
        for line in self.lines:
            fen, _, rest = line.partition(" | ")
            depth, count = rest.split()
            said, took = ask(column, ["uci", "position fen " + fen, "go perft " + depth], "Nodes searched")
            if said is None:
                return []  # an engine that cannot count
            if numbers(said[-1])[-1] != float(count):
                raise Failed(f"{column.name}: counts '{said[-1]}', not {count}: {fen}")
            leaves, seconds = leaves + int(count), seconds + max(took - start, 1e-3)
        return [("chess: leaves", "leaves/s", False, leaves / seconds)]


class Solve(Bench):
    name = "solve"
    what = "Connect Four: exact scores, processor time a position"
    kinds = [OURS, SOLVER]

    def steps(self):
        plies = self.amount(["30"], ["24", "18"], ["24", "18", "14", "12", "10", "8"])
        for ply in plies:
            with open(self.data(f"connect4/plies-{ply}.txt"), encoding="utf-8") as file:
                lines = file.read().splitlines()
            lines = lines[:self.amount(3, 50, len(lines))]
            yield f"{ply} plies", lambda column, ply=ply, lines=lines: self.measure(column, ply, lines)

    def measure(self, column, ply, lines):
        row = f"Connect Four, {ply} plies"
        if column.kind == OURS:
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                file.write("\n".join(lines) + "\n")
                file.flush()
                said = column.run([self.program("connect4"), "-m", "64", file.name])
            wrong = int(search(r"(\d+) wrong", said, "bench_connect4")[1])
            milliseconds = float(search(r"processor +([\d.]+)", said, "bench_connect4")[1])
        else:
            wrong, milliseconds = solve(column, lines)
        if wrong:
            raise Failed(f"{column.name}: {wrong} of {len(lines)} scores of positions of {ply} plies are wrong")
        return [(row, "ms", True, milliseconds)]


def solve(column, lines):
    """Returns a solver's number of wrong scores for lines COLUMNS SCORE, and its milliseconds of processor
    time per position. The solver reads the columns, one position per line, and prints a line that begins with
    COLUMNS SCORE for each.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = column.run(column.words(), "".join(line.split()[0] + "\n" for line in lines))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answers = {line.split()[0]: line.split()[1] for line in said.splitlines() if len(line.split()) > 1}
    wrong = sum(answers.get(line.split()[0]) != line.split()[1] for line in lines)
    return wrong, 1e3 * seconds / len(lines)


BENCHES = [Speed, Answers, Sessions, Soak, Attack, ChessTree, Solve]
