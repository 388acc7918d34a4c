/* SPDX-License-Identifier: MIT */
#include "pgn_scanner.h"

#include <ctype.h>
#include <string.h>

#include "pgn_words.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define NO_BREAK_SPACE  "\xc2\xa0"

/* The longest value of a tag, in bytes. */
#define TAG_LIMIT 65536

static bool is_at_end(const struct pgn_scanner *scanner)
{
    return scanner->at >= scanner->length;
}

/* The next byte; NUL at the end. */
static char peek(const struct pgn_scanner *scanner)
{
    return is_at_end(scanner) ? '\0' : scanner->text[scanner->at];
}

/* Whether the next byte is one of these. */
static bool is_any(const struct pgn_scanner *scanner, const char *bytes)
{
    return peek(scanner) && strchr(bytes, peek(scanner));
}

static bool is_next(const struct pgn_scanner *scanner, const char *text)
{
    size_t length = strlen(text);
    return scanner->length - scanner->at >= length &&
           memcmp(scanner->text + scanner->at, text, length) == 0;
}

/* Steps over a byte. Lines end in LF, CRLF or CR. */
static void step(struct pgn_scanner *scanner)
{
    char byte = peek(scanner);
    scanner->at++;
    scanner->line += byte == '\n' || (byte == '\r' && peek(scanner) != '\n');
}

/* The bytes of the blank that is next; 0: there is none. */
static size_t blank_length(const struct pgn_scanner *scanner)
{
    return isspace((unsigned char)peek(scanner)) ? 1
           : is_next(scanner, BYTE_ORDER_MARK)   ? strlen(BYTE_ORDER_MARK)
           : is_next(scanner, NO_BREAK_SPACE)    ? strlen(NO_BREAK_SPACE)
                                                 : 0;
}

static void skip_blanks(struct pgn_scanner *scanner)
{
    for (size_t length; (length = blank_length(scanner)) > 0;) {
        while (length-- > 0) {
            step(scanner);
        }
    }
}

static void skip_line(struct pgn_scanner *scanner)
{
    while (!is_at_end(scanner) && !is_any(scanner, "\r\n")) {
        step(scanner);
    }
}

/* The blanks before a place. */
struct blanks {
    int lines; /* line ends */
    bool mark; /* a byte order mark at the beginning of a line */
};

static struct blanks blanks_before(const struct pgn_scanner *scanner)
{
    struct blanks blanks = {.lines = 0};
    bool mark = false;
    for (size_t at = scanner->at; at > 0;) {
        const char *end = scanner->text + at;
        if (end[-1] == '\n' || end[-1] == '\r') {
            at -= at >= 2 && end[-1] == '\n' && end[-2] == '\r' ? 2 : 1;
            blanks.lines++;
            blanks.mark |= mark;
        } else if (isspace((unsigned char)end[-1])) {
            at--;
        } else if (at >= 3 && memcmp(end - 3, BYTE_ORDER_MARK, 3) == 0) {
            at -= 3;
            mark = true;
        } else if (at >= 2 && memcmp(end - 2, NO_BREAK_SPACE, 2) == 0) {
            at -= 2;
        } else {
            return blanks;
        }
    }
    blanks.lines++; /* the text's beginning */
    return blanks;
}

static bool begins_line(const struct pgn_scanner *scanner)
{
    return blanks_before(scanner).lines > 0;
}

/* Reads the value of a tag and the bracket behind it. A quote ends the value only before the
 * bracket, since some programs do not escape the quotes inside; but then no other bracket opens
 * there, or a tag without its end would hide what follows. */
static bool take_value(struct pgn_scanner *scanner, struct pgn_token *token)
{
    scanner->at++;
    token->value = scanner->text + scanner->at;
    bool opens = false;
    const size_t most = scanner->at + TAG_LIMIT;
    for (; scanner->at < most && !is_at_end(scanner) && !is_any(scanner, "\r\n"); scanner->at++) {
        struct pgn_scanner ahead = *scanner;
        ahead.at++;
        opens |= peek(scanner) == '[';
        if (peek(scanner) == '\\' && is_any(&ahead, "\"\\")) {
            scanner->at++;
        } else if (peek(scanner) == '"') {
            skip_blanks(&ahead);
            if (opens && peek(&ahead) != ']') {
                return false;
            }
            if (peek(&ahead) == ']') {
                token->value_length = (size_t)(scanner->text + scanner->at - token->value);
                *scanner = ahead;
                scanner->at++;
                return true;
            }
        }
    }
    return false;
}

