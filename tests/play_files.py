#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-play with files of games and with hostile engines: play_files.py PLAY ENGINE

The files are written by hand or taken apart by regular expressions. No test checks how long something takes, except
that nothing hangs.
"""
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

PLAY, ENGINE = (os.path.abspath(path) for path in sys.argv[1:3])
SCRIPTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
os.environ["LANGUAGE"] = "en"  # whatever the person speaks
# The time limit for a session, in seconds.
PATIENCE = 100

TWO_GAMES = """[Event "one"]

1. e4 e5 2. Nf3 *

[Event "two"]
[Result "0-1"]

1. d4 d5 2. c4
e6 0-1
"""

def limit_files():
    """No file may grow beyond 300 bytes, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="ascii", newline="") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="ascii", newline="") as file:
            return file.read()

    def play(self, lines, *options, status=0, engine=ENGINE, full=False):
        """Types lines, one after another. Returns all output."""
        done = subprocess.run([PLAY, "--plain", "--ascii", "--engine", engine, "--depth", "1", *options],
                              input="\n".join(lines) + "\n", cwd=self.folder, timeout=PATIENCE, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=limit_files if full else None)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout


def movetexts(pgn):
    """The moves of each game of a file whose games have tags, without numbers, and its result."""
    games = [text for text in re.split(r"(?m)^(?:\[.*\]\n)+", pgn) if text.strip()]
    return [re.sub(r"\d+\.+ ?|\{[^}]*\}", "", text).split() for text in games]


