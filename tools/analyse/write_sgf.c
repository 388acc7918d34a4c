/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "look.h"
#include "memory.h"
#include "writers.h"

/* A node's value at a mate: beyond any that centipawns give. */
#define SGF_MATE_VALUE 1000

/* Properties of a move that is doubtful, bad, very bad. */
static const char *const marks[] = {[MARK_NONE] = "",
                                    [MARK_INACCURACY] = "DO[]",
                                    [MARK_MISTAKE] = "BM[1]",
                                    [MARK_BLUNDER] = "BM[2]"};

/* V, the value for Black, who may be either player; and the same in words. */
static void put_value(const struct study *study, const struct game_record *record,
                      struct buffer *out)
{
    struct buffer text = {0};
    const struct found *found = study->plies[record->plies].found;
    const struct found_line *line = study_line(study, record->plies);
    const struct look *look = record->game->look;
    int player = game_record_player(record);
    if (line && line->has_score) {
        int sign = look->sgf->colours[player - 1] == 'B' ? 1 : -1;
        double value = line->is_mate ? (line->score > 0 ? SGF_MATE_VALUE : -SGF_MATE_VALUE)
                                     : line->score / 100.0;
        buffer_printf(out, "V[%.2f]", sign * value);
        buffer_printf(&text, "%s to move: ", look->sides[player - 1].name);
        write_score(line, &text);
        buffer_printf(&text, ", depth %d", line->depth);
    }
    if (line && line->pv) {
        buffer_puts(&text, ", best ");
        write_line(record->game, record->position, line->pv, WRITER_LINE_MOVES, &text);
    }
    if (found && found->failure) {
        buffer_printf(&text, "Not analysed: %s", found->failure);
    }
    if (buffer_length(&text) > 0) {
        format_sgf_property("C", buffer_text(&text), out);
    }
    buffer_finish(&text);
}

/* The best line in place of the move that was played, as a tree of its own. */
static void put_variation(const struct study *study, const struct game_record *at,
                          struct buffer *out)
{
    struct game_record record;
    char text[GAME_MOVE_TEXT];
    const char *pv = study_line(study, at->plies)->pv;
    struct command_position now = game_record_command(at);
    game_record_open(&record, at->game, at->settings, now.fen, now.moves, NULL);
    buffer_putc(out, '(');
    for (int i = 0; i < WRITER_LINE_MOVES && *pv; i++) {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(pv, " "), pv);
        if (!format_sgf_move(&record, text, out)) {
            break;
        }
        game_record_play(&record, text, NULL);
        pv += strcspn(pv, " ");
        pv += strspn(pv, " ");
    }
    buffer_puts(out, ")\n");
    game_record_finish(&record);
}

static void put_root(const struct study *study, const struct game_record *record,
                     const struct writing *writing, struct buffer *out)
{
    const struct saved_game *saved = &study->entry.saved;
    const struct look_sgf *sgf = saved->game->look->sgf;
    format_sgf_root(record, "myosu-analyse", out);
    format_sgf_property("AN", writing->engine, out);
    if (study->row.format == SOURCE_SGF) {
        buffer_puts(out, buffer_text(&saved->tags));
    }
    if (sgf->rules && !strstr(buffer_text(&saved->tags), "RU[")) {
        format_sgf_property("RU", sgf->rules(&saved->settings), out);
    }
    format_sgf_setup(record, out);
}

void write_sgf(const struct study *study, const struct writing *writing, struct buffer *out)
{
    struct game_record record;
    char move[GAME_MOVE_TEXT];
    int plies = study->entry.saved.record.plies, open = 0;
    /* Variations stand behind the rest of the game that they are another way of: the last first. */
    struct buffer *variations = memory_zeroed((size_t)plies + 1, sizeof *variations);
    study_walk(study, &record);
    put_root(study, &record, writing, out);
    put_value(study, &record, out);
    for (entry_next_move(&study->entry, &record, move); *move;
         entry_next_move(&study->entry, &record, move)) {
        const struct study_ply *ply = &study->plies[record.plies];
        const struct found_line *line = study_line(study, record.plies);
        bool varied = line && line->pv && !ply->is_best;
        if (varied) {
            put_variation(study, &record, &variations[open++]);
        }
        buffer_puts(out, varied ? "\n(" : "\n");
        format_sgf_move(&record, move, out);
        if (ply->lost_known) {
            buffer_puts(out, marks[mark_of_loss(ply->lost)]);
        }
        game_record_play(&record, move, NULL);
        put_value(study, &record, out);
    }
    while (open > 0) {
        buffer_puts(out, ")\n");
        buffer_puts(out, buffer_text(&variations[--open]));
        buffer_finish(&variations[open]);
    }
    buffer_puts(out, ")\n\n");
    free(variations);
    game_record_finish(&record);
}
