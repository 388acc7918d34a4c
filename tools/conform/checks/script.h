/* SPDX-License-Identifier: MIT */
/* Conversations with an engine as text, a step in each line:
 *
 *     > TEXT      sends a line
 *     < PATTERN   skips lines up to one that matches (pattern.h); `info` is a line of thinking
 *     = PATTERN   the next line matches; without a pattern it is empty
 *     ! PATTERN   no line up to the next expected one may match
 *     & POSITION  the second word of the last line is a legal move there; `after`: the position of
 *                 the game's samples after one move
 *     ping        all is done: waits for the answer to a question, or for a while
 *     within MS   the next expected line comes within this time after the last sent one
 *     needs N     skips the check if the engine lacks this feature
 *     ends        the program ends within a second
 *     wait MS
 *
 * Blanks at the end of a received line do not count. */
#ifndef CONFORM_SCRIPT_H
#define CONFORM_SCRIPT_H

#include "checker.h"

/* How conversations in a dialect are led. Functions may be NULL. */
struct manner {
    /* The question of `ping` and the pattern of its answer. NULL: the engine has none. */
    const char *question, *answer;
    bool is_numbered; /* a number, which is new each time, follows both */
    /* Appends a line of a script as this engine wants it. */
    void (*write)(const struct checker *checker, const char *text, struct buffer *out);
    /* True if the engine has the feature of `needs`. */
    bool (*has)(const struct checker *checker, const char *feature);
    /* True if a word of the engine, which may be changed, is a legal move. NULL: as in the game's
     * own notation. */
    bool (*is_legal)(struct checker *checker, const char *position, char *word);
};

/* Holds a conversation. Returns false, with the reason, at the first step that fails. */
bool script_run(struct checker *checker, const struct manner *manner, const char *lines);

#endif
