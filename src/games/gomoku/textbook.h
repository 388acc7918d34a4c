/* SPDX-License-Identifier: MIT */
/* The evaluation of the textbook on gomoku: what the last move achieved, by eight criteria. The
 * text's program tries only moves within two points of a stone. */
#ifndef GOMOKU_TEXTBOOK_H
#define GOMOKU_TEXTBOOK_H

#include "buffer.h"
#include "position.h"

/* Appends the criteria that the last move meets, and their sum. */
void gomoku_explain_last_move(const struct gomoku_position *position, struct buffer *out);

#endif
