/* SPDX-License-Identifier: MIT */
#include "html_curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "curve.h"
#include "memory.h"

/* The most values of a curve, and the most Elo that it shows. */
enum { MOST_VALUES = 300, MOST_ELO = 400, TICKS = 10 };

/* The games in the order of their numbers, counted one after another. */
struct series {
    int count;                      /* values */
    double *elo, *low, *high, *llr; /* NAN: not known */
    struct html_tick ticks[TICKS];  /* of the axis of games */
    int tick_count;
};

static void take_value(struct series *series, const struct standings *counted,
                       const struct sprt *sprt)
{
    const struct tally *tally = &counted->tallies[0];
    const bool paired = schedule_is_paired(&counted->schedule);
    const struct estimate e = stats_estimate(tally, paired && tally_pairs(tally) > 0);
    const bool known = e.known && isfinite(e.elo), bounded = known && isfinite(e.elo_error);
    const int at = series->count++;
    series->elo[at] = known ? e.elo : NAN;
    series->low[at] = bounded ? e.elo - e.elo_error : NAN;
    series->high[at] = bounded ? e.elo + e.elo_error : NAN;
    series->llr[at] = sprt && sprt->enabled ? sprt_llr(sprt, tally, paired) : NAN;
}

/* Counts the finished games, and takes a value after every `step` of them. */
static void count_games(struct series *series, const struct standings *standings,
                        const struct sprt *sprt, int64_t step)
{
    struct standings counted;
    standings_init(&counted, &standings->schedule, standings->names);
    for (int64_t number = 0; number < schedule_numbers(&standings->schedule); number++) {
        const struct played_game played = {.number = number,
                                           .result = (enum game_result)standings->results[number]};
        if (played.result != RESULT_NONE) {
            standings_add(&counted, &played);
            if (counted.finished % step == 0) {
                take_value(series, &counted, sprt);
            }
        }
    }
    standings_finish(&counted);
}

/* Fills in ticks at round numbers from `bottom` to `top`. */
static int put_levels(double bottom, double top, struct html_tick *ticks)
{
    static const double steps[] = {0.5, 1, 2, 5, 10, 20, 50, 100, 200};
    int i = 0, count = 0;
    while (i + 1 < LENGTH(steps) && (top - bottom) / steps[i] > TICKS - 3) {
        i++;
    }
    for (double at = ceil(bottom / steps[i]) * steps[i]; at <= top && count < TICKS;
         at += steps[i]) {
        ticks[count].at = at;
        snprintf(ticks[count++].label, sizeof ticks->label, "%g", at + 0.0);
    }
    return count;
}

/* Appends a section: its head, and the curve with a dashed line at each bound. */
static void put_curve(const struct series *series, struct html_curve curve, const char *head,
                      const double *bounds, int count, struct buffer *out)
{
    struct html_tick levels[TICKS];
    curve.across = "games";
    curve.count = series->count;
    curve.across_ticks = series->ticks;
    curve.across_count = series->tick_count;
    curve.up_ticks = levels;
    curve.up_count = put_levels(curve.bottom, curve.top, levels);
    buffer_printf(out, "<section><h2>%s</p>\n", head);
    html_curve_begin(&curve, " role=\"img\"", out);
    for (int i = 0; i < count; i++) {
        buffer_printf(out, "<path class=\"bound\" d=\"M%d %.1fH%d\"/>\n", HTML_CURVE_LEFT,
                      html_curve_y(&curve, bounds[i]), HTML_CURVE_RIGHT);
    }
    html_curve_end(out);
    buffer_puts(out, "</section>\n");
}

static void put_elo(const struct series *series, struct buffer *out)
{
    double bottom = -10, top = 10;
    for (int i = series->count / 10; i < series->count; i++) {       /* the first errors are huge */
        bottom = fmin(bottom, fmin(series->elo[i], series->low[i])); /* NAN is ignored */
        top = fmax(top, fmax(series->elo[i], series->high[i]));
    }
    put_curve(
        series,
        (struct html_curve){.title = "Elo and its error over the games",
                            .up = "Elo",
                            .values = series->elo,
                            .low = series->low,
                            .high = series->high,
                            .bottom = fmax(bottom, -MOST_ELO),
                            .top = fmin(top, MOST_ELO)},
        "Elo over the games</h2>\n<p class=\"faint\">The difference and its 95 % error, after "
        "each game in the order of their numbers.",
        &(double){0}, 1, out);
}

static void put_llr(const struct series *series, const struct sprt *sprt, struct buffer *out)
{
    const double bounds[] = {sprt_lower_bound(sprt), sprt_upper_bound(sprt)};
    put_curve(series,
              (struct html_curve){.title = "Log-likelihood ratio over the games",
                                  .up = "LLR",
                                  .values = series->llr,
                                  .bottom = bounds[0] * 1.15,
                                  .top = bounds[1] * 1.15},
              "Sequential test</h2>\n<p class=\"faint\">The log-likelihood ratio. The test ends at "
              "one of the dashed bounds.",
              bounds, LENGTH(bounds), out);
}

/* Numbers the axis of games, of which there are `step` to each value. */
static void number_games(struct series *series, int64_t step)
{
    const int count = html_curve_count(series->count, 1, TICKS, series->ticks);
    series->tick_count = count;
    for (int i = 0; i < count; i++) {
        snprintf(series->ticks[i].label, sizeof series->ticks->label, "%lld",
                 (long long)((series->ticks[i].at + 1) * (double)step));
    }
}

void html_curves_put(const struct standings *standings, const struct sprt *sprt, struct buffer *out)
{
    const int64_t step = (standings->finished + MOST_VALUES - 1) / MOST_VALUES;
    double *values = memory_zeroed((size_t)4 * MOST_VALUES, sizeof *values);
    struct series series = {.elo = values,
                            .low = values + MOST_VALUES,
                            .high = values + (ptrdiff_t)2 * MOST_VALUES,
                            .llr = values + (ptrdiff_t)3 * MOST_VALUES};
    if (standings->finished > 0) {
        count_games(&series, standings, sprt, step);
        number_games(&series, step);
    }
    if (series.count > 1) {
        put_elo(&series, out);
        if (sprt && sprt->enabled) {
            put_llr(&series, sprt, out);
        }
    }
    free(values);
}
