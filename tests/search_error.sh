#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the measured error of short searches: search_error.sh ENGINE GAME-SEARCH-ERROR...
# The error is 0 if the short search is as long as the long one, and equal for equal constants.
# Errors in the arguments are reported.
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
    if "$program" "$@" >rows 2>error; then
        echo "$game: taken: $*" >&2
        exit 1
    fi
    grep -q "$expected" error || { echo "$game: $*: does not say '$expected'" >&2; cat error >&2; exit 1; }
}

for program; do
    program=$(cd "$start" && realpath "$program")
    game=$(basename "$program" -search-error)
    cd "$work"
    "$engine" "newgame $game" 'genfens 6 seed 2' | sed -n 's/^info string genfens //p' >fens
    "$program" label fens nodes=2000 quick=100 most=40000 >positions 2>log
    [ "$(wc -l <positions)" = 6 ] || { echo "$game: not all positions have a score" >&2; exit 1; }
    printf '\n' >sets
    "$program" compare positions sets nodes=2000 2>log >rows
    grep -q '^0.00000 +0.00000 +- 0.00000 .* as it is$' rows ||
        { echo "$game: the same search has an error" >&2; cat rows >&2; exit 1; }
    "$program" compare positions sets nodes=50 2>log >rows
    grep -qE '^[0-9]\.[0-9]{5} [-+][0-9]\.[0-9]{5} \+- [0-9]\.[0-9]{5} .* as it is$' rows ||
        { echo "$game: a short search has no row" >&2; cat rows >&2; exit 1; }
    ! grep -q '^0.00000' rows || { echo "$game: a short search has no error" >&2; exit 1; }
    echo 'NO_NUMBER=3' >sets
    refuse 'this search has no number NO_NUMBER' compare positions sets
    for wrong in three LMR_SCALE=0 LMR_SCALE=-1 LMR_SCALE=1x LMR_SCALE=; do
        echo "$wrong" >sets
        refuse "NAME=VALUE expected, a value of 1 or more, not $wrong\$" compare positions sets
    done
    refuse 'Is a directory' label .
    refuse 'no score and position in' compare fens sets
    refuse missing label missing
    refuse "what is 'nodse=3'?" label fens nodse=3
    refuse 'label FENS or compare POSITIONS SETS expected'
done
