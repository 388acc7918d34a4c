#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the engine as OpenBench's workers do, but without optimization, and sends it their
# commands:
# openbench.sh FOLDER ENGINE. FOLDER has the makefile; ENGINE is this build's engine, for
# comparison.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -s -j2 -C "$1" EXE="$work/engine" CC=gcc OBJECTS="$work/objects" OPTIMIZE='-O0 -march=native'

openings=$("$work/engine" "genfens 3 seed 7 book None" quit)
count=$(printf '%s\n' "$openings" | grep -c '^info string genfens .* [wb] .* [0-9]* [0-9]*$')
if [ "$count" != 3 ]; then
    echo "three openings were asked for: $openings"
    exit 1
fi

nodes() {
    "$1" bench | tail -n 1 | sed -n 's/^\([0-9]*\) nodes [1-9][0-9]* nps$/\1/p'
}
ours=$(nodes "$2")
theirs=$(nodes "$work/engine")
if [ -z "$ours" ] || [ "$ours" != "$theirs" ]; then
    echo "bench counts '$theirs' nodes, not '$ours'"
    exit 1
fi
