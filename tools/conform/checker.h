/* SPDX-License-Identifier: MIT */
/* What a check works with: a fresh session with the engine, and our own rules to judge its
 * answers. */
#ifndef CONFORM_CHECKER_H
#define CONFORM_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "error.h"
#include "game.h"
#include "look.h"
#include "session.h"

enum outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_NOT_APPLICABLE };

/* Time for what an engine should do at once, in seconds. */
#define PROMPT_S 5.0
/* Time for the greeting, and for `readyok` after memory was asked for, in seconds. */
#define GREETING_S 10.0
/* Time for a search that ends by itself, in seconds. */
#define SEARCH_S 20.0
/* How long we wait for a line that must not come, in seconds. */
#define SILENCE_S 0.15

#define CHECKER_OPTIONS 256

/* An option that the engine offers. */
struct offered {
    char name[64], type[16], initial[128], choices[512];
    bool has_min, has_max, has_initial;
    int64_t min, max;
};

/* What an engine sent about a search. */
struct search_output {
    int infos;         /* lines with a depth, a score or a pv */
    int scored;        /* those with a score */
    bool exact;        /* the last score of line 1 is no bound */
    bool counted;      /* and its line has nodes, time, nps and hashfull */
    bool is_mate;      /* the last score of line 1 */
    int score;         /* centipawns, or plies to mate */
    char pv[8192];     /* of line 1, the last one */
    int lines;         /* the highest multipv */
    bool ranks_broken; /* multipv did not run from 1 in order */
    int last_rank;
    char best[GAME_MOVE_TEXT], ponder[GAME_MOVE_TEXT];
    double ms; /* from the go to the bestmove */
};

struct checker {
    struct ev_loop *loop;
    const struct target *target;
    const struct dialect *dialect; /* in which the engine is tested */
    const struct game *game;       /* the game that is played */
    struct game_settings settings;
    double margin_ms;        /* by which a clock may be overrun */
    struct session *session; /* NULL: not started */
    struct error reason;     /* of a failure, or of not being applicable */
    int offered_count;
    struct offered offered[CHECKER_OPTIONS];
};

/* Starts the engine and sends nothing. */
bool checker_start(struct checker *checker);
/* Starts the engine, greets it, and chooses the game. */
bool checker_greet(struct checker *checker);
/* Ends the session; checker_start begins another. */
void checker_stop(struct checker *checker);

/* Keeps the reason, and returns OUTCOME_FAIL or OUTCOME_NOT_APPLICABLE. The first failure's reason
 * stays. */
enum outcome checker_fail(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);
enum outcome checker_skip(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);
/* Puts what was tested before the reason that a failure already has, "CONTEXT: REASON", and returns
 * OUTCOME_FAIL. */
enum outcome checker_fail_in(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);

const struct look_samples *checker_samples(const struct checker *checker);
bool checker_is_ugi(const struct checker *checker);
/* The option of this name, in any case; NULL if the engine has none. */
const struct offered *checker_option(const struct checker *checker, const char *name);

/* Sends `isready` and reads up to `readyok`; false, with the reason, when it does not come. */
bool checker_is_alive(struct checker *checker);

/* Sends `position POSITION` and `go GO` and reads up to the bestmove, which must be legal there and
 * come in time. `output` may be NULL. */
bool checker_search(struct checker *checker, const char *position, const char *go, double seconds,
                    struct search_output *output);
/* The same for a go that was sent at `began_ns`; `position` NULL: any move will do. */
bool checker_read_search(struct checker *checker, const char *position, int64_t began_ns,
                         double seconds, struct search_output *output);

/* Whether a move is legal in a position ("startpos ..." or "fen ..."). */
bool checker_is_legal(struct checker *checker, const char *position, const char *move);

/* Whether a position is legal. */
bool checker_is_position(const struct checker *checker, const char *position);

/* Who moves in a position (1 or 2), and whether the game is over there. */
int checker_look_at(const struct checker *checker, const char *position, enum game_result *result);

/* How many moves of a list can be played one after the other from the position; *count is the
 * number of all. */
int checker_count_legal(struct checker *checker, const char *position, const char *moves,
                        int *count);

#endif