/* Reads [Name "value"] and steps over it; false, and no step, if no such tag is next. */
static bool take_tag(struct pgn_scanner *scanner, struct pgn_token *token)
{
    struct pgn_scanner ahead = *scanner;
    if (peek(scanner) != '[') {
        return false;
    }
    *token = (struct pgn_token){.kind = PGN_TAG, .line = scanner->line};
    ahead.at++;
    skip_blanks(&ahead);
    token->text = ahead.text + ahead.at;
    while (isalnum((unsigned char)peek(&ahead)) || is_any(&ahead, "_+#=:-")) {
        ahead.at++;
    }
    token->length = (size_t)(ahead.text + ahead.at - token->text);
    skip_blanks(&ahead);
    if (token->length == 0 || peek(&ahead) != '"' || !take_value(&ahead, token)) {
        return false;
    }
    *scanner = ahead;
    return true;
}

static bool is_event(const struct pgn_token *tag)
{
    return tag->length == 5 && memcmp(tag->text, "Event", 5) == 0;
}

/* Whether another game begins here: with a tag behind moves, a second tag Event, the first line of
 * a file that was appended to another one, or move 1 below an empty line. */
static bool begins_game(const struct pgn_scanner *scanner)
{
    struct pgn_scanner ahead = *scanner;
    struct pgn_token tag;
    if (scanner->at == scanner->begin || !(scanner->has_text || scanner->has_event)) {
        return false;
    }
    const struct blanks blanks = blanks_before(scanner);
    if (blanks.mark && scanner->has_text) {
        return true;
    }
    if (take_tag(&ahead, &tag)) {
        return scanner->has_text || is_event(&tag);
    }
    return scanner->moves >= 2 && blanks.lines > 1 && !is_next(scanner, "1..") &&
           (is_next(scanner, "1.") || is_next(scanner, "1 "));
}

/* Skips a comment in braces. One that is never closed ends before the next line that begins with
 * the tag Event: false. */
static bool skip_comment(struct pgn_scanner *scanner)
{
    while (!is_at_end(scanner)) {
        if (is_next(scanner, "[Event \"") && begins_line(scanner)) {
            return false;
        }
        bool closed = peek(scanner) == '}';
        step(scanner);
        if (closed) {
            return true;
        }
    }
    return false;
}

/* Skips blanks, comments and escaped lines. False behind a comment that is never closed, which
 * began at `line`. */
static bool skip_between(struct pgn_scanner *scanner, int *line)
{
    for (;;) {
        skip_blanks(scanner);
        *line = scanner->line;
        if (peek(scanner) == ';' || (peek(scanner) == '%' && begins_line(scanner))) {
            skip_line(scanner);
        } else if (peek(scanner) != '{') {
            return true;
        } else if (!skip_comment(scanner)) {
            return false;
        }
    }
}

void pgn_scanner_init(struct pgn_scanner *scanner, const char *text, size_t length, int line)
{
    *scanner = (struct pgn_scanner){.text = text, .length = length, .line = line};
}

bool pgn_scanner_begin(struct pgn_scanner *scanner)
{
    struct pgn_scanner ahead = *scanner;
    int line;
    do {
        *scanner = ahead;
        skip_blanks(scanner);
        ahead = *scanner;
        /* A comment that is never closed is a game of its own, which is damaged. */
    } while (skip_between(&ahead, &line) && ahead.at > scanner->at);
    *scanner = (struct pgn_scanner){.text = scanner->text,
                                    .length = scanner->length,
                                    .at = scanner->at,
                                    .line = scanner->line,
                                    .begin = scanner->at};
    return !is_at_end(scanner);
}

static void refuse(struct pgn_token *token, int line, const char *reason)
{
    *token = (struct pgn_token){
        .kind = PGN_WRONG, .line = line, .text = reason, .length = strlen(reason)};
}

static void skip_word(struct pgn_scanner *scanner)
{
    while (peek(scanner) && blank_length(scanner) == 0 && !is_any(scanner, "{};()[]$")) {
        scanner->at++;
    }
}

