/* What chess offers to game.c: its settings by their index, and its search. */
#ifndef CHESS_CHESS_H
#define CHESS_CHESS_H

#include "search.h"

enum chess_setting {
    CHESS_960,
    CHESS_LIMIT_STRENGTH,
    CHESS_ELO,
    CHESS_USE_NETWORK,
    CHESS_SETTINGS
};

extern const struct search_method chess_search;

#endif
