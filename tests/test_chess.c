/* SPDX-License-Identifier: MIT */
/* Tests chess: the rules against a slow oracle, texts against tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/evaluate.h"
#include "chess/position.h"
#include "chess/rules.h"
#include "chess/see.h"
#include "chess_oracle.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

#define LINE_SIZE    512
#define RANDOM_GAMES 60
#define RANDOM_PLIES 160
#define MAX_CELLS    4

/* Calls `visit` for each line of a file, except comments. Cells are separated by " | ". */
static void for_lines(const char *name, void (*visit)(char **cells))
{
    char path[LINE_SIZE], line[LINE_SIZE];
    snprintf(path, sizeof path, "%s/chess/%s", TESTS_DATA, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file, "cannot open %s", path);
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || !line[0]) {
            continue;
        }
        char *cells[MAX_CELLS] = {line};
        for (int i = 1; i < MAX_CELLS && cells[i - 1]; i++) {
            cells[i] = strstr(cells[i - 1], " | ");
            if (cells[i]) {
                *cells[i] = '\0';
                cells[i] += 3;
            }
        }
        visit(cells);
        lines++;
    }
    fclose(file);
    ck_assert_int_gt(lines, 0);
}

/* Reads a FEN; the prefix "960 " selects Chess960. */
static bool read_position(const char *fen, struct chess_position *position, struct error *error)
{
    struct game_settings settings;
    game_default_settings(game, &settings);
    if (strncmp(fen, "960 ", 4) == 0) {
        settings.values[CHESS_960] = 1;
        fen += 4;
    }
    return game->parse_fen(&settings, fen, position, error);
}

static void must_read(const char *fen, struct chess_position *position)
{
    struct error error = {""};
    ck_assert_msg(read_position(fen, position, &error), "%s: %s", fen, error.text);
}

static const char *fen_of(const struct chess_position *position)
{
    static char text[LINE_SIZE];
    struct buffer buffer;
    buffer_init(&buffer);
    game->format_fen(position, &buffer);
    snprintf(text, sizeof text, "%s", buffer_text(&buffer));
    buffer_finish(&buffer);
    return text;
}

static void check_perft(char **cells)
{
    int depth;
    unsigned long long nodes;
    ck_assert_int_eq(sscanf(cells[1], "%d %llu", &depth, &nodes), 2);
    struct chess_position position;
    must_read(cells[0], &position);
    ck_assert_msg(game->perft(&position, depth, NULL) == nodes, "%s: perft %d is %llu, not %llu",
                  cells[0], depth, (unsigned long long)game->perft(&position, depth, NULL), nodes);
    if (nodes < 200000) {
        ck_assert_msg(game_count_leaves(game, &position, depth, NULL) == nodes, "%s: by play",
                      cells[0]);
    }
}

START_TEST(perft_counts_what_the_books_and_the_oracle_count)
{
    for_lines("perft.txt", check_perft);
}
END_TEST

/* True if the oracle has the legal move, compared by its text. */
static bool oracle_has(const struct oracle_list *list, const struct chess_position *position,
                       move_t move)
{
    for (int i = 0; i < list->count; i++) {
        const struct oracle_move *other = &list->moves[i];
        char promotion = move_type(move) == MOVE_PROMOTION
                             ? (char)(chess_letters[move_promoted(move)] | 0x20)
                             : '\0';
        if (other->from == move_from(move) && other->to == move_to(move) &&
            other->promotion == promotion &&
            other->castling == (move_type(move) == MOVE_CASTLING)) {
            return true;
        }
    }
    (void)position;
    return false;
}

