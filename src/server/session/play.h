/* SPDX-License-Identifier: MIT */
/* The game of a client that sends it move by move: where it began, and its moves. The engine has
 * the position alone, from which no move can be taken back. */
#ifndef SERVER_PLAY_H
#define SERVER_PLAY_H

#include "buffer.h"
#include "command.h"
#include "compiler.h"
#include "engine.h"
#include "output.h"

/* Its moves fit in a line of the protocol: without a limit, a client could fill the memory. Zeroed
 * memory is a game at the start position. */
struct play {
    struct buffer fen, moves; /* as in struct command_position; "": none */
};

/* Returns its bytes of memory. */
INLINE size_t play_memory(const struct play *play)
{
    return play->fen.capacity + play->moves.capacity;
}

void play_finish(struct play *play);

/* Begins the game at a position that the engine has accepted; NULL: at the start. */
void play_begin(struct play *play, const struct command_position *position);

/* Plays a legal move in the game and on the engine's board. False, and the reason, if the game is
 * too long. */
bool play_move(struct play *play, struct engine *engine, move_t move, struct error *error);

/* Sets the engine's position to the one that continues the game; `vertices`: its move is written in
 * squares. Otherwise false, the reason, and whether a move was not played: the client takes it
 * back.
 */
bool play_continue(struct play *play, struct engine *engine,
                   const struct command_position *position, bool vertices, struct error *error,
                   bool *illegal);

/* Returns the game as a position. It is valid until the game changes. */
struct command_position play_position(const struct play *play);

/* Reports the result if the game is over; false if it is not. */
bool play_report_result(const struct engine *engine, struct output *output);

#endif
