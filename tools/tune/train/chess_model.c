/* SPDX-License-Identifier: MIT */
/* Trains the network that corrects the classical evaluation, on games of self-play.
 *
 *     chess-network [epochs=4] [result=0] [endings=0] [future=0] [unit=200] [threads=2] [seed=1]
 *                   [from=NETWORK] out=FILE GAMES...
 *
 * `endings` is the percentage of the result in targets with few pieces on the board, `result` with
 * many (training.h); the default of `endings` is `result`. `future` is the percentage of later
 * scores in the score of a position (chess_model.h). `unit` is the unit of the logistic function in
 * centipawns (training.h). network_job.h describes the other arguments. */
#include "chess_model.h"

#include <math.h>
#include <stdlib.h>

#include "chess/evaluate.h"
#include "chess/rules.h"

/* Positions beyond this many centipawns are decided and are not used. */
#define SCORE_LIMIT 2000

void training_add(struct training_data *data, const struct chess_position *position, int score,
                  enum game_end end)
{
    const struct chess_board *board = &position->state.board;
    const enum side mover = side_to_move(position);
    struct training_position *entry = training_next(data, sizeof *entry);
    *entry = (struct training_position){
        .target = {.score = (int16_t)(mover == WHITE ? score : -score),
                   .classical = (int16_t)chess_evaluate_classical(position),
                   .result = (uint8_t)(mover == WHITE ? (int)end : 2 - (int)end)},
        .kings = {(uint8_t)square_for(mover, king_square(board, mover)),
                  (uint8_t)square_for(mover, king_square(board, other_side(mover)))},
    };
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square_for(mover, square)];
        if (piece != NO_PIECE) {
            const int count = entry->target.pieces++;
            enum side side = piece & BLACK_PIECE ? BLACK : WHITE;
            int code = (side == mover ? 0 : KINDS) + (int)piece_kind(piece);
            entry->occupied |= bit(square);
            entry->pieces[count / 2] |= (uint8_t)(code << count % 2 * 4);
        }
    }
    data->count++;
}

void training_scores(const struct selfplay_game *record, float future,
                     int16_t scores[GAME_MAX_PLIES])
{
    double worth = (double)record->end / 2;
    for (int i = record->plies - 1; i >= 0; i--) {
        scores[i] = record->scores[i];
        if (scores[i] == NO_SEARCH) {
            continue;
        }
        const double own = 1 / (1 + exp(-(double)scores[i] / NETWORK_UNIT));
        worth = (double)future * worth + (1 - (double)future) * own;
        const double cp = NETWORK_UNIT * log(worth / (1 - worth)); /* may be infinite */
        scores[i] = (int16_t)lround(cp > SCORE_LIMIT    ? SCORE_LIMIT
                                    : cp < -SCORE_LIMIT ? -SCORE_LIMIT
                                                        : cp);
    }
}

bool training_takes(const struct chess_ply *ply)
{
    const int score = ply->record->scores[ply->ply];
    return score != NO_SEARCH && abs(score) <= SCORE_LIMIT && !chess_in_check(ply->position) &&
           !chess_is_noisy(ply->position, ply->record->moves[ply->ply]);
}

int model_inputs(const struct training_position *entry, int symmetry UNUSED,
                 int inputs[2][NETWORK_PIECES])
{
    int count = 0;
    for (bitboard_t left = entry->occupied; left; count++) {
        int square = bit_pop(&left);
        int piece = entry->pieces[count / 2] >> count % 2 * 4 & 15;
        for (int perspective = 0; perspective < 2; perspective++) {
            const int view = network_view(perspective, entry->kings[perspective]);
            inputs[perspective][count] = network_input(perspective, view, piece, square);
        }
    }
    return count;
}

/* The value of `endings` if it is not given. */
#define AS_RESULT (-1)

/* The largest unit, in centipawns: with a larger one, all positions would appear equal. */
#define MOST_UNIT 10000

static long future, endings = AS_RESULT; /* in percent */
static long unit = NETWORK_UNIT;         /* in centipawns */

static bool accept(struct training_loss *loss)
{
    if (future > 100 || endings > 100) {
        fprintf(stderr, "chess-network: %s= is a percentage, at most 100\n",
                future > 100 ? "future" : "endings");
        return false;
    }
    if (unit < 1 || unit > MOST_UNIT) {
        fprintf(stderr, "chess-network: unit= is a number of centipawns, 1 to %d\n", MOST_UNIT);
        return false;
    }
    loss->few = endings == AS_RESULT ? loss->many : (float)endings / 100;
    loss->unit = (float)unit;
    return true;
}

static void add_ply(void *sets, const struct chess_ply *ply)
{
    static int16_t scores[GAME_MAX_PLIES];
    if (ply->ply == 0) {
        training_scores(ply->record, (float)future / 100, scores);
    }
    if (training_takes(ply)) {
        training_add(training_set(sets, ply->game), ply->position, scores[ply->ply],
                     ply->record->end);
    }
}

static long load(const char *path, struct training_sets *sets)
{
    const long games = chess_games_read(path, add_ply, sets);
    if (games < 0) {
        fprintf(stderr, "chess-network: cannot read %s\n", path);
    }
    return games;
}

static const struct argument arguments[] = {
    {"endings", &endings}, {"future", &future}, {"unit", &unit}, {NULL, NULL}};

static struct model_rows rows;

const struct network_trainer network_trainer = {
    .program = "chess-network",
    .epochs = 4,
    .batch = 16384,
    .rate_first = 0.001f,
    .load = load,
    .rows = &rows,
    .arguments = arguments,
    .accept = accept,
};
