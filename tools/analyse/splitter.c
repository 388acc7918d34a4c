/* SPDX-License-Identifier: MIT */
/* Where the pieces of a source begin and end. */
#include <ctype.h>
#include <string.h>

#include "compiler.h"
#include "source.h"

static bool at_end(const struct splitter *splitter)
{
    return splitter->at >= splitter->source->length;
}

static char look(const struct splitter *splitter)
{
    return splitter->source->text[splitter->at];
}

static void step(struct splitter *splitter)
{
    splitter->line += look(splitter) == '\n';
    splitter->at++;
}

static void skip_blanks(struct splitter *splitter)
{
    while (!at_end(splitter) && isspace((unsigned char)look(splitter))) {
        step(splitter);
    }
}

/* Skips to the end of the line, and over it. */
static void skip_line(struct splitter *splitter)
{
    while (!at_end(splitter) && look(splitter) != '\n') {
        step(splitter);
    }
    if (!at_end(splitter)) {
        step(splitter);
    }
}

static bool begins_line(const struct splitter *splitter)
{
    return splitter->at == 0 || splitter->source->text[splitter->at - 1] == '\n';
}

/* Whether a text stands here. */
static bool stands(const struct splitter *splitter, const char *text)
{
    size_t length = strlen(text);
    return splitter->source->length - splitter->at >= length &&
           memcmp(splitter->source->text + splitter->at, text, length) == 0;
}

static void begin(const struct splitter *splitter, struct piece *piece)
{
    *piece =
        (struct piece){.text = splitter->source->text + splitter->at, .line = splitter->line + 1};
}

static void end(const struct splitter *splitter, struct piece *piece)
{
    piece->length = (size_t)(splitter->source->text + splitter->at - piece->text);
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

/* What was seen of a game in PGN. */
struct pgn_state {
    bool event, moves; /* its tag Event; anything behind its tags */
    bool comment;      /* inside { } */
    int depth;         /* of variations */
    bool over;         /* its result */
};

/* Takes a word of the moves; a result ends the game. */
static void take_word(struct splitter *splitter, struct pgn_state *state)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    size_t start = splitter->at;
    while (!at_end(splitter) && !strchr(" \t\r\n{};()[", look(splitter))) {
        splitter->at++;
    }
    size_t length = splitter->at - start;
    for (int i = 0; i < LENGTH(results) && state->depth <= 0; i++) {
        state->over |= length == strlen(results[i]) &&
                       memcmp(splitter->source->text + start, results[i], length) == 0;
    }
    if (length == 0) {
        step(splitter);
    }
    state->moves = true;
}

/* Whether another game begins here: a tag behind moves; the tag Event, which is the first one, even
 * inside what was never closed. */
static bool begins_game(const struct splitter *splitter, const struct pgn_state *state)
{
    if (!begins_line(splitter) || look(splitter) != '[') {
        return false;
    }
    return stands(splitter, "[Event \"") ? state->event || state->moves
                                         : state->moves && !state->comment;
}

static void take_pgn(struct splitter *splitter, struct pgn_state *state)
{
    char letter = look(splitter);
    if (state->comment) {
        state->comment = letter != '}';
        step(splitter);
    } else if (letter == '[' && begins_line(splitter)) {
        state->event |= stands(splitter, "[Event \"");
        skip_line(splitter);
    } else if (letter == ';' || (letter == '%' && begins_line(splitter))) {
        skip_line(splitter);
    } else if (letter == '{') {
        state->comment = true;
        state->moves = true;
        step(splitter);
    } else if (letter == '(' || letter == ')') {
        state->depth += letter == '(' ? 1 : -1;
        step(splitter);
    } else if (isspace((unsigned char)letter)) {
        step(splitter);
    } else {
        take_word(splitter, state);
    }
}

/* Comments behind a game's result belong to it. */
static void take_last_comments(struct splitter *splitter)
{
    for (;;) {
        struct splitter before = *splitter;
        skip_blanks(splitter);
        if (at_end(splitter) || look(splitter) != '{') {
            *splitter = before;
            return;
        }
        while (!at_end(splitter) && look(splitter) != '}') {
            step(splitter);
        }
        if (at_end(splitter)) {
            *splitter = before;
            return;
        }
        step(splitter);
    }
}

static bool next_pgn(struct splitter *splitter, struct piece *piece)
{
    struct pgn_state state = {.depth = 0};
    skip_blanks(splitter);
    if (at_end(splitter)) {
        return false;
    }
    begin(splitter, piece);
    while (!at_end(splitter) && !state.over && !begins_game(splitter, &state)) {
        take_pgn(splitter, &state);
    }
    if (state.over) {
        take_last_comments(splitter);
    }
    end(splitter, piece);
    return true;
}

/* Whether a line begins with the root of a game tree, even inside what was never closed. */
static bool begins_tree(const struct splitter *splitter)
{
    static const char *const roots[] = {"(;FF[", "(;GM[", "(;CA[", "(;AP[", "(;SZ["};
    for (int i = 0; i < LENGTH(roots) && begins_line(splitter); i++) {
        if (stands(splitter, roots[i])) {
            return true;
        }
    }
    return false;
}

static bool next_sgf(struct splitter *splitter, struct piece *piece)
{
    int depth = 0;
    bool value = false;
    while (!at_end(splitter) && look(splitter) != '(') {
        step(splitter);
    }
    if (at_end(splitter)) {
        return false;
    }
    begin(splitter, piece);
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
    } while (!at_end(splitter) && depth > 0 && !begins_tree(splitter));
    end(splitter, piece);
    return true;
}

bool splitter_next(struct splitter *splitter, struct piece *piece)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (splitter->at == 0 && splitter->source->length > 0 && stands(splitter, byte_order_mark)) {
        splitter->at += strlen(byte_order_mark);
    }
    switch (splitter->source->format) {
    case SOURCE_PGN:
        return next_pgn(splitter, piece);
    case SOURCE_SGF:
        return next_sgf(splitter, piece);
    default:
        return next_line(splitter, piece);
    }
}
