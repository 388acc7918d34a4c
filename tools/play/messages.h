/* SPDX-License-Identifier: MIT */
/* Messages for the player. Each is shown as long as the game stays at the move after which it was
 * added. */
#ifndef PLAY_MESSAGES_H
#define PLAY_MESSAGES_H

/* The number of messages that are kept. */
#define MESSAGES_KEPT 3

/* The most columns of a message. A character of one column has at most 3 bytes, and one of 4 bytes
 * has two columns, except for a few rare scripts, of which the end may be cut off. */
#define MESSAGE_COLUMNS 199

struct message {
    char text[3 * MESSAGE_COLUMNS + 1]; /* "": none */
    int game, plies;
};

/* The newest is last. Zeroed memory has no messages. */
struct messages {
    struct message list[MESSAGES_KEPT];
};

/* Returns the number of columns of a text: two for a character of Chinese, Japanese and Korean. */
int messages_columns(const char *text);

/* Returns how many bytes of a text are in its first `width` columns, in whole characters. */
int messages_clip(const char *text, int width);

/* Returns how many bytes of a text fit in a row of `width` columns: whole words, or a part of a
 * word that is longer than the row. At least one character of a text that is not empty fits. */
int messages_fit(const char *text, int width);

/* Adds a message after `plies` moves of game number `game`. */
void messages_add(struct messages *messages, const char *text, int game, int plies);

/* Removes messages of other moves or games, and moves the rest to the end of the list. */
void messages_drop_old(struct messages *messages, int game, int plies);

#endif
