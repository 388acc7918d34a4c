#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one of the clients' examples: examples.sh NAME FOLDER ENGINE [PROGRAM]
# NAME is the file's name, PROGRAM the compiled example. Exits with 77 if its language is missing.
set -eu
name=$1
folder=$2
engine=$3
program=${4-}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

fail() {
    echo "$name: $*" >&2
    exit 1
}

skip() {
    echo "$name: skipped: $*"
    exit 77
}

example() {
    if [ -n "$program" ]; then
        "$program" "$@"
    else
        "$folder/$name" "$@"
    fi
}

# Compares the last line that the example prints for these arguments.
expect() {
    expected=$1
    shift
    found=$(example "$@") || fail "$*: status $?"
    found=$(printf '%s\n' "$found" | tail -n 1)
    # A pattern, not a text.
    # shellcheck disable=SC2254
    case $found in
    $expected) ;;
    *) fail "$*: '$found', not '$expected'" ;;
    esac
}

case $name in
*.py) command -v python3 >/dev/null || skip 'no python3' ;;
session.sh) command -v bash >/dev/null || skip 'no bash' ;;
esac

case $name in
bestmove.*)
    # First the player to move wins in the first column; then the opponent's three in a row must be
    # stopped.
    expect 1 "$engine" connect4 1 2 1 2 1 2
    expect 4 "$engine" connect4 4 1 4 1 4
    expect '[abc][123]' "$engine" tictactoe
    if complaint=$(example "$engine" connect4 4 9 2>&1); then
        fail 'an illegal move is no error'
    fi
    case $complaint in
    *"move 2: illegal move '9'"*) ;;
    *) fail "of an illegal move it says: $complaint" ;;
    esac
    ;;
session.sh)
    expect '*: draw' "$engine" tictactoe
    expect '*: [pd]*' "$engine" connect4
    ;;
duel.py)
    "$engine" --log-level error --listen "unix:$work/socket" &
    server=$!
    while [ ! -S "$work/socket" ]; do
        kill -0 "$server" || fail 'the server does not start'
        sleep 0.05
    done
    expect draw "unix:$work/socket" tictactoe depth 9
    expect '[pd]*' "unix:$work/socket" connect4
    ;;
fen.py)
    python3 -c 'import chess' 2>/dev/null || skip 'no python-chess'
    expect 'best: Qxf7#' "$engine" \
        'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4' 4
    ;;
*) fail 'no test knows this example' ;;
esac
