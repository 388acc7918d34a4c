/* SPDX-License-Identifier: MIT */
/* Tests chess: the symmetries of the evaluation, and what the search must find. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/evaluate.h"
#include "chess/network.h"
#include "chess/position.h"
#include "chess/rules.h"
#include "chess/strength.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

#define TABLE_MEGABYTES 4
#define RANDOM_GAMES    40
#define RANDOM_PLIES    120

/* Calls `visit` for each position of random games. */
static void for_random_positions(void (*visit)(const struct chess_position *position))
{
    struct rng rng = {17};
    for (int i = 0; i < RANDOM_GAMES; i++) {
        struct chess_position position;
        support_position(game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                         &position);
        for (int ply = 0; ply < RANDOM_PLIES; ply++) {
            visit(&position);
            struct move_list list = {.count = 0};
            game->legal_moves(&position, &list);
            if (list.count == 0) {
                break;
            }
            game->play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
        }
    }
}

static long plain_moves;

/* Checks that the key after a plain move is predicted correctly. */
static void check_keys_after(const struct chess_position *position)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct chess_position after = *position;
        const move_t move = list.moves[i];
        chess_play(&after, move);
        if (move_type(move) == MOVE_NORMAL && !after.state.board.ep &&
            after.state.board.castling == position->state.board.castling) {
            ck_assert_uint_eq(chess_key_after(position, move), after.state.key);
            plain_moves++;
        }
    }
}

START_TEST(keys_are_known_before_the_move)
{
    plain_moves = 0;
    for_random_positions(check_keys_after);
    ck_assert_int_gt(plain_moves, 10000);
}
END_TEST

static bitboard_t upside_down(bitboard_t bits)
{
    return __builtin_bswap64(bits);
}

/* Returns the same position with the colours exchanged. */
static struct chess_position mirrored(const struct chess_position *position)
{
    struct chess_position mirror = *position;
    const struct chess_board *from = &position->state.board;
    struct chess_board *board = &mirror.state.board;
    for (int kind = PAWN; kind < KINDS; kind++) {
        board->kinds[kind] = upside_down(from->kinds[kind]);
    }
    board->sides[WHITE] = upside_down(from->sides[BLACK]);
    board->sides[BLACK] = upside_down(from->sides[WHITE]);
    board->castling = upside_down(from->castling);
    board->ep = from->ep ? from->ep ^ 56 : 0;
    board->side = from->side ^ 1;
    chess_complete(&mirror);
    return mirror;
}

static void check_mirror(const struct chess_position *position)
{
    struct chess_position mirror = mirrored(position);
    ck_assert_int_eq(game->evaluate(position), game->evaluate(&mirror));
    ck_assert_int_eq(chess_evaluate_classical(position), chess_evaluate_classical(&mirror));
    ck_assert(!score_is_mate(game->evaluate(position)));
}

START_TEST(colours_do_not_matter_to_the_evaluation)
{
    for_random_positions(check_mirror);
}
END_TEST

/* Computes the network's score by its definition, from the board alone: without accumulators, and
 * without reflecting squares in place. */
