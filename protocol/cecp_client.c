/* SPDX-License-Identifier: MIT */
/* The client's side of CECP: commands to lines.
 *
 * An engine has its own board. Of each position it gets only the moves that it does not have yet,
 * if the position continues that board; otherwise it gets all. The state has a hash of what the
 * engine has, no game. A single move to an engine that waits for one is sent with the clocks, by
 * `go`; all others are sent in force mode. */
#include <stdio.h>
#include <string.h>

#include "cecp.h"
#include "compiler.h"
#include "words.h"

#define FEATURES_INITIAL (CECP_TIME | CECP_REUSE | CECP_ANALYZE | CECP_COLORS)

/* The time of a search that has none, in minutes: some engines answer even then. */
#define NO_CLOCK_MINUTES 600

static void put_force(struct cecp_state *state, struct buffer *out)
{
    if (state->mode != CECP_FORCE) {
        buffer_puts(out, state->mode == CECP_ANALYSING ? "exit\nforce\n" : "force\n");
    }
    state->mode = CECP_FORCE;
    state->board.answered = false;
}

static void put_move(const struct cecp_state *state, const char *move, size_t length,
                     struct buffer *out)
{
    buffer_printf(out, "%s%.*s\n", state->features & CECP_USERMOVE ? "usermove " : "", (int)length,
                  move);
}

static void put_new(struct cecp_state *state, struct buffer *out)
{
    buffer_puts(out, "new\n");
    if (strcmp(state->variant, CECP_FIRST_GAME) != 0 && state->variant[0]) {
        buffer_printf(out, "variant %s\n", state->variant);
    }
    buffer_puts(out, "easy\npost\n");
    state->mode = CECP_WAITING; /* the engine plays the second player */
    state->pending[0] = '\0';
    known_game_begin(&state->board);
}

static void put_newgame(struct cecp_state *state, const struct command_newgame *newgame,
                        struct buffer *out)
{
    if (newgame->game) {
        snprintf(state->variant, sizeof state->variant, "%s", newgame->game);
    }
    put_new(state, out);
    buffer_puts(out, "computer\n");
    state->has_limits = false;
}

/* Sends the pieces of a board of 8 files to an engine without `setboard`. After a move of a pawn,
 * Black is to move. */
static void put_edit(const char *fen, struct buffer *out)
{
    const char *end = strchr(fen, ' ');
    buffer_puts(out, "new\nforce\n");
    buffer_puts(out, end && end[1] == 'b' ? "a2a3\n" : "");
    buffer_puts(out, "edit\n#\n");
    for (int side = 0; side < 2; side++) {
        int file = 0, rank = 8;
        for (const char *at = fen; *at && *at != ' '; at++) {
            const char upper = (char)(*at & ~0x20);
            if (*at == '/') {
                file = 0;
                rank--;
            } else if (*at >= '1' && *at <= '8') {
                file += *at - '0';
            } else if (upper >= 'A' && upper <= 'Z') {
                if ((side == 0) == (*at == upper)) {
                    buffer_printf(out, "%c%c%d\n", upper, 'a' + file % 26, rank);
                }
                file++;
            }
        }
        buffer_puts(out, side == 0 ? "c\n" : ".\n");
    }
}

static void put_position(struct cecp_state *state, const struct command_position *position,
                         struct buffer *out)
{
    const char *rest = known_game_rest(&state->board, position);
    size_t length = 0;
    if (!rest) {
        put_force(state, out);
        if (position->fen && state->features & CECP_SETBOARD) {
            buffer_printf(out, "setboard %s\n", position->fen);
        } else if (position->fen) {
            put_edit(position->fen, out);
        } else {
            put_new(state, out);
            put_force(state, out);
        }
        rest = position->moves ? position->moves : "";
    }
    state->pending[0] = '\0';
    const char *move = known_game_next(rest, &length), *last = move;
    const size_t first = length;
    if (move && state->mode == CECP_WAITING && first < sizeof state->pending &&
        !known_game_next(last, &length)) {
        snprintf(state->pending, sizeof state->pending, "%.*s", (int)first, move);
    } else if (move) {
        put_force(state, out);
        for (length = first; move; move = known_game_next(move, &length)) {
            put_move(state, move, length, out);
        }
    }
    known_game_set(&state->board, position);
}

static void put_level(int movestogo, int64_t base_ms, int64_t inc_ms, struct buffer *out)
{
    const int64_t seconds = base_ms < 1000 ? 1 : base_ms / 1000;
    buffer_printf(out, "level %d %lld", movestogo, (long long)(seconds / 60));
    if (seconds % 60) {
        buffer_printf(out, ":%02d", (int)(seconds % 60));
    }
    buffer_printf(out, inc_ms % 1000 ? " %lld.%03d\n" : " %lld\n", (long long)(inc_ms / 1000),
                  (int)(inc_ms % 1000));
}

