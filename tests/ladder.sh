#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays a ladder against the engine itself: ladder.sh BUILD
set -eu
BUILD=$(realpath "$1")
tools=$(realpath "$(dirname "$0")/../tools")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export BUILD GAMES=2 LIMIT=nodes=50 JOBS=1

fail() {
    echo "$*" >&2
    cat table log >&2
    exit 1
}

# ladder GAME: prints into `table` and `log`.
ladder() {
    sh "$tools/ladder" "$1" "$work/games" >table 2>log
}

# The first opponent is in the second of two folders, the other one nowhere.
mkdir here
ln -s "$BUILD/myosu" here/pbrain-rapfi
ln -s "$BUILD/myosu" here/pikafish-hce
export ENGINES="$work/nowhere:$work/here"
ladder xiangqi || fail 'no ladder'
grep -q "^Myosu against Pikafish-HCE: $work/here/pikafish-hce$" log || fail 'the program was not found'
grep -q 'ElephantEye: there is no eleeye in ENGINES or PATH' log || fail 'a missing program is not named'
grep -q '^ElephantEye  *not on this machine$' table || fail 'a missing program has no row'
# The figures are those of the report of the match.
report=$("$BUILD/myosu-match" report games/Pikafish-HCE.db)
points=$(echo "$report" | sed -n 's/.*points (\([0-9.]*\) %).*/\1/p')
awk -v points="$points" '$1 == "Pikafish-HCE" {
        found = $2 == "nodes=50" && $3 == 2 && $7 - points < 0.1 && points - $7 < 0.1 && $(NF - 1) == 60 && $NF == 75
    }
    END {exit !found}' table || fail "the row is not that of: $report"
# The match has been played, and is not played again; with more games it would be another match.
cp table before
ladder xiangqi || fail 'not continued'
cmp table before || fail 'played again'
! GAMES=4 ladder xiangqi || fail 'another match in the same file'
grep -q 'the database holds another match' log || fail 'the reason is missing'
# An engine of another protocol; what is no game.
ladder gomoku || fail 'no ladder of gomoku'
grep -q '^Rapfi  *nodes=50  *2 ' table || fail 'no row of gomoku'
! ladder chequers || fail 'chequers is a game'
grep -q 'usage: tools/ladder ataxx|' log || fail 'the games are not listed'