static score_t network_by_definition(const struct chess_board *board)
{
    const struct network *network = &chess_network;
    const enum side mover = (enum side)board->side;
    int64_t total = 0;
    int pieces = bit_count(board->sides[WHITE] | board->sides[BLACK]);
    int phase = (pieces - 2) * NETWORK_OUTPUT_BUCKETS / 31;
    for (int perspective = 0; perspective < SIDES; perspective++) {
        const enum side us = perspective == 0 ? mover : other_side(mover);
        bool turned = (board->kinds[KING] & board->sides[us] &
                       (FILE_A << 4 | FILE_A << 5 | FILE_A << 6 | FILE_A << 7)) != 0;
        /* The king's bucket, from the side's own view: a1 b1 g1 h1, c1 .. f1, the second rank, or
         * higher ranks. */
        bitboard_t king = board->kinds[KING] & board->sides[us];
        bitboard_t home = us == WHITE ? 0xff : UINT64_C(0xff) << 56;
        bitboard_t second = us == WHITE ? 0xff00 : UINT64_C(0xff) << 48;
        bitboard_t corners = FILE_A | FILE_A << 1 | FILE_A << 6 | FILE_A << 7;
        int where = king & home & corners ? 0 : king & home ? 1 : king & second ? 2 : 3;
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            int sum = network->first_bias[k];
            for (int square = 0; square < SQUARES; square++) {
                int file = square % 8, rank = square / 8;
                int seen = (us == WHITE ? rank : 7 - rank) * 8 + (turned ? 7 - file : file);
                for (int kind = PAWN; kind < KINDS; kind++) {
                    if (board->kinds[kind] & bit(square)) {
                        bool own = (board->sides[us] & bit(square)) != 0;
                        sum += network->first[where * 768 + (own ? 0 : 384) + kind * 64 + seen][k];
                    }
                }
            }
            sum = sum < 0 ? 0 : sum > NETWORK_ONE_FIRST ? NETWORK_ONE_FIRST : sum;
            total += sum * sum * network->second[phase][perspective][k];
        }
    }
    total = total / NETWORK_ONE_FIRST + network->second_bias[phase];
    return (score_t)(total * NETWORK_UNIT / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
}

/* The cache of pawn structures must not change a score. */
static void check_pawn_cache(struct chess_position *position)
{
    static struct chess_pawn_entry cache[CHESS_PAWN_CACHE];
    const score_t score = chess_evaluate_classical(position);
    position->pawn_cache = cache;
    ck_assert_int_eq(chess_evaluate_classical(position), score); /* computed or found */
    ck_assert_int_eq(chess_evaluate_classical(position), score); /* found in the cache */
    position->pawn_cache = NULL;
}

/* Plays random moves, sometimes unmakes one or makes a null move, and evaluates some positions: the
 * incrementally updated state must give the score of the board alone. */
static void check_evaluations(struct rng *rng, const char *fen)
{
    static struct network_room room;
    struct chess_position position;
    support_position(game, fen, &position);
    position.accumulators = network_begin(&chess_network, &room, &position.state.place);
    for (int ply = 0; ply < RANDOM_PLIES; ply++) {
        struct move_list list = {.count = 0};
        game->legal_moves(&position, &list);
        if (list.count == 0) {
            return;
        }
        struct chess_undo undo;
        struct chess_state before = position.state;
        if (!chess_in_check(&position) && rng_below(rng, 8) == 0) {
            chess_make_null(&position, &undo);
        } else {
            chess_play(&position, list.moves[rng_below(rng, (uint64_t)list.count)]);
        }
        if (rng_below(rng, 3) > 0) {
            const struct chess_board *board = &position.state.board;
            const score_t score = network_by_definition(board);
            ck_assert_int_eq(network_evaluate(&chess_network, board, position.accumulators,
                                              position.state.place),
                             score);
            ck_assert_int_eq(network_evaluate(&chess_network, board, NULL, 0), score);
            check_pawn_cache(&position);
        }
        if (rng_below(rng, 4) == 0) {
            position.state = before;
        }
    }
}

START_TEST(evaluations_keep_up_with_the_board)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    };
    struct rng rng = {23};
    for (int i = 0; i < RANDOM_GAMES; i++) {
        check_evaluations(&rng, fens[i % LENGTH(fens)]);
    }
}
END_TEST

static int danger_cost(int danger)
{
    return danger > 0 ? danger * danger / DANGER_DIVISOR : 0;
}

