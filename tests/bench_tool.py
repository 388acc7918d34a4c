#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests tools/bench with the smallest amount of work: the table, the JSON, the comparison, and errors.

    bench_tool.py SOURCE BUILD

Only figures that are counts are checked.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

SOURCE, BUILD = (os.path.abspath(folder) for folder in sys.argv[1:3])
PATIENCE_S = 240

# A solver that looks positions up in tests/data and adds a number to each score: 0, or 1 for a
# wrong solver.
SOLVER = """
import glob, sys
scores = {}
for name in glob.glob(sys.argv[1] + "/tests/data/connect4/plies-*.txt"):
    for line in open(name):
        columns, score = line.split()
        scores[columns] = int(score) + int(sys.argv[2])
for line in sys.stdin:
    print(line.strip(), scores[line.strip()], "nodes", 7)
"""


def run(*words):
    done = subprocess.run([sys.executable, os.path.join(SOURCE, "tools/bench"), "--build", BUILD, *words],
                          capture_output=True, text=True, check=False, timeout=PATIENCE_S,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(map(str, what)))


def is_refused(status, word, *words):
    """Checks for one line that contains the word, and for the exit status."""
    found, said, complaint = run(*words)
    expect(found == status and not said, f"{words}: status {found}, not {status}", said, complaint)
    lines = [line for line in complaint.splitlines() if not line.startswith("[")]
    expect(len(lines) == 1 and word in lines[0] and lines[0].startswith("tools/bench: "),
           f"{words}: not one line with '{word}':", complaint)


def main():
    with tempfile.TemporaryDirectory() as folder:
        solver = os.path.join(folder, "solver.py")
        with open(solver, "w", encoding="utf-8") as file:
            file.write(SOLVER)
        program = f"{sys.executable} {solver} {SOURCE}"
        first = os.path.join(folder, "first.json")
        status, table, progress = run("--tiny", "--only", "speed,answers,perft,solve", "--rounds", "2", "--json", first,
                                      "--peer", f"peer={BUILD}/myosu", "--solver", f"looks={program} 0")
        expect(status == 0, f"status {status}", table, progress)
        with open(first, encoding="utf-8") as file:
            written = json.load(file)
        names = [column["name"] for column in written["columns"]]
        expect(names == ["myosu", "peer", "looks"], names)
        expect(written["columns"][0]["level"], "no level")
        rows = {(row["bench"], row["figure"]): row for row in written["rows"]}
        kinds = {bench for bench, _ in rows}
        expect(kinds == {"speed", "answers", "perft", "solve"}, kinds)

        # Each bench has two values per figure, one per column; each row is in the table, and ratios
        # are those of medians.
        for (bench, figure), row in rows.items():
            expect(f"{bench}: {figure}" in table, f"no row {bench}: {figure} in", table)
            expect(all(len(values) == 2 for values in row["values"].values()), row)
        expect(set(rows["answers", "stop"]["values"]) == {"myosu", "peer"}, rows["answers", "stop"])
        solved = next(row for (bench, _), row in rows.items() if bench == "solve")
        expect(set(solved["values"]) == {"myosu", "looks"}, solved)
        ours, theirs = (sum(solved["values"][name]) / 2 for name in ["myosu", "looks"])
        line = next(line for line in table.splitlines() if line.startswith("solve: "))
        expect(f" {theirs / ours:.2f} " in line, f"no ratio {theirs / ours:.2f} in", line)

        # The nodes are those that the engine prints, and the programs took turns.
        counts = [row for row in written["rows"] if row["figure"].endswith(": nodes")]
        with open(os.path.join(SOURCE, "tests/data/bench.txt"), encoding="utf-8") as file:
            known = {float(line.split()[1]) for line in file if not line.startswith("#")}
        expect(counts and all(set(row["values"]["myosu"]) <= known for row in counts), counts)
        steps = [line for line in progress.splitlines() if "answers" in line]
        expect(["peer" in line for line in steps] == [False, True, False, True], progress)

        # Comparison with a run in which this engine's speed is twice as high.
        second = os.path.join(folder, "second.json")
        for row in written["rows"]:
            if row["figure"].endswith(": speed"):
                row["values"]["myosu"] = [2 * value for value in row["values"]["myosu"]]
        with open(second, "w", encoding="utf-8") as file:
            json.dump(written, file)
        status, compared, complaint = run("--compare", first, second)
        line = next((line for line in compared.splitlines() if ": speed (myosu)" in line), "")
        expect(status == 0 and line.split()[-2:] == ["2.00", "better"], status, compared, complaint)
        _, compared, _ = run("--compare", second, first)
        line = next((line for line in compared.splitlines() if ": speed (myosu)" in line), "")
        expect(line.split()[-2:] == ["0.50", "worse"], compared)

        # A solver that is correct at first and then fails ends the run. The results so far are
        # printed.
        once = f"{program} 0 | head -n 1"
        status, table, complaint = run("--tiny", "--only", "solve", "--solver", f"x=sh -c '{once}'")
        expect(status == 1 and "\nsolve: " in table and "are wrong" in complaint.splitlines()[-1], table, complaint)

        # Wrong usage.
        nothing = os.path.join(folder, "nothing")
        is_refused(2, "no program", "--tiny", "--peer", f"x={nothing}")
        is_refused(2, "NAME=COMMAND", "--tiny", "--peer", "stockfish")
        is_refused(2, "uciok", "--tiny", "--peer", "x=true")
        is_refused(2, "called 'myosu'", "--tiny", "--peer", f"myosu={BUILD}/myosu")
        is_refused(2, "does not answer", "--tiny", "--solver", f"x={program} 1")
        is_refused(2, "--level", "--tiny", "--level", "x86-64-v9")
        is_refused(2, "no engine", "--tiny", "--build", nothing)
        is_refused(2, "there are", "--tiny", "--only", "speed,nonsense")
        is_refused(2, "unrecognized", "--nonsense")
        is_refused(2, "--rounds", "--rounds", "many")
        is_refused(2, "1 or more", "--tiny", "--rounds", "0")
        is_refused(2, "No such file", "--compare", first, nothing)
        is_refused(2, "not written by", "--compare", first, *glob.glob(f"{BUILD}/compile_commands.json"))


if __name__ == "__main__":
    main()
