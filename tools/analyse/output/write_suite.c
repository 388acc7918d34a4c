/* SPDX-License-Identifier: MIT */
#include "writers.h"

#include <stdio.h>
#include <string.h>

#include "look.h"
#include "position_line.h"

/* The longest name of a position and the longest claim in the table. */
#define NAME_COLUMNS  24
#define CLAIM_COLUMNS 20

struct table {
    struct buffer *out;
    int64_t positions, solved;
    int64_t nodes, time_us; /* to the solutions of the solved positions */
};

/* Finds the operand of `id`, without its quotes; otherwise uses the file and line. */
static void find_name(const struct study *study, char name[NAME_COLUMNS + 1])
{
    struct epd_operation id;
    if (epd_find(study->entry.operations, "id", &id) && id.length > 0) {
        bool quoted = id.operands[0] == '"';
        size_t length = quoted && id.length > 1 ? id.length - 2 : id.length;
        snprintf(name, NAME_COLUMNS + 1, "%.*s", (int)length, id.operands + quoted);
        return;
    }
    const char *slash = strrchr(study->row.source, '/');
    snprintf(name, NAME_COLUMNS + 1, "%.17s:%d", slash ? slash + 1 : study->row.source,
             study->row.line);
}

static void format_move(const struct study *study, const struct found *found, struct buffer *out)
{
    const struct game_record *record = &study->entry.saved.record;
    const struct found_line *line = found->line_count > 0 ? &found->lines[0] : NULL;
    move_t move;
    if (found->failure) {
        buffer_puts(out, found->failure);
    } else if (record->game->parse_move(record->position, found->best, &move, NULL)) {
        look_format_move(record->game, record->position, move, out);
    }
    if (!found->failure && line && line->has_score) {
        buffer_puts(out, ", ");
        found_put_score(line, out);
    }
}

static bool add_row(void *context, const struct study *study)
{
    struct table *table = context;
    const struct game_record *record = &study->entry.saved.record;
    const struct found *found = study->plies[record->plies].found;
    struct buffer claim = {0}, move = {0};
    char name[NAME_COLUMNS + 1];
    if (!found) {
        return true;
    }
    bool solved = found->solved_us >= 0;
    find_name(study, name);
    claim_format(&study->entry.claim, record->game, record->position, &claim);
    format_move(study, found, &move);
    buffer_printf(table->out, "%-*s  %-*.*s  %-6s", NAME_COLUMNS, name, CLAIM_COLUMNS,
                  CLAIM_COLUMNS, buffer_text(&claim), solved ? "solved" : "-");
    if (solved) {
        buffer_printf(table->out, "  %12lld  %9.3f", (long long)found->solved_nodes,
                      (double)found->solved_us / 1e6);
        table->nodes += found->solved_nodes;
        table->time_us += found->solved_us;
    } else {
        buffer_printf(table->out, "  %12s  %9s", "", "");
    }
    buffer_printf(table->out, "  %s\n", buffer_text(&move));
    table->positions++;
    table->solved += solved;
    buffer_finish(&claim);
    buffer_finish(&move);
    return true;
}

bool write_suite(struct results *results, const struct reading *reading, struct buffer *out,
                 bool *solved, struct error *error)
{
    struct table table = {.out = out};
    buffer_printf(out, "%-*s  %-*s  %-6s  %12s  %9s  %s\n", NAME_COLUMNS, "position", CLAIM_COLUMNS,
                  "to be found", "", "nodes", "seconds", "found");
    if (!output_each(results, reading, add_row, &table, error)) {
        return false;
    }
    buffer_printf(out, "%lld of %lld solved, with %lld nodes in %.3f s\n", (long long)table.solved,
                  (long long)table.positions, (long long)table.nodes, (double)table.time_us / 1e6);
    *solved = table.solved == table.positions;
    return true;
}
