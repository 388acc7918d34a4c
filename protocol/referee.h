/* What holds for every conversation with an engine, whatever is asked: the referee hears both sides
 * and says what is broken. Pure; knows no game, so whether moves are legal is not its business.
 *
 *   - a greeting, `isready`, `query` and `go` have one answer each, and there is no other; only a
 * new game and the end may cut a search's answer off
 *   - a search says at least one scored info before its bestmove, and nothing about it afterwards
 *   - its lines are numbered 1 to k in order; the last score of line 1 is exact, and counts nodes,
 *     time, nps and hashfull; the first move of that line is the bestmove
 *   - a line to mate is exactly as long as its score says */
#ifndef PROTOCOL_REFEREE_H
#define PROTOCOL_REFEREE_H

#include "dialect.h"

struct referee {
    const struct dialect *dialect; /* that of the last greeting's answer; UCI before it */
    struct dialect_state state;
    int greetings, readies, queries; /* asked and not yet answered */
    int searches_least, searches_most;
    int cut_off;         /* so many searches a new game may have ended after lines of theirs */
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
