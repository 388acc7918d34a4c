/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game_walk.h"
#include "look.h"
#include "memory.h"
#include "words.h"

bool entry_can_move(const struct game *game, const void *position)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    return list.count > 0;
}

/* Removes the exact score at the end of a line of moves, if the game has published positions in
 * that form. */
static bool take_score(struct entry *entry, const struct reading *reading, char *line,
                       struct error *error)
{
    if (!reading->suite || strchr(line, ';') || !reading->game->look->exact_score) {
        return true;
    }
    words_fold(line);
    char *blank = strrchr(line, ' ');
    int64_t score;
    if (!blank || !words_number(blank + 1, &score) || score < INT16_MIN || score > INT16_MAX) {
        return error_set(error, "expected moves, and an exact score behind them");
    }
    *blank = '\0';
    entry->claim.scored = true;
    entry->claim.score = (int)score;
    return true;
}

static bool read_line(struct entry *entry, const struct reading *reading, char *line,
                      struct error *error)
{
    const char *operations = "";
    entry->saved.game = reading->game;
    entry->saved.settings = reading->settings;
    if (!take_score(entry, reading, line, error) || !saved_game_begin(&entry->saved, NULL, error)) {
        return false;
    }
    bool good = position_line_read(&entry->saved.record, reading->lines, line, &operations, error);
    free(entry->operations);
    entry->operations = memory_text(operations);
    return good;
}

/* Reads an operation with a list of moves. */
static bool read_moves(struct claim_moves *moves, const struct entry *entry, const char *opcode,
                       struct error *error)
{
    struct epd_operation operation;
    const struct game_record *record = &entry->saved.record;
    char list[512];
    struct error reason = {""};
    if (!epd_find(entry->operations, opcode, &operation)) {
        return true;
    }
    snprintf(list, sizeof list, "%.*s", (int)operation.length, operation.operands);
    char *rest = list;
    for (char *word; (word = strsep(&rest, " ,"));) {
        move_t move;
        if (!*word) {
            continue;
        }
        if (moves->count == CLAIM_MOVES ||
            !look_parse_move(record->game, record->position, word, &move, &reason)) {
            return error_set(error, "%s: %.250s", opcode, reason.text);
        }
        moves->list[moves->count++] = move;
    }
    return true;
}

/* Reads the number of moves to mate. */
static bool read_mate(struct claim *claim, const struct entry *entry, struct error *error)
{
    struct epd_operation operation;
    char text[24];
    int64_t moves;
    if (!epd_find(entry->operations, "dm", &operation)) {
        return true;
    }
    snprintf(text, sizeof text, "%.*s", (int)operation.length, operation.operands);
    if (!words_number(text, &moves) || moves < 1 || moves > MAX_PLY) {
        return error_set(error, "dm: expected moves to mate, 1 or more, found '%s'", text);
    }
    claim->mate_moves = (int)moves;
    return true;
}

/* Reads the claims of the last position. */
static bool read_claim(struct entry *entry, struct error *error)
{
    struct claim *claim = &entry->claim;
    if (!read_moves(&claim->best, entry, "bm", error) ||
        !read_moves(&claim->avoid, entry, "am", error) || !read_mate(claim, entry, error)) {
        return false;
    }
    return claim->best.count > 0 || claim->avoid.count > 0 || claim->mate_moves > 0 ||
           claim->scored || error_set(error, "nothing to be found: expected bm, am or dm");
}

/* Replaces the start's FEN by its canonical form with all fields. */
static void complete_fen(struct game_record *record)
{
    struct buffer fen = {0};
    if (record->fen) {
        free(record->fen);
        record->game->format_fen(record->start, &fen);
        record->fen = memory_text(buffer_text(&fen));
        buffer_finish(&fen);
    }
}

int reading_player(const struct reading *reading, const struct game *game)
{
    const struct look_side *sides = game->look->sides;
    switch (reading->side) {
    case SIDE_FIRST:
        return 1;
    case SIDE_SECOND:
        return 2;
    case SIDE_WHITE:
        return strcasecmp(sides[1].name, "white") == 0 ? 2 : 1;
    case SIDE_BLACK:
        return strcasecmp(sides[0].name, "black") == 0 ? 1 : 2;
    default:
        return 0;
    }
}

/* Returns the first ply whose move has at least this number; one after the last position if there
 * is none. */
