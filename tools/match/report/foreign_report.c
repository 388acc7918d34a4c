/* SPDX-License-Identifier: MIT */
#include "foreign_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "pgn.h"

#define RULE "--------------------------------------------------\n"

/* The width of the column of names in tables. */
#define NAME_COLUMN 25

static const char *name_of(const struct foreign_report *report, int engine)
{
    return report->standings->names[engine];
}

void foreign_report_begun(const struct foreign_report *report, const struct played_game *played,
                          struct buffer *out)
{
    const int64_t number = played->number + 1, all = standings_total(report->standings);
    buffer_printf(out, "Started game %lld of %lld (%s vs %s)\n", (long long)number,
                  (long long)(number > all ? number : all), name_of(report, played->engines[0]),
                  name_of(report, played->engines[1]));
}

void foreign_report_ended(const struct foreign_report *report, const struct played_game *played,
                          const char *ending, struct buffer *out)
{
    buffer_printf(out, "Finished game %lld (%s vs %s): %s {%s}\n", (long long)played->number + 1,
                  name_of(report, played->engines[0]), name_of(report, played->engines[1]),
                  pgn_result_name(played->result), ending);
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* Appends "1 - 0 - 2  [0.667] 3": wins, losses, draws, score, games. */
static void put_score(const struct tally *tally, struct buffer *out)
{
    buffer_printf(out, "%lld - %lld - %lld  [%.3f] %lld\n", (long long)tally->wins,
                  (long long)tally->losses, (long long)tally->draws, tally_percent(tally) / 100,
                  (long long)tally_games(tally));
}

void foreign_report_score(const struct foreign_report *report, int64_t number, struct buffer *out)
{
    if (report->format == OUTPUT_CUTECHESS) {
        const struct scheduled_game game = standings_game(report->standings, number);
        const bool swapped = schedule_is_swapped(&report->standings->schedule, number);
        buffer_printf(out, "Score of %s vs %s: ", name_of(report, game.engines[swapped]),
                      name_of(report, game.engines[!swapped]));
        put_score(&report->standings->tallies[game.pairing], out);
    }
}

/* Adds a game to the score of one side. */
static void count(struct tally *tally, enum game_result result, enum game_result win)
{
    tally->draws += result == RESULT_DRAW;
    tally->wins += result == win;
    tally->losses += result != RESULT_DRAW && result != win;
}

/* Appends the scores of a match's first engine with each colour, and of the colours. */
static void put_colours(const struct foreign_report *report, struct buffer *out)
{
    const struct standings *standings = report->standings;
    struct tally white = {0}, black = {0}, colours = {0};
    for (int64_t number = 0; number < schedule_numbers(&standings->schedule); number++) {
        const enum game_result result = (enum game_result)standings->results[number];
        if (result < RESULT_P1_WINS || result > RESULT_DRAW) {
            continue;
        }
        const bool is_white = standings_game(standings, number).engines[0] == 0;
        count(is_white ? &white : &black, result, is_white ? RESULT_P1_WINS : RESULT_P2_WINS);
        count(&colours, result, RESULT_P1_WINS);
    }
    buffer_printf(out, "...      %s playing White: ", name_of(report, 0));
    put_score(&white, out);
    buffer_printf(out, "...      %s playing Black: ", name_of(report, 0));
    put_score(&black, out);
    buffer_puts(out, "...      White vs Black: ");
    put_score(&colours, out);
}

/* Appends a number with so many decimals, or "nan" if it is not known. */
static void put_number(double number, bool known, int decimals, struct buffer *out)
{
    if (known && !isnan(number)) {
        buffer_printf(out, "%.*f", decimals, number + 0.0);
    } else {
        buffer_puts(out, "nan");
    }
}

/* Appends "12.3 +/- 4.5". */
static void put_estimate(double value, double error, bool known, int decimals, struct buffer *out)
{
    put_number(value, true, decimals, out);
    buffer_puts(out, " +/- ");
    put_number(error, known && isfinite(error), decimals, out);
}

static void put_cutechess_sprt(const struct foreign_report *report, struct buffer *out)
{
    const struct sprt *sprt = report->sprt;
    const struct tally *tally = &report->standings->tallies[0];
    const bool paired = schedule_is_paired(&report->standings->schedule);
    const double llr = sprt_llr(sprt, tally, paired) + 0.0;
    const double low = sprt_lower_bound(sprt), high = sprt_upper_bound(sprt);
    static const char *const verdicts[] = {"", " - H0 was accepted", " - H1 was accepted"};
    buffer_printf(out, "SPRT: llr %.3g (%.1f%%), lbound %.3g, ubound %.3g%s\n", llr,
                  percent(llr, llr < 0 ? -low : high), low, high,
                  verdicts[sprt_verdict(sprt, tally, paired)]);
}

static void put_cutechess_match(const struct foreign_report *report, struct buffer *out)
{
    const struct tally *tally = &report->standings->tallies[0];
    const struct estimate e = stats_estimate(tally, false);
    foreign_report_score(report, 0, out);
    put_colours(report, out);
    buffer_puts(out, "Elo difference: ");
    put_estimate(e.elo, e.elo_error, e.known, 1, out);
    buffer_printf(out, ", LOS: %.1f %%, DrawRatio: %.1f %%\n", 100 * e.superiority,
                  percent((double)tally->draws, (double)tally_games(tally)));
    if (report->sprt->enabled) {
        put_cutechess_sprt(report, out);
    }
}

/* Appends the block that fastchess prints of two engines. */
static void put_fastchess_match(const struct foreign_report *report, struct buffer *out)
{
    const struct tally *tally = &report->standings->tallies[0];
    const bool paired = schedule_is_paired(&report->standings->schedule);
    const int64_t *pairs = tally->pairs, all = tally_pairs(tally);
    const struct estimate e = stats_estimate(tally, paired && all > 0);
    const char *slash = report->book ? strrchr(report->book, '/') : NULL;
    buffer_printf(out, "Results of %s vs %s (%s, %s, %s%s%s):\nElo: ", name_of(report, 0),
                  name_of(report, 1), report->limits, report->threads, report->hash,
                  report->book ? ", " : "",
                  slash          ? slash + 1
                  : report->book ? report->book
                                 : "");
    put_estimate(e.elo, e.elo_error, e.known, 2, out);
    buffer_puts(out, ", nElo: ");
    put_estimate(e.nelo, e.nelo_error, e.known, 2, out);
    buffer_printf(out, "\nLOS: %.2f %%, DrawRatio: %.2f %%", 100 * e.superiority,
                  paired ? percent((double)pairs[2], (double)all)
                         : percent((double)tally->draws, (double)tally_games(tally)));
    if (paired) {
        const double won = (double)(pairs[3] + pairs[4]), lost = (double)(pairs[0] + pairs[1]);
        buffer_puts(out, ", PairsRatio: ");
        put_number(won / lost, won + lost > 0, 2, out);
    }
    buffer_printf(out,
                  "\nGames: %lld, Wins: %lld, Losses: %lld, Draws: %lld, Points: %.1f (%.2f %%)\n",
                  (long long)tally_games(tally), (long long)tally->wins, (long long)tally->losses,
                  (long long)tally->draws, tally_points(tally), tally_percent(tally));
    if (paired) {
        const double drawn = (double)tally->drawn_pairs;
        buffer_printf(
            out, "Ptnml(0-2): [%lld, %lld, %lld, %lld, %lld], WL/DD Ratio: ", (long long)pairs[0],
            (long long)pairs[1], (long long)pairs[2], (long long)pairs[3], (long long)pairs[4]);
        put_number(((double)pairs[2] - drawn) / drawn, pairs[2] > 0, 2, out);
        buffer_putc(out, '\n');
    }
}

static void put_fastchess_sprt(const struct foreign_report *report, struct buffer *out)
{
    const struct sprt *sprt = report->sprt;
    const double llr = sprt_llr(sprt, &report->standings->tallies[0],
                                schedule_is_paired(&report->standings->schedule)) +
                       0.0;
    const double low = sprt_lower_bound(sprt), high = sprt_upper_bound(sprt);
    buffer_printf(out, "LLR: %.2f (%.1f%%) (%.2f, %.2f) [%.2f, %.2f]\n", llr,
                  percent(llr, llr < 0 ? -low : high), low, high, sprt->elo0, sprt->elo1);
}

static void put_cutechess_row(const struct foreign_report *report, int engine, struct buffer *out)
{
    const struct tally tally = standings_of(report->standings, engine);
    const struct estimate e = stats_estimate(&tally, false);
    const double error = e.known ? e.elo_error : NAN;
    buffer_printf(out, "%-*s %7.0f %7.0f %7lld %6.1f%% %6.1f%%\n", NAME_COLUMN,
                  name_of(report, engine), e.elo + 0.0, fabs(error), (long long)tally_games(&tally),
                  tally_percent(&tally), percent((double)tally.draws, (double)tally_games(&tally)));
}

static void put_fastchess_row(const struct foreign_report *report, int engine, struct buffer *out)
{
    const struct tally tally = standings_of(report->standings, engine);
    const bool paired = schedule_is_paired(&report->standings->schedule);
    const struct estimate e = stats_estimate(&tally, paired);
    struct buffer pairs = {0};
    if (paired) {
        buffer_printf(&pairs, "[%lld, %lld, %lld, %lld, %lld]", (long long)tally.pairs[0],
                      (long long)tally.pairs[1], (long long)tally.pairs[2],
                      (long long)tally.pairs[3], (long long)tally.pairs[4]);
    }
    buffer_printf(
        out, "%-*s %10.2f %10.2f %10.2f %10.2f %10lld %9.1f%% %9.1f%% %20s\n", NAME_COLUMN,
        name_of(report, engine), e.elo + 0.0, fabs(e.known ? e.elo_error : NAN), e.nelo + 0.0,
        fabs(e.known ? e.nelo_error : NAN), (long long)tally_games(&tally), tally_percent(&tally),
        paired ? percent((double)tally.pairs[2], (double)tally_pairs(&tally))
               : percent((double)tally.draws, (double)tally_games(&tally)),
        buffer_text(&pairs));
    buffer_finish(&pairs);
}

/* Appends the ranking of more than two engines. */
static void put_table(const struct foreign_report *report, struct buffer *out)
{
    const bool cutechess = report->format == OUTPUT_CUTECHESS;
    int *order = standings_order(report->standings);
    if (cutechess) {
        buffer_printf(out, "Rank %-*s %7s %7s %7s %7s %7s\n", NAME_COLUMN, "Name", "Elo", "+/-",
                      "Games", "Score", "Draw");
    } else {
        buffer_printf(out, "Rank %-*s %10s %10s %10s %10s %10s %10s %10s %20s\n", NAME_COLUMN,
                      "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)");
    }
    for (int i = 0; i < report->standings->schedule.engines; i++) {
        buffer_printf(out, "%4d ", i + 1);
        (cutechess ? put_cutechess_row : put_fastchess_row)(report, order[i], out);
    }
    free(order);
}

void foreign_report_ratings(const struct foreign_report *report, struct buffer *out)
{
    const bool two = report->standings->schedule.engines == 2;
    if (report->format == OUTPUT_CUTECHESS) {
        (two ? put_cutechess_match : put_table)(report, out);
        return;
    }
    buffer_puts(out, RULE);
    (two ? put_fastchess_match : put_table)(report, out);
    if (report->sprt->enabled) {
        put_fastchess_sprt(report, out);
    }
    buffer_puts(out, RULE);
}

void foreign_report_end(const struct foreign_report *report, struct buffer *out)
{
    const struct standings *standings = report->standings;
    foreign_report_ratings(report, out);
    if (report->format == OUTPUT_CUTECHESS) {
        buffer_printf(out, "%lld of %lld games finished.\n", (long long)standings->finished,
                      (long long)standings_total(standings));
    }
    const enum sprt_verdict verdict = report->sprt->enabled
                                          ? sprt_verdict(report->sprt, &standings->tallies[0],
                                                         schedule_is_paired(&standings->schedule))
                                          : SPRT_RUNNING;
    if (report->format == OUTPUT_FASTCHESS && verdict != SPRT_RUNNING) {
        buffer_printf(out, "SPRT ([%.2f, %.2f]) completed - %s was accepted\n", report->sprt->elo0,
                      report->sprt->elo1, verdict == SPRT_ACCEPT_H0 ? "H0" : "H1");
    }
    buffer_puts(out, "Finished match\n");
}
