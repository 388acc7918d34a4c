#!/bin/bash
# SPDX-License-Identifier: MIT
# A conversation with an engine that keeps running: session.sh ENGINE GAME
# The engine answers its own moves until the game is over. bash's coproc is the pipe in both
# directions.
set -eu
coproc ENGINE { exec "$1"; }

say() {
    printf '%s\n' "$*" >&"${ENGINE[1]}"
}

# Reads lines up to one that begins with a word; $answer is the rest of that line.
hear() {
    while read -r word answer <&"${ENGINE[0]}"; do
        [ "$word" = "$1" ] && return
    done
    return 1
}

say "newgame $2"
moves=
result=none
while [ "$result" = none ]; do
    say "position startpos moves $moves"
    say 'go depth 6'
    hear bestmove
    moves="$moves ${answer%% *}"
    say "position startpos moves $moves"
    say 'query result'
    hear response
    result=$answer
done
say quit
echo "$moves: $result"
