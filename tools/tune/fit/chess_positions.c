/* SPDX-License-Identifier: MIT */
/* Prints quiet positions of self-play games as FENs, for measurements of evaluations.
 *
 *     chess-positions [every=20] [seed=1] GAMES...
 *
 * Prints a random sample, one in `every`, of the positions that the network would be trained
 * on. */
#include <stdlib.h>

#include "arguments.h"
#include "chess/rules.h"
#include "chess_model.h"
#include "registry.h"
#include "rng.h"

static void print_some(const struct selfplay_game *record, const struct game_settings *settings,
                       uint64_t every, struct rng *rng)
{
    struct chess_position position;
    struct buffer fen;
    buffer_init(&fen);
    chess_start(settings, &position);
    for (int i = 0; i < record->plies; i++) {
        if (training_takes(&position, record, i) && rng_below(rng, every) == 0) {
            buffer_clear(&fen);
            chess_format_fen(&position, &fen);
            puts(buffer_text(&fen));
        }
        chess_play(&position, record->moves[i]);
    }
    buffer_finish(&fen);
}

static bool print_file(const char *path, uint64_t every, struct rng *rng)
{
    static struct selfplay_game record;
    struct game_settings settings;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    game_default_settings(&game_chess, &settings);
    while (game_read(file, &record)) {
        print_some(&record, &settings, every, rng);
    }
    fclose(file);
    return true;
}

int main(int count, char **words)
{
    long every = 20, seed = 1;
    const struct argument arguments[] = {{"every", &every}, {"seed", &seed}, {NULL, NULL}};
    char **files = malloc((size_t)count * sizeof *files);
    const int file_count = files ? arguments_take_files(&count, words, files) : 0;
    bool right = arguments_read("chess-positions", arguments, NULL, count, words);
    if (right && (file_count == 0 || every < 1)) {
        fputs("chess-positions [every=20] [seed=1] GAMES...\n", stderr);
        right = false;
    }
    struct rng rng = {(uint64_t)seed};
    for (int i = 0; right && i < file_count; i++) {
        right = print_file(files[i], (uint64_t)every, &rng);
    }
    free(files);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
