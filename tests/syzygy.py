#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the options of endgame tables as clients and operators use them: syzygy.py PROGRAM FOLDER [TEST]...

FOLDER has the tables KQvK and KNvKN. MYOSU_SYZYGY names a folder with all tables of three and four pieces: with them
and the Python module chess, results are compared with those of that module. MYOSU_ANALYSE names myosu-analyse.
"""
import contextlib
import os
import random
import shutil
import socket
import subprocess
import sys
import unittest

from own_folder import OwnFolder

PROGRAM, FOLDER = (os.path.abspath(path) for path in sys.argv[1:3])
PUBLISHED = os.environ.get("MYOSU_SYZYGY", "")
ANALYSE = os.environ.get("MYOSU_ANALYSE", "")
try:
    import chess
    import chess.syzygy
except ImportError:
    chess = None

WIN = 31000
QUEEN = "8/8/8/4k3/8/8/3Q4/K7 w - - 0 1"
# The other queen can be taken, or not; the table of both is missing.
QUEENS = "7q/8/8/4k3/8/8/8/1K5Q w - - 0 1"
OPTIONS = """\
option name SyzygyPath type string default <empty>
option name SyzygyProbeDepth type spin default 1 min 1 max 100
option name SyzygyProbeLimit type spin default 7 min 0 max 7
option name Syzygy50MoveRule type check default true
"""
# Seconds that nothing may take.
PATIENCE = 100


class Engine:
    """A conversation with the program, over a pipe or a socket."""

    def __init__(self, lines_in, lines_out):
        self.lines_in, self.lines_out = lines_in, lines_out

    def say(self, line):
        self.lines_out.write(line + "\n")
        self.lines_out.flush()

    def ask(self, line, beginning):
        """Returns the lines up to the one with this beginning."""
        self.say(line)
        lines = []
        while not (lines and lines[-1].startswith(beginning)):
            line = self.lines_in.readline()
            if not line:
                raise EOFError(lines)
            lines.append(line.rstrip("\n"))
        return lines

    def set_path(self, folders):
        """Returns what the program says to this setting."""
        return "\n".join(self.ask(f"setoption name SyzygyPath value {folders}\nisready", "readyok")[:-1])

    def search(self, fen, depth=1):
        """Returns the score, as (cp or mate, number), the hits, and the move."""
        lines = self.ask(f"position fen {fen}\ngo depth {depth}", "bestmove")
        words = [line for line in lines if line.startswith("info depth")][-1].split()
        at = words.index("score")
        return (words[at + 1], int(words[at + 2])), int(words[words.index("tbhits") + 1]), lines[-1].split()[1]


class Pipe(Engine):
    """A conversation over a pipe."""

    def __init__(self, *options, user=None):
        self.process = subprocess.Popen([PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        user=user, stderr=subprocess.PIPE)
        super().__init__(self.process.stdout, self.process.stdin)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        said = self.process.communicate("quit\n", PATIENCE)
        if kind is None and self.process.returncode != 0:
            raise AssertionError((self.process.returncode, said))

    def has_loaded_the_library(self):
        with open(f"/proc/{self.process.pid}/maps", encoding="ascii") as maps:
            return "fathom" in maps.read()


class Options(OwnFolder):
    def test_the_options_are_offered(self):
        with Pipe() as engine:
            self.assertIn(OPTIONS, "\n".join(engine.ask("uci", "uciok")) + "\n")

    def test_tables_decide_the_score(self):
        with Pipe() as engine:
            self.assertEqual(engine.set_path(FOLDER), "")
            score, hits, _ = engine.search(QUEEN)
            self.assertEqual(score, ("cp", WIN))
            self.assertGreater(hits, 20)
            score, hits, move = engine.search(QUEENS, 4)
            self.assertEqual((score, move), (("cp", WIN - 1), "h1h8"))
            self.assertGreater(hits, 0)

    def test_a_set_path_is_taken_back(self):
        with Pipe() as engine:
            self.assertEqual(engine.set_path(FOLDER), "")
            self.assertEqual(engine.search(QUEENS, 4)[0], ("cp", WIN - 1))
            self.assertEqual(engine.set_path(""), "")
            score, hits, _ = engine.search(QUEENS, 4)  # nothing that was learned from the tables is left
            self.assertEqual(hits, 0)
            self.assertLess(score[1], WIN - 1000)

    def test_the_library_is_loaded_only_for_a_path(self):
        with Pipe() as engine:
            engine.ask("uci", "uciok")
            engine.search(QUEEN)
            self.assertFalse(engine.has_loaded_the_library())
            engine.set_path(FOLDER)
            self.assertTrue(engine.has_loaded_the_library())

    def test_a_changed_rule_takes_effect_at_once(self):
        with Pipe() as engine:
            engine.set_path(FOLDER)
            late = QUEEN.replace("0 1", "97 60")
            self.assertEqual(engine.search(late, 4)[0], ("cp", 1))
            engine.say("setoption name Syzygy50MoveRule value false")
            self.assertEqual(engine.search(late, 4)[0], ("cp", WIN))

    def test_several_folders_are_searched(self):
        for i in range(100):
            os.mkdir(f"empty{i}")
        with Pipe() as engine:
            for path in (f"empty1:{FOLDER}", f"{FOLDER};empty1", f":{FOLDER}:", f"::empty1::{FOLDER}::",
                         ":".join([*(f"empty{i}" for i in range(100)), FOLDER])):
                self.assertEqual(engine.set_path(path), "", path)
                self.assertEqual(engine.search(QUEEN)[0], ("cp", WIN), path)
                engine.set_path("")


class Files(OwnFolder):
    def refuses(self, engine, folder, *reasons):
        """The path is refused with these words, and the old tables are still there."""
        said = engine.set_path(folder)
        for reason in (*reasons, "it keeps its old value"):
            self.assertIn(reason, said)
        self.assertEqual(engine.search(QUEEN)[0], ("cp", WIN))

    def test_damaged_files_are_refused_by_name(self):
        shutil.copytree(FOLDER, "whole")
        with Pipe() as engine:
            self.assertEqual(engine.set_path(FOLDER), "")
            for name in ("KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRPvKR.rtbw"):
                shutil.copytree("whole", "damaged")
                with open(f"damaged/{name}", "wb") as file:
                    file.write(random.randbytes(1024))
                self.refuses(engine, "damaged", f"'damaged/{name}' is no Syzygy table")
                self.refuses(engine, "whole:damaged", f"'damaged/{name}' is no Syzygy table")
                os.unlink(f"damaged/{name}")
                os.mkfifo(f"damaged/{name}")  # nobody ever writes to it
                self.refuses(engine, "damaged", f"'damaged/{name}' is not a regular file")
                os.unlink(f"damaged/{name}")
                os.symlink("nowhere", f"damaged/{name}")
                self.refuses(engine, "damaged", f"cannot open 'damaged/{name}'")
                shutil.rmtree("damaged")

    def test_a_folder_that_cannot_be_read_is_refused(self):
        os.mkdir("empty")
        with open("file", "wb"):
            pass
        with Pipe() as engine:
            engine.set_path(FOLDER)
            self.refuses(engine, "missing", "there are no Syzygy tables", "'missing': No such file or directory")
            self.refuses(engine, "file", "'file': Not a directory")
            self.refuses(engine, "empty", "there are no Syzygy tables (*.rtbw) in 'empty'")
            self.refuses(engine, "empty:", "there are no Syzygy tables")
            self.refuses(engine, "x" * 5000, "File name too long")

    def test_permissions_are_respected(self):
        shutil.copytree(FOLDER, "secret")
        os.chmod(".", 0o755)
        os.chmod("secret", 0)
        with Pipe(user=65534 if os.getuid() == 0 else None) as engine:
            self.assertIn("in 'secret': Permission denied", engine.set_path("secret"))
            os.chmod("secret", 0o755)
            os.chmod("secret/KQvK.rtbw", 0)
            self.assertIn("cannot open 'secret/KQvK.rtbw': Permission denied", engine.set_path("secret"))

    def test_deleted_files_do_no_harm(self):
        shutil.copytree(FOLDER, "tables")
        with Pipe() as engine:
            self.assertEqual(engine.set_path("tables"), "")
            self.assertEqual(engine.search(QUEEN)[0], ("cp", WIN))
            shutil.rmtree("tables")
            self.assertEqual(engine.search(QUEEN)[0], ("cp", WIN))  # it was probed before
            self.assertEqual(engine.search("8/7N/4k3/8/8/7n/8/K7 w - - 0 1")[1], 0)


class Session(Engine):
    """A client of a daemon's Unix socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.file = self.socket.makefile("rw", encoding="ascii")
        super().__init__(self.file, self.file)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()


