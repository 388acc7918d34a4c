/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target without libFuzzer, on each file of a folder and on randomly damaged copies:
 * fuzz_replay_TARGET FOLDER COUNT. The exit status is 1 if there was no file. */
#include <dirent.h>

#include "rng.h"
#include "target.h"

#define SEED        1
#define MOST_FILES  100
#define MOST_BYTES  20000
#define MOST_DAMAGE 6

struct seed {
    uint8_t *bytes;
    size_t length;
};

static struct seed seeds[MOST_FILES];
static int seed_count;

static void read_seed(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    struct seed *seed = &seeds[seed_count];
    seed->bytes = malloc(MOST_BYTES);
    EXPECT(file && seed->bytes);
    seed->length = fread(seed->bytes, 1, MOST_BYTES, file);
    fclose(file);
    seed_count++;
}

static void read_folder(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    EXPECT(folder);
    while ((entry = readdir(folder)) && seed_count < MOST_FILES) {
        if (entry->d_name[0] != '.') {
            read_seed(path, entry->d_name);
        }
    }
    closedir(folder);
}

/* Changes, removes or doubles a byte, or replaces the rest by a part of another seed. */
static size_t damage(struct rng *rng, uint8_t *bytes, size_t length)
{
    const size_t at = rng_below(rng, length);
    const struct seed *other = &seeds[rng_below(rng, (uint64_t)seed_count)];
    switch (rng_below(rng, 4)) {
    case 0:
        bytes[at] = (uint8_t)rng_next(rng);
        return length;
    case 1:
        memmove(bytes + at, bytes + at + 1, length - at - 1);
        return length - 1;
    case 2:
        memmove(bytes + at + 1, bytes + at, length - at);
        return length + 1;
    default: {
        const size_t from = rng_below(rng, other->length + 1);
        const size_t rest = other->length - from;
        const size_t room = MOST_BYTES - at, count = rest < room ? rest : room;
        memcpy(bytes + at, other->bytes + from, count);
        return at + count;
    }
    }
}

int main(int count, char **words)
{
    struct rng rng = {SEED};
    static uint8_t bytes[MOST_BYTES + MOST_DAMAGE + 1];
    long runs = 0;
    EXPECT(count == 3);
    read_folder(words[1]);
    for (int i = 0; i < seed_count; i++, runs++) {
        LLVMFuzzerTestOneInput(seeds[i].bytes, seeds[i].length);
    }
    for (long left = atol(words[2]); left > 0 && seed_count > 0; left--, runs++) {
        const struct seed *seed = &seeds[rng_below(&rng, (uint64_t)seed_count)];
        size_t length = seed->length;
        memcpy(bytes, seed->bytes, length);
        for (uint64_t many = 1 + rng_below(&rng, MOST_DAMAGE); many > 0 && length > 0; many--) {
            length = damage(&rng, bytes, length);
        }
        LLVMFuzzerTestOneInput(bytes, length);
    }
    for (int i = 0; i < seed_count; i++) {
        free(seeds[i].bytes);
    }
    printf("%ld inputs\n", runs);
    return runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
