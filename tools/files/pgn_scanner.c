/* SPDX-License-Identifier: MIT */
#include "pgn_scanner.h"

#include <strings.h>

#include "pgn.h"

#define NO_BREAK_SPACE "\xc2\xa0"
#define ELLIPSIS       "\u2026"

/* The longest value of a tag, in bytes. */
#define TAG_LIMIT 65536

/* How far the brace is looked for that closes a comment with another one inside, in bytes. */
#define NESTED_LIMIT 65536

static bool refuse(struct pgn_token *token, int line, const char *reason)
{
    *token = (struct pgn_token){
        .kind = PGN_WRONG, .line = line, .text = reason, .length = strlen(reason)};
    return true;
}

/* Returns the length of the next blank in bytes; 0: the next character is not a blank. */
static size_t blank_length(const struct cursor *at)
{
    return isspace((unsigned char)cursor_peek(at)) ? 1
           : cursor_is_next(at, BYTE_ORDER_MARK)   ? strlen(BYTE_ORDER_MARK)
           : cursor_is_next(at, NO_BREAK_SPACE)    ? strlen(NO_BREAK_SPACE)
                                                   : 0;
}

/* The blanks before a place. */
struct blanks {
    int lines; /* line ends; the beginning of the text counts as one */
    bool mark; /* a byte order mark at the beginning of a line */
};

static struct blanks skip_blanks(struct cursor *at)
{
    struct blanks blanks = {.lines = at->at == 0};
    for (size_t length; (length = blank_length(at)) > 0;) {
        const int line = at->line;
        blanks.mark |= blanks.lines > 0 && length == strlen(BYTE_ORDER_MARK);
        while (length-- > 0) {
            cursor_take(at);
        }
        blanks.lines += at->line - line;
    }
    return blanks;
}

/* Reads the value of a tag and the bracket after it. A quote ends the value only if the bracket
 * follows, because some programs do not escape quotes inside. A line may also end with a quote that
 * looks escaped, because a backslash before it was not. Another bracket may not open inside
 * such a value, or an unterminated tag would swallow the text after it. */
static bool take_value(struct cursor *at, struct pgn_token *token)
{
    at->at++;
    token->value = cursor_place(at);
    bool opens = false;
    struct cursor escaped = *at; /* at an escaped quote that may end the value; else at its start */
    const size_t most = at->at + TAG_LIMIT;
    for (; at->at < most && !cursor_is_at_end(at) && !cursor_is_any(at, "\r\n"); at->at++) {
        struct cursor ahead = *at;
        const char byte = cursor_take(&ahead);
        opens |= byte == '[';
        if (byte == '\\' && cursor_is_any(&ahead, "\"\\")) {
            at->at++;
            escaped = cursor_is_next(at, "\"]") ? *at : escaped;
        } else if (byte == '"') {
            skip_blanks(&ahead);
            if (cursor_peek(&ahead) == ']') {
                token->value_length = (size_t)(cursor_place(at) - token->value);
                *at = ahead;
                at->at++;
                return true;
            }
            if (opens) {
                return false;
            }
        }
    }
    if (cursor_place(&escaped) > token->value && !opens) {
        token->value_length = (size_t)(cursor_place(&escaped) - token->value);
        *at = escaped;
        at->at += 2;
        return true;
    }
    return false;
}

/* Reads [Name "value"] and moves past it. If the next text is not such a tag, returns false and
 * does not move. */
static bool take_tag(struct cursor *at, struct pgn_token *token)
{
    struct cursor ahead = *at;
    if (cursor_take(&ahead) != '[') {
        return false;
    }
    *token = (struct pgn_token){.kind = PGN_TAG, .line = at->line};
    skip_blanks(&ahead);
    token->text = cursor_place(&ahead);
    while (isalnum((unsigned char)cursor_peek(&ahead)) || cursor_is_any(&ahead, "_+#=:-")) {
        ahead.at++;
    }
    token->length = (size_t)(cursor_place(&ahead) - token->text);
    skip_blanks(&ahead);
    if (token->length == 0 || cursor_peek(&ahead) != '"' || !take_value(&ahead, token)) {
        return false;
    }
    *at = ahead;
    return true;
}

static bool is_event(const struct pgn_token *tag)
{
    return tag->length == 5 && strncasecmp(tag->text, "Event", 5) == 0;
}

/* True if another game begins here: a tag after moves, a second tag Event, the first line of a file
 * that was appended to another one, or move 1 after an empty line. */
static bool begins_game(const struct pgn_scanner *scanner, const struct blanks *blanks)
{
    struct cursor ahead = scanner->place;
    struct pgn_token tag;
    if (ahead.at == scanner->begin || !(scanner->has_text || scanner->has_event)) {
        return false;
    }
    if (blanks->mark && scanner->has_text) {
        return true;
    }
    if (take_tag(&ahead, &tag)) {
        return scanner->has_text || is_event(&tag);
    }
    return scanner->moves >= 2 && blanks->lines > 1 && !cursor_is_next(&ahead, "1..") &&
           (cursor_is_next(&ahead, "1.") || cursor_is_next(&ahead, "1 "));
}

