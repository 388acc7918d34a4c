/* SPDX-License-Identifier: MIT */
#include "claim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "epd.h"
#include "look.h"
#include "memory.h"
#include "words.h"

static bool read_moves(struct claim_moves *moves, const struct entry *entry, const char *opcode,
                       struct error *error)
{
    struct epd_operation operation;
    const struct game_record *record = &entry->saved.record;
    if (!epd_find(entry->operations, opcode, &operation)) {
        return true;
    }
    char list[512];
    struct error reason = {""};
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

bool claim_read(struct claim *claim, const struct entry *entry, struct error *error)
{
    *claim = (struct claim){.scored = entry->scored, .score = entry->score};
    if (!read_moves(&claim->best, entry, "bm", error) ||
        !read_moves(&claim->avoid, entry, "am", error) || !read_mate(claim, entry, error)) {
        return false;
    }
    return claim->best.count > 0 || claim->avoid.count > 0 || claim->mate_moves > 0 ||
           claim->scored || error_set(error, "nothing to be found: expected bm, am or dm");
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
