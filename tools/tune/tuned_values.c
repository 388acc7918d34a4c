/* SPDX-License-Identifier: MIT */
/* The variables that stand for the numbers of a search, a set for each thread: tuned.h. */
#include TUNED_HEADER

_Thread_local int TUNED_VALUES[TUNED_COUNT];
