/* SPDX-License-Identifier: MIT */
#include "gomoku_games.h"

#include <stdlib.h>

#include "file.h"
#include "gomoku/candidates.h"
#include "gomoku/vcf.h"

#define VCF_NODES 64 /* node limit of the search for a VCF */

static bool is_quiet(struct gomoku_board *board)
{
    static struct gomoku_vcf_table table;
    struct gomoku_vcf vcf = {.board = board, .table = &table, .limit = VCF_NODES};
    enum gomoku_urgency urgency = gomoku_urgency(board);
    return !gomoku_vcf_static_win(board) && (urgency == URGENCY_NONE || urgency == URGENCY_THREE) &&
           !gomoku_vcf_search(&vcf, VCF_MAX_PLIES);
}

/* True if a stone can be placed on the square; a damaged file may have any number. */
static bool is_playable(const struct gomoku_position *position, int square)
{
    int file = gomoku_file(square), rank = gomoku_rank(square);
    return square > 0 && file >= 1 && rank >= 1 && file <= position->size &&
           rank <= position->size && gomoku_is_empty(position, square);
}

/* Calls `show` for the quiet positions of a game, up to the first invalid move. */
static void read_game(char *line, long game,
                      void (*show)(void *opaque, const struct gomoku_quiet *quiet), void *opaque)
{
    static struct gomoku_board board;
    struct gomoku_position position;
    char *rest = line;
    long rule = strtol(rest, &rest, 10), size = strtol(rest, &rest, 10);
    long result = strtol(rest, &rest, 10), opening = strtol(rest, &rest, 10);
    if (rule < 0 || rule >= GOMOKU_RULES || size < GOMOKU_MIN_SIZE || size > GOMOKU_MAX_SIZE ||
        result < -1 || result > 1) {
        return;
    }
    gomoku_clear(&position, (int)size, (enum gomoku_rule)rule);
    gomoku_board_set(&board, &position);
    for (long ply = 0; *rest && *rest != '\n' && !board.position.winner; ply++) {
        int square = (int)strtol(rest, &rest, 10), score = (int)strtol(rest, &rest, 10);
        if (!is_playable(&board.position, abs(square)) || board.line >= GOMOKU_MAX_LINE - 1) {
            return;
        }
        if (ply >= opening && is_quiet(&board)) {
            bool black = board.position.to_move == BLACK;
            const struct gomoku_quiet quiet = {
                .board = &board,
                .game = game,
                .played = square,
                .result = (int)(black ? result : -result),
                .score = score,
            };
            show(opaque, &quiet);
        }
        gomoku_board_make(&board, (move_t)abs(square));
    }
}

long gomoku_games_read(FILE *file, void (*show)(void *opaque, const struct gomoku_quiet *quiet),
                       void *opaque, struct error *error)
{
    struct text_lines lines = {.file = file};
    char *line;
    while (text_lines_next(&lines, &line, error)) {
        read_game(line, lines.number - 1, show, opaque);
    }
    const long games = lines.number;
    text_lines_finish(&lines);
    return error->text[0] ? -1 : games;
}
