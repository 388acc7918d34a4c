/* SPDX-License-Identifier: MIT */
#include "standings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* The result of a game of which only its pairing's results are known. */
#define RESULT_ELSEWHERE UINT8_MAX

/* Maximum width of a name in a cross table, in characters. */
#define NAME_WIDTH 24

/* The header of the column of names. */
#define NAME_HEADER "engine"

void standings_init(struct standings *standings, const struct schedule *schedule,
                    const char *const *names)
{
    *standings = (struct standings){.schedule = *schedule, .names = names};
    standings->tallies =
        memory_zeroed((size_t)schedule_pairings(schedule), sizeof *standings->tallies);
    standings->results = memory_zeroed((size_t)schedule_numbers(schedule), 1);
    standings->forfeits =
        memory_zeroed((size_t)schedule->engines * VERDICT_COUNT, sizeof *standings->forfeits);
    if (encounters_depend(schedule)) {
        encounters_find(&standings->encounters, schedule, standings->results);
    }
}

void standings_finish(struct standings *standings)
{
    free(standings->tallies);
    free(standings->results);
    free(standings->forfeits);
    encounters_finish(&standings->encounters);
    *standings = (struct standings){0};
}

bool standings_has(const struct standings *standings, int64_t number)
{
    return standings->results[number] != RESULT_NONE;
}

/* Returns the points of a pairing's first engine in one game, in half points. */
static int half_points(const struct standings *standings, int64_t number)
{
    const bool swapped = schedule_is_swapped(&standings->schedule, number);
    enum game_result result = (enum game_result)standings->results[number];
    return result == RESULT_DRAW                                   ? 1
           : result == (swapped ? RESULT_P2_WINS : RESULT_P1_WINS) ? 2
                                                                   : 0;
}

static void add_pair(struct standings *standings, const struct scheduled_game *game,
                     struct tally *tally)
{
    int64_t first = game->pair, second = game->pair + 1;
    if (!schedule_is_paired(&standings->schedule) || !standings_has(standings, first) ||
        !standings_has(standings, second)) {
        return;
    }
    int one = half_points(standings, first), other = half_points(standings, second);
    tally->pairs[one + other]++;
    tally->drawn_pairs += one == 1 && other == 1;
}

void standings_add(struct standings *standings, const struct played_game *played)
{
    int64_t number = played->number;
    if (number < 0 || number >= schedule_numbers(&standings->schedule) ||
        standings_has(standings, number) || played->result == RESULT_NONE) {
        return;
    }
    struct scheduled_game game = schedule_game(&standings->schedule, number);
    struct tally *tally = &standings->tallies[game.pairing];
    standings->results[number] = (uint8_t)played->result;
    standings->finished++;
    int points = half_points(standings, number);
    tally->wins += points == 2;
    tally->draws += points == 1;
    tally->losses += points == 0;
    add_pair(standings, &game, tally);
    standings->first_player_wins += played->result == RESULT_P1_WINS;
    standings->second_player_wins += played->result == RESULT_P2_WINS;
    standings->draws += played->result == RESULT_DRAW;
    if (verdict_is_forfeit(played->verdict) && played->verdict < VERDICT_COUNT) {
        const int *engines = game.engines[0] >= 0 ? game.engines : played->engines;
        int loser = engines[played->result == RESULT_P1_WINS ? 1 : 0];
        standings->forfeits[loser * VERDICT_COUNT + (int)played->verdict]++;
    }
    if (encounters_depend(&standings->schedule)) {
        encounters_find(&standings->encounters, &standings->schedule, standings->results);
    }
}

/* Finds the engines of a pairing; -1: not known yet. */
static void find_pairing(const struct standings *standings, int pairing, int engines[2])
{
    schedule_pairing(&standings->schedule, pairing, engines);
    for (int i = 0; encounters_depend(&standings->schedule) && i < 2; i++) {
        engines[i] = standings->encounters.list[pairing].engines[i];
    }
}

struct scheduled_game standings_game(const struct standings *standings, int64_t number)
{
    struct scheduled_game game = schedule_game(&standings->schedule, number);
    const bool swapped = schedule_is_swapped(&standings->schedule, number);
    int engines[2];
    find_pairing(standings, game.pairing, engines);
    game.engines[0] = engines[swapped];
    game.engines[1] = engines[!swapped];
    return game;
}

int64_t standings_total(const struct standings *standings)
{
    int64_t total = 0;
    if (!encounters_depend(&standings->schedule)) {
        return schedule_games(&standings->schedule);
    }
    for (int i = 0; i < standings->encounters.count; i++) {
        const struct encounter *encounter = &standings->encounters.list[i];
        total += encounter->over          ? encounter->finished
                 : encounter->allowed > 0 ? encounter->allowed
                                          : standings->schedule.games;
    }
    return total;
}

