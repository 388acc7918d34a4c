/* SPDX-License-Identifier: MIT */
/* Tests first moves that theory knows, under every limit of the search. Argument: the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "peer.h"
#include "registry.h"
#include "suite.h"

static const char *program;

/* The smallest searches, and some that end before they have a result. */
static const char *const limits[] = {
    "depth 0",     "depth 1",         "depth 2",
    "depth 3",     "depth 4",         "depth 5",
    "depth 6",     "depth 8",         "depth 14",
    "nodes 0",     "nodes 1",         "nodes 100",
    "nodes 30000", "movetime 0",      "movetime 1",
    "movetime 10", "wtime 0 btime 0", "wtime 100 btime 100",
    "infinite",
};

/* Searches within a limit and returns the answer. */
static const char *search(struct peer *peer, const char *limit)
{
    char line[80];
    snprintf(line, sizeof line, "go %s\n%s", limit, strcmp(limit, "infinite") == 0 ? "stop\n" : "");
    peer_say(peer, line);
    const char *answer = peer_read_until(peer, "bestmove ");
    ck_assert_msg(answer, "%s", limit);
    return answer + strlen("bestmove ");
}

static void say_option(struct peer *peer, const char *name, const char *value)
{
    char line[120];
    snprintf(line, sizeof line, "setoption name %s value %s\n", name, value);
    peer_say(peer, line);
}

/* Theory: from the empty board the first player wins only with the centre column (Allen 1988, Allis
 * 1988). */
