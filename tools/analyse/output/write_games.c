/* SPDX-License-Identifier: MIT */
/* Writes games with the results beside their moves. */
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "look.h"
#include "pgn.h"
#include "sgf.h"
#include "writers.h"

/* SGF's node value of a mate: above any value that centipawns give. */
#define SGF_MATE_VALUE 1000

/* PGN's glyphs for "?!", "?" and "??". */
static const char *const glyphs[] = {
    [MARK_NONE] = NULL, [MARK_INACCURACY] = "$6", [MARK_MISTAKE] = "$2", [MARK_BLUNDER] = "$4"};

/* SGF's properties for a doubtful, a bad and a very bad move. */
static const char *const properties[] = {[MARK_NONE] = NULL,
                                         [MARK_INACCURACY] = "DO[]",
                                         [MARK_MISTAKE] = "BM[1]",
                                         [MARK_BLUNDER] = "BM[2]"};

/* Fills in the mark of a move, and the best line if another move was played. */
static void take_move(const struct study *study, int ply, const char *const *marks,
                      struct game_note *note)
{
    const struct study_ply *at = &study->plies[ply];
    const struct found_line *line = study_line(study, ply);
    note->mark = at->lost_known ? marks[mark_of_loss(at->lost)] : NULL;
    const bool judged = study_judges(study, ply);
    note->variation = line && !at->is_best && judged ? line->pv : NULL;
}

static void put_best(const struct found_line *line, const struct game_walk *at, struct buffer *out)
{
    notation_line(at->game, at->position, line->pv, VARIATION_MOVES, out);
}

static void put_failure(const struct study *study, int ply, struct buffer *out)
{
    const struct found *found = study->plies[ply].found;
    if (found && found->failure) {
        buffer_printf(out, "Not analysed: %s", found->failure);
    }
}

/* Appends "[%eval 0.31,12]" or "[%eval #-3,12]": from the first player's side, mates in moves. */
static void put_eval(const struct found_line *line, const struct game_walk *at, struct buffer *out)
{
    int sign = game_walk_player(at) == 0 ? 1 : -1;
    if (line->is_mate) {
        int moves = line->score > 0 ? (line->score + 1) / 2 : line->score / 2;
        buffer_printf(out, "[%%eval #%d,%d]", sign * moves, line->depth);
    } else {
        buffer_printf(out, "[%%eval %.2f,%d]", sign * line->score / 100.0, line->depth);
    }
}

/* The source of a game's notes. */
struct noted {
    const struct study *study;
    const struct writing *writing;
};

/* Appends what the engines beside the first one found. */
static void put_others(const struct noted *noted, const struct game_walk *at, struct buffer *out)
{
    for (int i = 1; i < noted->study->engines; i++) {
        struct buffer text = {0};
        if (output_put_other(noted->study, noted->writing, i, at, &text)) {
            const size_t length = buffer_length(out);
            const bool follows = length > 0 && buffer_text(out)[length - 1] != ']';
            buffer_printf(out, "%s%s", follows ? "; " : length > 0 ? " " : "", buffer_text(&text));
        }
        buffer_finish(&text);
    }
}

static void take_pgn_note(const void *source, const struct game_walk *at, struct game_note *note)
{
    const struct noted *noted = source;
    const struct study *study = noted->study;
    const struct found_line *line = study_line(study, at->ply);
    struct buffer *out = &note->comment;
    take_move(study, at->ply, glyphs, note);
    if (line && line->has_score) {
        put_eval(line, at, out);
    }
    if (at->move == MOVE_NONE && line && line->pv) {
        buffer_puts(out, buffer_length(out) > 0 ? " Best: " : "Best: ");
        put_best(line, at, out);
    }
    put_failure(study, at->ply, out);
    put_others(noted, at, out);
}

