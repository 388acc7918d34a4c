/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "universal.h"
#include "words.h"

const char *const universal_option_kinds[] = {
    [OPTION_CHECK] = "check",   [OPTION_SPIN] = "spin",     [OPTION_COMBO] = "combo",
    [OPTION_BUTTON] = "button", [OPTION_STRING] = "string",
};

/* Swaps the adjacent blocks [first, middle) and [middle, end). */
static void rotate(char *first, char *middle, char *end)
{
    for (; middle < end; first++, middle++) {
        char moved = *middle;
        memmove(first + 1, first, (size_t)(middle - first));
        *first = moved;
    }
}

/* Adds `choice`, which follows all text parsed before, to the choices, the first of which is
 * `first`. The text between them (blanks, a word, perhaps a name or a default) is moved after
 * it. */
static void add_choice(struct event_option *option, char *first, char *choice)
{
    if (!first) {
        option->choices = choice;
        return;
    }
    char *end = first + strlen(first);
    size_t moved = strlen(choice) + 1;
    const char **texts[] = {&option->name, &option->initial};
    for (int i = 0; i < LENGTH(texts); i++) {
        if (*texts[i] && *texts[i] > end && *texts[i] < choice) {
            *texts[i] += moved;
        }
    }
    *end = '\n';
    rotate(end + 1, choice, choice + moved);
}

static bool read_option_kind(const char *word, struct event_option *option, struct error *error)
{
    for (int i = 0; i < OPTION_KINDS; i++) {
        if (strcmp(word, universal_option_kinds[i]) == 0) {
            option->kind = (enum option_kind)i;
            return true;
        }
    }
    return error_set(error, "option: expected check, spin, combo, button or string, found '%.80s'",
                     word);
}

/* The parts of an option line. Each extends to the next of these words. */
enum option_part { PART_NAME, PART_TYPE, PART_DEFAULT, PART_MIN, PART_MAX, PART_VAR, PARTS };

static enum option_part find_option_part(const char *text)
{
    static const char *const parts[PARTS] = {"name", "type", "default", "min", "max", "var"};
    enum option_part part = PART_NAME;
    while (part < PARTS && !words_begin(text, parts[part])) {
        part++;
    }
    return part;
}

/* Removes the text up to the next part's word from *rest. */
static char *take_part(char **rest)
{
    char *text = *rest, *at = text;
    while (*at && find_option_part(at) == PARTS) {
        at = words_skip(at);
        at += *at == ' ';
    }
    *rest = at;
    if (*at && at > text) {
        at[-1] = '\0';
    }
    return at > text ? text : at + strlen(at);
}

bool universal_parse_option(char *rest, struct event_option *option, struct error *error)
{
    bool has_kind = false;
    char *choices = NULL;
    *option = (struct event_option){.min = INT64_MIN, .max = INT64_MAX};
    words_fold(rest);
    while (*rest) {
        enum option_part part = find_option_part(rest);
        words_take(&rest);
        char *text = part < PARTS ? take_part(&rest) : NULL;
        if (part == PART_NAME) {
            option->name = text;
        } else if (part == PART_TYPE) {
            has_kind = read_option_kind(text, option, error);
            if (!has_kind) {
                return false;
            }
        } else if (part == PART_DEFAULT) {
            option->initial = strcmp(text, "<empty>") == 0 ? text + strlen(text) : text;
        } else if (part == PART_MIN) {
            words_number(text, &option->min);
        } else if (part == PART_MAX) {
            words_number(text, &option->max);
        } else if (part == PART_VAR && *text) {
            add_choice(option, choices, text);
            choices = choices ? choices : text;
        }
    }
    if (!option->name || *option->name == '\0' || !has_kind) {
        return error_set(error, "option: expected 'name' and a name, then 'type' and a type");
    }
    return true;
}
