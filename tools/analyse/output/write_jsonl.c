/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "encoding.h"
#include "figures.h"
#include "pgn.h"
#include "writers.h"

static void put_text(const char *key, const char *value, struct buffer *out)
{
    buffer_printf(out, ",\"%s\":", key);
    encoding_put_json(value, out);
}

static void put_number(const char *key, int64_t value, struct buffer *out)
{
    buffer_printf(out, ",\"%s\":%lld", key, (long long)value);
}

static void put_moves(const char *pv, struct buffer *out)
{
    const char *comma = "";
    buffer_puts(out, ",\"pv\":[");
    while (*pv) {
        size_t length = strcspn(pv, " ");
        buffer_puts(out, comma);
        buffer_putc(out, '"');
        buffer_append(out, pv, length);
        buffer_putc(out, '"');
        comma = ",";
        pv += length + strspn(pv + length, " ");
    }
    buffer_putc(out, ']');
}

static void put_line(const struct found_line *line, const struct writing *writing,
                     struct buffer *out)
{
    buffer_printf(out, "{\"depth\":%d", line->depth);
    if (line->seldepth > 0) {
        put_number("seldepth", line->seldepth, out);
    }
    if (line->has_score) {
        put_number(line->is_mate ? "mate_plies" : "cp", line->score, out);
    }
    if (line->nodes >= 0) {
        put_number("nodes", line->nodes, out);
    }
    if (writing->times && line->time_ms >= 0) {
        put_number("time_ms", line->time_ms, out);
    }
    put_moves(line->pv ? line->pv : "", out);
    buffer_putc(out, '}');
}

static void put_found(const struct found *found, const struct writing *writing, struct buffer *out)
{
    if (found->failure) {
        put_text("failure", found->failure, out);
        return;
    }
    put_text("best", found->best, out);
    if (writing->times) {
        put_number("time_us", found->time_us, out);
    }
    buffer_puts(out, ",\"lines\":[");
    for (int i = 0; i < found->line_count; i++) {
        buffer_puts(out, i > 0 ? "," : "");
        put_line(&found->lines[i], writing, out);
    }
    buffer_putc(out, ']');
}

/* Appends what the engines beside the first one found. */
static void put_others(const struct study *study, int ply, const struct writing *writing,
                       struct buffer *out)
{
    const char *before = ",\"others\":[{\"engine\":";
    for (int i = 1; i < study->engines; i++) {
        const struct found *found = study_found(study, i, ply);
        if (found) {
            buffer_puts(out, before);
            encoding_put_json(writing->others[i - 1], out);
            put_found(found, writing, out);
            buffer_putc(out, '}');
            before = ",{\"engine\":";
        }
    }
    buffer_puts(out, before[1] == '{' ? "]" : "");
}

static void put_figures(const struct study *study, int ply, struct buffer *out)
{
    struct move_figures move;
    if (!figures_of_move(study, ply, &move)) {
        return;
    }
    buffer_printf(out, ",\"accuracy\":%.2f", move.accuracy);
    put_number("cp_loss", move.cp_loss, out);
    if (study->plies[ply].phase != PHASE_NONE) {
        put_text("phase", phase_name(study->plies[ply].phase), out);
    }
    if (move.missed != MISSED_NOTHING) {
        put_text("missed", missed_name(move.missed), out);
    }
}

static void put_position(const struct study *study, const struct game_walk *at, struct buffer *out)
{
    struct buffer fen = {0};
    at->game->format_fen(at->position, &fen);
    buffer_puts(out, "{\"source\":");
    encoding_put_json(study->row.source, out);
    put_number("line", study->row.line, out);
    put_number("entry", study->row.number + 1, out);
    put_number("ply", at->ply, out);
    put_text("game", at->game->name, out);
    put_text("fen", buffer_text(&fen), out);
    buffer_finish(&fen);
}

