#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole engine, for tic-tac-toe: the six commands that suffice, and alpha-beta."""
import sys

SQUARES = [file + rank for rank in "123" for file in "abc"]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def value(board, alpha, beta):
    """Returns the value for the side to move, -1, 0 or 1, and the move."""
    own, other = "xo" if board.count("x") == board.count("o") else "ox"
    if any(all(board[int(square)] == other for square in line) for line in LINES):
        return -1, None
    best = (0, None) if "." not in board else (-2, None)
    for square in range(9):
        if board[square] == ".":
            child = board[:square] + own + board[square + 1:]
            score = -value(child, -beta, -max(alpha, best[0]))[0]
            best = max(best, (score, SQUARES[square]), key=lambda each: each[0])
            if best[0] >= beta:
                break
    return best


board = "." * 9
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "uci":
        print("id name Student\nid author me\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] in ("ucinewgame", "position"):  # position startpos [moves b2 a1 ...]
        board = "." * 9
        for turn, move in enumerate(words[3:]):
            square = SQUARES.index(move)
            board = board[:square] + "xo"[turn % 2] + board[square + 1:]
    elif words[0] == "go":
        print("bestmove", value(board, -2, 2)[1] or "(none)", flush=True)
    elif words[0] == "quit":
        break
