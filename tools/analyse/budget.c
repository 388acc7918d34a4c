/* SPDX-License-Identifier: MIT */
#include "budget.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"
#include "outputs.h"

/* The part of the budget that the first pass gets. */
#define FIRST_PART 4

/* Added to each swing, so that the rest is also spent where no score swings. */
#define SWING_FLOOR 0.02

void budget_init(struct budget *budget, int64_t each_ms, int engines,
                 const struct results_counts *counts)
{
    const int64_t total = each_ms * engines;
    /* Entries with one position each have no swings, so they share the whole budget. */
    const bool single = counts->positions <= counts->entries - counts->damaged;
    const int64_t first = single ? total : total / FIRST_PART;
    *budget = (struct budget){.total_ms = total,
                              .left_ms = total - counts->time_us / 1000,
                              .later_ms = total - first,
                              .first_ms = first / (counts->positions > 0 ? counts->positions : 1),
                              .waiting = counts->positions - counts->known,
                              .engines = engines};
}

void budget_finish(struct budget *budget)
{
    free(budget->spots);
}

static int64_t take(struct budget *budget, int64_t time_ms)
{
    budget->left_ms -= time_ms;
    budget->out_ms += time_ms;
    return time_ms;
}

int64_t budget_share(struct budget *budget)
{
    const int64_t left = budget->left_ms - budget->later_ms;
    const int64_t share = budget->waiting > 0 ? left / budget->waiting : 0;
    budget->waiting--;
    return take(budget, share > 1 ? share : 1);
}

void budget_return(struct budget *budget, int64_t asked_ms, int64_t used_ms)
{
    budget->left_ms += asked_ms - used_ms;
    budget->out_ms -= asked_ms;
}

/* Fills in what is known of a position. A search that ended before half of its time is the last
 * one. */
static void note(struct spot *spot, const struct study_ply *at, const struct found *found,
                 int64_t asked_ms, int64_t before_us)
{
    const bool again =
        found && !found->failure && (found->time_us - before_us) / 1000 >= asked_ms / 2;
    spot->known = at->expected_known;
    spot->expected = at->expected;
    spot->spent_ms = again ? 1 + found->time_us / 1000 : 0;
}

static bool add_spots(void *context, const struct study *study)
{
    struct budget *budget = context;
    const int plies = study->entry.saved.record.plies;
    for (int ply = study->entry.first; ply <= plies; ply++) {
        budget->spots = memory_extended(budget->spots, budget->count, sizeof *budget->spots);
        struct spot *spot = &budget->spots[budget->count++];
        *spot = (struct spot){.entry = study->row.number, .ply = ply};
        note(spot, &study->plies[ply], study_found(study, budget->engine, ply), budget->first_ms,
             0);
    }
    return true;
}

bool budget_begin_second(struct budget *budget, struct results *results,
                         const struct reading *reading, struct error *error)
{
    budget->later_ms = 0;
    return output_each(results, reading, add_spots, budget, error);
}

/* Returns how much the expected score changes from the position before this one. */
static double swing_before(const struct budget *budget, size_t index)
{
    const struct spot *at = index > 0 && index < budget->count ? &budget->spots[index] : NULL;
    const bool known = at && at[-1].entry == at->entry && at[-1].known && at->known;
    return known ? fabs(at->expected - at[-1].expected) : 0;
}

const struct spot *budget_next(struct budget *budget, int64_t *time_ms)
{
    struct spot *best = NULL;
    double best_worth = 0;
    /* A search must end with the budget even if the other engines have nothing to do. */
    const int64_t wall_ms = (budget->left_ms + budget->out_ms) / budget->engines;
    const int64_t most = budget->left_ms < wall_ms ? budget->left_ms : wall_ms;
    for (size_t i = 0; i < budget->count; i++) {
        struct spot *spot = &budget->spots[i];
        const double swing = fmax(swing_before(budget, i), swing_before(budget, i + 1));
        const double worth = (swing + SWING_FLOOR) / (double)spot->spent_ms;
        if (spot->spent_ms > 0 && 2 * spot->spent_ms <= most && worth > best_worth) {
            best = spot;
            best_worth = worth;
        }
    }
    if (best) {
        *time_ms = take(budget, 2 * best->spent_ms);
        best->spent_ms = 0; /* until its result is noted */
    }
    return best;
}

static int by_place(const void *one, const void *other)
{
    const struct spot *a = one, *b = other;
    return a->entry != b->entry ? (a->entry > b->entry) - (a->entry < b->entry) : a->ply - b->ply;
}

void budget_note(struct budget *budget, const struct study *study, int ply,
                 const struct found *found, int64_t asked_ms, int64_t before_us)
{
    const struct spot key = {.entry = study->row.number, .ply = ply};
    struct spot *spot =
        budget->spots ? bsearch(&key, budget->spots, budget->count, sizeof key, by_place) : NULL;
    if (spot) {
        note(spot, &study->plies[ply], found, asked_ms, before_us);
    }
}
