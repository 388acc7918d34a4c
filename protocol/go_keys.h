/* SPDX-License-Identifier: MIT */
/* The keywords of `go`: their words, their values, and where these are stored. */
#ifndef PROTOCOL_GO_KEYS_H
#define PROTOCOL_GO_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"

enum go_value {
    GO_VALUE_NONE,  /* no value */
    GO_VALUE_INT,   /* a number, stored as an int */
    GO_VALUE_INT64, /* a number, stored as an int64_t */
    GO_VALUE_MATE,  /* a number of moves or plies, depending on the dialect */
    GO_VALUE_MOVES, /* moves up to the next keyword */
    GO_VALUE_PERFT  /* a depth; makes the command a COMMAND_PERFT */
};

struct go_key {
    const char *word, *ugi_word; /* ugi_word: UGI's own word; NULL: none */
    enum go_given given;
    enum go_value value;
    size_t offset;    /* in struct command_go */
    int64_t min, max; /* a number outside of this range is set to the nearest limit */
};

/* In the order in which they are written; ends with an entry whose word is NULL. */
extern const struct go_key go_keys[];

/* Returns the key that the first word of `text` names; NULL: none. If `black_first`, btime and binc
 * belong to the first player. */
const struct go_key *go_key_find(const char *text, bool black_first);

/* Returns the word of a key in dialects that do not number the players. */
const char *go_key_word(const struct go_key *key, bool black_first);

#endif
