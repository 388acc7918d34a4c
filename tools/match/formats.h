/* SPDX-License-Identifier: MIT */
/* One finished game in each format; export.h chooses among them. What a format needs to know of a
 * game stands in the game's look.h. */
#ifndef MATCH_FORMATS_H
#define MATCH_FORMATS_H

#include "buffer.h"
#include "game.h"
#include "game_record.h"
#include "look.h"
#include "played_game.h"

/* What a file says beside the games themselves. */
struct format_context {
    const struct game *game;
    const struct game_settings *settings;
    const char *const *names; /* of the engines, by their place in the match */
    const char *event;
    const char *program; /* that writes it; NULL: myosu-match */
};

/* Appends a game in Portable Game Notation, with the engines' scores as comments. */
void format_pgn(const struct format_context *context, const struct played_game *played,
                struct buffer *out);

/* Appends a game in Smart Game Format. */
void format_sgf(const struct format_context *context, const struct played_game *played,
                struct buffer *out);

/* Appends a game in Generic Game Format. */
void format_ggf(const struct format_context *context, const struct played_game *played,
                struct buffer *out);

/* Appends a game as Piskvork's managers save it: the squares of its moves. */
void format_psq(const struct format_context *context, const struct played_game *played,
                struct buffer *out);

/* Appends a game of any kind: a comment line, and a position with its moves. */
void format_moves(const struct format_context *context, const struct played_game *played,
                  struct buffer *out);

/* Parts of PGN: a tag, its value in quotes; a comment in braces, in which no brace ends it too
 * early; a word of a text whose lines have 80 columns at most,
 * of which `column` is where its line stands; the number of the move to be played, for the second
 * player only where it is `always` told. */
void format_pgn_tag(const char *name, const char *value, struct buffer *out);
void format_pgn_word(const char *word, int *column, struct buffer *out);
void format_pgn_comment(const char *text, int *column, struct buffer *out);
void format_pgn_number(const struct game_record *record, bool always, int *column,
                       struct buffer *out);

/* Parts of SGF: a property with one value; the beginning of the root, which the caller goes on
 * with; the stones that stand at the record's start, where that is not the game's; a move that is
 * to be played, false and nothing if it is not legal. */
void format_sgf_property(const char *property, const char *text, struct buffer *out);
void format_sgf_root(const struct game_record *record, const char *program, struct buffer *out);
void format_sgf_setup(const struct game_record *record, struct buffer *out);
bool format_sgf_move(const struct game_record *record, const char *text, struct buffer *out);

/* format_parts.c: the name of a game's player, 0 or 1. */
const char *format_player(const struct format_context *context, const struct played_game *played,
                          int player);

/* Appends the day the game began, as strftime() writes it. */
void format_date(const struct played_game *played, const char *pattern, struct buffer *out);

/* The column and the row of the square that a move puts a piece on, from the top left, counted
 * from 0; false for a move without one, as a pass. */
bool format_find_square(const struct game *game, const void *position, move_t move, int *column,
                        int *row);

#endif
