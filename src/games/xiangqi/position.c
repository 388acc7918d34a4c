/* SPDX-License-Identifier: MIT */
#include "position.h"

#include <string.h>

#include "network.h"
#include "rng.h"
#include "rules.h"

#define SIDE_KEY UINT64_C(0x9d39247e33776d41)

static uint64_t piece_key(int piece, int square)
{
    return rng_mix((uint64_t)(piece << 7 | square));
}

/* Adds or removes a piece on a square. */
INLINE void change_keys(struct xiangqi_state *state, int piece, int square)
{
    const uint64_t key = piece_key(piece, square);
    state->key ^= key;
    state->part_keys[piece_kind(piece) == PAWN ? 0 : 1 + (piece > KINDS)] ^= key;
}

/* The pieces that attack after a move: some have been removed and one has arrived. */
struct attackers {
    const board_set *pieces;
    int side;
    board_set gone, come;
    enum kind kind; /* kind of the piece that has arrived */
};

INLINE board_set attackers_of(const struct attackers *attackers, enum kind kind)
{
    return (attackers->pieces[kind] & ~attackers->gone) |
           (kind == attackers->kind ? attackers->come : 0);
}

INLINE bool attacks(const struct attackers *attackers, int king, board_set all, unsigned file_bits)
{
    const board_set rooks = attackers_of(attackers, ROOK);
    const board_set lines = rook_reach(king, all, file_bits);
    const board_set facing = lines & from_file((1U << RANKS) - 1, file_of(king));
    return (lines & rooks) || (facing & attackers_of(attackers, KING)) ||
           (cannon_reach(king, all, file_bits) & attackers_of(attackers, CANNON)) ||
           (horses_reach(king, all) & attackers_of(attackers, HORSE)) ||
           (xiangqi_pawn_to[attackers->side][king] & attackers_of(attackers, PAWN));
}

bool xiangqi_is_attacked(const struct xiangqi_position *position, int side, move_t move)
{
    struct attackers them = {.pieces = position->pieces[side ^ 1], .side = side ^ 1};
    board_set all = occupied(position);
    int king = king_square(position, side);
    if (move == MOVE_NONE) {
        return attacks(&them, king, all, position->files[file_of(king)]);
    }
    const int from = move_from(move), to = move_to(move);
    all = (all & ~square_bit(from)) | square_bit(to);
    if (position->sides[side] & square_bit(from)) {
        them.gone = square_bit(to);
        king = king == from ? to : king;
    } else {
        them.gone = square_bit(from);
        them.come = square_bit(to);
        them.kind = piece_kind(position->squares[from]);
    }
    unsigned file_bits = position->files[file_of(king)];
    if (file_of(from) == file_of(king)) {
        file_bits &= ~(1U << rank_of(from));
    }
    if (file_of(to) == file_of(king)) {
        file_bits |= 1U << rank_of(to);
    }
    return attacks(&them, king, all, file_bits);
}

board_set xiangqi_reach(const struct xiangqi_position *position, int square)
{
    const int piece = position->squares[square];
    return reach_of(position, piece_kind(piece), piece > KINDS, square);
}

void xiangqi_put(struct xiangqi_position *position, int square, int piece)
{
    const int side = piece > KINDS;
    position->pieces[side][piece_kind(piece)] |= square_bit(square);
    position->sides[side] |= square_bit(square);
    position->squares[square] = (uint8_t)piece;
    position->files[file_of(square)] |= (uint16_t)(1U << rank_of(square));
}

static void take_off(struct xiangqi_position *position, int square)
{
    const int piece = position->squares[square], side = piece > KINDS;
    position->pieces[side][piece_kind(piece)] &= ~square_bit(square);
    position->sides[side] &= ~square_bit(square);
    position->squares[square] = 0;
    position->files[file_of(square)] &= (uint16_t) ~(1U << rank_of(square));
}

void xiangqi_set_keys(struct xiangqi_position *position)
{
    struct xiangqi_state *state = &position->state;
    state->key = position->side ? SIDE_KEY : 0;
    memset(state->part_keys, 0, sizeof state->part_keys);
    for (board_set left = occupied(position); left;) {
        const int square = set_pop(&left);
        change_keys(state, position->squares[square], square);
    }
}

uint64_t xiangqi_key_after(const struct xiangqi_position *position, move_t move)
{
    const int from = move_from(move), to = move_to(move);
    const int piece = position->squares[from], captured = position->squares[to];
    const uint64_t key =
        position->state.key ^ SIDE_KEY ^ piece_key(piece, from) ^ piece_key(piece, to);
    return captured ? key ^ piece_key(captured, to) : key;
}

/* Records a move for the network. */
INLINE void record_changes(struct xiangqi_position *position, move_t move, int piece, int captured)
{
    struct network_changes spare,
        *changes = network_push(position->accumulators, &position->state.place, &spare);
    network_remove(changes, piece - 1, move_from(move));
    if (captured) {
        network_remove(changes, captured - 1, move_to(move));
    }
    network_add(changes, piece - 1, move_to(move));
    if (piece_kind(piece) == KING) {
        network_move_king(changes, piece > KINDS, move_from(move), move_to(move));
    }
}

void xiangqi_make(struct xiangqi_position *position, move_t move, struct xiangqi_undo *undo)
{
    const int from = move_from(move), to = move_to(move);
    const int piece = position->squares[from], captured = position->squares[to];
    struct xiangqi_state *state = &position->state;
    undo->state = *state;
    const int place = position->ply++ % XIANGQI_RING;
    position->ring[place].key = state->key;
    position->ring[place].move = move;
    position->ring[place].in_check = state->in_check;
    state->key ^= SIDE_KEY;
    change_keys(state, piece, from);
    change_keys(state, piece, to);
    state->clock++;
    state->repeatable++;
    state->captured = (uint8_t)captured;
    if (captured) {
        change_keys(state, captured, to);
        state->clock = state->repeatable = 0;
        take_off(position, to);
    }
    take_off(position, from);
    xiangqi_put(position, to, piece);
    record_changes(position, move, piece, captured);
    position->move_number = (uint16_t)(position->move_number + position->side);
    position->side ^= 1;
    state->in_check = xiangqi_is_attacked(position, position->side, MOVE_NONE);
}

void xiangqi_unmake(struct xiangqi_position *position, move_t move, const struct xiangqi_undo *undo)
{
    const int piece = position->squares[move_to(move)];
    take_off(position, move_to(move));
    xiangqi_put(position, move_from(move), piece);
    if (position->state.captured) {
        xiangqi_put(position, move_to(move), position->state.captured);
    }
    position->side ^= 1;
    position->move_number = (uint16_t)(position->move_number - position->side);
    position->ply--;
    position->state = undo->state;
}

void xiangqi_make_null(struct xiangqi_position *position, struct xiangqi_undo *undo)
{
    undo->state = position->state;
    position->state.key ^= SIDE_KEY;
    position->state.repeatable = 0;
    position->side ^= 1;
}

void xiangqi_unmake_null(struct xiangqi_position *position, const struct xiangqi_undo *undo)
{
    position->side ^= 1;
    position->state = undo->state;
}