bool standings_is_complete(const struct standings *standings)
{
    for (int i = 0; i < standings->encounters.count; i++) {
        if (!standings->encounters.list[i].over) {
            return false;
        }
    }
    return encounters_depend(&standings->schedule) ||
           standings->finished == schedule_games(&standings->schedule);
}

/* Adds the results of a pairing, from the side of its second engine if `reversed`. */
static void add_tally(struct tally *sum, const struct tally *tally, bool reversed)
{
    const int last = LENGTH(tally->pairs) - 1;
    sum->wins += reversed ? tally->losses : tally->wins;
    sum->losses += reversed ? tally->wins : tally->losses;
    sum->draws += tally->draws;
    sum->drawn_pairs += tally->drawn_pairs;
    for (int i = 0; i <= last; i++) {
        sum->pairs[i] += tally->pairs[reversed ? last - i : i];
    }
}

bool standings_add_results(struct standings *standings, int pairing, const struct tally *tally,
                           bool reversed)
{
    const struct schedule *schedule = &standings->schedule;
    const int64_t games = tally_games(tally), pairings = schedule_pairings(schedule);
    if (games > (int64_t)schedule->rounds * schedule->games) {
        return false;
    }
    for (int64_t i = 0; i < games; i++) {
        const int64_t round = i / schedule->games, game = i % schedule->games;
        standings->results[(round * pairings + pairing) * schedule->games + game] =
            RESULT_ELSEWHERE;
    }
    add_tally(&standings->tallies[pairing], tally, reversed);
    standings->finished += games;
    standings->elsewhere += games;
    return true;
}

/* Finds an engine's results against another one, or against all (-1). False if they never meet. */
static bool find_results(const struct standings *standings, int engine, int other,
                         struct tally *found)
{
    bool meet = false;
    *found = (struct tally){0};
    for (int i = 0; i < schedule_pairings(&standings->schedule); i++) {
        int engines[2];
        find_pairing(standings, i, engines);
        const int side = engines[0] == engine ? 0 : 1;
        if (engines[side] == engine && (other < 0 || engines[1 - side] == other)) {
            add_tally(found, &standings->tallies[i], side == 1);
            meet = true;
        }
    }
    return meet;
}

struct tally standings_of(const struct standings *standings, int engine)
{
    struct tally sum;
    find_results(standings, engine, -1, &sum);
    return sum;
}

bool standings_between(const struct standings *standings, int engine, int other,
                       struct tally *tally)
{
    return find_results(standings, engine, other, tally);
}