/* The time control is sent once in a game, when the first search shows it. */
static void put_limits(struct cecp_state *state, const struct command_go *go, int mover,
                       struct buffer *out)
{
    const bool has_clock = go->given & (mover ? GO_TIME_2 : GO_TIME_1);
    const bool has_inc = go->given & (mover ? GO_INC_2 : GO_INC_1);
    const bool in_nodes = go->given & GO_NODES && state->features & CECP_NPS;
    if (in_nodes) { /* a second that is so many nodes long */
        buffer_printf(out, "st 1\nnps %llu\n", (unsigned long long)go->nodes);
    } else if (go->given & GO_MOVETIME) {
        const int64_t seconds = go->movetime_ms / 1000;
        buffer_printf(out, "st %lld\n", (long long)(seconds > 0 ? seconds : 1));
    } else if (!state->has_limits && has_clock) {
        put_level(go->given & GO_MOVESTOGO ? go->movestogo : 0, go->time_ms[mover],
                  has_inc ? go->inc_ms[mover] : 0, out);
    } else if (!has_clock) {
        buffer_printf(out, "level 0 %d 0\n", NO_CLOCK_MINUTES);
    }
    if (go->given & GO_DEPTH) {
        buffer_printf(out, "sd %d\n", go->depth);
    }
    state->has_limits = true;
    if (state->features & CECP_TIME) {
        const int64_t none = NO_CLOCK_MINUTES * INT64_C(60000);
        const int64_t left[2] = {go->given & GO_TIME_1 ? go->time_ms[0] : none,
                                 go->given & GO_TIME_2 ? go->time_ms[1] : none};
        const int64_t own = in_nodes                  ? 1000
                            : go->given & GO_MOVETIME ? go->movetime_ms
                                                      : left[mover];
        buffer_printf(out, "time %lld\notim %lld\n", (long long)(own / 10),
                      (long long)(left[!mover] / 10));
    }
}

static void put_go(struct cecp_state *state, const struct command_go *go, struct buffer *out)
{
    const int mover = (state->board.moves + state->board.second_began) % 2;
    if (go->given & GO_INFINITE && state->features & CECP_ANALYZE && state->features & CECP_PING) {
        if (state->pending[0]) {
            put_force(state, out);
            put_move(state, state->pending, strlen(state->pending), out);
        }
        put_force(state, out);
        buffer_puts(out, "analyze\n");
        state->mode = CECP_ANALYSING;
    } else {
        if (!state->pending[0] && state->features & CECP_COLORS) {
            /* The idiom of section 13. */
            buffer_printf(out, "%s\n", mover ? "white" : "black");
        }
        put_limits(state, go, mover, out);
        if (state->pending[0]) {
            put_move(state, state->pending, strlen(state->pending), out);
        } else {
            if (state->features & CECP_COLORS) {
                buffer_printf(out, "%s\n", mover ? "black" : "white");
            }
            buffer_puts(out, "go\n");
        }
        state->mode = CECP_THINKING;
    }
    state->pending[0] = '\0';
    state->board.move[0] = '\0';
}

static void put_ping(struct cecp_state *state, struct buffer *out)
{
    if (state->features & CECP_PING) {
        buffer_printf(out, "ping %d\n", ++state->pings);
    }
}

static void put_option(const struct cecp_state *state, const struct command_setoption *option,
                       struct buffer *out)
{
    const char *value = option->value ? option->value : "";
    if (words_equal_nocase(option->name, "Hash") && state->features & CECP_MEMORY) {
        buffer_printf(out, "memory %s\n", value);
    } else if (words_equal_nocase(option->name, "Threads") && state->features & CECP_SMP) {
        buffer_printf(out, "cores %s\n", value);
    } else if (option->value) {
        const bool is_check = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
        buffer_printf(out, "option %s=%s\n", option->name,
                      !is_check         ? value
                      : value[0] == 't' ? "1"
                                        : "0");
    } else {
        buffer_printf(out, "option %s\n", option->name);
    }
}

void cecp_format_command(struct dialect_state *dialect_state, const struct command *command,
                         struct buffer *out)
{
    struct cecp_state *state = &dialect_state->cecp;
    switch (command->kind) {
    case COMMAND_HELLO:
        state->features = FEATURES_INITIAL;
        buffer_puts(out, "xboard\nprotover 2\n");
        break;
    case COMMAND_ISREADY:
        put_ping(state, out);
        break;
    case COMMAND_NEWGAME:
        put_newgame(state, &command->newgame, out);
        break;
    case COMMAND_SETOPTION:
        put_option(state, &command->setoption, out);
        break;
    case COMMAND_POSITION:
        put_position(state, &command->position, out);
        break;
    case COMMAND_GO:
        if (command->has_board) {
            put_position(state, &command->board, out);
        }
        put_go(state, &command->go, out);
        break;
    case COMMAND_STOP:
        if (state->mode == CECP_ANALYSING) {
            buffer_puts(out, "exit\n");
            put_ping(state, out);
        } else {
            buffer_puts(out, "?\n");
        }
        break;
    case COMMAND_QUIT:
        buffer_puts(out, "quit\n");
        break;
    default: /* the dialect has no word for it */
        break;
    }
}
