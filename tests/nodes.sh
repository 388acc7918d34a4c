#!/bin/sh
# SPDX-License-Identifier: MIT
# Searches of one thread visit exactly the numbers of nodes in a file, and choose its moves. They
# cover the exact solvers, and parts of pruning that the positions of `bench` do not reach.
#
#   sh tests/nodes.sh PROGRAM FILE           compare
#   sh tests/nodes.sh PROGRAM FILE --print   print the file with the counts of this program
set -u

program=$1
file=$2
print=${3-}

# search GAME[,PARAMETER,VALUE] DEPTH FEN: prints the nodes of the whole search and its move.
search() {
    # shellcheck disable=SC2086
    ${MESON_EXE_WRAPPER-} "$program" 'setoption name Threads value 1' 'setoption name Hash value 16' "newgame $(echo "$1" | tr , " ")" \
        'setoption name OwnBook value false' "position fen $3" "go depth $2" |
        awk '$1 == "info" { for (i = 2; i < NF; i++) if ($i == "nodes") nodes = $(i + 1) }
             $1 == "bestmove" { print nodes, $2 }'
}

status=0
rows=0
while read -r game depth nodes move fen; do
    case $game in
    '#'* | '')
        [ -z "$print" ] || echo "$game${depth:+ $depth}${nodes:+ $nodes}${move:+ $move}${fen:+ $fen}"
        continue
        ;;
    esac
    rows=$((rows + 1))
    found=$(search "$game" "$depth" "$fen")
    if [ -n "$print" ]; then
        echo "$game $depth $found $fen"
    elif [ "$found" != "$nodes $move" ]; then
        echo "$game, depth $depth, $fen: nodes and move are '$found'; expected '$nodes $move'" >&2
        status=1
    fi
done <"$file"
[ "$rows" -gt 0 ] || { echo "$file has no rows" >&2; exit 1; }
exit $status
