#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays ladders against the engine itself: ladder.sh BUILD
set -eu
BUILD=$(realpath "$1")
ladder=$(realpath "$(dirname "$0")/../tools/ladder")
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
    sh "$ladder" "$1" games >table 2>log
}

# The first opponent is in the second of two folders, whose path is relative and has a blank; the second one cannot be
# started, which keeps the third from nothing.
mkdir 'has it'
ln -s "$BUILD/myosu" 'has it/pikafish-hce'
ln -s "$BUILD/myosu" 'has it/fairy-stockfish'
ln -s "$BUILD/myosu" 'has it/pbrain-rapfi'
printf '#!/bin/sh\nexit 1\n' >'has it/eleeye'
chmod +x 'has it/eleeye'
export ENGINES="$work/nowhere:has it"
! ladder xiangqi || fail 'a program that cannot be started is no error'
grep -q "^Myosu against Pikafish-HCE: $work/has it/pikafish-hce$" log || fail 'the program was not found'
grep -q '^ElephantEye  *no games' table || fail 'a match that was not played has a row'
grep -q '^Fairy-Stockfish  *nodes=50  *2 ' table || fail 'the third match was not played'
# A program that is missing is no error.
rm 'has it/eleeye'
ladder xiangqi || fail 'no ladder'
grep -q 'ElephantEye: there is no eleeye in ENGINES or PATH' log || fail 'a missing program is not named'
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
# Another protocol, settings of the game, and two matches with one program.
ladder gomoku || fail 'no ladder of gomoku'
grep -q '^Rapfi, freestyle  *nodes=50  *2 ' table || fail 'no row of gomoku'
"$BUILD/myosu-match" export games/Rapfi-20-by-20.db sgf 20.sgf
grep -q 'SZ\[20\]' 20.sgf || fail 'the board has the wrong size'
# Wrong use.
! ladder chequers || fail 'chequers is a game'
grep -q 'usage: tools/ladder ataxx|' log || fail 'the games are not listed'
for games in 0 -2 two ''; do
    ! GAMES=$games ladder xiangqi || fail "GAMES=$games is taken"
    grep -q "GAMES=$games: a number of games is expected" log || fail 'the reason is missing'
done