static void put_claim(const struct study *study, const struct game_walk *at,
                      const struct found *found, struct buffer *out)
{
    struct buffer claim = {0};
    claim_format(&study->entry.claim, at->game, at->position, &claim);
    put_text("claim", buffer_text(&claim), out);
    buffer_printf(out, ",\"solved\":%s", found->solved_us >= 0 ? "true" : "false");
    if (found->solved_us >= 0) {
        put_number("solved_nodes", found->solved_nodes, out);
    }
    buffer_finish(&claim);
}

void write_jsonl(const struct study *study, const struct game_walk *at,
                 const struct writing *writing, struct buffer *out)
{
    const struct study_ply *ply = &study->plies[at->ply];
    put_position(study, at, out);
    if (at->move != MOVE_NONE) {
        put_text("played", at->text, out);
    }
    if (ply->found && study->engines > 1) {
        put_text("engine", writing->engine, out);
    }
    if (ply->found) {
        put_found(ply->found, writing, out);
    }
    put_others(study, at->ply, writing, out);
    if (ply->found && study->entry.is_claimed) {
        put_claim(study, at, ply->found, out);
    }
    if (!ply->found && !entry_can_move(at->game, at->position)) {
        put_text("result", pgn_result_name(at->game->result(at->position)), out);
    }
    if (ply->expected_known) {
        buffer_printf(out, ",\"expected\":%.4f", ply->expected);
    }
    if (ply->lost_known) {
        buffer_printf(out, ",\"lost\":%.4f", ply->lost);
    }
    if (ply->lost_known && mark_of_loss(ply->lost) != MARK_NONE) {
        put_text("mark", mark_name(mark_of_loss(ply->lost)), out);
    }
    put_figures(study, at->ply, out);
    buffer_puts(out, "}\n");
}

static void put_means(const struct phase_figures *figures, struct buffer *out)
{
    buffer_printf(out, "\"moves\":%d", figures->moves);
    if (figures->moves > 0) {
        buffer_printf(out, ",\"accuracy\":%.2f,\"cp_loss\":%.2f", figures->accuracy,
                      figures->cp_loss);
    }
}

static void put_side(const struct side_figures *side, const char *name, struct buffer *out)
{
    const char *comma = "";
    buffer_puts(out, "{\"side\":");
    encoding_put_json(name, out);
    buffer_putc(out, ',');
    put_means(&side->whole, out);
    put_number("inaccuracies", side->marks[MARK_INACCURACY], out);
    put_number("mistakes", side->marks[MARK_MISTAKE], out);
    put_number("blunders", side->marks[MARK_BLUNDER], out);
    put_number("missed_wins", side->missed[MISSED_WIN], out);
    put_number("missed_mates", side->missed[MISSED_MATE], out);
    buffer_puts(out, ",\"phases\":{");
    for (int phase = 0; phase < PHASES; phase++) {
        if (side->phases[phase].moves > 0) {
            buffer_printf(out, "%s\"%s\":{", comma, phase_name((enum phase)phase));
            put_means(&side->phases[phase], out);
            buffer_putc(out, '}');
            comma = ",";
        }
    }
    buffer_puts(out, "}}");
}

void write_jsonl_figures(const struct study *study, const struct writing *writing,
                         struct buffer *out)
{
    struct figures figures;
    const struct game *game = study->entry.saved.game;
    (void)writing;
    if (!figures_of_game(study, &figures)) {
        return;
    }
    buffer_puts(out, "{\"source\":");
    encoding_put_json(study->row.source, out);
    put_number("line", study->row.line, out);
    put_number("entry", study->row.number + 1, out);
    put_text("game", game->name, out);
    if (study->entry.opening) {
        put_text("eco", study->entry.opening->eco, out);
        put_text("opening", study->entry.opening->name, out);
    }
    buffer_puts(out, ",\"sides\":[");
    for (int player = 0; player < 2; player++) {
        buffer_puts(out, player > 0 ? "," : "");
        put_side(&figures.sides[player], game->look->sides[player].name, out);
    }
    buffer_puts(out, "]}\n");
}
