/* SPDX-License-Identifier: MIT */
/* WTHOR, the database of games of Othello of the Fédération Française d'Othello: a binary file for
 * each year (.wtb; .wtd on 10x10 squares), and the names of players and tournaments in two others.
 * The format is described in "Format de la base Wthor" by Sylvain Quin and Stéphane Nicolet
 * (ffothello.org). */
#ifndef FILES_WTHOR_H
#define FILES_WTHOR_H

#include "cursor.h"
#include "saved_game.h"

/* The files WTHOR.JOU and WTHOR.TRN. Zeroed memory has no names. */
struct wthor_names {
    struct buffer players, tournaments;
};

/* Reads the names in the folder of a file of games, as far as there are any. False, with the
 * reason, if they are not names. */
bool wthor_names_read(struct wthor_names *names, const char *path, struct error *error);
void wthor_names_finish(struct wthor_names *names);

/* True if a file has the header of a file of games; otherwise the error says what is wrong. */
bool wthor_check(const struct cursor *file, struct error *error);

/* Finds the next record of a file and moves past it; its line is its number, from 1. If the header
 * has another number of games, it comes first, with line 0. False at the end. */
bool wthor_next(struct cursor *file, struct cursor *record);

/* Reads the game of a record. Its tags are those of SGF: players, tournament, year, result, and the
 * theoretical score as a comment on the game. If a part of it cannot be read, the error names the
 * byte of the file and the move. */
bool wthor_read(const struct cursor *file, const struct cursor *record,
                const struct wthor_names *names, struct saved_game *saved, struct error *error);

#endif
