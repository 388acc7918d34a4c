#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two clients of one server play against each other: duel.py unix:PATH|tcp:HOST:PORT GAME [LIMIT]

Each client has its own connection and game, and receives all moves. LIMIT is the argument of `go`.
"""
import socket
import sys


def connect(address):
    kind, _, place = address.partition(":")
    if kind == "unix":
        link = socket.socket(socket.AF_UNIX)
        link.connect(place)
    else:
        host, _, port = place.rpartition(":")
        link = socket.create_connection((host, int(port)))
    return link.makefile("rw", buffering=1, newline="\n")


def ask(link, command, word):
    """Sends a command. Returns the text after the word with which its answer begins."""
    link.write(command + "\n")
    link.flush()
    for line in link:
        if line.startswith("info string error"):
            sys.exit(line.strip())
        if line.split()[:1] == [word]:
            return line.split()[1]
    sys.exit("the server is gone")


if __name__ == "__main__":
    address, game, *limit = sys.argv[1:]
    players = [connect(address), connect(address)]
    for player in players:
        player.write(f"newgame {game}\n")
    moves, result = [], "none"
    while result == "none":
        player = players[len(moves) % 2]
        player.write("position startpos moves " + " ".join(moves) + "\n")
        moves.append(ask(player, "go " + (" ".join(limit) or "depth 6"), "bestmove"))
        player.write("position startpos moves " + " ".join(moves) + "\n")
        result = ask(player, "query result", "response")
    print(*moves)
    print(result)
