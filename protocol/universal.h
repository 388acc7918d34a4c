/* SPDX-License-Identifier: MIT */
/* What the universal dialects have in common: the Universal Chess Interface (UCI), the Universal
 * Game Interface (UGI), its twin for any two-player game, and the Universal Ataxx Interface (UAI).
 * The words of all are understood in all; the table below says which of them are written, whose the
 * clocks are, and how mates are counted. */
#ifndef PROTOCOL_UNIVERSAL_H
#define PROTOCOL_UNIVERSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "event.h"

struct universal {
    const char *hello, *hello_ok; /* the greeting and the end of its answer */
    const char *newgame;          /* a new game of the same kind */
    bool numbered_players;        /* p1time, not wtime */
    bool black_first;             /* btime is the first player's, wtime the second's */
    bool mate_in_moves;           /* of both players together; else in plies */
    bool says_ponder;             /* whether `bestmove` may name a move to ponder on */
};

bool universal_parse_command(const struct universal *dialect, char *line, struct command *command,
                             struct error *error);
/* Whether the line's first word is that of a command. */
bool universal_is_command(const char *line);

/* See struct dialect. */
const char *universal_samples(int index);
void universal_format_command(const struct universal *dialect, const struct command *command,
                              struct buffer *out);
bool universal_parse_event(const struct universal *dialect, char *line, struct event *event,
                           struct error *error);
void universal_format_event(const struct universal *dialect, const struct event *event,
                            struct buffer *out);

/* Reads what follows the word `option`; the option's text is that of `rest`, which is changed. */
bool universal_parse_option(char *rest, struct event_option *option, struct error *error);

/* The word of a command that has one for both dialects; NULL: none. */
const char *universal_word(enum command_kind kind);

/* The words of option kinds: "check" at OPTION_CHECK, and so on. */
extern const char *const universal_option_kinds[OPTION_KINDS];

/* Plies to mate as a count of moves and back; negative or 0: being mated. */
int64_t universal_moves_of_plies(int64_t plies);
int64_t universal_plies_of_moves(int64_t moves);

#endif
