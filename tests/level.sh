#!/bin/sh
# SPDX-License-Identifier: MIT
# The program at a level of processors that is asked for: sh tests/level.sh PROGRAM
set -u

program=$1
status=0
complain() {
    echo "$*" >&2
    status=1
}

# What it may be asked for runs, and is what it says it runs at.
levels=$(env -u MYOSU_LEVEL "$program" --version | sed -n 's/.*this processor has//p')
[ -n "$levels" ] || complain "--version names no level of this processor"
for level in $levels; do
    MYOSU_LEVEL=$level "$program" --version | grep -q "^level $level;" ||
        complain "--version at $level names another level"
done

# Anything else is refused with one line and status 2, before anything is played.
for level in x86-64-v1 x86-64-v9 '*' 'x86-64-v2
x86-64-v3'; do
    said=$(MYOSU_LEVEL=$level "$program" "go depth 1" 2>&1)
    ended=$?
    [ $ended = 2 ] || complain "MYOSU_LEVEL=$level: status $ended"
    [ "$(printf '%s\n' "$said" | wc -l)" = 1 ] || complain "MYOSU_LEVEL=$level: not one line: $said"
done

# The help lists the variable and the levels.
for word in MYOSU_LEVEL $levels; do
    "$program" --help | grep -q -e "$word" || complain "--help does not name $word"
done
exit $status
