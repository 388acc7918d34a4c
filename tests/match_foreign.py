#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives every option of other match runners to ours: match_foreign.py MATCH OPTIONS.md

The page's tables say of each option whether it is obeyed, obeyed in a different way, or refused. None is ignored:
an option that is accepted lets the program go on to the engines, which do not exist here, and any other one is
refused by its name. The lists of options below are from the documentation of those programs.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

MATCH, PAGE = sys.argv[1:3]
ENGINE = {"F": "cmd name dir args proto option. tc st timemargin depth nodes restart plies",
          "C": """cmd name dir arg proto option. tc st timemargin depth nodes restart stderr initstr trust tscale book bookdepth
              whitepov ponder conf"""}
OPTIONS = {"F": """engine each variant concurrency force-concurrency rounds games repeat noswap reverse tournament seeds sprt resign
               draw maxmoves tb tbpieces tbignore50 tbadjudicate openings srand seed wait recover use-affinity quick startup-ms
               ucinewgame-ms ping-ms show-latency -compliance check-mate-pvs strict testEnv pgnout epdout crc32 event site log
               config autosaveinterval output report ratinginterval scoreinterval version help""",
           "C": """engine each engines variant concurrency rounds games repeat noswap reverse tournament seeds sprt resign draw
               maxmoves tb tbpieces tbignore50 openings bookmode srand wait recover pgnout livepgnout epdout event site debug
               tournamentfile resultformat ratinginterval outcomeinterval version help"""}
PLAYERS = ["-engine", "cmd=/none/a", "depth=1", "-engine", "cmd=/none/b", "depth=1"]
# Values that must be refused, since the option would not be obeyed.
WRONG = ["-each restart=maybe", "-each proto=winboard", "-each tc=fast", "-tournament ladder", "-sprt model=other",
         "-openings file=x format=cbh", "-openings file=x plies=0", "-openings file=x policy=always",
         "-openings policy=round", "-use-affinity 5000", "-use-affinity 0-", "-use-affinity 0,0", "-use-affinity x",
         "-use-affinity 0 -concurrency 2", "-use-affinity 0 -each option.Threads=2", "-tbpieces 4", "-tb x -tbadjudicate NONE", "-openings plies=4", "-each bookdepth=3", "-pgnout x notation=lan",
         "-pgnout x latency=true", "-pgnout x match_line=[y", "-log x level=loud", "-log file=x compress=true", "-log level=info", "-repeat 4",
         "-variant atomic", "-concurrency 0", "-pgnout x nodes=perhaps", "-crc32 pgn=true", "-recover 1", "-nonsense",
         "-noswap -colors lot", "-log x engine=apart -engine cmd=a/b depth=1 name=a/b -engine cmd=c depth=1 name=a-b", "-autosaveinterval 1", "-config", "-config file=/none/c", "-config outname=x discard=maybe",
         "-config outname=x -openings random=2", "-config outname=x -game gomoku", "-config outname=x -rounds 2 -games 4",
         "-config outname=/dev/null", "-config outname=x -pgnout x", "-config outname=x -each ponder",
         "-config outname=x -each arg=", "-report penta=maybe", "-pgnout file=", "-pgnout x -epdout x", "-movesout x -pgnout file=x"]


def fail_unless(good, *words):
    if not good:
        sys.exit(" ".join(str(word) for word in words))


def run(words):
    done = subprocess.run([MATCH, *words, *PLAYERS], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr


def check(name, here, words):
    status, said = run(words)
    if here == "refused":
        bare = name.rstrip("=")
        fail_unless(status == 2 and re.match(rf"myosu-match: {re.escape(bare)}(=\S+)?: \S.* \S", said), name, status, said)
        fail_unless("is no option" not in said and "is not known" not in said, name, "is refused without a reason:", said)
    else:
        # The options were read: the engines do not exist, nor does the file of openings.
        fail_unless(status == 1 and re.search(r"No such file|there are no Syzygy tables", said), name, status, said)


def main():
    with open(PAGE, encoding="utf-8") as file:
        lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in file if line.startswith("| `")]
    found = {"F": set(), "C": set()}
    for option, runners, here, example, remark in lines:
        name = option.strip("`")
        fail_unless(here in ("obeyed", "different", "refused"), option, here)
        fail_unless(here == "obeyed" or remark, option, "has no remark")
        fail_unless(name.rstrip("=") in example, option, example)
        for runner in runners.split():
            found[runner].add(name)
        check(name, here, shlex.split(example.strip("`")))
    for runner, names in found.items():
        keys = {name.rstrip("=") for name in names if not name.startswith("-")}
        fail_unless(keys == set(ENGINE[runner].split()), runner, keys ^ set(ENGINE[runner].split()))
        words = {name[1:] for name in names if name.startswith("-")}
        fail_unless(words == set(OPTIONS[runner].split()), runner, words ^ set(OPTIONS[runner].split()))
    for words in WRONG:
        status, said = run(words.split())
        fail_unless(status == 2, words, status, said)


with tempfile.TemporaryDirectory() as folder:
    MATCH, PAGE = (os.path.abspath(path) for path in (MATCH, PAGE))
    os.chdir(folder)
    main()
    os.chdir("/")