/* Writes V, the value for Black, who may be either player, and the same in words. */
static void take_sgf_note(const void *source, const struct game_walk *at, struct game_note *note)
{
    const struct noted *noted = source;
    const struct study *study = noted->study;
    const struct found_line *line = study_line(study, at->ply);
    const struct look *look = at->game->look;
    const int player = game_walk_player(at);
    struct buffer text = {0};
    take_move(study, at->ply, properties, note);
    if (line && line->has_score) {
        int sign = look->sgf->colours[player] == 'B' ? 1 : -1;
        double value = line->is_mate ? (line->score > 0 ? SGF_MATE_VALUE : -SGF_MATE_VALUE)
                                     : line->score / 100.0;
        buffer_printf(&note->comment, "V[%.2f]", sign * value);
        buffer_printf(&text, "%s to move: ", look->sides[player].name);
        found_put_score(line, &text);
        buffer_printf(&text, ", depth %d", line->depth);
    }
    if (line && line->pv) {
        buffer_puts(&text, ", best ");
        put_best(line, at, &text);
    }
    put_failure(study, at->ply, &text);
    put_others(noted, at, &text);
    if (buffer_length(&text) > 0) {
        sgf_put_property("C", buffer_text(&text), &note->comment);
    }
    buffer_finish(&text);
}

/* The tags for the figures of players 1 and 2. */
static const char *const accuracy_tags[] = {"WhiteAccuracy", "BlackAccuracy"};
static const char *const loss_tags[] = {"WhiteACPL", "BlackACPL"};

static bool is_figure(const char *tag)
{
    return strcmp(tag, accuracy_tags[0]) == 0 || strcmp(tag, accuracy_tags[1]) == 0 ||
           strcmp(tag, loss_tags[0]) == 0 || strcmp(tag, loss_tags[1]) == 0;
}

/* Adds the tags of the input if it has this format, without figures of another analysis. */
static void add_given_tags(const struct study *study, enum source_format format,
                           struct saved_game *saved)
{
    const char *value;
    for (const char *tag = NULL; study->row.format == format &&
                                 (tag = saved_game_next_tag(&study->entry.saved, tag, &value));) {
        if (!is_figure(tag)) {
            saved_game_add_tag(saved, tag, value, "UTF-8");
        }
    }
}

static void add_figure_tags(const struct study *study, struct saved_game *saved)
{
    struct figures figures;
    if (!figures_of_game(study, &figures)) {
        return;
    }
    for (int player = 0; player < 2; player++) {
        const struct phase_figures *whole = &figures.sides[player].whole;
        char value[32];
        if (whole->moves > 0) {
            snprintf(value, sizeof value, "%.1f", whole->accuracy);
            saved_game_add_tag(saved, accuracy_tags[player], value, "");
            snprintf(value, sizeof value, "%.0f", whole->cp_loss);
            saved_game_add_tag(saved, loss_tags[player], value, "");
        }
    }
}

/* Adds the opening's code and name; those of the input are kept. */
static void add_opening_tags(const struct opening_name *opening, struct saved_game *saved)
{
    if (opening && !saved_game_tag(saved, "ECO")) {
        saved_game_add_tag(saved, "ECO", opening->eco, "UTF-8");
    }
    if (opening && !saved_game_tag(saved, "Opening")) {
        saved_game_add_tag(saved, "Opening", opening->name, "UTF-8");
    }
}

void write_pgn(const struct study *study, const struct writing *writing, struct buffer *out)
{
    const struct noted noted = {.study = study, .writing = writing};
    const struct game_notes notes = {.source = &noted, .take = take_pgn_note};
    struct saved_game saved = study->entry.saved;
    saved.tags = (struct buffer){0};
    add_given_tags(study, SOURCE_PGN, &saved);
    pgn_add_start_tags(&saved);
    if (!saved_game_tag(&saved, "Annotator")) {
        saved_game_add_tag(&saved, "Annotator", writing->engine, "");
    }
    add_opening_tags(study->entry.opening, &saved);
    add_figure_tags(study, &saved);
    pgn_write(&saved, &notes, out);
    buffer_finish(&saved.tags);
}

void write_sgf(const struct study *study, const struct writing *writing, struct buffer *out)
{
    const struct noted noted = {.study = study, .writing = writing};
    const struct game_notes notes = {.source = &noted, .take = take_sgf_note};
    struct saved_game saved = study->entry.saved;
    saved.tags = (struct buffer){0};
    saved_game_add_tag(&saved, "AN", writing->engine, "");
    add_given_tags(study, SOURCE_SGF, &saved);
    sgf_write(&saved, "myosu-analyse", &notes, out);
    buffer_finish(&saved.tags);
}
