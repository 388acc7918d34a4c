#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the documents by running their commands: readme.py SOURCE BUILD

Every file of the repository that ends in .md is checked. Each page has a folder of its own, which looks like
a fresh clone whose `build` is BUILD. Commands are in fenced blocks. The language of a block decides how it
is checked:

    sh       bash runs the lines in order, with pipefail; if the next block is `answers`, it must be
             their output
    myosu    the engine reads the lines, once through a pipe and once through a terminal; the next block, which
             is `answers`, must be its output
    python   Python runs the program if the modules that it imports are installed
    text, c, ini, nginx, yaml, json   contain no commands

Relative links must lead to a file of the repository, and their anchors to a heading.

A command that cannot be run here is in one of the lists below with the reason. The test fails if a command is
neither run nor listed, or if no page needs an entry of a list.
"""
import fnmatch
import os
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

# The time limit of a block, in seconds.
PATIENCE = 240

def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


PAGE_PORT = free_port()

# Commands that are not run, by their beginning, and why.
NOT_RUN = {
    "sh tools/test": "runs this test",
    "sh tools/build": "installs packages; the test `setup` tries its parts",
    "sh tools/package": "builds for minutes; its test wants a network",
    "sh tools/archive": "builds for minutes",
    "sh tools/aarch64": "builds and emulates for minutes",
    "sh tools/run": "the session runs it",
    "sh tools/newgame": "changes the sources; the test `newgame` runs it in a copy",
    "pip install": "needs a network",
    "tools/openings": "needs the files of lichess",
    "meson setup build": "builds for minutes; BUILD was made so",
    "sudo ninja -C build install": "needs root; the test `install` does it in a folder",
    "meson install": "the same",
    "fastchess": "another's program, which Debian lacks",
    "cutechess-cli": "another's program, which Debian lacks",
    "c-chess-cli": "another's program, which Debian lacks",
    "c-gomoku-cli": "another's program, which Debian lacks",
    "cutegames": "another's program, which Debian lacks",
    "xboard": "opens a window",
    "gogui": "opens a window",
    "tools/screenshot": "wants tmux and a second of quiet; its picture is checked in",
    "tools/fuzz": "builds with clang, and runs for minutes",
    "build/myosu --page": "serves until it is ended; the test `web_http` opens its page",
    "build/myosu-conform": "takes a minute; the test `conform` runs it",
    "cc bestmove.c": "the test `install` does it with what is installed",
    "sh .ci/run": "all checks, for an hour",
    "git tag": "changes the repository",
    "build/tests/bench_": "measures for minutes",
    "python3 tests/bench/": "measures for minutes",
    "tools/bench --all": "measures for an hour",
    "tools/bench --level": "measures for minutes",
    "tools/bench --only": "measures for minutes",
    "ninja -C build": "builds for minutes; BUILD was made so",
}

# Commands that are changed to do less or to run elsewhere: the text and its replacement.
SHORTENED = [
    ("-rounds 10000", "-rounds 1"),
    ("-rounds 50", "-rounds 1"),
    ("tc=8+0.08", "depth=3"),
    ("--side none --tc 60+1", "--side none --depth 2"),
    ("--side none --movetime 100", "--side none --depth 2"),
    ("genfens 1000 ", "genfens 20 "),
    ("tools/bench --json", "tools/bench --tiny --only speed --json"),
    (" --st 30", " --st 30 --depth 4"),
    ("127.0.0.1:7000", f"127.0.0.1:{free_port()}"),
    ("http:127.0.0.1:7180", f"http:127.0.0.1:{PAGE_PORT}"),
    ("http://localhost:7180", f"http://localhost:{PAGE_PORT}"),
    ("sh tests/bench.sh build/myosu >", "build/myosu bench tictactoe >"),
]

# Interactive commands, and the text that is typed.
TYPED = {
    "build/myosu-play": "quit\n",
}

# Programs, and modules that Python programs import, that may be missing. Commands that need them
# are then skipped.
OPTIONAL = ["bash", "curl", "socat", "build/myosu-play", "build/myosu-match", "build/myosu-analyse", "build/myosu-provider",
            "build/tests/leap_engine", "build/tests/hexapawn_engine"]
MODULES = {"protocol/examples/fen.py": "chess"}

# Pages of which only the links are checked, and why.
LINKS_ONLY = {
    "protocol/PROTOCOL.md": "its exchanges have marks in front; the test `transcripts` replays such ones",
    "protocol/transcripts/README.md": "the same",
    "tests/bench/[!R]*.md": "records of measurements, each of which took hours",
}

COMMAND_LANGUAGES = ["sh", "myosu", "answers", "python"]
OTHER_LANGUAGES = ["text", "c", "ini", "nginx", "yaml", "json"]

# Inline code that begins like this is a command, too.
INLINE_COMMAND = re.compile(r"(?:sh|sudo|meson|ninja|python3|pip|git|build/\S+|tools/\w+) .+")


class Wrong(Exception):
    pass


class Page:
    """Parses a page: blocks as [language, number of the first line, text], links, headings and inline commands."""

    def __init__(self, text, has_commands=True):
        self.blocks = []
        self.inline = []
        self.links = []
        self.headings = []
        block = None
        prose = []
        for number, line in enumerate(text.split("\n"), 1):
            fence = re.match(r"( *)```(\w*)$", line)
            if fence and block is None:
                block = [fence[2], number, "", len(fence[1])]
                if has_commands and block[0] not in COMMAND_LANGUAGES + OTHER_LANGUAGES:
                    raise Wrong(f"line {number}: a block of language '{block[0]}', which no list names")
            elif fence:
                self.blocks.append(block[:3])
                block = None
            elif block is not None:
                block[2] += line[block[3]:] + "\n"
            elif has_commands and re.match(r"(    |\t)", line) and not (prose and prose[-1].strip()):
                raise Wrong(f"line {number}: an indented block; fence it, and say its language")
            else:
                prose.append(line)
                self.links += re.findall(r"\]\(([^):]*)\)", line)
                if line.startswith("#"):
                    name = re.sub(r"[^\w -]", "", line.lstrip("# ").lower())
                    self.headings.append(name.replace(" ", "-"))
        if block is not None:
            raise Wrong(f"line {block[1]}: the block has no end")
        spans = re.findall(r"`([^`]+)`", re.sub(r"\s+", " ", " ".join(prose)))
        self.inline = [span for span in spans if INLINE_COMMAND.match(span)]


def commands_of(block):
    """Returns the commands of a block, without comments. A line that ends in a backslash or in | continues in
    the next.
    """
    joined = re.sub(r"\|\n\s*", "| ", re.sub(r"\\\n\s*", "", block))
    return [re.sub(r"\s{2,}#.*", "", line).strip() for line in joined.split("\n") if line.strip()]


def check_links(source, name, page):
    """Checks that the files and headings to which a page links exist."""
    for link in page.links:
        path, _, heading = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if target.startswith("..") or not os.path.exists(os.path.join(source, target)):
            raise Wrong(f"the link ({link}) leads to no file")
        if heading:
            headings = page.headings
            if path:
                with open(os.path.join(source, target), encoding="utf-8") as file:
                    headings = Page(file.read(), has_commands=False).headings
            if heading not in headings:
                raise Wrong(f"the link ({link}) leads to no heading")


def find_pages(source):
    """Returns all pages that are or will be under version control; without git, all pages outside of builds."""
    found = subprocess.run(["git", "-C", source, "ls-files", "-z", "-co", "--exclude-standard", "*.md"],
                           check=False, capture_output=True, text=True)
    pages = [page for page in found.stdout.split("\0") if os.path.exists(os.path.join(source, page)) and page]
    if found.returncode != 0 or not pages:
        for folder, folders, files in os.walk(source):
            folders[:] = [name for name in folders if not name.startswith((".", "build"))]
            pages += [os.path.relpath(os.path.join(folder, name), source) for name in files if name.endswith(".md")]
    return sorted(pages)


class Checker:
    used = set()  # entries of the lists that a page needed
    begun = time.monotonic()

    def __init__(self, source, build):
        self.build = build
        self.folder = tempfile.mkdtemp(prefix="readme")
        for name in os.listdir(source):
            if name.startswith("build") or name == ".git":
                continue
            os.symlink(os.path.join(source, name), os.path.join(self.folder, name))
        os.symlink(build, os.path.join(self.folder, "build"))
        self.source = source
        self.at_first = set(os.listdir(self.folder))

    def check_leftovers(self):
        """Checks that git ignores the files that the commands leave, so that a clone stays clean."""
        for name in sorted(set(os.listdir(self.folder)) - self.at_first):
            path = name + "/" if os.path.isdir(os.path.join(self.folder, name)) else name
            result = subprocess.run(["git", "-C", self.source, "check-ignore", "-q", "--no-index", path],
                                    check=False, stderr=subprocess.PIPE, text=True)
            if result.returncode == 1:
                raise Wrong(f"a command leaves '{name}', which .gitignore does not name")
            if result.returncode != 0:
                print(f"   not checked: what is left ({result.stderr.strip()})")
                return

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def is_missing(self, command):
        for program in OPTIONAL:
            if re.search(r"(^|[|;&(] *)" + re.escape(program) + r"\b(?!/)", command):
                path = os.path.join(self.folder, program)
                if not os.path.exists(path) and not shutil.which(program):
                    return program
        for program, module in MODULES.items():
            if program in command and not self.has_module(module):
                return f"Python's {module}"
        return None

    @staticmethod
    def has_module(module):
        return subprocess.run([sys.executable, "-c", f"import {module}"], check=False,
                              stderr=subprocess.DEVNULL).returncode == 0

    def prepare(self, command, has_answers=False):
        """Returns what is run instead of the command; None: nothing."""
        for beginning, reason in NOT_RUN.items():
            if command.startswith(beginning):
                if has_answers:
                    raise Wrong(f"what is not run has answers, which nothing checks: {command}")
                self.used.add(beginning)
                print(f"   not run ({reason}): {command}")
                return None
        program = self.is_missing(command)
        written = command
        for long, short in SHORTENED:
            if long in command:
                self.used.add(long)
                command = command.replace(long, short)
        for beginning, typed in TYPED.items():
            if command.startswith(beginning):
                self.used.add(beginning)
                command = f"printf {shlex.quote(typed)} | {command}"
        if program:
            print(f"   passed over, without {program}: {written}")
            return None
        return command

    def run(self, arguments, text):
        """Runs a program in its own process group, which is killed at the end."""
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(arguments, cwd=self.folder, stdin=subprocess.PIPE,
                                       stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True)
            try:
                process.stdin.write(text.encode())
                process.stdin.close()
                status = process.wait(PATIENCE)
            except (subprocess.TimeoutExpired, BrokenPipeError):
                status = "none: it hangs"
            finally:
                try:
                    os.killpg(process.pid, signal.SIGTERM)
                    time.sleep(0.05)
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
            output.seek(0)
            return status, output.read().decode(errors="replace")

    def run_shell(self, number, commands, answers=None):
        """Runs commands. Their output must be `answers` or, if that is None, anything but an error."""
        lines = [self.prepare(command, answers is not None) for command in commands]
        script = "\n".join(line for line in lines if line)
        if not script:
            return
        print(script)
        status, output = self.run(["bash", "--posix", "-o", "pipefail", "-ec", script], "")
        if status != 0:
            raise Wrong(f"line {number}: status {status} of\n{script}\n{output}")
        if answers is None and "info string error" in output:
            raise Wrong(f"line {number}: an error in the answer of\n{script}\n{output}")
        if answers is not None and None in lines:
            print("   the answers are not compared, for want of a program")
        elif answers is not None and self.masked(output) != self.masked(answers):
            raise Wrong(f"line {number}: the answer of\n{script}\nis\n{output}")

    def run_python(self, number, block):
        for module in re.findall(r"^import (\w+)", block, re.MULTILINE):
            if not self.has_module(module):
                print(f"   passed over, without Python's {module}")
                return
        status, output = self.run([sys.executable, "-"], block)
        if status != 0:
            raise Wrong(f"line {number}: status {status} of\n{block}\n{output}")

    @staticmethod
    def masked(text):
        """Returns the lines of an answer, without numbers that differ between runs."""
        text = re.sub(r"\b(nps|time|hashfull) \d+", r"\1 N", text.replace("\r\n", "\n"))
        return [line.rstrip() for line in text.rstrip("\n").split("\n")]

    def converse(self, typed, last, terminal):
        """Sends lines to the engine and returns its output up to the line `last`; then sends `quit`."""
        if terminal:
            ours, theirs = pty.openpty()
        else:
            theirs_read, ours_write = os.pipe()
            ours, theirs = os.pipe()
        process = subprocess.Popen(["sh", "tools/run"], cwd=self.folder,
                                   stdin=theirs if terminal else theirs_read, stdout=theirs,
                                   stderr=theirs if terminal else None,
                                   start_new_session=True, env={**os.environ, "TERM": "dumb"})
        os.close(theirs)
        write = ours
        if not terminal:
            os.close(theirs_read)
            write = ours_write
        os.write(write, typed.encode())
        heard = ""
        asked_to_end = False
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not asked_to_end and any(line.endswith(last) for line in self.masked(heard)):
                os.write(write, b"quit\n")
                asked_to_end = True
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux reports the end of a terminal as an error
                break
            if not piece:
                break
            heard += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", piece.decode(errors="replace"))
        else:
            os.killpg(process.pid, signal.SIGKILL)
        for descriptor in {ours, write}:
            os.close(descriptor)
        if process.wait() != 0:
            raise Wrong(f"the engine ends with status {process.returncode}, having said\n{heard}")
        return self.masked(heard)

    def run_session(self, number, typed, answers):
        expected = self.masked(answers)
        heard = self.converse(typed, expected[-1], terminal=False)
        if heard != expected:
            raise Wrong(f"line {number}: through a pipe the engine says\n" + "\n".join(heard))
        # A terminal shows more: the typed text and a greeting.
        heard = self.converse(typed, expected[-1], terminal=True)
        at = 0
        for line in expected:
            found = [i for i in range(at, len(heard)) if heard[i].endswith(line)]
            if not found:
                raise Wrong(f"line {number}: through a terminal '{line}' is missing in\n" +
                            "\n".join(heard))
            at = found[0] + 1

    def check(self, text, name="README.md"):
        links_only = [pattern for pattern in LINKS_ONLY if fnmatch.fnmatchcase(name, pattern)]
        self.used.update(links_only)
        page = Page(text, not links_only)
        check_links(self.folder, name, page)
        if links_only:
            print(f"   links only ({LINKS_ONLY[links_only[0]]})")
            return
        following = page.blocks[1:] + [(None, 0, "")]
        before = None
        for (language, number, block), (next_language, _, next_block) in zip(page.blocks, following):
            print(f"-- line {number}: {language} (after {time.monotonic() - self.begun:.1f} s)")
            answers = next_block if next_language == "answers" else None
            if language == "sh":
                self.run_shell(number, commands_of(block), answers)
            elif language == "python":
                self.run_python(number, block)
            elif language == "myosu":
                if answers is None:
                    raise Wrong(f"line {number}: a session without its answers")
                self.run_session(number, block, answers)
            elif language == "answers":
                if before not in ("sh", "myosu"):
                    raise Wrong(f"line {number}: answers to nothing")
            elif re.search(r"^\$ ", block, re.MULTILINE):
                raise Wrong(f"line {number}: a command in a block that is not run")
            before = language
        for command in page.inline:
            print(f"-- inline: {command}")
            self.run_shell(0, [command])


def check_lists():
    for entry in list(NOT_RUN) + [long for long, _ in SHORTENED] + list(TYPED) + list(LINKS_ONLY):
        if entry not in Checker.used:
            raise Wrong(f"'{entry}' is listed, and no page needs it")


def test_the_test(checker):
    """Checks that errors in pages are found."""
    for page in [
            "    build/myosu games\n",
            "```\nbuild/myosu games\n```\n",
            "```sh\nfalse\n```\n",
            "```sh\nfalse\ntrue\n```\n",
            "```sh\nbuild/myosu 'newgame ludo'\n```\n",
            "```text\n$ false\n```\n",
            "```sh\ntrue\n",
            "Type `sh -c false`.\n",
            "```myosu\nquery fen\nquit\n```\n```answers\nresponse none\n```\n",
            "```myosu\nquit\n```\n",
            "```sh\nbuild/myosu --version\n```\n```answers\nMyosu\n```\n",
            "```answers\nresponse none\n```\n",
            "```sh\nfalse | cat\n```\n",
            "```sh\nfalse |\n    cat\n```\n",
            "```sh\nbuild/myosu 'go depht 1' | grep readyok\n```\n",
            "```sh\nbuild/myosu isready | grep readyok | sed s/ok/no/\n```\n```answers\nreadyok\n```\n",
            "```sh\nsh tools/test\nbuild/myosu isready\n```\n```answers\nreadyno\n```\n",
            "```python\nraise SystemExit(1)\n```\n",
            "[here](nowhere.md)\n",
            "[here](#nowhere)\n",
            "[here](tools/README.md#nowhere)\n",
            "[here](../README.md)\n",
            "![a picture](tools/nowhere.svg)\n",
            "A link whose text\ngoes on [in the next\nline](nowhere.md).\n",
    ]:
        try:
            checker.check(page)
        except Wrong:
            continue
        raise Wrong(f"not found wrong:\n{page}")
    checker.check("```sh\nbuild/myosu games  # a remark\nbuild/myosu \\\n  games\n```\n")


def main():
    page = "this test"
    if not shutil.which("bash"):
        print("skipped: there is no bash, of the package bash, which knows pipefail")
        sys.exit(77)
    source, build = (os.path.abspath(folder) for folder in sys.argv[1:3])
    checker = Checker(source, build)
    try:
        test_the_test(checker)
        Checker.used.clear()
        for page in find_pages(source):
            print(f"== {page}")
            checker.close()
            checker = Checker(source, build)
            with open(os.path.join(source, page), encoding="utf-8") as file:
                checker.check(file.read(), page)
            checker.check_leftovers()
        page = "this test"
        check_lists()
    except Wrong as wrong:
        sys.exit(f"{page}: {wrong}")
    finally:
        checker.close()


if __name__ == "__main__":
    main()
