/* SPDX-License-Identifier: MIT */
/* Messages for the player. Each is shown as long as the game stays at the move after which it was
 * added. */
#ifndef PLAY_MESSAGES_H
#define PLAY_MESSAGES_H

/* The number of messages that are kept. */
#define MESSAGES_KEPT 3

struct message {
    char text[200]; /* "": none */
    int game, plies;
};

/* The newest is last. Zeroed memory has no messages. */
struct messages {
    struct message list[MESSAGES_KEPT];
};

/* Returns how many bytes of a text fit in a row of `width` columns, of which each byte counts as
 * one: whole words, or a part of a word that is longer than the row. At least one character of a
 * text that is not empty fits. */
int messages_fit(const char *text, int width);

/* Adds a message after `plies` moves of game number `game`. */
void messages_add(struct messages *messages, const char *text, int game, int plies);

/* Removes messages of other moves or games, and moves the rest to the end of the list. */
void messages_drop_old(struct messages *messages, int game, int plies);

#endif
