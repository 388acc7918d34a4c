/* SPDX-License-Identifier: MIT */
/* Builds the table of a game, `struct game`, from the functions that contract.h declares.
 *
 * A game's game.c defines the parameters below, includes this file, and defines the table:
 *
 *     #define GAME tictactoe
 *     #include "game_template.h"
 *
 *     const struct game LEVEL_NAME(game_tictactoe) = {
 *         GAME_FUNCTIONS,
 *         .title = "Tic-tac-toe", ...
 *     };
 *
 * The functions here take positions as `void *`, so that the table can point to them, and call the
 * game's functions.
 *
 * Required:
 *   GAME  the prefix of the game's functions
 * Optional, each defined as 1 where the game has the function:
 *   GAME_SIMPLE       contract.h has the defaults of some functions
 *   GAME_COUNT_MOVES  the number of legal moves is known without listing them
 *   GAME_PERFT        the tree of legal moves is counted faster than by making and unmaking moves
 *   GAME_DRAW         the game draws its own board, instead of look_draw's or beside it
 *   GAME_BOOK_MOVE    the game has opening books and answers from them without a search
 *   GAME_TEXTBOOK_VALUE, GAME_TEXTBOOK_MOVES, GAME_CLOCK  textbook_template.h
 *   GAME_NUMBER(move) a textbook's number of a move: the setting `Notation` selects it, which sets
 *                     the member `numbers` of the position
 *   GAME_ANTISYMMETRIC  the evaluation of the same board with the other side to move, the member
 *                     `side` of the position, is the negative
 *   GAME_TEXTBOOK_VALUE, GAME_TEXTBOOK_MOVES  a textbook's evaluation: textbook_template.h
 *   GAME_POINTS       a finished game is worth its points: textbook_template.h
 *   GAME_CORRECT      more is known of some positions than a short search sees */
#include <string.h>

#include "game.h"
#include "level.h"
#include "look.h"

#ifndef GAME
#error "game_template.h: GAME, the prefix of the game's functions, is not defined"
#endif

#define GAME_FN(name)     PASTE(GAME, _##name)
#define GAME_STRING(name) #name
#define GAME_QUOTE(name)  GAME_STRING(name)
#define GAME_POSITION     struct GAME_FN(position)

static void table_start(const struct game_settings *settings, void *position)
{
    GAME_FN(start)(settings, position);
}

static bool table_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                            struct error *error)
{
    return GAME_FN(parse_fen)(settings, fen, position, error);
}

static void table_format_fen(const void *position, struct buffer *out)
{
    GAME_FN(format_fen)(position, out);
}

#ifdef GAME_NUMBER
#define TABLE_NUMBERS(position) (((const GAME_POSITION *)(position))->numbers)
#else
#define GAME_NUMBER(move)       0
#define TABLE_NUMBERS(position) false
#endif

static bool table_parse_move(const void *position, const char *text, move_t *move,
                             struct error *error)
{
    extern const struct game LEVEL_NAME(PASTE(game_, GAME));
#ifndef GAME_SIMPLE
    if (!TABLE_NUMBERS(position)) {
        return GAME_FN(parse_move)(position, text, move, error);
    }
#endif
    return game_find_move(&LEVEL_NAME(PASTE(game_, GAME)), position, text, move, error);
}

static void table_format_move(const void *position, move_t move, struct buffer *out)
{
    if (TABLE_NUMBERS(position)) {
        buffer_printf(out, "%d", GAME_NUMBER(move));
    } else {
        GAME_FN(format_move)(position, move, out);
    }
}

static void table_legal_moves(const void *position, struct move_list *list)
{
    GAME_FN(legal_moves)(position, list);
}

static void table_play(void *position, move_t move)
{
    GAME_FN(play)(position, move);
}

static bool table_is_legal(const void *position, move_t move)
{
    return GAME_FN(is_legal)(position, move);
}

static void table_make(void *position, move_t move, void *undo)
{
    GAME_FN(make)(position, move, undo);
}

static void table_unmake(void *position, move_t move, const void *undo)
{
    GAME_FN(unmake)(position, move, undo);
}

static enum game_result table_result(const void *position)
{
    return GAME_FN(result)(position);
}

static int table_player(const void *position)
{
    return GAME_FN(side)(position) + 1;
}

static uint64_t table_key(const void *position)
{
    return GAME_FN(key)(position);
}

static score_t table_evaluate(const void *position)
{
    return GAME_FN(evaluate)(position);
}

