/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game_record.h"
#include "look.h"
#include "memory.h"
#include "rng.h"

/* Fields of an EPD line that name the position. */
#define EPD_FIELDS 4

/* Attempts at random plies that leave the game in play, before we give up. */
#define RANDOM_ATTEMPTS 1000

static const char *const format_names[] = {"auto", "fen", "epd", "moves", "offset"};

int opening_find_format(const char *name)
{
    for (int i = 0; i < LENGTH(format_names); i++) {
        if (strcasecmp(name, format_names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

/* Removes blanks at both ends, and replaces every run of blanks by one. */
static void fold_blanks(char *line)
{
    char *to = line;
    for (const char *from = line; *from; from++) {
        if (!isspace((unsigned char)*from)) {
            *to++ = *from;
        } else if (to > line && to[-1] != ' ') {
            *to++ = ' ';
        }
    }
    *to = '\0';
    if (to > line && to[-1] == ' ') {
        to[-1] = '\0';
    }
}

static enum opening_format guess_format(const char *line)
{
    if (strncmp(line, "startpos", 8) != 0 && strchr(line, '/')) {
        return strchr(line, ';') ? OPENING_EPD : OPENING_FEN;
    }
    return strchr(line, ',') ? OPENING_OFFSET : OPENING_MOVES;
}

/* Cuts `line` behind its first EPD_FIELDS fields. */
static void cut_operations(char *line)
{
    for (int field = 0; *line; line++) {
        if (*line == ' ' && ++field == EPD_FIELDS) {
            *line = '\0';
            return;
        }
    }
}

/* The length of the longest legal move with which a text begins; 0: none. */
static size_t longest_move(const struct game_record *record, const char *text)
{
    struct move_list list = {.count = 0};
    struct buffer move = {0};
    size_t longest = 0;
    record->game->legal_moves(record->position, &list);
    for (int i = 0; i < list.count; i++) {
        buffer_clear(&move);
        record->game->format_move(record->position, list.moves[i], &move);
        size_t length = buffer_length(&move);
        if (length > longest && strncasecmp(text, buffer_text(&move), length) == 0) {
            longest = length;
        }
    }
    buffer_finish(&move);
    return longest;
}

/* Plays moves that run together: `h8i9j10`, `4453`. */
static bool play_joined(struct game_record *record, const char *line)
{
    game_record_begin(record, NULL, NULL, NULL);
    while (*line) {
        char move[GAME_MOVE_TEXT];
        size_t length = longest_move(record, line);
        snprintf(move, sizeof move, "%.*s", (int)length, line);
        if (length == 0 || !game_record_play(record, move, NULL)) {
            return false;
        }
        line += length;
    }
    return true;
}

static bool read_moves(struct game_record *record, const char *line, struct error *error)
{
    if (strncmp(line, "startpos", 8) == 0) {
        line += 8 + strspn(line + 8, " ");
    }
    if (strncmp(line, "moves", 5) == 0) {
        line += 5 + strspn(line + 5, " ");
    }
    if (game_record_begin(record, NULL, line, error)) {
        return true;
    }
    return !strchr(line, ' ') && play_joined(record, line);
}

static bool read_offsets(struct game_record *record, const char *line, struct error *error)
{
    game_record_begin(record, NULL, NULL, NULL);
    const struct look *look = record->game->look;
    struct look_board board;
    look->board(record->position, &board);
    while (*line) {
        int x, y, length = 0;
        if (sscanf(line, "%d , %d%n", &x, &y, &length) != 2) {
            return error_set(error, "expected an offset X,Y, found '%.40s'", line);
        }
        x += board.files / 2;
        y += board.ranks / 2;
        if (x < 0 || x >= board.files || y < 0 || y >= board.ranks) {
            return error_set(error, "the offset %.*s lies outside the board", length, line);
        }
        struct buffer move = {0};
        look_format_square(look, x, board.ranks - 1 - y, &move);
        bool good = game_record_play(record, buffer_text(&move), error);
        buffer_finish(&move);
        if (!good) {
            return false;
        }
        line += length;
        line += strspn(line, ", ");
    }
    return true;
}

static bool read_fen(struct game_record *record, char *line, struct error *error)
{
    char *moves = strstr(line, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    return game_record_begin(record, line, moves, error);
}

static bool read_into(struct game_record *record, enum opening_format format, char *line,
                      struct error *error)
{
    switch (format == OPENING_AUTO ? guess_format(line) : format) {
    case OPENING_EPD:
        cut_operations(line);
        return read_fen(record, line, error);
    case OPENING_MOVES:
        return read_moves(record, line, error);
    case OPENING_OFFSET:
        return read_offsets(record, line, error);
    default:
        return read_fen(record, line, error);
    }
}

static struct opening opening_of(const struct game_record *record)
{
    return (struct opening){.fen = memory_text(record->fen),
                            .moves =
                                record->plies ? memory_text(buffer_text(&record->moves)) : NULL};
}

bool opening_read_line(const struct game *game, const struct game_settings *settings,
                       enum opening_format format, char *line, struct opening *opening,
                       struct error *error)
{
    struct game_record record;
    game_record_init(&record, game, settings);
    fold_blanks(line);
    bool good = read_into(&record, format, line, error);
    if (good && game_record_result(&record) != RESULT_NONE) {
        good = error_set(error, "the game is over after this opening");
    }
    *opening = good ? opening_of(&record) : (struct opening){0};
    game_record_finish(&record);
    return good;
}

static bool is_comment(const char *line)
{
    line += strspn(line, " \t\r\n");
    return *line == '\0' || *line == '#';
}

bool openings_read(struct openings *openings, const char *path, enum opening_format format,
                   const struct game *game, const struct game_settings *settings,
                   struct error *error)
{
    *openings = (struct openings){0};
    FILE *file = fopen(path, "r");
    if (!file) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    int64_t capacity = 0;
    for (int number = 1; good && getline(&line, &room, file) >= 0; number++) {
        struct error reason = {""};
        if (is_comment(line)) {
            continue;
        }
        if (openings->count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            openings->list =
                memory_resized(openings->list, (size_t)capacity, sizeof *openings->list);
        }
        struct opening *next = &openings->list[openings->count];
        good = opening_read_line(game, settings, format, line, next, &reason);
        openings->count += good;
        if (!good) {
            error_set(error, "%s:%d: %s", path, number, reason.text);
        }
    }
    free(line);
    fclose(file);
    if (good && openings->count == 0) {
        good = error_set(error, "%s: holds no opening", path);
    }
    if (!good) {
        openings_finish(openings);
    }
    return good;
}

void openings_shuffle(struct openings *openings, uint64_t seed)
{
    struct rng rng = {.state = rng_mix(seed)};
    for (int64_t i = openings->count - 1; i > 0; i--) {
        int64_t other = (int64_t)rng_below(&rng, (uint64_t)i + 1);
        struct opening kept = openings->list[i];
        openings->list[i] = openings->list[other];
        openings->list[other] = kept;
    }
}

/* Plays random moves; false if the game ended on the way. */
static bool play_random(struct game_record *record, int plies, struct rng *rng)
{
    game_record_begin(record, NULL, NULL, NULL);
    for (int ply = 0; ply < plies && game_record_result(record) == RESULT_NONE; ply++) {
        struct move_list list = {0};
        struct buffer text = {0};
        record->game->legal_moves(record->position, &list);
        move_t move = list.moves[rng_below(rng, (uint64_t)list.count)];
        record->game->format_move(record->position, move, &text);
        game_record_play(record, buffer_text(&text), NULL);
        buffer_finish(&text);
    }
    return game_record_result(record) == RESULT_NONE;
}

bool opening_random(const struct game *game, const struct game_settings *settings, int plies,
                    uint64_t seed, int64_t index, struct opening *opening)
{
    struct game_record record;
    struct rng rng = {.state = rng_mix(rng_mix(seed) + (uint64_t)index)};
    game_record_init(&record, game, settings);
    bool good = false;
    for (int attempt = 0; attempt < RANDOM_ATTEMPTS && !good; attempt++) {
        good = play_random(&record, plies, &rng);
    }
    *opening = good ? opening_of(&record) : (struct opening){0};
    game_record_finish(&record);
    return good;
}

void opening_finish(struct opening *opening)
{
    free(opening->fen);
    free(opening->moves);
    *opening = (struct opening){0};
}

void openings_finish(struct openings *openings)
{
    for (int64_t i = 0; i < openings->count; i++) {
        opening_finish(&openings->list[i]);
    }
    free(openings->list);
    *openings = (struct openings){0};
}
