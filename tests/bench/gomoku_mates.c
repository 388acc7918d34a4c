/* SPDX-License-Identifier: MIT */
/* Counts how many forced wins gomoku's search finds within a number of nodes:
 *
 *     gomoku_mates FILE [NODES]        (default 200000)
 *
 * A line of the file has a rule, a size, the plies and the first move of a known win, and a FEN, as
 * `gomoku-selfplay mates=N` writes them. An example is tests/data/gomoku/mates.txt. The table and
 * the histories are cleared before each position. Prints how many wins were found, and the mean
 * depth and selective depth in the positions where none was found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku/rules.h"
#include "player.h"
#include "registry.h"

#define TABLE_MEGABYTES 16
#define DEFAULT_NODES   200000

struct tally {
    long positions, found, open;
    long depth, seldepth;
};

static bool set_rule(struct player *player, const char *name)
{
    for (int rule = 0; rule < GOMOKU_RULES; rule++) {
        if (strcmp(name, gomoku_rule_names[rule]) == 0) {
            player->settings.values[GOMOKU_RULE] = rule;
            return true;
        }
    }
    return false;
}

/* Searches the position of a line. Returns false if the line is invalid. */
static bool try_line(struct player *player, const char *line, uint64_t nodes, void *position,
                     struct tally *tally)
{
    char rule[16];
    int size, plies, offset = 0;
    struct error error = {""};
    if (sscanf(line, "%15s %d %d %*s %n", rule, &size, &plies, &offset) != 3 || offset == 0 ||
        !set_rule(player, rule) || size < GOMOKU_MIN_SIZE || size > GOMOKU_MAX_SIZE) {
        return false;
    }
    player->settings.values[GOMOKU_SIZE] = size;
    if (!player->search.game->parse_fen(&player->settings, line + offset, position, &error)) {
        fprintf(stderr, "gomoku_mates: %s\n", error.text);
        return false;
    }
    player_clear(player);
    const struct search_line *best = player_search(player, position, PLAYER_NOT_SOFT, nodes);
    tally->positions++;
    if (best->score >= SCORE_MATE_FOUND) {
        tally->found++;
    } else {
        tally->open++;
        tally->depth += best->depth;
        tally->seldepth += best->seldepth;
    }
    return true;
}

int main(int count, char **words)
{
    static struct player player;
    static _Alignas(CACHE_LINE) char position[4096];
    const struct game *game = registry_find(registry_games(), "gomoku");
    uint64_t nodes = count > 2 ? strtoull(words[2], NULL, 10) : DEFAULT_NODES;
    FILE *file = count > 1 ? fopen(words[1], "r") : NULL;
    if (!file || count > 3 || nodes == 0) {
        fprintf(stderr, "gomoku_mates: FILE [NODES] expected, a file that can be read%s%s\n",
                count > 1 ? ", not " : "", count > 1 ? words[1] : "");
        return 2;
    }
    if (game->position_size > sizeof position || !player_init(&player, game, TABLE_MEGABYTES)) {
        fputs("gomoku_mates: out of memory\n", stderr);
        return EXIT_FAILURE;
    }
    struct tally tally = {0};
    char line[1024];
    int status = EXIT_SUCCESS;
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && !try_line(&player, line, nodes, position, &tally)) {
            fprintf(stderr, "gomoku_mates: %s, line %d: not RULE SIZE PLIES MOVE FEN\n", words[1],
                    number);
            status = EXIT_FAILURE;
        }
    }
    fclose(file);
    printf("%ld of %ld wins found within %llu nodes\n", tally.found, tally.positions,
           (unsigned long long)nodes);
    if (tally.open > 0) {
        printf("of the others: depth %.1f, greatest depth %.1f\n",
               (double)tally.depth / (double)tally.open,
               (double)tally.seldepth / (double)tally.open);
    }
    player_finish(&player);
    return status;
}
