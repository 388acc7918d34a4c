/* SPDX-License-Identifier: MIT */
/* Counts deep trees of legal chess moves, and measures the speed:
 *
 *     bench_chess_perft tests/data/chess/perft_deep.txt
 *
 * The speed is in nodes per second of processor time. No table is used; moves of the last ply are
 * counted without making them. The exit status is 1 if a count is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"

#define LINE_SIZE 256

/* Chess at the processor level that the environment variable MYOSU_LEVEL names. */
static const struct game *game;

/* Counts the tree of one line. Returns false if the line is invalid or the count wrong. */
static bool count_line(char *line, void *position)
{
    struct game_settings settings;
    struct error error = {""};
    unsigned long long expected;
    int depth;
    char *bar = strstr(line, " | ");
    if (!bar || sscanf(bar + 3, "%d %llu", &depth, &expected) != 2) {
        printf("not a line of FEN | depth nodes: %s", line);
        return false;
    }
    *bar = '\0';
    game_default_settings(game, &settings);
    if (!game->parse_fen(&settings, line, position, &error)) {
        printf("%s: %s\n", line, error.text);
        return false;
    }
    int64_t start = clock_process_ns();
    uint64_t nodes = game->perft(position, depth, NULL);
    double seconds = (double)(clock_process_ns() - start) / (double)NS_PER_SECOND;
    printf("%12llu %s  %6.0f M/s  depth %d  %s\n", (unsigned long long)nodes,
           nodes == expected ? "right" : "WRONG", (double)nodes / seconds / 1e6, depth, line);
    return nodes == expected;
}

int main(int count, char **words)
{
    char line[LINE_SIZE];
    bool right = true;
    enum level level;
    struct error error;
    if (!level_choose(getenv(LEVEL_VARIABLE), &level, &error)) {
        fprintf(stderr, "bench_chess_perft: %s\n", error.text);
        return EXIT_FAILURE;
    }
    game = registry_find(registry_games_at(level), "chess");
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    void *position = malloc(game->position_size);
    if (!file || !position) {
        fprintf(stderr, "bench_chess_perft FILE: lines of FEN | depth nodes\n");
        free(position);
        return EXIT_FAILURE;
    }
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#') {
            right = count_line(line, position) && right;
        }
    }
    fclose(file);
    free(position);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