int *standings_order(const struct standings *standings)
{
    const int engines = standings->schedule.engines;
    int *order = memory_zeroed((size_t)engines, sizeof *order);
    for (int i = 0; i < engines; i++) {
        const struct tally own = standings_of(standings, i);
        int at = i;
        for (; at > 0; at--) {
            const struct tally above = standings_of(standings, order[at - 1]);
            if (tally_percent(&above) >= tally_percent(&own)) {
                break;
            }
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return order;
}

void standings_format_elo(const struct tally *tally, bool paired, struct buffer *out)
{
    struct estimate e = stats_estimate(tally, paired);
    if (isinf(e.elo)) {
        buffer_printf(out, "Elo %sinfinite", e.elo < 0 ? "-" : "+");
    } else if (!e.known || isinf(e.elo_error)) {
        buffer_printf(out, "Elo %.1f", e.elo + 0.0);
    } else {
        buffer_printf(out, "Elo %.1f +- %.1f", e.elo, e.elo_error);
    }
}

static void report_sprt(const struct sprt *sprt, const struct tally *tally, bool paired,
                        struct buffer *out)
{
    static const char *const words[] = {"undecided", "H0 accepted", "H1 accepted"};
    buffer_printf(out, "LLR %.2f (%.2f, %.2f) [%.2f, %.2f] %s: %s\n", sprt_llr(sprt, tally, paired),
                  sprt_lower_bound(sprt), sprt_upper_bound(sprt), sprt->elo0, sprt->elo1,
                  sprt->model == SPRT_LOGISTIC ? "logistic" : "normalized",
                  words[sprt_verdict(sprt, tally, paired)]);
}

static void report_match(const struct standings *standings, const struct sprt *sprt,
                         struct buffer *out)
{
    const struct tally *tally = &standings->tallies[0];
    bool paired = schedule_is_paired(&standings->schedule) && tally_pairs(tally) > 0;
    struct estimate e = stats_estimate(tally, paired);
    buffer_printf(out, "%s - %s: %lld games, +%lld -%lld =%lld, %.1f points (%.2f %%)\n",
                  standings->names[0], standings->names[1], (long long)tally_games(tally),
                  (long long)tally->wins, (long long)tally->losses, (long long)tally->draws,
                  tally_points(tally), tally_percent(tally));
    standings_format_elo(tally, paired, out);
    if (e.known) {
        buffer_printf(out, ", normalized %.1f +- %.1f", e.nelo, e.nelo_error);
    }
    buffer_printf(out, ", superiority %.2f %%\n", 100 * e.superiority);
    if (paired) {
        buffer_printf(out, "Pairs (0 to 2 points): %lld, %lld, %lld, %lld, %lld\n",
                      (long long)tally->pairs[0], (long long)tally->pairs[1],
                      (long long)tally->pairs[2], (long long)tally->pairs[3],
                      (long long)tally->pairs[4]);
    }
    if (sprt && sprt->enabled) {
        report_sprt(sprt, tally, paired, out);
    }
}

/* Returns the number of a name's characters that are shown, and in *bytes their length in UTF-8. */
static int shown_name(const char *name, int *bytes)
{
    int characters = 0, at = 0;
    while (name[at] && characters < NAME_WIDTH) {
        do {
            at++;
        } while (((unsigned char)name[at] & 0xc0) == 0x80);
        characters++;
    }
    *bytes = at;
    return characters;
}

int standings_name_width(const struct standings *standings)
{
    int width = (int)strlen(NAME_HEADER);
    for (int i = 0; i < standings->schedule.engines; i++) {
        int bytes, length = shown_name(standings->names[i], &bytes);
        width = length > width ? length : width;
    }
    return width;
}

void standings_put_name(const struct standings *standings, int engine, int width,
                        struct buffer *out)
{
    int bytes, characters = shown_name(standings->names[engine], &bytes);
    buffer_printf(out, "%.*s%*s", bytes, standings->names[engine],
                  characters < width ? width - characters : 0, "");
}

static void report_row(const struct standings *standings, int place, int engine, const int *order,
                       int width, struct buffer *out)
{
    struct tally tally = standings_of(standings, engine);
    struct buffer elo = {0};
    standings_format_elo(&tally, schedule_is_paired(&standings->schedule), &elo);
    buffer_printf(out, "%3d  ", place + 1);
    standings_put_name(standings, engine, width, out);
    buffer_printf(out, " %6lld %8.1f %6.2f %%  %-22s", (long long)tally_games(&tally),
                  tally_points(&tally), tally_percent(&tally), buffer_text(&elo));
    buffer_finish(&elo);
    for (int i = 0; i < standings->schedule.engines; i++) {
        struct tally one;
        if (find_results(standings, engine, order[i], &one)) {
            buffer_printf(out, " %4lld-%lld-%-4lld", (long long)one.wins, (long long)one.draws,
                          (long long)one.losses);
        } else {
            buffer_puts(out, "            -");
        }
    }
    buffer_putc(out, '\n');
}

static void report_table(const struct standings *standings, struct buffer *out)
{
    int count = standings->schedule.engines, width = standings_name_width(standings);
    int *order = standings_order(standings);
    buffer_printf(out, "     %-*s  games   points    score  %-22s", width, NAME_HEADER, "strength");
    for (int i = 0; i < count; i++) {
        buffer_printf(out, "  against %2d ", i + 1);
    }
    buffer_putc(out, '\n');
    for (int i = 0; i < count; i++) {
        report_row(standings, i, order[i], order, width, out);
    }
    free(order);
}

static void report_forfeits(const struct standings *standings, struct buffer *out)
{
    for (int i = 0; i < standings->schedule.engines; i++) {
        const int64_t *forfeits = &standings->forfeits[(size_t)i * VERDICT_COUNT];
        const char *before = "";
        for (int verdict = VERDICT_TIME; verdict < VERDICT_COUNT; verdict++) {
            if (forfeits[verdict] > 0) {
                if (!*before) {
                    buffer_printf(out, "Forfeits of %s:", standings->names[i]);
                }
                buffer_printf(out, "%s %lld by %s", before, (long long)forfeits[verdict],
                              verdict_name((enum verdict)verdict));
                before = ",";
            }
        }
        if (*before) {
            buffer_putc(out, '\n');
        }
    }
}

void standings_report(const struct standings *standings, const struct sprt *sprt,
                      struct buffer *out)
{
    if (standings->schedule.engines == 2) {
        report_match(standings, sprt, out);
    } else {
        report_table(standings, out);
    }
    standings_report_end(standings, out);
}

void standings_report_end(const struct standings *standings, struct buffer *out)
{
    buffer_printf(out, "First player: +%lld -%lld =%lld", (long long)standings->first_player_wins,
                  (long long)standings->second_player_wins, (long long)standings->draws);
    if (standings->elsewhere > 0) {
        buffer_printf(out, " (without the first %lld games)", (long long)standings->elsewhere);
    }
    buffer_putc(out, '\n');
    report_forfeits(standings, out);
}
