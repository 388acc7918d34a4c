/* SPDX-License-Identifier: MIT */
/* The rules of gomoku. */
#ifndef GOMOKU_RULES_H
#define GOMOKU_RULES_H

#include "level.h"
#include "look.h"
#include "position.h"

enum gomoku_setting { GOMOKU_SIZE, GOMOKU_RULE, GOMOKU_SKILL, GOMOKU_SETTINGS };

/* Indexed by enum gomoku_rule; NULL after the last (look.c). */
extern const char *const gomoku_rule_names[];

#define GAME gomoku
#include "contract.h"

#endif
