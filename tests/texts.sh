#!/bin/sh
# SPDX-License-Identifier: MIT
# The program's texts are those that a person has read and approved: the options with their defaults
# and bounds, the commands, the games, each game's help, and the time limits. texts.sh PROGRAM
# EXPECTED
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
diff -u "$2" "$work/said"
