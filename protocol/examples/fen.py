#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Analyses a chess position with python-chess: fen.py ENGINE FEN [DEPTH]"""
import sys

try:
    import chess
    import chess.engine
except ImportError:
    sys.exit("fen.py needs python-chess: pip install chess")

if __name__ == "__main__":
    program, fen, *depth = sys.argv[1:]
    board = chess.Board(fen)
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        engine.configure({"Hash": 16, "Threads": 1})
        limit = chess.engine.Limit(depth=int(depth[0]) if depth else 10)
        for line in engine.analyse(board, limit, multipv=3):
            print(line["score"].white(), board.variation_san(line["pv"]))
        print("best:", board.san(engine.play(board, limit).move))
