/* SPDX-License-Identifier: MIT */
#include "engine_options.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "encoding.h"
#include "engine_choice.h"
#include "memory.h"

/* The longest time for a move without a clock, in ms: enough for any sensible depth. */
#define HANG_MS 300000

/* How far a clock may be overrun, in ms: the time that a fully loaded machine takes to wake the
 * engine, and then this program. */
#define MARGIN_MS 25

/* How long an engine that has exceeded its time has to answer `stop`, in seconds. After that it
 * counts as hanging. */
#define STOP_GRACE_S 1.0

struct engine_options *engine_options_add(struct match_options *options)
{
    options->engines =
        memory_extended(options->engines, (size_t)options->engine_count, sizeof *options->engines);
    struct engine_options *engine = &options->engines[options->engine_count++];
    *engine = (struct engine_options){.spec.stop_s = STOP_GRACE_S,
                                      .hang_ms = HANG_MS,
                                      .margin_ms = MARGIN_MS,
                                      .book.depth = INT_MAX};
    engine->arguments = memory_zeroed(2, sizeof *engine->arguments);
    engine->argument_count = 1; /* the command itself */
    return engine;
}

void engine_options_finish(struct engine_options *engine, const struct game *game)
{
    engine_book_close(&engine->book, game);
    for (int i = 0; i < engine->argument_count; i++) {
        free(engine->arguments[i]);
    }
    for (int i = 0; i < engine->spec.option_count; i++) {
        free(engine->spec.options[i].name);
        free(engine->spec.options[i].value);
    }
    free(engine->spec.options);
    free(engine->arguments);
    free(engine->name);
    free(engine->key);
    free(engine->warning);
    free(engine->pairs.list);
    *engine = (struct engine_options){0};
}

static void add_argument(struct engine_options *engine, const char *text)
{
    size_t room = (size_t)engine->argument_count + 2;
    engine->arguments = memory_resized(engine->arguments, room, sizeof *engine->arguments);
    engine->arguments[engine->argument_count++] = memory_text(text);
    engine->arguments[engine->argument_count] = NULL;
}

void engine_options_add_arguments(struct engine_options *engine, const char *words)
{
    char *copy = memory_text(words), *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        if (*word) {
            add_argument(engine, word);
        }
    }
    free(copy);
}

/* Puts the command before the arguments. Unless it is the path of a file, it is split at blanks, as
 * in cmd='python3 engine.py'. A bare name is that of a program in its folder, if that has it. */
static void add_command(struct engine_options *engine)
{
    char **given = engine->arguments;
    const char *folder = engine->spec.program.directory;
    const int count = engine->argument_count;
    struct buffer path = {0}, command = {0};
    buffer_printf(&path, "%s/%s", folder ? folder : "", engine->command);
    const bool beside =
        folder && !strchr(engine->command, '/') && access(buffer_text(&path), X_OK) == 0;
    buffer_printf(&command, "%s%s", beside ? "./" : "", engine->command);
    engine->arguments = NULL;
    engine->argument_count = 0;
    if (beside || access(engine->command, F_OK) == 0) {
        add_argument(engine, buffer_text(&command));
    } else {
        engine_options_add_arguments(engine, engine->command);
    }
    if (engine->argument_count == 0) {
        add_argument(engine, engine->command);
    }
    buffer_finish(&path);
    buffer_finish(&command);
    for (int i = 1; i < count; i++) {
        add_argument(engine, given[i]);
        free(given[i]);
    }
    free(given);
}

/* Reads arg=WORD or args='WORD...'. */
static bool read_arguments(void *at, const char *key, char *value, struct error *error)
{
    (void)error;
    (strcmp(key, "args") == 0 ? engine_options_add_arguments : add_argument)(at, value);
    return true;
}

void engine_options_set(struct engine_options *engine, const char *name, const char *value)
{
    struct client_spec *spec = &engine->spec;
    int i = 0;
    while (i < spec->option_count && strcmp(spec->options[i].name, name) != 0) {
        i++;
    }
    if (i == spec->option_count) {
        spec->options = memory_extended(spec->options, (size_t)i, sizeof *spec->options);
        spec->options[spec->option_count++] = (struct client_setting){.name = memory_text(name)};
    }
    free(spec->options[i].value);
    spec->options[i].value = memory_text(value);
}

