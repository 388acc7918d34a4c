/* SPDX-License-Identifier: MIT */
#include "chess_games.h"

#include "chess/rules.h"
#include "registry.h"

#define HEADER_BYTES 4
#define PLY_BYTES    4

static void put_word(unsigned char *bytes, unsigned word)
{
    bytes[0] = (unsigned char)(word & 0xff);
    bytes[1] = (unsigned char)(word >> 8 & 0xff);
}

static unsigned get_word(const unsigned char *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

bool game_write(FILE *file, const struct selfplay_game *record)
{
    unsigned char bytes[HEADER_BYTES + PLY_BYTES * GAME_MAX_PLIES];
    put_word(bytes, (unsigned)record->plies);
    bytes[2] = (unsigned char)record->end;
    bytes[3] = (unsigned char)record->random_plies;
    for (int i = 0; i < record->plies; i++) {
        put_word(bytes + HEADER_BYTES + PLY_BYTES * (size_t)i, record->moves[i]);
        put_word(bytes + HEADER_BYTES + PLY_BYTES * (size_t)i + 2, (uint16_t)record->scores[i]);
    }
    size_t size = HEADER_BYTES + PLY_BYTES * (size_t)record->plies;
    return fwrite(bytes, 1, size, file) == size;
}

bool game_read(FILE *file, struct selfplay_game *record)
{
    unsigned char bytes[PLY_BYTES * GAME_MAX_PLIES];
    if (fread(bytes, 1, HEADER_BYTES, file) != HEADER_BYTES) {
        return false;
    }
    record->plies = (int)get_word(bytes);
    record->end = (enum game_end)bytes[2];
    record->random_plies = bytes[3];
    size_t size = PLY_BYTES * (size_t)record->plies;
    if (record->plies > GAME_MAX_PLIES || record->end > END_WON ||
        fread(bytes, 1, size, file) != size) {
        return false;
    }
    for (int i = 0; i < record->plies; i++) {
        record->moves[i] = (move_t)get_word(bytes + PLY_BYTES * (size_t)i);
        record->scores[i] = (int16_t)get_word(bytes + PLY_BYTES * (size_t)i + 2);
    }
    return true;
}

long chess_games_read(const char *path, void (*show)(void *opaque, const struct chess_ply *ply),
                      void *opaque)
{
    static struct selfplay_game record;
    struct game_settings settings;
    long game = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return -1;
    }
    game_default_settings(&game_chess, &settings);
    for (; game_read(file, &record); game++) {
        struct chess_position position;
        chess_start(&settings, &position);
        for (int ply = 0; ply < record.plies; ply++) {
            show(opaque, &(struct chess_ply){&position, &record, game, ply});
            chess_play(&position, record.moves[ply]);
        }
    }
    fclose(file);
    return game;
}
