#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the files, tests and cases in the table of what users read exist, and that each mistake of
tests/mutants still changes its file: table.py SOURCE BUILD"""
import glob, json, os, re, subprocess, sys

# Proofs that are not tests of the suite but scripts that CI runs.
OTHER_PROOFS = {".ci/checks/self-test", "tools/fuzz"}


def rows(text):
    """Yields each row: what is read, where it is made, what proves it."""
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and cells[0] != "read" and set(cells[0]) != {"-"}:
            yield cells


def file_is_missing(source, name, folder):
    """Returns True if no file matches. A name may contain stars, have upper-case words that stand for many,
    or omit the folder of the name before.
    """
    pattern = re.sub(r"\b[A-Z]{3,}\b", "*", name)
    return not any(glob.glob(os.path.join(source, base, pattern)) for base in ("", folder, "protocol"))


def wrong(cells, source, tests, code):
    """Yields what is wrong in a row."""
    folder = ""
    for name in cells[1].split(", "):
        if file_is_missing(source, name, folder):
            yield "no such file: " + name
        folder = os.path.dirname(name) or folder
    if not cells[2]:
        yield "no test"
    for proof in re.sub(r" \([^)]*\)", "", cells[2]).split("; "):
        names, _, cases = proof.partition(": ")
        # After the first test of a row, a case without a test belongs to the test before.
        if not cases and re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+){3,}|[a-z0-9]+( [A-Za-z0-9',]+)+", names):
            names, cases = "", names
        for name in filter(None, names.split(", ")):
            known = any(re.fullmatch(re.sub("[A-Z]+", ".*", name), test) for test in tests)
            if not known and name not in OTHER_PROOFS:
                yield "no such test: " + name
        if cases and cases != "all" and cases not in code:
            for case in cases.split(", "):
                if not re.search(r"(?<![a-z_])" + re.escape(case) + r"(?![a-z_])", code):
                    yield "no such case: " + case


def idle_mistakes(lists, source):
    """Yields the mistakes of tests/mutants whose expressions no longer change their file."""
    for stanza in re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n?", "", lists).strip()):
        fields = [line.split(": ", 1) for line in stanza.split("\n")]
        name = os.path.join(source, dict(fields)["file"])
        before = open(name, "rb").read() if os.path.exists(name) else b""
        expressions = [part for key, value in fields if key == "sed" for part in ("-e", value)]
        if subprocess.run(["sed", *expressions], input=before, capture_output=True).stdout in (before, b""):
            yield f"tests/mutants: {dict(fields)['row']}: changes nothing"


def main(source, build):
    with open(os.path.join(source, "tests/README.md"), encoding="utf-8") as file:
        table = list(rows(file.read()))
    introspected = subprocess.run(["meson", "introspect", "--tests", build], check=True, capture_output=True)
    tests = {test["name"] for test in json.loads(introspected.stdout)}
    paths = [path for end in ("c", "py", "sh", "mjs") for path in glob.glob(f"{source}/tests/**/*.{end}", recursive=True)]
    code = "\n".join(open(path, encoding="utf-8").read() for path in paths)
    if len(table) < 100 or not tests:
        sys.exit(f"{len(table)} rows and {len(tests)} tests: was the table read?")
    # Check that errors are noticed.
    broken = ["x", "src/nowhere.c", "no_test: no_case_of_this_name"]
    assert len(list(wrong(broken, source, tests, "code"))) == 3
    idle = "row: idle\nfile: meson.build\nsed: s/no such text//\ntest: none"
    assert len(list(idle_mistakes(idle, source))) == 1
    faults = [f"{cells[0]}: {fault}" for cells in table for fault in wrong(cells, source, tests, code)]
    for path in glob.glob(os.path.join(source, "tests/mutants/*.list")):
        with open(path, encoding="utf-8") as file:
            faults += idle_mistakes(file.read(), source)
    print("\n".join(faults) or f"{len(table)} rows")
    return len(faults) != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
