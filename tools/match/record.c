#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static const char *const verdicts[VERDICT_COUNT] = {
    [VERDICT_RULES] = "rules", [VERDICT_RESIGNATION] = "resignation",
    [VERDICT_DRAW] = "draw",   [VERDICT_LENGTH] = "length",
    [VERDICT_TIME] = "time",   [VERDICT_ILLEGAL] = "illegal move",
    [VERDICT_CRASH] = "crash", [VERDICT_HANG] = "hang",
};

static const char *const results[] = {
    [RESULT_NONE] = "*",
    [RESULT_P1_WINS] = "1-0",
    [RESULT_P2_WINS] = "0-1",
    [RESULT_DRAW] = "1/2-1/2",
};

const char *verdict_name(enum verdict verdict)
{
    return verdicts[verdict];
}

enum verdict verdict_find(const char *name)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (strcmp(name, verdicts[i]) == 0) {
            return (enum verdict)i;
        }
    }
    return VERDICT_COUNT;
}

bool verdict_is_forfeit(enum verdict verdict)
{
    return verdict >= VERDICT_TIME;
}

const char *result_name(enum game_result result)
{
    return results[result];
}

enum game_result result_find(const char *name)
{
    for (int i = 0; i < LENGTH(results); i++) {
        if (strcmp(name, results[i]) == 0) {
            return (enum game_result)i;
        }
    }
    return RESULT_NONE;
}

void record_init(struct game_record *record)
{
    *record = (struct game_record){0};
}

void record_finish(struct game_record *record)
{
    free(record->fen);
    free(record->moves);
    record_init(record);
}

struct move_record *record_add(struct game_record *record)
{
    /* Room grows at the powers of two. */
    if ((record->count & (record->count - 1)) == 0) {
        size_t room = record->count ? 2 * (size_t)record->count : 1;
        record->moves = memory_resized(record->moves, room, sizeof *record->moves);
    }
    struct move_record *move = &record->moves[record->count++];
    *move = (struct move_record){.nodes = -1};
    return move;
}
