/* SPDX-License-Identifier: MIT */
/* Tests playing levels: how a handicap affects the choice of a move, and the levels of each
 * game. */
#include "skill.h"

#include <string.h>

#include "registry.h"
#include "support.h"

#define TABLE_MEGABYTES 1

/* The number of searches with different random numbers. */
#define CHOICES  8
#define SEARCHES 24

/* Returns a search of this game at its start, with a level. */
static struct support_search *begin(const struct game *game, int level, void *position)
{
    struct support_search *support = support_search_create(game, TABLE_MEGABYTES);
    game->start(&support->settings, position);
    support->settings.values[game_find_option(game, "Skill Level")] = level;
    support_search_limits(support)->nodes = 3000;
    return support;
}

static union {
    char bytes[1 << 16];
    max_align_t alignment;
} place;

/* Levels are optional: these games must have them, and others may. */
static bool has_levels(const struct game *game)
{
    return game_find_option(game, "Skill Level") >= 0;
}

START_TEST(games_offer_levels_and_begin_at_full_strength)
{
    static const char *const names[] = {"ataxx",   "chess",     "connect4", "gomoku",
                                        "othello", "tictactoe", "xiangqi"};
    for (int i = 0; i < LENGTH(names); i++) {
        ck_assert_msg(has_levels(registry_find(registry_games(), names[i])), "%s", names[i]);
    }
    for (const struct game *const *game = registry_games(); *game; game++) {
        int index = game_find_option(*game, "Skill Level");
        ck_assert_int_eq(index < 0 ? SKILL_FULL : (*game)->settings[index].initial, SKILL_FULL);
        ck_assert_uint_le((*game)->position_size, sizeof place);
    }
}
END_TEST

START_TEST(a_score_is_taken_for_more_exactly_above_the_bound)
{
    static const struct search_handicap handicaps[] = {
        {.depth = 3, .error = 100, .sight = 50, .seed = 1},
        {.depth = 3, .error = 30, .sight = 5000, .seed = 2},
        {.depth = 3, .error = 0, .sight = 0, .seed = 3},
    };
    for (int i = 0; i < LENGTH(handicaps); i++) {
        const struct search_handicap *handicap = &handicaps[i];
        for (move_t move = 1; move < 20; move++) {
            ck_assert_int_le(handicap_error(handicap, move), handicap->error);
            ck_assert_int_ge(handicap_error(handicap, move), -handicap->error);
            for (score_t value = -400; value <= 400; value += 7) {
                score_t bound = handicap_score(handicap, move, value);
                static const score_t far[] = {-SCORE_MATE + 1, -20000, 20000, SCORE_MATE - 2,
                                              SCORE_MATE - 1};
                bool agree = true;
                for (score_t score = -300; score <= 300; score++) {
                    agree &= (handicap_value(handicap, move, score) > value) == (score > bound);
                }
                for (int k = 0; k < LENGTH(far); k++) {
                    agree &= (handicap_value(handicap, move, far[k]) > value) == (far[k] > bound);
                }
                ck_assert_msg(agree, "handicap %d, move %d, value %d", i, move, (int)value);
            }
        }
    }
}
END_TEST

START_TEST(a_table_of_levels_is_read_between_its_rows)
{
    static const struct skill table[] = {{0, 100, 400, 300}, {10, 200, 100, 300}, {19, 900, 10, 0}};
    struct search_handicap last = {.depth = 0, .error = 1000};
    for (int level = 0; level < SKILL_FULL; level++) {
        struct search_handicap handicap = skill_handicap(table, LENGTH(table), level, 7);
        ck_assert_int_ge(handicap.depth, last.depth);
        ck_assert_int_lt(handicap.error, last.error);
        ck_assert(!handicap_is_none(&handicap));
        last = handicap;
    }
    ck_assert_int_eq(last.depth, 9);
    ck_assert_int_eq(last.error, 10);
    struct search_handicap full = skill_handicap(table, LENGTH(table), SKILL_FULL, 7);
    ck_assert(handicap_is_none(&full));
    ck_assert_int_eq(full.error, 0);
    int deeper = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) { /* level 5: one and a half plies */
        int depth = skill_handicap(table, LENGTH(table), 5, seed).depth;
        ck_assert(depth == 1 || depth == 2);
        deeper += depth == 2;
    }
    ck_assert(deeper > 400 && deeper < 600);
}
END_TEST

/* Lists the first moves of searches with the seeds 1 to CHOICES. */
static void choose(const struct game *game, int level, move_t moves[CHOICES])
{
    struct support_search *support = begin(game, level, &place);
    for (int i = 0; i < CHOICES; i++) {
        support_search_clear(support);
        moves[i] = support_search_run(support, &place)->pv[0];
    }
    support_search_destroy(support);
}

