/* SPDX-License-Identifier: MIT */
/* Counts deep trees of legal moves of chess: right or wrong, and how fast.
 *
 *     bench_chess_perft tests/data/chess/perft_deep.txt
 *
 * Speed is nodes a second of processor time, counted without a table; the last ply is counted
 * without being played. Ends with 1 if a count is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"

#define LINE_SIZE 256

/* Chess at the level that the environment variable MYOSU_LEVEL names. */
static const struct game *game;

/* Counts one line's tree; false if the line is wrong or the count is. */
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
