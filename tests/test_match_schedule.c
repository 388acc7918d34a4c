/* SPDX-License-Identifier: MIT */
/* Tests pairings and standings. */
#include <stdlib.h>
#include <string.h>

#include "adjudicate.h"
#include "schedule.h"
#include "standings.h"
#include "suite.h"

START_TEST(round_robin_meets_everybody_equally)
{
    struct schedule schedule = {.engines = 5, .rounds = 3, .games = 2};
    int met[5][5] = {{0}};
    ck_assert_int_eq(schedule_pairings(&schedule), 10);
    ck_assert_int_eq(schedule_games(&schedule), 60);
    for (int64_t i = 0; i < 60; i++) {
        struct scheduled_game game = schedule_game(&schedule, i);
        met[game.engines[0]][game.engines[1]]++;
        ck_assert_int_eq(game.number, i);
    }
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            ck_assert_int_eq(met[a][b], a == b ? 0 : 3);
        }
    }
}
END_TEST

START_TEST(gauntlet_meets_only_the_others)
{
    struct schedule schedule = {
        .kind = TOURNAMENT_GAUNTLET, .engines = 5, .challengers = 2, .rounds = 1, .games = 2};
    int met[5][5] = {{0}};
    ck_assert_int_eq(schedule_games(&schedule), 12);
    for (int64_t i = 0; i < 12; i++) {
        struct scheduled_game game = schedule_game(&schedule, i);
        met[game.engines[0]][game.engines[1]]++;
    }
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            ck_assert_int_eq(met[a][b], (a < 2) != (b < 2));
        }
    }
}
END_TEST

START_TEST(pairs_share_the_opening_and_swap_colours)
{
    struct schedule schedule = {.engines = 3, .rounds = 4, .games = 4};
    for (int64_t i = 0; i < schedule_games(&schedule); i += 2) {
        struct scheduled_game one = schedule_game(&schedule, i);
        struct scheduled_game other = schedule_game(&schedule, i + 1);
        ck_assert_int_eq(one.opening, other.opening);
        ck_assert_int_eq(one.pair, i);
        ck_assert_int_eq(other.pair, i);
        ck_assert_int_eq(one.engines[0], other.engines[1]);
        ck_assert_int_eq(one.engines[1], other.engines[0]);
        ck_assert_int_eq(one.opening, i / 2);
    }
}
END_TEST

/* The players of the first four games of two rounds, in each order of colours. */
START_TEST(colours_are_kept_or_reversed)
{
    static const struct {
        enum colours colours;
        bool reversed;
        const char *first;
    } cases[] = {{COLOURS_SWAP, false, "0101"},
                 {COLOURS_SWAP, true, "1010"},
                 {COLOURS_KEEP, false, "0000"},
                 {COLOURS_KEEP, true, "1111"}};
    for (int i = 0; i < LENGTH(cases); i++) {
        const struct schedule schedule = {.engines = 2,
                                          .rounds = 2,
                                          .games = 2,
                                          .colours = (int)cases[i].colours,
                                          .reversed = cases[i].reversed};
        for (int game = 0; game < 4; game++) {
            const struct scheduled_game found = schedule_game(&schedule, game);
            ck_assert_int_eq(found.engines[0], cases[i].first[game] - '0');
            ck_assert_int_eq(found.engines[1], '1' - cases[i].first[game]);
            ck_assert_int_eq(found.opening, game / 2);
        }
        ck_assert(schedule_is_paired(&schedule) == (cases[i].colours == COLOURS_SWAP));
    }
}
END_TEST

START_TEST(lots_depend_on_the_seed_alone)
{
    struct schedule schedule = {
        .engines = 2, .rounds = 500, .games = 2, .colours = COLOURS_LOT, .seed = 3};
    int first = 0, differ = 0;
    for (int64_t i = 0; i < 1000; i++) {
        struct schedule other = schedule;
        other.seed = 4;
        int engine = schedule_game(&schedule, i).engines[0];
        ck_assert_int_eq(engine, schedule_game(&schedule, i).engines[0]);
        first += engine == 0;
        differ += engine != schedule_game(&other, i).engines[0];
    }
    ck_assert_msg(first > 440 && first < 560, "%d of 1000", first);
    ck_assert_msg(differ > 440 && differ < 560, "%d of 1000", differ);
    ck_assert(!schedule_is_paired(&schedule));
}
END_TEST

static void add(struct standings *standings, int64_t number, enum game_result result)
{
    struct played_game played = {.number = number, .result = result};
    standings_add(standings, &played);
}

