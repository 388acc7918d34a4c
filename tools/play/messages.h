/* SPDX-License-Identifier: MIT */
/* Lines for the person to read, each as long as the game stands where it stood when it was said. */
#ifndef PLAY_MESSAGES_H
#define PLAY_MESSAGES_H

/* Most messages that are kept. */
#define MESSAGES_KEPT 3

struct message {
    char text[200]; /* "": none */
    int game, plies;
};

/* The newest last; zeroed memory holds none. */
struct messages {
    struct message list[MESSAGES_KEPT];
};

/* Adds a line, said after `plies` moves of the game of that number. */
void messages_add(struct messages *messages, const char *text, int game, int plies);

/* Drops what the game has left behind, so that what is left stands at the end of the list. */
void messages_drop_old(struct messages *messages, int game, int plies);

#endif
