/* SPDX-License-Identifier: MIT */
/* Leap's table for a list of games. */
#include <stdio.h>
#include <string.h>

#include "fen_reader.h"
#include "position.h"

static const char stones[] = "xo";

void leap_start(const struct game_settings *settings, struct leap_position *position)
{
    (void)settings;
    memset(position, 0, sizeof *position);
    position->stones[0] = 0x1b; /* a1 b1 d1 e1 */
    position->stones[1] = 0x1bU << (LEAP_SQUARES - LEAP_SIZE);
    position->plies_left = LEAP_PLIES;
}

/* Parses one rank of a FEN, beginning with file a. */
static bool parse_rank(const char **text, int rank, struct leap_position *position)
{
    int file = 0;
    while (file < LEAP_SIZE) {
        char letter = *(*text)++;
        if (letter >= '1' && letter <= '5') {
            file += letter - '0';
        } else if (letter == stones[0] || letter == stones[1]) {
            position->stones[letter == stones[1]] |= 1U << (rank * LEAP_SIZE + file++);
        } else {
            return false;
        }
    }
    return file == LEAP_SIZE;
}

/* Parses "oo1oo/5/5/5/xx1xx x 0 40": the ranks from the top down, the side to move, consecutive
 * passes, plies left. */
bool leap_parse_fen(const struct game_settings *settings, const char *fen,
                    struct leap_position *position, struct error *error)
{
    (void)settings;
    memset(position, 0, sizeof *position);
    const char *text = fen;
    for (int rank = LEAP_SIZE - 1; rank >= 0; rank--) {
        if (!parse_rank(&text, rank, position) || *text++ != (rank > 0 ? '/' : ' ')) {
            return error_set(error, "illegal FEN '%s': expected five ranks of five files", fen);
        }
    }
    if (bit_count(position->stones[0]) > LEAP_STONES ||
        bit_count(position->stones[1]) > LEAP_STONES) {
        return error_set(error, "illegal FEN '%s': expected at most four stones a side", fen);
    }
    char side;
    int passed, plies_left, used = 0;
    if (sscanf(text, "%c %1d %2d%n", &side, &passed, &plies_left, &used) != 3 || text[used] ||
        !strchr(stones, side) || passed < 0 || passed > 2 || plies_left < 0) {
        return error_set(error, "illegal FEN '%s': expected x or o, passes, plies left", fen);
    }
    position->side = side == stones[1];
    position->passed = (uint8_t)passed;
    position->plies_left = (uint8_t)plies_left;
    return true;
}

void leap_format_fen(const struct leap_position *position, struct buffer *out)
{
    struct look_board board;
    leap_look.board(position, &board);
    fen_format_board(&board, stones, out);
    buffer_printf(out, "%c %d %d", stones[position->side], position->passed, position->plies_left);
}

/* Prints every square of the path, "a1a3c3", or "pass". */
void leap_format_move(const struct leap_position *position, move_t move, struct buffer *out)
{
    struct leap_path path;
    leap_follow(position, move, &path);
    for (int i = 0; i < path.length; i++) {
        buffer_printf(out, "%c%c", 'a' + path.squares[i] % LEAP_SIZE,
                      '1' + path.squares[i] / LEAP_SIZE);
    }
    if (path.length == 0) {
        buffer_puts(out, "pass");
    }
}

bool leap_parse_move(const struct leap_position *position, const char *text, move_t *move,
                     struct error *error)
{
    struct move_list list = {.count = 0};
    leap_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct buffer written;
        buffer_init(&written);
        leap_format_move(position, list.moves[i], &written);
        bool same = strcmp(buffer_text(&written), text) == 0;
        buffer_finish(&written);
        if (same || (list.moves[i] == MOVE_PASS && strcmp(text, "0000") == 0)) {
            *move = list.moves[i];
            return true;
        }
    }
    return error_set(error, "illegal move '%s': expected a path of squares, as a1a2, or pass",
                     text);
}

void leap_explain(const struct leap_position *position, struct buffer *out)
{
    buffer_printf(out, "stones and their squares %d\n", leap_evaluate(position));
}

#define GAME leap
#include "game_template.h"

static const char *const aliases[] = {NULL};

static const char *const bench_positions[] = {"oo1oo/5/5/5/xx1xx x 0 40", NULL};

const struct game game_leap = {
    GAME_FUNCTIONS,
    .aliases = aliases,
    .title = "Leap",
    .look = &leap_look,
    .bench_positions = bench_positions,
    .bench_depth = 6,
};
