/* SPDX-License-Identifier: MIT */
#include "checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "game_record.h"
#include "memory.h"

const struct look_samples *checker_samples(const struct checker *checker)
{
    const struct look *look = checker->game->look;
    return look ? look->samples : NULL;
}

void checker_expect(struct checker *checker, enum demand_level level, const char *source)
{
    checker->demand = (struct demand){level, source};
}

static void set_reason(struct checker *checker, const char *format, va_list arguments)
{
    char text[300];
    vsnprintf(text, sizeof text, format, arguments);
    error_set(&checker->reason, "%s", text);
}

bool checker_fail(struct checker *checker, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!checker->reason.text[0]) {
        set_reason(checker, format, arguments);
    }
    va_end(arguments);
    return false;
}

bool checker_skip(struct checker *checker, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_reason(checker, format, arguments);
    va_end(arguments);
    checker->skipped = true;
    return false;
}

bool checker_fail_in(struct checker *checker, const char *format, ...)
{
    char context[300];
    struct error reason = checker->reason;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    return error_set(&checker->reason, "%s: %s", context, reason.text);
}

bool checker_speaks(const struct checker *checker, const char *dialect)
{
    return strcmp(checker->dialect->name, dialect) == 0;
}

bool checker_start_with(struct checker *checker, char *const *words, bool errors_joined)
{
    struct error error = {""};
    struct target target = *checker->target;
    char *const *lists[] = {target.arguments, words};
    FREED char **arguments = NULL;
    size_t count = 0;
    for (int i = 0; i < LENGTH(lists); i++) {
        for (char *const *word = lists[i]; target.arguments && word && *word; word++) {
            arguments = memory_resized(arguments, count + 2, sizeof *arguments);
            arguments[count++] = *word;
            arguments[count] = NULL;
        }
    }
    target.arguments = arguments;
    target.errors_joined = errors_joined;
    checker_stop(checker);
    checker->session = session_open(checker->loop, &target, &error);
    return checker->session || checker_fail(checker, "%s", error.text);
}

bool checker_start(struct checker *checker)
{
    return checker_start_with(checker, NULL, false);
}

void checker_stop(struct checker *checker)
{
    if (checker->session) {
        session_close(checker->session);
        checker->session = NULL;
    }
}

const struct engine_option *checker_option(const struct checker *checker, const char *name)
{
    return engine_option_find(&checker->options, name);
}

/* Keeps an option, even if its line is invalid: a check reports that. */
static void take_option(struct checker *checker, char *line)
{
    struct dialect_state state = {0};
    struct event event;
    const bool good = checker->dialect->parse_event(&state, line, &event, NULL);
    if (!event.option.name) {
        event.option.name = "";
    }
    if (!good && *event.option.name) {
        event.option.kind = (enum option_kind)OPTION_KINDS;
    }
    engine_option_add(&checker->options, &event.option);
}

bool checker_greet(struct checker *checker)
{
    char *line;
    const char *name = checker->dialect->name;
    char greeted[16];
    snprintf(greeted, sizeof greeted, "%sok", name);
    if (!checker_start(checker)) {
        return false;
    }
    engine_option_clear(&checker->options);
    session_send(checker->session, "%s", name);
    do {
        line = session_read(checker->session, GREETING_S);
        if (session_begins(line, "option ")) {
            take_option(checker, line);
        }
    } while (line && strcmp(line, greeted) != 0);
    if (!line) {
        return checker_fail(checker, "no %s after %s", greeted, name);
    }
    /* Select the game in an engine that plays several. */
    if (checker_option(checker, "UCI_Variant")) {
        session_send(checker->session, "setoption name UCI_Variant value %s", checker->game->name);
    }
    session_send(checker->session, checker_speaks(checker, "ugi") ? "uginewgame" : "ucinewgame");
    return checker_is_alive(checker);
}

bool checker_is_alive(struct checker *checker)
{
    session_send(checker->session, "isready");
    char *line = session_read_until(checker->session, "readyok", GREETING_S);
    return (line && strcmp(line, "readyok") == 0) ||
           checker_fail(checker, "no readyok after isready");
}

/* Begins a game record at "startpos [moves ...]" or "fen FEN [moves ...]". */
static bool set_up(const struct checker *checker, const char *position, struct game_record *record)
{
    FREED char *copy = memory_text(position);
    char *moves = strstr(copy, " moves ");
    game_record_init(record, checker->game, &checker->settings);
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    bool has_fen = strncmp(copy, "fen ", 4) == 0;
    return game_record_begin(record, has_fen ? copy + 4 : NULL, moves, NULL);
}

/* Interprets the engine's answer if it states that it has no move. */
static void read_pass(const struct checker *checker, const char *position,
                      char best[GAME_MOVE_TEXT])
{
    CLEANUP(game_record_finish) struct game_record record;
    if (set_up(checker, position, &record) && game_record_answer(&record, NULL)) {
        snprintf(best, GAME_MOVE_TEXT, "%s", game_record_answer(&record, NULL));
    }
}

bool checker_is_position(const struct checker *checker, const char *position)
{
    CLEANUP(game_record_finish) struct game_record record;
    return set_up(checker, position, &record);
}

