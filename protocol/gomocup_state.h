/* SPDX-License-Identifier: MIT */
/* What a conversation in Gomocup's dialect remembers: the board, the limits, a list being read.
 * Flat: a copy taken before a line is all that is needed to forget the line. */
#ifndef PROTOCOL_GOMOCUP_STATE_H
#define PROTOCOL_GOMOCUP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#define GOMOCUP_MAX_SIZE    22
#define GOMOCUP_MAX_SQUARES (GOMOCUP_MAX_SIZE * GOMOCUP_MAX_SIZE)

/* Room for a board as FEN, and for the answers and questions made of it. */
#define GOMOCUP_TEXT 1024

/* A list of stones under way, from its first line to DONE. */
enum gomocup_list { GOMOCUP_NO_LIST, GOMOCUP_BOARD, GOMOCUP_YXBOARD, GOMOCUP_SWAP2 };

/* The answer to SWAP2BOARD that the move now searched for decides. */
enum gomocup_swap { GOMOCUP_NO_SWAP, GOMOCUP_SWAP_OF_THREE, GOMOCUP_SWAP_OF_FIVE };

/* Stones by the order of play: the first player's, the second's. */
enum gomocup_stone { GOMOCUP_EMPTY, GOMOCUP_FIRST, GOMOCUP_SECOND };

struct gomocup_state {
    int size;                            /* 0: no START yet */
    uint8_t stones[GOMOCUP_MAX_SQUARES]; /* enum gomocup_stone; at y * size + x, y from the top */
    bool board_is_rejected; /* the last board was not accepted: nothing may be built on `stones` */
    enum gomocup_list list;
    bool list_is_wrong;
    int listed_count;
    uint8_t listed[GOMOCUP_MAX_SQUARES]; /* who: 1 own, 2 the opponent's; of SWAP2: the order */
    enum gomocup_swap swap;
    bool asks_forbidden;
    int score;           /* the last one that the search told, centipawns */
    char second_move[8]; /* and its reply to its own move */
    bool has_turn, has_match, has_left;
    int64_t turn_ms, match_ms, left_ms;
    int64_t max_nodes; /* 0: none */
    int max_depth;     /* 0: none */
    char rule[16];     /* of a client: sent before START */
    char fen[GOMOCUP_TEXT], text[GOMOCUP_TEXT];
    char reply[64]; /* what EVENT_DONE says next; "" for nothing */
};

#endif
