/* SPDX-License-Identifier: MIT */
/* Tests the tuner's files of games: what is written can be read, and reading stops at damage. */
#include <stdio.h>
#include <string.h>

#include "chess_games.h"
#include "rng.h"
#include "suite.h"

#define GAMES 50

static void random_record(struct rng *rng, struct selfplay_game *record)
{
    record->plies = (int)rng_below(rng, GAME_MAX_PLIES + 1);
    record->random_plies = record->plies < 9 ? record->plies : (int)rng_below(rng, 10);
    record->end = (enum game_end)rng_below(rng, 3);
    for (int i = 0; i < record->plies; i++) {
        record->moves[i] = (move_t)rng_next(rng);
        record->scores[i] = (int16_t)rng_next(rng);
    }
}

static void check_equal(const struct selfplay_game *a, const struct selfplay_game *b)
{
    ck_assert_int_eq(a->plies, b->plies);
    ck_assert_int_eq(a->random_plies, b->random_plies);
    ck_assert_int_eq(a->end, b->end);
    ck_assert(memcmp(a->moves, b->moves, (size_t)a->plies * sizeof a->moves[0]) == 0);
    ck_assert(memcmp(a->scores, b->scores, (size_t)a->plies * sizeof a->scores[0]) == 0);
}

START_TEST(games_are_read_as_they_were_written)
{
    static struct selfplay_game written, found;
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    struct rng rng = {3};
    for (int i = 0; i < GAMES; i++) {
        random_record(&rng, &written);
        ck_assert(game_write(file, &written));
    }
    rewind(file);
    rng.state = 3;
    for (int i = 0; i < GAMES; i++) {
        random_record(&rng, &written);
        ck_assert(game_read(file, &found));
        check_equal(&written, &found);
    }
    ck_assert(!game_read(file, &found));
    fclose(file);
}
END_TEST

START_TEST(a_game_takes_four_bytes_a_ply)
{
    static struct selfplay_game record = {.plies = 100};
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert(game_write(file, &record));
    ck_assert_int_eq(ftell(file), 4 + 4 * 100);
    fclose(file);
}
END_TEST

START_TEST(damaged_files_end_where_the_damage_is)
{
    static struct selfplay_game record = {.plies = 10}, found;
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert(game_write(file, &record));
    fputs("\xff\xff\x01", file); /* half of a header */
    rewind(file);
    ck_assert(game_read(file, &found));
    ck_assert(!game_read(file, &found));
    rewind(file);
    fputs("\xff\xff\x01\x08", file); /* more plies than any game has */
    rewind(file);
    ck_assert(!game_read(file, &found));
    fclose(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_games");
    SUPPORT_ADD(suite, games_are_read_as_they_were_written);
    SUPPORT_ADD(suite, a_game_takes_four_bytes_a_ply);
    SUPPORT_ADD(suite, damaged_files_end_where_the_damage_is);
    return support_run(suite);
}
