#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Misspells the options of a program: suggestions.py PROGRAM [LINE...]

The program's options are those of --help-completion. Each of them is given with two neighbouring letters swapped and
with a letter too many, and must be suggested, unless another option is as near. A LINE has a command line with a mistake and, after
" => ", the word that must be suggested; an empty word stands for no suggestion.
"""
import re
import shlex
import subprocess
import sys

PROGRAM, LINES = sys.argv[1], sys.argv[2:]


def run(words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)
    suggested = re.search("did you mean '([^']*)'\\?", done.stderr)
    return done.returncode, done.stderr, suggested.group(1) if suggested else ""


def misspelt(name):
    """The bare name in two wrong forms, of which the first has two different neighbours in each other's place."""
    at = next((i for i in range(1, len(name) - 1) if name[i] != name[i + 1]), None)
    if at:
        yield name[:at] + name[at + 1] + name[at] + name[at + 2:]
    yield name[0] + "q" + name[1:]


def check(words, expected):
    status, said, suggested = run(words)
    if status not in (1, 2) or suggested != expected or said.count("\n") != 1:
        sys.exit(f"{words}: expected '{expected}', exit status {status}, and: {said}")


def main():
    lines = subprocess.run([PROGRAM, "--help-completion"], capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line.split("\t")[0] for line in lines if line]
    if len(names) < 5:
        sys.exit(f"{PROGRAM}: {names}")
    tried = 0
    for name in names:
        bare, dashes = name.lstrip("-"), re.match("-*", name).group()
        others = [other.lstrip("-") for other in names if other != name]
        for wrong in misspelt(bare):
            # A word that begins another option, or is as near to one, may mean that one.
            near = [other for other in others if abs(len(other) - len(bare)) <= 2 and sum(map(str.__ne__, other, bare)) <= 2]
            if len(bare) > 3 and not near and not any(other.startswith(wrong) for other in others):
                check([dashes + wrong], name)
                tried += 1
    if tried < len(names):
        sys.exit(f"{PROGRAM}: {tried} words for {len(names)} options")
    for line in LINES:
        words, expected = line.split(" => ")
        check(shlex.split(words), expected.strip())
    check([dashes + "zzyzzxqk"], "")
    print(tried, "words,", len(LINES), "lines")


main()
