/* SPDX-License-Identifier: MIT */
/* Tests xiangqi: the rules against published counts and an oracle that works on single squares, the
 * texts, repetitions, and the search. */
#include <stdio.h>
#include <string.h>

#include "registry.h"
#include "rng.h"
#include "support.h"
#include "xiangqi/rules.h"
#include "xiangqi/see.h"
#include "xiangqi_oracle.h"

#define GAMES 30  /* random games that are compared with the oracle */
#define PLIES 200 /* the most plies of each */

#define CYCLES 3000 /* random cycles that are judged like the oracle */

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

static const struct game *game;

static bool is_among(char texts[MAX_MOVES][5], int count, const char *text)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(texts[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static void check_against(const struct oracle *oracle, const struct xiangqi_position *position)
{
    static char expected[MAX_MOVES][5], found[MAX_MOVES][5];
    char fen[120];
    struct buffer text = {0};
    struct move_list list = {.count = 0};
    oracle_format(oracle, fen);
    game->format_fen(position, &text);
    ck_assert_str_eq(buffer_text(&text), fen);
    buffer_finish(&text);
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        snprintf(found[i], 5, "%s", support_move_text(game, position, list.moves[i]));
    }
    ck_assert_msg(list.count == oracle_moves(oracle, expected), "%s: %d moves", fen, list.count);
    for (int i = 0; i < list.count; i++) {
        ck_assert_msg(is_among(found, list.count, expected[i]), "%s: no %s", fen, expected[i]);
    }
    struct xiangqi_position copy = *position;
    ck_assert_msg(game->perft(&copy, 1, NULL) == (uint64_t)list.count, "%s", fen);
    ck_assert_msg(position->state.in_check == oracle_attacks_king(oracle, !oracle->black), "%s",
                  fen);
    copy = *position;
    xiangqi_set_keys(&copy);
    ck_assert_msg(copy.state.key == position->state.key, "%s", fen);
    for (int part = 0; part < XIANGQI_PARTS; part++) {
        ck_assert_msg(copy.state.part_keys[part] == position->state.part_keys[part], "%s", fen);
    }
}

static const char *const starts[] = {
    START,
    "3a1k3/4a4/4b4/9/2b2N3/4R4/9/3A1C2B/4c4/3AK1B1r b - - 3 40",
    "2bak4/4a4/4b1n2/R3p3p/2p6/4n1B2/P1c1P3P/N3C4/4A4/2BAK1r2 w - - 0 20",
    /* The king often has no legal move. */
    "3k5/9/9/9/9/9/4R4/R8/8C/4K4 w - - 0 1",
};

static bool is_legal(const void *position, move_t move)
{
    return xiangqi_is_legal(position, move);
}

START_TEST(random_games_are_those_of_an_oracle_that_goes_by_squares)
{
    struct rng rng = {1};
    int wins = 0, checks = 0;
    for (int number = 0; number < SUITE_TIMES(GAMES); number++) {
        struct xiangqi_position position;
        struct oracle oracle;
        support_position(game, starts[number % LENGTH(starts)], &position);
        oracle_read(starts[number % LENGTH(starts)], &oracle);
        for (int ply = 0; ply < PLIES; ply++) {
            enum game_result result = game->result(&position);
            if (result != RESULT_NONE) {
                static char texts[MAX_MOVES][5];
                bool stuck = oracle_moves(&oracle, texts) == 0;
                ck_assert(!stuck || result == (oracle.black ? RESULT_P1_WINS : RESULT_P2_WINS));
                wins += stuck;
                break;
            }
            struct move_list list = {.count = 0};
            check_against(&oracle, &position);
            game->legal_moves(&position, &list);
            checks += position.state.in_check;
            if (ply % 16 == 0) {
                support_check_any_bits(game, &position, is_legal);
            }
            move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            oracle_play(&oracle, support_move_text(game, &position, move));
            const uint64_t key_after = xiangqi_key_after(&position, move);
            game->play(&position, move);
            ck_assert_uint_eq(position.state.key, key_after);
        }
    }
    ck_assert_msg(wins > 0 && checks > 0, "%d wins, %d checks", wins, checks);
}
END_TEST

/* The counts of the start are from the Chess Programming Wiki ("Chinese Chess Perft Results"), the
 * others from Fairy-Stockfish. */
START_TEST(perft_gives_the_published_counts)
{
    static const struct {
        const char *fen;
        int depth;
        uint64_t leaves;
    } cases[] = {
        {START, 0, 1},
        {START, 1, 44},
        {START, 2, 1920},
        {START, 3, 79666},
        {START, 4, 3290240},
        {"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 3, 43929},
        {"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", 3, 8620},
        {"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 3, 9850},
        {"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", 3, 14808},
        {"R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1", 3, 7626},
        {"C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1", 3, 6241},
        {"4ka3/4a4/9/9/4N1p2/p8/2pc5/5K3/9/4C4 w - - 0 1", 3, 7697},
        {"3a1k3/4a4/4b4/9/2b2N3/4R4/9/3A1C2B/4c4/3AK1B1r b - - 3 40", 3, 1282},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct xiangqi_position position;
        support_position(game, cases[i].fen, &position);
        uint64_t leaves = game->perft(&position, cases[i].depth, NULL);
        ck_assert_msg(leaves == cases[i].leaves, "%s depth %d: %llu", cases[i].fen, cases[i].depth,
                      (unsigned long long)leaves);
        ck_assert(cases[i].depth > 2 ||
                  game_count_leaves(game, &position, cases[i].depth, NULL) == leaves);
    }
}
END_TEST

START_TEST(counters_that_are_none_are_repaired_and_told)
{
    static const char *const cases[][3] = {
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - -", "0 1", ""},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 7", "7 1", ""},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - ? 5", "0 5",
         "repaired: half-move clock ? is no number from 0 to 9999: 0 is used"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 5", "0 5", "half-move clock -1"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 3 1.5", "3 1",
         "move number 1.5 is no number from 0 to 9999: 1 is used"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - ? 123456", "0 1", "; move number 123456"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        max_align_t
            place[(sizeof(struct xiangqi_position) + sizeof(max_align_t)) / sizeof(max_align_t)];
        struct error notice = {""};
        struct buffer text = {0};
        ck_assert_msg(game->parse_fen(NULL, cases[i][0], place, &notice), "%s: %s", cases[i][0],
                      notice.text);
        game->format_fen(place, &text);
        const char *counters = buffer_text(&text) + strlen("3k5/9/9/9/9/9/9/9/9/4K4 w - - ");
        ck_assert_str_eq(counters, cases[i][1]);
        ck_assert_msg(cases[i][2][0] ? strstr(notice.text, cases[i][2]) != NULL : !notice.text[0],
                      "%s: %s", cases[i][0], notice.text);
        buffer_finish(&text);
    }
}
END_TEST

START_TEST(wrong_positions_are_refused_with_the_reason)
{
    static const char *const wrong[][2] = {
        {"4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", "after rank 2"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 e - - 0 1", "side to move"},
        {"3k5/9/9/9/9/9/9/9/9/4K3Q w - - 0 1", "'Q'"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 121 1", "half-move clock 121; expected 0 to 120"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x", "nothing after the move number"},
        {"9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "0 pieces 'k'"},
        {"3k1k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "2 pieces 'k'"},
        {"3k5/9/9/9/9/9/9/9/9/RR2K3R w - - 0 1", "3 pieces 'R'"},
        {"3k5/9/9/pppppp3/9/9/9/9/9/4K4 w - - 0 1", "6 pieces 'p'"},
        {"3k5/9/9/9/9/9/9/9/9/2K6 w - - 0 1", "'K' on c0"},
        {"3k5/9/9/9/9/9/9/9/9/3BK4 w - - 0 1", "'B' on d0"},
        {"3k5/9/9/9/2B6/9/9/9/9/4K4 w - - 0 1", "'B' on c5"},
        {"3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1", "'A' on d1"},
        {"3k5/9/9/9/9/9/1P7/9/9/4K4 w - - 0 1", "'P' on b3"},
        {"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "face each other"},
        {"3kR4/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "could take the king"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        struct xiangqi_position position;
        struct error error = {""};
        ck_assert_msg(!game->parse_fen(NULL, wrong[i][0], &position, &error), "%s", wrong[i][0]);
        ck_assert_msg(strstr(error.text, wrong[i][1]), "%s: %s", wrong[i][0], error.text);
    }
}
END_TEST

START_TEST(moves_are_read_or_refused_with_the_reason)
{
    static const char *const cases[][3] = {
        {START, "h2e2", ""},
        {START, "H2E2", ""},
        {START, "h2e", "not a move"},
        {START, "h2j2", "not a move"},
        {START, "0000", "not a move"},
        {START, "h9g7", "no piece of the side to move"},
        {START, "a0a3", "stands on the target"},
        {START, "b0d1", "does not move so"},
        {START, "h2h8", "does not move so"},
        {"3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1", "e0d0", "facing the other one"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0e1", ""},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct xiangqi_position position;
        struct error error = {""};
        move_t move;
        support_position(game, cases[i][0], &position);
        bool legal = game->parse_move(&position, cases[i][1], &move, &error);
        ck_assert_msg(legal == !*cases[i][2] && strstr(error.text, cases[i][2]), "%s: %s",
                      cases[i][1], error.text);
    }
}
END_TEST

static void play_moves(struct xiangqi_position *position, const char *moves)
{
    char text[5];
    int length;
    for (; sscanf(moves, " %4s%n", text, &length) == 1; moves += length) {
        struct error error = {""};
        move_t move;
        ck_assert_msg(game->parse_move(position, text, &move, &error), "%s", error.text);
        game->play(position, move);
    }
}

/* Each cycle is played twice: then the first position occurs for the third time. The rules have 106
 * diagrams; those of which the positions are published as FENs name their number. */
START_TEST(repetitions_are_judged)
{
    static const struct {
        const char *fen, *cycle;
        enum game_result result;
    } cases[] = {
        /* No threats at all. */
        {START, "h0g2 h9g7 g2h0 g7h9", RESULT_DRAW},
        /* The rook gives check with every move, and the king moves back and forth. */
        {"4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1", "a8a9 e9e8 a9a8 e8e9", RESULT_P2_WINS},
        /* The rook chases an unprotected horse. */
        {"3k5/9/9/9/9/n8/9/8R/9/4K4 w - - 0 1", "i2i4 a4b2 i4i2 b2a4", RESULT_P2_WINS},
        /* A pawn protects the horse on one of its squares. */
        {"3k5/9/9/9/9/n8/9/p7R/9/4K4 w - - 0 1", "i2i4 a4b2 i4i2 b2a4", RESULT_DRAW},
        /* The rook makes no threats. */
        {"3k5/9/9/9/9/n8/8R/9/9/4K4 w - - 0 1", "i3i8 a4b2 i8i3 b2a4", RESULT_DRAW},
        /* Diagram 39: a horse pins the rook that a rook chases. */
        {"2baka1r1/CR3rN2/9/2p1p4/9/9/4P4/9/4A4/4KA3 b - - 0 1", "f9e8 b8b9 e8f9 b9b8",
         RESULT_P2_WINS},
        /* Diagram 106: the rook has threatened the cannon all the time. */
        {"3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w - - 0 1", "h0h1 h4h3 h1h0 h3h4",
         RESULT_DRAW},
        /* A rook and a cannon in turn threaten a pawn beyond the river, and one at home. */
        {"3k5/9/9/5n3/9/2p2C2R/9/9/9/4K4 w - - 0 1", "f4f3 f6e4 f3f4 e4f6", RESULT_P2_WINS},
        {"3k5/9/5n3/9/2p2C2R/9/9/9/9/4K4 w - - 0 1", "f5f4 f7e5 f4f5 e5f7", RESULT_DRAW},
        /* A pawn chases a rook. */
        {"3k5/9/3r5/4P4/9/9/9/9/9/5K3 w - - 0 1", "e6d6 d7e7 d6e6 e7d7", RESULT_DRAW},
        /* Two rooks that can take each other. */
        {"9/9/3k5/9/9/r3R4/9/9/4A4/4K4 w - - 0 1", "e4e3 a4a3 e3e4 a3a4", RESULT_DRAW},
        /* The cannon pins one of them. */
        {"4c4/9/3k5/9/9/r3R4/9/9/4A4/4K4 w - - 0 1", "e4e3 a4a3 e3e4 a3a4", RESULT_P1_WINS},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct xiangqi_position position;
        support_position(game, cases[i].fen, &position);
        play_moves(&position, cases[i].cycle);
        ck_assert_int_eq(game->result(&position), RESULT_NONE);
        play_moves(&position, cases[i].cycle);
        ck_assert_msg(game->result(&position) == cases[i].result, "%s: %d", cases[i].cycle,
                      game->result(&position));
        struct move_list list = {.count = 0};
        game->legal_moves(&position, &list);
        ck_assert_int_gt(list.count, 0); /* a client with other rules can continue */
    }
}
END_TEST

/* Puts a piece on an empty square where it may stand. */
static void put_piece(struct oracle *oracle, struct rng *rng, char piece)
{
    for (;;) {
        const int square = (int)rng_below(rng, 90);
        const bool black = piece >= 'a', palace = square % 9 >= 3 && square % 9 <= 5;
        const int depth = black ? 9 - square / 9 : square / 9;
        if (oracle->squares[square / 9][square % 9] == '.' &&
            ((piece | 0x20) != 'k' || (palace && depth <= 2)) &&
            ((piece | 0x20) != 'p' || depth >= 5 || (depth >= 3 && square % 9 % 2 == 0))) {
            oracle->squares[square / 9][square % 9] = piece;
            return;
        }
    }
}

/* Makes a random position with a few pieces. Returns false if it is illegal. */
static bool random_position(struct rng *rng, struct oracle *oracle, char fen[120])
{
    static const char able[] = "RRCCNNPrrccnnp";
    memset(oracle, 0, sizeof *oracle);
    memset(oracle->squares, '.', sizeof oracle->squares);
    put_piece(oracle, rng, 'K');
    put_piece(oracle, rng, 'k');
    for (int i = 0; able[i]; i++) {
        if (rng_below(rng, 3) == 0) {
            put_piece(oracle, rng, able[i]);
        }
    }
    oracle->number = 1;
    oracle_format(oracle, fen);
    struct xiangqi_position position;
    struct error error;
    return game->parse_fen(NULL, fen, &position, &error);
}

/* Plays a random cycle of four plies. Returns false if there is none. */
static bool random_cycle(struct rng *rng, const char *fen, struct oracle boards[5], char cycle[24])
{
    static char texts[MAX_MOVES][5];
    char moves[4][5];
    oracle_read(fen, &boards[0]);
    for (int ply = 0; ply < 4; ply++) {
        const int count = oracle_moves(&boards[ply], texts);
        if (count == 0) {
            return false;
        }
        snprintf(moves[ply], 5, "%s", texts[rng_below(rng, (uint64_t)count)]);
        if (ply >= 2) {
            snprintf(moves[ply], 5, "%.2s%.2s", moves[ply - 2] + 2, moves[ply - 2]);
        }
        boards[ply + 1] = boards[ply];
        oracle_play(&boards[ply + 1], moves[ply]);
        if (!is_among(texts, count, moves[ply]) || boards[ply + 1].clock == 0) {
            return false;
        }
    }
    snprintf(cycle, 24, "%s %s %s %s", moves[0], moves[1], moves[2], moves[3]);
    return true;
}

START_TEST(random_cycles_are_judged_as_by_the_oracle)
{
    struct rng rng = {7};
    int results[4] = {0}, cycles = 0;
    while (cycles < SUITE_TIMES(CYCLES)) {
        struct oracle boards[5];
        char fen[120], cycle[24];
        if (!random_position(&rng, &boards[0], fen) || !random_cycle(&rng, fen, boards, cycle)) {
            continue;
        }
        struct xiangqi_position position;
        support_position(game, fen, &position);
        play_moves(&position, cycle);
        play_moves(&position, cycle);
        const enum game_result expected = oracle_judge(boards, 4), found = game->result(&position);
        ck_assert_msg(found == expected, "%s, %s: %d, not %d", fen, cycle, found, expected);
        results[found]++;
        cycles++;
    }
    ck_assert_msg(results[RESULT_P1_WINS] > 0 && results[RESULT_P2_WINS] > 0 &&
                      results[RESULT_DRAW] > 0,
                  "%d wins, %d losses, %d draws", results[RESULT_P1_WINS], results[RESULT_P2_WINS],
                  results[RESULT_DRAW]);
}
END_TEST

START_TEST(games_end_as_the_rules_say)
{
    static const struct {
        const char *fen;
        enum game_result result;
    } cases[] = {
        {"3k1R3/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", RESULT_P1_WINS}, /* mate */
        {START, RESULT_NONE},
        {"3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1", RESULT_P1_WINS}, /* stalemate, which loses */
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", RESULT_DRAW},      /* nobody can win */
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 90", RESULT_DRAW},  /* the move counter */
        {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90", RESULT_NONE},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct xiangqi_position position;
        support_position(game, cases[i].fen, &position);
        ck_assert_msg(game->result(&position) == cases[i].result, "%s: %d", cases[i].fen,
                      game->result(&position));
    }
}
END_TEST

/* Finds the least valuable piece of the side to move that can capture on a square; *from is its
 * square. Returns KINDS if there is none. */
static enum kind least_taker(const struct xiangqi_position *position, int target, int *from)
{
    static const enum kind order[KINDS] = {PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, ROOK, KING};
    for (int i = 0; i < KINDS; i++) {
        board_set pieces = position->pieces[position->side][order[i]];
        while (pieces) {
            *from = set_pop(&pieces);
            if (xiangqi_reach(position, *from) & square_bit(target)) {
                return order[i];
            }
        }
    }
    return KINDS;
}

/* Returns what the side to move gains by captures on the square of a piece with this value. */
static int exchange(struct xiangqi_position *position, int target, int value)
{
    struct xiangqi_undo undo;
    int from, other;
    const enum kind kind = least_taker(position, target, &from);
    if (kind == KINDS) {
        return 0;
    }
    const move_t move = move_make(from, target);
    xiangqi_make(position, move, &undo);
    const bool lost = kind == KING && least_taker(position, target, &other) != KINDS;
    const int gain = lost ? 0 : value - exchange(position, target, xiangqi_values[kind]);
    xiangqi_unmake(position, move, &undo);
    return gain > 0 ? gain : 0;
}

static void check_exchange(struct xiangqi_position *position, move_t move)
{
    struct xiangqi_undo undo;
    const int victim = position->squares[move_to(move)];
    const int mover = xiangqi_values[piece_kind(position->squares[move_from(move)])];
    xiangqi_make(position, move, &undo);
    const int gain = (victim ? xiangqi_values[piece_kind(victim)] : 0) -
                     exchange(position, move_to(move), mover);
    xiangqi_unmake(position, move, &undo);
    struct buffer fen = {0};
    xiangqi_format_fen(position, &fen);
    for (int more = -100; more <= 100; more++) {
        ck_assert_msg(xiangqi_see_ge(position, move, gain + more) == (more <= 0),
                      "%s in %s: it gains %d, not told from %d",
                      support_move_text(game, position, move), buffer_text(&fen), gain,
                      gain + more);
    }
    buffer_finish(&fen);
}

START_TEST(exchanges_are_those_of_taking_in_turn)
{
    struct rng rng = {8};
    for (int number = 0; number < SUITE_TIMES(GAMES); number++) {
        struct xiangqi_position position;
        xiangqi_start(NULL, &position);
        for (int ply = 0; ply < PLIES / 2; ply++) {
            struct xiangqi_undo undo;
            struct move_list list = {.count = 0};
            xiangqi_legal_moves(&position, &list);
            if (list.count == 0) {
                break;
            }
            const move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            check_exchange(&position, move);
            xiangqi_make(&position, move, &undo);
        }
    }
}
END_TEST

START_TEST(the_search_finds_mates_and_material)
{
    static const struct {
        const char *fen, *move;
    } cases[] = {
        {"3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 0 1", "b1b9"},
        {"3k5/9/9/9/4r4/9/9/4R4/9/4K4 w - - 0 1", "e2e5"},
    };
    struct support_search *support = support_search_create(game, 1);
    for (int i = 0; i < LENGTH(cases); i++) {
        struct xiangqi_position position;
        support_position(game, cases[i].fen, &position);
        support_search_clear(support);
        support_search_limits(support)->depth = 4;
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_str_eq(support_move_text(game, &position, line->pv[0]), cases[i].move);
        ck_assert_int_gt(line->score, 0);
    }
    support_search_destroy(support);
}
END_TEST

/* Positions in the notations of other programs are read, and written in the canonical form. */
START_TEST(positions_of_other_programs_are_read)
{
#define BLACK_HALF "1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/"
    static const char canonical[] = "rnbakabnr/9/" BLACK_HALF "RNBAKABNR w - - 0 1";
    static const char *const forms[] = {
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR r",
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR[] w - - 0 1",
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR[] r - - 0 1",
        "rheakaehr/9/" BLACK_HALF "RHEAKAEHR w - - 0 1",
        "rhbakaenr/9/" BLACK_HALF "RNEAKABHR[] r 0 1",
    };
    static const char *const wrong[] = {
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR[P] w - - 0 1",
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR[ w - - 0 1",
        "rnbakabnr/9[]/" BLACK_HALF "RNBAKABNR w - - 0 1",
        "rnbakabnr/9/" BLACK_HALF "RNBAKABNR e - - 0 1",
    };
    struct xiangqi_position position;
    for (int i = 0; i < LENGTH(forms); i++) {
        struct buffer fen = {0};
        support_position(game, forms[i], &position);
        game->format_fen(&position, &fen);
        ck_assert_str_eq(buffer_text(&fen), canonical);
        buffer_finish(&fen);
    }
    for (int i = 0; i < LENGTH(wrong); i++) {
        struct error error = {""};
        ck_assert_msg(!game->parse_fen(NULL, wrong[i], &position, &error), "%s", wrong[i]);
        ck_assert_msg(strstr(error.text, "; expected "), "%s: %s", wrong[i], error.text);
    }
}
END_TEST

/* The same games in three notations: that of the protocol, ICCS and WXF. */
START_TEST(moves_of_iccs_and_wxf_are_read)
{
    static const struct {
        const char *fen, *plain, *other;
    } cases[] = {
        {NULL, "h2e2", "H2-E2"},
        {NULL, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6", "C2.5 H8+7 H2+3 R9.8 R1.2 P7+1 R2+6"},
        {NULL, "h2e2 h9g7 h0g2 i9h9", "C2=5 n8+7 N2+3 r9=8"},
        {NULL, "c0e2 g9e7 d0e1 f9e8", "B7+5 E7+5 A6+5 A6+5"},
        {NULL, "e0e1 e9e8 e1e0", "K5+1 K5+1 K5-1"},
        {NULL, "b2b9 a9b9", "C8+7 R1.2"},
        {"4k4/9/9/R8/9/R8/9/9/9/3K5 w - - 0 1", "a6a8", "+R+2"},
        {"4k4/9/9/R8/9/R8/9/9/9/3K5 w - - 0 1", "a4b4", "R-.8"},
        {"4k4/9/9/9/r8/9/r8/9/9/3K5 b - - 0 1", "a3a1", "R++2"},
        {"4k4/9/9/9/r8/9/r8/9/9/3K5 b - - 0 1", "a5a7", "-R-2"},
    };
    static const char *const wrong[] = {"C3.5", "H2.3", "R9+9",  "C2+",  "Q2.5",
                                        "H2-E", "+R+1", "C2.55", "++++", "H2-H9-"};
    struct xiangqi_position position;
    move_t move;
    for (int i = 0; i < LENGTH(cases); i++) {
        const char *plain = cases[i].plain, *other = cases[i].other;
        char one[16], two[16];
        game->start(NULL, &position);
        if (cases[i].fen) {
            support_position(game, cases[i].fen, &position);
        }
        for (int used, read;
             sscanf(plain, "%15s%n", one, &used) == 1 && sscanf(other, "%15s%n", two, &read) == 1;
             plain += used, other += read) {
            move_t expected;
            ck_assert_msg(game->parse_move(&position, one, &expected, NULL), "%s", one);
            ck_assert_msg(look_parse_move(game, &position, two, &move, NULL), "%s", two);
            ck_assert_msg(move == expected, "%s is not %s", two, one);
            game->play(&position, move);
        }
        ck_assert_msg(!*plain && !*other, "%s", cases[i].other);
    }
    game->start(NULL, &position);
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert_msg(!look_parse_move(game, &position, wrong[i], &move, NULL), "%s", wrong[i]);
    }
}
END_TEST

int main(void)
{
    game = support_game("xiangqi");
    Suite *suite = suite_create("xiangqi");
    SUPPORT_ADD(suite, positions_of_other_programs_are_read);
    SUPPORT_ADD(suite, random_games_are_those_of_an_oracle_that_goes_by_squares);
    SUPPORT_ADD(suite, perft_gives_the_published_counts);
    SUPPORT_ADD(suite, counters_that_are_none_are_repaired_and_told);
    SUPPORT_ADD(suite, wrong_positions_are_refused_with_the_reason);
    SUPPORT_ADD(suite, moves_are_read_or_refused_with_the_reason);
    SUPPORT_ADD(suite, moves_of_iccs_and_wxf_are_read);
    SUPPORT_ADD(suite, repetitions_are_judged);
    SUPPORT_ADD(suite, random_cycles_are_judged_as_by_the_oracle);
    SUPPORT_ADD(suite, games_end_as_the_rules_say);
    SUPPORT_ADD(suite, exchanges_are_those_of_taking_in_turn);
    SUPPORT_ADD(suite, the_search_finds_mates_and_material);
    return support_run(suite);
}
