# SPDX-License-Identifier: MIT
"""Tests the engine at a terminal as a person uses it: terminal.py PROGRAM [TEST...]

Lines are edited, completed and remembered, and the engine's output appears above the line that is being
typed. The tests check the screen that the person sees.
"""
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
from screen import PATIENCE, Program  # noqa: E402

program = os.path.abspath(sys.argv[1])
state = tempfile.mkdtemp()
history = os.path.join(state, "myosu", "history")
PROMPT = "myosu>"


def start(*arguments, columns=80, term="xterm"):
    shown = Program(program, *arguments, columns=columns,
                    environment={"TERM": term, "XDG_STATE_HOME": state})
    shown.see("^Myosu ")
    return shown


def begin(*arguments, **how):
    shown = start(*arguments, **how)
    shown.see(f"^{PROMPT}$")
    return shown


def await_line(shown, line):
    """Waits until the edited line, which is the last one on the screen, is this one."""
    shown.see(f"(\\A|\n){re.escape(line)}\\Z")


def await_wrapped(shown, line):
    """The same for a line that may be longer than the screen is wide."""
    shown.see("(\\A|\n)" + "\n?".join(map(re.escape, line)) + "\\Z")


def hear_more(shown):
    """Waits until the engine prints something more."""
    end = time.monotonic() + PATIENCE
    while not shown.read(0.1):
        assert time.monotonic() < end, f"nothing more is said; the screen:\n{shown.screen.text()}"


def finish(shown, typed="quit\n", status=0):
    shown.type(typed)
    found = shown.end()
    assert found == status, f"status {found}, not {status}; the screen:\n{shown.screen.text()}"


def is_quiet(terminal):
    """Returns True if the terminal neither echoes nor waits for complete lines: a line is being edited."""
    import termios
    flags = termios.tcgetattr(terminal)[3]
    return not flags & (termios.ECHO | termios.ICANON)


def a_line_is_edited():
    shown = begin()
    shown.type("redyok\x1b[D\x1b[D\x1b[D\x1b[Da")  # left four times
    await_line(shown, f"{PROMPT} readyok")
    shown.type("\x01is\x05ey\x7f\x7f\x7f\x7f")  # Home, End, Backspace
    await_line(shown, f"{PROMPT} isready")
    shown.type("\x1b[1~\x1b[3~\x1b[4~!\x08")  # Home, Delete, End; Backspace is also Control-H
    await_line(shown, f"{PROMPT} sready")
    shown.type("\x15")  # deletes the whole line
    await_line(shown, PROMPT)
    shown.type("isready go\x17\x7f\n")  # deletes a word
    shown.see("^readyok$")
    finish(shown)


def keys_that_mean_nothing_here_do_nothing():
    shown = begin()
    shown.type("is\x1b[20~\x1b[1;2P\x16\x1b\x1b[C\x1bx\x11\x0f\x1b[9")
    await_line(shown, f"{PROMPT} is")
    shown.type("7m\xc3\xa9ready\n")  # the sequence's rest; a letter that is not ASCII
    shown.see("unknown command 'is.ready'")
    finish(shown)


def a_sequence_may_come_in_pieces():
    shown = begin()
    for byte in "isrady\x1b[D\x1b[D\x1b[D":
        shown.type(byte)
        shown.rest(0.02)
    shown.type("e\n")
    shown.see("^readyok$")
    finish(shown)


def long_lines_wrap():
    moves = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4"
    shown = begin(columns=30)
    shown.type(moves + " e5d5\x1b[D\x08\x1b[C")
    text = f"{PROMPT} {moves} e55"
    assert "".join(shown.rest().splitlines()[1:]).endswith(text[30:]), shown.screen.text()
    shown.type("\x08\x08\x08e5d4\n")
    shown.type("query p1turn\n")
    shown.see("^response true$")
    finish(shown)


def what_is_said_appears_above_the_line():
    for columns in (80, 12):
        shown = begin(columns=columns)
        shown.type("go infinite\n")
        shown.see("info depth 5 " if columns == 80 else "info depth 5")
        shown.type("setoption name Hash val")
        await_wrapped(shown, f"{PROMPT} setoption name Hash val")
        hear_more(shown)
        await_wrapped(shown, f"{PROMPT} setoption name Hash val")
        shown.type("ue 8\x01")
        await_wrapped(shown, f"{PROMPT} setoption name Hash value 8")
        shown.type("\x05\x15isready\n")
        shown.see("^readyok$")
        await_line(shown, PROMPT)
        text = shown.screen.text()
        # All output is complete, and nothing is left of the line that it replaced.
        assert text.count("readyok") == 1 and "setoption" not in text, text
        shown.type("stop\n")
        shown.see("^bestmove ")
        finish(shown)