static void check_lists(const struct chess_position *position, const struct oracle *oracle)
{
    struct oracle_list expected;
    oracle_moves(oracle, &expected);
    struct move_list list = {.count = 0}, classes = {.count = 0};
    game->legal_moves(position, &list);
    ck_assert_msg(list.count == expected.count, "%s: %d moves instead of %d", fen_of(position),
                  list.count, expected.count);
    chess_generate(position, MOVES_NOISY, &classes);
    int noisy = classes.count;
    chess_generate(position, MOVES_QUIET, &classes);
    ck_assert_int_eq(classes.count, list.count);
    for (int i = 0; i < list.count; i++) {
        ck_assert_msg(oracle_has(&expected, position, list.moves[i]), "%s: %s", fen_of(position),
                      support_move_text(game, position, list.moves[i]));
        int place = move_list_find(&classes, list.moves[i]);
        ck_assert_int_ge(place, 0);
        ck_assert_int_eq(place < noisy, chess_is_noisy(position, list.moves[i]));
    }
}

/* Checks that a normal move is marked as a check exactly if the opponent is in check after it. */
static void check_checks(const struct chess_position *position)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct chess_position after = *position;
        game->play(&after, list.moves[i]);
        if (move_type(list.moves[i]) == MOVE_NORMAL) {
            ck_assert_msg(chess_gives_check(position, list.moves[i]) == chess_in_check(&after),
                          "%s: %s", fen_of(position),
                          support_move_text(game, position, list.moves[i]));
        }
    }
}

/* A move from the table may be any 16 bits. */
static void check_any_bits(const struct chess_position *position)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (unsigned bits = 0; bits < 65536; bits++) {
        bool legal = move_list_find(&list, (move_t)bits) >= 0;
        if (legal != chess_is_legal(position, (move_t)bits)) {
            ck_abort_msg("%s: 16 bits %04x said to be %s", fen_of(position), bits,
                         legal ? "illegal" : "legal");
        }
    }
}

/* Checks that the state that make updates equals the state computed from the position. */
static void check_state(const struct chess_position *position)
{
    struct chess_position fresh = *position, kept = *position;
    chess_complete(&fresh);
    ck_assert_int_eq(chess_evaluate(&fresh), chess_evaluate(&kept));
    ck_assert_msg(memcmp(&fresh.state, &kept.state, sizeof fresh.state) == 0,
                  "%s: the state kept differs from the state computed", fen_of(position));
    struct chess_position again;
    char fen[LINE_SIZE + 4];
    snprintf(fen, sizeof fen, "%s%s", position->chess960 ? "960 " : "", fen_of(position));
    must_read(fen, &again);
    ck_assert_str_eq(fen_of(&again), fen + (position->chess960 ? 4 : 0));
    ck_assert_msg(again.state.key == position->state.key, "%s: another key", fen);
}

static void check_texts(const struct chess_position *position, move_t move)
{
    move_t again;
    struct error error = {""};
    const char *text = support_move_text(game, position, move);
    ck_assert_msg(game->parse_move(position, text, &again, &error), "%s", error.text);
    ck_assert_msg(again == move, "%s: %s reads as another move", fen_of(position), text);
}

/* Plays a random game from a position and compares it with the oracle after each move. */
static void play_random_game(const char *fen, struct rng *rng)
{
    struct chess_position position;
    struct oracle oracle;
    must_read(fen, &position);
    oracle_read(&oracle, strncmp(fen, "960 ", 4) == 0 ? fen + 4 : fen);
    for (int ply = 0; ply < RANDOM_PLIES; ply++) {
        check_state(&position);
        check_lists(&position, &oracle);
        check_checks(&position);
        if (ply % 16 == 0) {
            check_any_bits(&position);
        }
        struct move_list list = {.count = 0};
        game->legal_moves(&position, &list);
        if (list.count == 0) {
            return;
        }
        move_t move = list.moves[rng_below(rng, (uint64_t)list.count)];
        check_texts(&position, move);
        struct oracle_move same = {.from = move_from(move),
                                   .to = move_to(move),
                                   .castling = move_type(move) == MOVE_CASTLING};
        if (move_type(move) == MOVE_PROMOTION) {
            same.promotion = (char)(chess_letters[move_promoted(move)] | 0x20);
        }
        oracle_play(&oracle, same);
        struct chess_state before = position.state;
        game->play(&position, move);
        if (ply % 8 == 0) {
            struct chess_position back = position;
            back.state = before;
            game->play(&back, move);
            ck_assert_uint_eq(back.state.key, position.state.key);
        }
    }
}

