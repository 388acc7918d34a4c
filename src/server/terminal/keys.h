/* SPDX-License-Identifier: MIT */
/* Cuts bytes from a terminal into keys. An incomplete key waits for its other bytes. */
#ifndef SERVER_KEYS_H
#define SERVER_KEYS_H

#include <stdbool.h>

#include "buffer.h"

/* Room for a key: two characters and a final zero byte. */
#define KEY_ROOM 3

/* The characters that move in emacs, which the keys with arrows and names are translated to. */
#define KEY_CONTROL(letter) ((char)((letter)&0x1f))
/* Delete, which is not Control-D: that may end the input. */
#define KEY_DELETE KEY_CONTROL('_')

/* Zeroed memory has read nothing. `bytes` may be appended to at any time. */
struct key_reader {
    struct buffer bytes;
};

void key_reader_finish(struct key_reader *reader);

/* Reads the next key: a character, or Escape and a character. A byte outside ASCII reads as `?`, as
 * in the protocol, once for each character of UTF-8; sequences that mean no key here are skipped.
 * False if there is none. */
bool key_reader_next(struct key_reader *reader, char key[KEY_ROOM]);

#endif