START_TEST(connect_four_begins_in_the_middle_at_every_limit)
{
    static const char *const settings[][2] = {
        {"OwnBook", "false"}, {"OwnBook", "true"}, {"MultiPV", "3"}, {"Threads", "2"}};
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game connect4");
    for (int i = 0; i < LENGTH(settings); i++) {
        say_option(&peer, settings[i][0], settings[i][1]);
        for (int k = 0; k < LENGTH(limits); k++) {
            if (SUITE_SKIPS(i + k)) {
                continue;
            }
            peer_say(&peer, "newgame\n");
            const char *answer = search(&peer, limits[k]);
            ck_assert_msg(answer[0] == '4', "%s %s, go %s: %s", settings[i][0], settings[i][1],
                          limits[k], answer);
        }
    }
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* A search that did not start, and one that may not play the known move. */
START_TEST(connect_four_is_corrected_by_the_book_alone)
{
    const struct game *game = registry_find(registry_games(), "connect4");
    struct game_settings settings;
    void *position = calloc(1, game->position_size);
    game_default_settings(game, &settings);
    game->start(&settings, position);
    for (move_t move = 1; move <= 7; move++) {
        struct search_line line = {.length = 1, .pv = {move}};
        const bool corrected = game->correct(position, &settings, &line);
        struct buffer text = {0};
        game->format_move(position, line.pv[0], &text);
        ck_assert_str_eq(buffer_text(&text), "4");
        ck_assert_int_eq(corrected, line.length > 1);
        buffer_finish(&text);
    }
    int skill = game_find_option(game, "Skill Level");
    settings.values[skill]--;
    struct search_line line = {.length = 1, .pv = {1}};
    ck_assert(!game->correct(position, &settings, &line)); /* a weak level keeps its own move */
    free(position);
}
END_TEST

/* True if the move is at most `most` half-squares from the centre, on both axes. */
static bool is_central(const char *move, int size, int most)
{
    int file = move[0] - 'a' + 1, rank = atoi(move + 1);
    return abs(2 * file - size - 1) <= most && abs(2 * rank - size - 1) <= most;
}

static bool is_next_to(const char *move, const char *stone)
{
    int files = abs(move[0] - stone[0]), ranks = abs(atoi(move + 1) - atoi(stone + 1));
    return files <= 1 && ranks <= 1 && files + ranks > 0;
}

static const char *const rules[] = {"freestyle", "standard", "renju", "caro", "omok"};

/* Tests one rule and size: all limits, then the second stone next to a first stone at the edge or
 * elsewhere. */
static void check_opening(struct peer *peer, const char *rule, int size, const char *limit)
{
    char line[120], stone[8];
    const int stones[][2] = {{1, 1}, {size, 1}, {1, size}, {size, size}, {2, size / 2 + 1}};
    snprintf(line, sizeof line, "newgame gomoku rule %s size %d\n", rule, size);
    peer_say(peer, line);
    const char *first = search(peer, limit);
    ck_assert_msg(is_central(first, size, 4), "%s %d, go %s: %s", rule, size, limit, first);
    for (int i = 0; i < LENGTH(stones); i++) {
        snprintf(stone, sizeof stone, "%c%d", 'a' + stones[i][0] - 1, stones[i][1]);
        snprintf(line, sizeof line, "position startpos moves %s\n", stone);
        peer_say(peer, line);
        const char *second = search(peer, limit);
        ck_assert_msg(is_next_to(second, stone), "%s %d, %s, go %s: %s", rule, size, stone, limit,
                      second);
    }
}

START_TEST(gomoku_begins_in_the_middle_and_the_second_stone_beside_the_first)
{
    static const char *const short_limits[] = {"depth 0", "nodes 1", "movetime 1", "infinite"};
    static const char *const settings[][2] = {
        {"Skill Level", "20"}, {"Skill Level", "0"}, {"MultiPV", "4"}};
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "");
    for (int k = 0; k < LENGTH(settings); k++) {
        say_option(&peer, settings[k][0], settings[k][1]);
        for (int size = 5; size <= 22; size++) {
            for (int i = 0; i < LENGTH(rules); i++) {
                const int limit = (size + i + k) % LENGTH(short_limits);
                check_opening(&peer, rules[i], size, short_limits[limit]);
            }
        }
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        check_opening(&peer, rules[i % LENGTH(rules)], 15, limits[i]);
    }
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* For every first stone on every board there is an answer next to it, whatever the search
 * finds. */
START_TEST(gomoku_is_corrected_wherever_the_first_stone_stands)
{
    const struct game *game = registry_find(registry_games(), "gomoku");
    void *position = calloc(1, game->position_size);
    for (int code = 0; code < 18 * LENGTH(rules); code++) {
        struct game_settings settings;
        struct move_list list = {.count = 0};
        game_default_settings(game, &settings);
        settings.values[game_find_parameter(game, "size")] = 5 + code / LENGTH(rules);
        settings.values[game_find_parameter(game, "rule")] = code % LENGTH(rules);
        game->start(&settings, position);
        game->legal_moves(position, &list);
        for (int i = 0; i < list.count; i++) {
            struct buffer stone = {0}, reply = {0};
            game->start(&settings, position);
            game->format_move(position, list.moves[i], &stone);
            game->play(position, list.moves[i]);
            struct search_line line = {.length = 1,
                                       .pv = {list.moves[(i + list.count / 2) % list.count]}};
            game->correct(position, &settings, &line);
            game->format_move(position, line.pv[0], &reply);
            ck_assert_msg(is_next_to(buffer_text(&reply), buffer_text(&stone)), "%s: %s",
                          buffer_text(&stone), buffer_text(&reply));
            buffer_finish(&stone);
            buffer_finish(&reply);
        }
    }
    free(position);
}
END_TEST

int main(int count, char **words)
{
    program = count > 1 ? words[1] : "myosu";
    Suite *suite = suite_create("first_moves");
    SUPPORT_ADD(suite, connect_four_begins_in_the_middle_at_every_limit);
    SUPPORT_ADD(suite, connect_four_is_corrected_by_the_book_alone);
    SUPPORT_ADD(suite, gomoku_begins_in_the_middle_and_the_second_stone_beside_the_first);
    SUPPORT_ADD(suite, gomoku_is_corrected_wherever_the_first_stone_stands);
    return support_run(suite);
}
