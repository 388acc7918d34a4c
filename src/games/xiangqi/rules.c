/* SPDX-License-Identifier: MIT */
/* The moves, and how a game begins and ends. Repetitions are judged by the rules of the Asian
 * Xiangqi Federation (AXF, Asian rules of 2003), in three steps:
 *   1. A side that checks with every move of the cycle loses. If both do, the game is a draw.
 *   2. Otherwise, a side that chases the same piece with every move loses. If both do, it is a
 * draw.
 *   3. Any other repetition is a draw.
 * A chase is a new threat, with every move of the cycle, to capture the same unprotected piece. The
 * rules permit chases by kings and pawns, and chases of a pawn on its own side of the river. A rook
 * that a horse or a cannon threatens counts as unprotected. Pieces of one kind that can take each
 * other do not chase, nor does a rook chase the horse that pins it. Cycles that mix checks and
 * chases, or chase several pieces in turn, are drawn here; the full rules treat them in more
 * detail. */
#include "rules.h"

#define ALL_SQUARES (((board_set)1 << SQUARES) - 1)

/* A move of the side to move that starts or ends on one of these squares may expose its king, so it
 * must be tried. In check, these are all squares. */
static board_set exposed_squares(const struct xiangqi_position *position)
{
    if (position->state.in_check) {
        return ALL_SQUARES;
    }
    const board_set *them = position->pieces[position->side ^ 1];
    const int king = king_square(position, position->side);
    const board_set rank = from_rank(RANK_MASK, rank_of(king));
    const board_set file = from_file((1U << RANKS) - 1, file_of(king));
    const board_set lines = them[ROOK] | them[CANNON];
    return (rank & lines ? rank : 0) | (file & (lines | them[KING]) ? file : 0) |
           (xiangqi_horse_to[king][0] & them[HORSE] ? xiangqi_diagonal_set[king] : 0) |
           square_bit(king);
}

/* Adds the legal moves of one kind of piece; `exposed` as above. The kind is a constant where this
 * is inlined. */
INLINE void generate_kind(const struct xiangqi_position *position, enum kind kind,
                          board_set targets, board_set exposed, struct move_list *list)
{
    const int side = position->side;
    for (board_set pieces = position->pieces[side][kind]; pieces;) {
        const int from = set_pop(&pieces);
        for (board_set reach = reach_of(position, kind, side, from) & targets; reach;) {
            const int to = set_pop(&reach);
            const move_t move = move_make(from, to);
            const bool safe = !(exposed & (square_bit(from) | square_bit(to)));
            if (safe || !xiangqi_is_attacked(position, side, move)) {
                move_list_add(list, move);
            }
        }
    }
}

void xiangqi_generate_to(const struct xiangqi_position *position, board_set targets,
                         struct move_list *list)
{
    const board_set exposed = exposed_squares(position);
    const board_set others = targets & ~position->sides[position->side];
    generate_kind(position, KING, others, exposed, list);
    generate_kind(position, ADVISOR, others, exposed, list);
    generate_kind(position, ELEPHANT, others, exposed, list);
    generate_kind(position, HORSE, others, exposed, list);
    generate_kind(position, ROOK, others, exposed, list);
    generate_kind(position, CANNON, others, exposed, list);
    generate_kind(position, PAWN, others, exposed, list);
}

/* The number of legal moves of one kind of piece. */
INLINE int count_kind(const struct xiangqi_position *position, enum kind kind, board_set exposed)
{
    const int side = position->side;
    int count = 0;
    for (board_set pieces = position->pieces[side][kind]; pieces;) {
        const int from = set_pop(&pieces);
        const board_set reach = reach_of(position, kind, side, from) & ~position->sides[side];
        const board_set tried = exposed & square_bit(from) ? reach : reach & exposed;
        count += set_count(reach & ~tried);
        for (board_set left = tried; left;) {
            const move_t move = move_make(from, set_pop(&left));
            count += !xiangqi_is_attacked(position, side, move);
        }
    }
    return count;
}

int xiangqi_count_moves(const struct xiangqi_position *position)
{
    const board_set exposed = exposed_squares(position);
    return count_kind(position, KING, exposed) + count_kind(position, ADVISOR, exposed) +
           count_kind(position, ELEPHANT, exposed) + count_kind(position, HORSE, exposed) +
           count_kind(position, ROOK, exposed) + count_kind(position, CANNON, exposed) +
           count_kind(position, PAWN, exposed);
}

bool xiangqi_is_legal(const struct xiangqi_position *position, move_t move)
{
    const int from = move_from(move), to = move_to(move);
    const board_set own = position->sides[position->side];
    if (from >= SQUARES || to >= SQUARES || !(own & square_bit(from)) || (own & square_bit(to)) ||
        !(xiangqi_reach(position, from) & square_bit(to))) {
        return false;
    }
    return !xiangqi_is_attacked(position, position->side, move);
}

void xiangqi_legal_moves(const struct xiangqi_position *position, struct move_list *list)
{
    xiangqi_generate_to(position, ALL_SQUARES, list);
}

bool xiangqi_is_dead(const struct xiangqi_position *position)
{
    board_set able = 0;
    for (int kind = HORSE; kind < KINDS; kind++) {
        able |= position->pieces[0][kind] | position->pieces[1][kind];
    }
    return !able;
}

int xiangqi_repetition(const struct xiangqi_position *position, int recent)
{
    int count = 0;
    for (int back = 4; back <= position->state.repeatable; back += 2) {
        const int place = (position->ply - back) & (XIANGQI_RING - 1);
        if (position->ring[place].key == position->state.key) {
            count += back < recent ? 2 : 1;
            if (count >= 2) {
                return back;
            }
        }
    }
    return 0;
}

