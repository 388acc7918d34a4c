/* SPDX-License-Identifier: MIT */
/* Endgame tables by Ronald de Man ("Syzygy"), read by the library Fathom: the result of every
 * position with few pieces (WDL, *.rtbw), and the distance to the next capture or pawn's move
 * (DTZ, *.rtbz).
 *
 * The library holds one set of tables for the whole program, which all searches share. A file is
 * mapped when its table is first probed. Its table stays readable if the file is deleted after
 * that, and counts as missing if it is deleted before. A file must not be truncated or overwritten
 * while the program runs: reading a lost page ends the program with SIGBUS. */
#ifndef CHESS_TABLEBASE_H
#define CHESS_TABLEBASE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "buffer.h"
#include "game.h"

struct chess_position;

/* The result for the side to move if both play well; a cursed one is a draw under the rule of fifty
 * moves. */
enum chess_wdl { WDL_LOSS, WDL_CURSED_LOSS, WDL_DRAW, WDL_CURSED_WIN, WDL_WIN };

/* tablebase_files.c: checks each table in one or more folders, separated by ':' or ';', before the
 * library maps it: that it is a regular file, of its kind, with the pieces of its name, and as long
 * as its head says. The contents behind the head are not checked. Appends the folders, separated by
 * ':', and stores how many tables of results there are. Refuses a folder that cannot be read, and
 * any file that is damaged, by its name. Files with other names are ignored. */
bool chess_tablebase_check(const char *folders, struct buffer *paths, int *count,
                           struct error *error);

/* Opens the tables in such folders instead of those that were open, for the rest of the program.
 * Returns the number of pieces, kings included, of the largest table; 0 and the reason if there are
 * none, if a file is damaged, or while searches use other tables. */
int chess_tablebase_open(const char *folders, struct error *error);

/* The same as `open` and `close` of a setting. Tables that are already open are opened once, and
 * are used until everybody who opened them has closed them. */
bool chess_tablebase_open_setting(const char *folders, const void **resource, struct error *error);
void chess_tablebase_close_setting(const void *resource);

/* The pieces of the largest table, kings included; 0: no tables are in use. */
extern _Atomic int chess_tablebase_largest;

/* A search may probe the tables from `enter`, which returns the pieces of the largest table, until
 * `leave`: in between they are not exchanged. Without tables `enter` returns 0, and `leave` must
 * not be called. A search that finds no largest table need not enter. */
int chess_tablebase_enter(void);
void chess_tablebase_leave(void);

/* Finds the result after which the fifty moves are counted from here on. False if the position has
 * more pieces than the tables or a castling right, or if its table is missing. Several threads may
 * call it at the same time. */
bool chess_tablebase_probe(const struct chess_position *position, enum chess_wdl *wdl);

/* The score of a cursed win, in centipawns: a draw that may still be won. */
#define CHESS_CURSED_WIN 1

/* The tables' knowledge of a position's moves: the moves of the highest rank keep the result, and
 * win or save it within the fifty moves, if they are counted (`fifty`). After a repetition only the
 * fastest win ranks highest, so that play makes progress. The scores are wins or losses at ply 0,
 * or near SCORE_DRAW. */
struct chess_ranking {
    bool by_distance; /* DTZ tables were found: else the ranks are only those of results */
    int ranks[MAX_MOVES];
    score_t scores[MAX_MOVES];
};

/* Ranks legal moves of a position. False if a table is missing. */
bool chess_tablebase_rank(const struct chess_position *position, const struct move_list *moves,
                          bool fifty, struct chess_ranking *ranking);

/* Tables for any game's clients: game.h. */
extern const struct game_tables chess_tables_for_clients;

#endif