/* True if the tag of another game begins here, so that no comment goes on: the tag Event at the
 * beginning of a line, or any tag after an empty line. */
static bool is_next_game(const struct cursor *at, int line_ends)
{
    struct cursor ahead = *at;
    struct pgn_token tag;
    return line_ends > 0 && cursor_peek(at) == '[' && take_tag(&ahead, &tag) &&
           (line_ends > 1 || is_event(&tag));
}

/* Moves past the brace that closes the last of `depth` comments, each inside another. False,
 * without moving, if another game begins before it, or if it is far away. */
static bool close_outer(struct cursor *at, int depth)
{
    struct cursor ahead = *at;
    const size_t most = at->at + NESTED_LIMIT;
    for (int line_ends = 0; !cursor_is_at_end(&ahead) && ahead.at < most;) {
        if (is_next_game(&ahead, line_ends)) {
            return false;
        }
        const size_t blank = blank_length(&ahead);
        const int line = ahead.line;
        const char byte = cursor_take(&ahead);
        depth += byte == '{' ? 1 : byte == '}' ? -1 : 0;
        if (depth == 0) {
            *at = ahead;
            return true;
        }
        line_ends = blank > 0 ? line_ends + ahead.line - line : 0;
    }
    return false;
}

/* Moves past a comment in braces, which may have others inside. False if it is not closed; it then
 * ends before the next game. */
static bool skip_comment(struct cursor *at)
{
    int opened = 0;
    for (int line_ends = 0; !cursor_is_at_end(at);) {
        if (is_next_game(at, line_ends)) {
            return false;
        }
        const size_t blank = blank_length(at);
        const int line = at->line;
        at->at += blank > 0 ? blank - 1 : 0;
        const char byte = cursor_take(at);
        opened += byte == '{';
        if (byte == '}') {
            if (opened > 0) {
                close_outer(at, opened);
            }
            return true;
        }
        line_ends = blank > 0 ? line_ends + at->line - line : 0;
    }
    return false;
}

/* Reads the comment that begins here. An error is the token if it is not closed. */
static void take_comment(struct cursor *at, struct pgn_token *token)
{
    const bool braced = cursor_take(at) == '{';
    *token = (struct pgn_token){.kind = PGN_COMMENT, .line = at->line, .text = cursor_place(at)};
    bool closed = true;
    if (braced) {
        closed = skip_comment(at);
    } else {
        cursor_skip_line(at);
    }
    token->length = (size_t)(cursor_place(at) - token->text) - (braced && closed);
    if (!closed) {
        refuse(token, token->line, "expected } after this comment");
    }
}

static bool is_comment(const struct cursor *at)
{
    return cursor_is_any(at, "{;");
}

/* Skips blanks and escaped lines. `blanks` describes the last blanks. */
static void skip_between(struct cursor *at, struct blanks *blanks)
{
    for (*blanks = skip_blanks(at); cursor_peek(at) == '%' && blanks->lines > 0;
         *blanks = skip_blanks(at)) {
        cursor_skip_line(at);
    }
}

/* Moves past blanks, comments and escaped lines, up to a comment that is not closed. Returns where
 * the first comment begins, or the end if there is none. */
static struct cursor skip_comments(struct cursor *at)
{
    struct blanks blanks;
    struct pgn_token token = {.kind = PGN_COMMENT};
    struct cursor first = *at, ahead = *at;
    bool any = false;
    do {
        skip_between(&ahead, &blanks);
        *at = ahead;
        first = any ? first : ahead;
        if (is_comment(&ahead)) {
            take_comment(&ahead, &token);
            any |= token.kind == PGN_COMMENT;
        }
    } while (token.kind == PGN_COMMENT && ahead.at != at->at);
    return first;
}

bool pgn_scanner_begin(struct pgn_scanner *scanner, const struct cursor *text)
{
    struct cursor end = *text;
    const struct cursor place = skip_comments(&end);
    *scanner = (struct pgn_scanner){.place = place, .begin = place.at};
    return !cursor_is_at_end(&end);
}

static void skip_word(struct cursor *at)
{
    while (cursor_peek(at) && blank_length(at) == 0 && !cursor_is_any(at, "{};()[]$")) {
        at->at++;
    }
}

/* Returns the length of a move number at the beginning of a word, with its dots: "12.", "12" or
 * "12...". `*digits` is the length without them. A word that begins with 0 has no number: "0000" is
 * a pass. Digits that are followed by another character than a dot are no number: "1-0". */
