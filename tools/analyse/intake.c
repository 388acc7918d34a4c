/* SPDX-License-Identifier: MIT */
#include "intake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "memory.h"

static bool read_piece(struct entry *entry, const struct reading *reading,
                       const struct results_entry *row, struct error *error)
{
    struct claim claim;
    struct error reason = {""};
    if (!entry_read(entry, reading, row->format, row->text, row->line, error)) {
        return false;
    }
    if (!reading->suite || claim_read(&claim, entry, &reason)) {
        return true;
    }
    return error_set(error, "line %d: %.280s", row->line, reason.text);
}

static bool add_piece(struct results *results, const struct source *source,
                      const struct cursor *piece, int64_t number, const struct reading *reading,
                      struct error *error)
{
    struct entry entry;
    struct error damage = {""};
    char *text = memory_zeroed(piece->length + 1, 1);
    memcpy(text, piece->text, piece->length);
    struct results_entry row = {.number = number,
                                .source = source->name,
                                .line = piece->line,
                                .format = source->format,
                                .text = text};
    if (!splitter_check(piece, &damage)) {
        row.damage = damage.text;
    } else {
        if (read_piece(&entry, reading, &row, &damage)) {
            row.first = entry.first;
            row.count = entry.count;
        } else {
            row.damage = damage.text;
        }
        entry_finish(&entry);
    }
    bool good = results_add_entry(results, &row, error);
    free(text);
    return good;
}

bool intake(struct results *results, const struct source *sources, int count,
            const struct reading *reading, const struct shard *shard, struct error *error)
{
    int64_t number = 0;
    bool good = results_begin_input(results, error);
    for (int i = 0; i < count && good; i++) {
        struct cursor text = cursor_begin(sources[i].text, sources[i].length, 1), piece;
        while (good && splitter_next(sources[i].format, &text, &piece)) {
            if (number % shard->count == shard->number - 1) {
                good = add_piece(results, &sources[i], &piece, number, reading, error);
            }
            number++;
        }
    }
    return good && results_end_input(results, error);
}

bool intake_complain(struct results *results, struct error *error)
{
    struct results_entry row;
    bool found = true, good = true;
    for (int64_t number = 0; good; number = row.number + 1) {
        good = results_entry_from(results, number, &row, &found, error);
        if (!good || !found) {
            break;
        }
        if (row.damage) {
            struct error line; /* printable, even if the file name is not */
            error_set(&line, "%.150s: %s", row.source, row.damage);
            fprintf(stderr, "myosu-analyse: %s\n", line.text);
        }
    }
    return good;
}
