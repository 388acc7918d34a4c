#!/bin/sh
# SPDX-License-Identifier: MIT
# Self-play of two threads in shards gives the same bytes as that of one thread in one run:
# selfplay_threads.sh CHESS-SELFPLAY
set -eu
chess=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$chess" games=5 nodes=60 out=whole 2>log
: >joined
for shard in 1 2 3; do
    "$chess" games=5 nodes=60 --shard $shard/3 threads=2 out=part 2>>log
    cat part >>joined
done
[ -s whole ] && cmp whole joined
