/* Chess: the position and its rules (FIDE Laws of Chess, 2023; Chess960 as their Appendix II has
 * it).
 *
 * The state is the board and everything that make keeps up to date beside it, so that unmaking a
 * move is one copy; the keys of the positions before lie in a ring outside it. */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include <stdbool.h>

#include "board.h"
#include "evaluate.h"
#include "game.h"
#include "look.h"
#include "network.h"

/* What stands on a square: its kind + 8 for Black, or NO_PIECE. */
enum { NO_KIND = KINDS, NO_PIECE = NO_KIND, BLACK_PIECE = 8, PIECES = 16 };

/* Plies whose keys are kept: 100 before the root, at most, and a whole line of search. */
#define CHESS_RING 512

/* Fifty moves of each side without a capture or a pawn's move: plies. */
#define FIFTY_MOVES 100

struct chess_state {
    struct board board;
    uint8_t squares[SQUARES];
    uint64_t key;
    uint64_t pawn_key;         /* of the pawns alone */
    uint64_t side_keys[SIDES]; /* of one side's other pieces */
    bitboard_t checkers;       /* the enemy pieces that give check now */
    struct network_state network;
    uint16_t clock;      /* plies since a capture or a pawn's move */
    uint16_t repeatable; /* plies back to which a position can repeat: known and reversible */
    uint16_t move_number;
    uint16_t ply; /* places of the ring used so far, counted round */
};

struct chess_position {
    struct chess_state state;
    bool chess960;
    bool by_hand;  /* judged by the sum of weights alone */
    int16_t noise; /* centipawns by which a weakened search misjudges, at most; 0: none */
    uint64_t noise_seed;
    struct network_sums *line; /* the search's own, NETWORK_LINE places; NULL outside one */
    uint64_t keys[CHESS_RING]; /* keys[ply % CHESS_RING], before each move */
};

INLINE int piece_make(enum side side, enum kind kind)
{
    return (int)side * BLACK_PIECE + (int)kind;
}

INLINE enum kind piece_kind(int piece)
{
    return (enum kind)(piece & 7);
}

INLINE enum side chess_side(const struct chess_position *position)
{
    return (enum side)position->state.board.side;
}

INLINE bool chess_in_check(const struct chess_position *position)
{
    return position->state.checkers != 0;
}

/* Does the move take something or promote? */
INLINE bool chess_is_noisy(const struct chess_position *position, move_t move)
{
    return (position->state.squares[move_to(move)] != NO_PIECE &&
            move_type(move) != MOVE_CASTLING) ||
           move_type(move) == MOVE_PROMOTION || move_type(move) == MOVE_EN_PASSANT;
}

/* Plays a legal move. To unmake it, copy the state from before back. */
void chess_make(struct chess_position *position, move_t move);

/* Passes; the side to move must not be in check. Unmade as a move is. */
void chess_make_null(struct chess_position *position);

/* Fills in all that make keeps up to date, from board.kinds, sides, castling, ep and side. An en
 * passant square on which no capture is legal is dropped. */
void chess_complete(struct chess_position *position);

/* How often the position stood on the board before, counting no further than 2; those within the
 * last `recent` plies count as two. */
int chess_repetitions(const struct chess_position *position, int recent);

/* Neither side can mate by any play: bare kings, one minor piece, bishops all on one colour. */
bool chess_is_dead(const struct chess_position *position);

void chess_start(const struct game_settings *settings, void *position);
enum game_result chess_result(const void *position);

/* moves.c */
void chess_select_moves(const struct chess_position *position, enum wanted wanted,
                        struct move_list *list);
void chess_legal_moves(const void *position, struct move_list *list);
bool chess_is_legal(const struct chess_position *position, move_t move); /* for any 16 bits */

/* exchange.c: whether the exchange that the move begins brings the mover at least `margin`
 * (centipawns). */
bool chess_exchange_gains(const struct chess_position *position, move_t move, score_t margin);

/* Whether a normal legal move gives check; of castling, en passant and promotion only the check of
 * the piece that arrives, as what it was, is seen. */
bool chess_gives_check(const struct chess_position *position, move_t move);

/* perft.c */
uint64_t chess_perft(void *position, int depth);

/* fen.c */
bool chess_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                     struct error *error);
void chess_format_fen(const void *position, struct buffer *out);

/* text.c */
bool chess_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void chess_format_move(const void *position, move_t move, struct buffer *out);
void chess_draw(const void *position, struct buffer *out);
extern const char chess_letters[]; /* of the kinds, upper case */

/* san.c: moves in standard algebraic notation, as look.h asks for them. */
void chess_format_san(const void *position, move_t move, struct buffer *out);
bool chess_parse_san(const void *position, const char *text, move_t *move);

/* search.c */
extern const struct search_method chess_search;

/* look.c */
extern const struct look chess_look;
void chess_board(const void *position, struct look_board *board);

/* game.c: the settings, by their index. */
enum chess_setting {
    CHESS_960,
    CHESS_LIMIT_STRENGTH,
    CHESS_ELO,
    CHESS_USE_NETWORK,
    CHESS_SETTINGS
};

#endif
