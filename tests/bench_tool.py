#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/bench at its smallest: the table, the JSON, the comparison, and what is said of wrong use.

    bench_tool.py SOURCE BUILD

No figure is judged but those that are counts."""
import glob
import json
import os
import subprocess
import sys
import tempfile

SOURCE, BUILD = (os.path.abspath(folder) for folder in sys.argv[1:3])
PATIENCE_S = 240

# Solves what is in tests/data by looking there; the second one adds one to each score.
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
    """One line that has the word in it, and the status."""
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

        # Two figures of each that took part, each row in the table, the ratio that of medians.
        for (bench, figure), row in rows.items():
            expect(f"{bench}: {figure}" in table, f"no row {bench}: {figure} in", table)
            expect(all(len(values) == 2 for values in row["values"].values()), row)
        expect(set(rows["answers", "stop"]["values"]) == {"myosu", "peer"}, rows["answers", "stop"])
        solved = next(row for (bench, _), row in rows.items() if bench == "solve")
        expect(set(solved["values"]) == {"myosu", "looks"}, solved)
        ours, theirs = (sum(solved["values"][name]) / 2 for name in ["myosu", "looks"])
        line = next(line for line in table.splitlines() if line.startswith("solve: "))
        expect(f" {theirs / ours:.2f} " in line, f"no ratio {theirs / ours:.2f} in", line)

        # The nodes are those that the engine says; programs took turns.
        counts = [row for row in written["rows"] if row["figure"].endswith(": nodes")]
        with open(os.path.join(SOURCE, "tests/data/bench.txt"), encoding="utf-8") as file:
            known = {float(line.split()[1]) for line in file if not line.startswith("#")}
        expect(counts and all(set(row["values"]["myosu"]) <= known for row in counts), counts)
        steps = [line for line in progress.splitlines() if "answers" in line]
        expect(["peer" in line for line in steps] == [False, True, False, True], progress)

        # Compared with a run in which our speed is twice as high.
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

        # Wrong use.
        nothing = os.path.join(folder, "nothing")
        is_refused(2, "no program", "--tiny", "--peer", f"x={nothing}")
        is_refused(2, "NAME=COMMAND", "--tiny", "--peer", "stockfish")
        is_refused(2, "uciok", "--tiny", "--peer", "x=true")
        is_refused(2, "called 'myosu'", "--tiny", "--peer", f"myosu={BUILD}/myosu")
        is_refused(2, "does not answer", "--tiny", "--solver", f"x={program} 1")
        is_refused(2, "--level", "--tiny", "--level", "x86-64-v9")
        is_refused(2, "no engine", "--tiny", "--build", nothing)
        is_refused(2, "there are", "--tiny", "--only", "speed,nonsense")
        is_refused(2, "1 or more", "--tiny", "--rounds", "0")
        is_refused(2, "No such file", "--compare", first, nothing)
        is_refused(2, "not written by", "--compare", first, *glob.glob(f"{BUILD}/compile_commands.json"))


if __name__ == "__main__":
    main()