static int find_move(const struct game_record *record, int number)
{
    const struct look_pgn *pgn = record->game->look->pgn;
    struct game_walk walk;
    int ply = -1;
    game_walk_along(&walk, record);
    for (bool more = true; more && ply < 0;) {
        more = game_walk_next(&walk);
        const int at = pgn ? pgn->move_number(walk.position) : walk.ply / 2 + 1;
        ply = at >= number ? walk.ply : -1;
    }
    game_walk_finish(&walk);
    return ply < 0 ? record->plies + 1 : ply;
}

static void choose_positions(struct entry *entry, const struct reading *reading)
{
    const struct game_record *record = &entry->saved.record;
    bool last_only = reading->last || reading->suite;
    int named = 0;
    entry->opening = reading->names ? opening_names_of(reading->names, record, &named) : NULL;
    int first = last_only                ? record->plies
                : reading->from_move > 1 ? find_move(record, reading->from_move)
                                         : 0;
    first = reading->skip_book && first < named ? named : first;
    const int positions = record->plies + entry_can_move(record->game, record->position);
    entry->first = first;
    entry->count = first < positions ? positions - first : 0;
}

bool entry_read(struct entry *entry, const struct reading *reading, enum source_format format,
                const char *text, int line, struct error *error)
{
    struct error reason = {""};
    *entry = (struct entry){.operations = memory_text(""), .is_claimed = reading->suite};
    bool good;
    if (format == SOURCE_PGN || format == SOURCE_SGF) {
        const struct cursor piece = cursor_begin(text, strlen(text), line);
        good = splitter_read(format, &piece, reading->game, &entry->saved, &reason);
    } else {
        char *copy = memory_text(text);
        good = read_line(entry, reading, copy, &reason);
        free(copy);
    }
    good = good && (!reading->suite || read_claim(entry, &reason));
    if (!good) {
        bool told = strncmp(reason.text, "line ", 5) == 0;
        return told ? error_set(error, "%s", reason.text)
                    : error_set(error, "line %d: %.280s", line, reason.text);
    }
    complete_fen(&entry->saved.record);
    choose_positions(entry, reading);
    return true;
}

void entry_finish(struct entry *entry)
{
    saved_game_finish(&entry->saved);
    free(entry->operations);
    *entry = (struct entry){.operations = NULL};
}

static bool has(const struct claim_moves *moves, move_t move)
{
    for (int i = 0; i < moves->count; i++) {
        if (moves->list[i] == move) {
            return true;
        }
    }
    return false;
}

/* Finds the first move of a line; false if there is none or it is illegal. */
static bool first_move(const struct game *game, const void *position, const char *pv, move_t *move)
{
    char text[GAME_MOVE_TEXT];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(pv, " "), pv);
    return game->parse_move(position, text, move, NULL);
}

static bool score_holds(const struct claim *claim, const struct game *game, const void *position,
                        const struct found_line *line)
{
    if (!line->has_score) {
        return false;
    }
    if (claim->mate_moves > 0 &&
        !(line->is_mate && line->score > 0 && (line->score + 1) / 2 <= claim->mate_moves)) {
        return false;
    }
    if (claim->scored && claim->score == 0) {
        return !line->is_mate && line->score == 0;
    }
    return !claim->scored ||
           (line->is_mate && game->look->exact_score(position, line->score) == claim->score);
}

bool claim_holds(const struct claim *claim, const struct game *game, const void *position,
                 const struct found_line *line)
{
    move_t move = MOVE_NONE;
    bool known = line->pv && first_move(game, position, line->pv, &move);
    if (claim->best.count > 0 && !(known && has(&claim->best, move))) {
        return false;
    }
    if (claim->avoid.count > 0 && !(known && !has(&claim->avoid, move))) {
        return false;
    }
    return (claim->mate_moves == 0 && !claim->scored) || score_holds(claim, game, position, line);
}

static void put_moves(const char *opcode, const struct claim_moves *moves, const struct game *game,
                      const void *position, struct buffer *out)
{
    if (moves->count > 0) {
        buffer_printf(out, "%s%s", buffer_length(out) > 0 ? " " : "", opcode);
    }
    for (int i = 0; i < moves->count; i++) {
        buffer_putc(out, ' ');
        look_format_move(game, position, moves->list[i], out);
    }
}

void claim_format(const struct claim *claim, const struct game *game, const void *position,
                  struct buffer *out)
{
    put_moves("bm", &claim->best, game, position, out);
    put_moves("am", &claim->avoid, game, position, out);
    if (claim->mate_moves > 0) {
        buffer_printf(out, "%sdm %d", buffer_length(out) > 0 ? " " : "", claim->mate_moves);
    }
    if (claim->scored) {
        buffer_printf(out, "%sscore %d", buffer_length(out) > 0 ? " " : "", claim->score);
    }
}
