/* SPDX-License-Identifier: MIT */
#include "merge.h"

#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "terms.h"

/* The shards seen so far. */
struct seen {
    int shards; /* 0: none yet */
    const char **paths;
};

static bool check_shard(struct seen *seen, struct results *part, const char *path,
                        struct error *error)
{
    struct shard shard;
    if (!terms_shard(part, &shard, error)) {
        return false;
    }
    if (!seen->shards) {
        seen->shards = shard.count;
        seen->paths = memory_zeroed((size_t)shard.count, sizeof *seen->paths);
    }
    if (shard.count != seen->shards) {
        return error_set(error, "a shard of %d; the first file is one of %d", shard.count,
                         seen->shards);
    }
    if (seen->paths[shard.number - 1]) {
        return error_set(error, "shard %d/%d again; it is in %.100s", shard.number, shard.count,
                         seen->paths[shard.number - 1]);
    }
    seen->paths[shard.number - 1] = path;
    return true;
}

static bool check_finished(struct results *part, struct error *error)
{
    struct results_counts counts;
    if (!results_has_input(part)) {
        return error_set(error, "its input was never read to its end; run it again");
    }
    return results_count(part, &counts, error) &&
           (counts.known == counts.positions ||
            error_set(error, "%lld of %lld positions are known; run it again to its end",
                      (long long)counts.known, (long long)counts.positions));
}

static bool join(struct results *whole, struct seen *seen, const char *path, struct error *error)
{
    struct error reason = {""};
    struct results *part = results_open(path, false, error);
    if (!part) {
        return false;
    }
    bool good = check_shard(seen, part, path, &reason) && check_finished(part, &reason) &&
                terms_copy(part, whole, &reason);
    results_close(part);
    good = good && results_join(whole, path, &reason);
    return good || error_set(error, "%s: %.250s", path, reason.text);
}

bool merge_shards(struct results *whole, char *const *paths, int count, struct error *error)
{
    struct seen seen = {.shards = 0};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        good = join(whole, &seen, paths[i], error);
    }
    for (int i = 0; i < seen.shards && good; i++) {
        good =
            seen.paths[i] || error_set(error, "merge: shard %d/%d is missing", i + 1, seen.shards);
    }
    free(seen.paths);
    return good && results_agree(whole, "shard", "1/1", error) &&
           results_agree(whole, "whole", "yes", error);
}
