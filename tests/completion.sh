#!/bin/bash
# SPDX-License-Identifier: MIT
# What bash offers for the beginning of a word: completion.sh FILE FOLDER-OF-THE-PROGRAMS
set -u
# shellcheck source=/dev/null
. "$1"
PATH=$2:$PATH
status=0

# expect OFFERED... -- WORD...: the last word is completed; all that is named must be offered;
# `nothing` is that nothing is.
expect() {
    local expected=() completer
    while [ "$1" != -- ]; do
        expected+=("$1")
        shift
    done
    shift
    [ -x "$folder/$1" ] || return 0 # a client whose library is missing is not built
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    completer=$(complete -p "$1" | sed 's/.*-F \([a-z_]*\).*/\1/')
    "$completer"
    for offer in "${expected[@]}"; do
        if [ "$offer" = nothing ]; then
            [ "${#COMPREPLY[@]}" = 0 ] && continue
        else
            printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -e "$offer" && continue
        fi
        echo "$*: offers '${COMPREPLY[*]}', not '$offer'" >&2
        status=1
    done
}

folder=$2
expect --listen --log-level -- myosu --l
expect --page -- myosu --pa
expect http: tcp: -- myosu --listen ''
expect bench position go -- myosu ''
expect newgame -- myosu ne
expect gomoku tictactoe -- myosu newgame ''
expect connect4 -- myosu --game con
expect nothing -- myosu --game ludo
expect info -- myosu --log-level i
expect --side --second -- myosu-play --s
expect chess connect4 -- myosu-play c
expect size= rule= -- myosu-play gomoku ''
expect size= rule= -- myosu-play gomoku size = 15 ''
expect rule= -- myosu-play gomoku size = 15 ru
expect omok renju -- myosu-play gomoku rule =
expect renju -- myosu-play gomoku rule = re
expect 8 10 -- myosu-play othello size = ''
expect lot -- myosu-play --side l
expect always -- myosu-play --color a
expect -game -games -- myosu-match -g
expect gomoku -- myosu-match -game go
expect cmd= -- myosu-match -engine c
expect --output --option -- myosu-analyse --o
expect jsonl -- myosu-analyse --format j
expect gomoku -- myosu-analyse --game go
expect --dialect -- myosu-conform --d
expect gomocup -- myosu-conform --dialect g
expect --token-file --max-threads -- myosu-provider --
exit $status
