/* SPDX-License-Identifier: MIT */
#include "gomoku_games.h"

#include <stdlib.h>

#include "compiler.h"
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

struct reader {
    void (*show)(void *opaque, const struct gomoku_quiet *quiet);
    void *opaque;
    long games;
};

/* Shows the quiet positions of a game, up to the first invalid move. */
static bool read_game(void *opaque, char *line, long number, struct error *error UNUSED)
{
    struct reader *reader = opaque;
    reader->games = number;
    static struct gomoku_board board;
    struct gomoku_position position;
    char *rest = line;
    long rule = strtol(rest, &rest, 10), size = strtol(rest, &rest, 10);
    long result = strtol(rest, &rest, 10), opening = strtol(rest, &rest, 10);
    if (rule < 0 || rule >= GOMOKU_RULES || size < GOMOKU_MIN_SIZE || size > GOMOKU_MAX_SIZE ||
        result < -1 || result > 1) {
        return true;
    }
    gomoku_clear(&position, (int)size, (enum gomoku_rule)rule);
    gomoku_board_set(&board, &position);
    for (long ply = 0; *rest && *rest != '\n' && !board.position.winner; ply++) {
        int square = (int)strtol(rest, &rest, 10), score = (int)strtol(rest, &rest, 10);
        if (!is_playable(&board.position, abs(square)) || board.line >= GOMOKU_MAX_LINE - 1) {
            break;
        }
        if (ply >= opening && is_quiet(&board)) {
            bool black = board.position.to_move == BLACK;
            const struct gomoku_quiet quiet = {
                .board = &board,
                .game = number - 1,
                .played = square,
                .result = (int)(black ? result : -result),
                .score = score,
            };
            reader->show(reader->opaque, &quiet);
        }
        gomoku_board_make(&board, (move_t)abs(square));
    }
    return true;
}

long gomoku_games_read(FILE *file, void (*show)(void *opaque, const struct gomoku_quiet *quiet),
                       void *opaque, struct error *error)
{
    struct reader reader = {show, opaque, 0};
    return text_lines_read(file, read_game, &reader, error) ? reader.games : -1;
}
