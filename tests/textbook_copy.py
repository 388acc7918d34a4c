# SPDX-License-Identifier: MIT
"""The textbooks' algorithms and evaluations, written a second time, from the texts: for textbook.py."""
import itertools

INFINITE = 10 ** 9


def board_of(fen):
    """Returns the rows of a FEN from the top down, a character for each square."""
    rows = fen.split()[0].split("/")
    return ["".join("." * int(part) if part.isdigit() else part
                    for part in ("".join(group) for digit, group in itertools.groupby(row, str.isdigit))) for row in rows]


def lines_of(rows, length):
    """Yields the contents of all lines of this length, in the four directions."""
    for y, x in itertools.product(range(len(rows)), range(len(rows[0]))):
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if y + (length - 1) * dy < len(rows) and 0 <= x + (length - 1) * dx < len(rows[0]):
                yield "".join(rows[y + i * dy][x + i * dx] for i in range(length))


# The evaluations, for player 1.
def value_tictactoe(fen, result, line):
    return {"p1win": 1, "p2win": -1}.get(result, 0)


def value_connect4(fen, result, line):
    points = {2: 1, 3: 100, 4: 1000000}
    segments = list(lines_of(board_of(fen), 4))
    return sum(points.get(4 - one.count("."), 0) * (1 if "x" in one else -1) for one in segments if not ("x" in one and "o" in one))


def value_chess(fen, result, line):
    if result == "draw":
        return 0
    material = sum({"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}.get(piece.lower(), 0) * (1 if piece.isupper() else -1)
                   for piece in fen.split()[0])
    return material + {"p1win": 1000000, "p2win": -1000000}.get(result, 0)


MIDDLE = 5


def is_five(row):
    """True if the stone in the middle of 11 squares of a line is part of a five. `m` is an own stone."""
    before, after = row[:MIDDLE], row[MIDDLE + 1:]
    return row[MIDDLE] == "m" and len(before) - len(before.rstrip("m")) + len(after) - len(after.lstrip("m")) >= 4


def shape(row):
    """The best shape of which the stone in the middle is part: one more stone makes the next better one."""
    further = [row[:i] + "m" + row[i + 1:] for i in range(11) if row[i] == "."]
    wins = [i for i in range(11) if row[i] == "." and is_five(row[:i] + "m" + row[i + 1:])]
    if is_five(row):
        return "five"
    if len(wins) == 2 and wins[1] - wins[0] == 5:
        return "open four"
    if wins:
        return "four"
    shapes = {shape(one) for one in further} if row.count("m") > 1 else set()
    better = next((one for one in ("open four", "four", "open three") if one in shapes), None)
    return {"open four": "open three", "four": "three", "open three": "open two"}.get(better)


def value_gomoku(fen, result, line):
    """The eight criteria, for player 1: what the last move makes and what it blocks, in each direction."""
    rows, total = board_of(fen)[::-1], 0
    if not line or result == "draw":
        return 0 if not line else -10 if len(line) % 2 else 10
    x, y, own = ord(line[-1][0]) - ord("a"), int(line[-1][1:]) - 1, "x" if len(line) % 2 else "o"
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        cells = [(x + i * dx, y + i * dy) for i in range(-5, 6)]
        row = "".join(rows[b][a] if 0 <= a < len(rows) and 0 <= b < len(rows) else "#" for a, b in cells)
        made = shape(row.replace(own, "m"))
        other = row.replace("o" if own == "x" else "x", "m")
        blocked = shape(other[:MIDDLE] + "m" + other[MIDDLE + 1:])
        wins = any(other[i:i + 5].count("m") == 4 and other[i:i + 5].count(".") == 1 for i in range(7))
        total += {"five": 1000000, "open four": 1000, "open three": 50, "open two": 10}.get(made, 0)
        total += {"five": 500 if wins else 5000, "open four": 300, "four": 100}.get(blocked, 0)
    return total if own == "x" else -total


def near(move, line):
    """True if a move is within two points of a stone, along both axes."""
    return not line or any(abs(ord(move[0]) - ord(m[0])) <= 2 and abs(int(move[1:]) - int(m[1:])) <= 2 for m in line)


def minimax(node, line, depth, maximising, trace=lambda *told: None):
    """The texts' MAX-VALUE and MIN-VALUE: the value for player 1, the first best move, the number of calls."""
    moves, value = node(line)
    trace(line, "MAX" if maximising else "MIN")
    if depth == 0 or not moves:
        return value, None, 1
    best, calls = None, 1
    for move in moves:
        value, _, below = minimax(node, line + (move,), depth - 1, not maximising, trace)
        trace(line + (move,), "value", value)
        calls += below
        if best is None or (value > best[0] if maximising else value < best[0]):
            best = value, move
    return *best, calls


def alphabeta(node, line, depth, maximising, trace=lambda *told: None, alpha=-INFINITE, beta=INFINITE):
    moves, value = node(line)
    trace(line, "MAX" if maximising else "MIN", "alpha", alpha, "beta", beta)
    if depth == 0 or not moves:
        return value, None, 1
    best, calls = None, 1
    for move in moves:
        value, _, below = alphabeta(node, line + (move,), depth - 1, not maximising, trace, alpha, beta)
        trace(line + (move,), "value", value)
        calls += below
        if maximising and value > alpha:
            alpha, best = value, move
        if not maximising and value < beta:
            beta, best = value, move
        if beta <= alpha:
            if len(moves) - 1 > moves.index(move):
                trace(line, "cut:", "beta", beta, "<=", "alpha", alpha, len(moves) - 1 - moves.index(move))
            break
    return alpha if maximising else beta, best, calls


# The games: newgame's words, the evaluation, the order of the texts or the moves that they try, plies from the start, depth.
GAMES = {
    "tictactoe": (value_tictactoe, lambda moves, line: sorted(moves, key=lambda m: (-int(m[1]), m[0])), (0, 6), 4),
    "connect4": (value_connect4, lambda moves, line: moves, (0, 30), 3),
    "gomoku size 7": (value_gomoku, lambda moves, line: [m for m in moves if near(m, line)], (1, 20), 1),
    "chess": (value_chess, lambda moves, line: moves, (0, 60), 1),
}