def control_c_ends_the_search_or_throws_the_line_away():
    shown = begin()
    shown.type("go infinite\n")
    shown.see("^info depth 3 ")
    shown.type("d")
    shown.see(f"^{PROMPT} d$")
    shown.type("\x03")
    shown.see("^bestmove ")
    await_line(shown, f"{PROMPT} d")
    shown.type("nonsense\x1b[D\x1b[D")
    shown.see("nonsense$")
    shown.type("\x03")
    shown.see("dnonsense\\^C\n" + PROMPT + "$")
    shown.type("isready\n")
    assert "unknown command" not in shown.see("^readyok$")
    finish(shown)


def control_d_on_an_empty_line_is_the_end():
    shown = begin()
    shown.type("isreadyd\x1b[D\x04")  # otherwise it deletes a character
    shown.see("isready$")
    shown.type("\n")
    shown.see("^readyok$")
    shown.type("\x1b[3~")  # and Delete never ends the input
    shown.rest()
    shown.type("go infinite\n")
    shown.see("^info depth 3 ")
    shown.type("\x04")
    assert shown.end() == 0
    assert "\nbestmove " in shown.screen.text(), shown.screen.text()
    assert not shown.screen.text().endswith(PROMPT)


def lines_are_remembered():
    if os.path.exists(history):
        os.unlink(history)
    shown = begin()
    shown.type("isready\nnewgame connect4\nquery p1turn\n")
    shown.see("^response true$")
    shown.type("\x1b[A\x1bOA")  # up, twice
    await_line(shown, f"{PROMPT} newgame connect4")
    shown.type("\x1b[B")
    await_line(shown, f"{PROMPT} query p1turn")
    shown.type("\x15is\x1b[A")  # earlier lines with this beginning
    await_line(shown, f"{PROMPT} isready")
    finish(shown, "\n\nquit\n")
    assert stat.S_IMODE(os.stat(history).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(history)).st_mode) == 0o700
    with open(history) as file:
        assert file.read() == "isready\nnewgame connect4\nquery p1turn\nisready\nquit\n"
    shown = begin()
    shown.type("\x1b[A\x1b[A\x1b[A")
    await_line(shown, f"{PROMPT} query p1turn")
    os.kill(shown.process, signal.SIGTERM)  # the history is saved, however the program ends
    assert shown.end() == 0


def the_history_is_bounded_and_private():
    with open(history, "w") as file:
        file.write("".join(f"line {i}\n" for i in range(3000)))
    os.chmod(history, 0o644)
    shown = begin()
    finish(shown)
    with open(history) as file:
        lines = file.read().splitlines()
    assert len(lines) == 1001 and lines[0] == "line 2000" and lines[-1] == "quit", len(lines)
    assert stat.S_IMODE(os.stat(history).st_mode) == 0o600
    shutil.rmtree(os.path.dirname(history))
    with open(os.path.dirname(history), "w") as file:  # a file in place of the folder
        file.write("")
    shown = begin()
    shown.type("isready\n\x1b[A")
    shown.see("^readyok$")
    finish(shown, "\x15quit\n")
    os.unlink(os.path.dirname(history))


def words_are_completed():
    shown = begin()
    for typed, line in (("isr\t", "isready"), ("\x15newg\tgom\tru\tren\t", "newgame gomoku rule renju"),
                        ("\x15seto\tn\tmove\tv\t", "setoption name Move Overhead value"),
                        ("\x15quer\tp1\t", "query p1turn"),
                        ("\x15pos\tsta\tm\te2e4 e7\t5 g1f\t", "position startpos moves e2e4 e7e5 g1f3"),
                        ("\x15nonsense \tx", "nonsense x"), ("\x15go sea\tb1c\t", "go searchmoves b1c3"),
                        ("\x15setoption name UCI_V\tv\tconn\t",
                         "setoption name UCI_Variant value connect4")):
        shown.type(typed)
        await_line(shown, f"{PROMPT} {line}")
    shown.type("\x15newgame \t")  # several completions, which are listed above
    shown.see("^chess +tictactoe +connect4([ \n]+[a-z0-9]+)*\n" + PROMPT + " newgame$")
    shown.type("\x15go infinite\n")
    shown.see("^info depth 3 ")
    shown.type("query p1t\t")  # during a search, too
    shown.see("query p1turn$")
    shown.type("\n")
    shown.see("^response true$")
    finish(shown)


