/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the functions of the game that the search calls.
 *
 * Every game has those of contract.h: key, side, make, unmake, legal_moves, is_legal, evaluate and
 * result. A search on a type other than the game's position, such as gomoku's board, defines them
 * under its own prefix, and they may take a position that is not const.
 *
 * All other functions belong to a feature: a constant, which is 0 unless the game's search.c
 * defines it. Below its name are the functions that a game with the feature defines, each with its
 * type, and their defaults for the other games. Scores are from the mover's point of view. */

/* The default of a function: it returns the value, which may use the arguments a and b, whose types
 * follow the name. */
#define DEFAULT_1(result, name, first, value)                                                      \
    INLINE result name(first a)                                                                    \
    {                                                                                              \
        (void)a;                                                                                   \
        return value;                                                                              \
    }
#define DEFAULT_2(result, name, first, second, value)                                              \
    INLINE result name(first a, second b)                                                          \
    {                                                                                              \
        (void)a, (void)b;                                                                          \
        return value;                                                                              \
    }

#define game_continuation_index GAME_FN(continuation_index)
#define game_correction_key     GAME_FN(correction_key)
#define game_generate           GAME_FN(generate)
#define game_gives_check        GAME_FN(gives_check)
#define game_handicap           GAME_FN(handicap)
#define game_history_index      GAME_FN(history_index)
#define game_in_check           GAME_FN(in_check)
#define game_is_legal           GAME_FN(is_legal)
#define game_is_noisy           GAME_FN(is_noisy)
#define game_is_terminal        GAME_FN(is_terminal)
#define game_key                GAME_FN(key)
#define game_key_after          GAME_FN(key_after)
#define game_legal_moves        GAME_FN(legal_moves)
#define game_make_null          GAME_FN(make_null)
#define game_no_moves           GAME_FN(no_moves)
#define game_noisy_index        GAME_FN(noisy_index)
#define game_noisy_value        GAME_FN(noisy_value)
#define game_note_threats       GAME_FN(note_threats)
#define game_null_move_allowed  GAME_FN(null_move_allowed)
#define game_plies_left         GAME_FN(plies_left)
#define game_leave_tables       GAME_FN(leave_tables)
#define game_probe_tables       GAME_FN(probe_tables)
#define game_quiet_value        GAME_FN(quiet_value)
#define game_rank_moves         GAME_FN(rank_moves)
#define game_see_ge             GAME_FN(see_ge)
#define game_set_up             GAME_FN(set_up)
#define game_shown_score        GAME_FN(shown_score)
#define game_side               GAME_FN(side)
#define game_unmake_null        GAME_FN(unmake_null)

/* SEARCH_JOURNAL: the position itself stores the data that unmake needs, so make and unmake have no
 * third argument. */
#ifdef SEARCH_JOURNAL
#define game_make(position, move, undo)   ((void)(undo), GAME_FN(make)(position, move))
#define game_unmake(position, move, undo) ((void)(undo), GAME_FN(unmake)(position, move))
#else
#define game_make   GAME_FN(make)
#define game_unmake GAME_FN(unmake)
#endif

/* SEARCH_HISTORY_INDEX: the index of a move in the history, 0 .. SEARCH_HISTORY_SIZE - 1, is not
 * the move itself. */
#ifdef SEARCH_HISTORY_INDEX
int game_history_index(const GAME_POSITION *position, move_t move);
#else
DEFAULT_2(int, game_history_index, const GAME_POSITION *, move_t, b)
#endif

/* SEARCH_EVALUATE: the search calls search_evaluate instead of evaluate. */
#ifdef SEARCH_EVALUATE
#define game_evaluate GAME_FN(search_evaluate)
#else
#define game_evaluate GAME_FN(evaluate)
#endif

/* SEARCH_TERMINAL: the search has a faster or different test than game_result of whether the game
 * is over, regardless of the moves. *score is then the score at this ply. */
#ifdef SEARCH_TERMINAL
bool game_is_terminal(const GAME_POSITION *position, int ply, score_t *score);
#else
INLINE bool game_is_terminal(const GAME_POSITION *position, int ply, score_t *score)
{
    const enum game_result result = GAME_FN(result)(position);
    const enum game_result won = game_side(position) ? RESULT_P2_WINS : RESULT_P1_WINS;
    *score = result == RESULT_DRAW ? SCORE_DRAW
             : result == won       ? score_mate_in(ply)
                                   : score_mated_in(ply);
    return result != RESULT_NONE;
}
#endif

/* SEARCH_NO_MOVES: a side may have no move although the game is not over. Returns the score. */
#ifdef SEARCH_NO_MOVES
score_t game_no_moves(const GAME_POSITION *position, int ply);
#else
DEFAULT_2(score_t, game_no_moves, const GAME_POSITION *, int, SCORE_DRAW)
#endif

