#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads our PGN files with other programs, pgn-extract and python-chess: match_pgn.py MATCH FAKE_ENGINE
FOLDER.

FOLDER has the files, written by hand, with which test_match_formats compares ours. Exits with 77 if Debian's
package pgn-extract is missing. Without the Python module chess, only pgn-extract is used.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

try:
    import chess.pgn
except ImportError:
    chess = None

MATCH, FAKE, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")
FIGURES = ["nodes=true", "nps=true", "seldepth=true", "hashfull=true", "tbhits=true", "timeleft=true", "pv=true"]
# Files without all tags, or with moves in another notation.
STYLES = ["minimal.pgn", "protocol.pgn"]
# The PGN standard's words for the end of a game, by our names.
ENDINGS = {"mate": "normal", "fen": "normal", "rules": "normal", "time": "time forfeit", "illegal": "rules infraction",
           "illegal move": "rules infraction", "crash": "abandoned", "hang": "abandoned", "draw": "adjudication",
           "resignation": "adjudication", "length": "adjudication", "figures": "adjudication",
           "unterminated": "unterminated", "nodes": "unterminated"}


def fail_unless(equal, *words):
    if not equal:
        sys.exit(" ".join(str(word) for word in words))


def extract(path, *options):
    """Returns the games of a file as pgn-extract writes them: the tags and the words of each."""
    run = subprocess.run([EXTRACT, "-C", "-N", "-V", "-w", "100000", *options, path], capture_output=True, text=True,
                         check=False)
    games = [part for part in run.stdout.split("\n\n") if part.strip()]
    fail_unless(run.returncode == 0 and len(games) % 2 == 0, path, run.stdout, run.stderr)
    complaints = re.sub(r"^Processing .*", "", run.stderr, flags=re.M)
    fail_unless(not re.search(r"[Ii]llegal|[Uu]nknown|[Ee]rror|fail", complaints), path, complaints)
    return [(dict(re.findall(r'^\[(\w+) "(.*)"\]$', tags, re.M)), re.sub(r"\d+\.+", " ", moves).split())
            for tags, moves in zip(games[::2], games[1::2])]


def own_words(text):
    """Returns the moves and the result of a game as words."""
    return re.sub(r"\{[^}]*\}|\d+\.+", " ", text).split()


def read_own(path):
    with open(path, encoding="utf-8") as file:
        parts = [part for part in file.read().split("\n\n") if part.strip()]
    return [(dict(re.findall(r'^\[(\w+) "(.*)"\]$', tags, re.M)), own_words(moves))
            for tags, moves in zip(parts[::2], parts[1::2])]


def compare_with_python_chess(path, own):
    if chess is None:
        return
    with open(path, encoding="utf-8") as file:
        for tags, words in own:
            game = chess.pgn.read_game(file)
            fail_unless(not game.errors, path, game.errors)
            fail_unless(game.headers["Result"] == words[-1], path, game.headers)
            board, sans = game.board(), []
            for move in game.mainline_moves():
                sans.append(board.san(move))
                board.push(move)
            fail_unless(sans == words[:-1], path, sans, words)
            fail_unless(int(game.headers["PlyCount"]) == len(sans), path, tags)
            mate = board.outcome()
            fail_unless(tags["Termination"] != "normal" or mate is None or mate.result() == words[-1], path, mate)
        fail_unless(chess.pgn.read_game(file) is None, path, "has more games")


def check(path):
    """Compares our file with what the other programs read."""
    own, others = read_own(path), extract(path)
    fail_unless(own and len(own) == len(others), path, len(own), "games, others find", len(others))
    for (tags, words), (other_tags, other_words) in zip(own, others):
        fail_unless(words == other_words, path, words, "others write", other_words)
        fail_unless(tags["Result"] == words[-1], path, tags)
        fail_unless(all(other_tags.get(name) == value for name, value in tags.items()), path, tags, other_tags)
        fail_unless(int(tags["PlyCount"]) == len(words) - 1, path, tags)
    compare_with_python_chess(path, own)
    return own


