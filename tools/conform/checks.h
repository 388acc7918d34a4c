/* The list of checks: one plain sentence each, numbered as in the protocol's "What clients expect";
 * the numbers behind those are other programs' and the server's. */
#ifndef CONFORM_CHECKS_H
#define CONFORM_CHECKS_H

#include "trial.h"

/* Whom a check is for; several may be. */
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
    enum outcome (*run)(struct trial *trial);
};

/* All checks, in the order of their numbers; `sentence` NULL after the last. */
extern const struct check checks[];

/* Wire and life of a conversation. */
enum outcome check_greeting(struct trial *trial);
enum outcome check_unasked(struct trial *trial);
enum outcome check_blanks(struct trial *trial);
enum outcome check_long_lines(struct trial *trial);
enum outcome check_foul_bytes(struct trial *trial);
enum outcome check_ends(struct trial *trial);
enum outcome check_vanishing(struct trial *trial);

/* Options and readiness. */
enum outcome check_unknown(struct trial *trial);
enum outcome check_option_names(struct trial *trial);
enum outcome check_option_ranges(struct trial *trial);
enum outcome check_option_lines(struct trial *trial);
enum outcome check_options_known(struct trial *trial);
enum outcome check_options_in_search(struct trial *trial);
enum outcome check_isready(struct trial *trial);
enum outcome check_newgame_in_search(struct trial *trial);

/* Positions. */
enum outcome check_position_forms(struct trial *trial);
enum outcome check_position_refused(struct trial *trial);
enum outcome check_moves(struct trial *trial);
enum outcome check_position_in_search(struct trial *trial);

/* Searches and their limits. */
enum outcome check_clocks(struct trial *trial);
enum outcome check_time_kept(struct trial *trial);
enum outcome check_first_limit(struct trial *trial);
enum outcome check_zero_limits(struct trial *trial);
enum outcome check_garbage_limits(struct trial *trial);
enum outcome check_searchmoves(struct trial *trial);
enum outcome check_infinite(struct trial *trial);
enum outcome check_stop(struct trial *trial);
enum outcome check_no_move(struct trial *trial);

/* What is said of a search. */
enum outcome check_bestmove_last(struct trial *trial);
enum outcome check_scored(struct trial *trial);
enum outcome check_scores(struct trial *trial);
enum outcome check_lines(struct trial *trial);
enum outcome check_throttle(struct trial *trial);
enum outcome check_ponder_move(struct trial *trial);

/* UGI. */
enum outcome check_queries(struct trial *trial);
enum outcome check_ugi_infinite(struct trial *trial);

/* Gomocup. */
enum outcome check_gomocup_commands(struct trial *trial);
enum outcome check_gomocup_errors(struct trial *trial);
enum outcome check_gomocup_info(struct trial *trial);
enum outcome check_gomocup_board(struct trial *trial);
enum outcome check_gomocup_memory(struct trial *trial);
enum outcome check_gomocup_extensions(struct trial *trial);

/* Programs beside the protocol. */
enum outcome check_bench(struct trial *trial);
enum outcome check_genfens(struct trial *trial);
enum outcome check_activation(struct trial *trial);
enum outcome check_neighbours(struct trial *trial);
enum outcome check_no_paths(struct trial *trial);

#endif
