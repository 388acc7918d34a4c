/* SPDX-License-Identifier: MIT */
/* Writes the games of a match to files, in the public formats of each game. */
#ifndef MATCH_EXPORT_H
#define MATCH_EXPORT_H

#include <stdbool.h>

#include "error.h"
#include "formats.h"
#include "store.h"

/* The open files of a match, one for each format that was asked for. */
struct export_files {
    struct format_context context;
    const char *paths[EXPORT_FORMATS];
    int descriptors[EXPORT_FORMATS]; /* -1: none, or a file for each game */
};

/* Opens a file for each path that is not NULL, and empties it unless games are appended to it. PSQ
 * has one game in each file: its path is a folder, which is created if it does not exist. */
bool export_open(struct export_files *files, const struct format_context *context,
                 const char *const paths[EXPORT_FORMATS], const bool appends[EXPORT_FORMATS],
                 struct error *error);

/* Writes a game to all files, with one call of write() for each: a killed program leaves no part of
 * a game. If a disk is full, the part that was written is removed. */
bool export_add(const struct export_files *files, const struct played_game *played,
                struct error *error);

/* Writes all games of the database, in the order of their numbers. */
bool export_stored(const struct export_files *files, struct store *store, struct error *error);

/* Closes the files. Zeroed memory has none. */
bool export_close(struct export_files *files, struct error *error);

#endif
