/* One finished game in each format; export.h chooses among them. */
#ifndef MATCH_FORMATS_H
#define MATCH_FORMATS_H

#include "buffer.h"
#include "export.h"

/* Appends a game of chess in Portable Game Notation, with the engines' scores as comments. */
void format_pgn(const struct export_context *context, const struct game_record *record,
                struct buffer *out);

/* Appends a game of gomoku in Smart Game Format. */
void format_sgf(const struct export_context *context, const struct game_record *record,
                struct buffer *out);

/* Appends a game of gomoku as Piskvork's managers save it. */
void format_psq(const struct export_context *context, const struct game_record *record,
                struct buffer *out);

/* Appends a game of any kind: a comment line, and a position with its moves. */
void format_moves(const struct export_context *context, const struct game_record *record,
                  struct buffer *out);

/* The name of a game's player, 0 or 1. */
const char *format_player(const struct export_context *context, const struct game_record *record,
                          int player);

/* Appends the day the game began, as strftime() writes it. */
void format_date(const struct game_record *record, const char *pattern, struct buffer *out);

#endif
