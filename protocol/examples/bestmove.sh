#!/bin/sh
# SPDX-License-Identifier: MIT
# Asks an engine for its move: bestmove.sh ENGINE GAME [MOVE]...
# Commands given as arguments are executed in order; the program waits for the end of each `go`.
set -eu
engine=$1
game=$2
shift 2
position='position startpos'
[ $# = 0 ] || position="$position moves $*"

if ! answer=$("$engine" "newgame $game" "$position" 'go depth 8'); then
    printf '%s\n' "$answer" | grep 'info string error' >&2
    exit 1
fi
printf '%s\n' "$answer" | sed -n 's/^info depth \([0-9]*\).* score \([a-z]* [-0-9]*\) .*/depth \1 score \2/p'
printf '%s\n' "$answer" | sed -n 's/^bestmove \([^ ]*\).*/\1/p'
