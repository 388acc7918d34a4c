/* SPDX-License-Identifier: MIT */
/* The contract: the functions that every game has, under a prefix of its own.
 *
 * They answer whose turn it is, which moves are legal, whether the game is won or drawn, and how
 * good the position is, and they play a move. A game's rules.h has the position, `struct
 * GAME_position`, and ends with
 *
 *     #define GAME tictactoe
 *     #include "contract.h"
 *
 * which declares tictactoe_start, tictactoe_legal_moves and so on. A function that rules.h has
 * already defined inline stays inline. A function whose type differs from the declaration here does
 * not compile. Positions are flat: memcpy copies them. Two templates are instantiated from these
 * names:
 *
 *     search_template.h  in the game's search.c: its search
 *     game_template.h    in its game.c: `struct game`, the table of functions for the rest
 *
 * Parameters:
 *   GAME               the prefix (required)
 *   GAME_COPIES        a move is unmade by copying the position from before back: the game has
 *                      `play`, and gets `make`, `unmake` and their `struct GAME_undo` from here.
 *                      Otherwise it has these three, and gets `play`.
 *   GAME_SIMPLE        the game is small and leaves out four functions: a hash of the position's
 *                      bytes, none of which is padding, is its `key`; `is_legal` and `parse_move`
 *                      look through the legal moves; `explain` shows the evaluation alone. Implies
 *                      GAME_COPIES,
 *   GAME_UNMAKES       unless the small game defines this, and has `make` and `unmake`
 *   GAME_START         the FEN of the initial position, which then needs no function
 *   GAME_SIDE          the side to move of a position: by default its member `side`
 *   GAME_EXPLAIN_ONCE  `explain` is no part of the unit that is compiled for several levels of
 *                      processors (level.h) */
#include "game.h"
#include "level.h"
#include "look.h"
#include "rng.h"

#ifndef GAME
#error "contract.h: GAME, the prefix of the game's functions, is not defined"
#endif

#if defined GAME_SIMPLE && !defined GAME_UNMAKES
#define GAME_COPIES 1
#endif
#ifndef GAME_SIDE
#define GAME_SIDE(position) ((position)->side)
#endif

#define GAME_FN(name) PASTE(GAME, _##name)
#define GAME_POSITION struct GAME_FN(position)
#define GAME_UNDO     struct GAME_FN(undo)

/* Reads a FEN: `fen` is one string, its fields separated by single blanks. If the FEN is refused,
 * the position's bytes are undefined. If a detail was repaired, the position is accepted and the
 * text of `error` describes the repair; a caller that needs to know empties `error` first. */
bool GAME_FN(parse_fen)(const struct game_settings *settings, const char *fen,
                        GAME_POSITION *position, struct error *error);

/* Appends the canonical FEN. parse_fen reads the same position from it. */
void GAME_FN(format_fen)(const GAME_POSITION *position, struct buffer *out);

/* The initial position of a game with these settings. */
#ifdef GAME_START
INLINE void GAME_FN(start)(const struct game_settings *settings, GAME_POSITION *position)
{
    struct error error;
    GAME_FN(parse_fen)(settings, GAME_START, position, &error);
}
#else
PER_LEVEL void GAME_FN(start)(const struct game_settings *settings, GAME_POSITION *position);
#endif

/* The side to move: 0 or 1. A side may move several times in a row, so only the position determines
 * it. */
INLINE int GAME_FN(side)(const GAME_POSITION *position)
{
    return GAME_SIDE(position);
}

/* A hash of the position: its key in the transposition table. */
#ifdef GAME_SIMPLE
INLINE uint64_t GAME_FN(key)(const GAME_POSITION *position)
{
    uint64_t key = sizeof *position;
    for (size_t i = 0; i < sizeof *position; i++) {
        key = rng_mix(key << 8 ^ key ^ ((const unsigned char *)position)[i]);
    }
    return key;
}
#else
PER_LEVEL uint64_t GAME_FN(key)(const GAME_POSITION *position);
#endif

/* Adds all legal moves, in the same order on every machine. There are none when the game is over,
 * unless it is a draw that a player must claim. Where the rules have passes, a pass is a move like
 * any other. */
PER_LEVEL void GAME_FN(legal_moves)(const GAME_POSITION *position, struct move_list *list);

/* Whether these 16 bits are a legal move here. The game must not be over. */
#ifdef GAME_SIMPLE
INLINE bool GAME_FN(is_legal)(const GAME_POSITION *position, move_t move)
{
    struct move_list list = {.count = 0};
    GAME_FN(legal_moves)(position, &list);
    return move_list_find(&list, move) >= 0;
}
#else
PER_LEVEL bool GAME_FN(is_legal)(const GAME_POSITION *position, move_t move);
#endif

/* Plays a legal move. make saves in *undo what unmake needs to take it back. */
#ifdef GAME_COPIES
PER_LEVEL void GAME_FN(play)(GAME_POSITION *position, move_t move);

GAME_UNDO
{
    GAME_POSITION before;
};

INLINE void GAME_FN(make)(GAME_POSITION *position, move_t move, GAME_UNDO *undo)
{
    undo->before = *position;
    GAME_FN(play)(position, move);
}

INLINE void GAME_FN(unmake)(GAME_POSITION *position, move_t move UNUSED, const GAME_UNDO *undo)
{
    *position = undo->before;
}
#else
PER_LEVEL void GAME_FN(make)(GAME_POSITION *position, move_t move, GAME_UNDO *undo);
PER_LEVEL void GAME_FN(unmake)(GAME_POSITION *position, move_t move, const GAME_UNDO *undo);

INLINE void GAME_FN(play)(GAME_POSITION *position, move_t move)
{
    GAME_UNDO undo;
    GAME_FN(make)(position, move, &undo);
}
#endif

/* Whether and how the game has ended. */
PER_LEVEL enum game_result GAME_FN(result)(const GAME_POSITION *position);

/* The static evaluation, in centipawns for the side to move; never a mate score. */
PER_LEVEL score_t GAME_FN(evaluate)(const GAME_POSITION *position);

/* Appends the evaluation, one line per term, the total last. */
#ifndef GAME_EXPLAIN_ONCE
PER_LEVEL
#endif
void GAME_FN(explain)(const GAME_POSITION *position, struct buffer *out);

/* Reads a move that is legal here. Refuses anything else with the reason. */
bool GAME_FN(parse_move)(const GAME_POSITION *position, const char *text, move_t *move,
                         struct error *error);
void GAME_FN(format_move)(const GAME_POSITION *position, move_t move, struct buffer *out);

/* Appends the board as a diagram for people. Only for games whose game.c defines GAME_DRAW. */
void GAME_FN(draw)(const GAME_POSITION *position, struct buffer *out);

/* The value of any position, also of a finished one, for the side to move, by the evaluation that a
 * textbook states for the game. Only for games whose game.c defines GAME_TEXTBOOK_VALUE. */
score_t GAME_FN(textbook_value)(const GAME_POSITION *position);

/* Adds the legal moves that the textbook's program tries, in its order. Only for games whose game.c
 * defines GAME_TEXTBOOK_MOVES. */
void GAME_FN(textbook_moves)(const GAME_POSITION *position, struct move_list *list);

/* look.c, search.c */
extern const struct look GAME_FN(look);
extern const struct search_method LEVEL_NAME(GAME_FN(search));

#undef GAME
#undef GAME_COPIES
#undef GAME_EXPLAIN_ONCE
#undef GAME_FN
#undef GAME_POSITION
#undef GAME_SIDE
#undef GAME_SIMPLE
#undef GAME_START
#undef GAME_UNMAKES
#undef GAME_UNDO
