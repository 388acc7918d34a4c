/* SPDX-License-Identifier: MIT */
/* Compiled once for each kind of register; WAY is the suffix of the names. */
#include "network_way.h"

#include "compiler.h"
#include "rng.h"

/* A game on 4 ranks of 8 squares. Each side has a king, a tower and some men. */
enum { KING, TOWER, MAN, KINDS, PIECES = 2 * KINDS, FILES = 8, SQUARES = 32 };

struct board {
    uint32_t pieces[PIECES];
    int side;
    uint16_t place;
};

#define LINE_LENGTH 40

#define NETWORK                toy_network
#define NETWORK_VIEWS          4 /* the king on rank 0 or above, on the left or the right half */
#define NETWORK_INPUTS         (2 * PIECES * SQUARES)
#define NETWORK_HIDDEN         128
#define NETWORK_OUTPUT_BUCKETS 3
#define NETWORK_PIECES         14
#define NETWORK_PIECES_MIN     2
#define NETWORK_ONE_FIRST      255
#define NETWORK_ONE_SECOND     64
#define NETWORK_FIRST_LIMIT    2184
#define NETWORK_SECOND_LIMIT   127
#define NETWORK_UNIT           200
#define NETWORK_STACK          (LINE_LENGTH + 1)
#define NETWORK_BOARD          struct board
#define NETWORK_PIECE_KINDS    PIECES
#define NETWORK_SET            uint32_t
#define NETWORK_SET_POP        pop
#define NETWORK_SET_COUNT      bit_count

INLINE int pop(uint32_t *set)
{
    uint64_t bits = *set;
    const int square = bit_pop(&bits);
    *set = (uint32_t)bits;
    return square;
}

INLINE uint32_t occupied(const struct board *board)
{
    uint32_t all = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        all |= board->pieces[piece];
    }
    return all;
}

INLINE int network_king(const struct board *board, int perspective)
{
    return bit_lowest(board->pieces[perspective * KINDS + KING]);
}

INLINE uint32_t network_pieces(const struct board *board, int piece)
{
    return board->pieces[piece];
}

INLINE int turned_square(int perspective, int square)
{
    return perspective ? square ^ (SQUARES - FILES) : square;
}

INLINE int network_view(int perspective, int king)
{
    const int seen = turned_square(perspective, king);
    return 2 * (seen >= FILES) + (seen % FILES >= FILES / 2);
}

INLINE int network_input(int perspective, int view, int piece, int square)
{
    const int seen = turned_square(perspective, square) ^ (view % 2 ? FILES - 1 : 0);
    return ((view / 2 * 2 + (piece / KINDS != perspective)) * KINDS + piece % KINDS) * SQUARES +
           seen;
}

#include "accumulators.h"

void PASTE(rows_, WAY)(const int16_t *a, const int16_t *b, int16_t most, struct rows_result *result)
{
    simd_sums_t dots = {0};
    for (int i = 0; i < ROWS_LENGTH; i += SIMD_ROW_LANES) {
        simd_row_t x = simd_row_load(a + i), y = simd_row_load(b + i);
        simd_row_store(result->clamped + i, simd_row_clamp(x, most));
        simd_row_store(result->bytes + i, simd_row_widen((const int8_t *)a + i));
        simd_row_store(result->sums + i, x + y);
        simd_row_store(result->products + i, x * y);
        dots += simd_row_dot(x, y);
    }
    result->dot = simd_sums_total(dots);
}

/* A weight of -`limit` to `limit`; the extremes are more frequent. */
static int16_t weight(struct rng *rng, int limit)
{
    const uint64_t end = rng_below(rng, 8);
    return (int16_t)(end == 0   ? -limit
                     : end == 1 ? limit
                                : (int)rng_below(rng, 2 * (uint64_t)limit + 1) - limit);
}

static void fill_network(struct rng *rng, struct network *network)
{
    int16_t *numbers = &network->first[0][0];
    const int first = (NETWORK_INPUTS + 1) * NETWORK_HIDDEN;
    for (int i = 0; i < first; i++) {
        numbers[i] = weight(rng, i % 2 ? NETWORK_FIRST_LIMIT : NETWORK_ONE_FIRST);
    }
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS * 2 * NETWORK_HIDDEN; i++) {
        (&network->second[0][0][0])[i] = weight(rng, NETWORK_SECOND_LIMIT);
    }
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        network->second_bias[bucket] = weight(rng, 20000);
    }
}

/* The score by its definition, one number at a time. */
static int score_by_definition(const struct network *network, const struct board *board)
{
    const int bucket = (bit_count(occupied(board)) - 2) * 3 / 13;
    int64_t total = 0;
    for (int i = 0; i < 2; i++) {
        const int perspective = board->side ^ i;
        const int view = network_view(perspective, network_king(board, perspective));
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            int64_t sum = network->first_bias[k];
            for (int square = 0; square < SQUARES; square++) {
                for (int piece = 0; piece < PIECES; piece++) {
                    if (board->pieces[piece] >> square & 1) {
                        sum += network->first[network_input(perspective, view, piece, square)][k];
                    }
                }
            }
            sum = sum < 0 ? 0 : sum > NETWORK_ONE_FIRST ? NETWORK_ONE_FIRST : sum;
            total += sum * sum * network->second[bucket][i][k];
        }
    }
    total = total / NETWORK_ONE_FIRST + network->second_bias[bucket];
    return (int)(total * NETWORK_UNIT / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
}

