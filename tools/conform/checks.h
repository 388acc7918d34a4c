/* SPDX-License-Identifier: MIT */
/* The list of checks, each described by a sentence. Their numbers are those of "What clients
 * expect" in the protocol's specification; higher numbers are for other programs and for
 * servers. */
#ifndef CONFORM_CHECKS_H
#define CONFORM_CHECKS_H

#include "checker.h"

/* The dialects that a check applies to, as bits. */
enum audience {
    FOR_UCI = 1,
    FOR_UGI = 2,
    FOR_GOMOCUP = 4,
    FOR_ALL = FOR_UCI | FOR_UGI | FOR_GOMOCUP,
    FOR_UNIVERSAL = FOR_UCI | FOR_UGI
};

struct check {
    int number;
    unsigned audience;
    const char *sentence;
    enum outcome (*run)(struct checker *checker);
};

/* All checks, in the order of their numbers. `sentence` is NULL after the last one. */
extern const struct check checks[];

/* Lines, and the start and end of a session. */
enum outcome check_greeting(struct checker *checker);
enum outcome check_unasked(struct checker *checker);
enum outcome check_blanks(struct checker *checker);
enum outcome check_long_lines(struct checker *checker);
enum outcome check_foul_bytes(struct checker *checker);
enum outcome check_ends(struct checker *checker);
enum outcome check_vanishing(struct checker *checker);

/* Options and readiness. */
enum outcome check_unknown(struct checker *checker);
enum outcome check_option_names(struct checker *checker);
enum outcome check_option_ranges(struct checker *checker);
enum outcome check_option_lines(struct checker *checker);
enum outcome check_options_known(struct checker *checker);
enum outcome check_options_in_search(struct checker *checker);
enum outcome check_isready(struct checker *checker);
enum outcome check_newgame_in_search(struct checker *checker);

/* Positions. */
enum outcome check_position_forms(struct checker *checker);
enum outcome check_position_refused(struct checker *checker);
enum outcome check_moves(struct checker *checker);
enum outcome check_position_in_search(struct checker *checker);

/* Searches and their limits. */
enum outcome check_clocks(struct checker *checker);
enum outcome check_time_kept(struct checker *checker);
enum outcome check_first_limit(struct checker *checker);
enum outcome check_zero_limits(struct checker *checker);
enum outcome check_garbage_limits(struct checker *checker);
enum outcome check_searchmoves(struct checker *checker);
enum outcome check_infinite(struct checker *checker);
enum outcome check_stop(struct checker *checker);
enum outcome check_no_move(struct checker *checker);

/* The output of a search. */
enum outcome check_bestmove_last(struct checker *checker);
enum outcome check_scored(struct checker *checker);
enum outcome check_scores(struct checker *checker);
enum outcome check_lines(struct checker *checker);
enum outcome check_throttle(struct checker *checker);
enum outcome check_ponder_move(struct checker *checker);

/* Commands of UGI. */
enum outcome check_queries(struct checker *checker);
enum outcome check_ugi_infinite(struct checker *checker);

/* Commands of Gomocup. */
enum outcome check_gomocup_commands(struct checker *checker);
enum outcome check_gomocup_errors(struct checker *checker);
enum outcome check_gomocup_info(struct checker *checker);
enum outcome check_gomocup_board(struct checker *checker);
enum outcome check_gomocup_memory(struct checker *checker);
enum outcome check_gomocup_extensions(struct checker *checker);

/* The program beyond the protocol. */
enum outcome check_bench(struct checker *checker);
enum outcome check_genfens(struct checker *checker);
enum outcome check_activation(struct checker *checker);
enum outcome check_neighbours(struct checker *checker);
enum outcome check_no_paths(struct checker *checker);

#endif
