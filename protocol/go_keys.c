/* SPDX-License-Identifier: MIT */
#include "go_keys.h"

#include <limits.h>

#include "words.h"

#define AT(field) offsetof(struct command_go, field)
#define TIME_MS   COMMAND_TIME_LIMIT_MS

const struct go_key go_keys[] = {
    {"ponder", NULL, GO_PONDER, GO_VALUE_NONE, 0, 0, 0},
    {"wtime", "p1time", GO_TIME_1, GO_VALUE_INT64, AT(time_ms[0]), -TIME_MS, TIME_MS},
    {"btime", "p2time", GO_TIME_2, GO_VALUE_INT64, AT(time_ms[1]), -TIME_MS, TIME_MS},
    {"winc", "p1inc", GO_INC_1, GO_VALUE_INT64, AT(inc_ms[0]), 0, TIME_MS},
    {"binc", "p2inc", GO_INC_2, GO_VALUE_INT64, AT(inc_ms[1]), 0, TIME_MS},
    {"movestogo", NULL, GO_MOVESTOGO, GO_VALUE_INT, AT(movestogo), 1, INT_MAX},
    {"depth", NULL, GO_DEPTH, GO_VALUE_INT, AT(depth), 0, INT_MAX},
    {"nodes", NULL, GO_NODES, GO_VALUE_INT64, AT(nodes), 0, INT64_MAX},
    {"mate", NULL, GO_MATE, GO_VALUE_MATE, AT(mate_plies), 1, INT_MAX / 2},
    {"movetime", NULL, GO_MOVETIME, GO_VALUE_INT64, AT(movetime_ms), 0, TIME_MS},
    {"infinite", NULL, GO_INFINITE, GO_VALUE_NONE, 0, 0, 0},
    {"perft", NULL, 0, GO_VALUE_PERFT, 0, 0, INT_MAX},
    {"searchmoves", NULL, GO_SEARCHMOVES, GO_VALUE_MOVES, AT(searchmoves), 0, 0},
    {NULL, NULL, 0, GO_VALUE_NONE, 0, 0, 0},
};

/* Returns the same key of the other player, or the key itself if it belongs to no player. */
static const struct go_key *other_players(const struct go_key *key)
{
    return key->given & (GO_TIME_1 | GO_INC_1)   ? key + 1
           : key->given & (GO_TIME_2 | GO_INC_2) ? key - 1
                                                 : key;
}

const struct go_key *go_key_find(const char *text, bool black_first)
{
    for (const struct go_key *key = go_keys; key->word; key++) {
        if (words_begin(text, key->word)) {
            return black_first ? other_players(key) : key;
        }
        if (key->ugi_word && words_begin(text, key->ugi_word)) {
            return key;
        }
    }
    return NULL;
}

const char *go_key_word(const struct go_key *key, bool black_first)
{
    return black_first ? other_players(key)->word : key->word;
}
