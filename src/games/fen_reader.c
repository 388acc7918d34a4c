/* SPDX-License-Identifier: MIT */
#include "fen_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct fen_reader fen_reader_make(const char *text, struct error *error)
{
    if (error) {
        error->text[0] = '\0';
    }
    return (struct fen_reader){.text = text, .at = text, .error = error};
}

bool fen_refuse(const struct fen_reader *reader, const char *format, ...)
{
    char expected[128], found[16] = "the end";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    if (*reader->at) {
        snprintf(found, sizeof found, "'%c'", *reader->at);
    }
    return error_set(reader->error, "illegal FEN: %s at character %d; expected %s", found,
                     (int)(reader->at - reader->text) + 1, expected);
}

/* Reads a number of empty squares, 1 to `most`, as far as its digits fit; 0 if there is none. */
static int read_run(struct fen_reader *reader, int most)
{
    int run = 0;
    while (isdigit((unsigned char)*reader->at) && (run > 0 || *reader->at != '0') &&
           10 * run + (*reader->at - '0') <= most) {
        run = 10 * run + (*reader->at++ - '0');
    }
    return run;
}

/* The place in `letters` of the next piece; NULL if no piece comes next. */
static const char *find_letter(const struct fen_reader *reader, const char *letters)
{
    char letter = *reader->at;
    for (const char *pair = reader->aliases; pair && *pair; pair += 2) {
        letter = *pair == *reader->at ? pair[1] : letter;
    }
    return strchr(letters, letter);
}

/* Reads rank `rank`; 0 is the lowest. */
static bool read_rank(struct fen_reader *reader, int rank, const char *letters,
                      struct look_board *board)
{
    int file = 0;
    bool after_number = false;
    const char *const ends = reader->skips_hand ? "/ [" : "/ ";
    while (*reader->at && !strchr(ends, *reader->at)) {
        const char *letter = find_letter(reader, letters);
        int run = letter || after_number ? 0 : read_run(reader, board->files);
        if (!letter && run == 0) {
            return fen_refuse(reader, "a piece (%s) or one number of empty squares, 1 to %d",
                              letters, board->files);
        }
        if (letter && file < board->files) {
            board->squares[rank * board->files + file] = (uint8_t)(letter - letters + 1);
        }
        reader->at += letter != NULL;
        file += letter ? 1 : run;
        after_number = run > 0;
    }
    return file == board->files ||
           error_set(reader->error, "illegal FEN: rank %d has %d squares; expected %d", rank + 1,
                     file, board->files);
}

bool fen_read_board(struct fen_reader *reader, int files, int ranks, const char *letters,
                    struct look_board *board)
{
    *board = (struct look_board){.files = files, .ranks = ranks};
    for (int rank = ranks - 1; rank >= 0; rank--) {
        if (!read_rank(reader, rank, letters, board)) {
            return false;
        }
        if (rank == 0 && reader->skips_hand && strncmp(reader->at, "[]", 2) == 0) {
            reader->at += 2;
        }
        if (*reader->at != (rank > 0 ? '/' : ' ')) {
            return fen_refuse(reader, "%s after rank %d",
                              rank > 0 ? "'/'" : "a blank and the side to move", rank + 1);
        }
        reader->at++;
    }
    return true;
}

bool fen_read_side(struct fen_reader *reader, const char letters[2], int *side)
{
    if (*reader->at != letters[0] && *reader->at != letters[1]) {
        return fen_refuse(reader, "%c or %c, the side to move", letters[0], letters[1]);
    }
    *side = *reader->at++ == letters[1];
    return true;
}

bool fen_next_field(struct fen_reader *reader)
{
    if (*reader->at != ' ' || !reader->at[1]) {
        return false;
    }
    reader->at++;
    return true;
}

void fen_note_repair(const struct fen_reader *reader, const char *format, ...)
{
    struct error before, note;
    va_list arguments;
    if (!reader->error) {
        return;
    }
    before = *reader->error;
    va_start(arguments, format);
    vsnprintf(note.text, sizeof note.text, format, arguments);
    va_end(arguments);
    error_set(reader->error, "%s%s%s", before.text,
              before.text[0] ? "; " : "repaired: ", note.text);
}

/* Whether the next field is a number, 0 to FEN_MAX_NUMBER. Advances the reader past its digits. */
static bool scan_number(struct fen_reader *reader, int *number)
{
    const char *start = reader->at;
    *number = 0;
    while (isdigit((unsigned char)*reader->at) && *number <= FEN_MAX_NUMBER) {
        *number = 10 * *number + (*reader->at++ - '0');
    }
    return reader->at > start && *number <= FEN_MAX_NUMBER && (!*reader->at || *reader->at == ' ');
}

/* Reads a numeric field, 0 to FEN_MAX_NUMBER, if there is one. A number out of range, or a
 * placeholder for none (-1, 3.5, -, ?), becomes `otherwise`, and the repair is noted. A word is
 * refused, because other texts may follow a position. `what` names the field. */
static bool read_number(struct fen_reader *reader, const char *what, int otherwise, int *number)
{
    *number = otherwise;
    if (!fen_next_field(reader)) {
        return true;
    }
    const char *start = reader->at;
    const int length = (int)strcspn(start, " ");
    if (scan_number(reader, number)) {
        return true;
    }
    if (isalpha((unsigned char)*start)) {
        return error_set(reader->error, "illegal FEN: %s '%.*s'; expected a number, 0 to %d", what,
                         length, start, FEN_MAX_NUMBER);
    }
    fen_note_repair(reader, "%s %.*s is no number from 0 to %d: %d is used", what, length, start,
                    FEN_MAX_NUMBER, otherwise);
    *number = otherwise;
    reader->at = start + length;
    return true;
}

bool fen_read_counters(struct fen_reader *reader, int clock_limit, uint16_t *clock,
                       uint16_t *number)
{
    int plies, moves;
    if (!read_number(reader, "half-move clock", 0, &plies)) {
        return false;
    }
    if (plies > clock_limit) {
        return error_set(reader->error, "illegal FEN: half-move clock %d; expected 0 to %d", plies,
                         clock_limit);
    }
    if (!read_number(reader, "move number", 1, &moves)) {
        return false;
    }
    *clock = (uint16_t)plies;
    *number = (uint16_t)(moves > 0 ? moves : 1);
    return true;
}

bool fen_read_end(const struct fen_reader *reader, const char *last)
{
    return !*reader->at || fen_refuse(reader, "nothing after the %s", last);
}

bool fen_read_grid(const char *fen, int files, int ranks, const char *letters,
                   struct look_board *board, int *side, struct error *error)
{
    struct fen_reader reader = fen_reader_make(fen, error);
    return fen_read_board(&reader, files, ranks, letters, board) &&
           fen_read_side(&reader, letters, side) && fen_read_end(&reader, "side to move");
}

void fen_format_board(const struct look_board *board, const char *letters, struct buffer *out)
{
    for (int rank = board->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < board->files; file++) {
            int code = board->squares[rank * board->files + file];
            empty += code == 0;
            if (empty > 0 && (code || file == board->files - 1)) {
                buffer_put_number(out, empty);
                empty = 0;
            }
            if (code) {
                buffer_putc(out, letters[code - 1]);
            }
        }
        buffer_putc(out, rank > 0 ? '/' : ' ');
    }
}

void fen_format_grid(const struct look_board *board, int side, const char *letters,
                     struct buffer *out)
{
    fen_format_board(board, letters, out);
    buffer_putc(out, letters[side]);
}