/* SEARCH_QUIET_VALUE: the order of quiet moves includes points besides their history,
 * -HISTORY_LIMIT .. HISTORY_LIMIT. */
#ifdef SEARCH_QUIET_VALUE
int game_quiet_value(const GAME_POSITION *position, move_t move);
#else
DEFAULT_2(int, game_quiet_value, const GAME_POSITION *, move_t, 0)
#endif

/* SEARCH_PLIES_LEFT: an upper bound of the length of every line of play from the position. A search
 * with exact scores ends there. */
#ifdef SEARCH_PLIES_LEFT
int game_plies_left(const GAME_POSITION *position);
#else
DEFAULT_1(int, game_plies_left, const GAME_POSITION *, MAX_PLY)
#endif

/* SEARCH_MULTI_MOVE: the side that has moved may be to move again. Then neither the child's score
 * nor its window is negated. */
#ifndef SEARCH_MULTI_MOVE
#define SEARCH_MULTI_MOVE 0
#endif

/* SEARCH_NOISY_MOVES: there are noisy moves. game_noisy_value orders them; game_see_ge is static
 * exchange evaluation: whether the mover gains `margin` centipawns or more. Such a game defines
 *     void game_generate(const GAME_POSITION *position, enum move_class move_class,
 *                        struct move_list *list);
 * which adds the legal moves of a class. Both classes together contain every move once.
 * SEARCH_GENERATE: a game without noisy moves defines game_generate too, for example to list only
 * the moves worth searching. */
#ifdef SEARCH_NOISY_MOVES
#define SEARCH_GENERATE 1
bool game_is_noisy(const GAME_POSITION *position, move_t move);
int game_noisy_value(const GAME_POSITION *position, move_t move);
bool game_see_ge(const GAME_POSITION *position, move_t move, score_t margin);
#else
#define SEARCH_NOISY_MOVES 0
DEFAULT_2(bool, game_is_noisy, const GAME_POSITION *, move_t, false)
DEFAULT_2(int, game_noisy_value, const GAME_POSITION *, move_t, 0)
INLINE bool game_see_ge(const GAME_POSITION *position UNUSED, move_t move UNUSED, score_t margin)
{
    return margin <= 0;
}
#endif
#ifndef SEARCH_GENERATE
INLINE void game_generate(const GAME_POSITION *position, enum move_class move_class,
                          struct move_list *list)
{
    if (move_class == MOVES_QUIET) {
        game_legal_moves(position, list);
    }
}
#endif

/* SEARCH_CHECKS: a side may be in check, and a legal move may give check. */
#ifdef SEARCH_CHECKS
bool game_in_check(const GAME_POSITION *position);
bool game_gives_check(const GAME_POSITION *position, move_t move);
#else
DEFAULT_1(bool, game_in_check, const GAME_POSITION *, false)
DEFAULT_2(bool, game_gives_check, const GAME_POSITION *, move_t, false)
#endif

/* SEARCH_NULL_MOVE: a pass is usually worse than the best move. The functions say whether that
 * holds here, and make the pass. Only the selective node passes, never in check. */
#ifdef SEARCH_NULL_MOVE
bool game_null_move_allowed(const GAME_POSITION *position);
void game_make_null(GAME_POSITION *position, GAME_UNDO *undo);
void game_unmake_null(GAME_POSITION *position, const GAME_UNDO *undo);
#else
DEFAULT_1(bool, game_null_move_allowed, const GAME_POSITION *, false)
DEFAULT_2(void, game_make_null, GAME_POSITION *, GAME_UNDO *, )
DEFAULT_2(void, game_unmake_null, GAME_POSITION *, const GAME_UNDO *, )
#endif

/* SEARCH_KEY_AFTER: the key after a legal move is cheap to compute before the move is made. The
 * table's memory is then fetched while the move is evaluated and made. This affects only the
 * speed. */
#ifdef SEARCH_KEY_AFTER
uint64_t game_key_after(const GAME_POSITION *position, move_t move);
#else
#define SEARCH_KEY_AFTER 0
DEFAULT_2(uint64_t, game_key_after, const GAME_POSITION *, move_t, 0)
#endif

/* SEARCH_CONTINUATION: number of indices of the continuation history. */
#ifdef SEARCH_CONTINUATION
int game_continuation_index(const GAME_POSITION *position, move_t move);
#else
#define SEARCH_CONTINUATION 0
DEFAULT_2(int, game_continuation_index, const GAME_POSITION *, move_t, 0)
#endif

/* SEARCH_NOISY_HISTORY: number of indices of the history of noisy moves, with this parameter:
 *   SEARCH_NOISY_HISTORY_DIVISOR  points of history for one of game_noisy_value */
#ifdef SEARCH_NOISY_HISTORY
int game_noisy_index(const GAME_POSITION *position, move_t move);
#else
#define SEARCH_NOISY_HISTORY         0
#define SEARCH_NOISY_HISTORY_DIVISOR 1
DEFAULT_2(int, game_noisy_index, const GAME_POSITION *, move_t, 0)
#endif