/* Takes a word of the main line; false if it says nothing of the game. */
static bool take_word(struct pgn_scanner *scanner, struct pgn_token *token)
{
    const char *word = scanner->text + scanner->at;
    const int line = scanner->line;
    skip_word(scanner);
    size_t length = (size_t)(scanner->text + scanner->at - word);
    *token = (struct pgn_token){.kind = PGN_RESULT, .line = line};
    scanner->has_text = true;
    if (!pgn_read_result(word, length, &token->result)) {
        const struct pgn_number number = pgn_read_number(word, length);
        word += number.length;
        length -= number.length;
        if (number.is_first && scanner->moves >= 2) {
            refuse(token, line,
                   "move 1 comes again; expected a result or a tag before another game");
            return true;
        }
        scanner->starts_late |= number.is_later && scanner->moves == 0;
        if (!pgn_read_result(word, length, &token->result)) {
            token->kind = PGN_MOVE;
        }
    }
    token->text = word;
    token->length = length;
    scanner->is_over = token->kind == PGN_RESULT;
    if (token->kind == PGN_MOVE && pgn_is_annotation(word, length)) {
        return false;
    }
    while (token->length > 0 && strchr("!?", word[token->length - 1])) {
        token->length--;
    }
    scanner->moves += token->kind == PGN_MOVE;
    return true;
}

/* Takes a bracket that begins no tag. */
static void take_bracket(struct pgn_scanner *scanner, struct pgn_token *token)
{
    const int line = scanner->line;
    const bool among_tags = !scanner->has_text;
    while (!is_at_end(scanner) && !is_any(scanner, among_tags ? "\r\n" : "\r\n]")) {
        step(scanner);
    }
    scanner->at += peek(scanner) == ']';
    refuse(token, line,
           among_tags ? "expected a tag, as [White \"name\"]"
                      : "expected a move; only tags, as [White \"name\"], stand in brackets");
}

/* Takes a glyph of annotation, "$1". */
static bool take_glyph(struct pgn_scanner *scanner)
{
    const size_t before = ++scanner->at;
    while (isdigit((unsigned char)peek(scanner))) {
        scanner->at++;
    }
    scanner->has_text = true;
    return scanner->at > before;
}

/* Takes what is next in a variation, or a bracket that begins or ends one. False if nothing closes
 * or opens it. */
static bool take_variation(struct pgn_scanner *scanner, int *depth)
{
    const char first = peek(scanner);
    scanner->has_text = true;
    if (first == '(' || first == ')') {
        scanner->at++;
        *depth += first == '(' ? 1 : -1;
    } else if (is_any(scanner, "[]$")) {
        scanner->at++;
    } else {
        skip_word(scanner);
    }
    return *depth >= 0;
}

/* Takes what is next in the main line; false if it is no token. */
static bool take_token(struct pgn_scanner *scanner, struct pgn_token *token)
{
    const int line = scanner->line;
    switch (peek(scanner)) {
    case '[':
        if (!take_tag(scanner, token)) {
            take_bracket(scanner, token);
        } else {
            scanner->has_event |= is_event(token);
        }
        return true;
    case '$':
        if (take_glyph(scanner)) {
            return false;
        }
        refuse(token, line, "expected a number behind $");
        return true;
    case ']':
        scanner->at++;
        refuse(token, line, "a ] without its [");
        return true;
    default:
        return take_word(scanner, token);
    }
}

void pgn_scanner_next(struct pgn_scanner *scanner, struct pgn_token *token)
{
    int depth = 0, line = scanner->line, opened = line;
    for (bool found = false; !found;) {
        if (scanner->is_over) {
            *token = (struct pgn_token){.kind = PGN_END, .line = scanner->line};
            return;
        }
        found = true;
        if (!skip_between(scanner, &line)) {
            refuse(token, line, "expected } after this comment");
        } else if (is_at_end(scanner) || begins_game(scanner)) {
            *token = (struct pgn_token){.kind = PGN_END, .line = scanner->line};
            if (depth > 0) {
                refuse(token, opened, "expected ) after this variation");
            }
        } else if (peek(scanner) == '}' || !peek(scanner)) {
            refuse(token, line, peek(scanner) ? "a } without its {" : "a byte 0; expected text");
            scanner->at++;
        } else if (depth > 0 || is_any(scanner, "()")) {
            opened = depth > 0 ? opened : line;
            found = !take_variation(scanner, &depth);
            if (found) {
                refuse(token, line, "a ) without its (");
            }
        } else {
            found = take_token(scanner, token);
        }
    }
}