class Daemon(OwnFolder):
    def start(self, *options):
        daemon = subprocess.Popen([PROGRAM, "--listen", "unix:socket", "--page", "0", *options], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def end():
            daemon.terminate()
            daemon.communicate(timeout=PATIENCE)
            self.assertEqual(daemon.returncode, 0)
        self.addCleanup(end)
        daemon.stdout.readline()  # the address of the page: it listens
        return daemon

    def test_all_sessions_use_the_tables_of_the_operator(self):
        self.start("--syzygy-path", FOLDER)
        with Session("socket") as one, Session("socket") as other:
            for session in (one, other):
                self.assertEqual(session.search(QUEEN)[0], ("cp", WIN))
            one.say("setoption name SyzygyProbeLimit value 0")
            self.assertEqual(one.search(QUEEN)[1], 0)
            self.assertEqual(other.search(QUEEN)[0], ("cp", WIN))

    def test_many_sessions_probe_at_once(self):
        source = random.Random(11)
        self.start("--syzygy-path", FOLDER, "--max-sessions", "250", "--max-sessions-per-peer", "250")
        with contextlib.ExitStack() as stack:
            sessions = [stack.enter_context(Session("socket")) for _ in range(200)]
            for session in sessions:
                row, file = source.randrange(3), source.choice([1, 3, 4, 5, 6])  # the queen, on a, gives no check
                ranks = ["8"] * 8
                ranks[row], ranks[row + 2], ranks[7] = f"{file}k{7 - file}", "Q7", "K7"
                session.fen = "/".join(ranks) + " w - - 0 1"
                session.say(f"setoption name Hash value 1\nposition fen {session.fen}\ngo depth 6")
            for session in sessions:
                lines = session.ask("isready", "bestmove")
                last = [line for line in lines if line.startswith("info depth")][-1]
                self.assertRegex(last, rf"score (cp {WIN}|mate [1-9]\d*) ", session.fen)
                self.assertRegex(last, r" tbhits [1-9]", session.fen)

    def test_clients_cannot_name_tables(self):
        self.start()
        with Session("socket") as session:
            offered = session.ask("uci", "uciok")
            self.assertFalse([line for line in offered if "SyzygyPath" in line])
            self.assertIn("option name Syzygy50MoveRule type check default true", offered)
            self.assertIn("there is no option 'SyzygyPath'", session.set_path(FOLDER))
            self.assertEqual(session.search(QUEEN)[1], 0)

    def test_damaged_tables_are_named_at_the_start(self):
        os.mkdir("damaged")
        with open("damaged/KQvK.rtbw", "wb") as file:
            file.write(bytes(1024))
        for path, reason in (("damaged", "'damaged/KQvK.rtbw' is no Syzygy table"), ("nowhere", "No such file")):
            done = subprocess.run([PROGRAM, "--listen", "unix:socket", "--syzygy-path", path], capture_output=True, text=True,
                                  timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(reason, done.stderr)
            self.assertFalse(os.path.exists("socket"))


@unittest.skipUnless(ANALYSE, "myosu-analyse is not built")
class Analysis(OwnFolder):
    def test_the_option_is_passed_on(self):
        with open("positions.epd", "w", encoding="ascii") as file:
            file.write(QUEEN + "\n")
        for folder, said in ((FOLDER, f'"cp":{WIN},'), ("nowhere", "in 'nowhere': No such file or directory")):
            done = subprocess.run([ANALYSE, "--engine", PROGRAM, "--option", f"SyzygyPath={folder}", "--depth", "2",
                                   "positions.epd"], capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertIn(said, done.stdout + done.stderr)


@unittest.skipUnless(os.path.isdir(PUBLISHED), f"there are no tables in '{PUBLISHED}'")
class Published(OwnFolder):
    @unittest.skipUnless(chess, "there is no Python module chess")
    def test_results_and_moves_are_those_of_python_chess(self):
        source = random.Random(7)
        with chess.syzygy.open_tablebase(PUBLISHED) as tables, Pipe() as engine:
            self.assertEqual(engine.set_path(PUBLISHED), "")
            compared = {}
            while sum(compared.values()) < 400:
                board = chess.Board(None)
                kinds = source.choices([chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN], k=source.choice([1, 2]))
                pieces = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False),
                          *(chess.Piece(kind, source.choice([True, False])) for kind in kinds)]
                for square, piece in zip(source.sample(range(64), len(pieces)), pieces):
                    board.set_piece_at(square, piece)
                board.turn = source.choice([True, False])
                if not board.is_valid() or board.is_game_over():
                    continue
                wdl = tables.probe_wdl(board)
                (kind, score), _, move = engine.search(board.fen())
                self.assertEqual((score > 0) - (score < 0), (wdl > 0) - (wdl < 0), board.fen())
                self.assertEqual(kind == "mate" or abs(score) == WIN, abs(wdl) == 2, board.fen())
                board.push_uci(move)
                self.assertEqual(-tables.probe_wdl(board), wdl, (board.fen(), move))
                compared[wdl] = compared.get(wdl, 0) + 1
            print(compared, file=sys.stderr)
            self.assertGreater(min(compared[-2], compared[0], compared[2]), 30)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
