/* SPDX-License-Identifier: MIT */
#include "position_line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cursor.h"
#include "look.h"
#include "memory.h"
#include "words.h"

/* The number of an EPD line's fields that describe the position, in chess. */
#define EPD_FIELDS 4

static const char *const format_names[] = {"auto", "fen", "epd", "moves", "offset"};

int position_line_format(const char *name)
{
    for (int i = 0; i < LENGTH(format_names); i++) {
        if (strcasecmp(name, format_names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

const char *position_line_name(enum line_format format)
{
    return format_names[format];
}

static enum line_format guess_format(const char *line)
{
    if (strncmp(line, "startpos", 8) != 0 && strchr(line, '/')) {
        return strchr(line, ';') ? LINE_EPD : LINE_FEN;
    }
    return strchr(line, ',') ? LINE_OFFSET : LINE_MOVES;
}

/* Returns the place after the first `count` words of folded text; its end if there are fewer. */
static char *behind_words(char *line, int count)
{
    for (; *line; line++) {
        if (*line == ' ' && --count == 0) {
            break;
        }
    }
    return line;
}

static int count_words(const char *line)
{
    int count = *line != '\0';
    for (; *line; line++) {
        count += *line == ' ';
    }
    return count;
}

/* Returns the end of a position's fields without a semicolon, which ends lines of EPD. */
static char *fields_end(const char *line, char *end)
{
    return end > line && end[-1] == ';' ? end - 1 : end;
}

/* Cuts `line` after the fields of its position, and returns the rest. EPD has the first four of the
 * six fields of chess; for games with fewer fields, the longest valid position counts. */
static char *cut_operations(const struct game_record *record, char *line)
{
    const struct game *game = record->game;
    struct buffer start = {0};
    void *position = memory_zeroed(1, game->position_size);
    game->format_fen(record->start, &start);
    int most = count_words(buffer_text(&start)), fields = most;
    char *end = line;
    for (bool good = false; fields > 0 && !good; fields -= !good) {
        end = behind_words(line, fields);
        char *last = fields_end(line, end), kept = *last;
        *last = '\0';
        good = game->parse_fen(record->settings, line, position, NULL);
        *last = kept;
    }
    if (fields == 0) {
        end = behind_words(line, most < EPD_FIELDS ? most : EPD_FIELDS);
    }
    buffer_finish(&start);
    free(position);
    char *rest = *end ? end + 1 : end;
    *fields_end(line, end) = '\0';
    *end = '\0';
    return rest;
}

/* Returns the length of the longest legal move at the beginning of a text; 0: none. A number in a
 * square's name includes all digits that follow. */
static size_t longest_move(const struct game_record *record, const char *text)
{
    struct move_list list = {.count = 0};
    struct buffer move = {0};
    size_t longest = 0;
    record->game->legal_moves(record->position, &list);
    for (int i = 0; i < list.count; i++) {
        buffer_clear(&move);
        record->game->format_move(record->position, list.moves[i], &move);
        const size_t length = buffer_length(&move);
        const bool begins = strncasecmp(text, buffer_text(&move), length) == 0;
        if (begins && length > longest &&
            (isdigit((unsigned char)text[0]) || !isdigit((unsigned char)text[length]))) {
            longest = length;
        }
    }
    buffer_finish(&move);
    return longest;
}

/* Returns the length of the text that has the form of a move, legal or not: a column, or a letter
 * and the number after it, twice if a move goes from one square to another. For other forms, the
 * whole length. */
static size_t written_move(const struct look *look, const char *text)
{
    size_t length = 0;
    if (look->entry == LOOK_ENTER_COLUMN) {
        return 1;
    }
    for (int i = 0; i < (look->entry == LOOK_ENTER_PATH ? 2 : 1); i++) {
        const size_t digits =
            isalpha((unsigned char)text[length]) ? strspn(text + length + 1, "0123456789") : 0;
        if (digits == 0) {
            return strlen(text);
        }
        length += 1 + digits;
    }
    return length;
}

/* Plays moves that are joined without blanks: `h8i9j10`, `4453`, `f5d6c3`. Passes may be
 * omitted. */
static bool play_joined(struct game_record *record, const char *line, struct error *error)
{
    while (*line) {
        struct error reason;
        struct buffer move = {0};
        size_t length = longest_move(record, line);
        if (length == 0 && game_record_pass(record)) {
            length = longest_move(record, line);
        }
        buffer_append(&move, line, length > 0 ? length : written_move(record->game->look, line));
        bool good = game_record_play(record, buffer_text(&move), &reason);
        if (!good) {
            error_set(error, "move %d: %.250s", record->plies + 1, reason.text);
        }
        line += buffer_length(&move);
        buffer_finish(&move);
        if (!good) {
            return false;
        }
    }
    return true;
}

/* Plays moves separated by blanks; each word may contain several joined moves. Passes may be
 * omitted. */
static bool play_words(struct game_record *record, char *line, struct error *error)
{
    for (char *word; (word = strsep(&line, " "));) {
        struct error reason;
        if (*word && !game_record_play(record, word, &reason) &&
            !play_joined(record, word, error)) {
            return false;
        }
    }
    return true;
}

static bool read_moves(struct game_record *record, char *line, struct error *error)
{
    game_record_begin(record, NULL, NULL, NULL);
    if (strncmp(line, "startpos", 8) == 0) {
        line += 8 + strspn(line + 8, " ");
    }
    if (strncmp(line, "moves", 5) == 0) {
        line += 5 + strspn(line + 5, " ");
    }
    return play_words(record, line, error);
}

static bool read_offsets(struct game_record *record, const char *line, struct error *error)
{
    game_record_begin(record, NULL, NULL, NULL);
    const struct look *look = record->game->look;
    struct look_board board;
    look->board(record->position, &board);
    while (*line) {
        int x, y, length = 0;
        if (sscanf(line, "%d , %d%n", &x, &y, &length) != 2) {
            return error_set(error, "expected an offset X,Y, found '%.40s'", line);
        }
        x += board.files / 2;
        y += board.ranks / 2;
        if (x < 0 || x >= board.files || y < 0 || y >= board.ranks) {
            return error_set(error, "the offset %.*s lies outside the board", length, line);
        }
        struct buffer move = {0};
        look_format_square(look, x, board.ranks - 1 - y, &move);
        bool good = game_record_play(record, buffer_text(&move), error);
        buffer_finish(&move);
        if (!good) {
            return false;
        }
        line += length;
        line += strspn(line, ", ");
    }
    return true;
}

static bool read_fen(struct game_record *record, char *line, struct error *error)
{
    char *moves = strstr(line, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    *fields_end(line, line + strlen(line)) = '\0';
    return game_record_begin(record, line, moves, error);
}

bool position_line_read(struct game_record *record, enum line_format format, char *line,
                        const char **operations, struct error *error)
{
    const char *rest = "";
    bool good;
    line += strncmp(line, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0 ? 3 : 0;
    words_fold(line);
    switch (format == LINE_AUTO ? guess_format(line) : format) {
    case LINE_EPD:
        game_record_begin(record, NULL, NULL, NULL);
        rest = cut_operations(record, line);
        good = read_fen(record, line, error);
        break;
    case LINE_MOVES:
        good = read_moves(record, line, error);
        break;
    case LINE_OFFSET:
        good = read_offsets(record, line, error);
        break;
    default:
        good = read_fen(record, line, error);
        break;
    }
    if (operations) {
        *operations = rest;
    }
    return good;
}

bool epd_next(const char **at, struct epd_operation *operation)
{
    static const char blanks[] = " \t\n\v\f\r";
    const char *text = *at + strspn(*at, blanks), *end = text;
    if (!*text) {
        return false;
    }
    for (bool quoted = false; *end && (quoted || *end != ';'); end++) {
        quoted ^= *end == '"';
    }
    *at = end + (*end == ';');
    operation->whole = text;
    operation->whole_length = (size_t)(*at - text);
    while (end > text && isspace((unsigned char)end[-1])) {
        end--;
    }
    size_t length = strcspn(text, " \t;");
    length = length < (size_t)(end - text) ? length : (size_t)(end - text);
    snprintf(operation->opcode, sizeof operation->opcode, "%.*s", (int)length, text);
    text += length;
    text += strspn(text, blanks);
    operation->operands = text < end ? text : end;
    operation->length = (size_t)(end - operation->operands);
    return true;
}

bool epd_find(const char *operations, const char *opcode, struct epd_operation *operation)
{
    while (epd_next(&operations, operation)) {
        if (strcmp(operation->opcode, opcode) == 0) {
            return true;
        }
    }
    return false;
}

void epd_put_fields(const struct game *game, const struct game_settings *settings,
                    const void *position, struct buffer *out)
{
    void *read = memory_zeroed(1, game->position_size);
    size_t start = buffer_length(out);
    game->format_fen(position, out);
    for (;;) {
        char *text = out->data + out->start + start, *blank = strrchr(text, ' ');
        if (!blank || blank[1 + strspn(blank + 1, "0123456789")]) {
            break;
        }
        *blank = '\0';
        if (!game->parse_fen(settings, text, read, NULL)) {
            *blank = ' ';
            break;
        }
        out->end = (size_t)(blank - out->data);
    }
    free(read);
}
