#!/bin/sh
# SPDX-License-Identifier: MIT
# `myosu check-game` finds nothing wrong with any game, and names what is wrong with a mutant:
# check_game.sh PROGRAM [WORDS MUTANT]...
# PROGRAM also knows hexapawn. WORDS are in the line of the property that the program MUTANT
# violates.
set -eu
program=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# Under a sanitizer only one: the games have tests of their own.
checked=all
games=$("$program" games | wc -l)
if [ "${SANITIZED-}" = yes ]; then
    checked=hexapawn
    games=1
fi
"$program" check-game "$checked" 3 >"$work/all" || fail "$(cat "$work/all")"
! grep -q WRONG "$work/all" || fail "a game is wrong, and the exit status is 0"
[ "$(grep -c ": 3 games*, seed 1\$" "$work/all")" -eq "$games" ] || fail "not every game is checked"
[ "$(grep -c '^unmake restores the position *[1-9]' "$work/all")" -eq "$games" ] ||
    fail "a game is checked, and no move is made"
grep -q 'antisymmetric .* ok$' "$work/all" || fail "no game states that its evaluation is antisymmetric"

"$program" check-game hexapawn 20 5 >"$work/first"
"$program" check-game hexapawn 20 5 >"$work/again"
cmp "$work/first" "$work/again" || fail "the same seed plays other games"
for words in '' ludo 'chess 0' 'chess x' 'chess 1 -1' 'chess 1 1 1'; do
    status=0
    # shellcheck disable=SC2086
    "$program" check-game $words >"$work/out" 2>&1 || status=$?
    [ $status -eq 2 ] || fail "check-game $words: status $status"
    grep -q 'check-game: ' "$work/out" || fail "check-game $words: $(cat "$work/out")"
done

"$program" check-game ludo 2>&1 | grep -q "unknown game 'ludo'" || fail "the unknown game is not named"

while [ $# -gt 0 ]; do
    status=0
    "$2" >"$work/out" || status=$?
    [ $status -eq 1 ] || fail "$2: status $status"
    grep -A 2 "^$1 .* WRONG$" "$work/out" | grep -q '^  position startpos' ||
        fail "$2 does not violate: $1
$(cat "$work/out")"
    grep -q '^ 1  ' "$work/out" || fail "$2 shows no board"
    shift 2
done
