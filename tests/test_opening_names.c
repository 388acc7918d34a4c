/* SPDX-License-Identifier: MIT */
/* Tests the names of openings. The expected names are those of the Encyclopaedia of Chess Openings
 * and of lichess's site. */
#include <string.h>

#include "opening_names.h"
#include "registry.h"
#include "suite.h"

START_TEST(a_game_has_the_name_of_its_last_named_position)
{
    static const struct {
        const char *fen, *moves, *eco, *name;
        int plies;
    } cases[] = {
        {NULL, "", "", "", 0},
        {NULL, "a2a3 h7h6", "A00", "Anderssen's Opening", 1},
        {NULL, "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "B90",
         "Sicilian Defense: Najdorf Variation", 10},
        /* the same position by other moves, and moves after it that have no name */
        {NULL, "g1f3 c7c5 e2e4 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c3b1 a6a5", "B90",
         "Sicilian Defense: Najdorf Variation", 10},
        {NULL, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", "C65", "Ruy Lopez: Berlin Defense", 6},
        {NULL, "f2f3 e7e5 g2g4 d8h4", "A00", "Barnes Opening: Fool's Mate", 4},
        {NULL, "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2", "E32",
         "Nimzo-Indian Defense: Classical Variation", 7},
        {NULL, "b1c3 g8f6 g2g4", "A00", "Van Geet Opening: T\u00fcbingen Gambit", 3},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "", "", 0},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c7c5", "B20",
         "Sicilian Defense", 1},
    };
    const struct game *chess = registry_find(registry_games(), "chess");
    struct opening_names *names = opening_names_create();
    struct game_settings settings;
    game_default_settings(chess, &settings);
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        struct game_record record;
        struct error error = {""};
        int plies;
        ck_assert_msg(
            game_record_open(&record, chess, &settings, cases[i].fen, cases[i].moves, &error),
            "%s: %s", cases[i].moves, error.text);
        const struct opening_name *found = opening_names_of(names, &record, &plies);
        ck_assert_msg(strcmp(found ? found->eco : "", cases[i].eco) == 0 &&
                          strcmp(found ? found->name : "", cases[i].name) == 0 &&
                          plies == cases[i].plies,
                      "%s: %s %s after %d plies", cases[i].moves, found ? found->eco : "",
                      found ? found->name : "", plies);
        game_record_finish(&record);
    }
    opening_names_destroy(names);
}
END_TEST

START_TEST(a_game_without_a_table_has_no_names)
{
    struct opening_names *names = opening_names_create();
    for (int i = 0; registry_games()[i]; i++) {
        const struct game *game = registry_games()[i];
        struct game_settings settings;
        struct game_record record;
        int plies;
        game_default_settings(game, &settings);
        game_record_init(&record, game, &settings);
        ck_assert_ptr_null(opening_names_of(names, &record, &plies));
        ck_assert_int_eq(plies, 0);
        game_record_finish(&record);
    }
    opening_names_destroy(names);
    opening_names_destroy(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("opening_names");
    SUPPORT_ADD(suite, a_game_has_the_name_of_its_last_named_position);
    SUPPORT_ADD(suite, a_game_without_a_table_has_no_names);
    return support_run(suite);
}