/* Whether the positions `first`, `first` + 2 ... plies back, up to `plies` exclusive, are all
 * check. */
static bool always_check(const struct xiangqi_position *position, int first, int plies)
{
    for (int back = first; back < plies; back += 2) {
        const int place = (position->ply - back) & (XIANGQI_RING - 1);
        if (back == 0 ? !position->state.in_check : !position->ring[place].in_check) {
            return false;
        }
    }
    return true;
}

/* Whether any piece of the side to move can capture on a square. */
static bool can_take_on(const struct xiangqi_position *position, int square)
{
    struct move_list list;
    list.count = 0;
    xiangqi_generate_to(position, square_bit(square), &list);
    return list.count > 0;
}

/* Whether the horse would give check if the piece of the side to move were not in its way. */
static bool is_pinned_by(const struct xiangqi_position *position, int pinned, int horse)
{
    const board_set all = occupied(position) & ~square_bit(pinned);
    return horse_reach(horse, all) & position->pieces[position->side][KING];
}

/* Whether a legal capture of a piece by the side to move is a threat to that piece. */
static bool is_threat(struct xiangqi_position *position, move_t move)
{
    const enum kind attacker = piece_kind(position->squares[move_from(move)]);
    const enum kind victim = piece_kind(position->squares[move_to(move)]);
    if (victim == ROOK && (attacker == HORSE || attacker == CANNON)) {
        return true;
    }
    if (victim == attacker &&
        (xiangqi_reach(position, move_to(move)) & square_bit(move_from(move))) &&
        !xiangqi_is_attacked(position, position->side ^ 1,
                             move_make(move_to(move), move_from(move)))) {
        return false;
    }
    if (attacker == ROOK && victim == HORSE &&
        is_pinned_by(position, move_from(move), move_to(move))) {
        return false;
    }
    struct xiangqi_undo undo;
    xiangqi_make(position, move, &undo);
    const bool is_protected = can_take_on(position, move_to(move));
    xiangqi_unmake(position, move, &undo);
    return !is_protected;
}

/* The pieces that the side threatens to take. */
static board_set threatened(struct xiangqi_position *position, int side)
{
    const int moving = position->side;
    const bool in_check = position->state.in_check;
    const board_set *own = position->pieces[side], *them = position->pieces[side ^ 1];
    const board_set at_home = them[PAWN] & xiangqi_places[side ^ 1][PAWN] &
                              (side ? ((board_set)1 << 45) - 1 : ~(((board_set)1 << 45) - 1));
    const board_set victims = position->sides[side ^ 1] & ~them[KING] & ~at_home;
    board_set result = 0;
    struct move_list list;
    list.count = 0;
    position->side = (uint8_t)side;
    position->state.in_check = xiangqi_is_attacked(position, side, MOVE_NONE);
    xiangqi_generate_to(position, victims, &list);
    for (int i = 0; i < list.count; i++) {
        if (!((own[KING] | own[PAWN]) & square_bit(move_from(list.moves[i]))) &&
            is_threat(position, list.moves[i])) {
            result |= square_bit(move_to(list.moves[i]));
        }
    }
    position->side = (uint8_t)moving;
    position->state.in_check = in_check;
    return result;
}

/* Takes back a move that was not a capture, and moves the pieces of the set back with it. */
static void step_back(struct xiangqi_position *position, board_set *set)
{
    const struct xiangqi_undo undo = {position->state};
    const move_t move = position->ring[(position->ply - 1) & (XIANGQI_RING - 1)].move;
    if (*set & square_bit(move_to(move))) {
        *set = (*set & ~square_bit(move_to(move))) | square_bit(move_from(move));
    }
    position->state.captured = 0;
    xiangqi_unmake(position, move, &undo);
    position->state.in_check = xiangqi_is_attacked(position, position->side, MOVE_NONE);
}

/* Whether the side makes a new threat to the same piece with each of its last moves. */
static bool always_chases(const struct xiangqi_position *current, int side, int plies)
{
    struct xiangqi_position position = *current;
    board_set chased = position.sides[side ^ 1], none = 0;
    for (int back = 0; back < plies && chased; back++) {
        if (position.side == side) {
            step_back(&position, &chased);
            continue;
        }
        chased &= threatened(&position, side);
        step_back(&position, &none);
        chased &= ~threatened(&position, side);
    }
    return chased != 0;
}

int xiangqi_judge(const struct xiangqi_position *position, int plies)
{
    const bool checked = always_check(position, 0, plies);
    const bool checks = always_check(position, 1, plies);
    if (checked || checks) {
        return checked - checks;
    }
    return always_chases(position, position->side ^ 1, plies) -
           always_chases(position, position->side, plies);
}

/* An arbiter may end the game although there are moves. As in chess, they may still be played,
 * because arbiters follow different rules. */
enum game_result xiangqi_result(const struct xiangqi_position *position)
{
    const int plies = xiangqi_repetition(position, 0);
    int outcome = 0;
    if (xiangqi_count_moves(position) == 0) {
        outcome = -1;
    } else if (plies) {
        outcome = xiangqi_judge(position, plies);
    } else if (position->state.clock < XIANGQI_CLOCK_LIMIT && !xiangqi_is_dead(position)) {
        return RESULT_NONE;
    }
    return outcome == 0                       ? RESULT_DRAW
           : (outcome > 0) == !position->side ? RESULT_P1_WINS
                                              : RESULT_P2_WINS;
}