static void clear_board(struct board *board)
{
    *board = (struct board){.pieces = {0x10, 0x81, 0x1e00, 0x10U << 24, 0x81U << 24, 0x1e0000}};
}

static int random_square(struct rng *rng, uint32_t set)
{
    for (uint64_t skipped = rng_below(rng, (uint64_t)bit_count(set)); skipped; skipped--) {
        set &= set - 1;
    }
    return bit_lowest(set);
}

/* Takes a piece from a square to another. */
static void move_piece(struct board *board, struct network_changes *changes, int piece, int from,
                       int becomes, int to)
{
    board->pieces[piece] &= ~(1U << from);
    board->pieces[becomes] |= 1U << to;
    network_remove(changes, piece, from);
    network_add(changes, becomes, to);
    if (piece % KINDS == KING) {
        network_move_king(changes, piece / KINDS, from, to);
    }
}

/* Makes a random move: a piece goes to any square without an own piece or a king. Sometimes king
 * and tower exchange their places, or a man becomes a tower. */
static void make(struct board *board, struct network_accumulators *accumulators, struct rng *rng,
                 struct play_result *result)
{
    const int us = board->side * KINDS, them = KINDS - us;
    const uint32_t own =
        board->pieces[us + KING] | board->pieces[us + TOWER] | board->pieces[us + MAN];
    struct network_changes spare, *changes = network_push(accumulators, &board->place, &spare);
    board->side ^= 1;
    if (board->pieces[us + TOWER] && rng_below(rng, 8) == 0) {
        const int king = bit_lowest(board->pieces[us + KING]);
        const int tower = random_square(rng, board->pieces[us + TOWER]);
        move_piece(board, changes, us + KING, king, us + KING, tower);
        move_piece(board, changes, us + TOWER, tower, us + TOWER, king);
        result->castlings++;
        result->turns += changes->turned[0] || changes->turned[1];
        return;
    }
    const int from = random_square(rng, own);
    const int to = random_square(rng, ~own & ~board->pieces[them + KING]);
    int piece = us;
    while (!(board->pieces[piece] >> from & 1)) {
        piece++;
    }
    for (int taken = them + TOWER; taken <= them + MAN; taken++) {
        if (board->pieces[taken] >> to & 1) {
            board->pieces[taken] &= ~(1U << to);
            network_remove(changes, taken, to);
            result->captures++;
        }
    }
    const bool promotes = piece == us + MAN && rng_below(rng, 4) == 0;
    move_piece(board, changes, piece, from, promotes ? us + TOWER : piece, to);
    result->turns += changes->turned[0] || changes->turned[1];
}

/* Plays forwards and backwards, passes, and computes the score of some positions. */
void PASTE(play_, WAY)(uint64_t seed, struct play_result *result)
{
    static struct network_room room;
    static struct network network;
    struct board line[LINE_LENGTH + 1];
    struct rng rng = {seed};
    fill_network(&rng, &network);
    clear_board(&line[0]);
    struct network_accumulators *accumulators = network_begin(&network, &room, &line[0].place);
    for (int step = 0, ply = 0; step < 10 * LINE_LENGTH; step++) {
        if (ply > 0 && (ply == LINE_LENGTH || rng_below(&rng, 3) == 0)) {
            ply--;
        } else {
            line[ply + 1] = line[ply];
            ply++;
            if (rng_below(&rng, 8) == 0) {
                line[ply].side ^= 1;
            } else {
                make(&line[ply], accumulators, &rng, result);
            }
        }
        if (rng_below(&rng, 3) == 0) {
            const int expected = score_by_definition(&network, &line[ply]);
            result->compared++;
            result->wrong +=
                network_evaluate(&network, &line[ply], accumulators, line[ply].place) != expected ||
                network_evaluate(&network, &line[ply], NULL, 0) != expected;
        }
    }
}

#undef NETWORK_HIDDEN
#define NETWORK_HIDDEN       LAYERS_UNITS
#define NETWORK_FEATURES     LAYERS_FEATURES
#define NETWORK_ONE_FEATURE  LAYERS_ONE_FEATURE
#define NETWORK_ONE_HIDDEN   LAYERS_ONE_HIDDEN
#define NETWORK_ONE_OUTPUT   LAYERS_ONE_OUTPUT
#define NETWORK_FEATURE_MAX  LAYERS_ONE_FEATURE
#define NETWORK_HIDDEN_LIMIT LAYERS_LIMIT
#define NETWORK_OUTPUT_LIMIT LAYERS_LIMIT

#include "layers.h"

int PASTE(layers_, WAY)(const struct layers *layers)
{
    return layers_evaluate(layers->features[0], layers->features[1], layers->hidden,
                           layers->hidden_bias, layers->output, layers->output_bias);
}
