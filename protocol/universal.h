/* SPDX-License-Identifier: MIT */
/* Shared by the universal dialects: the Universal Chess Interface (UCI), the Universal Game
 * Interface (UGI), which is the same for any two-player game, and the Universal Ataxx Interface
 * (UAI). Each dialect accepts the words of all. The table below defines which words it writes, who
 * owns which clock, and how mates are counted. UCCI (ucci.c) has forms of its own for some lines,
 * and shares the others. */
#ifndef PROTOCOL_UNIVERSAL_H
#define PROTOCOL_UNIVERSAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "command.h"
#include "compiler.h"
#include "error.h"
#include "event.h"

struct universal {
    const char *hello, *hello_ok; /* the greeting and the end of its answer */
    const char *newgame;          /* a new game of the same kind */
    bool numbered_players;        /* p1time instead of wtime */
    bool black_first;             /* btime is the first player's clock, wtime the second's */
    bool mate_in_moves;           /* moves of both players count as one; otherwise plies */
    bool says_ponder;             /* `bestmove` may have a move to ponder on */
    bool is_ucci;                 /* its words: `time`, `score 12`, `info message` */
};

bool universal_parse_command(const struct universal *dialect, char *line, struct command *command,
                             struct error *error);
/* True if the first word of the line is a command. */
bool universal_is_command(const char *line);

/* See struct dialect. The first samples are the greetings of UCI, UGI and UAI. */
#define UNIVERSAL_GREETINGS 3
const char *universal_samples(int index);
void universal_format_event(const struct universal *dialect, const struct event *event,
                            struct buffer *out);
void universal_format_command(const struct universal *dialect, const struct command *command,
                              struct buffer *out);
bool universal_parse_event(const struct universal *dialect, char *line, struct event *event,
                           struct error *error);

/* Parses the text after the word `option`. The option points into `rest`, which is changed. */
bool universal_parse_option(char *rest, struct event_option *option, struct error *error);

/* Returns the word of a command that is the same in all dialects; NULL: none. */
const char *universal_word(enum command_kind kind);

/* The words of option kinds: "check" at OPTION_CHECK, and so on. */
extern const char *const universal_option_kinds[OPTION_KINDS];

/* The keywords of `go`: their words, their values, and where these are stored. */
enum universal_value {
    GO_VALUE_NONE,  /* no value */
    GO_VALUE_INT,   /* a number, stored as an int */
    GO_VALUE_INT64, /* a number, stored as an int64_t */
    GO_VALUE_MATE,  /* a number of moves or plies, depending on the dialect */
    GO_VALUE_MOVES, /* moves up to the next keyword */
    GO_VALUE_PERFT  /* a depth; makes the command a COMMAND_PERFT */
};

struct universal_key {
    const char *word, *ugi_word, *ucci_word; /* the last two: a dialect's own word; NULL: none */
    enum go_given given;
    enum universal_value value;
    size_t offset;    /* in struct command_go */
    int64_t min, max; /* a number outside of this range is set to the nearest limit */
};

/* In the order in which they are written; ends with an entry whose word is NULL. */
extern const struct universal_key universal_keys[];

/* Returns the word of a key in dialects that do not number the players. `black_first`: btime and
 * binc belong to the first player. */
const char *universal_key_word(const struct universal_key *key, bool black_first);

/* Convert plies to mate to moves and back; negative or 0: being mated. */
INLINE int64_t universal_moves_of_plies(int64_t plies)
{
    return plies > 0 ? (plies + 1) / 2 : (plies - 1) / 2;
}

INLINE int64_t universal_plies_of_moves(int64_t moves)
{
    return moves > 0 ? 2 * moves - 1 : 2 * moves;
}

#endif
