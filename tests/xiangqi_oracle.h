/* SPDX-License-Identifier: MIT */
/* Xiangqi's rules, written from their definitions on single squares: slow and simple. */
#ifndef TESTS_XIANGQI_ORACLE_H
#define TESTS_XIANGQI_ORACLE_H

#include <stdbool.h>

#include "game.h"

/* A board of letters, by rank and file from 0. Upper case is Red. */
struct oracle {
    char squares[10][9];
    int numbers[10][9]; /* of the pieces, from 0 at the first position; they move with them */
    bool black;         /* the side to move */
    int clock, number;  /* plies since the last capture, number of the move */
};

void oracle_read(const char *fen, struct oracle *oracle);
void oracle_format(const struct oracle *oracle, char fen[120]);

/* True if a side could capture the other king. */
bool oracle_attacks_king(const struct oracle *oracle, bool black);

/* Lists the legal moves, each once. Returns their number. */
int oracle_moves(const struct oracle *oracle, char texts[MAX_MOVES][5]);

/* Plays a legal move. */
void oracle_play(struct oracle *oracle, const char *text);

/* The result of a cycle, by the rules of the Asian Xiangqi Federation as src/games/xiangqi/rules.c
 * states them: boards[0] and boards[plies] are the same position. */
enum game_result oracle_judge(const struct oracle *boards, int plies);

#endif
