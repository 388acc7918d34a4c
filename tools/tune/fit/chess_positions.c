/* SPDX-License-Identifier: MIT */
/* Prints quiet positions of self-play games as FENs, for measurements of evaluations.
 *
 *     chess-positions [every=20] [seed=1] GAMES...
 *
 * Prints a random sample, one in `every`, of the positions that the network would be trained
 * on. */
#include <stdlib.h>

#include "alloc.h"
#include "arguments.h"
#include "chess/rules.h"
#include "chess_model.h"
#include "rng.h"

static long every = 20, seed = 1;

static void print_some(void *rng, const struct chess_ply *ply)
{
    if (training_takes(ply) && rng_below(rng, (uint64_t)every) == 0) {
        LOCAL_BUFFER fen = {0};
        chess_format_fen(ply->position, &fen);
        puts(buffer_text(&fen));
    }
}

static bool print_file(const char *path, struct rng *rng)
{
    if (chess_games_read(path, print_some, rng) < 0) {
        perror(path);
        return false;
    }
    return true;
}

int main(int count, char **words)
{
    const struct argument arguments[] = {{"every", &every}, {"seed", &seed}, {NULL, NULL}};
    FREED char **files = alloc_local((size_t)count * sizeof *files);
    const int file_count = files ? arguments_take_files(&count, words, files) : 0;
    bool right = arguments_read("chess-positions", arguments, NULL, count, words);
    if (right && (file_count == 0 || every < 1)) {
        fputs("chess-positions [every=20] [seed=1] GAMES...\n", stderr);
        right = false;
    }
    struct rng rng = {(uint64_t)seed};
    for (int i = 0; right && i < file_count; i++) {
        right = print_file(files[i], &rng);
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
