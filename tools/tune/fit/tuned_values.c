/* SPDX-License-Identifier: MIT */
/* The variables that replace the constants of a search, one set per thread: tuned.h. */
#include TUNED_HEADER

_Thread_local int TUNED_VALUES[TUNED_COUNT];
