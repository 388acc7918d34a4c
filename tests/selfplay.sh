#!/bin/sh
# SPDX-License-Identifier: MIT
# Self-play in shards gives the same bytes as self-play in one run:
# selfplay.sh CHESS-SELFPLAY GOMOKU-SELFPLAY OTHELLO-SELFPLAY XIANGQI-SELFPLAY ATAXX-SELFPLAY MYOSU
set -eu
chess=$(realpath "$1")
gomoku=$(realpath "$2")
othello=$(realpath "$3")
xiangqi=$(realpath "$4")
ataxx=$(realpath "$5")
myosu=$(realpath "$6")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Plays the games in one run and in three shards.
check_shards() {
    "$@" >whole 2>>log
    for shard in 1 2 3; do
        "$@" --shard $shard/3 2>>log
    done >joined
    [ -s whole ] && cmp whole joined || { echo "$*: shards differ from the whole" >&2; exit 1; }
}
check_shards "$gomoku" games=4 nodes=40
check_shards "$othello" games=5 nodes=100 solve=8
check_shards "$xiangqi" games=4 nodes=60
check_shards "$ataxx" games=4 nodes=60
# It plays at full strength: more nodes change the game.
"$gomoku" games=1 seed=5 nodes=300 >few 2>>log
"$gomoku" games=1 seed=5 nodes=3000 >many 2>>log
! cmp -s few many || { echo 'more nodes change nothing: a level of strength is set' >&2; exit 1; }
# Forced wins: the requested number of lines, each with at least five fields.
"$gomoku" mates=2 seed=3 nodes=200 >wins 2>>log
[ "$(grep -cE '^freestyle 15 [0-9]+ [a-o][0-9]+ [0-9a-z/]+ [xo]$' wins)" = 2 ] ||
    { echo 'gomoku-selfplay mates=2 writes:' >&2; cat wins >&2; exit 1; }
# A score is the mean of the last two iterations: here, of the first position of a game, as the
# engine reports them.
"$ataxx" games=1 seed=2 nodes=300 >scored 2>>log
read -r board side halfmoves number score _ <scored
"$myosu" "newgame ataxx" "position fen $board $side $halfmoves $number" "go depth 9" >reported
mean=$(awk '/^info depth/ && nodes < 300 {
    before = last
    for (i = 1; i < NF; i++) {
        if ($i == "cp") last = $(i + 1)
        if ($i == "nodes") nodes = $(i + 1)
    }
}
END { print int((before + last) / 2) }' reported)
[ "$score" = "$mean" ] || { echo "a position is scored $score, and its search $mean" >&2; exit 1; }
# Errors say what was expected and occur before a file is changed. The log has complete lines.
echo kept >games
! "$chess" gmaes=3 out=games 2>error || { echo 'chess-selfplay takes gmaes=3' >&2; exit 1; }
! "$chess" threads=0 out=games 2>error || { echo 'chess-selfplay takes threads=0' >&2; exit 1; }
grep -q 'threads=1 or more' error
[ "$(cat games)" = kept ] || { echo 'chess-selfplay empties a file that it does not write' >&2; exit 1; }
! "$gomoku" size=4 >said 2>error || { echo 'gomoku-selfplay takes size=4' >&2; exit 1; }
! "$gomoku" rule=5 >said 2>error || { echo 'gomoku-selfplay takes rule=5' >&2; exit 1; }
grep -q 'wrong arguments' error
! "$othello" nodes=0 >said 2>error || { echo 'othello-selfplay takes nodes=0' >&2; exit 1; }
grep -q 'games and nodes are to be 1' error
! grep -q "$(printf '\r')" log || { echo 'a log has carriage returns' >&2; exit 1; }
for program in "$chess" "$gomoku" "$othello" "$xiangqi" "$ataxx"; do
    ! "$program" --shard 4/3 >said 2>error || { echo "$program takes shard 4 of 3" >&2; exit 1; }
    grep -q 'expected I/N' error
    ! "$program" gmaes=3 >said 2>error || { echo "$program takes gmaes=3" >&2; exit 1; }
    grep -q "what is 'gmaes=3'? Known:.* games=" error
    ! "$program" games=3x >said 2>error || { echo "$program takes games=3x" >&2; exit 1; }
    grep -q "'games=3x': a whole number belongs behind games=" error
done
