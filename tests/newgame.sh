#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/newgame writes a game that compiles as it is and passes check-game, in a copy of the
# sources: newgame.sh SOURCE COMPILER
set -eu
source=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

mkdir "$work/src" "$work/tools"
cp "$source/tools/newgame" "$work/tools"
for part in base games search; do
    cp -r "$source/src/$part" "$work/src"
done
cd "$work"
for name in '' Race 2race 'a b' ../race; do
    status=0
    sh tools/newgame "$name" >out 2>&1 || status=$?
    [ $status -eq 2 ] || fail "newgame '$name': status $status"
done
! sh tools/newgame chess >out 2>&1 || fail 'newgame replaces chess'
sh tools/newgame race >out
grep -q 'check-game race' out || fail 'newgame does not say what comes next'
! sh tools/newgame race >out 2>&1 || fail 'newgame replaces a game'
sh tools/newgame other >out
[ "$(grep -c 'GAME(race, ONE)\|GAME(other, ONE)' src/games/registry.h)" -eq 2 ] ||
    fail 'the games are not in the registry'
grep -q "^foreach game : .*'race', 'other'\]$" src/games/meson.build || fail 'the games are not in the build'
for question in 'is a position' 'whose turn' 'moves are there' 'does a move do' 'is the game over' \
    'which player has won' 'a position worth'; do
    grep -qi "$question" src/games/race/game.c || fail "newgame does not ask: $question"
done

includes='-Isrc/base -Isrc/search -Isrc/games'
# shellcheck disable=SC2086
$compiler -std=c11 -D_GNU_SOURCE -DMYOSU_ONE_LEVEL='"test"' -DMYOSU_VERSION='""' -DCHECKED_GAME=game_race -Wall -Wextra -Werror \
    $includes "$source/tests/check_game.c" src/games/race/game.c src/games/check_game.c src/games/game.c \
    src/games/look.c src/games/fen_reader.c src/search/*.c src/base/*.c -pthread -lm -o race
# shellcheck disable=SC2086
$compiler -std=c11 -DMYOSU_ONE_LEVEL='"test"' -Werror $includes -fsyntax-only src/games/registry.c
./race >out || fail "$(cat out)"
! grep -q WRONG out || fail "$(cat out)"
