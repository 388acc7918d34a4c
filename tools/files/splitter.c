/* SPDX-License-Identifier: MIT */
#include "splitter.h"

#include <ctype.h>
#include <string.h>

#include "compiler.h"
#include "pgn_scanner.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static bool at_end(const struct splitter *splitter)
{
    return splitter->at >= splitter->length;
}

static char look(const struct splitter *splitter)
{
    return splitter->text[splitter->at];
}

/* Whether a text is next. */
static bool is_next(const struct splitter *splitter, const char *text)
{
    size_t length = strlen(text);
    return splitter->length - splitter->at >= length &&
           memcmp(splitter->text + splitter->at, text, length) == 0;
}

/* Steps over a byte. Lines end in LF, CRLF or CR. */
static void step(struct splitter *splitter)
{
    char byte = look(splitter);
    splitter->at++;
    splitter->line += byte == '\n' || (byte == '\r' && !is_next(splitter, "\n"));
}

/* Skips blanks. Files that begin with a byte order mark may have been joined: it is one, too. */
static void skip_blanks(struct splitter *splitter)
{
    while (!at_end(splitter)) {
        if (is_next(splitter, BYTE_ORDER_MARK)) {
            splitter->at += strlen(BYTE_ORDER_MARK);
        } else if (isspace((unsigned char)look(splitter))) {
            step(splitter);
        } else {
            break;
        }
    }
}

static void skip_line(struct splitter *splitter)
{
    while (!at_end(splitter) && look(splitter) != '\n' && look(splitter) != '\r') {
        step(splitter);
    }
}

static bool begins_line(const struct splitter *splitter)
{
    const char *at = splitter->text + splitter->at;
    return splitter->at == 0 || at[-1] == '\n' || at[-1] == '\r';
}

static void begin(const struct splitter *splitter, struct piece *piece)
{
    *piece = (struct piece){.text = splitter->text + splitter->at, .line = splitter->line + 1};
}

static void end(const struct splitter *splitter, struct piece *piece)
{
    piece->length = (size_t)(splitter->text + splitter->at - piece->text);
}

static bool next_line(struct splitter *splitter, struct piece *piece)
{
    for (;;) {
        skip_blanks(splitter);
        if (at_end(splitter)) {
            return false;
        }
        begin(splitter, piece);
        bool comment = look(splitter) == '#';
        skip_line(splitter);
        end(splitter, piece);
        if (!comment) {
            return true;
        }
    }
}

/* Damaged games end where the scanner finds the next one. */
static bool next_pgn(struct splitter *splitter, struct piece *piece)
{
    struct pgn_scanner scanner;
    struct pgn_token token;
    pgn_scanner_init(&scanner, splitter->text + splitter->at, splitter->length - splitter->at,
                     splitter->line + 1);
    if (!pgn_scanner_begin(&scanner)) {
        return false;
    }
    *piece = (struct piece){.text = scanner.text + scanner.at, .line = scanner.line};
    do {
        pgn_scanner_next(&scanner, &token);
    } while (token.kind != PGN_END);
    piece->length = (size_t)(scanner.text + scanner.at - piece->text);
    splitter->at += scanner.at;
    splitter->line = scanner.line - 1;
    return true;
}

/* Whether a game tree begins here: "(;". */
static bool begins_tree(const struct splitter *splitter)
{
    struct splitter ahead = *splitter;
    if (at_end(&ahead) || look(&ahead) != '(') {
        return false;
    }
    ahead.at++;
    skip_blanks(&ahead);
    return !at_end(&ahead) && look(&ahead) == ';';
}

/* Whether a line begins with the root of a game tree, even inside what was never closed. */
static bool begins_root(const struct splitter *splitter)
{
    static const char *const roots[] = {"(;FF[", "(;GM[", "(;CA[", "(;AP[", "(;SZ["};
    for (int i = 0; i < LENGTH(roots) && begins_line(splitter); i++) {
        if (is_next(splitter, roots[i])) {
            return true;
        }
    }
    return false;
}

/* Steps to the next game tree, over what may stand before one: at the beginning of the file text
 * without properties, as of a mail, and elsewhere a number, as GGF has it. False, and no step, if
 * there is something else. */
static bool find_tree(struct splitter *splitter)
{
    struct splitter ahead = *splitter;
    bool other = false;
    while (!at_end(&ahead) && !begins_tree(&ahead)) {
        const char byte = look(&ahead);
        if (is_next(&ahead, BYTE_ORDER_MARK)) {
            ahead.at += strlen(BYTE_ORDER_MARK);
            continue;
        }
        other |= !isdigit((unsigned char)byte) && !isspace((unsigned char)byte);
        if ((other && splitter->at > 0) || byte == '[') {
            return false;
        }
        step(&ahead);
    }
    if (!other || !at_end(&ahead)) {
        *splitter = ahead;
    }
    return !at_end(splitter) && !at_end(&ahead);
}

/* Steps over a game tree. */
static void skip_tree(struct splitter *splitter)
{
    int depth = 0;
    bool value = false;
    do {
        char letter = look(splitter);
        step(splitter);
        if (value && letter == '\\' && !at_end(splitter)) {
            step(splitter);
        } else if (value) {
            value = letter != ']';
        } else {
            value = letter == '[';
            depth += (letter == '(') - (letter == ')');
        }
    } while (!at_end(splitter) && depth > 0 && !begins_root(splitter));
}

/* Text that is no game tree is a piece, too, which its reader refuses. */
static bool next_sgf(struct splitter *splitter, struct piece *piece)
{
    const bool found = find_tree(splitter);
    skip_blanks(splitter);
    if (at_end(splitter)) {
        return false;
    }
    begin(splitter, piece);
    if (found) {
        skip_tree(splitter);
    }
    while (!found && !at_end(splitter) && !begins_tree(splitter)) {
        step(splitter);
    }
    end(splitter, piece);
    return true;
}

bool splitter_next(struct splitter *splitter, struct piece *piece)
{
    switch (splitter->format) {
    case SOURCE_PGN:
        return next_pgn(splitter, piece);
    case SOURCE_SGF:
        return next_sgf(splitter, piece);
    default:
        return next_line(splitter, piece);
    }
}

/* A FEN may begin with a digit as the number of a move does, but has no dot behind it. */
enum source_format splitter_guess(const char *text, size_t length)
{
    struct splitter splitter = {.text = text, .length = length};
    skip_blanks(&splitter);
    const char first = at_end(&splitter) ? '\0' : look(&splitter);
    if (first && strchr("[{;%", first)) {
        return SOURCE_PGN;
    }
    while (!at_end(&splitter) && isdigit((unsigned char)look(&splitter))) {
        splitter.at++;
    }
    const bool numbered = isdigit((unsigned char)first) && is_next(&splitter, ".");
    skip_blanks(&splitter);
    return numbered ? SOURCE_PGN : is_next(&splitter, "(") ? SOURCE_SGF : SOURCE_LINES;
}

bool splitter_check(const char *text, size_t length, int line, struct error *error)
{
    const char *zero = memchr(text, 0, length);
    if (length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
        return error_set(error, "line %d: the text is UTF-16; expected UTF-8", line);
    }
    for (const char *at = text; zero && at < zero; at++) {
        line += *at == '\n';
    }
    return !zero || error_set(error, "line %d: a byte 0; expected text", line);
}
