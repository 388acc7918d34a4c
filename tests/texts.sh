#!/bin/sh
# SPDX-License-Identifier: MIT
# The program's texts are those that a person has read and approved: the options with their defaults
# and bounds, the commands, the games, each game's help, and the time limits. Games that EXPECTED does
# not have yet are left out, with a note. texts.sh PROGRAM EXPECTED
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" uci >"$work/uci"
"$1" help games 'help ataxx' 'help chess' 'help connect4' 'help gomoku' 'help othello' \
    'help tictactoe' 'help xiangqi' >"$work/help"
"$1" --help >"$work/usage"
{
    grep -v '^id name Myosu [0-9.]*$' "$work/uci"
    cat "$work/help"
    grep -e '-timeout S ' "$work/usage"
} >"$work/said"
for game in $("$1" games | cut -d' ' -f1); do
    if ! grep -q "^option name UCI_Variant .* var $game\( \|$\)" "$2"; then
        echo "not compared: what is said about $game"
        sed -e "/^option name UCI_Variant /s/ var $game\( \|$\)/\1/" -e "/^$game  *[A-Z]/d" "$work/said" >"$work/known"
        mv "$work/known" "$work/said"
    fi
done
# A program that was built without endgame tables has no options for them.
cp "$2" "$work/expected"
if ! grep -q Syzygy "$work/said"; then
    grep -v Syzygy "$2" >"$work/expected"
fi
diff -u "$work/expected" "$work/said"
