/* What all engines of a server may use together. */
#ifndef ENGINE_BUDGET_H
#define ENGINE_BUDGET_H

#include <stddef.h>

/* Amounts left; one owner thread changes them. */
struct budget {
    int threads;
    size_t hash_megabytes;
};

#endif
