/* One game under way, judged by our own rules. */
#ifndef CLIENT_REFEREE_H
#define CLIENT_REFEREE_H

#include <stdbool.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "game.h"

struct referee {
    const struct game *game;
    const struct game_settings *settings;
    void *start, *position; /* game->position_size bytes each */
    char *fen;              /* where it began; NULL: the game's start */
    struct buffer moves;    /* all moves so far, separated by single blanks */
    int plies;
};

/* At the game's start. `settings` must outlive the referee. */
void referee_init(struct referee *referee, const struct game *game,
                  const struct game_settings *settings);
void referee_finish(struct referee *referee);

/* Begins anew at `fen` (NULL: the game's start) and plays `moves` (NULL: none). On refusal the
 * referee stands at the game's start. */
bool referee_begin(struct referee *referee, const char *fen, const char *moves,
                   struct error *error);

/* Plays a move given as text if it is legal. */
bool referee_play(struct referee *referee, const char *text, struct error *error);

/* Takes the last `plies` moves back, or all if there are fewer. */
void referee_undo(struct referee *referee, int plies);

/* The last move's text, in room for MOVE_TEXT bytes; "" if there is none. */
#define REFEREE_MOVE_TEXT 16
void referee_last_move(const struct referee *referee, char *text);

enum game_result referee_result(const struct referee *referee);
int referee_player(const struct referee *referee); /* 1 or 2 */

/* The position as the protocol says it; valid until the next change. */
struct command_position referee_command(const struct referee *referee);

#endif
