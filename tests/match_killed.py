#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a match at random moments and resumes it: match_killed.py MATCH FAKE_ENGINE KILLS [SEED]

After each kill every game in the PGN file must be complete, in the order of the numbers, and in the database, and no
game of the database may be lost or changed. At the end each game is in the file once.
"""
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
KILLS = int(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else time.time_ns() % 1000000
# A game takes 40 ms of thinking at least and two are played at once, so a run of up to 0.3 s ends at most 16 of the 20 games
# that the match has for each kill.
ROUNDS = 10 * KILLS
EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")
WORDS = [MATCH, "-rounds", str(ROUNDS), "-maxmoves", "8", "-concurrency", "2", "-openings", "random=4", "-db", "games.db", "-pgnout", "games.pgn",
         "-engine", f"cmd={FAKE}", "name=one", "args=seed=1 think=5", "depth=1", "-engine", f"cmd={FAKE}", "name=two", "args=seed=2 think=5",
         "depth=1", "-force-concurrency", "-ratinginterval", "1"]
# A game: tags, an empty line, the moves with the result of the tag at their end, an empty line.
GAME = re.compile(r'(?:\[\w+ "[^\n]*"\]\n)+\n(?:[^\[\n][^\n]*\n)+\n')


def fail_unless(good, *words):
    if not good:
        sys.exit(f"seed {SEED}: " + " ".join(str(word) for word in words))


def read_pgn():
    """Returns the numbers of the games, each of which must be complete."""
    if not os.path.exists("games.pgn"):
        return []
    with open("games.pgn", encoding="utf-8") as file:
        text = file.read()
    games = GAME.findall(text)
    fail_unless("".join(games) == text, "the file has something else than games:", text[-300:])
    for game in games:
        result = re.search(r'^\[Result "(.*)"\]$', game, re.M).group(1)
        fail_unless(result in ("1-0", "0-1", "1/2-1/2") and game.split()[-1] == result, game)
    if games and EXTRACT:
        done = subprocess.run([EXTRACT, "-r", "games.pgn"], capture_output=True, text=True, check=False)
        fail_unless(done.returncode == 0 and f"{len(games)} game" in done.stderr and "rror" not in done.stderr, done.stderr)
    return [int(re.search(r'^\[Round "\d+\.(\d+)"\]$', game, re.M).group(1)) for game in games]


def read_database():
    if not os.path.exists("games.db"):
        return {}
    base = sqlite3.connect("games.db")
    if not base.execute("SELECT * FROM sqlite_master WHERE name = 'game'").fetchall():
        return {}  # killed before its tables were made
    rows = base.execute("SELECT number + 1, result, (SELECT group_concat(move || time_us) FROM move WHERE game = number) FROM game")
    try:
        return {number: rest for number, *rest in rows}
    finally:
        base.close()


def main():
    chance, known = random.Random(SEED), {}
    for kill in range(KILLS):
        with subprocess.Popen(WORDS, stdout=subprocess.PIPE) as match:
            if kill % 2 == 0:
                match.stdout.readline()  # a game has ended
            time.sleep(chance.uniform(0, 0.3))
            match.send_signal(signal.SIGKILL)
        fail_unless(match.returncode == -signal.SIGKILL, "the match ended by itself before kill", kill + 1)
        written, stored = read_pgn(), read_database()
        fail_unless(len(set(written)) == len(written), "a game is double:", written)
        fail_unless(set(written) <= set(stored), "games are not stored:", set(written) - set(stored))
        fail_unless(all(stored.get(number) == game for number, game in known.items()), "a stored game is lost or played again")
        known = stored
    done = subprocess.run([*WORDS, "-quiet"], capture_output=True, text=True, check=False)
    fail_unless(done.returncode == 0 and f" {2 * ROUNDS} games" in done.stdout, done)
    fail_unless(sorted(read_pgn()) == list(range(1, 2 * ROUNDS + 1)), "not every game is in the file once")
    stored = read_database()
    fail_unless(all(stored.get(number) == game for number, game in known.items()), "a stored game was played again")
    print(f"{KILLS} kills, {len(known)} of {2 * ROUNDS} games stored before the last run, seed {SEED}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
    os.chdir("/")
