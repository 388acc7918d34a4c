/* SPDX-License-Identifier: MIT */
/* Functions that the files of the table share. table_wishes.c calls table.c, never the reverse. */
#ifndef PLAY_TABLE_PARTS_H
#define PLAY_TABLE_PARTS_H

#include "table.h"

/* Returns 0 or 1. */
int table_player_to_move(const struct table *table);

/* Returns the engine that plays, or would play, for a player. */
struct table_engine *table_engine_of(const struct table *table, int player);

/* Returns the time limits of the person or engine that plays for a player. */
const struct game_time *table_control_of(const struct table *table, int player);

void table_tell_changed(struct table *table);

/* Drops the answers of searches in progress. */
void table_drop_answers(struct table *table);

/* Ends the game; `why` is "", or how it ended if the position does not show it. */
void table_finish(struct table *table, enum game_result result, enum verdict verdict,
                  const char *why);

/* Makes a player, 0 or 1, lose for another reason than the position. */
void table_lose(struct table *table, int player, enum verdict verdict, const char *why);

/* Ends the game if the position does. */
void table_look_for_end(struct table *table);

#endif
