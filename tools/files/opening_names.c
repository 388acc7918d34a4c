/* SPDX-License-Identifier: MIT */
#include "opening_names.h"

#include <stdlib.h>
#include <string.h>

#include "game_walk.h"
#include "look.h"
#include "memory.h"

/* The longest opening, in plies, and the longest name, in bytes. */
#define MOST_PLIES 64
#define MOST_NAME  256

struct row {
    uint64_t key; /* of the position */
    char *text;   /* the name */
    struct opening_name opening;
};

struct opening_names {
    const struct game *game; /* whose table was read; NULL: none yet */
    struct row *rows;        /* in the order of their keys */
    int count;
};

/* The reading of a table, line by line. */
struct table_reading {
    const struct game *game;
    char *positions;      /* MOST_PLIES + 1 of them: the start, and after each move of the line */
    char name[MOST_NAME]; /* of the line before */
};

struct opening_names *opening_names_create(void)
{
    return memory_zeroed(1, sizeof(struct opening_names));
}

static void forget(struct opening_names *names)
{
    for (int i = 0; i < names->count; i++) {
        free(names->rows[i].text);
    }
    free(names->rows);
    *names = (struct opening_names){.game = NULL};
}

void opening_names_destroy(struct opening_names *names)
{
    if (names) {
        forget(names);
        free(names);
    }
}

/* Plays moves from the position after `plies` moves; returns the number of moves then. */
static int play(struct table_reading *reading, int plies, char *moves)
{
    const size_t size = reading->game->position_size;
    for (char *word; (word = strsep(&moves, " ")) && plies < MOST_PLIES; plies++) {
        char *position = reading->positions + (size_t)plies * size;
        move_t move;
        if (!look_parse_move(reading->game, position, word, &move, NULL)) {
            return -1;
        }
        memcpy(position + size, position, size);
        reading->game->play(position + size, move);
    }
    return moves ? -1 : plies;
}

/* Reads a line, which it changes; false if it is a comment or damaged. */
static bool read_line(struct table_reading *reading, char *line, struct row *row)
{
    char *rest = line;
    const char *shared = strsep(&rest, "\t");
    char *moves = strsep(&rest, "\t");
    const char *eco = strsep(&rest, "\t"), *same = strsep(&rest, "\t"), *name = rest;
    if (!name || strlen(eco) >= sizeof row->opening.eco) {
        return false;
    }
    const int before = atoi(shared);
    const size_t kept = (size_t)atoi(same);
    if (before < 0 || before > MOST_PLIES || kept > strlen(reading->name) ||
        kept + strlen(name) >= MOST_NAME) {
        return false;
    }
    const int plies = play(reading, before, moves);
    if (plies < 0) {
        return false;
    }
    memcpy(reading->name + kept, name, strlen(name) + 1);
    row->key =
        reading->game->key(reading->positions + (size_t)plies * reading->game->position_size);
    memcpy(row->opening.eco, eco, strlen(eco) + 1);
    row->text = memory_text(reading->name);
    row->opening.name = row->text;
    return true;
}

static int by_key(const void *one, const void *other)
{
    const struct row *a = one, *b = other;
    return (a->key > b->key) - (a->key < b->key);
}

/* Reads the table of a game that has one. */
static void read_table(struct opening_names *names, const struct game *game)
{
    const struct look_pgn *pgn = game->look->pgn;
    const size_t length = (size_t)(pgn->openings_end - pgn->openings);
    struct table_reading reading = {
        .game = game, .positions = memory_zeroed(MOST_PLIES + 1, game->position_size)};
    char *text = memory_zeroed(length + 1, 1);
    struct game_settings settings;
    int lines = 1;
    memcpy(text, pgn->openings, length);
    for (const char *at = text; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    forget(names);
    names->game = game;
    names->rows = memory_zeroed((size_t)lines, sizeof *names->rows);
    game_default_settings(game, &settings);
    game->start(&settings, reading.positions);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        names->count += read_line(&reading, line, &names->rows[names->count]);
    }
    qsort(names->rows, (size_t)names->count, sizeof *names->rows, by_key);
    free(text);
    free(reading.positions);
}

const struct opening_name *opening_names_find(struct opening_names *names, const struct game *game,
                                              const void *position)
{
    if (!game->look || !game->look->pgn || !game->look->pgn->openings) {
        return NULL;
    }
    if (names->game != game) {
        read_table(names, game);
    }
    const struct row wanted = {.key = game->key(position)};
    const struct row *row = names->count > 0 ? bsearch(&wanted, names->rows, (size_t)names->count,
                                                       sizeof *names->rows, by_key)
                                             : NULL;
    return row ? &row->opening : NULL;
}

const struct opening_name *opening_names_of(struct opening_names *names,
                                            const struct game_record *record, int *plies)
{
    const struct opening_name *opening = NULL;
    struct game_walk walk;
    *plies = 0;
    game_walk_along(&walk, record);
    for (bool more = true; more && walk.ply <= MOST_PLIES;) {
        more = game_walk_next(&walk);
        const struct opening_name *found = opening_names_find(names, walk.game, walk.position);
        if (found) {
            opening = found;
            *plies = walk.ply;
        }
    }
    game_walk_finish(&walk);
    return opening;
}