static size_t number_length(const char *word, size_t length, size_t *digits)
{
    size_t end = 0;
    while (end < length && isdigit((unsigned char)word[end])) {
        end++;
    }
    *digits = end;
    for (const size_t span = strlen(ELLIPSIS); end < length;) {
        if (word[end] == '.') {
            end++;
        } else if (length - end >= span && memcmp(word + end, ELLIPSIS, span) == 0) {
            end += span;
        } else {
            break;
        }
    }
    const bool none = *digits > 0 && (word[0] == '0' || (end == *digits && end < length));
    *digits = none ? 0 : *digits;
    return none ? 0 : end;
}

const struct pgn_sign pgn_signs[] = {
    {"!!", 3, true},       {"\?\?", 4, true},     {"!?", 5, true},        {"?!", 6, true},
    {"!", 1, true},        {"?", 2, true},        {"+/-", 16, true},      {"-/+", 17, true},
    {"+/=", 14, false},    {"=/+", 15, false},    {"+--", 20, true},      {"--+", 21, true},
    {"+-", 18, true},      {"-+", 19, true},      {"+=", 14, false},      {"=+", 15, false},
    {"=,", 11, false},     {"=", 10, false},      {"~", 13, false},       {"forced", 7, false},
    {"worst", 9, false},   {"quiet", 0, false},   {"RR", 145, false},     {"R", 144, false},
    {"N", 146, false},     {"D", 201, false},     {"\u203c", 3, true},    {"\u2047", 4, true},
    {"\u2049", 5, true},   {"\u2048", 6, true},   {"\u25a1", 7, true},    {"\u221e", 13, true},
    {"\u2a72", 14, true},  {"\u2a71", 15, true},  {"\u00b1", 16, true},   {"\u2213", 17, true},
    {"+\u2212", 18, true}, {"\u2212+", 19, true}, {"\u25b3", 140, false}, {"\u2313", 142, false},
    {.text = NULL},
};

/* Returns the length of a move without the annotations behind it: "!?", "+-". A single '+' or '='
 * belongs to the move. */
static size_t unannotated_length(const char *word, size_t length)
{
    for (const struct pgn_sign *sign = pgn_signs; sign->text;) {
        const size_t span = strlen(sign->text);
        const bool ends =
            sign->ends && length > span && memcmp(word + length - span, sign->text, span) == 0;
        length -= ends ? span : 0;
        sign = ends ? pgn_signs : sign + 1;
    }
    return length;
}

/* True if a word is an annotation: "!?", "forced", "e.p.", or any other without letters and digits.
 * Two hyphens are not an annotation but a null move, as is "@@@@". */
static bool is_annotation(const char *word, size_t length)
{
    const struct pgn_sign *sign = pgn_signs;
    bool is_plain = length != 2 || memcmp(word, "--", 2) != 0;
    for (size_t i = 0; i < length; i++) {
        const bool symbol = length - i > 2 && word[i] == '\xe2' && (word[i + 1] & 0xc0) == 0x80 &&
                            (word[i + 2] & 0xc0) == 0x80; /* U+2000 to U+2FFF */
        is_plain &= symbol || (ispunct((unsigned char)word[i]) && word[i] != '@');
        i += symbol ? 2 : 0;
    }
    while (sign->text && !(strlen(sign->text) == length && memcmp(word, sign->text, length) == 0)) {
        sign++;
    }
    return is_plain || sign->text || (length == 4 && memcmp(word, "e.p.", 4) == 0);
}

/* Reads a word of the main line; false if it is to be ignored. */
static bool take_word(struct pgn_scanner *scanner, struct pgn_token *token)
{
    const char *word = cursor_place(&scanner->place);
    const int line = scanner->place.line;
    skip_word(&scanner->place);
    size_t length = (size_t)(cursor_place(&scanner->place) - word);
    *token = (struct pgn_token){.kind = PGN_RESULT, .line = line};
    scanner->has_text = true;
    if (!pgn_read_result(word, length, &token->result)) {
        size_t digits;
        const size_t number = number_length(word, length, &digits);
        const bool is_one = digits == 1 && word[0] == '1';
        word += number;
        length -= number;
        if (is_one && number <= digits + 1 && scanner->moves >= 2) {
            return refuse(token, line,
                          "move 1 comes again; expected a result or a tag before another game");
        }
        scanner->starts_late |= digits > 0 && !is_one && scanner->moves == 0;
        if (!pgn_read_result(word, length, &token->result)) {
            token->kind = PGN_MOVE;
        }
    }
    token->text = word;
    token->length = length;
    scanner->has_result = token->kind == PGN_RESULT;
    if (token->kind == PGN_MOVE && is_annotation(word, length)) {
        token->kind = PGN_GLYPH;
        return length > 0;
    }
    token->length = unannotated_length(word, length);
    scanner->place.at -= length - token->length; /* the annotation is the next token */
    scanner->moves += token->kind == PGN_MOVE;
    return true;
}

