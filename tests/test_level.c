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
/* Linux's names of the features that each level adds (x86-64 psABI, micro-architecture levels). */
static const char *const flags[LEVELS] = {
    [LEVEL_V2] = "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3",
    [LEVEL_V3] = "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
    [LEVEL_V4] = "avx512f avx512bw avx512cd avx512dq avx512vl",
};

START_TEST(the_levels_that_proc_cpuinfo_tells_are_offered)
{
    static char line[16384];
    FILE *file = fopen("/proc/cpuinfo", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) && strncmp(line, "flags", 5) != 0) {
    }
    fclose(file);
    ck_assert_int_eq(strncmp(line, "flags", 5), 0);
    line[strcspn(line, "\n")] = ' ';
    bool offered = true;
    for (int i = 0; i < LEVELS; i++) {
        char *words = strdup(flags[i]), *rest = words, *word, flag[32];
        while ((word = strsep(&rest, " "))) {
            snprintf(flag, sizeof flag, " %s ", word);
            offered = offered && strstr(line, flag);
        }
        free(words);
        ck_assert_msg(level_is_offered((enum level)i) == offered, "%s: %s",
                      level_name((enum level)i), line);
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

START_TEST(every_level_has_the_same_games_and_its_own_searches)
{
    for (int i = 0; i < LEVELS; i++) {
        const struct game *const *games = registry_games_at((enum level)i);
        int game = 0, own = 0;
        for (; games[game]; game++) {
            ck_assert_str_eq(games[game]->name, registry_games()[game]->name);
            own += i > 0 &&
                   games[game]->search != registry_games_at((enum level)(i - 1))[game]->search;
        }
        ck_assert_ptr_null(registry_games()[game]);
        ck_assert(i == 0 || own > 0);
    }
    ck_assert_ptr_eq(registry_games(), registry_games_at(level_best()));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("level");
    SUPPORT_ADD(suite, the_best_level_is_chosen_unless_one_is_named);
#if !defined MYOSU_ONE_LEVEL && defined __x86_64__
    SUPPORT_ADD(suite, the_levels_that_proc_cpuinfo_tells_are_offered);
#endif
    SUPPORT_ADD(suite, levels_up_to_the_best_one_are_offered_and_those_above_are_refused);
    SUPPORT_ADD(suite, a_word_that_is_no_level_is_refused_with_those_that_are);
    SUPPORT_ADD(suite, every_level_has_the_same_games_and_its_own_searches);
    return support_run(suite);
}
