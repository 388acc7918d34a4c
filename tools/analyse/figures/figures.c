/* SPDX-License-Identifier: MIT */
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expectation.h"
#include "memory.h"

/* The limits of a window in positions, and of a weight in percent. */
#define WINDOW_LEAST 2
#define WINDOW_MOST  8
#define WEIGHT_LEAST 0.5
#define WEIGHT_MOST  12.0

/* The least accuracy in a harmonic mean. */
#define HARMONIC_LEAST 1.0

const char *missed_name(enum missed missed)
{
    static const char *const names[] = {"", "win", "mate"};
    return names[missed];
}

/* Returns the winning percentage of player 1 at a ply whose score is known. */
static double win_of(const struct study *study, int ply)
{
    return 100 * expectation(study->plies[ply].cp, false);
}

static double accuracy_of(double before, double after)
{
    const double raw = 103.1668 * exp(-0.04354 * (before - after)) - 3.1669;
    return raw > 100 ? 100 : raw < 0 ? 0 : raw;
}

static bool is_known(const struct study *study, int ply)
{
    return study_judges(study, ply) && study->plies[ply].expected_known &&
           study->plies[ply + 1].expected_known;
}

/* True if the best line at a ply is a forced win of `player`. */
static bool wins_by_force(const struct study *study, int ply, int player)
{
    const struct found_line *line = study_line(study, ply);
    const struct game_record *record = &study->entry.saved.record;
    if (!line) { /* the game is over */
        return study->plies[ply].cp == (player == 1 ? SCORE_LIMIT : -SCORE_LIMIT);
    }
    const int mover =
        ply < record->plies ? game_record_mover(record, ply) : game_record_player(record);
    return line->is_mate && (line->score > 0) == (mover == player);
}

bool figures_of_move(const struct study *study, int ply, struct move_figures *figures)
{
    const struct game_record *record = &study->entry.saved.record;
    const struct study_ply *at = &study->plies[ply];
    *figures = (struct move_figures){.missed = MISSED_NOTHING};
    if (!is_known(study, ply)) {
        return false;
    }
    const int player = game_record_mover(record, ply);
    const double first = win_of(study, ply), second = win_of(study, ply + 1);
    const double before = player == 1 ? first : 100 - first;
    const double after = player == 1 ? second : 100 - second;
    const int lost = player == 1 ? at[0].cp - at[1].cp : at[1].cp - at[0].cp;
    figures->accuracy = accuracy_of(before, after);
    figures->cp_loss = lost > 0 ? lost : 0;
    if (!at->is_best && wins_by_force(study, ply, player) &&
        !wins_by_force(study, ply + 1, player)) {
        figures->missed = MISSED_MATE;
    } else if (!at->is_best && before >= MISSED_WIN_FROM && after < MISSED_WIN_BELOW) {
        figures->missed = MISSED_WIN;
    }
    return true;
}

/* Returns the weight of the move at a ply of a game with so many moves. */
static double weight_of(const struct study *study, int ply, int moves)
{
    const int tenth = moves / 10;
    const int size = tenth < WINDOW_LEAST  ? WINDOW_LEAST
                     : tenth > WINDOW_MOST ? WINDOW_MOST
                                           : tenth;
    const int first = ply + 2 > size ? ply + 2 - size : 0;
    double sum = 0, squares = 0;
    int count = 0;
    for (int at = first; at < first + size && at <= study->entry.saved.record.plies; at++) {
        if (study->plies[at].expected_known) {
            const double win = win_of(study, at);
            sum += win;
            squares += win * win;
            count++;
        }
    }
    const double variance = squares / count - sum / count * (sum / count);
    const double deviation = variance > 0 ? sqrt(variance) : 0;
    return deviation < WEIGHT_LEAST  ? WEIGHT_LEAST
           : deviation > WEIGHT_MOST ? WEIGHT_MOST
                                     : deviation;
}

/* The sums from which the accuracy of a side is computed. */
struct sums {
    double weighted, weights, inverses;
};

static void add_to(struct phase_figures *figures, const struct move_figures *move)
{
    figures->moves++;
    figures->accuracy += move->accuracy;
    figures->cp_loss += move->cp_loss;
}

static void divide(struct phase_figures *figures)
{
    if (figures->moves > 0) {
        figures->accuracy /= figures->moves;
        figures->cp_loss /= figures->moves;
    }
}

bool figures_of_game(const struct study *study, struct figures *figures)
{
    const struct game_record *record = &study->entry.saved.record;
    struct sums sums[2] = {{0}};
    struct move_figures move;
    *figures = (struct figures){.sides = {{.whole = {0}}}};
    for (int ply = 0; ply < record->plies; ply++) {
        if (!figures_of_move(study, ply, &move)) {
            continue;
        }
        const struct study_ply *at = &study->plies[ply];
        const int player = game_record_mover(record, ply) - 1;
        struct side_figures *side = &figures->sides[player];
        const double weight = weight_of(study, ply, record->plies);
        sums[player].weighted += weight * move.accuracy;
        sums[player].weights += weight;
        sums[player].inverses += 1 / fmax(move.accuracy, HARMONIC_LEAST);
        add_to(&side->whole, &move);
        if (at->phase != PHASE_NONE) {
            add_to(&side->phases[at->phase], &move);
        }
        side->marks[at->lost_known ? mark_of_loss(at->lost) : MARK_NONE]++;
        side->missed[move.missed]++;
    }
    for (int player = 0; player < 2; player++) {
        struct side_figures *side = &figures->sides[player];
        divide(&side->whole);
        for (int phase = 0; phase < PHASES; phase++) {
            divide(&side->phases[phase]);
        }
        if (side->whole.moves > 0) {
            side->whole.accuracy = (sums[player].weighted / sums[player].weights +
                                    side->whole.moves / sums[player].inverses) /
                                   2;
        }
    }
    return figures->sides[0].whole.moves + figures->sides[1].whole.moves > 0;
}
