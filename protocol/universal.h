/* SPDX-License-Identifier: MIT */
/* Shared by the universal dialects: the Universal Chess Interface (UCI), the Universal Game
 * Interface (UGI), which is the same for any two-player game, and the Universal Ataxx Interface
 * (UAI). Each dialect accepts the words of all. The table below defines which words it writes, who
 * owns which clock, and how mates are counted. */
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
    bool numbered_players;        /* p1time instead of wtime */
    bool black_first;             /* btime is the first player's clock, wtime the second's */
    bool mate_in_moves;           /* moves of both players count as one; otherwise plies */
    bool says_ponder;             /* `bestmove` may have a move to ponder on */
};

bool universal_parse_command(const struct universal *dialect, char *line, struct command *command,
                             struct error *error);
/* True if the first word of the line is a command. */
bool universal_is_command(const char *line);

/* See struct dialect. */
const char *universal_samples(int index);
void universal_format_command(const struct universal *dialect, const struct command *command,
                              struct buffer *out);
bool universal_parse_event(const struct universal *dialect, char *line, struct event *event,
                           struct error *error);
void universal_format_event(const struct universal *dialect, const struct event *event,
                            struct buffer *out);

/* Parses the text after the word `option`. The option points into `rest`, which is changed. */
bool universal_parse_option(char *rest, struct event_option *option, struct error *error);

/* Returns the word of a command that is the same in all dialects; NULL: none. */
const char *universal_word(enum command_kind kind);

/* The words of option kinds: "check" at OPTION_CHECK, and so on. */
extern const char *const universal_option_kinds[OPTION_KINDS];

/* Convert plies to mate to moves and back; negative or 0: being mated. */
int64_t universal_moves_of_plies(int64_t plies);
int64_t universal_plies_of_moves(int64_t moves);

#endif
