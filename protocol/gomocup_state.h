/* SPDX-License-Identifier: MIT */
/* The state of a conversation in Gomocup's dialect: the board, the limits, and a list that is being
 * read. It contains no pointers, so restoring a copy undoes a line. */
#ifndef PROTOCOL_GOMOCUP_STATE_H
#define PROTOCOL_GOMOCUP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#define GOMOCUP_MAX_SIZE    22
#define GOMOCUP_MAX_SQUARES (GOMOCUP_MAX_SIZE * GOMOCUP_MAX_SIZE)

/* Room for a board as FEN, and for answers and queries that contain it. */
#define GOMOCUP_TEXT 1024

/* The list of stones that is being read, from its first line to DONE. */
enum gomocup_list { GOMOCUP_NO_LIST, GOMOCUP_BOARD, GOMOCUP_YXBOARD, GOMOCUP_SWAP2 };

/* The answer to SWAP2BOARD that depends on the move being searched for. */
enum gomocup_swap { GOMOCUP_NO_SWAP, GOMOCUP_SWAP_OF_THREE, GOMOCUP_SWAP_OF_FIVE };

/* Stones in the order of play: the first player's and the second's. */
enum gomocup_stone { GOMOCUP_EMPTY, GOMOCUP_FIRST, GOMOCUP_SECOND };

struct gomocup_state {
    int size;                            /* 0: START was not sent yet */
    uint8_t stones[GOMOCUP_MAX_SQUARES]; /* enum gomocup_stone; at y * size + x, y from the top */
    bool board_is_rejected; /* the last board was rejected: moves on `stones` are refused */
    enum gomocup_list list;
    bool list_is_wrong;
    int listed_count;
    uint8_t
        listed[GOMOCUP_MAX_SQUARES]; /* 1: own, 2: the opponent's; in SWAP2: the order of play */
    enum gomocup_swap swap;
    bool asks_forbidden;
    int score;           /* the last score of the search, in centipawns */
    char second_move[8]; /* the second move of the best line */
    bool has_turn, has_match, has_left;
    int64_t turn_ms, match_ms, left_ms;
    int64_t max_nodes; /* 0: none */
    int max_depth;     /* 0: none */
    char rule[16];     /* on the client's side: sent before START */
    char fen[GOMOCUP_TEXT], text[GOMOCUP_TEXT];
    char reply[64]; /* the text of the next EVENT_DONE; "": none */
};

#endif
