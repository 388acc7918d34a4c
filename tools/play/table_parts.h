/* SPDX-License-Identifier: MIT */
/* What the files of the table share; table_wishes.c calls table.c, never the reverse. */
#ifndef PLAY_TABLE_PARTS_H
#define PLAY_TABLE_PARTS_H

#include "table.h"

/* 0 or 1. */
int table_player_to_move(const struct table *table);

/* The engine that plays, or would play, for a player. */
struct table_engine *table_engine_of(const struct table *table, int player);

/* The limits of whoever plays for a player. */
const struct game_time *table_control_of(const struct table *table, int player);

void table_tell_changed(struct table *table);

/* Drops the answers of searches that are under way. */
void table_drop_answers(struct table *table);

/* Ends the game; `why` is "", or how it ended when the position does not tell. */
void table_finish(struct table *table, enum game_result result, enum verdict verdict,
                  const char *why);

/* A player, 0 or 1, loses by something else than the position. */
void table_lose(struct table *table, int player, enum verdict verdict, const char *why);

/* Ends the game if the position says so. */
void table_look_for_end(struct table *table);

#endif
