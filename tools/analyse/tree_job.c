/* SPDX-License-Identifier: MIT */
#include "tree_job.h"

#include <ev.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "intake.h"
#include "memory.h"
#include "outputs.h"
#include "tree_lines.h"
#include "words.h"

/* The longest answer of an engine: 2,000 nodes with the longest lines. */
#define MAX_BYTES (1 << 20)

/* The tree of the engine's Algorithm, and then the whole tree. */
enum step { STEP_SEARCH, STEP_WHOLE, STEPS };

struct tree_job {
    struct ev_loop *loop;
    struct options *options;
    struct client *client;
    struct ev_timer patience;
    char *position;
    enum step step;
    struct buffer lines[STEPS]; /* the nodes of each tree; "": there is none */
    struct error error;
};

static void end(struct tree_job *job)
{
    job->step = STEPS;
    ev_break(job->loop, EVBREAK_ONE);
}

/* Sends the game: "NAME PARAMETER=VALUE...". */
static void send_game(struct client *client, const char *text)
{
    char *words = memory_text(text), *rest = words, *word;
    struct command command = {.kind = COMMAND_NEWGAME};
    struct command_newgame *newgame = &command.newgame;
    newgame->game = words_take(&rest);
    while (newgame->count < COMMAND_MAX_PARAMETERS && (word = words_take(&rest))) {
        newgame->parameters[newgame->count].name = strsep(&word, "=");
        newgame->parameters[newgame->count++].value = word;
    }
    client_send(client, &command);
    free(words);
}

/* Sends a position: "startpos", "fen FEN" or a FEN, each with or without moves. */
static void send_position(struct client *client, const char *text)
{
    char *words = memory_text(text);
    struct command command = {.kind = COMMAND_POSITION};
    command.position.moves = words_split(words, "moves");
    if (!words_begin(words, "startpos")) {
        command.position.fen = words_begin(words, "fen") ? words + strlen("fen ") : words;
    }
    client_send(client, &command);
    free(words);
}

static void send_trace(struct tree_job *job)
{
    client_send(job->client,
                &(struct command){.kind = COMMAND_TRACE, .trace_depth = job->options->go.depth});
}

static void on_ready(void *context)
{
    struct tree_job *job = context;
    send_game(job->client, job->options->game_text);
    send_position(job->client, job->position);
    send_trace(job);
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct tree_job *job = context;
    engine_choice_failure(&job->options->engines[0].spec, failure, reason, &job->error);
    end(job);
}

/* Asks for the whole tree after the first one. */
static void next_step(struct tree_job *job)
{
    if (++job->step == STEPS) {
        end(job);
        return;
    }
    client_send(job->client,
                &(struct command){.kind = COMMAND_SETOPTION,
                                  .setoption = {.name = "Algorithm", .value = "minimax"}});
    send_trace(job);
}

/* Receives a line with its blanks. The last line of a tree is the sum. */
static void on_line(void *context, bool sent, const char *line)
{
    static const char failure[] = "info string error: ";
    struct tree_job *job = context;
    if (sent || job->step == STEPS || client_state(job->client) != CLIENT_IDLE) {
        return;
    }
    if (strncmp(line, failure, strlen(failure)) == 0) {
        if (job->step == STEP_SEARCH) {
            error_set(&job->error, "%.300s", line + strlen(failure));
        }
        buffer_clear(&job->lines[job->step]);
        end(job);
    } else if (strstr(line, ", depth ") && strstr(line, ": nodes ")) {
        next_step(job);
    } else if (*line == ' ' || words_begin(line, "root")) {
        buffer_printf(&job->lines[job->step], "%s\n", line);
        if (buffer_length(&job->lines[job->step]) > MAX_BYTES) {
            error_set(&job->error, "the engine's tree has more than %d bytes", MAX_BYTES);
            end(job);
        }
    }
}

static void on_patience(struct ev_loop *loop UNUSED, struct ev_timer *timer, int events UNUSED)
{
    struct tree_job *job = timer->data;
    error_set(&job->error, "the engine has not answered 'trace' after %.0f seconds",
              job->options->timeout_s);
    end(job);
}

/* Runs the engine until the trees are there; false and the reason if there is none. */
static bool trace(struct tree_job *job, struct error *error)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .failed = on_failed, .trace = on_line};
    ev_timer_init(&job->patience, on_patience, job->options->timeout_s, 0.);
    job->patience.data = job;
    ev_timer_start(job->loop, &job->patience);
    job->client = client_open(job->loop, &job->options->engines[0].spec, &handlers, job);
    ev_run(job->loop, 0);
    ev_timer_stop(job->loop, &job->patience);
    client_release(job->client, false);
    return !job->error.text[0] || error_set(error, "%s", job->error.text);
}

/* Reads the first line of a file as ASCII; NULL and the reason if there is none. */
static char *read_position(const char *path, struct error *error)
{
    struct source source;
    struct buffer text = {0};
    if (!source_open(&source, path, SOURCE_LINES, error)) {
        return NULL;
    }
    for (size_t i = 0; i < source.length && source.text[i] != '\n'; i++) {
        const unsigned char byte = (unsigned char)source.text[i];
        buffer_putc(&text, byte < 0x7f && byte >= ' ' ? source.text[i] : byte < ' ' ? ' ' : '?');
    }
    char *line = memory_text(buffer_text(&text));
    words_fold(line);
    if (!*line) {
        error_set(error, "%s: expected a position in the first line", source.name);
        free(line);
        line = NULL;
    }
    buffer_finish(&text);
    source_close(&source);
    return line;
}

/* Writes the tree, with what was cut off if the whole tree is there. */
static bool write_tree(const struct tree_job *job, struct error *error)
{
    const char *path = job->options->tree, *dot = strrchr(path, '.');
    struct tree_lines tree, whole = {.text = NULL};
    struct error ignored;
    struct buffer text = {0};
    bool good = tree_lines_read(buffer_text(&job->lines[STEP_SEARCH]), &tree, error);
    if (good && tree_lines_read(buffer_text(&job->lines[STEP_WHOLE]), &whole, &ignored)) {
        tree_lines_complete(&tree, &whole);
    }
    if (good && dot && strcasecmp(dot, ".svg") == 0) {
        struct buffer title = {0};
        buffer_printf(&title, "%s: %s", job->options->game_text, job->position);
        write_tree_svg(&tree, buffer_text(&title), &text);
        buffer_finish(&title);
    } else if (good) {
        write_tree_jsonl(&tree, &text);
    }
    good = good && output_write_text(&text, path, error);
    buffer_finish(&text);
    tree_lines_finish(&tree);
    tree_lines_finish(&whole);
    return good;
}

bool tree_job_run(struct ev_loop *loop, struct options *options, struct error *error)
{
    struct tree_job job = {.loop = loop, .options = options};
    job.position = read_position(options->files[0], error);
    const bool good = job.position && trace(&job, error) && write_tree(&job, error);
    buffer_finish(&job.lines[STEP_SEARCH]);
    buffer_finish(&job.lines[STEP_WHOLE]);
    free(job.position);
    return good;
}