START_TEST(pairs_are_counted_whatever_the_order)
{
    static const char *const names[] = {"a", "b"};
    struct schedule schedule = {.engines = 2, .rounds = 3, .games = 2};
    struct standings standings;
    standings_init(&standings, &schedule, names);
    /* In game 0 player 1 is a, in game 1 it is b. */
    add(&standings, 1, RESULT_P2_WINS);
    ck_assert_int_eq(tally_pairs(&standings.tallies[0]), 0);
    add(&standings, 4, RESULT_DRAW);
    add(&standings, 0, RESULT_P1_WINS); /* a won both games: 2 points */
    add(&standings, 5, RESULT_P1_WINS); /* a drew one and lost one: half a point */
    add(&standings, 5, RESULT_P1_WINS); /* counted once */
    struct tally tally = standings_of(&standings, 0), other = standings_of(&standings, 1);
    ck_assert_int_eq(tally.wins, 2);
    ck_assert_int_eq(tally.draws, 1);
    ck_assert_int_eq(tally.losses, 1);
    ck_assert_int_eq(tally.pairs[4], 1);
    ck_assert_int_eq(tally.pairs[1], 1);
    ck_assert_int_eq(other.pairs[0], 1);
    ck_assert_int_eq(other.pairs[3], 1);
    ck_assert_int_eq(other.wins, 1);
    ck_assert_int_eq(standings.finished, 4);
    ck_assert(standings_has(&standings, 4) && !standings_has(&standings, 2));
    standings_finish(&standings);
}
END_TEST

START_TEST(forfeits_are_named)
{
    static const char *const names[] = {"quick", "lame"};
    struct schedule schedule = {.engines = 2, .rounds = 1, .games = 2};
    struct standings standings;
    struct played_game played = {.number = 0, .result = RESULT_P1_WINS, .verdict = VERDICT_TIME};
    struct buffer report = {0};
    standings_init(&standings, &schedule, names);
    standings_add(&standings, &played);
    standings_report(&standings, NULL, &report);
    ck_assert_ptr_nonnull(strstr(buffer_text(&report), "Forfeits of lame: 1 by time\n"));
    ck_assert_ptr_null(strstr(buffer_text(&report), "Forfeits of quick"));
    buffer_finish(&report);
    standings_finish(&standings);
}
END_TEST

START_TEST(cross_table_ranks_by_points)
{
    static const char *const names[] = {"last", "middle", "first"};
    struct schedule schedule = {.engines = 3, .rounds = 1, .games = 2};
    struct standings standings;
    struct buffer report = {0};
    standings_init(&standings, &schedule, names);
    for (int64_t i = 0; i < 6; i++) {
        struct scheduled_game game = schedule_game(&schedule, i);
        add(&standings, i, game.engines[0] > game.engines[1] ? RESULT_P1_WINS : RESULT_P2_WINS);
    }
    standings_report(&standings, NULL, &report);
    const char *text = buffer_text(&report);
    const char *first = strstr(text, "first"), *middle = strstr(text, "middle");
    const char *last = strstr(text, "last");
    ck_assert_msg(first && middle && last && first < middle && middle < last, "%s", text);
    ck_assert_ptr_nonnull(strstr(first, "100.00 %"));
    buffer_finish(&report);
    standings_finish(&standings);
}
END_TEST

/* Moves are counted by the side that makes them, which may make several in a row. */
START_TEST(limits_count_the_moves_of_each_side)
{
    static const int players[] = {1, 1, 1, 2, 2, 1};
    struct adjudication rules = {.max_moves = 2};
    struct adjudicator adjudicator = {.rules = &rules};
    struct played_game played = {0};
    enum verdict verdict = VERDICT_RULES;
    for (int ply = 0; ply < LENGTH(players); ply++) {
        played_game_add(&played)->player = players[ply];
        enum game_result result = adjudicate(&adjudicator, &played, players[ply] - 1, &verdict);
        ck_assert_int_eq(result, ply < 4 ? RESULT_NONE : RESULT_DRAW);
    }
    ck_assert_int_eq(verdict, VERDICT_LENGTH);
    played_game_finish(&played);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_schedule");
    SUPPORT_ADD(suite, round_robin_meets_everybody_equally);
    SUPPORT_ADD(suite, gauntlet_meets_only_the_others);
    SUPPORT_ADD(suite, pairs_share_the_opening_and_swap_colours);
    SUPPORT_ADD(suite, colours_are_kept_or_reversed);
    SUPPORT_ADD(suite, lots_depend_on_the_seed_alone);
    SUPPORT_ADD(suite, pairs_are_counted_whatever_the_order);
    SUPPORT_ADD(suite, forfeits_are_named);
    SUPPORT_ADD(suite, cross_table_ranks_by_points);
    SUPPORT_ADD(suite, limits_count_the_moves_of_each_side);
    return support_run(suite);
}