#ifdef GAME_ANTISYMMETRIC
static score_t table_evaluate_opposite(const void *position)
{
    GAME_POSITION opposite = *(const GAME_POSITION *)position;
    opposite.side ^= 1;
    return GAME_FN(evaluate)(&opposite);
}
#else
#define table_evaluate_opposite NULL
#endif

/* The number of leaves of the tree of legal moves, `depth` plies deep. */
#ifdef GAME_PERFT
uint64_t GAME_FN(perft)(const GAME_POSITION *position, int depth, struct search *search);

static uint64_t table_perft(void *position, int depth, struct search *search)
{
    return GAME_FN(perft)(position, depth, search);
}
#else
#ifdef GAME_COUNT_MOVES
PER_LEVEL int GAME_FN(count_moves)(const GAME_POSITION *position);
#endif

/* Counts the moves of the last ply without playing them. */
INLINE uint64_t count_last(const GAME_POSITION *position, struct search *search)
{
#ifdef GAME_COUNT_MOVES
    (void)search;
    return (uint64_t)GAME_FN(count_moves)(position);
#else
    struct move_list list;
    list.count = 0;
    if (!search || !search_stopped(search)) {
        GAME_FN(legal_moves)(position, &list);
    }
    return (uint64_t)list.count;
#endif
}

/* depth >= 2. */
static uint64_t count_leaves(GAME_POSITION *position, int depth, struct search *search)
{
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list;
    list.count = 0;
    GAME_FN(legal_moves)(position, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct GAME_FN(undo) undo;
        GAME_FN(make)(position, list.moves[i], &undo);
        leaves +=
            depth == 2 ? count_last(position, search) : count_leaves(position, depth - 1, search);
        GAME_FN(unmake)(position, list.moves[i], &undo);
    }
    return leaves;
}

static uint64_t table_perft(void *position, int depth, struct search *search)
{
    return depth <= 0   ? 1
           : depth == 1 ? count_last(position, search)
                        : count_leaves(position, depth, search);
}
#endif

static void table_draw(const void *position, struct buffer *out)
{
#ifdef GAME_DRAW
    GAME_FN(draw)(position, out);
#else
    look_draw(&GAME_FN(look), position, out);
#endif
}

static void table_explain(const void *position, struct buffer *out)
{
#ifdef GAME_SIMPLE
    buffer_printf(out, "total (side to move, cp) %d\n", GAME_FN(evaluate)(position));
#else
    GAME_FN(explain)(position, out);
#endif
}

/* game.h documents these two. */
#ifdef GAME_BOOK_MOVE
static bool table_book_move(const void *position, const struct game_settings *settings,
                            uint64_t seed, move_t *move)
{
    return GAME_FN(book_move)(position, settings, seed, move);
}
#else
#define table_book_move NULL
#endif

#ifdef GAME_CORRECT
static bool table_correct(const void *position, const struct game_settings *settings,
                          struct search_line *line)
{
    return GAME_FN(correct)(position, settings, line);
}
#else
#define table_correct NULL
#endif

#include "textbook_template.h"

#ifdef GAME_TEXTBOOK_VALUE
extern const struct search_method GAME_FN(textbook_search);
#define TABLE_TEXTBOOK_SEARCH (&GAME_FN(textbook_search))
#else
#define TABLE_TEXTBOOK_SEARCH NULL
#endif

/* The part of `struct game` that follows from the contract. */
#define GAME_FUNCTIONS                                                                             \
    .name = GAME_QUOTE(GAME), .position_size = sizeof(GAME_POSITION), .start = table_start,        \
    .parse_fen = table_parse_fen, .format_fen = table_format_fen, .parse_move = table_parse_move,  \
    .format_move = table_format_move, .legal_moves = table_legal_moves, .play = table_play,        \
    .is_legal = table_is_legal, .make = table_make, .unmake = table_unmake,                        \
    .undo_size = sizeof(struct GAME_FN(undo)), .result = table_result, .player = table_player,     \
    .key = table_key, .perft = table_perft, .draw = table_draw, .explain = table_explain,          \
    .evaluate = table_evaluate, .evaluate_opposite = table_evaluate_opposite,                      \
    .book_move = table_book_move, .correct = table_correct,                                        \
    .search = &LEVEL_NAME(GAME_FN(search)), .textbook = &textbook_method,                          \
    .textbook_search = TABLE_TEXTBOOK_SEARCH