def check_match():
    """Plays a match of chess and compares the moves, players, results and endings in its PGN with its list of moves."""
    engines = [["Ada", "arg=seed=1", "arg=score=31"], ["Bob", "arg=seed=2", "arg=fault=crash", "arg=from=3", "arg=at=3"]]
    words = [MATCH, "-quiet", "-rounds", "6", "-openings", "random=6", "-maxmoves", "30", "-pgnout", "out.pgn",
             "-movesout", "moves"]
    for name, *settings in engines:
        words += ["-engine", f"cmd={FAKE}", f"name={name}", "depth=1", *settings]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    own = check("out.pgn")
    with open("moves", encoding="utf-8") as file:
        lines = file.read().splitlines()
    fail_unless(len(lines) == 2 * len(own) == 24, len(lines), len(own))
    moves = [words for _, words in extract("out.pgn", "-Wuci")]
    for number, (tags, words) in enumerate(own):
        title, position = lines[2 * number:2 * number + 2]
        first, second, result, ending = re.match(r"# \d+: (\w+) - (\w+) (\S+) \(([a-z ]+)", title).groups()
        fail_unless((tags["White"], tags["Black"], tags["Result"]) == (first, second, result), tags, title)
        fail_unless(tags["Termination"] == ENDINGS[ending], tags, title)
        fail_unless(tags["Round"] == f"{number // 2 + 1}.{number + 1}", tags, number)
        fail_unless(moves[number][:-1] == position.split()[2:], moves[number], position)
        fail_unless(len(words) > 6 and {first, second} == {"Ada", "Bob"}, title)
        fail_unless((first == "Ada") == (number % 2 == 0), title)
    with open("out.pgn", encoding="utf-8") as file:
        text = file.read()
    fail_unless("{+0.31/1 " in text and "{+0.00/1 " in text, "what the engines say of their moves is missing")
    fail_unless(len({tags["Termination"] for tags, _ in own}) > 1, "games end in one way only")


def check_figures():
    """Compares the figures in PGN, the final positions and the checksum with what the engine sends and others compute."""
    figures = "depth_7_seldepth_9_score_cp_31_nodes_1234_nps_99_hashfull_12_tbhits_3"
    words = [MATCH, "-quiet", "-rounds", "2", "-maxmoves", "20", "-db", "figures.db", "-each", "tc=500+0.5", "-pgnout",
             "file=figures.pgn", "append=false", *FIGURES, "-epdout", "figures.epd", "-crc32", "pgn=true", "-engine", f"cmd={FAKE}",
             "name=Ada", "arg=seed=1", f"arg=info={figures}", "-engine", f"cmd={FAKE}", "name=Bob", "arg=seed=2"]
    printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    own = check("figures.pgn")
    with open("figures.pgn", "rb") as file:
        text = file.read()
    fail_unless(f"CRC-32 of figures.pgn: {zlib.crc32(text):08x}\n" in printed, printed)
    comments = re.findall(r"\{[^}]*\}", re.sub(r"\s+", " ", text.decode()))
    kinds = [re.sub(r"\b\d+\.\d{3}s", "S", re.sub(r'pv="[a-h1-8qrbn]{4,5}"', "PV", comment)) for comment in comments]
    ada = "{+0.31/7 S, tl=S, n=1234, sd=9, nps=99, hashfull=12, tbhits=3, PV}"
    fail_unless(set(kinds) == {ada, "{+0.00/1 S, tl=S, n=1, PV}"}, set(kinds))
    left = [float(seconds) for seconds in re.findall(r"tl=([0-9.]+)s", " ".join(comments))]
    fail_unless(all(450 < seconds < 520 for seconds in left), left)
    fail_unless(all(tags["TimeControl"] == "500+0.5" for tags, _ in own), own)
    with open("figures.epd", encoding="utf-8") as file:
        positions = [line.split()[:2] for line in file]
    final = subprocess.run([EXTRACT, "-F", "-N", "-V", "-w", "100000", "figures.pgn"], capture_output=True, text=True,
                           check=True).stdout
    final = [fen.split()[:2] for fen in re.findall(r'\{ *"([^"]*)" *\}', final)]
    fail_unless(positions == final and len(final) == 4, positions, final)
    subprocess.run([MATCH, "export", "figures.db", "pgn", "again.pgn", *FIGURES], check=True)
    with open("again.pgn", "rb") as file:
        fail_unless(file.read() == text, "the database has other figures")


def main():
    if not EXTRACT:
        print("skipped: pgn-extract is missing (Debian's package pgn-extract)")
        sys.exit(77)
    if chess is None:
        print("python-chess is missing, which Debian 12 has no package of: pgn-extract is the only reader")
    files = glob.glob(FOLDER + "/*.pgn")
    fail_unless(len(files) >= 10, FOLDER, "has", len(files), "files")
    moves = [extract(os.path.join(FOLDER, name), "-Wuci") for name in STYLES]
    fail_unless(moves[0][0][1] == moves[1][0][1] == "e2e4 e7e5 d1h5 b8c6 1/2-1/2".split(), moves)
    for path in sorted(path for path in files if os.path.basename(path) not in STYLES):
        [(tags, _)] = check(path)
        fail_unless(tags["Termination"] == ENDINGS[os.path.basename(path)[:-4]], path, tags)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_match()
        check_figures()
        os.chdir("/")


main()