class Loading(Case):
    def test_any_game_of_a_file_is_loaded(self):
        self.write("two.pgn", TWO_GAMES)
        self.assertIn("\ne4 e5 Nf3\n", self.play(["load two.pgn 1", "moves"], "--side", "both"))
        said = self.play(["load two.pgn 2", "moves"], "--side", "both")
        self.assertIn("Loaded game 2 of 2.", said)
        self.assertIn("d4 d5 c4 e6\n", said)
        said = self.play(["moves"], "--side", "both", "--load", "two.pgn", "--game", "2")
        self.assertIn("Black wins: as the file says.", said)
        self.assertIn("d4 d5 c4 e6\n", said)
        # A file may have such a name.
        self.write("two.pgn 2", TWO_GAMES)
        self.assertIn("Loaded game 1 of 2.", self.play(["load two.pgn 2"], "--side", "both"))

    def test_games_of_every_format_are_counted(self):
        self.write("a.sgf", "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15];B[hh];W[aa])")
        self.write("a.ggf", "".join(f"(;GM[Othello]TY[8]BO[8 {'-------- ' * 3}---O*--- ---*O--- {'-------- ' * 3}*]"
                                    f"{moves};)\n" for moves in ("B[F5]", "B[F5]W[D6]")))
        self.write("a.txt", "newgame gomoku size 15\nposition startpos moves h8\n\n"
                   "newgame gomoku size 15\r\nposition startpos moves h8 a15\r\n")
        for name, moves in (("a.sgf", "h8 a15"), ("a.ggf", "f5 d6"), ("a.txt", "h8 a15")):
            said = self.play([f"load {name} 2", "moves"], "tictactoe", "--side", "both")
            self.assertIn("Loaded game 2 of 2.", said)
            self.assertIn(f"{moves}\n", said)
        self.write("a.epd", '4k3/8/8/8/8/8/8/4K2R w K - id "one";\n# a comment\n4k3/8/8/8/8/8/8/4K1R1 b - -\n')
        self.assertIn("4k3/8/8/8/8/8/8/4K1R1 b - - 0 1", self.play(["load a.epd 2", "fen"], "--side", "both"))

    def test_games_of_wthor_are_loaded(self):
        def file(side, games, *records):
            header = bytes(4) + struct.pack("<IHHBBBB", games, 0, 1998, side, 0, 0, 0)
            return header + b"".join(struct.pack("<HHHBB", 0, 1, 2, score, 33) +
                                     bytes(codes).ljust(side * side - 4, b"\0") for score, *codes in records)

        def put(name, data):
            with open(self.path(name), "wb") as out:
                out.write(data)
        # f5 d6 c3, the column and ten times the row; g6 on the larger board.
        both = file(8, 2, (33, 56), (20, 56, 64, 33))
        put("a.WTB", both)
        put("a.wtd", file(10, 1, (50, 79)))
        said = self.play(["load a.WTB 2", "moves", "load a.wtd", "moves"], "--side", "both")
        self.assertIn("Loaded game 2 of 2.", said)
        self.assertIn("White wins: as the file says.", said)
        self.assertIn("f5 d6 c3\n", said)
        self.assertIn("Draw: as the file says.", said)
        self.assertIn("\ng6\n", said)
        put("bad.wtb", file(8, 2, (33, 56, 56), (33, 56)))
        put("names.wtb", bytes(8) + b"\1" + bytes(7))
        for words, says in ((["bad.wtb"], "bad.wtb: game 1: byte 25: move 2: illegal move 'f5'"),
                            (["bad.wtb", "3"], "bad.wtb: it has no game 3; expected 1 to 2"),
                            (["names.wtb"], "names.wtb: byte 8: a file of names, or not of WTHOR; expected games")):
            self.assertIn(says, self.play(["load " + " ".join(words)], "--side", "both"))
        # A file that ends anywhere, as after a download that broke off, has the games before.
        for length in (*range(20), 83, 84, 90, 151):
            put("cut.wtb", both[:length])
            said = self.play(["load cut.wtb", "moves", "load cut.wtb 2"], "--side", "both")
            self.assertEqual("\nf5\n" in said, length >= 84, said)
            self.assertIn("cut.wtb: ", said)

    def test_errors_name_file_game_line_and_move(self):
        self.write("bad.pgn", TWO_GAMES.replace("c4\ne6", "c4\ne9"))
        self.write("bad.txt", "newgame gomoku\nposition startpos moves h8 a1\n"
                   "newgame gomoku\nposition startpos moves h8 h8\n")
        self.write("bad.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n\n4k3/8/8 w - -\n")
        self.write("odd.txt", "newgame gomoku\nnewgame gomoku\n")
        self.write("null.pgn", "1. e4 e5 2. -- Nf6 *\n")
        self.write("empty.pgn", "\n")
        for words, says in ((["bad.pgn", "2"], "bad.pgn: game 2: line 9: move 2...: illegal move 'e9'"),
                            (["bad.pgn", "3"], "bad.pgn: it has no game 3; expected 1 to 2"),
                            (["bad.txt", "2"], "bad.txt: game 2: line 4: move 2: illegal move 'h8'"),
                            (["odd.txt"], "odd.txt: line 1: expected 'position ...' behind it"),
                            (["bad.epd", "2"], "bad.epd: game 2: line 3: "),
                            (["empty.pgn"], "empty.pgn: "),
                            ([".", "1"], ".: Is a directory"),
                            (["none"], "none: No such file or directory")):
            said = self.play(["load " + " ".join(words), "moves"], "--side", "both")
            self.assertIn(says, said)
            number = ["--game", words[1]] if len(words) > 1 else []
            said = self.play([], "--load", words[0], *number, status=1)
            self.assertTrue(said.startswith("myosu-play: " + says), said)
        # A game with a null move is read up to it, and says so.
        self.assertIn("Loaded up to this move: line 1: move 2: a null move, '--'",
                      self.play(["load null.pgn", "moves"], "--side", "both"))
        self.assertIn("null.pgn: line 1: move 2: a null move, '--', which the game does not have; it is read up to",
                      self.play(["moves"], "--side", "both", "--load", "null.pgn"))

    def test_wrong_use_is_refused(self):
        for options, says in ((["--game", "2"], "--game: expected --load FILE"),
                              (["--game", "0", "--load", "x"], "--game: expected a number, 1 to"),
                              (["--dialect", "ludo"], "--dialect: expected auto, uci, ugi, uai, ucci, gomocup, cecp, nboard or gtp, found 'ludo'"),
                              (["--save"], "--save: expected a value")):
            self.assertIn(says, self.play([], *options, status=2))


