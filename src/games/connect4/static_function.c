/* SPDX-License-Identifier: MIT */
#include "static_function.h"

#include <stdlib.h>

#define SEGMENT_BITS_MOST 18
#define SEGMENTS_MOST     (UINT64_C(1) << 32)

/* How many seeds are tried before the number of segments grows by one. It may grow to twice the
 * initial number plus STATIC_FUNCTION_PLACES. */
#define SEEDS_TRIED 4

bool static_function_is_sound(const struct static_function *function)
{
    return function->segments >= STATIC_FUNCTION_PLACES && function->segments <= SEGMENTS_MOST &&
           function->segment_bits <= SEGMENT_BITS_MOST && function->value_bits >= 1 &&
           function->value_bits <= STATIC_FUNCTION_VALUE_BITS_MOST;
}

/* Construction by peeling: remove a key that is the only user of one of its fields, and repeat
 * until no key is left. Then, starting with the key that was removed last, set the field that was
 * its own. */
struct peeling {
    uint32_t *uses;   /* for each field, the number of remaining keys that use it */
    uint64_t *keys;   /* for each field, the exclusive or of the indices of those keys */
    uint64_t *single; /* fields that may have exactly one user */
    uint64_t *order;  /* keys in the order of their removal */
    uint64_t *fields; /* for each of them, the field that only it used */
};

static void release(struct peeling *peeling)
{
    free(peeling->uses);
    free(peeling->keys);
    free(peeling->single);
    free(peeling->order);
    free(peeling->fields);
}

static bool allocate(struct peeling *peeling, uint64_t fields, uint64_t count)
{
    *peeling = (struct peeling){
        .uses = calloc(fields, sizeof *peeling->uses),
        .keys = calloc(fields, sizeof *peeling->keys),
        .single = calloc(fields + STATIC_FUNCTION_PLACES * count, sizeof *peeling->single),
        .order = calloc(count + 1, sizeof *peeling->order),
        .fields = calloc(count + 1, sizeof *peeling->fields),
    };
    return peeling->uses && peeling->keys && peeling->single && peeling->order && peeling->fields;
}

/* Removes all keys. Returns false if some cannot be removed. */
static bool peel(struct peeling *peeling, const struct static_function *function,
                 const uint64_t *keys, uint64_t count)
{
    const uint64_t fields = function->segments << function->segment_bits;
    uint64_t places[STATIC_FUNCTION_PLACES], singles = 0, taken = 0;
    for (uint64_t key = 0; key < count; key++) {
        static_function_places(function, keys[key], places);
        for (int i = 0; i < STATIC_FUNCTION_PLACES; i++) {
            peeling->uses[places[i]]++;
            peeling->keys[places[i]] ^= key;
        }
    }
    for (uint64_t field = 0; field < fields; field++) {
        if (peeling->uses[field] == 1) {
            peeling->single[singles++] = field;
        }
    }
    while (singles > 0) {
        const uint64_t field = peeling->single[--singles];
        if (peeling->uses[field] != 1) {
            continue;
        }
        const uint64_t key = peeling->keys[field];
        peeling->order[taken] = key;
        peeling->fields[taken++] = field;
        static_function_places(function, keys[key], places);
        for (int i = 0; i < STATIC_FUNCTION_PLACES; i++) {
            peeling->keys[places[i]] ^= key;
            if (--peeling->uses[places[i]] == 1) {
                peeling->single[singles++] = places[i];
            }
        }
    }
    return taken == count;
}

/* Sets a field that is still 0. */
static void set_field(const struct static_function *function, uint64_t *words, uint64_t place,
                      uint64_t value)
{
    const uint64_t bit = place * function->value_bits;
    char *at = (char *)words + bit / 8;
    uint64_t here;
    memcpy(&here, at, sizeof here);
    here |= (value & ((UINT64_C(1) << function->value_bits) - 1)) << bit % 8;
    memcpy(at, &here, sizeof here);
}

/* Builds the words for the given parameters. Returns NULL if peeling fails or an allocation
 * does. */
static uint64_t *try_head(const struct static_function *function, const uint64_t *keys,
                          const uint64_t *values, uint64_t count, bool *out_of_memory)
{
    struct peeling peeling;
    uint64_t *words = calloc(static_function_words(function), sizeof *words);
    *out_of_memory =
        !allocate(&peeling, function->segments << function->segment_bits, count) || !words;
    if (*out_of_memory || !peel(&peeling, function, keys, count)) {
        free(words);
        words = NULL;
    }
    for (uint64_t i = count; words && i-- > 0;) {
        const uint64_t key = peeling.order[i];
        set_field(function, words, peeling.fields[i],
                  values[key] ^ static_function_get(function, words, keys[key]));
    }
    release(&peeling);
    return words;
}

/* Chooses the sizes of Graf and Lemire, section 4, for three fields per key and large sets: 1.125
 * fields per key, and segments for 3.33^(bits - 2) keys. Small sets need more. */
static void choose_sizes(struct static_function *function, uint64_t count)
{
    function->segment_bits = 2;
    for (uint64_t keys = 3; keys < count && function->segment_bits < SEGMENT_BITS_MOST;
         keys += keys * 7 / 3) {
        function->segment_bits++;
    }
    function->segments = ((count + count / 8) >> function->segment_bits) + 1;
    if (function->segments < STATIC_FUNCTION_PLACES) {
        function->segments = STATIC_FUNCTION_PLACES;
    }
}

uint64_t *static_function_make(struct static_function *function, const uint64_t *keys,
                               const uint64_t *values, uint64_t count, int value_bits)
{
    *function = (struct static_function){.value_bits = (uint64_t)value_bits};
    choose_sizes(function, count);
    const uint64_t most = 2 * function->segments + STATIC_FUNCTION_PLACES;
    for (; function->segments < most; function->segments++) {
        for (function->seed = 1; function->seed <= SEEDS_TRIED; function->seed++) {
            bool out_of_memory;
            uint64_t *words = try_head(function, keys, values, count, &out_of_memory);
            if (words || out_of_memory) {
                return words;
            }
        }
    }
    return NULL;
}
