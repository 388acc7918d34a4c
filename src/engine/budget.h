/* What all engines of a server may use together. */
#ifndef ENGINE_BUDGET_H
#define ENGINE_BUDGET_H

#include <stdint.h>

/* Amounts left; one owner thread changes them. Below 0 when engines hold their bare minimum. */
struct budget {
    int64_t threads;
    int64_t hash_megabytes;
};

#endif
