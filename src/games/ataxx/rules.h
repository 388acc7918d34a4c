/* SPDX-License-Identifier: MIT */
/* The rules of Ataxx. */
#ifndef ATAXX_RULES_H
#define ATAXX_RULES_H

#include "level.h"
#include "position.h"

enum ataxx_setting { ATAXX_BLOCKED, ATAXX_SKILL, ATAXX_SETTINGS };

/* The number of legal moves. */
PER_LEVEL int ataxx_count_moves(const struct ataxx_position *position);

#define GAME        ataxx
#define GAME_COPIES 1
#include "contract.h"

#endif
