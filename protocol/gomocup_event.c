/* SPDX-License-Identifier: MIT */
/* The engine's side of Gomocup's dialect: events to lines. */
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "gomocup.h"
#include "line.h"
#include "words.h"

/* In the swap opening with three stones: if the score is within this many centipawns, add two
 * stones and leave the choice to the opponent. */
#define SWAP_EVEN_CP 100

/* Appends "x,y" of a move and puts its stone on the board. */
static void play_and_say(struct gomocup_state *state, const char *move, struct buffer *out)
{
    int x, y, counts[3];
    if (gomocup_square(state, move, &x, &y)) {
        *gomocup_stone(state, x, y) = (uint8_t)gomocup_to_move(state, counts);
        buffer_printf(out, "%d,%d", x, y);
    }
}

static void say_bestmove(struct gomocup_state *state, const struct event_bestmove *best,
                         struct buffer *out)
{
    enum gomocup_swap swap = state->swap;
    state->swap = GOMOCUP_NO_SWAP;
    if (!best->move) {
        buffer_puts(out, "ERROR there is no legal move\n");
        return;
    }
    /* The second player is to move, so the score is for the second player. */
    bool even = state->score < SWAP_EVEN_CP && state->score > -SWAP_EVEN_CP;
    if (swap == GOMOCUP_SWAP_OF_THREE && even && state->second_move[0]) {
        play_and_say(state, best->move, out);
        buffer_putc(out, ' ');
        play_and_say(state, state->second_move, out);
    } else if (swap != GOMOCUP_NO_SWAP && state->score < 0) {
        buffer_puts(out, "SWAP");
    } else {
        play_and_say(state, best->move, out);
    }
    buffer_putc(out, '\n');
}

/* Splits "Myosu 0.1" into a name and a version. */
static void say_id(const struct event_id *id, struct buffer *out)
{
    const char *blank = id->name ? strrchr(id->name, ' ') : NULL;
    int length = blank ? (int)(blank - id->name) : id->name ? (int)strlen(id->name) : 0;
    buffer_printf(out, "name=\"%.*s\", version=\"%s\", author=\"%s\", country=\"Korea\"\n", length,
                  id->name ? id->name : "", blank ? blank + 1 : "", id->author ? id->author : "");
}

static void say_info(struct gomocup_state *state, const struct event_info *info, struct buffer *out)
{
    if (info->has_score && info->multipv <= 1) {
        state->score = !info->is_mate ? info->score : info->score > 0 ? 100000 : -100000;
    }
    if (info->pv && info->multipv <= 1) {
        const char *second = strchr(info->pv, ' ');
        size_t length = second ? strcspn(second + 1, " ") : 0;
        if (length < sizeof state->second_move) {
            memcpy(state->second_move, second ? second + 1 : "", length);
            state->second_move[length] = '\0';
        }
    }
    buffer_puts(out, "MESSAGE");
    if (info->has_score || info->depth > 0) {
        buffer_printf(out, " depth %d-%d", info->depth, info->seldepth);
    }
    if (info->is_mate) {
        buffer_printf(out, " ev %cM%d", info->score > 0 ? '+' : '-', abs(info->score));
    } else if (info->has_score) {
        buffer_printf(out, " ev %d", info->score);
    }
    if (info->nodes >= 0) {
        buffer_printf(out, " n %lld", (long long)info->nodes);
    }
    if (info->nps >= 0) {
        buffer_printf(out, " n/s %lld", (long long)info->nps);
    }
    if (info->time_ms >= 0) {
        buffer_printf(out, " tm %lld", (long long)info->time_ms);
    }
    buffer_printf(out, "%s%s\n", info->pv ? " pv " : "", info->pv ? info->pv : "");
}

/* Formats the empty squares that are not legal moves: "FORBID 0710." names column 7, row 10. */
static void say_forbidden(struct gomocup_state *state, const char *moves, struct buffer *out)
{
    bool legal[GOMOCUP_MAX_SQUARES] = {false};
    state->asks_forbidden = false;
    while (*moves) {
        char move[8] = "";
        size_t length = strcspn(moves, " ");
        int x, y;
        if (length < sizeof move) {
            memcpy(move, moves, length);
        }
        if (gomocup_square(state, move, &x, &y)) {
            legal[y * state->size + x] = true;
        }
        moves += length + (moves[length] == ' ');
    }
    buffer_puts(out, "FORBID ");
    for (int i = 0; i < state->size * state->size; i++) {
        if (!legal[i] && !state->stones[i]) {
            buffer_printf(out, "%02d%02d", i % state->size, i / state->size);
        }
    }
    buffer_puts(out, ".\n");
}

void gomocup_format_event(struct gomocup_state *state, const struct event *event,
                          struct buffer *out)
{
    switch (event->kind) {
    case EVENT_ID:
        say_id(&event->id, out);
        break;
    case EVENT_INFO:
        say_info(state, &event->info, out);
        break;
    case EVENT_STRING:
    case EVENT_TEXT:
        line_put_text(out, "MESSAGE ", event->text);
        break;
    case EVENT_ERROR:
    case EVENT_ILLEGAL:
        /* An error ends any list or opening that is in progress. If the rules reject the board of a
         * list, the board is not valid. */
        state->board_is_rejected |= state->list != GOMOCUP_NO_LIST;
        state->list = GOMOCUP_NO_LIST;
        state->swap = GOMOCUP_NO_SWAP;
        state->asks_forbidden = false;
        state->reply[0] = '\0';
        line_put_text(out, "ERROR ", event->text);
        break;
    case EVENT_UNKNOWN:
        line_put_text(out, "UNKNOWN ", event->text);
        break;
    case EVENT_BESTMOVE:
        say_bestmove(state, &event->bestmove, out);
        break;
    case EVENT_RESPONSE:
        if (state->asks_forbidden) {
            say_forbidden(state, event->text, out);
        }
        break;
    case EVENT_DONE:
        line_put_reply(out, state->reply);
        break;
    case EVENT_NOTHING:
    case EVENT_OPTION:
    case EVENT_HELLO_OK:
    case EVENT_READY:
    case EVENT_RESULT:
    case EVENT_REVIEWED:
        break;
    }
}
