#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine of UCI that misbehaves where it is told to: scripted_engine.py ACT WHEN ANSWER [LOG [VARIANT...]]

It does ACT when its input begins with WHEN, or after a move if that is `idle`. Its answer to every position is ANSWER,
so that it plays every variant that it names. The file LOG records its input; -: none.

With the act `score`, WHEN and ANSWER are lists with commas: the score and the answer after 0, 1, 2, ... moves. A search
then takes its whole movetime, and LOG is a part of the engine's name.
"""
import sys
import time

act, when, answer, log, *variants = [*sys.argv[1:], "-"] if len(sys.argv) == 4 else sys.argv[1:]


def say(text):
    print(text, flush=True)


def misbehave():
    if act == "exit":
        sys.exit(3)
    if act == "silence":
        time.sleep(1000)
    if act == "garbage":
        sys.stdout.buffer.write(b"\x00\xff\x1b[31m bestmove\tgarbage %n %s score cp nan \r\n\n" * 50)
        say("bestmov e2e4\ninfo depth x score cp y pv\ninfo string bestmove a1a1\noption\nid\nreadyok\nuciok")
    # Megabytes a second, and thousands of lines; without the pauses they would use a processor alone.
    while act == "endless":
        sys.stdout.write("info string there is no end to this line " * 2500)
        time.sleep(0.01)
    while act == "flood":
        say("\n".join(["info depth 1 score cp 0 nodes 1 pv " + answer] * 100))
        time.sleep(0.01)


def greet():
    say("id name Scripted" + (" " + log if act == "score" else ""))
    say("option name Threads type spin default 1 min 1 max 4\noption name Hash type spin default 16 min 1 max 64")
    say("option name UCI_Chess960 type check default false")
    if variants:
        say(f"option name UCI_Variant type combo default {variants[0]}" + "".join(" var " + name for name in variants))
    say("uciok")


def search(line, ply):
    if act == "score":
        words = line.split()
        time.sleep(int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else 0)
        best = answer.split(",")[ply]
        say(f"info depth 1 score cp {when.split(',')[ply]} nodes 9 time 1 pv {best}\nbestmove {best}")
        return
    say("info depth 1 score cp 5 nodes 9 time 1 pv " + answer)
    if "infinite" not in line:
        say("bestmove " + answer)
        if when == "idle":
            misbehave()


def main():
    ply = 0
    for line in sys.stdin:
        if log != "-":
            with open(log, "a", encoding="utf-8") as file:
                file.write(line)
        word = line.split()[0]
        if word == when:
            misbehave()
        if word == "uci":
            greet()
        elif word == "isready":
            say("readyok")
        elif word == "go":
            search(line, ply)
        elif word == "position":
            ply = len(line.partition("moves")[2].split())
        elif word == "stop":
            say("bestmove " + answer)
        elif word == "quit":
            break


main()
