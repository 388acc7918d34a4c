/* SPDX-License-Identifier: MIT */
#include "properties.h"

#include <stdlib.h>

#include "memory.h"

struct reader {
    struct cursor place;
    int depth; /* the number of open brackets */
    bool ends; /* the main line has ended */
    char name[sizeof(((struct property *)0)->name)];
};

/* Reads a value and appends it with a zero byte. A line end after a backslash is omitted, as FF[4]
 * requires. */
static bool read_value(struct cursor *at, struct buffer *value)
{
    cursor_take(at);
    while (cursor_peek(at) && cursor_peek(at) != ']') {
        char letter = cursor_take(at);
        if (letter == '\\') {
            letter = cursor_take(at);
            if (letter == '\r' || letter == '\n') {
                at->at += letter == '\r' && cursor_peek(at) == '\n';
                continue;
            }
        }
        if (letter) {
            buffer_putc(value, letter);
        }
    }
    buffer_putc(value, '\0');
    return cursor_take(at) == ']';
}

/* Reads a name: only its capitals, because FF[3] allows small letters among them. */
static bool read_name(struct reader *reader)
{
    size_t length = 0;
    while (isalpha((unsigned char)cursor_peek(&reader->place))) {
        char letter = cursor_take(&reader->place);
        if (isupper((unsigned char)letter) && length + 1 < sizeof reader->name) {
            reader->name[length++] = letter;
        }
    }
    reader->name[length] = '\0';
    cursor_skip_blanks(&reader->place);
    return length > 0 && cursor_peek(&reader->place) == '[';
}

/* Reads the next property of the main line; false at its end, or if there is no property. The first
 * ')' ends the main line, because each '(' before it begins the first of several variations. */
static bool next_property(struct reader *reader, struct buffer *value)
{
    struct cursor *at = &reader->place;
    cursor_skip_blanks(at);
    if (cursor_peek(at) != '[' || !reader->name[0]) {
        while (cursor_is_any(at, "(;") || isspace((unsigned char)cursor_peek(at))) {
            reader->depth += cursor_take(at) == '(';
        }
        reader->ends = cursor_peek(at) == ')';
        if (reader->ends || !read_name(reader)) {
            return false;
        }
    }
    return read_value(at, value);
}

/* After the main line: skips the variations, to the end of the tree and of the text. */
static bool skip_rest(struct reader *reader, struct buffer *scratch)
{
    struct cursor *at = &reader->place;
    while (reader->depth > 0) {
        cursor_skip_blanks(at);
        if (cursor_is_any(at, "();")) {
            const char byte = cursor_take(at);
            reader->depth += (byte == '(') - (byte == ')');
            continue;
        }
        if (!read_name(reader)) {
            return false;
        }
        while (cursor_peek(at) == '[') {
            buffer_clear(scratch);
            if (!read_value(at, scratch)) {
                return false;
            }
            cursor_skip_blanks(at);
        }
    }
    cursor_skip_blanks(at);
    return cursor_is_at_end(at);
}

bool properties_read(struct properties *properties, const struct cursor *text, struct error *error)
{
    struct reader reader = {.place = *text};
    struct buffer scratch = {0};
    const struct cursor *at = &reader.place;
    *properties = (struct properties){.list = NULL};
    while (next_property(&reader, &properties->values)) {
        properties->list =
            memory_extended(properties->list, (size_t)properties->count, sizeof *properties->list);
        struct property *added = &properties->list[properties->count++];
        memcpy(added->name, reader.name, sizeof added->name);
        added->line = at->line;
    }
    const bool good = reader.ends && skip_rest(&reader, &scratch);
    buffer_finish(&scratch);
    const char *value = buffer_text(&properties->values);
    for (int i = 0; i < properties->count; i++) {
        properties->list[i].value = value;
        value += strlen(value) + 1;
    }
    return good ||
           error_set(error,
                     cursor_peek(at) ? "line %d: expected a property and its value, as B[hh]"
                                     : "line %d: the game tree is not closed; expected )",
                     at->line);
}