class Saving(Case):
    def test_a_file_is_never_overwritten_unasked(self):
        for name in ("a.pgn", "a.txt"):
            self.play(["e4", f"save {name}"], "--side", "both")
            before = self.read(name)
            said = self.play(["d4", f"save {name}"], "--side", "both")
            self.assertIn(f"{name}: it exists; expected another name, or 'append' or 'replace'", said)
            self.assertEqual(self.read(name), before)
            self.assertIn("Replaced.", self.play(["d4", f"replace {name}"], "--side", "both"))
            self.assertNotEqual(self.read(name), before)
            self.assertEqual(sorted(os.listdir(self.folder)), [name])
            os.unlink(self.path(name))
        # Nor what is no game, or several of them.
        for text in (TWO_GAMES, "my notes\n", "1. e4 e5 2. -- Nf6 *\n"):
            self.write("b.pgn", text)
            self.assertIn("b.pgn: ", self.play(["d4", "save b.pgn", "replace b.pgn"], "--side", "both"))
            self.assertEqual(self.read("b.pgn"), text)

    def test_games_are_appended_in_every_format(self):
        self.write("a.pgn", TWO_GAMES.rstrip("\n"))
        self.play(["g4", "e5", "f3", "Qh4#", "append a.pgn"], "--side", "both")
        self.assertEqual(movetexts(self.read("a.pgn")),
                         [["e4", "e5", "Nf3", "*"], ["d4", "d5", "c4", "e6", "0-1"], ["g4", "e5", "f3", "Qh4#", "0-1"]])
        self.assertTrue(self.read("a.pgn").startswith(TWO_GAMES.rstrip("\n") + "\n\n[Event "))
        for game, name, moves, pattern in (("gomoku", "a.sgf", ["h8", "a1"], r";B\[hh\];W\[ao\]\)"),
                                           ("othello", "a.ggf", ["f5", "d6"], r"B\[F5\]W\[D6\];\)"),
                                           ("connect4", "a.txt", ["4", "4"], r"newgame connect4\nposition .* moves 4 4\n")):
            for count in (1, 2):
                self.play([*moves, f"append {name}"], game, "--side", "both")
                self.assertEqual(len(re.findall(pattern, self.read(name))), count)
            self.assertIn("Loaded game 2 of 2.", self.play([f"load {name} 2"], "--side", "both"))
        # Only behind games of the same format.
        for name, text, says in (("x.pgn", "(;GM[4])", "it is no file of games in pgn"),
                                 ("x.sgf", "1. e4 *\n", "it is no file of games in sgf"),
                                 ("x.txt", "my notes\n", "it does not begin with 'newgame ...'")):
            self.write(name, text)
            self.assertIn(f"{name}: {says}", self.play([f"append {name}"], "chess" if name == "x.pgn" else "gomoku",
                                                       "--side", "both"))
            self.assertEqual(self.read(name), text)

    def test_every_game_of_a_session_is_kept(self):
        self.write("two.pgn", TWO_GAMES)
        self.write("kept.pgn", "[Event \"old\"]\n\n1. a3 *\n")
        self.play(["e4", "new", "new", "d4", "d5", "resign", "load two.pgn 2", "load two.pgn", "Nc6", "load none", "new",
                   "c4", "save other.pgn"], "--side", "both", "--save", "kept.pgn")
        self.assertEqual(movetexts(self.read("kept.pgn")),
                         [["a3", "*"], ["e4", "*"], ["d4", "d5", "0-1"],
                          ["e4", "e5", "Nf3", "Nc6", "*"], ["c4", "*"]])
        # A game without a move is none, and an error in the name ends the program before the game.
        self.play(["quit"], "--side", "both", "--save", "none.pgn")
        self.assertFalse(os.path.exists(self.path("none.pgn")))
        for options, says in ((["gomoku", "--save", "x.pgn"], "x.pgn: Gomoku is not written as PGN"),
                              (["--save", "two.sgf"], "two.sgf: Chess is not written as SGF"),
                              (["--save", "."], ".: Is a directory"),
                              (["--save", "nowhere/x.pgn"], "nowhere/x.pgn: No such file or directory")):
            self.assertIn(says, self.play(["quit"], "--side", "both", *options, status=1))

    def test_no_file_is_written_that_could_not_be_read(self):
        for name in ("a.wtb", "a.WTD", "a.epd", "a.fen"):
            says = f"{name}: files with this ending are read, not written; expected another name"
            self.assertIn(says, self.play(["e4", f"save {name}", f"append {name}"], "--side", "both"))
            self.assertIn(says, self.play([], "--save", name, status=1))
        self.assertEqual(os.listdir(self.folder), [])

    def session(self, *options):
        """Begins a session that is not ended; its lines are typed by `type`."""
        session = subprocess.Popen([PLAY, "--plain", "--ascii", "--engine", ENGINE, "--depth", "1", "--side", "both",
                                    *options], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.STDOUT)
        self.addCleanup(session.communicate)
        self.addCleanup(session.kill)
        return session

    def type(self, session, line, name, expected):
        """Types a line, and waits until the file has the games."""
        session.stdin.write(line.encode() + b"\n")
        session.stdin.flush()
        end = time.monotonic() + PATIENCE
        found = None
        while found != expected and time.monotonic() < end:
            time.sleep(0.02)
            if os.path.exists(self.path(name)):
                found = movetexts(self.read(name))
        self.assertEqual(found, expected)

    def test_a_killed_session_loses_no_move(self):
        self.write("a.pgn", "[Event \"old\"]\n\n1. a3 *\n")
        games = [["a3", "*"]]
        for _ in range(3):
            session = self.session("--save", "a.pgn")
            self.type(session, "e4", "a.pgn", [*games, ["e4", "*"]])
            self.type(session, "e5", "a.pgn", [*games, ["e4", "e5", "*"]])
            self.type(session, "undo", "a.pgn", [*games, ["e4", "*"]])
            self.type(session, "new", "a.pgn", [*games, ["e4", "*"]])
            games.append(["e4", "*"])
            self.type(session, "d4", "a.pgn", [*games, ["d4", "*"]])
            games.append(["d4", "*"])
            session.kill()
            session.wait()
            self.assertEqual(movetexts(self.read("a.pgn")), games)
        # The games that another program has appended are kept.
        session = self.session("--save", "a.pgn")
        self.type(session, "e4", "a.pgn", [*games, ["e4", "*"]])
        self.play(["h4"], "--side", "both", "--save", "a.pgn")
        self.type(session, "e5", "a.pgn", [*games, ["e4", "*"], ["h4", "*"], ["e4", "e5", "*"]])
        self.type(session, "resign", "a.pgn", [*games, ["e4", "*"], ["h4", "*"], ["e4", "e5", "0-1"]])

    def test_a_full_disk_loses_nothing(self):
        text = TWO_GAMES + "\n" + TWO_GAMES
        self.write("a.pgn", text)
        self.assertIn("a.pgn: File too large", self.play(["e4", "append a.pgn"], "--side", "both", full=True))
        self.assertEqual(self.read("a.pgn"), text)
        self.assertIn("a.pgn: File too large",
                      self.play(["e4"], "--side", "both", "--save", "a.pgn", full=True, status=1))
        self.assertEqual(self.read("a.pgn"), text)
        one = "[Event \"" + 200 * "x" + "\"]\n\n1. e4 *\n"
        self.write("b.pgn", one)
        moves = [file + digit for digits in ("36", "45") for file in "abcdefgh" for digit in digits]
        self.assertIn("b.pgn: File too large",
                      self.play([*moves, "replace b.pgn"], "--side", "both", "--fen",
                                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", full=True))
        self.assertEqual(self.read("b.pgn"), one)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.pgn", "b.pgn"])


class Engines(Case):
    @staticmethod
    def scripted(act, when, answer="e7e5"):
        return f"{sys.executable} {SCRIPTED} {act} {when} {answer}"

    def test_hostile_engines_harm_nobody(self):
        """A person takes the place of an engine that fails, and the game goes on."""
        gone = "The engine is gone: "
        cases = (("exit", "uci", 1, ": ended with status 3 before any greeting"),
                 ("silence", "uci", 1, ": it answers no greeting in time"),
                 ("exit", "isready", 0, gone + "ended with status 3"),
                 ("exit", "position", 0, gone + "ended with status 3"),
                 ("exit", "go", 0, gone + "ended with status 3"),
                 ("silence", "go", 0, gone + "it gives no answer"),
                 ("endless", "go", 0, gone + "it gives no answer"),
                 ("flood", "go", 0, gone + "it gives no answer"),
                 ("garbage", "uci", 0, "Scripted plays e5"),
                 ("garbage", "isready", 0, "Scripted plays e5"),
                 ("garbage", "go", 0, "Scripted plays e5"),
                 ("garbage", "idle", 0, "Scripted plays e5"),
                 ("endless", "idle", 0, "Scripted plays e5"))

        def check(act, when, status, says):
            said = self.play(["e4", "moves"], "--movetime", "10", "--dialect", "uci", status=status,
                             engine=self.scripted(act, when))
            if says not in said:
                raise AssertionError(f"{act} {when}: {said}")
            if status == 0 and "\ne4" not in said and ": e4" not in said:
                raise AssertionError(f"{act} {when}: the game is lost: {said}")
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda case: check(*case), cases))

    def test_an_illegal_move_loses(self):
        for answer, says in (("e2e4", "The engine's move is refused: illegal move 'e2e4'"),
                             ("0000", "The engine's move is refused: "),
                             ("x", "The engine's move is refused: illegal move 'x'")):
            said = self.play(["e4"], "--movetime", "10", "--dialect", "uci", engine=self.scripted("none", "-", answer))
            self.assertIn(says, said)
            self.assertIn("White wins: illegal move.", said)

    def test_an_engine_that_does_not_play_the_game_is_refused(self):
        engine = self.scripted("none", "-") + " - chess crazyhouse"
        says = "Scripted does not play gomoku: its UCI_Variant lacks it"
        self.assertEqual(self.play([], "gomoku", "--dialect", "uci", engine=engine, status=1), f"myosu-play: {says}\n")
        self.write("a.sgf", "(;GM[4]SZ[15];B[hh])")
        said = self.play(["new gomoku", "load a.sgf", "e4"], "--dialect", "uci", engine=engine)
        self.assertIn(says, said)
        self.assertIn("a.sgf: " + says, said)
        self.assertIn("Scripted plays e5", said)
        said = self.play(["hint", "side second"], "gomoku", "--side", "both", "--dialect", "uci", engine=engine)
        self.assertEqual(said.count(says), 2)

    def test_a_dialect_can_be_given(self):
        self.write("pbrain.py", "import sys\nfor line in sys.stdin:\n    word = line.split()[0].upper()\n"
                   "    say = {'START': 'OK', 'ABOUT': 'name=\"Brain\", version=\"1\", author=\"A\", country=\"B\"',\n"
                   "           'TURN': '0,0', 'BEGIN': '7,7', 'DONE': '0,0', 'END': None, 'INFO': '', 'BOARD': ''}"
                   ".get(word, '' if word[0].isdigit() else 'UNKNOWN')\n"
                   "    if say is None: break\n    if say: print(say, flush=True)\n")
        engine = f"{sys.executable} {self.path('pbrain.py')}"
        self.assertIn("Brain 1 plays a15", self.play(["h8"], "gomoku", "--dialect", "gomocup", engine=engine))
        self.assertIn("it answers no greeting in time", self.play([], "gomoku", "--dialect", "ugi", status=1,
                                                                  engine="/bin/cat"))
        self.assertIn("speaks gomocup, so it plays gomoku, not chess", self.play([], "--dialect", "gomocup",
                                                                                    engine=engine, status=1))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
