/* SPDX-License-Identifier: MIT */
/* The parser of the engine's side of Gomocup's dialect. Private to gomocup.c, gomocup_lists.c and
 * gomocup_info.c. */
#ifndef PROTOCOL_GOMOCUP_PARSE_H
#define PROTOCOL_GOMOCUP_PARSE_H

#include "command.h"
#include "gomocup.h"

/* The time per turn, if INFO does not set it. */
#define TURN_INITIAL_MS 30000

struct gomocup_parse {
    struct gomocup_state *state;
    char *rest; /* the line after its first word */
    struct command *command;
    struct error *error;
};

/* The command only changes the state. `reply` is its answer; "": none. */
void gomocup_note(struct gomocup_parse *parse, const char *reply);

/* Adds the current board, and `moves` on it, to the command. */
void gomocup_attach_board(struct gomocup_parse *parse, const char *moves);

/* Makes the command a search within the time per turn and the clock that INFO has set. */
void gomocup_ask_for_move(struct gomocup_parse *parse);

/* True if START has set up a board. Otherwise the error says that it has not. */
bool gomocup_need_board(struct gomocup_parse *parse);

/* gomocup_lists.c: BOARD, YXBOARD and SWAP2BOARD begin a list, gomocup_take_listed parses each
 * line, and DONE ends it. */
bool gomocup_run_board(struct gomocup_parse *parse);
bool gomocup_run_yxboard(struct gomocup_parse *parse);
bool gomocup_run_swap2board(struct gomocup_parse *parse);
bool gomocup_take_listed(struct gomocup_parse *parse);
bool gomocup_end_list(struct gomocup_parse *parse);

/* gomocup_info.c */
bool gomocup_run_info(struct gomocup_parse *parse);

#endif
