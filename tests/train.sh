#!/bin/sh
# SPDX-License-Identifier: MIT
# Trains a network on games of self-play with the command-line tools:
# train.sh CHESS-SELFPLAY CHESS-NETWORK CHESS-POSITIONS
set -eu
selfplay=$(realpath "$1")
network=$(realpath "$2")
positions=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*" >&2
    cat log >&2
    exit 1
}

"$selfplay" games=60 nodes=20 seed=3 threads=2 out=games 2>log
"$network" epochs=2 batch=512 threads=1 out=one games 2>log || fail 'one thread'
"$network" epochs=2 batch=512 threads=2 out=two games 2>>log || fail 'two threads'
cmp one two
# Training from an existing network: the result differs from it, is reproducible with the same
# arguments, and is closer to the scores.
"$network" epochs=1 batch=512 rate=100 future=90 result=20 from=one out=on games 2>log || fail 'from='
"$network" result=20 epochs=1 games rate=100 batch=512 from=one future=90 out=again 2>log
cmp on again
! cmp -s one on || fail 'nothing was learned'
# Equal values of result= and endings= are the same as result= alone; different values are not.
"$network" epochs=1 batch=512 rate=100 future=90 result=20 endings=20 from=one out=same games 2>log
cmp on same
"$network" epochs=1 batch=512 rate=100 future=90 result=20 endings=90 from=one out=other games 2>log
! cmp -s on other || fail 'endings= changes nothing'
"$network" epochs=1 batch=512 rate=100 future=90 result=20 unit=200 from=one out=same games 2>log
cmp -s on same || fail 'unit=200 is not what it is without'
"$network" epochs=1 batch=512 rate=100 future=90 result=20 unit=100 from=one out=other games 2>log
! cmp -s on other || fail 'unit= changes nothing'
# Positions for measurements: a sample of the training positions as FENs.
"$positions" games every=1 >all
"$positions" every=10 seed=2 games >some
[ "$(wc -l <all)" -gt 500 ] && [ "$(wc -l <some)" -lt "$(wc -l <all)" ] && [ -s some ] ||
    fail "$(wc -l all some)"
! grep -vxE '[1-8pnbrqkPNBRQK/]+ [wb] [KQkq-]+ [a-h1-8-]+ [0-9]+ [0-9]+' all || fail 'no FEN'
! grep -vxFf all some || fail 'positions that are in no game'
! "$positions" every=0 games 2>log || fail 'every=0 is taken'
! "$positions" nowhere 2>log || fail 'a file that is not there is taken'
# Errors are reported, and no network is written.
check_refused() {
    expected=$1
    shift
    ! "$network" "$@" out=no 2>log || fail "$*: taken"
    grep -q "$expected" log || fail "$*: does not say '$expected'"
    [ ! -e no ] || fail "$*: a network is written"
}
head -c 1000 one >short
check_refused "what is 'epoch=3'? Known:.* future=N" epoch=3 games
check_refused 'a whole number belongs behind epochs=' epochs=x games
check_refused 'short is no network of this game, which has [0-9]* bytes' from=short games
check_refused 'nowhere: No such file' from=nowhere games
check_refused 'cannot read nowhere' nowhere
check_refused '\[endings=N\] \[future=N\] \[unit=N\] \[from=NETWORK\] out=FILE GAMES' epochs=1
check_refused 'out=FILE GAMES' batch=0 games
check_refused 'result=PERCENT' result=101 games
check_refused 'future= is a percentage, at most 100' future=101 games
check_refused 'endings= is a percentage, at most 100' endings=101 games
check_refused 'unit= is a number of centipawns, 1 to 10000' unit=0 games
check_refused 'unit= is a number of centipawns, 1 to 10000' unit=10001 games
: >nothing
check_refused . nothing
