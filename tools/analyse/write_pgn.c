/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "look.h"
#include "memory.h"
#include "writers.h"

/* PGN's numbers for "?!", "?" and "??". */
static const char *const glyphs[] = {
    [MARK_NONE] = NULL, [MARK_INACCURACY] = "$6", [MARK_MISTAKE] = "$2", [MARK_BLUNDER] = "$4"};

/* The line of a tag, with its end; NULL if there is none. */
static const char *find_tag(const char *tags, const char *name)
{
    char start[32];
    snprintf(start, sizeof start, "[%s \"", name);
    for (const char *line = tags; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, start, strlen(start)) == 0) {
            return line;
        }
    }
    return NULL;
}

/* The tags that every game has come first, in their order. */
static const char *const roster[][2] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},
};

static bool is_in_roster(const char *line)
{
    for (int i = 0; i < LENGTH(roster); i++) {
        if (line == find_tag(line, roster[i][0])) {
            return true;
        }
    }
    return false;
}

static void put_roster(const char *tags, const char *result, struct buffer *out)
{
    for (int i = 0; i < LENGTH(roster); i++) {
        const char *line = find_tag(tags, roster[i][0]);
        if (line) {
            buffer_append(out, line, strcspn(line, "\n") + 1);
        } else {
            format_pgn_tag(roster[i][0], roster[i][1] ? roster[i][1] : result, out);
        }
    }
}

/* The tags of the input, and what they lack. */
static void put_tags(const struct study *study, const struct writing *writing, struct buffer *out)
{
    const struct saved_game *saved = &study->entry.saved;
    const struct look_pgn *look = saved->game->look->pgn;
    const char *variant = look->variant ? look->variant(&saved->settings) : NULL;
    const char *tags = study->row.format == SOURCE_PGN ? buffer_text(&saved->tags) : "";
    put_roster(tags, result_name(saved->result), out);
    for (const char *line = tags; *line; line += strcspn(line, "\n") + 1) {
        if (!is_in_roster(line)) {
            buffer_append(out, line, strcspn(line, "\n") + 1);
        }
    }
    if (saved->record.fen && !find_tag(tags, "FEN")) {
        format_pgn_tag("SetUp", "1", out);
        format_pgn_tag("FEN", saved->record.fen, out);
    }
    if (variant && !find_tag(tags, "Variant")) {
        format_pgn_tag("Variant", variant, out);
    }
    if (!find_tag(tags, "Annotator")) {
        format_pgn_tag("Annotator", writing->engine, out);
    }
    buffer_putc(out, '\n');
}

/* "[%eval 0.31,12]", "[%eval #-3,12]": from the first player's side, mates in moves. */
static void format_eval(const struct study *study, const struct game_record *record,
                        struct buffer *out)
{
    const struct found_line *line = study_line(study, record->plies);
    if (!line || !line->has_score) {
        return;
    }
    int sign = game_record_player(record) == 1 ? 1 : -1;
    if (line->is_mate) {
        int moves = line->score > 0 ? (line->score + 1) / 2 : line->score / 2;
        buffer_printf(out, "[%%eval #%d,%d]", sign * moves, line->depth);
    } else {
        buffer_printf(out, "[%%eval %.2f,%d]", sign * line->score / 100.0, line->depth);
    }
}

/* What is said of the position that the record has come to; nothing, or a comment. */
static void put_comment(const struct study *study, const struct game_record *record,
                        const char *next, int *column, struct buffer *out)
{
    const struct found *found = study->plies[record->plies].found;
    const struct found_line *line = study_line(study, record->plies);
    struct buffer text = {0};
    format_eval(study, record, &text);
    if (!*next && line && line->pv) {
        buffer_puts(&text, buffer_length(&text) > 0 ? " Best: " : "Best: ");
        write_line(record->game, record->position, line->pv, WRITER_LINE_MOVES, &text);
    }
    if (found && found->failure) {
        buffer_printf(&text, "Not analysed: %s", found->failure);
    }
    if (buffer_length(&text) > 0) {
        format_pgn_comment(buffer_text(&text), column, out);
    }
    buffer_finish(&text);
}

/* The best line as a variation, each of its moves with the number that it needs. */
static void put_variation(const struct study *study, const struct game_record *at, int *column,
                          struct buffer *out)
{
    struct game_record record;
    char text[GAME_MOVE_TEXT];
    const char *pv = study_line(study, at->plies)->pv;
    struct command_position now = game_record_command(at);
    struct buffer word = {0};
    game_record_open(&record, at->game, at->settings, now.fen, now.moves, NULL);
    for (int i = 0; i < WRITER_LINE_MOVES && *pv; i++) {
        move_t move;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(pv, " "), pv);
        if (!record.game->parse_move(record.position, text, &move, NULL)) {
            break;
        }
        pv += strcspn(pv, " ");
        pv += strspn(pv, " ");
        buffer_clear(&word);
        if (i == 0) {
            format_pgn_word("(", column, out);
        }
        format_pgn_number(&record, i == 0, column, out);
        look_format_move(record.game, record.position, move, &word);
        format_pgn_word(buffer_text(&word), column, out);
        game_record_play_move(&record, move);
    }
    format_pgn_word(")", column, out);
    buffer_finish(&word);
    game_record_finish(&record);
}

/* A move with its mark. */
static void put_move(const struct study *study, struct game_record *record, const char *text,
                     bool numbered, int *column, struct buffer *out)
{
    struct buffer word = {0};
    move_t move;
    const struct study_ply *ply = &study->plies[record->plies];
    format_pgn_number(record, numbered, column, out);
    record->game->parse_move(record->position, text, &move, NULL);
    look_format_move(record->game, record->position, move, &word);
    format_pgn_word(buffer_text(&word), column, out);
    if (ply->lost_known && mark_of_loss(ply->lost) != MARK_NONE) {
        format_pgn_word(glyphs[mark_of_loss(ply->lost)], column, out);
    }
    buffer_finish(&word);
}

void write_pgn(const struct study *study, const struct writing *writing, struct buffer *out)
{
    struct game_record record, next;
    char move[GAME_MOVE_TEXT], after[GAME_MOVE_TEXT];
    int column = 0;
    bool numbered = true;
    put_tags(study, writing, out);
    study_walk(study, &record);
    study_walk(study, &next);
    entry_next_move(&study->entry, &next, move);
    put_comment(study, &next, move, &column, out);
    for (; *move; memcpy(move, after, sizeof move)) {
        const struct found_line *line = study_line(study, record.plies);
        put_move(study, &record, move, numbered, &column, out);
        size_t length = buffer_length(out);
        game_record_play(&next, move, NULL);
        entry_next_move(&study->entry, &next, after);
        put_comment(study, &next, after, &column, out);
        if (line && line->pv && !study->plies[record.plies].is_best) {
            put_variation(study, &record, &column, out);
        }
        game_record_play(&record, move, NULL);
        numbered = buffer_length(out) > length;
    }
    format_pgn_word(result_name(study->entry.saved.result), &column, out);
    buffer_puts(out, "\n\n");
    game_record_finish(&record);
    game_record_finish(&next);
}
