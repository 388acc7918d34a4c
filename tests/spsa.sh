#!/bin/sh
# SPDX-License-Identifier: MIT
# Fitting the numbers of a search: one thread gives the same values again, a run that was interrupted
# goes on, and what is wrong is said: spsa.sh ENGINE GAME-SPSA...
set -eu
engine=$(realpath "$1")
shift
start=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program; do
    program=$(cd "$start" && realpath "$program")
    game=$(basename "$program" -spsa)
    cd "$work"
    "$engine" "newgame $game" 'genfens 5 seed 2' | sed -n 's/^info string genfens //p' >openings
    "$program" >all
    [ "$(wc -l <all)" -ge 10 ] || { echo "$game: few numbers to fit" >&2; exit 1; }
    # Steps of whole margins, so that two games change the values.
    head -n 4 all >numbers
    cp numbers again
    "$program" numbers openings games=2 nodes=300 jobs=1 rate=500 2>log
    "$program" again openings games=2 nodes=300 jobs=1 rate=500 2>log
    cmp numbers again || { echo "$game: the same games give other values" >&2; exit 1; }
    grep -q '^# 1 pairs' numbers
    "$program" numbers openings games=6 nodes=300 jobs=2 rate=500 2>log
    grep -q '^# 3 pairs' numbers || { echo "$game: it does not go on" >&2; exit 1; }
    for name in $(sed -n 's/^\([A-Z_]*\) .*/\1/p' again); do
        grep -q "^$name [0-9.]* [0-9.]* [0-9.]*   mean [0-9.]*   began as " numbers
    done
    echo 'NO_NUMBER 3 1' >wrong
    ! "$program" wrong openings 2>error
    grep -q "'NO_NUMBER 3 1' is no number of this search" error
    ! "$program" numbers openings gmaes=3 2>error
    grep -q "what is 'gmaes=3'? Known:.* games=" error
    ! "$program" numbers missing 2>error
    grep -q missing error
done
