/* SPDX-License-Identifier: MIT */
/* The static evaluation, from the network. */
#include "network.h"
#include "rules.h"

/* Centipawns: an evaluation is smaller than the score of any known result. */
#define MOST 15000

/* The rows by which a position's accumulators differ from those of another position or, with all
 * blocks, of none; by perspective. */
struct differences {
    struct network_rows rows[2];
};

/* Returns the corners of the blocks that contain a square of the set. */
INLINE bitboard_t blocks_of(bitboard_t squares)
{
    static const bitboard_t corners = UINT64_C(0x3f) * UINT64_C(0x201008040201);
    const bitboard_t wide = squares | squares >> 1;
    return (wide | wide >> ATAXX_STRIDE) & corners;
}

INLINE int block_of(int corner)
{
    return corner / ATAXX_STRIDE * (ATAXX_SIZE - 1) + corner % ATAXX_STRIDE;
}

/* Lists the rows of a block in both perspectives. */
INLINE void list_block(const struct network *network, const bitboard_t pieces[2], int corner,
                       const int16_t *rows[2])
{
    const int first = ataxx_block_digits(pieces[0], corner);
    const int second = ataxx_block_digits(pieces[1], corner);
    const int block = block_of(corner);
    rows[0] = network->first[ataxx_pattern_input(block, first + 2 * second)];
    rows[1] = network->first[ataxx_pattern_input(block, second + 2 * first)];
}

/* Adds the rows of the board's blocks in this set and, if there are other pieces, subtracts theirs.
 */
static void list_blocks(const struct network *network, bitboard_t corners,
                        const bitboard_t pieces[2], const bitboard_t *others,
                        struct differences *differences)
{
    struct network_rows *rows = differences->rows;
    for (int count = 0; corners; count++) {
        const int corner = bit_pop(&corners);
        const int16_t *found[2];
        list_block(network, pieces, corner, found);
        rows[0].come[count] = found[0];
        rows[1].come[count] = found[1];
        rows[0].come_count = rows[1].come_count = count + 1;
        if (others) {
            list_block(network, others, corner, found);
            rows[0].gone[count] = found[0];
            rows[1].gone[count] = found[1];
            rows[0].gone_count = rows[1].gone_count = count + 1;
        }
    }
}

/* Computes the accumulators from the board alone. */
static NOINLINE void sum_board(const struct network *network, const bitboard_t pieces[2],
                               bitboard_t blocked, struct ataxx_sums *sums)
{
    struct differences differences;
    for (int perspective = 0; perspective < 2; perspective++) {
        differences.rows[perspective].gone_count = 0;
    }
    list_blocks(network, blocks_of(ATAXX_BOARD), pieces, NULL, &differences);
    for (; blocked;) {
        const int16_t *row = network->first[ataxx_blocked_input(bit_pop(&blocked))];
        for (int perspective = 0; perspective < 2; perspective++) {
            struct network_rows *rows = &differences.rows[perspective];
            rows->come[rows->come_count++] = row;
        }
    }
    for (int perspective = 0; perspective < 2; perspective++) {
        network_change_rows(sums->values[perspective], network->first_bias,
                            &differences.rows[perspective]);
        sums->pieces[perspective] = pieces[perspective];
    }
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
    struct differences differences;
    corners = follows ? others : corners;
    if (!corners) {
        return from;
    }
    if (UNLIKELY(bit_count(corners) > ATAXX_BLOCKS / 2)) {
        sum_board(network, position->pieces, position->blocked, own);
        return own;
    }
    list_blocks(network, corners, position->pieces, from->pieces, &differences);
    for (int perspective = 0; perspective < 2; perspective++) {
        network_change_rows(own->values[perspective], from->values[perspective],
                            &differences.rows[perspective]);
        own->pieces[perspective] = position->pieces[perspective];
    }
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
    return network_output(network, 0, sums->values[position->side],
                          sums->values[position->side ^ 1]);
}

score_t ataxx_evaluate(const struct ataxx_position *position)
{
    return score_clamp(ataxx_network_evaluate(&ataxx_network, position), MOST);
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
