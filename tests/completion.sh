#!/bin/bash
# SPDX-License-Identifier: MIT
# Tests what bash offers to complete a word: completion.sh FILE FOLDER-OF-THE-PROGRAMS
set -u
# shellcheck source=/dev/null
. "$1"
PATH=$2:$PATH
status=0

# expect OFFERED... -- WORD...: completes the last word and compares the offered words. If OFFERED
# is `options`, they are the program's options in tests/data/options.txt.
expect() {
    local expected=() offered completer
    while [ "$1" != -- ]; do
        expected+=("$1")
        shift
    done
    shift
    [ -x "$folder/$1" ] || return 0 # a client whose library is missing is not built
    if [ "${expected[*]}" = options ]; then
        mapfile -t expected < <(options "$1" "${!#}")
    fi
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    completer=$(complete -p "$1" | sed 's/.*-F \([a-z_]*\).*/\1/')
    "$completer"
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | sort)
    if [ "$offered" != "$(printf '%s\n' "${expected[@]}" | sort)" ]; then
        echo "$*: offers '${COMPREPLY[*]}', not '${expected[*]}'" >&2
        status=1
    fi
}

# Lists the options of a program that begin with a word, from a file written by hand.
options() {
    sed -n "s/^$1|\\(--*[a-z][a-z-]*\\)[ |].*/\\1/p" "$data" | grep -e "^$2" | sort -u
}

folder=$2
data=$3
# The games that there must be, and any others of the program.
all_games=$({ printf '%s\n' chess tictactoe connect4 gomoku ataxx othello xiangqi; myosu games | cut -d' ' -f1; } |
    sort -u | tr '\n' ' ')
# shellcheck disable=SC2086
{
    # The daemon: options, values, and commands.
    expect --listen --log-level -- myosu --l
    expect options -- myosu --
    expect options -- myosu --max-t
    expect --page -- myosu --pa
    expect unix: tcp: http: proxy:tcp: proxy:http: -- myosu --listen ''
    expect unix: -- myosu --admin ''
    expect 7180 -- myosu --page ''
    expect error warning info debug -- myosu --log-level ''
    expect info -- myosu --log-level i
    expect uci isready newgame setoption position go stop ponderhit query d eval bench compare trace genfens games help \
        publish watch quit -- myosu ''
    expect newgame -- myosu ne
    expect $all_games -- myosu newgame ''
    expect $all_games -- myosu bench ''
    expect connect4 -- myosu --game con
    expect '' -- myosu --game ludo
    expect '' -- myosu xyzzy

    # Clients: games with their parameters and the parameters' values.
    expect --side --second --st --save -- myosu-play --s
    expect options -- myosu-play --c
    expect $all_games -- myosu-play ''
    expect chess connect4 -- myosu-play c
    expect size= rule= -- myosu-play gomoku ''
    expect size= rule= -- myosu-play gomoku size = 15 ''
    expect rule= -- myosu-play gomoku size = 15 ru
    expect freestyle standard renju caro omok -- myosu-play gomoku rule =
    expect renju -- myosu-play gomoku rule = re
    expect '' -- myosu-play gomoku size = ''
    expect 8 6 10 -- myosu-play othello size = ''
    expect off on -- myosu-play chess chess960 = ''
    expect first second both none lot -- myosu-play --side ''
    expect auto always never -- myosu-play --color ''
    expect $all_games -- myosu-match -game ''
    expect -game -games -ggfout -- myosu-match -g
    expect -each -engine -epdout -event -- myosu-match -e
    expect gomoku -- myosu-match -game go
    expect roundrobin gauntlet pyramid knockout swiss -- myosu-match -tournament ''
    expect swap lot keep -- myosu-match -colors ''
    expect cmd= name= dir= arg= args= proto= ranks= option. tc= st= movetime= depth= nodes= timemargin= hang= restart= \
        stderr= ponder= book= bookdepth= -- myosu-match -engine ''
    expect cmd= -- myosu-match -each c
    expect options -- myosu-analyse --o
    expect options -- myosu-analyse --
    expect pgn sgf epd jsonl csv figures html -- myosu-analyse --format ''
    expect auto pgn sgf wthor fen epd moves offset -- myosu-analyse --input ''
    expect $all_games -- myosu-analyse --game ''
    expect --dialect -- myosu-conform --d
    expect uci ugi uai gomocup cecp ucci nboard gtp -- myosu-conform --dialect ''
    expect unix: tcp: -- myosu-conform --connect ''
    expect options -- myosu-conform --
    expect options -- myosu-provider --
    expect https:// -- myosu-provider --lichess ''
    expect https:// -- myosu-provider --broker ''
}

# If a file is expected, files are offered; if a folder is, folders.
cd "$(mktemp -d)" || exit 1
mkdir folder
: >file
expect file folder -- myosu --token-file f
expect folder -- myosu-match -psqout f
expect folder -- myosu-conform --transcripts f
expect file folder -- myosu-analyse f
rm -r file folder "$PWD"
exit $status