/* Sums the terms of the trace in an order different from the evaluation's. */
static void check_trace(const struct chess_position *position)
{
    struct chess_trace trace;
    score_t score = chess_trace(position, &trace);
    int middle = 0, end = 0;
    for (int i = 0; i < WEIGHT_FIRST_DANGER; i++) {
        middle += trace.counts[i] * weight_middle(chess_weights[i]);
        end += trace.counts[i] * weight_end(chess_weights[i]);
    }
    for (int side = WHITE; side < SIDES; side++) {
        int danger[2] = {0, 0}, sign = side == WHITE ? -1 : 1;
        for (int i = 0; i < DANGER_WEIGHTS; i++) {
            danger[0] +=
                trace.danger[side][i] * weight_middle(chess_weights[WEIGHT_FIRST_DANGER + i]);
            danger[1] += trace.danger[side][i] * weight_end(chess_weights[WEIGHT_FIRST_DANGER + i]);
        }
        middle += sign * danger_cost(danger[0]);
        end += sign * danger_cost(danger[1]);
    }
    int total =
        (middle * trace.phase * SCALE_FULL + end * trace.scale * (PHASE_FULL - trace.phase)) /
        (PHASE_FULL * SCALE_FULL);
    total = total * (200 - position->state.clock) / 200;
    total = chess_side(position) == WHITE ? total : -total;
    ck_assert_int_eq(score, chess_evaluate_classical(position));
    ck_assert_int_eq(score, total);
}

START_TEST(the_trace_adds_up_to_the_evaluation)
{
    for_random_positions(check_trace);
}
END_TEST

/* A known rule of endings: a rook's pawn with a bishop that does not attack the corner in front of
 * it is a draw if the opposing king is there, with any number of pawns on that file and bishops of
 * that colour. With any other help it is usually won. The evaluation scales the draw to 0. */
START_TEST(a_rooks_pawn_and_the_wrong_bishop_win_nothing)
{
    static const struct {
        const char *fen;
        bool drawn;
    } cases[] = {
        {"k7/8/8/8/8/8/P7/K1B5 w - - 0 1", true},
        {"1k6/8/8/8/8/P7/P7/K1B5 w - - 0 1", true},
        {"6k1/8/8/8/8/8/7P/5B1K w - - 0 1", true},
        {"k1b5/p7/8/8/8/8/8/1K6 w - - 0 1", true},
        {"k4b2/p7/8/8/8/8/8/1K6 w - - 0 1", false},
        {"k7/8/8/8/8/8/P7/K4B2 w - - 0 1", false},  /* the bishop that attacks the corner */
        {"8/8/4k3/8/8/8/P7/K1B5 w - - 0 1", false}, /* the king is elsewhere */
        {"k7/8/8/8/8/8/PP6/K1B5 w - - 0 1", false}, /* a pawn on another file */
        {"k7/8/8/8/8/8/P6P/K1B5 w - - 0 1", false}, /* likewise */
        {"k7/8/8/8/8/8/P7/K1BN4 w - - 0 1", false}, /* with a knight, */
        {"k7/8/8/8/8/8/P7/K1BB4 w - - 0 1", false}, /* or the other bishop, */
        {"k7/8/8/8/8/8/P7/K1BR4 w - - 0 1", false}, /* or a rook, */
        {"k7/8/8/8/8/8/P7/K1BQ4 w - - 0 1", false}, /* or a queen */
        {"k7/8/8/8/8/8/P7/K7 w - - 0 1", false},    /* no bishop: not scaled */
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct chess_position position;
        struct chess_trace trace;
        support_position(game, cases[i].fen, &position);
        chess_trace(&position, &trace);
        ck_assert_msg((trace.scale == 0) == cases[i].drawn, "%s: %d", cases[i].fen, trace.scale);
    }
}
END_TEST

/* Returns the best line of a search to a depth with an empty table. */
static const struct search_line *search_to(struct support_search *support, const char *fen,
                                           int depth)
{
    static struct chess_position position;
    support_position(game, fen, &position);
    support_search_clear(support);
    support_search_limits(support)->depth = depth;
    return support_search_run(support, &position);
}

static const char *move_text(const char *fen, move_t move)
{
    struct chess_position position;
    support_position(game, fen, &position);
    return support_move_text(game, &position, move);
}

