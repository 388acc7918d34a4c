#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the fitting of search constants: spsa.sh ENGINE GAME-SPSA...
# One thread gives reproducible values, an interrupted run continues, and errors are reported.
set -eu
engine=$(realpath "$1")
shift
start=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# refuse TEXT ARGUMENT...: the program must fail with an error that contains the text.
refuse() {
    expected=$1
    shift
    if "$program" "$@" >said 2>error; then
        echo "$game: taken: $*" >&2
        exit 1
    fi
    grep -q "$expected" error || { echo "$game: $*: does not say '$expected'" >&2; cat error >&2; exit 1; }
}

# True if one pair of games has moved each constant by half a step per game that one side won more
# (rate=500 of 1000, and the pair is the last one), and the mean is that of this one value.
moved_as_won() {
    won=$(sed -n 's/.*2 games, +\([0-9]*\) -\([0-9]*\) =.*/\1 \2/p' log)
    awk -v won="$won" '
        BEGIN { split(won, games, " "); score = games[1] - games[2]; score = score < 0 ? -score : score }
        FNR == NR { value[$1] = $2; step[$1] = $3; next }
        /^#/ { next }
        {
            moved = $2 - value[$1]
            moved = moved < 0 ? -moved : moved
            off = moved - step[$1] * score / 2
            if ((off > 0.0002 || off < -0.0002) && $2 != 1) { print $1, "moved by", moved; wrong = 1 }
            if ($4 != $2 || $6 - $2 > 0.006 || $2 - $6 > 0.006) { print $1, "has the mean", $6; wrong = 1 }
            count++
        }
        END { exit wrong || count != 4 }' "$1" "$2"
}

decided=0
for program; do
    program=$(cd "$start" && realpath "$program")
    game=$(basename "$program" -spsa)
    cd "$work"
    "$engine" "newgame $game" 'genfens 5 seed 2' | sed -n 's/^info string genfens //p' >openings
    "$program" >all
    [ "$(wc -l <all)" -ge 10 ] || { echo "$game: few numbers to fit" >&2; exit 1; }
    # The steps are half of the values, so that one side plays worse.
    head -n 4 all | awk '{ print $1, $2, 3 * $3 }' >again
    # Use the first seed with which one side wins more games; otherwise nothing moves. In some games
    # the same player always wins, whatever the constants.
    for seed in $(seq 12); do
        cp again numbers
        "$program" numbers openings games=2 nodes=300 jobs=1 rate=500 seed=$seed 2>log
        grep -qE '2 games, (\+1 -1|\+0 -0) ' log || break
    done
    if ! grep -qE '2 games, (\+1 -1|\+0 -0) ' log; then
        decided=$((decided + 1))
    fi
    moved_as_won again numbers >&2 || { echo "$game: seed $seed: $(cat log)" >&2; cat numbers >&2; exit 1; }
    "$program" again openings games=2 nodes=300 jobs=1 rate=500 seed=$seed 2>log
    cmp numbers again || { echo "$game: the same games give other values" >&2; exit 1; }
    grep -q '^# 1 pairs' numbers
    "$program" numbers openings games=6 nodes=300 jobs=2 rate=500 2>log
    grep -q '^# 3 pairs' numbers || { echo "$game: it does not go on" >&2; exit 1; }
    [ "$(sed -n 's/^\([A-Z_0-9]*\) .*/\1/p' again)" = "$(head -n 4 all | cut -d ' ' -f 1)" ]
    for name in $(sed -n 's/^\([A-Z_0-9]*\) .*/\1/p' again); do
        grep -q "^$name [0-9.]* [0-9.]* [0-9.]*   mean [0-9.]*   began as " numbers
    done
    # The games are played to their ends with numbers far from their initial values, too.
    awk '{ print $1, $2, 6 * $3 }' all >far
    "$program" far openings games=4 nodes=300 jobs=1 2>log ||
        { echo "$game: numbers far from the initial ones end the program" >&2; exit 1; }
    echo 'NO_NUMBER 3 1' >wrong
    refuse "'NO_NUMBER 3 1' is no number of this search" wrong openings
    refuse "what is 'gmaes=3'? Known:.* games=" numbers openings gmaes=3
    refuse missing numbers missing
    refuse missing missing openings
    refuse 'which NUMBERS, which OPENINGS?' numbers
    refuse 'jobs=1 or more, games=2 or more' numbers openings games=1
done
# A pair of games may end level.
[ "$decided" -ge $(($# < 3 ? 1 : 3)) ] || { echo "only $decided games had numbers that moved" >&2; exit 1; }
