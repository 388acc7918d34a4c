#!/bin/sh
# SPDX-License-Identifier: MIT
# The engines of protocol/README.md that a student may begin with: student.sh CONFORM MATCH ENGINE...
# Each ENGINE is a command. MATCH is '' if it is not built.
set -eu
conform=$1
match=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

for engine in "$@"; do
    # The engine's search ends before the next line is read, or after it: neither may matter.
    for run in 1 2 3; do
        # shellcheck disable=SC2086
        "$conform" --level basic --brief --game tictactoe $engine >"$work/rows" || fail "$engine, run $run:
$(cat "$work/rows")"
    done
    tail -n 1 "$work/rows" | grep -q '^6 pass, 0 fail, 0 warn, 0 not applicable$' || fail "$(cat "$work/rows")"
    # x wins in the first row, o stops three in a row, and a finished game has no move.
    printf 'isready\nposition startpos moves a1 a2 b1 b2\ngo\nposition startpos moves a1 b2 b1\ngo depth 3\n%s' \
        'position startpos moves a1 a2 b1 b2 c1
nonsense

go
' | $engine >"$work/out" || fail "$engine: status $?"
    printf 'readyok\nbestmove c1\nbestmove c1\nbestmove (none)\n' | cmp - "$work/out" ||
        fail "$engine: $(cat "$work/out")"
done

[ -n "$match" ] || exit 0
# The broken engine answers with the same move always.
cat >"$work/broken.sh" <<'END'
while read -r word rest; do
    case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo bestmove a1 ;;
    quit) exit ;;
    esac
done
END
"$match" -game tictactoe -tournament roundrobin -rounds 2 -openings random=2 -each st=60 proto=uci -quiet \
    -engine name=first "cmd=$1" -engine name=second "cmd=$2" -engine name=broken "cmd=sh $work/broken.sh" \
    >"$work/report" || fail "$(cat "$work/report")"
for line in 'first ' 'second ' 'broken '; do
    grep -q "$line" "$work/report" || fail "no $line in the cross table: $(cat "$work/report")"
done
grep -q 'broken.*illegal' "$work/report" || fail "no forfeits: $(cat "$work/report")"
# Arguments after the program are as good as arg=, and a path with a blank is a path.
mkdir "$work/a folder"
printf '#!/bin/sh\nexec %s\n' "$2" >"$work/a folder/engine"
chmod +x "$work/a folder/engine"
"$match" -game tictactoe -rounds 1 -openings random=2 -each st=60 proto=uci -quiet -engine name=first "cmd=$work/a folder/engine" \
    -engine name=second cmd=sh "arg=$work/a folder/engine" >"$work/report" || fail "$(cat "$work/report")"
