#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the node count of each game's bench with a file, which must list exactly the program's
# games; a game whose bench is only the default, its initial position, may be missing. MYOSU_LEVEL in the environment selects the processor level. If this processor does not have
# the level, one of Debian's package qemu-user is emulated; if that does not have it either, the
# test is skipped. If the tests run a program of another architecture, meson names the emulator.
#
#   sh tests/bench.sh PROGRAM FILE     compare
#   sh tests/bench.sh PROGRAM          print a new file
set -u

program=$1
file=${2-}
wrapper=${MESON_EXE_WRAPPER-}
run() {
    # shellcheck disable=SC2086
    $wrapper "$program" "$@"
}

# meson treats a test with this exit status as skipped.
skipped=77

# True if --version lists the level as one of this processor. Returns 2 if there is no list.
is_offered() {
    version=$(unset MYOSU_LEVEL && run --version)
    case $version in
    *'this processor has '*) ;;
    *) return 2 ;;
    esac
    case " ${version##*this processor has } " in
    *" $MYOSU_LEVEL "*) ;;
    *) return 1 ;;
    esac
}
if [ -n "${MYOSU_LEVEL-}" ]; then
    is_offered
    case $? in
    1)
        if [ -z "$wrapper" ] && command -v qemu-x86_64 >/dev/null; then
            wrapper='qemu-x86_64 -cpu max'
            is_offered || {
                echo "skipped: this processor lacks $MYOSU_LEVEL, and $(qemu-x86_64 --version | head -n 1) does too"
                exit $skipped
            }
        else
            echo "skipped: this processor lacks $MYOSU_LEVEL; Debian's package qemu-user may have it"
            exit $skipped
        fi
        ;;
    2)
        echo "$program --version does not say which levels this processor has" >&2
        exit 1
        ;;
    esac
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
    if [ -z "$expected" ] && run "bench $game 1" | grep -q ' 1/1 .* startpos$'; then
        echo "$game: the default bench, which $file need not list, searches ${found:-no} nodes"
    elif [ -z "$expected" ]; then
        complain "$game: searches ${found:-no} nodes, and is missing in $file"
    elif [ "$found" != "$expected" ]; then
        complain "$game: searches ${found:-no} nodes, $file says $expected"
    fi
done
for game in $(awk '!/^#/ && NF { print $1 }' "$file"); do
    echo "$names" | grep -qx "$game" || complain "$game: in $file, and not in the program"
done
exit $status
