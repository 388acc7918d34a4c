/* SPDX-License-Identifier: MIT */
/* Tests processor levels: which are offered, what is rejected, and that the registry follows. */
#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "suite.h"

START_TEST(the_best_level_is_chosen_unless_one_is_named)
{
    static const char *const none[] = {NULL, ""};
    for (int i = 0; i < LENGTH(none); i++) {
        enum level level;
        struct error error = {""};
        ck_assert_msg(level_choose(none[i], &level, &error), "%s", error.text);
        ck_assert_int_eq(level, level_best());
    }
}
END_TEST

#if !defined MYOSU_ONE_LEVEL && defined __x86_64__
/* The dynamic linker of glibc lists the levels that the processor and the system support. The list
 * of features in /proc/cpuinfo is no proof, because some kernels leave features out. */
START_TEST(the_levels_that_the_dynamic_linker_lists_are_offered)
{
    FILE *help = popen("/lib64/ld-linux-x86-64.so.2 --help", "r");
    ck_assert_ptr_nonnull(help);
    bool listed[LEVELS] = {false};
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, help)) {
        for (int i = 0; i < LEVELS; i++) {
            if (strstr(line, level_name((enum level)i))) {
                count++;
                listed[i] = strstr(line, "supported") != NULL;
            }
        }
    }
    pclose(help);
    for (int i = 0; count > 0 && i < LEVELS; i++) {
        ck_assert_msg(level_is_offered((enum level)i) == listed[i], "%s: %d",
                      level_name((enum level)i), listed[i]);
    }
}
END_TEST
#endif

START_TEST(levels_up_to_the_best_one_are_offered_and_those_above_are_refused)
{
    for (int i = 0; i < LEVELS; i++) {
        enum level level;
        struct error error = {""};
        bool chosen = level_choose(level_name((enum level)i), &level, &error);
        ck_assert_int_eq(chosen, i <= (int)level_best());
        ck_assert_int_eq(chosen, level_is_offered((enum level)i));
        if (chosen) {
            ck_assert_int_eq(level, i);
        } else {
            ck_assert_ptr_nonnull(strstr(error.text, level_name((enum level)i)));
            ck_assert_ptr_nonnull(strstr(error.text, level_name(level_best())));
        }
    }
}
END_TEST

START_TEST(a_word_that_is_no_level_is_refused_with_those_that_are)
{
    static const char *const words[] = {"x", "x86-64-v9", "X86-64-V2", "v3", " ", "x86-64-v2 "};
    for (int i = 0; i < LENGTH(words); i++) {
        enum level level;
        struct error error = {""};
        ck_assert(!level_choose(words[i], &level, &error));
        for (int k = 0; k < LEVELS; k++) {
            ck_assert_msg(strstr(error.text, level_name((enum level)k)), "%s", error.text);
        }
    }
}
END_TEST

/* Clients list the games with a look, which come first. */
START_TEST(every_level_has_the_same_games_and_its_own_searches)
{
    const struct game *const *best = registry_games_at(level_best());
    int listed = 0;
    while (registry_games()[listed]) {
        listed++;
    }
    for (int i = 0; i < LEVELS; i++) {
        const struct game *const *games = registry_games_at((enum level)i);
        int game = 0, own = 0;
        for (; games[game]; game++) {
            ck_assert_str_eq(games[game]->name, best[game]->name);
            ck_assert(!games[game]->look == (game >= listed));
            own += i > 0 &&
                   games[game]->search != registry_games_at((enum level)(i - 1))[game]->search;
        }
        ck_assert_ptr_null(best[game]);
        ck_assert(i == 0 || own > 0);
    }
    for (int i = 0; i < listed; i++) {
        ck_assert_ptr_eq(registry_games()[i], best[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("level");
    SUPPORT_ADD(suite, the_best_level_is_chosen_unless_one_is_named);
#if !defined MYOSU_ONE_LEVEL && defined __x86_64__
    SUPPORT_ADD(suite, the_levels_that_the_dynamic_linker_lists_are_offered);
#endif
    SUPPORT_ADD(suite, levels_up_to_the_best_one_are_offered_and_those_above_are_refused);
    SUPPORT_ADD(suite, a_word_that_is_no_level_is_refused_with_those_that_are);
    SUPPORT_ADD(suite, every_level_has_the_same_games_and_its_own_searches);
    return support_run(suite);
}
