/* SPDX-License-Identifier: MIT */
#include "language.h"

#include <ctype.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "look.h"

/* Where the catalogues are if they are not beside the program: "/usr/share/locale". */
#ifndef MYOSU_LOCALE_FOLDER
#define MYOSU_LOCALE_FOLDER "/usr/share/locale"
#endif

/* Returns the locale of messages that the environment names, or "". */
static const char *wanted_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < LENGTH(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            return value;
        }
    }
    return "";
}

/* Finds the catalogues from the folder of the program: in its build folder, or installed with it.
 */
static void find_catalogues(char folder[PATH_MAX])
{
    static const char *const places[] = {"src/languages", "../share/locale"};
    char program[PATH_MAX / 2];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *name = strrchr(program, '/');
    for (int i = 0; name && i < LENGTH(places); i++) {
        char file[PATH_MAX];
        snprintf(folder, PATH_MAX, "%.*s/%s", (int)(name - program), program, places[i]);
        snprintf(file, sizeof file, "%.*s/%s/ko/LC_MESSAGES/" LANGUAGE_DOMAIN ".mo",
                 (int)(name - program), program, places[i]);
        if (access(file, R_OK) == 0) {
            return;
        }
    }
    snprintf(folder, PATH_MAX, "%s", MYOSU_LOCALE_FOLDER);
}

void language_begin(void)
{
    const char *wanted = wanted_locale();
    const bool is_utf8 = strstr(wanted, "UTF-8") || strstr(wanted, "utf8");
    char folder[PATH_MAX];
    /* A locale that is not installed still names a language and an encoding. */
    if (!setlocale(LC_CTYPE, "") && is_utf8) {
        setlocale(LC_CTYPE, "C.UTF-8");
    }
    if (!setlocale(LC_MESSAGES, "") && is_utf8 && setlocale(LC_MESSAGES, "C.UTF-8")) {
        setenv("LANGUAGE", wanted, false);
    }
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        setlocale(LC_MESSAGES, "C"); /* a terminal that cannot show the texts */
        return;
    }
    find_catalogues(folder);
    bindtextdomain(LANGUAGE_DOMAIN, folder);
    bind_textdomain_codeset(LANGUAGE_DOMAIN, "UTF-8");
}

const char *language_name(const struct game *game, const char *name)
{
    char key[128];
    if (snprintf(key, sizeof key, "%s\004%s", game->name, name) < (int)sizeof key) {
        const char *found = dgettext(LANGUAGE_DOMAIN, key);
        if (found != key) {
            return found;
        }
    }
    return *name ? _(name) : name;
}

/* Messages with values in them, of which each may be a message, too. */
static const char *const messages[] = {
    N_("illegal move '{move}': {why}"),
    N_("newgame: parameter '{name}': {why}"),
    N_("{value} is out of range ({least} to {most})"),
    N_("'{value}' is not a whole number ({least} to {most})"),
    N_("'{value}' is none of: {names}"),
    N_("expected one of: {names}"),
    N_("expected {moves}"),
    N_("no {piece} can go to {square}"),
    N_("no piece on {square}"),
    N_("the piece on {square} is the opponent's"),
    N_("the {piece} cannot go there"),
    N_("no castling here: {why}"),
    N_("not a square; expected a1 to {last}"),
    N_("{rule} at {square}: lines {one} and {two}"),
    N_("{rule} at {square}: lines {line}"),
};

/* The values of a message: where the text has them, and their names in braces. */
#define MOST_VALUES 4

struct values {
    struct {
        const char *name, *text;
        int name_length, length;
    } list[MOST_VALUES];
    int count;
};

/* Reads a text as the message `key`. Each value ends where the next part of the key begins. */
static bool read_message(const char *key, const char *text, struct values *values)
{
    values->count = 0;
    while (*key) {
        if (*key != '{') {
            if (*key++ != *text++) {
                return false;
            }
            continue;
        }
        const int name = (int)strcspn(key, "}") + 1;
        const char *next = key + name, *end = text + strlen(text);
        const int fixed = (int)strcspn(next, "{");
        if (*next) {
            LOCAL_BUFFER part = {0};
            buffer_append(&part, next, (size_t)fixed);
            end = next[fixed] ? strstr(text, buffer_text(&part))
                  : strlen(text) > (size_t)fixed && strcmp(end - fixed, buffer_text(&part)) == 0
                      ? end - fixed
                      : NULL;
        }
        if (!end || end == text || values->count == MOST_VALUES) {
            return false;
        }
        values->list[values->count].name = key;
        values->list[values->count].name_length = name;
        values->list[values->count].text = text;
        values->list[values->count++].length = (int)(end - text);
        key = next;
        text = end;
    }
    return !*text;
}

/* Appends a message in the person's language with its values. */
static void put_values(const char *message, const struct values *values, struct buffer *out)
{
    while (*message) {
        int found = -1;
        for (int i = 0; *message == '{' && i < values->count; i++) {
            const int length = values->list[i].name_length;
            found = strncmp(message, values->list[i].name, (size_t)length) == 0 ? i : found;
        }
        if (found < 0) {
            buffer_putc(out, *message++);
            continue;
        }
        LOCAL_BUFFER value = {0};
        buffer_append(&value, values->list[found].text, (size_t)values->list[found].length);
        language_put_message(buffer_text(&value), out);
        message += values->list[found].name_length;
    }
}

void language_put_message(const char *text, struct buffer *out)
{
    const char *known = *text ? _(text) : text;
    struct values values;
    for (int i = 0; known == text && i < LENGTH(messages); i++) {
        const char *message = _(messages[i]);
        if (message != messages[i] && read_message(messages[i], text, &values)) {
            put_values(message, &values, out);
            return;
        }
    }
    buffer_puts(out, known);
}

void language_put_player(const struct game *game, int player, struct buffer *out)
{
    const char *name = game->look->sides[player].name;
    if (islower((unsigned char)name[0])) {
        buffer_printf(out, _("The %s player"), language_name(game, name));
    } else {
        buffer_puts(out, language_name(game, name));
    }
}