START_TEST(random_games_agree_with_the_oracle)
{
    static const char *const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "960 nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
        "960 rkr5/p6p/8/8/8/8/P6P/RKR5 w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    };
    struct rng rng = {7};
    for (int i = 0; i < SUITE_TIMES(RANDOM_GAMES); i++) {
        play_random_game(starts[i % LENGTH(starts)], &rng);
    }
}
END_TEST

/* Returns the squares that a sliding piece attacks, computed square by square. */
static bitboard_t walked_attacks(int square, int first, int last, bitboard_t blockers)
{
    bitboard_t attacks = 0;
    for (int i = first; i < last; i++) {
        int to = oracle_step(square, oracle_steps[i][0], oracle_steps[i][1]);
        while (to >= 0) {
            attacks |= bit(to);
            to = blockers & bit(to) ? -1 : oracle_step(to, oracle_steps[i][0], oracle_steps[i][1]);
        }
    }
    return attacks;
}

START_TEST(line_pieces_attack_what_a_walk_along_the_lines_finds)
{
    struct rng rng = {11};
    for (int i = 0; i < SUITE_TIMES(200000); i++) {
        bitboard_t blockers = rng_next(&rng) & rng_next(&rng);
        int square = (int)rng_below(&rng, SQUARES);
        ck_assert_uint_eq(rook_attacks(square, blockers), walked_attacks(square, 0, 4, blockers));
        ck_assert_uint_eq(bishop_attacks(square, blockers), walked_attacks(square, 4, 8, blockers));
    }
}
END_TEST

static void check_refused_fen(char **cells)
{
    struct chess_position position;
    struct error error = {""};
    ck_assert_msg(!read_position(cells[0], &position, &error), "%s is not refused", cells[0]);
    ck_assert_msg(strstr(error.text, cells[1]), "%s: says '%s', not '%s'", cells[0], error.text,
                  cells[1]);
}

START_TEST(wrong_fens_are_refused_with_the_reason)
{
    for_lines("fen_refused.txt", check_refused_fen);
}
END_TEST

static void check_repaired_fen(char **cells)
{
    struct chess_position position;
    struct error notice = {""};
    struct buffer text = {0};
    ck_assert_msg(read_position(cells[0], &position, &notice), "%s: %s", cells[0], notice.text);
    chess_format_fen(&position, &text);
    ck_assert_msg(strcmp(buffer_text(&text), cells[1]) == 0, "%s: is read as %s", cells[0],
                  buffer_text(&text));
    bool right =
        strcmp(cells[2], "none") == 0 ? !notice.text[0] : strstr(notice.text, cells[2]) != NULL;
    ck_assert_msg(right, "%s: says '%s', not '%s'", cells[0], notice.text, cells[2]);
    buffer_finish(&text);
}

START_TEST(what_cannot_be_right_beside_a_right_board_is_repaired_and_told)
{
    for_lines("fen_repaired.txt", check_repaired_fen);
}
END_TEST

static void check_canonical_fen(char **cells)
{
    struct chess_position position;
    must_read(cells[0], &position);
    ck_assert_str_eq(fen_of(&position), cells[1]);
}

START_TEST(every_position_has_one_text)
{
    for_lines("fen_canonical.txt", check_canonical_fen);
}
END_TEST

