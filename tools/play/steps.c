/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "buffer.h"
#include "compiler.h"
#include "engine_choice.h"
#include "language.h"
#include "memory.h"
#include "words.h"

/* The time for an engine's answer, in seconds. */
#define PATIENCE_S 60.

struct steps {
    const struct steps_request *request;
    struct ev_loop *loop;
    struct client_spec *spec;
    struct client *client;
    struct ev_timer patience;
    bool prepared; /* the new game was sent */
    char **lines;  /* the nodes, each the line of the answer */
    int count;
    struct error error;
};

static void on_ready(void *context)
{
    struct steps *steps = context;
    const struct steps_request *request = steps->request;
    if (!steps->prepared) {
        steps->prepared = true;
        client_prepare(steps->client, request->game, request->settings);
        return;
    }
    client_send(steps->client,
                &(struct command){.kind = COMMAND_POSITION, .position = {.fen = request->fen}});
    client_send(steps->client,
                &(struct command){.kind = COMMAND_TRACE, .trace_depth = request->depth});
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct steps *steps = context;
    engine_choice_failure(steps->spec, failure, reason, &steps->error);
    ev_break(steps->loop, EVBREAK_ONE);
}

/* Receives a line with its blanks. The last line of a tree is the sum. */
static void on_line(void *context, bool sent, const char *line)
{
    static const char failure[] = "info string error: ";
    struct steps *steps = context;
    if (sent || !steps->prepared || client_state(steps->client) != CLIENT_IDLE) {
        return;
    }
    if (strncmp(line, failure, strlen(failure)) == 0) {
        error_set(&steps->error, "%.300s", line + strlen(failure));
        ev_break(steps->loop, EVBREAK_ONE);
    } else if (strstr(line, ", depth ") && strstr(line, ": nodes ")) {
        ev_break(steps->loop, EVBREAK_ONE);
    } else if (*line == ' ' || words_begin(line, "root")) {
        steps->lines = memory_extended(steps->lines, (size_t)steps->count, sizeof *steps->lines);
        steps->lines[steps->count++] = memory_text(line);
    }
}

static void on_patience(struct ev_loop *loop UNUSED, struct ev_timer *timer, int events UNUSED)
{
    struct steps *steps = timer->data;
    error_set(&steps->error, _("the engine has not answered 'trace' after %.0f seconds"),
              PATIENCE_S);
    ev_break(steps->loop, EVBREAK_ONE);
}

/* Waits for the answer; false and the reason if there is no tree. */
static bool ask(struct steps *steps, struct error *error)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .failed = on_failed, .trace = on_line};
    ev_timer_init(&steps->patience, on_patience, PATIENCE_S, 0.);
    steps->patience.data = steps;
    ev_timer_start(steps->loop, &steps->patience);
    steps->client = client_open(steps->loop, steps->spec, &handlers, steps);
    ev_run(steps->loop, 0);
    ev_timer_stop(steps->loop, &steps->patience);
    client_release(steps->client, false);
    return !steps->error.text[0] || error_set(error, "%s", steps->error.text);
}

/* Waits until the person wants the next node; false: no more. */
static bool wants_more(void)
{
    struct termios before, raw;
    int key;
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0) {
        while ((key = getchar()) != EOF && key != '\n') {
        }
        return key != EOF;
    }
    fputs(_("-- space: the next node; q: the end --"), stdout);
    fflush(stdout);
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    char byte = 'q';
    const bool read_one = read(STDIN_FILENO, &byte, 1) == 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    printf("\r\033[K");
    return read_one && byte != 'q' && byte != 'Q';
}

/* Shows a node: where it is, its line, and its board. */
static void show(const struct steps *steps, int index, const char *path, const void *position)
{
    const char *line = steps->lines[index];
    LOCAL_BUFFER board = {0};
    steps->request->game->draw(position, &board);
    putchar('\n');
    printf(_("node %d of %d%s"), index + 1, steps->count, path);
    printf("\n%s\n\n%s", line, buffer_text(&board));
    fflush(stdout);
}

/* Walks through the nodes. The position of each is that of its parent, after its move. */
static bool walk(const struct steps *steps, struct error *error)
{
    const struct game *game = steps->request->game;
    const size_t size = game->position_size;
    FREED char *positions = memory_zeroed((size_t)steps->request->depth + 2, size);
    struct buffer paths[COMMAND_TRACE_DEPTH_LIMIT + 2] = {{0}};
    bool good = true;
    game->start(steps->request->settings, positions);
    if (steps->request->fen) {
        good = game->parse_fen(steps->request->settings, steps->request->fen, positions, error);
    }
    for (int i = 0; good && i < steps->count; i++) {
        char move_text[GAME_MOVE_TEXT];
        const int ply = (int)strspn(steps->lines[i], " ") / 2;
        move_t move;
        good = ply <= steps->request->depth && sscanf(steps->lines[i], " %64s", move_text) == 1;
        if (good && ply > 0) {
            char *position = positions + (size_t)ply * size;
            memcpy(position, position - size, size);
            good = game->parse_move(position, move_text, &move, error);
            if (good) {
                game->play(position, move);
                buffer_clear(&paths[ply]);
                buffer_printf(&paths[ply], "%s %s", ply > 1 ? buffer_text(&paths[ply - 1]) : ":",
                              move_text);
            }
        }
        if (good) {
            show(steps, i, ply > 0 ? buffer_text(&paths[ply]) : "", positions + (size_t)ply * size);
            if (i + 1 < steps->count && !wants_more()) {
                break;
            }
        }
    }
    for (int i = 0; i < LENGTH(paths); i++) {
        buffer_finish(&paths[i]);
    }
    return good;
}

bool steps_run(struct ev_loop *loop, struct client_spec *spec, const struct steps_request *request,
               struct error *error)
{
    struct steps steps = {.request = request, .loop = loop, .spec = spec};
    const bool good = ask(&steps, error) && walk(&steps, error);
    for (int i = 0; i < steps.count; i++) {
        free(steps.lines[i]);
    }
    free(steps.lines);
    return good;
}
