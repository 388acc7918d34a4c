#!/bin/sh
# SPDX-License-Identifier: MIT
# Self-play in shards gives the bytes of self-play as a whole:
# selfplay.sh CHESS-SELFPLAY GOMOKU-SELFPLAY OTHELLO-SELFPLAY XIANGQI-SELFPLAY
set -eu
set -- "$(realpath "$1")" "$(realpath "$2")" "$(realpath "$3")" "$(realpath "$4")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$1" games=5 nodes=60 out=whole 2>log
"$2" games=4 nodes=40 >other 2>>log
"$3" games=5 depth=2 solve=8 >third 2>>log
"$4" games=4 nodes=60 >fourth 2>>log
: >joined
: >joined-other
: >joined-third
: >joined-fourth
for shard in 1 2 3; do
    "$1" games=5 nodes=60 --shard $shard/3 threads=2 out=part 2>>log
    cat part >>joined
    "$2" games=4 nodes=40 --shard $shard/3 >>joined-other 2>>log
    "$3" games=5 depth=2 solve=8 --shard $shard/3 >>joined-third 2>>log
    "$4" games=4 nodes=60 --shard $shard/3 >>joined-fourth 2>>log
done
[ -s whole ] && [ -s other ] && [ -s third ] && [ -s fourth ]
cmp whole joined
cmp other joined-other
cmp third joined-third
cmp fourth joined-fourth
# It plays as well as it may: with more nodes otherwise.
"$2" games=1 seed=5 nodes=300 >few 2>>log
"$2" games=1 seed=5 nodes=3000 >many 2>>log
! cmp -s few many || { echo 'more nodes change nothing: a level of strength is set' >&2; exit 1; }
# Forced wins: as many as asked for, each a line of five fields or more.
"$2" mates=2 seed=3 nodes=200 >wins 2>>log
[ "$(grep -cE '^freestyle 15 [0-9]+ [a-o][0-9]+ [0-9a-z/]+ [xo]$' wins)" = 2 ] ||
    { echo 'gomoku-selfplay mates=2 writes:' >&2; cat wins >&2; exit 1; }
for program in "$1" "$2" "$3" "$4"; do
    ! "$program" --shard 4/3 >said 2>error || { echo "$program takes shard 4 of 3" >&2; exit 1; }
    grep -q 'expected I/N' error
done
