/* SPDX-License-Identifier: MIT */
/* The keywords of `go`: what each is called, what follows it, and where that goes. */
#ifndef PROTOCOL_GO_KEYS_H
#define PROTOCOL_GO_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"

enum go_value {
    GO_VALUE_NONE,  /* the word says it all */
    GO_VALUE_INT,   /* a number in an int */
    GO_VALUE_INT64, /* a number in 64 bits */
    GO_VALUE_MATE,  /* a number of moves or plies, by dialect */
    GO_VALUE_MOVES, /* moves up to the next keyword */
    GO_VALUE_PERFT  /* a depth; makes the command a COMMAND_PERFT */
};

struct go_key {
    const char *word, *ugi_word; /* UGI's own name for the same; NULL: none */
    enum go_given given;
    enum go_value value;
    size_t offset;    /* in struct command_go */
    int64_t min, max; /* numbers beyond are taken as the nearest of these */
};

/* Ended by an entry whose word is NULL; in the order in which they are written. */
extern const struct go_key go_keys[];

/* The key that the first word of `text` names; NULL if it names none. `black_first`: btime and binc
 * are the first player's. */
const struct go_key *go_key_find(const char *text, bool black_first);

/* The word of a key that names no player by a number. */
const char *go_key_word(const struct go_key *key, bool black_first);

#endif
