#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks an engine for its move, over a pipe: bestmove.py ENGINE GAME [MOVE]..."""
import subprocess
import sys


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, word):
        """Returns the lines up to the one that begins with this word."""
        for line in self.process.stdout:
            if line.startswith("info string error"):
                sys.exit(line.strip())
            yield line.split()
            if line.split()[:1] == [word]:
                return
        sys.exit("the engine is gone")


if __name__ == "__main__":
    program, game, *moves = sys.argv[1:]
    engine = Engine(program)
    engine.say(f"newgame {game}")
    engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    engine.say("go depth 8")
    for words in engine.hear("bestmove"):
        if "score" in words:
            at = words.index("score")
            print("depth", words[words.index("depth") + 1], "score", *words[at + 1:at + 3])
    print(words[1])
    engine.say("quit")