static bool read_option(void *at, const char *key, char *value, struct error *error)
{
    (void)error;
    engine_options_set(at, key + strlen("option."), value);
    return true;
}

static bool read_clock(void *at, const char *key, char *value, struct error *error)
{
    (void)key;
    return game_time_read(value, at, error);
}

static bool read_seconds(void *at, const char *key, char *value, struct error *error)
{
    (void)key;
    return game_time_read_seconds(value, at, error);
}

static bool read_hang(void *at, const char *key, char *value, struct error *error)
{
    struct engine_options *engine = at;
    int64_t seconds;
    if (!option_read_number(key, value, 1, INT_MAX / 1000, &seconds, error)) {
        return false;
    }
    engine->hang_ms = seconds * 1000;
    engine->spec.ready_s = (double)seconds;
    return true;
}

/* Reads `on` or `off`. Engines are always restarted after a crash, which is what `auto` means. */
static bool read_restart(void *at, const char *key, char *value, struct error *error)
{
    static const char *const words[] = {"off", "on", "auto", "true", "false", "yes", "no"};
    int i = 0;
    while (i < LENGTH(words) && strcmp(words[i], value) != 0) {
        i++;
    }
    *(bool *)at = i % 2 == 1;
    return i < LENGTH(words) ||
           error_set(error, "%s: expected on, off or auto, found '%.40s'", key, value);
}

/* Reads `show` or the name of a file, which must be writable. */
static bool read_errors(void *at, const char *key, char *value, struct error *error)
{
    struct engine_program *program = at;
    program->errors_shown = strcmp(value, "show") == 0;
    program->errors_path = program->errors_shown ? NULL : value;
    if (program->errors_shown) {
        return true;
    }
    const int file = open(value, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
        return error_set(error, "%s: %.200s: %s", key, value, strerror(errno));
    }
    close(file);
    return true;
}

#define OPTION_TYPE struct engine_options

const struct option_row engine_option_rows[ENGINE_OPTION_ROWS] = {
    OPTION_ROW("cmd", "PROGRAM", TEXT, command,
               .help = "the engine, with arguments after blanks; or unix:PATH or tcp:HOST:PORT of "
                       "one that runs already"),
    OPTION_ROW("name", "NAME", TEXT, given_name, .help = "its name in tables and files"),
    OPTION_ROW("dir", "FOLDER", TEXT, spec.program.directory,
               .help = "the folder in which it starts"),
    OPTION_READ("arg", "WORD", read_arguments, .help = "an argument; may be repeated"),
    OPTION_READ("args", "'WORD...'", read_arguments, .help = "arguments, separated by blanks"),
    OPTION_ROW("proto", ENGINE_CHOICE_DIALECTS, VALUE, spec.dialect,
               .read = engine_choice_read_dialect,
               .help = "its dialect; auto (default) tries them in turn"),
    OPTION_ROW("ranks", RANKS_ORIGINS, CHOICE, spec.ranks,
               .help = "the number of the first rank in moves of UCI; auto (default) finds it"),
    OPTION_READ("option.", "NAME=VALUE", read_option, .help = "an option of the engine"),
    OPTION_ROW("tc", "[MOVES/]TIME[+INC]", VALUE, control, .read = read_clock,
               .help = "a clock; TIME is in seconds or MINUTES:SECONDS, INC in seconds"),
    OPTION_ROW("st", "SECONDS", VALUE, control.movetime_ms, .read = read_seconds,
               .help = "the time within which each move must come"),
    OPTION_ROW("movetime", "MS", INT64, control.movetime_ms, .min = 1, .max = INT_MAX,
               .help = "the time of each search in ms, as `go movetime` asks for it"),
    OPTION_ROW("depth", "PLIES", INT, control.depth, .min = 1, .max = INT_MAX,
               .help = "the depth of each search"),
    OPTION_ROW("nodes", "N", INT64, control.nodes, .min = 1, .max = INT64_MAX,
               .help = "the nodes of each search"),
    OPTION_ROW("timemargin", "MS", INT64, margin_ms, .max = INT_MAX,
               .help = "time in ms by which a clock may be overrun (25)"),
    OPTION_READ("hang", "SECONDS", read_hang,
                .help = "patience for readyok (60), and for a move when no clock runs (300)"),
    OPTION_ROW("restart", "on|off|auto", VALUE, restart, .read = read_restart,
               .help = "on: start the engine again for every game; otherwise only after a failure"),
    OPTION_ROW("stderr", "show|FILE", VALUE, spec.program, .read = read_errors,
               .help = "show what the engine writes to standard error, or append it to a file"),
    OPTION_ROW("ponder", "true", FLAG, ponder, .help = "think in the opponent's time (UCI)"),
    OPTION_ROW("book", "FILE", TEXT, book.path,
               .help =
                   "an opening book in PolyGlot's format, from which it plays without thinking"),
    OPTION_ROW("bookdepth", "N", INT, book.depth, .min = 1, .max = INT_MAX,
               .help = "how many moves of each side the book gives at most"),
};