/* Reads a tag, or a bracket that does not begin one. */
static bool take_bracket(struct pgn_scanner *scanner, struct pgn_token *token)
{
    struct cursor *at = &scanner->place;
    const int line = at->line;
    const bool among_tags = !scanner->has_text;
    if (take_tag(at, token)) {
        scanner->has_event |= is_event(token);
        return true;
    }
    while (!cursor_is_at_end(at) && !cursor_is_any(at, among_tags ? "\r\n" : "\r\n]")) {
        cursor_take(at);
    }
    at->at += cursor_peek(at) == ']';
    return refuse(token, line,
                  among_tags
                      ? "expected a tag, as [White \"name\"]"
                      : "expected a move; only tags, as [White \"name\"], stand in brackets");
}

/* Reads an annotation glyph, "$1". An error is the token if it has no number. */
static bool take_glyph(struct pgn_scanner *scanner, struct pgn_token *token)
{
    struct cursor *at = &scanner->place;
    *token = (struct pgn_token){.kind = PGN_GLYPH, .line = at->line, .text = cursor_place(at)};
    at->at++;
    while (isdigit((unsigned char)cursor_peek(at))) {
        at->at++;
    }
    scanner->has_text = true;
    token->length = (size_t)(cursor_place(at) - token->text);
    return token->length > 1 || refuse(token, at->line, "expected a number behind $");
}

/* Reads the next sign or word at a nesting depth of variations, and updates the depth. False if it
 * is not a token. */
static bool take(struct pgn_scanner *scanner, int *depth, struct pgn_token *token)
{
    struct cursor *at = &scanner->place;
    const char byte = cursor_peek(at);
    switch (byte) {
    case '\0':
        at->at++;
        return refuse(token, at->line, "a byte 0; expected text");
    case '}': /* among moves, the end of a comment that had ended before */
        at->at++;
        return !scanner->has_text && refuse(token, at->line, "a } without its {");
    case '(':
    case ')':
        at->at++;
        scanner->has_text = true;
        *depth += byte == '(' ? 1 : -1;
        return *depth < 0 && refuse(token, at->line, "a ) without its (");
    default:
        break;
    }
    if (*depth > 0) {
        scanner->has_text = true;
        at->at += strchr("[]$", byte) != NULL;
        skip_word(at);
        return false;
    }
    switch (byte) {
    case '[':
        return take_bracket(scanner, token);
    case ']':
        at->at++;
        return refuse(token, at->line, "a ] without its [");
    case '$':
        return take_glyph(scanner, token);
    default:
        return take_word(scanner, token);
    }
}

/* Reads a comment behind the result: one that no empty line separates from it, or any if no other
 * game follows. */
static void take_after_result(struct pgn_scanner *scanner, struct pgn_token *token)
{
    struct cursor ahead = scanner->place, end = ahead;
    struct blanks blanks;
    if (scanner->after == AFTER_UNKNOWN) {
        skip_comments(&end);
        scanner->after = cursor_is_at_end(&end) ? AFTER_NOTHING : AFTER_GAME;
    }
    skip_between(&ahead, &blanks);
    if (is_comment(&ahead) && (blanks.lines <= 1 || scanner->after == AFTER_NOTHING)) {
        take_comment(&ahead, token);
        if (token->kind == PGN_COMMENT) {
            scanner->place = ahead;
            return;
        }
    }
    *token = (struct pgn_token){.kind = PGN_END, .line = scanner->place.line};
}

void pgn_scanner_next(struct pgn_scanner *scanner, struct pgn_token *token)
{
    struct cursor *at = &scanner->place, opened = *at;
    struct blanks blanks;
    int depth = 0;
    *token = (struct pgn_token){.kind = PGN_END, .line = at->line};
    if (scanner->has_result) {
        take_after_result(scanner, token);
        return;
    }
    for (bool found = scanner->is_over; !found;) {
        skip_between(at, &blanks);
        const bool outside = depth == 0;
        opened = outside ? *at : opened;
        if (is_comment(at)) {
            take_comment(at, token);
            found = outside || token->kind == PGN_WRONG;
        } else if (cursor_is_at_end(at) || begins_game(scanner, &blanks)) {
            scanner->is_over = found = true;
            *token = (struct pgn_token){.kind = PGN_END, .line = at->line};
            if (!outside) {
                refuse(token, opened.line, "expected ) after this variation");
            }
        } else {
            found = take(scanner, &depth, token);
            if (!found && !outside && depth == 0) {
                *token = (struct pgn_token){.kind = PGN_VARIATION,
                                            .line = opened.line,
                                            .text = cursor_place(&opened),
                                            .length = at->at - opened.at};
                found = true;
            }
        }
    }
}
