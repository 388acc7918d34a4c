/* SPDX-License-Identifier: MIT */
/* Splits the bytes from a terminal into keys. An incomplete key waits for its remaining bytes. */
#ifndef SERVER_KEYS_H
#define SERVER_KEYS_H

#include <stdbool.h>

#include "buffer.h"

/* Room for a key: two characters and a final zero byte. */
#define KEY_ROOM 3

/* The control characters that move the cursor in emacs. Arrow keys and named keys are translated to
 * them. */
#define KEY_CONTROL(letter) ((char)((letter)&0x1f))
/* The Delete key. It is not Control-D, which may end the input. */
#define KEY_DELETE KEY_CONTROL('_')

/* Zeroed memory has no input. Bytes may be appended to `bytes` at any time. */
struct key_reader {
    struct buffer bytes;
};

void key_reader_finish(struct key_reader *reader);

/* Reads the next key: a character, or Escape and a character. Each non-ASCII character of UTF-8 is
 * read as one `?`, as in the protocol. Sequences without a key are skipped. False if there is no
 * key. */
bool key_reader_next(struct key_reader *reader, char key[KEY_ROOM]);

#endif
