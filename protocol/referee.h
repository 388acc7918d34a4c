/* SPDX-License-Identifier: MIT */
/* Checks what holds for every conversation with an engine, whatever is asked: the referee hears
 * both sides and says what is broken. It does no I/O and knows no game, so it cannot tell whether a
 * move is legal. What it checks:
 *
 *   - Each greeting, `isready`, `query` and `go` has one answer. Only a new game may take a
 * search's answer away.
 *   - A search gives at least one info with a score before its bestmove, and none after it.
 *   - The lines of a search are numbered 1 to k, in order. The last score of line 1 is exact and
 *     comes with nodes, time, nps and hashfull; its first move is the bestmove.
 *   - A line to mate is exactly as long as its score says.
 */
#ifndef PROTOCOL_REFEREE_H
#define PROTOCOL_REFEREE_H

#include "dialect.h"

struct referee {
    const struct dialect *dialect; /* that of the last greeting's answer; UCI before it */
    struct dialect_state state;
    int greetings, readies, queries; /* asked and not yet answered */
    int searches_least, searches_most;
    int cut_off;         /* searches that a new game may have ended after lines of theirs */
    int last_multipv;    /* number of the last line of the search; 0: none yet */
    bool exact, counted; /* the last scored info of line 1 */
    char first_move[64]; /* of it */
};

void referee_init(struct referee *referee);

/* A line went to the engine, or came from it; lines are without their ends. False: what is broken.
 */
bool referee_sent(struct referee *referee, const char *line, struct error *error);
bool referee_received(struct referee *referee, const char *line, struct error *error);

/* The conversation is over: whether everything was answered. */
bool referee_end(const struct referee *referee, struct error *error);

#endif
