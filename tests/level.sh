#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the program at each processor level: sh tests/level.sh PROGRAM
set -u

program=$1
status=0
complain() {
    echo "$*" >&2
    status=1
}

# Each available level runs, and the program reports it.
levels=$(env -u MYOSU_LEVEL "$program" --version | sed -n 's/.*this processor has//p')
[ -n "$levels" ] || complain "--version names no level of this processor"
for level in $levels; do
    MYOSU_LEVEL=$level "$program" --version | grep -q "^level $level;" ||
        complain "--version at $level names another level"
done

# Any other value is rejected with one line and status 2, before a game starts.
for level in x86-64-v1 x86-64-v9 '*' 'x86-64-v2
x86-64-v3'; do
    said=$(MYOSU_LEVEL=$level "$program" "go depth 1" 2>&1)
    ended=$?
    [ $ended = 2 ] || complain "MYOSU_LEVEL=$level: status $ended"
    [ "$(printf '%s\n' "$said" | grep -c .)" = 1 ] || complain "MYOSU_LEVEL=$level: not one line: $said"
    case $said in
    *'is no level of this program; they are: '*) ;;
    *) complain "MYOSU_LEVEL=$level: the line does not say which there are: $said" ;;
    esac
done

# Tests processors of other levels in Debian's package qemu-user: qemu 7.2 has AVX2 but not AVX-512.
# A build for this processor only would not run there.
expect_offered() {
    said=$(env -u MYOSU_LEVEL qemu-x86_64 -cpu "$1" "$program" --version 2>/dev/null)
    case $said in
    *"level $3; this processor has $2") ;;
    *) complain "qemu's $1: '$said', and it has $2" ;;
    esac
}
case $levels in
*x86-64-v2*)
    if command -v qemu-x86_64 >/dev/null; then
        expect_offered Nehalem 'x86-64-v2' x86-64-v2
        expect_offered Haswell 'x86-64-v2 x86-64-v3' x86-64-v3
        said=$(qemu-x86_64 -cpu core2duo "$program" 'go depth 1' 2>&1)
        [ $? = 2 ] || complain "qemu's core2duo: status $?"
        case $said in
        *'this processor lacks x86-64-v2, the lowest level that this program is for') ;;
        *) complain "qemu's core2duo: $said" ;;
        esac
        # A level that the processor does not have is rejected, and the message names the highest
        # level that it has.
        said=$(MYOSU_LEVEL=x86-64-v3 qemu-x86_64 -cpu Nehalem "$program" 'go depth 1' 2>&1)
        case $said in
        *'level x86-64-v3: this processor lacks it; its highest one is x86-64-v2') ;;
        *) complain "qemu's Nehalem at x86-64-v3: $said" ;;
        esac
    else
        echo "not tested: other levels; there is no qemu-x86_64 (Debian's package qemu-user)"
    fi
    ;;
esac

# The help lists the variable and the levels.
for word in MYOSU_LEVEL $levels; do
    "$program" --help | grep -q -e "$word" || complain "--help does not name $word"
done
exit $status
