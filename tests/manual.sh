#!/bin/sh
# SPDX-License-Identifier: MIT
# A page of the manual and --help have exactly the options of a table written by hand, with their
# arguments and defaults: manual.sh PAGE PROGRAM TABLE. The page is in scdoc's format.
#
# A line of the table is PROGRAM|ENTRY|DEFAULT: the beginning of the entry in both texts, and the
# text of the default; - means none.
set -eu
page=$1
name=$(basename "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
complain() {
    echo "$name: $*" >&2
    status=1
}

# Converts both texts to lines HEAD<tab>BODY.
sed -n '/^# OPTIONS/,/^# [^O]/p' "$page" | tr -d '*' | awk '
    /^\t/ { body = body " " substr($0, 2); next }
    /^(-|[a-z]+=|option\.)/ { if (head != "") print head "\t" body; head = $0; body = "" }
    END { print head "\t" body }' >"$work/page"
"$2" --help </dev/null | awk '
    function put() { if (head != "") print head "\t" body; head = "" }
    /^  (-|[a-z]+=|option\.)/ {
        put()
        head = substr($0, 3); body = ""
        if (match(head, /  +/)) { body = substr(head, RSTART + RLENGTH); head = substr(head, 1, RSTART - 1) }
        next
    }
    /^      / { sub(/^ */, ""); body = body " " $0; next }
    { put() }
    END { put() }' >"$work/help"
grep "^$name|" "$3" >"$work/table" || complain "$3 has no line of it"

# A default, which must not occur if the table has none.
any_default='\([0-9]|\((the )?default'
while IFS='|' read -r _ entry expected; do
    for text in help page; do
        found=$(awk -F '\t' -v entry="$entry" 'index($1, entry) == 1' "$work/$text")
        case $expected,$found in
        *,) complain "not in the $text: $entry" ;;
        -,*) ! echo "$found" | grep -E "$any_default" >&2 || complain "a default in the $text: $entry" ;;
        *)
            case $found in
            *"$expected"*) ;;
            *) complain "not '$expected' in the $text: $found" ;;
            esac
            ;;
        esac
    done
done <"$work/table"
for text in help page; do
    awk -F '[|\t]' 'FNR == NR { entries[++count] = $2; next }
        {
            for (i = 1; i <= count && index($1, entries[i]) != 1; i++) { }
            if (i > count) print $1
        }' "$work/table" "$work/$text" >"$work/unknown"
    while read -r entry; do
        complain "in the $text, and not in the table: $entry"
    done <"$work/unknown"
    [ "$(wc -l <"$work/$text")" -ge "$(wc -l <"$work/table")" ] ||
        complain "fewer entries in the $text than in the table"
done
exit $status
