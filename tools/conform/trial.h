/* One check under way: a fresh conversation with the engine, and the means to judge what it says.
 */
#ifndef CONFORM_TRIAL_H
#define CONFORM_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "error.h"
#include "game.h"
#include "look.h"
#include "talk.h"

enum outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_NOT_APPLICABLE };

/* How long an engine may take for what should be done at once, in seconds. */
#define PROMPT_S 5.0
/* The same for the greeting, and for `readyok` after memory was asked for. */
#define GREETING_S 10.0
/* For searches that end by themselves. */
#define SEARCH_S 20.0
/* How long we listen for what must not come. */
#define SILENCE_S 0.15

#define TRIAL_OPTIONS 256

/* An option line, taken apart. */
struct offered {
    char name[64], type[16], initial[128], choices[512];
    bool has_min, has_max, has_initial;
    int64_t min, max;
};

/* What a search said. */
struct seen {
    int infos;         /* lines with a depth, a score or a pv */
    int scored;        /* those with a score */
    bool exact;        /* the last score of line 1 is no bound */
    bool counted;      /* and its line has nodes, time, nps and hashfull */
    bool is_mate;      /* the last score of line 1 */
    int score;         /* as the dialect says it: mates in its own unit */
    char pv[8192];     /* of line 1, the last one */
    int lines;         /* the highest multipv */
    bool ranks_broken; /* multipv did not run from 1 in order */
    int last_rank;
    char best[GAME_MOVE_TEXT], ponder[GAME_MOVE_TEXT];
    double ms; /* from the go to the bestmove */
};

struct trial {
    struct ev_loop *loop;
    const struct target *target;
    const struct dialect *dialect; /* how the engine is spoken to */
    const struct game *game;       /* that is played */
    struct game_settings settings;
    double margin_ms;    /* by which a clock may be overrun */
    struct talk *talk;   /* NULL: not begun */
    struct error reason; /* of a failure, or of not being applicable */
    int offered_count;
    struct offered offered[TRIAL_OPTIONS];
};

/* Starts the engine, without a word. */
bool trial_start(struct trial *trial);
/* Starts it, greets it, and chooses the game. */
bool trial_greet(struct trial *trial);
/* Ends the conversation; trial_start begins another. */
void trial_stop(struct trial *trial);

/* The reason is kept; OUTCOME_FAIL and OUTCOME_NOT_APPLICABLE, to be returned. */
enum outcome trial_fail(struct trial *trial, const char *format, ...) PRINTF_LIKE(2, 3);
enum outcome trial_skip(struct trial *trial, const char *format, ...) PRINTF_LIKE(2, 3);

const struct look_samples *trial_samples(const struct trial *trial);
bool trial_is_ugi(const struct trial *trial);
/* The option of this name, in any case; NULL if the engine has none. */
const struct offered *trial_option(const struct trial *trial, const char *name);

/* Says `isready` and hears up to `readyok`; false, with the reason, when it does not come. */
bool trial_is_alive(struct trial *trial);

/* Says `position POSITION` and `go GO`; hears up to the bestmove, which must be legal there and
 * come in time. `seen` may be NULL. */
bool trial_search(struct trial *trial, const char *position, const char *go, double seconds,
                  struct seen *seen);
/* The same for a go that has been said, at `began_ns`. */
bool trial_hear_search(struct trial *trial, const char *position, int64_t began_ns, double seconds,
                       struct seen *seen);

/* Whether our rules know the move in the position ("startpos ..." or "fen ..."). */
bool trial_is_legal(struct trial *trial, const char *position, const char *move);

/* Whether our rules know the position. */
bool trial_is_position(const struct trial *trial, const char *position);

/* Who moves in a position (1 or 2), and whether the game is over there. */
int trial_look_at(const struct trial *trial, const char *position, enum game_result *result);

/* How many moves of a list of legal moves, one after the other, can be played from the position,
 * and how many there are. */
int trial_count_legal(struct trial *trial, const char *position, const char *moves, int *count);

#endif