/* Returns one text with every setting that affects how the engine plays. */
static char *make_key(const struct engine_options *engine)
{
    struct buffer key = {0};
    buffer_printf(&key, "%s:", engine->name);
    for (int i = 0; i < engine->argument_count; i++) {
        buffer_printf(&key, " %s", engine->arguments[i]);
    }
    for (int i = 0; i < engine->spec.option_count; i++) {
        const struct client_setting *option = &engine->spec.options[i];
        buffer_printf(&key, " option.%s=%s", option->name, option->value ? option->value : "");
    }
    if (engine->spec.ranks != RANKS_AUTO) {
        buffer_printf(&key, " ranks=%d", engine->spec.ranks - RANKS_FROM_0);
    }
    if (engine->spec.program.directory) {
        buffer_printf(&key, " dir=%s", engine->spec.program.directory);
    }
    buffer_puts(&key, engine->ponder ? " ponder" : "");
    if (engine->book.path) {
        buffer_printf(&key, " book=%s", engine->book.path);
        if (engine->book.depth < INT_MAX) {
            buffer_printf(&key, " bookdepth=%d", engine->book.depth);
        }
    }
    buffer_puts(&key, ", ");
    game_time_format(&engine->control, &key);
    buffer_printf(&key, ", margin %lld ms", (long long)engine->margin_ms);
    char *text = memory_text(buffer_text(&key));
    buffer_finish(&key);
    return text;
}

void engine_options_set_name(struct engine_options *engine, const char *name)
{
    struct buffer line = {0};
    encoding_put_line(name, &line);
    free(engine->name);
    engine->name = memory_text(buffer_text(&line));
    buffer_finish(&line);
}

bool engine_options_complete(struct engine_options *engine, struct error *error)
{
    const struct game_time *control = &engine->control;
    if (!engine->command) {
        return error_set(error, "-engine: cmd= is needed");
    }
    const char *slash = strrchr(engine->command, '/');
    engine_options_set_name(engine, engine->given_name ? engine->given_name
                                    : slash            ? slash + 1
                                                       : engine->command);
    if (!engine->book.path && engine->book.depth < INT_MAX) {
        return error_set(error, "%s: bookdepth=: book= is needed", engine->name);
    }
    if (game_time_is_unlimited(control)) {
        return error_set(error,
                         "%s: no limit: give tc=, st=, movetime=, depth= or nodes=", engine->name);
    }
    if (strncmp(engine->command, "unix:", 5) == 0 || strncmp(engine->command, "tcp:", 4) == 0) {
        const struct engine_program *program = &engine->spec.program;
        if (engine->argument_count > 1 || program->directory || program->errors_shown ||
            program->errors_path) {
            return error_set(
                error, "%s: an engine that runs already takes no arg=, args=, dir= or stderr=",
                engine->name);
        }
        engine->spec.address = engine->command;
    } else {
        add_command(engine);
        engine->spec.program.arguments = engine->arguments;
    }
    engine->key = make_key(engine);
    return true;
}
