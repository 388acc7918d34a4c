/* SPDX-License-Identifier: MIT */
/* The static evaluation, from the network. */
#include "network.h"
#include "rules.h"

/* Centipawns: an evaluation is smaller than the score of any known result. */
#define MOST 15000

/* Centipawns for the right to move. The network predicts the scores of searches, but a search
 * chooses among its errors: without this, scores of odd depths are 15 centipawns higher than those
 * of even depths. */
#define TEMPO 8

/* Returns the corners of the blocks that contain a square of the set. */
INLINE bitboard_t blocks_of(bitboard_t squares)
{
    const bitboard_t wide = squares | squares >> 1;
    return (wide | wide >> ATAXX_STRIDE) & ATAXX_CORNERS;
}

/* Lists the rows of the board's blocks in this set, to be added, and those of other pieces there,
 * if there are any, to be subtracted; by perspective. */
static void list_blocks(const struct network *network, bitboard_t corners,
                        const bitboard_t pieces[2], const bitboard_t *others,
                        struct network_rows rows[2])
{
    const int count = bit_count(corners);
    for (int i = 0; i < count; i++) {
        const int corner = bit_pop(&corners);
        int come[2], gone[2];
        ataxx_block_inputs(pieces, corner, come);
        rows[0].come[i] = network->first[come[0]];
        rows[1].come[i] = network->first[come[1]];
        if (others) {
            ataxx_block_inputs(others, corner, gone);
            rows[0].gone[i] = network->first[gone[0]];
            rows[1].gone[i] = network->first[gone[1]];
        }
    }
    for (int perspective = 0; perspective < 2; perspective++) {
        rows[perspective].come_count = count;
        rows[perspective].gone_count = others ? count : 0;
    }
}

/* Sets a board's accumulators to the values of another and the rows by which it differs. */
static void change_sums(struct ataxx_sums *sums, const int16_t *const before[2],
                        const struct network_rows rows[2], const bitboard_t pieces[2])
{
    for (int perspective = 0; perspective < 2; perspective++) {
        network_change_rows(sums->values[perspective], before[perspective], &rows[perspective]);
        sums->pieces[perspective] = pieces[perspective];
    }
}

/* Computes the accumulators from the board alone. */
static NOINLINE void sum_board(const struct network *network, const bitboard_t pieces[2],
                               bitboard_t blocked, struct ataxx_sums *sums)
{
    const int16_t *const before[2] = {network->first_bias, network->first_bias};
    struct network_rows rows[2];
    list_blocks(network, ATAXX_CORNERS, pieces, NULL, rows);
    while (blocked) {
        const int16_t *row = network->first[ataxx_blocked_input(bit_pop(&blocked))];
        rows[0].come[rows[0].come_count++] = row;
        rows[1].come[rows[1].come_count++] = row;
    }
    change_sums(sums, before, rows, pieces);
}

struct ataxx_accumulators *ataxx_begin(const struct network *network, struct ataxx_room *room,
                                       const struct ataxx_position *position)
{
    const uintptr_t memory = (uintptr_t)room->bytes + CACHE_LINE - 1;
    struct ataxx_accumulators *accumulators =
        (struct ataxx_accumulators *)(memory - memory % CACHE_LINE);
    sum_board(network, position->pieces, position->blocked, &accumulators->sums[0]);
    for (int i = 1; i < ATAXX_SUMS; i++) {
        accumulators->sums[i] = accumulators->sums[0];
    }
    return accumulators;
}

INLINE bitboard_t difference(const struct ataxx_sums *sums, const struct ataxx_position *position)
{
    return (sums->pieces[0] ^ position->pieces[0]) | (sums->pieces[1] ^ position->pieces[1]);
}

/* Returns the accumulators of a position of the search. They are computed from those of the
 * position before it or of the last one at the same ply, whichever has more blocks in common. */
static const struct ataxx_sums *find_sums(const struct network *network,
                                          const struct ataxx_position *position)
{
    struct ataxx_sums *sums = position->accumulators->sums;
    struct ataxx_sums *own = &sums[position->ply % ATAXX_SUMS];
    const struct ataxx_sums *before = &sums[(position->ply + ATAXX_SUMS - 1) % ATAXX_SUMS];
    bitboard_t corners = blocks_of(difference(own, position));
    const bitboard_t others = blocks_of(difference(before, position));
    const bool follows = bit_count(others) < bit_count(corners);
    const struct ataxx_sums *from = follows ? before : own;
    const int16_t *const values[2] = {from->values[0], from->values[1]};
    struct network_rows rows[2];
    corners = follows ? others : corners;
    if (!corners) {
        return from;
    }
    if (UNLIKELY(bit_count(corners) > ATAXX_BLOCKS / 2)) {
        sum_board(network, position->pieces, position->blocked, own);
        return own;
    }
    list_blocks(network, corners, position->pieces, from->pieces, rows);
    change_sums(own, values, rows, position->pieces);
    return own;
}

score_t ataxx_network_evaluate(const struct network *network, const struct ataxx_position *position)
{
    struct ataxx_sums fresh;
    const struct ataxx_sums *sums = &fresh;
    if (position->accumulators) {
        sums = find_sums(network, position);
    } else {
        sum_board(network, position->pieces, position->blocked, &fresh);
    }
    const int bucket = ataxx_output_bucket(position->pieces[0] | position->pieces[1]);
    return network_output(network, bucket, sums->values[position->side],
                          sums->values[position->side ^ 1]);
}

score_t ataxx_evaluate(const struct ataxx_position *position)
{
    return score_clamp(ataxx_network_evaluate(&ataxx_network, position) + TEMPO, MOST);
}

void ataxx_explain(const struct ataxx_position *position, struct buffer *out)
{
    struct ataxx_position even = *position;
    even.side ^= 1;
    const score_t total = ataxx_evaluate(position);
    const score_t move = (total + ataxx_evaluate(&even)) / 2;
    buffer_printf(out, "pieces ahead             %6d\n", ataxx_lead(position));
    buffer_printf(out, "patterns                 %6d\n", total - move);
    buffer_printf(out, "right to move            %6d\n", move);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
