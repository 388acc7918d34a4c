/* SPDX-License-Identifier: MIT */
/* Gomoku's rules, written from their definitions on whole lines of the board: slow and simple. */
#ifndef TESTS_GOMOKU_ORACLE_H
#define TESTS_GOMOKU_ORACLE_H

#include <stdbool.h>

#include "gomoku/rules.h"

/* The board as a matrix of 'x', 'o' and '.', by file and rank from 0. */
struct oracle_board {
    int size;
    enum gomoku_rule rule;
    char at[GOMOKU_MAX_SIZE][GOMOKU_MAX_SIZE];
};

/* A line of the board from edge to edge, and the index of a square on it. */
struct oracle_line {
    int length, at;
    char cells[GOMOKU_MAX_SIZE];
};

struct oracle_board oracle_board_of(const struct gomoku_position *position);
struct oracle_line oracle_line_of(const struct oracle_board *board, int file, int rank,
                                  enum gomoku_direction direction);

/* True if the stone of `who` on cell `at` of the line is part of a winning five. */
bool oracle_is_five(enum gomoku_rule rule, const struct oracle_line *line, int at, char who);

/* Returns the shape that a stone of `who` makes on the empty cell line->at. */
enum gomoku_shape oracle_shape(enum gomoku_rule rule, struct oracle_line line, char who);

/* True if `who` wins by playing on the empty square. */
bool oracle_wins(struct oracle_board board, int file, int rank, char who);
enum gomoku_forbidden oracle_forbidden(struct oracle_board board, int file, int rank, char who);

unsigned long oracle_perft(struct oracle_board *board, char who, int depth);

#endif
