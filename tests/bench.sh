#!/bin/sh
# SPDX-License-Identifier: MIT
# Each game's bench searches as many nodes as the file says, which names the games that the program
# has and no other. With MYOSU_LEVEL in the environment, at that level; skipped where the processor
# lacks it. Where the tests run a program of another architecture through an emulator, meson names it.
#
#   sh tests/bench.sh PROGRAM FILE     compare
#   sh tests/bench.sh PROGRAM          print the file anew
set -u

program=$1
file=${2-}
run() {
    # shellcheck disable=SC2086
    ${MESON_EXE_WRAPPER-} "$program" "$@"
}

# What meson takes for a test that was skipped.
skipped=77
if [ -n "${MYOSU_LEVEL-}" ] && ! (unset MYOSU_LEVEL && run --version) |
    sed -n 's/.*this processor has//p' | tr ' ' '\n' | grep -qxF "$MYOSU_LEVEL"; then
    exit $skipped
fi

games() {
    run games | awk '{ print $1 }'
}

# The last line of a bench is "N nodes M nps".
nodes() {
    run "bench $1" | tail -n 1 | awk '$2 == "nodes" { print $1 }'
}

expected() {
    awk -v game="$1" '$1 == game { print $2 }' "$file"
}

complain() {
    echo "$*" >&2
    status=1
}

if [ -z "$file" ]; then
    echo '# Nodes that the bench of each game searches. Who changes a search makes this file anew:'
    echo '# sh tests/bench.sh build/myosu >tests/data/bench.txt'
    for game in $(games); do
        echo "$game $(nodes "$game")"
    done
    exit
fi

status=0
names=$(games)
[ -n "$names" ] || complain "$program lists no games"
for game in $names; do
    expected=$(expected "$game")
    found=$(nodes "$game")
    if [ -z "$expected" ]; then
        complain "$game: searches ${found:-no} nodes, and is missing in $file"
    elif [ "$found" != "$expected" ]; then
        complain "$game: searches ${found:-no} nodes, $file says $expected"
    fi
done
for game in $(awk '!/^#/ && NF { print $1 }' "$file"); do
    echo "$names" | grep -qx "$game" || complain "$game: in $file, and not in the program"
done
exit $status
