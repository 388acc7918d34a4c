/* SPDX-License-Identifier: MIT */
#include "intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database.h"
#include "memory.h"
#include "rng.h"
#include "sgf.h"

/* Bytes of each read from standard input. */
#define READ_BYTES 65536

static bool read_stream(struct source *source, int descriptor)
{
    size_t room = 0;
    ssize_t count;
    do {
        if (room - source->length < READ_BYTES) {
            room = 2 * room + READ_BYTES;
            source->text = memory_resized(source->text, room, 1);
        }
        count = read(descriptor, source->text + source->length, READ_BYTES);
        source->length += count > 0 ? (size_t)count : 0;
    } while (count > 0 || (count < 0 && errno == EINTR));
    return count == 0;
}

static bool read_file(struct source *source, const char *path)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    bool good = fstat(descriptor, &status) == 0;
    if (good && S_ISREG(status.st_mode) && status.st_size > 0) {
        source->length = (size_t)status.st_size;
        source->text = mmap(NULL, source->length, PROT_READ, MAP_PRIVATE, descriptor, 0);
        source->mapped = source->text != MAP_FAILED;
        good = source->mapped;
        source->text = good ? source->text : NULL;
    } else if (good) {
        good = read_stream(source, descriptor);
    }
    int reason = errno;
    close(descriptor);
    errno = reason;
    return good;
}

bool source_open(struct source *source, const char *path, enum source_format format,
                 struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    *source = (struct source){.name = standard ? "standard input" : path, .format = format};
    if (!(standard ? read_stream(source, STDIN_FILENO) : read_file(source, path))) {
        error_set(error, "%s: %s", source->name, strerror(errno));
        source_close(source);
        return false;
    }
    if (source->format == SOURCE_AUTO) {
        source->format = splitter_format_of(source->name);
    }
    if (source->format == SOURCE_AUTO) {
        const struct cursor text = cursor_begin(source->text, source->length, 1);
        source->format = splitter_guess(&text);
    }
    if (source->format == SOURCE_WTHOR) {
        const struct cursor file = cursor_begin(source->text, source->length, 1);
        struct error reason;
        if (!wthor_check(&file, &reason) || !wthor_names_read(&source->names, path, &reason)) {
            error_set(error, "%.150s: %.250s", source->name, reason.text);
            source_close(source);
            return false;
        }
    }
    return true;
}

void source_close(struct source *source)
{
    if (source->mapped) {
        munmap(source->text, source->length);
    } else {
        free(source->text);
    }
    wthor_names_finish(&source->names);
    *source = (struct source){.name = NULL};
}

uint64_t source_checksum(const struct source *source, uint64_t before)
{
    uint64_t sum = rng_mix(before + source->length + 1);
    size_t at = 0;
    for (uint64_t word; at + sizeof word <= source->length; at += sizeof word) {
        memcpy(&word, source->text + at, sizeof word);
        sum = rng_mix(sum ^ word);
    }
    for (; at < source->length; at++) {
        sum = rng_mix(sum ^ (unsigned char)source->text[at]);
    }
    return sum;
}

/* Adds a piece of a source. If it cannot be read, it is stored with the reason. */
static bool add_piece(struct results *results, const struct source *source,
                      const struct cursor *piece, int64_t number, const struct reading *reading,
                      struct error *error)
{
    struct entry entry;
    struct error damage;
    struct buffer tree = {0}; /* a record as SGF */
    char *text = memory_zeroed(piece->length + 1, 1);
    memcpy(text, piece->text, piece->length);
    struct results_entry row = {.number = number,
                                .source = source->name,
                                .line = piece->line,
                                .format = source->format,
                                .text = text};
    if (source->format == SOURCE_WTHOR) {
        const struct cursor file = cursor_begin(source->text, source->length, 1);
        struct saved_game saved = {.game = NULL};
        row.format = SOURCE_SGF;
        if (wthor_read(&file, piece, &source->names, &saved, &damage)) {
            sgf_write(&saved, "WTHOR", NULL, &tree);
        } else {
            row.damage = damage.text;
        }
        row.text = buffer_text(&tree);
        saved_game_finish(&saved);
    } else if (!splitter_check(piece, &damage)) {
        row.damage = damage.text;
    }
    if (!row.damage) {
        if (entry_read(&entry, reading, row.format, row.text, row.line, &damage)) {
            row.first = entry.first;
            row.count = entry.count;
        } else {
            row.damage = damage.text;
        }
        entry_finish(&entry);
    }
    bool good = results_add_entry(results, &row, error);
    buffer_finish(&tree);
    free(text);
    return good;
}

bool intake(struct results *results, const struct source *sources, int count,
            const struct reading *reading, const struct shard *shard, struct error *error)
{
    int64_t number = 0;
    bool good = results_begin(results, error);
    for (int i = 0; i < count && good; i++) {
        struct cursor text = cursor_begin(sources[i].text, sources[i].length, 1), piece;
        while (good && splitter_next(sources[i].format, &text, &piece)) {
            if (number % shard->count == shard->number - 1) {
                good = add_piece(results, &sources[i], &piece, number, reading, error);
            }
            number++;
        }
    }
    return good && database_agree(results_database(results), "whole", "yes", error);
}

static void complain(const struct results_entry *row, const char *reason, const char *rest)
{
    struct buffer game = {0};
    struct error line; /* printable, even if the file name is not */
    if (row->format != SOURCE_LINES) {
        buffer_printf(&game, "game %lld: ", (long long)row->number + 1);
    }
    error_set(&line, "%.150s: %s%s%s", row->source, buffer_text(&game), reason, rest);
    fprintf(stderr, "myosu-analyse: %s\n", line.text);
    buffer_finish(&game);
}

bool intake_complain(struct results *results, const struct reading *reading, int64_t *cut,
                     struct error *error)
{
    struct results_entry row = RESULTS_START;
    *cut = 0;
    while (results_next(results, &row, error)) {
        struct entry entry;
        if (row.damage) {
            complain(&row, row.damage, "");
        } else if (row.format == SOURCE_PGN) {
            entry_read(&entry, reading, row.format, row.text, row.line, NULL);
            if (entry.saved.doubt) {
                complain(&row, entry.saved.doubt, "; it is kept as it stands");
            }
            if (entry.saved.cut) {
                complain(&row, entry.saved.cut, "; it is read up to this move");
                (*cut)++;
            }
            entry_finish(&entry);
        }
    }
    return !error->text[0];
}

/* Returns the game of an entry: the game of all lines, or the one its text names; NULL if it is
 * damaged. */
static const struct game *game_of(const struct results_entry *row, const struct reading *reading)
{
    struct entry entry;
    if (row->damage || row->format == SOURCE_LINES) {
        return row->damage ? NULL : reading->game;
    }
    const bool good = entry_read(&entry, reading, row->format, row->text, row->line, NULL);
    const struct game *game = good ? entry.saved.game : NULL;
    entry_finish(&entry);
    return game;
}

bool intake_fits(struct results *results, const struct reading *reading, game_test *fits,
                 const void *context, struct error *error)
{
    struct results_entry row = RESULTS_START;
    const struct game *last = NULL;
    while (results_next(results, &row, error)) {
        struct error reason;
        const struct game *game = game_of(&row, reading);
        if (game && game != last && !fits(context, game, &reason)) {
            return error_set(error, "%s: line %d: %.250s", row.source, row.line, reason.text);
        }
        last = game ? game : last;
    }
    return !error->text[0];
}
