/* SPDX-License-Identifier: MIT */
/* Fuzzes the analyser's input: files are split into games and positions, and each of them is
 * parsed, including the operations of an EPD record. The first byte selects the format (from WTHOR
 * on, that of WTHOR) and what is requested, the second one the game and its line ends. */
#include "target.h"

#include "game_walk.h"
#include "intake.h"
#include "registry.h"
#include "sgf.h"

#define WTHOR 192

/* Checks that operations follow each other and lie within the text. */
static void read_operations(const char *operations)
{
    const char *at = operations, *end = operations + strlen(operations);
    struct epd_operation operation;
    for (const char *before = at; epd_next(&at, &operation); before = at) {
        EXPECT(at > before && at <= end);
        EXPECT(operation.whole >= before && operation.whole + operation.whole_length == at);
        EXPECT(operation.operands + operation.length <= at);
        EXPECT(strlen(operation.opcode) < EPD_OPCODE_ROOM);
    }
}

/* Checks that the parsed moves can be played one by one up to the positions to be searched. */
static void walk_along(const struct entry *entry)
{
    struct game_walk walk;
    const struct game_record *record = &entry->saved.record;
    EXPECT(entry->first >= 0 && entry->count >= 0);
    EXPECT(entry->first + entry->count <= record->plies + 1);
    game_walk_along(&walk, record);
    while (game_walk_next(&walk)) {
    }
    EXPECT(walk.ply == record->plies && !*walk.rest);
    game_walk_finish(&walk);
}

static void read_piece(const struct cursor *piece, const struct source *source,
                       const struct reading *reading)
{
    struct entry entry;
    struct error error = {""};
    char *text = text_of((const uint8_t *)piece->text, piece->length);
    if (entry_read(&entry, reading, source->format, text, piece->line, &error)) {
        walk_along(&entry);
        read_operations(entry.operations);
    } else {
        EXPECT(strncmp(error.text, "line ", 5) == 0);
    }
    entry_finish(&entry);
    free(text);
}

/* Counts lines that end in LF, CRLF or CR. */
static int count_lines(const char *text, const char *end)
{
    int lines = 0;
    for (; text < end; text++) {
        lines += *text == '\n' || (*text == '\r' && text[1] != '\n');
    }
    return lines;
}

/* Checks that the parts are in the file's order and not empty. */
static void read_source(const struct source *source, const struct reading *reading)
{
    struct cursor text = cursor_begin(source->text, source->length, 1), piece;
    const char *before = source->text;
    while (splitter_next(source->format, &text, &piece)) {
        EXPECT(piece.length > 0 && piece.text >= before);
        EXPECT(piece.line == 1 + count_lines(source->text, piece.text));
        before = piece.text + piece.length;
        EXPECT(before <= source->text + source->length);
        read_piece(&piece, source, reading);
    }
    EXPECT(text.at <= source->length);
}

/* Checks that the games of a file of WTHOR are the same when they are read as SGF. */
static void read_records(const struct source *source)
{
    struct cursor file = cursor_begin(source->text, source->length, 1), record;
    const struct cursor whole = file;
    struct error error = {""};
    struct wthor_names names = {.players = {0}};
    buffer_append(&names.players, source->text, source->length);
    for (bool good = wthor_check(&whole, &error); good && wthor_next(&file, &record);) {
        struct saved_game saved = {.game = NULL}, again = {.game = NULL};
        struct buffer tree = {0};
        EXPECT(record.text >= whole.text &&
               record.length <= whole.length - (size_t)(record.text - whole.text));
        if (wthor_read(&whole, &record, &names, &saved, &error)) {
            sgf_write(&saved, "fuzz", NULL, &tree);
            const struct cursor text = cursor_begin(buffer_text(&tree), buffer_length(&tree), 1);
            EXPECT(sgf_read(&text, &again, &error) && again.result == saved.result);
            EXPECT(strcmp(buffer_text(&again.record.moves), buffer_text(&saved.record.moves)) == 0);
        } else {
            EXPECT(strncmp(error.text, "byte ", 5) == 0);
        }
        saved_game_finish(&saved);
        saved_game_finish(&again);
        buffer_finish(&tree);
    }
    wthor_names_finish(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length < 2) {
        return 0;
    }
    unsigned games = 0;
    while (registry_games()[games]) {
        games++;
    }
    static const enum source_format formats[] = {SOURCE_LINES, SOURCE_PGN, SOURCE_SGF};
    unsigned how = bytes[0] / LENGTH(formats), which = bytes[1] / games;
    struct source source = {.name = "x", .format = formats[bytes[0] % LENGTH(formats)]};
    struct reading reading = {.game = registry_games()[bytes[1] % games],
                              .lines = (enum line_format)(which % (LINE_OFFSET + 1u)),
                              .last = how % 2 == 1,
                              .suite = how / 2 % 2 == 1};
    game_default_settings(reading.game, &reading.settings);
    source.length = length - 2;
    source.text = text_of(bytes + 2, source.length);
    if (bytes[0] >= WTHOR) {
        read_records(&source);
    } else {
        read_source(&source, &reading);
    }
    free(source.text);
    return 0;
}
