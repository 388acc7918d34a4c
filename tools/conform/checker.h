/* SPDX-License-Identifier: MIT */
/* The context of a check: a fresh session with the engine, and our own rules to judge its
 * answers. */
#ifndef CONFORM_CHECKER_H
#define CONFORM_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "engine_option.h"
#include "error.h"
#include "game.h"
#include "look.h"
#include "session.h"

/* The time limit for anything that an engine should do immediately, in seconds. */
#define PROMPT_S 5.0
/* The time limit for the greeting, and for `readyok` after memory was requested, in seconds. */
#define GREETING_S 10.0
/* The time limit for a search that ends by itself, in seconds. */
#define SEARCH_S 20.0
/* How long to wait for a line that must not arrive, in seconds. */
#define SILENCE_S 0.15

/* How much a client relies on what a check expects. */
enum demand_level {
    LEVEL_MAY,    /* clients work without it */
    LEVEL_SHOULD, /* a test framework or a client punishes an engine that does otherwise */
    LEVEL_MUST    /* a specification demands it */
};

/* The level of an expectation, and where it comes from: the specification or the program, and the
 * section. */
struct demand {
    enum demand_level level;
    const char *source;
};

/* The output of a search. */
struct search_output {
    int infos;         /* the number of lines with a depth, a score or a pv */
    int scored;        /* the number of lines with a score */
    bool exact;        /* the last score of the first line (multipv 1) is not a bound */
    bool counted;      /* that line also has nodes, time, nps and hashfull */
    bool is_mate;      /* of the last score of the first line */
    int score;         /* centipawns, or plies to mate */
    char pv[8192];     /* the last one of the first line */
    int lines;         /* the highest multipv */
    bool ranks_broken; /* multipv did not count up from 1 */
    int last_rank;
    char best[GAME_MOVE_TEXT], ponder[GAME_MOVE_TEXT];
    double ms; /* from the go to the bestmove */
};

struct checker {
    struct ev_loop *loop;
    const struct target *target;
    const struct dialect *dialect;      /* the dialect to test */
    struct dialect_state dialect_state; /* of dialects that need one */
    const struct game *game;            /* the game to play */
    struct game_settings settings;
    double margin_ms;            /* how much a search may exceed its time */
    struct session *session;     /* NULL: not started */
    struct demand demand;        /* of what is checked now */
    struct error reason;         /* why the check fails or does not apply */
    bool skipped;                /* it does not apply */
    struct search_output output; /* of the last search */
    /* The options of the engine. Those without a name have the name ""; the kind of those without a
     * valid type is OPTION_KINDS. */
    struct engine_option_list options;
};

/* Starts the engine and sends nothing. `words` (NULL: none) are further arguments of a program;
 * `errors_joined`: its standard error is read, too. */
bool checker_start(struct checker *checker);
bool checker_start_with(struct checker *checker, char *const *words, bool errors_joined);
/* Starts the engine, sends the greeting and selects the game. */
bool checker_greet(struct checker *checker);
/* Ends the session; checker_start starts another. */
void checker_stop(struct checker *checker);

/* Sets the demand of what is checked from here on. A check begins with that of its row; a part of
 * it that clients rely on less has its own, and comes last. */
void checker_expect(struct checker *checker, enum demand_level level, const char *source);

/* Store why the check fails or does not apply, and return false. The reason of the first failure is
 * kept. */
bool checker_fail(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);
bool checker_skip(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);
/* Prepends the context to the reason of a failure, "CONTEXT: REASON", and returns false. */
bool checker_fail_in(struct checker *checker, const char *format, ...) PRINTF_LIKE(2, 3);

const struct look_samples *checker_samples(const struct checker *checker);
/* True if this dialect is tested: "uci", "cecp". */
bool checker_speaks(const struct checker *checker, const char *dialect);
/* Returns the option with this name, ignoring case; NULL if the engine has none. */
const struct engine_option *checker_option(const struct checker *checker, const char *name);

/* Sends `isready` and reads up to `readyok`. Returns false and the reason if it does not
 * arrive. */
bool checker_is_alive(struct checker *checker);

/* Sends `position POSITION` and `go GO` and reads up to the bestmove, which must be legal and
 * arrive in time. The output is in checker->output until the next search. */
bool checker_search(struct checker *checker, const char *position, const char *go, double seconds);
/* The same for a search to a depth that is restricted to these words, and plays `move`. */
bool checker_plays(struct checker *checker, const char *position, int depth, const char *words,
                   const char *move);
/* The same for other lines, the last of which is the go. If `position` is NULL, any move is
 * accepted. */
bool checker_ask(struct checker *checker, const char *position, double seconds, const char *format,
                 ...) PRINTF_LIKE(4, 5);
/* The same for a go that was sent at `began_ns`. */
bool checker_read_search(struct checker *checker, const char *position, int64_t began_ns,
                         double seconds);

/* True if a move is legal in a position ("startpos ..." or "fen ..."). */
bool checker_is_legal(struct checker *checker, const char *position, const char *move);
/* The same for a move as squares (look_parse_vertices). */
bool checker_is_vertex(struct checker *checker, const char *position, const char *move);

/* True if a position is legal. */
bool checker_is_position(const struct checker *checker, const char *position);

/* Returns the side to move in a position (1 or 2), and in *result whether the game is over. */
int checker_look_at(const struct checker *checker, const char *position, enum game_result *result);

/* Returns how many moves of a list can be played one after another from the position. *count is the
 * number of all moves in the list. */
int checker_count_legal(struct checker *checker, const char *position, const char *moves,
                        int *count);

#endif