START_TEST(mates_are_found_and_counted)
{
    static const struct {
        const char *fen, *move; /* NULL: any */
        int plies;
    } cases[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", NULL, 3},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1},
        {"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", "b1b8", 1},
        {"8/8/8/8/8/5k2/5p2/5K1r w - - 0 1", NULL, 0},
        {"k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", NULL, 1},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5},
    };
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int i = 0; i < LENGTH(cases); i++) {
        const struct search_line *line = search_to(support, cases[i].fen, 10);
        if (cases[i].plies == 0) {
            ck_assert_msg(line->length == 0, "%s", cases[i].fen);
            continue;
        }
        ck_assert_msg(line->score == score_mate_in(cases[i].plies), "%s: score %d", cases[i].fen,
                      line->score);
        ck_assert_int_eq(line->length, cases[i].plies);
        if (cases[i].move) {
            ck_assert_str_eq(move_text(cases[i].fen, line->pv[0]), cases[i].move);
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(draws_are_seen)
{
    static const char *const drawn[] = {
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",      /* stalemate */
        "7k/8/8/8/8/8/1q6/K7 w - - 0 1",        /* the queen is lost, and bare kings draw */
        "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1", /* perpetual check */
    };
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int i = 0; i < LENGTH(drawn); i++) {
        ck_assert_msg(search_to(support, drawn[i], 12)->score == SCORE_DRAW, "%s: score %d",
                      drawn[i], search_to(support, drawn[i], 12)->score);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(winning_moves_are_found)
{
    static const struct {
        const char *fen, *move;
        int depth;
    } cases[] = {
        {"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 8},
        {"5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", "e3g3", 12},
        {"5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 10},
        {"7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7", 10},
        {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "d6d1", 16},
        {"4k3/8/8/8/8/8/4q3/4K2R w K - 0 1", "e1e2", 4},
    };
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int i = 0; i < LENGTH(cases); i++) {
        const struct search_line *line = search_to(support, cases[i].fen, cases[i].depth);
        ck_assert_msg(strcmp(move_text(cases[i].fen, line->pv[0]), cases[i].move) == 0,
                      "%s: %s instead of %s, score %d", cases[i].fen,
                      move_text(cases[i].fen, line->pv[0]), cases[i].move, line->score);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(lines_are_legal_and_searches_repeat)
{
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int i = 0; game->bench_positions[i]; i++) {
        const char *fen = game->bench_positions[i];
        struct chess_position position;
        support_position(game, fen, &position);
        struct search_line first = *search_to(support, fen, 8);
        uint64_t nodes = atomic_load(&support->worker->nodes);
        const struct search_line *again = search_to(support, fen, 8);
        ck_assert_uint_eq(atomic_load(&support->worker->nodes), nodes);
        ck_assert_int_eq(again->score, first.score);
        ck_assert_int_ge(first.length, 1);
        for (int ply = 0; ply < first.length; ply++) {
            ck_assert_msg(chess_is_legal(&position, first.pv[ply]), "%s: ply %d", fen, ply);
            game->play(&position, first.pv[ply]);
        }
    }
    support_search_destroy(support);
}
END_TEST

/* Ne6 attacks the queen, which moves away: even a search of few plies must examine every reply on
 * which its score depends, including late quiet moves. */
START_TEST(the_shallowest_search_sees_quiet_replies)
{
    static const char fen[] = "4rr2/pb3kn1/1qn2pp1/1p6/3p1QP1/3P1N2/1BP1B2P/2KRR3 b - - 5 22";
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int depth = 1; depth <= 3; depth++) {
        const score_t score = search_to(support, fen, depth)->score;
        ck_assert_msg(abs(score) < 600, "depth %d: score %d", depth, score);
    }
    support_search_destroy(support);
}
END_TEST

/* Pruning may hide a mate at its exact depth, so a search for a mate goes twice as deep. */
START_TEST(a_search_for_a_mate_goes_twice_as_deep)
{
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    struct chess_position position;
    support_position(game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &position);
    support_search_limits(support)->mate_plies = 3;
    ck_assert_int_eq(support_search_run(support, &position)->depth, 6);
    support_search_destroy(support);
}
END_TEST

/* With any pruning, the length of a short mate must be that of minimax. */
START_TEST(minimax_agrees_on_short_mates)
{
    static const char *const fens[] = {"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
                                       "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"};
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    for (int i = 0; i < LENGTH(fens); i++) {
        score_t score = search_to(support, fens[i], 8)->score;
        struct chess_position position;
        support_position(game, fens[i], &position);
        support_search_clear(support);
        struct search_limits *limits = support_search_limits(support);
        limits->depth = 4;
        limits->algorithm = ALGORITHM_MINIMAX;
        ck_assert_int_eq(support_search_run(support, &position)->score, score);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(weaker_levels_see_less)
{
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    struct chess_position position;
    support_position(game, game->bench_positions[1], &position);
    support->settings.values[CHESS_LIMIT_STRENGTH] = 1;
    uint64_t before = 0;
    for (int elo = CHESS_ELO_MIN; elo <= CHESS_ELO_MAX; elo += 50) {
        struct chess_strength strength = chess_strength_of(elo);
        ck_assert_uint_gt(strength.nodes, before);
        before = strength.nodes;
        if (elo > 2000) {
            continue;
        }
        support->settings.values[CHESS_ELO] = elo;
        support_search_clear(support);
        support_search_limits(support)->depth = 40;
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_uint_le(atomic_load(&support->worker->nodes), strength.nodes);
        ck_assert(chess_is_legal(&position, line->pv[0]));
    }
    ck_assert_int_gt(chess_strength_of(CHESS_ELO_MIN).noise, 0);
    ck_assert_int_eq(chess_strength_of(CHESS_ELO_MAX).noise, 0);
    support_search_destroy(support);
}
END_TEST

/* In an even position both sides must see an even score. A score that includes the noise would be
 * the maximum of many random ones, 400 for either side. */
START_TEST(weak_levels_show_scores_without_noise)
{
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    struct chess_position position;
    support_position(game, game->bench_positions[0], &position);
    support->settings.values[CHESS_LIMIT_STRENGTH] = 1;
    support->settings.values[CHESS_ELO] = CHESS_ELO_MIN;
    support_search_limits(support)->depth = 40;
    int64_t sum = 0;
    for (int i = 0; i < 40; i++) {
        support_search_clear(support);
        sum += support_search_run(support, &position)->score;
    }
    ck_assert_int_lt(sum / 40, 150);
    ck_assert_int_gt(sum / 40, -150);
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    game = support_game("chess");
    Suite *suite = suite_create("chess_search");
    SUPPORT_ADD(suite, keys_are_known_before_the_move);
    SUPPORT_ADD(suite, colours_do_not_matter_to_the_evaluation);
    SUPPORT_ADD(suite, evaluations_keep_up_with_the_board);
    SUPPORT_ADD(suite, the_trace_adds_up_to_the_evaluation);
    SUPPORT_ADD(suite, mates_are_found_and_counted);
    SUPPORT_ADD(suite, weak_levels_show_scores_without_noise);
    SUPPORT_ADD(suite, draws_are_seen);
    SUPPORT_ADD(suite, a_rooks_pawn_and_the_wrong_bishop_win_nothing);
    SUPPORT_ADD(suite, winning_moves_are_found);
    SUPPORT_ADD(suite, lines_are_legal_and_searches_repeat);
    SUPPORT_ADD(suite, the_shallowest_search_sees_quiet_replies);
    SUPPORT_ADD(suite, a_search_for_a_mate_goes_twice_as_deep);
    SUPPORT_ADD(suite, minimax_agrees_on_short_mates);
    SUPPORT_ADD(suite, weaker_levels_see_less);
    return support_run(suite);
}
