/* SPDX-License-Identifier: MIT */
/* Checks rules that every conversation with an engine must follow: the referee receives the lines
 * of both sides and reports violations. It does no I/O and knows no game, so it cannot decide
 * whether a move is legal. The rules:
 *
 *   - Each greeting, `isready`, `query` and `go` has one answer. Only a new game may cancel the
 *     answer of a search.
 *   - A search sends at least one info with a score before its bestmove, and none after it.
 *   - The lines of a search are numbered 1 to k, in order. The last score of line 1 is exact and
 *     has nodes, time, nps and hashfull; its first move is the bestmove.
 *   - A line that ends in mate has exactly the length of its score.
 *
 * These are the rules of the universal dialects; others are not checked. */
#ifndef PROTOCOL_REFEREE_H
#define PROTOCOL_REFEREE_H

#include "dialect.h"

struct referee {
    const struct dialect *dialect; /* of the last greeting that was answered; UCI before */
    bool is_another;               /* the conversation is in a dialect that is not checked */
    struct dialect_state state;
    int greetings, readies, queries; /* sent and not yet answered */
    int searches_least, searches_most;
    int cut_off;         /* searches that a new game may have ended after they sent lines */
    int last_multipv;    /* the number of the last line of the search; 0: none yet */
    bool exact, counted; /* of the last info of line 1 with a score */
    char first_move[64]; /* of that line */
};

void referee_init(struct referee *referee);

/* Call these for each line to or from the engine, without its end. They return false and the
 * violation. */
bool referee_sent(struct referee *referee, const char *line, struct error *error);
bool referee_received(struct referee *referee, const char *line, struct error *error);

/* Call this at the end of the conversation. Returns false if something was not answered. */
bool referee_end(const struct referee *referee, struct error *error);

#endif
