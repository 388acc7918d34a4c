/* SPDX-License-Identifier: MIT */
/* Inside the engine's side of Gomocup's dialect: what each of its lines may do. Shared by
 * gomocup.c, gomocup_lists.c and gomocup_info.c alone. */
#ifndef PROTOCOL_GOMOCUP_PARSE_H
#define PROTOCOL_GOMOCUP_PARSE_H

#include "command.h"
#include "gomocup.h"

/* The turn when nobody has said how long it is. */
#define TURN_INITIAL_MS 30000

struct gomocup_parse {
    struct gomocup_state *state;
    char *rest; /* the line behind its first word */
    struct command *command;
    struct error *error;
};

/* The command only changes what the conversation remembers; `reply` is its answer, "" for none. */
void gomocup_note(struct gomocup_parse *parse, const char *reply);

/* The command goes with the board as it is now, and `moves` upon it. */
void gomocup_attach_board(struct gomocup_parse *parse, const char *moves);

/* The command asks for a move within the turn and the clock that INFO has told. */
void gomocup_ask_for_move(struct gomocup_parse *parse);

/* Whether START has come; the error says that it has not. */
bool gomocup_need_board(struct gomocup_parse *parse);

/* gomocup_lists.c: BOARD, YXBOARD and SWAP2BOARD begin a list, each line is taken, and DONE ends
 * it. */
bool gomocup_run_board(struct gomocup_parse *parse);
bool gomocup_run_yxboard(struct gomocup_parse *parse);
bool gomocup_run_swap2board(struct gomocup_parse *parse);
bool gomocup_take_listed(struct gomocup_parse *parse);
bool gomocup_end_list(struct gomocup_parse *parse);

/* gomocup_info.c */
bool gomocup_run_info(struct gomocup_parse *parse);

#endif