/* SEARCH_CORRECTIONS: number of features in the correction history, with these parameters:
 *   SEARCH_CORRECTION_PERCENT  of the features' sum is added to the evaluation
 *   SEARCH_CORRECTION_MAX      centipawns that an entry holds at most
 *   SEARCH_CORRECTION_INERTIA  an update of weight w (1 .. 16, by depth) moves an entry by
 *                              w / SEARCH_CORRECTION_INERTIA of the way */
#ifdef SEARCH_CORRECTIONS
uint64_t game_correction_key(const GAME_POSITION *position, int feature);
#else
#define SEARCH_CORRECTIONS        0
#define SEARCH_CORRECTION_PERCENT 0
#define SEARCH_CORRECTION_MAX     0
#define SEARCH_CORRECTION_INERTIA 1
DEFAULT_2(uint64_t, game_correction_key, const GAME_POSITION *, int, 0)
#endif

/* SEARCH_WORKSPACE: prepares a worker's workspace for a search, and returns the position to
 * search. */
#ifdef SEARCH_WORKSPACE
GAME_POSITION *game_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *worker);
#else
#define SEARCH_WORKSPACE char
DEFAULT_2(GAME_POSITION *, game_set_up, SEARCH_WORKSPACE *, const struct search_worker *,
          b->position)
#endif

/* SEARCH_TABLES: endgame tables know the result of some positions. game_set_up begins to use them,
 * and game_leave_tables ends that. game_probe_tables finds the score of a position at this ply,
 * exact or a bound. game_rank_moves compares the moves of the root, of which the search plays one
 * with the highest rank, and finds the score of each; false if a table is missing. Scores from
 * SEARCH_DECIDED on are known results, and no evaluation is one. */
#ifdef SEARCH_TABLES
#define SEARCH_DECIDED SCORE_TABLES_FOUND
void game_leave_tables(SEARCH_WORKSPACE *workspace);
bool game_probe_tables(const SEARCH_WORKSPACE *workspace, const GAME_POSITION *position, int depth,
                       int ply, score_t *score, enum search_bound *bound);
bool game_rank_moves(SEARCH_WORKSPACE *workspace, const GAME_POSITION *position,
                     const struct move_list *moves, int *ranks, score_t *scores);
#else
#define SEARCH_TABLES  0
#define SEARCH_DECIDED SCORE_MATE_FOUND
DEFAULT_1(void, game_leave_tables, SEARCH_WORKSPACE *, )
INLINE bool game_probe_tables(const SEARCH_WORKSPACE *workspace UNUSED,
                              const GAME_POSITION *position UNUSED, int depth UNUSED,
                              int ply UNUSED, score_t *score UNUSED,
                              enum search_bound *bound UNUSED)
{
    return false;
}
INLINE bool game_rank_moves(SEARCH_WORKSPACE *workspace UNUSED,
                            const GAME_POSITION *position UNUSED,
                            const struct move_list *moves UNUSED, int *ranks UNUSED,
                            score_t *scores UNUSED)
{
    return false;
}
#endif

/* SEARCH_THREATS: game_history_index depends on the squares that the enemy attacks. They are stored
 * in the position before the quiet moves of a node are ordered. */
#ifdef SEARCH_THREATS
void game_note_threats(GAME_POSITION *position);
#else
DEFAULT_1(void, game_note_threats, GAME_POSITION *, )
#endif

/* GAME_SKILL: index of the setting `Skill Level` (skill.h); the array `GAME_levels` has the limits
 * of the levels. SEARCH_HANDICAP: a search may be weakened for other reasons too, and the game
 * defines its own function. */
#ifdef SEARCH_HANDICAP
struct search_handicap game_handicap(const struct search_worker *worker);
#elif defined GAME_SKILL
#define SEARCH_HANDICAP 1
INLINE struct search_handicap game_handicap(const struct search_worker *worker)
{
    const struct search *search = worker->search;
    return skill_handicap(GAME_FN(levels), LENGTH(GAME_FN(levels)),
                          search->settings->values[GAME_SKILL], search->seed);
}
#else
#define SEARCH_HANDICAP 0
DEFAULT_1(struct search_handicap, game_handicap, const struct search_worker *, search_no_handicap)
#endif

/* SEARCH_SHOWN_SCORE: a weakened search reports scores other than those by which it chooses.
 * Returns the score to report for a root's line and its score. Leaves the position unchanged. */
#ifdef SEARCH_SHOWN_SCORE
score_t game_shown_score(GAME_POSITION *position, const move_t *line, int length, score_t score);
#else
INLINE score_t game_shown_score(GAME_POSITION *position UNUSED, const move_t *line UNUSED,
                                int length UNUSED, score_t score)
{
    return score;
}
#endif
