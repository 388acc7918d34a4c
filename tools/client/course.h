/* The course of one game, judged by our own rules: where it began, its moves, how it stands. */
#ifndef CLIENT_COURSE_H
#define CLIENT_COURSE_H

#include <stdbool.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "game.h"

struct course {
    const struct game *game;
    const struct game_settings *settings;
    void *start, *position; /* game->position_size bytes each */
    void *before;           /* the position before the last move, if there is one */
    char *fen;              /* where it began; NULL: the game's start */
    struct buffer moves;    /* all moves so far, separated by single blanks */
    struct buffer players;  /* who made each of them: a byte a move, 1 or 2 */
    move_t last_move;       /* MOVE_NONE: none yet */
    int plies;
};

/* At the game's start. `settings` must outlive the course. */
void course_init(struct course *course, const struct game *game,
                 const struct game_settings *settings);
void course_finish(struct course *course);

/* Begins anew at `fen` (NULL: the game's start) and plays `moves` (NULL: none). On refusal the
 * course stands at the game's start. */
bool course_begin(struct course *course, const char *fen, const char *moves, struct error *error);

/* Plays a move given as text if it is legal. */
bool course_play(struct course *course, const char *text, struct error *error);

/* Plays a legal move. */
void course_play_move(struct course *course, move_t move);

/* Takes the last `plies` moves back, or all if there are fewer. */
void course_undo(struct course *course, int plies);

/* The last move's text, in room for GAME_MOVE_TEXT bytes; "" if there is none. */
void course_last_move(const struct course *course, char *text);

enum game_result course_result(const struct course *course);

/* Who is to move, and who made the move at `ply` (0 .. plies - 1): 1 or 2. A side may move several
 * times in a row. */
int course_player(const struct course *course);
int course_mover(const struct course *course, int ply);

/* The position as the protocol says it; valid until the next change. */
struct command_position course_command(const struct course *course);

#endif