static void check_move(char **cells)
{
    struct chess_position position;
    struct error error = {""};
    must_read(cells[0], &position);
    move_t move;
    bool legal = game->parse_move(&position, cells[1], &move, &error);
    if (cells[2][0] == '!') {
        ck_assert_msg(!legal, "%s: %s is not refused", cells[0], cells[1]);
        ck_assert_msg(strstr(error.text, cells[2] + 1), "%s: %s: says '%s'", cells[0], cells[1],
                      error.text);
    } else {
        ck_assert_msg(legal, "%s: %s", cells[0], error.text);
        ck_assert_str_eq(support_move_text(game, &position, move), cells[2]);
    }
}

START_TEST(moves_are_read_as_clients_write_them)
{
    for_lines("moves.txt", check_move);
}
END_TEST

static void play_text(struct chess_position *position, const char *moves)
{
    char copy[LINE_SIZE];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text = strtok(copy, " "); text; text = strtok(NULL, " ")) {
        move_t move;
        struct error error = {""};
        ck_assert_msg(game->parse_move(position, text, &move, &error), "%s", error.text);
        game->play(position, move);
    }
}

START_TEST(the_third_time_is_a_draw)
{
    struct chess_position position;
    game->start(&(struct game_settings){0}, &position);
    play_text(&position, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    ck_assert_int_eq(game->result(&position), RESULT_NONE);
    play_text(&position, "f6g8");
    ck_assert_int_eq(game->result(&position), RESULT_DRAW);
    /* The position is different after castling rights are lost. */
    must_read("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", &position);
    play_text(&position, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8");
    ck_assert_int_eq(game->result(&position), RESULT_NONE);
    play_text(&position, "a1b1 a8b8 b1a1 b8a8");
    ck_assert_int_eq(game->result(&position), RESULT_DRAW);
}
END_TEST

START_TEST(repetition_is_seen_late_in_a_very_long_game)
{
    struct chess_position position;
    must_read("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", &position);
    for (int round = 0; round < 40; round++) {
        /* 24 rook moves without a repetition within the cycle, then a king move. */
        for (int i = 0; i < 12; i++) {
            static const char *const cycle[] = {"a1b1 e8d8", "b1c1 d8e8", "c1d1 e8f8",
                                                "d1c1 f8e8", "c1b1 e8d8", "b1a1 d8e8"};
            play_text(&position, cycle[i % 6]);
        }
    }
    ck_assert_int_eq(game->result(&position), RESULT_DRAW);
    ck_assert_int_ge(chess_repetitions(&position, 0), 2);
}
END_TEST

START_TEST(fifty_moves_are_a_draw_unless_it_is_mate)
{
    struct chess_position position;
    must_read("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", &position);
    ck_assert_int_eq(game->result(&position), RESULT_NONE);
    play_text(&position, "a1a2");
    ck_assert_int_eq(game->result(&position), RESULT_DRAW);
    must_read("4k3/8/4K3/8/8/8/8/R7 w - - 99 90", &position);
    play_text(&position, "a1a8");
    ck_assert_int_eq(game->result(&position), RESULT_P1_WINS);
}
END_TEST

START_TEST(material_that_cannot_mate_is_a_draw)
{
    static const struct {
        const char *fen;
        enum game_result result;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", RESULT_DRAW},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", RESULT_DRAW},
        {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", RESULT_DRAW},
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", RESULT_DRAW},
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", RESULT_NONE},
        {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", RESULT_NONE},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", RESULT_NONE},
        {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", RESULT_NONE},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", RESULT_NONE},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", RESULT_DRAW},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", RESULT_P1_WINS},
        {"8/8/8/8/8/6k1/6q1/7K w - - 0 1", RESULT_P2_WINS},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct chess_position position;
        must_read(cases[i].fen, &position);
        ck_assert_msg(game->result(&position) == cases[i].result, "%s", cases[i].fen);
    }
}
END_TEST

/* Returns what the side to move gains on the square if it captures with its least valuable piece or
 * stops. */
static int exchange_gain(struct oracle oracle, int square)
{
    static const char kinds[] = "pnbrqk";
    static const int values[] = {100, 320, 330, 500, 950, 0};
    int victim = oracle.squares[square] == '.'
                     ? 0
                     : values[strchr(kinds, tolower(oracle.squares[square])) - kinds];
    bool black = oracle.black;
    for (int kind = 0; kind < 6; kind++) {
        for (int from = 0; from < 64; from++) {
            if (oracle.squares[from] != (black ? kinds[kind] : (char)toupper(kinds[kind]))) {
                continue;
            }
            /* To test only this piece, turn its side's other pieces into the opponent's pawns,
             * which still block lines. */
            struct oracle alone = oracle;
            for (int i = 0; i < 64; i++) {
                if (oracle_own(&oracle, i) && i != from) {
                    alone.squares[i] = black ? 'P' : 'p';
                }
            }
            if (!oracle_attacked(&alone, square, black)) {
                continue;
            }
            struct oracle after = oracle;
            after.squares[square] = oracle.squares[from];
            after.squares[from] = '.';
            after.black = !black;
            if (kind == 5 && oracle_attacked(&after, square, !black)) {
                return 0;
            }
            int gain = victim - exchange_gain(after, square);
            return gain > 0 ? gain : 0;
        }
    }
    return 0;
}

START_TEST(exchanges_agree_with_playing_them_out)
{
    struct rng rng = {13};
    for (int games = 0; games < SUITE_TIMES(40); games++) {
        struct chess_position position;
        must_read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                  &position);
        for (int ply = 0; ply < 80; ply++) {
            struct move_list list = {.count = 0};
            game->legal_moves(&position, &list);
            if (list.count == 0) {
                break;
            }
            struct oracle oracle;
            oracle_read(&oracle, fen_of(&position));
            for (int i = 0; i < list.count; i++) {
                move_t move = list.moves[i];
                if (move_type(move) != MOVE_NORMAL) {
                    continue;
                }
                static const char kinds[] = "pnbrqk";
                static const int values[] = {100, 320, 330, 500, 950, 0};
                char victim = oracle.squares[move_to(move)];
                int gain = victim == '.' ? 0 : values[strchr(kinds, tolower(victim)) - kinds];
                struct oracle after = oracle;
                after.squares[move_to(move)] = oracle.squares[move_from(move)];
                after.squares[move_from(move)] = '.';
                after.black = !oracle.black;
                gain -= exchange_gain(after, move_to(move));
                ck_assert_msg(chess_see_ge(&position, move, gain) &&
                                  !chess_see_ge(&position, move, gain + 1),
                              "%s: %s gains %d", fen_of(&position),
                              support_move_text(game, &position, move), gain);
            }
            game->play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
        }
    }
}
END_TEST

int main(void)
{
    game = support_game("chess");
    Suite *suite = suite_create("chess");
    SUPPORT_ADD(suite, perft_counts_what_the_books_and_the_oracle_count);
    SUPPORT_ADD(suite, random_games_agree_with_the_oracle);
    SUPPORT_ADD(suite, line_pieces_attack_what_a_walk_along_the_lines_finds);
    SUPPORT_ADD(suite, wrong_fens_are_refused_with_the_reason);
    SUPPORT_ADD(suite, what_cannot_be_right_beside_a_right_board_is_repaired_and_told);
    SUPPORT_ADD(suite, every_position_has_one_text);
    SUPPORT_ADD(suite, moves_are_read_as_clients_write_them);
    SUPPORT_ADD(suite, the_third_time_is_a_draw);
    SUPPORT_ADD(suite, repetition_is_seen_late_in_a_very_long_game);
    SUPPORT_ADD(suite, fifty_moves_are_a_draw_unless_it_is_mate);
    SUPPORT_ADD(suite, material_that_cannot_mate_is_a_draw);
    SUPPORT_ADD(suite, exchanges_agree_with_playing_them_out);
    return support_run(suite);
}
