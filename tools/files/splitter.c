/* SPDX-License-Identifier: MIT */
#include "splitter.h"

#include <strings.h>

#include "ggf.h"
#include "pgn.h"
#include "properties.h"
#include "sgf.h"
#include "wthor.h"

static bool next_line(struct cursor *text, struct cursor *line)
{
    for (bool comment = true; comment;) {
        cursor_skip_marks(text);
        if (cursor_is_at_end(text)) {
            return false;
        }
        const struct cursor begin = *text;
        comment = cursor_peek(text) == '#';
        cursor_skip_line(text);
        *line = cursor_between(&begin, text);
    }
    return true;
}

bool splitter_next(enum source_format format, struct cursor *text, struct cursor *piece)
{
    return format == SOURCE_PGN     ? pgn_next(text, piece)
           : format == SOURCE_SGF   ? properties_next(text, piece)
           : format == SOURCE_WTHOR ? wthor_next(text, piece)
                                    : next_line(text, piece);
}

bool splitter_read(enum source_format format, const struct cursor *piece,
                   const struct game *preferred, struct saved_game *saved, struct error *error)
{
    return format == SOURCE_PGN ? pgn_read(piece, preferred, saved, error)
           : ggf_is(piece)      ? ggf_read(piece, saved, error)
                                : sgf_read(piece, saved, error);
}

/* A FEN may begin with a digit, as a move number does, but has no dot after it. */
enum source_format splitter_guess(const struct cursor *text)
{
    struct cursor at = *text;
    cursor_skip_marks(&at);
    const bool numbered = isdigit((unsigned char)cursor_peek(&at));
    if (cursor_is_any(&at, "[{;%")) {
        return SOURCE_PGN;
    }
    while (isdigit((unsigned char)cursor_peek(&at))) {
        at.at++;
    }
    if (numbered && cursor_peek(&at) == '.') {
        return SOURCE_PGN;
    }
    cursor_skip_marks(&at);
    return cursor_peek(&at) == '(' ? SOURCE_SGF : SOURCE_LINES;
}

enum source_format splitter_format_of(const char *name)
{
    static const struct {
        const char *end;
        enum source_format format;
    } ends[] = {{"pgn", SOURCE_PGN},   {"sgf", SOURCE_SGF},   {"ggf", SOURCE_SGF},
                {"wtb", SOURCE_WTHOR}, {"wtd", SOURCE_WTHOR}, {"epd", SOURCE_LINES},
                {"fen", SOURCE_LINES}};
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && i < LENGTH(ends); i++) {
        if (strcasecmp(dot + 1, ends[i].end) == 0) {
            return ends[i].format;
        }
    }
    return SOURCE_AUTO;
}

bool splitter_check(const struct cursor *text, struct error *error)
{
    const char *zero = memchr(text->text, 0, text->length);
    int line = text->line;
    if (cursor_is_next(text, "\xff\xfe") || cursor_is_next(text, "\xfe\xff")) {
        return error_set(error, "line %d: the text is UTF-16; expected UTF-8", line);
    }
    for (const char *at = text->text; zero && at < zero; at++) {
        line += *at == '\n';
    }
    return !zero || error_set(error, "line %d: a byte 0; expected text", line);
}