START_TEST(chance_is_the_seeds_and_full_strength_knows_none)
{
    for (const struct game *const *game = registry_games(); *game; game++) {
        move_t first[CHOICES], again[CHOICES];
        bool differ = false;
        if (!has_levels(*game)) {
            continue;
        }
        choose(*game, 0, first);
        choose(*game, 0, again);
        ck_assert_msg(memcmp(first, again, sizeof first) == 0, "%s", (*game)->name);
        for (int i = 1; i < CHOICES; i++) {
            differ |= first[i] != first[0];
        }
        /* Gomoku has one first move. */
        struct move_list list = {.count = 0};
        struct game_settings settings;
        game_default_settings(*game, &settings);
        (*game)->start(&settings, &place);
        (*game)->legal_moves(&place, &list);
        ck_assert_msg(differ || list.count == 225, "%s", (*game)->name);
        choose(*game, SKILL_FULL, first);
        for (int i = 1; i < CHOICES; i++) {
            ck_assert_msg(first[i] == first[0], "%s", (*game)->name);
        }
    }
}
END_TEST

/* The score shown for the chosen move is that of a search of this move alone to the same depth. */
START_TEST(shown_scores_are_honest)
{
    static const char *const names[] = {"tictactoe", "connect4"};
    for (int i = 0; i < LENGTH(names); i++) {
        const struct game *game = registry_find(registry_games(), names[i]);
        for (int level = 0; level < 10; level++) {
            struct support_search *support = begin(game, level, &place);
            struct search_line weak = *support_search_run(support, &place);
            support->settings.values[game_find_option(game, "Skill Level")] = SKILL_FULL;
            support_search_clear(support);
            struct search_limits *limits = support_search_limits(support);
            limits->depth = weak.depth;
            limits->restricted = true;
            move_list_add(&limits->root_moves, weak.pv[0]);
            const struct search_line *strong = support_search_run(support, &place);
            ck_assert_int_eq(strong->depth, weak.depth);
            ck_assert_msg(strong->score == weak.score, "%s level %d: %d, not %d", names[i], level,
                          (int)weak.score, (int)strong->score);
            support_search_destroy(support);
        }
    }
}
END_TEST

/* Returns how many of SEARCHES searches choose a move at a level. */
static int count(const char *name, const char *fen, int level, const char *wanted)
{
    const struct game *game = registry_find(registry_games(), name);
    struct support_search *support = begin(game, level, &place);
    support_position(game, fen, &place);
    int found = 0;
    for (int i = 0; i < SEARCHES; i++) {
        support_search_clear(support);
        move_t move = support_search_run(support, &place)->pv[0];
        found += strcmp(support_move_text(game, &place, move), wanted) == 0;
    }
    support_search_destroy(support);
    return found;
}

START_TEST(a_win_at_once_is_always_seen_and_a_threat_is_not)
{
    static const struct {
        const char *name, *win, *win_move, *threat, *block;
    } cases[] = {
        {"tictactoe", "oo1/xx1/3 x", "c2", "2x/oo1/x2 x", "c2"},
        {"connect4", "7/7/7/3x3/3x3/3xooo x", "4", "7/7/7/3o3/3o3/x2ox1x x", "4"},
        {"gomoku", "15/15/15/15/15/15/15/2oxxxx8/3ooo9/15/15/15/15/15/15 x", "h8",
         "15/15/15/15/15/15/15/3xoooo7/15/15/3x1x9/5x9/15/15/15 x", "i8"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        const char *name = cases[i].name;
        ck_assert_int_eq(count(name, cases[i].win, 0, cases[i].win_move), SEARCHES);
        int weak = count(name, cases[i].threat, 0, cases[i].block);
        ck_assert_msg(weak > 0 && weak < SEARCHES, "%s: %d", name, weak);
        ck_assert_int_eq(count(name, cases[i].threat, SKILL_FULL - 1, cases[i].block), SEARCHES);
        ck_assert_int_eq(count(name, cases[i].threat, SKILL_FULL, cases[i].block), SEARCHES);
    }
}
END_TEST

START_TEST(lower_levels_search_less)
{
    for (const struct game *const *game = registry_games(); *game; game++) {
        static const int levels[] = {0, 7, 13, SKILL_FULL};
        uint64_t before = 0;
        for (int i = 0; has_levels(*game) && i < LENGTH(levels); i++) {
            struct support_search *support = begin(*game, levels[i], &place);
            uint64_t nodes = 0;
            support_search_limits(support)->nodes = 30000;
            if ((*game)->bench_positions && (*game)->bench_positions[0]) {
                const char *second = (*game)->bench_positions[1];
                support_position(*game, second ? second : (*game)->bench_positions[0], &place);
            }
            for (int k = 0; k < 8; k++) {
                support_search_clear(support);
                support_search_run(support, &place);
                nodes += atomic_load(&support->worker->nodes);
            }
            ck_assert_msg(nodes > before, "%s, level %d", (*game)->name, levels[i]);
            before = nodes;
            support_search_destroy(support);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("skill");
    SUPPORT_ADD(suite, games_offer_levels_and_begin_at_full_strength);
    SUPPORT_ADD(suite, a_score_is_taken_for_more_exactly_above_the_bound);
    SUPPORT_ADD(suite, a_table_of_levels_is_read_between_its_rows);
    SUPPORT_ADD(suite, chance_is_the_seeds_and_full_strength_knows_none);
    SUPPORT_ADD(suite, shown_scores_are_honest);
    SUPPORT_ADD(suite, a_win_at_once_is_always_seen_and_a_threat_is_not);
    SUPPORT_ADD(suite, lower_levels_search_less);
    return support_run(suite);
}
