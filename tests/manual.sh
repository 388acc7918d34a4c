#!/bin/sh
# SPDX-License-Identifier: MIT
# A page of the manual names the options that the program has, and no other:
# manual.sh PAGE PROGRAM, the page in scdoc's form.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

options() {
    grep -oE "(^|[][ ,|*(])--?[a-z][a-z-]*" | tr -d '][ ,|*(' | sort -u
}

sed -n '/^# OPTIONS/,/^# \(EX\|EN\|SEE\)/p; /^# ENGINES/,/^# OPTIONS/p' "$1" |
    sed 's/^\*-/ *-/' | options >"$work/page"
"$2" --help </dev/null | options >"$work/help"
[ -s "$work/help" ] || { echo "$2 --help names no option" >&2; exit 1; }
grep -vxF -f "$work/help" "$work/page" >"$work/gone" || :
grep -vxF -f "$work/page" "$work/help" | grep -vxE -e '--help|--version' >"$work/missing" || :
status=0
if [ -s "$work/gone" ]; then
    echo "in $1, and not in --help:" $(cat "$work/gone") >&2
    status=1
fi
if [ -s "$work/missing" ]; then
    echo "in --help, and not in $1:" $(cat "$work/missing") >&2
    status=1
fi
exit $status