int checker_look_at(const struct checker *checker, const char *position, enum game_result *result)
{
    CLEANUP(game_record_finish) struct game_record record;
    set_up(checker, position, &record);
    *result = game_record_result(&record);
    return game_record_player(&record);
}

int checker_count_legal(struct checker *checker, const char *position, const char *moves,
                        int *count)
{
    CLEANUP(game_record_finish) struct game_record record;
    FREED char *copy = memory_text(moves);
    char *rest = copy, *word;
    int legal = 0;
    bool good = set_up(checker, position, &record);
    *count = 0;
    while ((word = strsep(&rest, " "))) {
        if (*word) {
            ++*count;
            good = good && game_record_play(&record, word, NULL);
            legal += good;
        }
    }
    return legal;
}

bool checker_is_legal(struct checker *checker, const char *position, const char *move)
{
    int count;
    return checker_count_legal(checker, position, move, &count) == 1;
}

bool checker_is_vertex(struct checker *checker, const char *position, const char *move)
{
    CLEANUP(game_record_finish) struct game_record record;
    move_t found;
    return set_up(checker, position, &record) &&
           look_parse_vertices(checker->game, record.position, move, &found, NULL);
}

static void take_info(const struct event_info *info, struct search_output *output)
{
    int rank = info->multipv > 0 ? info->multipv : 1;
    output->infos++;
    if (!info->has_score) {
        return;
    }
    output->scored++;
    if (info->multipv > 0) {
        bool next = rank == 1 || rank == output->last_rank + 1 || rank == output->last_rank;
        output->ranks_broken |= !next;
        output->last_rank = rank;
        output->lines = rank > output->lines ? rank : output->lines;
    }
    if (rank == 1) {
        output->exact = info->bound == EVENT_EXACT;
        output->counted =
            info->nodes >= 0 && info->time_ms >= 0 && info->nps >= 0 && info->hashfull >= 0;
        output->is_mate = info->is_mate;
        output->score = info->score;
        if (info->pv) {
            snprintf(output->pv, sizeof output->pv, "%s", info->pv);
        }
    }
}

/* Parses one line of a search. Returns true if it is the bestmove. */
static bool take_line(struct checker *checker, char *line)
{
    struct search_output *output = &checker->output;
    struct dialect_state state = {0};
    struct event event;
    /* Clients accept a bestmove without a move; for a check it is not an answer. */
    const bool is_bare = !strchr(line, ' ');
    /* UGI has no move to ponder on, so its parser skips the word; the check looks for it. */
    const char *ponder = strstr(line, " ponder ");
    snprintf(output->ponder, sizeof output->ponder, "%s",
             ponder ? ponder + strlen(" ponder ") : "");
    if (!checker->dialect->parse_event(&state, line, &event, NULL)) {
        return false;
    }
    if (event.kind == EVENT_INFO) {
        take_info(&event.info, output);
    }
    if (event.kind != EVENT_BESTMOVE) {
        return false;
    }
    snprintf(output->best, sizeof output->best, "%s",
             event.bestmove.move ? event.bestmove.move
             : is_bare           ? ""
                                 : "(none)");
    return true;
}

bool checker_read_search(struct checker *checker, const char *position, int64_t began_ns,
                         double seconds)
{
    struct search_output *output = &checker->output;
    *output = (struct search_output){.infos = 0};
    const int64_t give_up = began_ns + (int64_t)(seconds * 1e9);
    char *line;
    do {
        line = session_read_by(checker->session, give_up);
        if (!line) {
            return checker_fail(checker, "no bestmove within %.3g s", seconds);
        }
    } while (!take_line(checker, line));
    output->ms = (double)(session_read_ns(checker->session) - began_ns) / 1e6;
    if (position && strcmp(output->best, "(none)") == 0) {
        read_pass(checker, position, output->best);
    }
    return !position || checker_is_legal(checker, position, output->best) ||
           checker_fail(checker, "bestmove %s is not legal in %.150s", output->best, position);
}

bool checker_ask(struct checker *checker, const char *position, double seconds, const char *format,
                 ...)
{
    const int64_t began_ns = clock_ns();
    va_list values;
    va_start(values, format);
    session_send_values(checker->session, format, values);
    va_end(values);
    return checker_read_search(checker, position, began_ns, seconds);
}

bool checker_search(struct checker *checker, const char *position, const char *go, double seconds)
{
    LOCAL_BUFFER lines = {0};
    buffer_printf(&lines, "position %s\ngo %s\n", position, go);
    const int64_t began_ns = clock_ns();
    session_send_bytes(checker->session, buffer_text(&lines), buffer_length(&lines));
    return checker_read_search(checker, position, began_ns, seconds);
}

bool checker_plays(struct checker *checker, const char *position, int depth, const char *words,
                   const char *move)
{
    char go[64];
    snprintf(go, sizeof go, "depth %d searchmoves %s", depth, words);
    return checker_search(checker, position, go, SEARCH_S) &&
           (strcmp(checker->output.best, move) == 0 ||
            checker_fail(checker, "searchmoves %s is answered by %s", words, checker->output.best));
}
