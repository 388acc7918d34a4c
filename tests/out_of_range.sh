#!/bin/sh
# SPDX-License-Identifier: MIT
# A game whose evaluation is no score: out_of_range.sh PROGRAM. The search ends, says what is wrong
# once, and answers; with each algorithm.
set -eu

for algorithm in alphabeta textbook minimax; do
    answer=$(timeout 60 "$1" --game hexapawn "setoption name Algorithm value $algorithm" 'go depth 7')
    printf '%s\n' "$answer"
    notices=$(printf '%s\n' "$answer" |
        grep -c '^info string the evaluation of hexapawn is out of range: it was limited to -31487 to 31487$')
    [ "$notices" = 1 ] || { echo "$notices notices"; exit 1; }
    printf '%s\n' "$answer" | grep -q '^bestmove [a-c][1-3][a-c][1-3]' || { echo 'no move'; exit 1; }
done