void properties_finish(struct properties *properties)
{
    buffer_finish(&properties->values);
    free(properties->list);
}

const char *properties_find(const struct properties *properties, const char *name)
{
    const char *value = "";
    for (int i = 0; i < properties->count; i++) {
        value = property_is(&properties->list[i], name) ? properties->list[i].value : value;
    }
    return value;
}

bool property_is(const struct property *property, const char *name)
{
    return strcmp(property->name, name) == 0;
}

bool property_is_any(const struct property *property, const char *const *names)
{
    while (*names && !property_is(property, *names)) {
        names++;
    }
    return *names;
}

bool property_takes_turn(const struct property *property, struct saved_game *saved,
                         const char *colours, bool may_pass, struct error *error)
{
    const char colour = property->name[0];
    if (colour != colours[game_record_player(&saved->record) - 1] && may_pass) {
        game_record_pass(&saved->record);
    }
    const char turn = colours[game_record_player(&saved->record) - 1];
    return colour == turn || error_set(error, "line %d: %c[%.20s]: it is the turn of %c",
                                       property->line, colour, property->value, turn);
}

/* True if a game tree begins here: "(;". */
static bool begins_tree(const struct cursor *at)
{
    struct cursor ahead = *at;
    if (cursor_take(&ahead) != '(') {
        return false;
    }
    cursor_skip_marks(&ahead);
    return cursor_peek(&ahead) == ';';
}

/* True if a line begins with the root of a game tree, even inside one that is not closed. */
static bool begins_root(const struct cursor *at)
{
    static const char *const roots[] = {"(;FF[", "(;GM[", "(;CA[", "(;AP[", "(;SZ["};
    const char before = at->at > 0 ? cursor_place(at)[-1] : '\n';
    const bool begins_line = before == '\n' || before == '\r';
    for (int i = 0; i < LENGTH(roots) && begins_line; i++) {
        if (cursor_is_next(at, roots[i])) {
            return true;
        }
    }
    return false;
}

/* Moves to the next game tree, past the text that may precede it: at the beginning of the file,
 * text without properties, such as that of a mail; elsewhere a number, as in GGF. If there is
 * something else, returns false and does not move. */
static bool find_tree(struct cursor *at)
{
    struct cursor ahead = *at;
    bool other = false;
    for (cursor_skip_marks(&ahead); !cursor_is_at_end(&ahead) && !begins_tree(&ahead);
         cursor_skip_marks(&ahead)) {
        const char byte = cursor_peek(&ahead);
        other |= !isdigit((unsigned char)byte);
        if ((other && at->at > 0) || byte == '[') {
            return false;
        }
        cursor_take(&ahead);
    }
    if (!other || !cursor_is_at_end(&ahead)) {
        *at = ahead;
    }
    return !cursor_is_at_end(at) && !cursor_is_at_end(&ahead);
}

/* Skips a game tree. */
static void skip_tree(struct cursor *at)
{
    int depth = 0;
    bool value = false;
    do {
        const char letter = cursor_take(at);
        if (value && letter == '\\') {
            cursor_take(at);
        } else if (value) {
            value = letter != ']';
        } else {
            value = letter == '[';
            depth += (letter == '(') - (letter == ')');
        }
    } while (!cursor_is_at_end(at) && depth > 0 && !begins_root(at));
}

bool properties_next(struct cursor *text, struct cursor *tree)
{
    const bool found = find_tree(text);
    cursor_skip_marks(text);
    const struct cursor begin = *text;
    if (cursor_is_at_end(text)) {
        return false;
    }
    if (found) {
        skip_tree(text);
    }
    while (!found && !cursor_is_at_end(text) && !begins_tree(text)) {
        cursor_take(text);
    }
    *tree = cursor_between(&begin, text);
    return true;
}
