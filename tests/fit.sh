#!/bin/sh
# SPDX-License-Identifier: MIT
# Trains Othello's network, and measures the errors of its short searches, on games of self-play:
# fit.sh OTHELLO-SELFPLAY OTHELLO-NETWORK OTHELLO-PROBCUT
set -eu
selfplay=$(realpath "$1")
train=$(realpath "$2")
probcut=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*" >&2
    cat log >&2
    exit 1
}

"$selfplay" games=400 nodes=30 solve=6 seed=4 >games 2>log
"$train" epochs=3 out=network games 2>log || fail 'the games are refused'
# The network predicts results better than 'every game is drawn' does.
drawn=$(awk '{sum += $2 * $2} END {print sqrt(sum / NR)}' games)
error=$(sed -n 's/^epoch 3: error \([0-9.]*\) discs$/\1/p' log)
awk -v error="$error" -v drawn="$drawn" 'BEGIN {exit !(error > 0 && error < 0.9 * drawn)}' ||
    fail "the error is $error discs; it would be $drawn if nothing were learned"
# One file for each command line; another seed gives another file.
"$train" epochs=3 out=again games 2>log
cmp network again
"$train" epochs=3 seed=2 out=other games 2>log
! cmp -s network other || fail 'seed= changes nothing'
# With result=100 the scores have no effect; with result=0, the results have none.
awk '{for (i = 4; i <= NF; i++) $i = -$i; print}' games >turned
awk '{$2 = -$2; print}' games >lost
for share in 0 100; do
    for file in games turned lost; do
        "$train" epochs=1 result=$share out="$file.$share" "$file" 2>log || fail "result=$share refuses $file"
    done
done
cmp games.100 turned.100
! cmp -s games.0 turned.0 || fail 'scores have no effect'
cmp games.0 lost.0
! cmp -s games.100 lost.100 || fail 'results have no effect'
# The network of the very first games needs no games.
"$train" material=1 out=start 2>log || fail 'material=1 is refused'
[ "$(wc -c <start)" = "$(wc -c <network)" ] || fail 'the files differ in size'
! cmp -s start network || fail 'material=1 trains'
# A line that is no game is named, and no file is written.
check_refused() {
    expected=$1
    shift
    ! "$train" "$@" out=no 2>log || fail "$*: taken"
    grep -q "$expected" log || fail "$*: does not say '$expected'"
    [ ! -e no ] || fail "$*: a network is written"
}
sed '3s/ [a-h][1-8]/ i9/' games >wrong
check_refused 'wrong:3: the line is no game' wrong
sed '3s/ [^ ]*$//' games >short
check_refused 'short:3: the line is no game' short
sed '3s/$/ 7/' games >long
check_refused 'long:3: the line is no game' long
sed '3s/ [^ ]*$/ 6401/' games >high
check_refused 'high:3: the line is no game' high
check_refused 'cannot open nowhere' nowhere
check_refused 'out=FILE GAMES' result=101 games
check_refused 'out=FILE GAMES' epochs=1
check_refused 'out=FILE GAMES' epochs=0 games
check_refused 'out=FILE GAMES' material=1 games
check_refused 'out=FILE GAMES' material=2 games
check_refused 'a whole number belongs behind epochs=' epochs=x games
check_refused "what is 'epoch=3'? Known:.* material=N" epoch=3 games
! "$train" games 2>log || fail 'no out= is taken'
: >nothing
check_refused 'there are no positions' nothing

# A row for each of the six stages, and one for exact values; the same command, the same tables.
"$probcut" positions=20 depth=4 games >tables 2>log
[ "$(grep -cE '^    (\{\{-?[0-9]+, [0-9]+\}, \{-?[0-9]+, [0-9]+\}\},)$' tables)" = 6 ] ||
    fail "no table of six stages: $(cat tables)"
[ "$(grep -cE '^    \{(\{-?[0-9]+, [0-9]+\}(, )?){5}\},$' tables)" = 1 ] || fail 'no table of exact values'
# Longer searches predict the exact value better.
awk -F '[{},]+' 'NF > 12 && !($3 + 0 > $15 + 0 && $15 + 0 > 0) {exit 1}' tables || fail "errors do not fall: $(cat tables)"
"$probcut" positions=20 depth=4 games >again 2>log
cmp tables again
! "$probcut" depth=2 games 2>log || fail 'a depth without a probe is taken'
grep -q 'depth from 3' log || fail 'the least depth is not named'
! "$probcut" wrong 2>log || fail 'a wrong game is taken'
grep -q 'wrong:3: the line is no game' log || fail 'the wrong line is not named'
! "$probcut" nothing >tables 2>log || fail 'tables are made of no games'
[ ! -s tables ] && grep -q 'nothing has no positions' log || fail 'no games are not refused'