def it_is_stopped_and_goes_on():
    shown = begin()
    assert is_quiet(shown.terminal)
    shown.type("isrea")
    shown.see("isrea$")
    shown.type("\x1a")
    assert os.WIFSTOPPED(os.waitpid(shown.process, os.WUNTRACED)[1])
    assert not is_quiet(shown.terminal)
    assert not shown.rest().endswith("isrea")
    shown.screen.feed(b"shell$ fg\r\n")
    os.kill(shown.process, signal.SIGCONT)
    shown.see(f"^shell\\$ fg\n{PROMPT} isrea$")
    assert is_quiet(shown.terminal)
    shown.resize(40)
    shown.rest()
    shown.type("dy\n")
    shown.see("^readyok$")
    finish(shown)


def a_search_goes_on_in_the_background():
    shown = Program("sh", "-mi", environment={"TERM": "xterm", "XDG_STATE_HOME": state, "PS1": "shell "})
    shown.type(f"{program}\n")
    shown.see(f"^{PROMPT}$")
    shown.type("go movetime 1500\n")
    shown.see("^info depth 3 ")
    shown.type("\x1a")
    shown.see("Stopped")
    shown.type("bg\n")
    shown.see("^(shell )?bestmove ")
    assert not shown.rest().endswith(PROMPT), shown.screen.text()
    shown.type("fg\n")
    shown.see(f"^{PROMPT}$")
    shown.type("isready\n")
    shown.see("^readyok$")
    shown.type("quit\n")
    shown.see("quit\nshell$")
    finish(shown, "exit\n")


def output_is_never_held():
    import termios
    shown = begin()
    assert not termios.tcgetattr(shown.terminal)[0] & termios.IXON
    shown.type("isrea\x13dy\n")  # Control-S
    shown.see("^readyok$")
    finish(shown)


def the_terminal_is_given_back():
    for ending in ("quit\n", "\x04", None):
        shown = Program("sh", "-c", f"{program}; stty -a", environment={"TERM": "xterm", "XDG_STATE_HOME": state})
        shown.see(f"^{PROMPT}$")
        if ending:
            shown.type(ending)
        else:
            shown.type("isready\n")
            shown.see("^readyok$")
            children = f"/proc/{shown.process}/task/{shown.process}/children"
            os.kill(int(open(children).read().split()[0]), signal.SIGTERM)
        text = shown.see(" icanon ")
        for mode in ("echo", "icanon", "isig", "opost", "ixon"):
            assert f"-{mode} " not in text, text
        assert f"{PROMPT}\nspeed" not in text, text
        assert shown.end() == 0


def much_output_comes_whole():
    shown = begin()
    shown.type("".join(f"query fen\nisready\n" for _ in range(300)))
    shown.see("^readyok$", 300)
    assert shown.rest().endswith(f"\n{PROMPT}")
    assert shown.screen.text().count("\nresponse rnbq") == 300
    shown.type("genfens 3000 seed 1 book none\n")
    shown.see("^info string genfens ", 3000)
    assert shown.rest().endswith(f"\n{PROMPT}")
    finish(shown)


def a_terminal_may_be_read_as_a_pipe_is():
    before = os.path.exists(history) and open(history).read()
    for arguments, term in ((["--no-edit"], "xterm"), ([], "dumb"), ([], "")):
        shown = start(*arguments, term=term)
        assert PROMPT not in shown.rest()
        assert not is_quiet(shown.terminal)
        shown.type("isready\n")
        shown.see("^readyok$")
        finish(shown)
    assert before == (os.path.exists(history) and open(history).read())


def main():
    os.environ.pop("EDITRC", None)
    helpers = (start, begin, await_line, await_wrapped, hear_more, finish, is_quiet, main)
    tests = [test for name, test in globals().items()
             if callable(test) and getattr(test, "__module__", "") == __name__
             and test not in helpers and name in (sys.argv[2:] or globals())]
    assert tests, "there is no such test"
    status = 0
    for test in tests:
        try:
            test()
        except (AssertionError, OSError):
            traceback.print_exc()
            status = 1
    shutil.rmtree(state)
    return status


if __name__ == "__main__":
    sys.exit(main())
