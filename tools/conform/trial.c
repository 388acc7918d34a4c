#include "trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clock.h"
#include "course.h"
#include "memory.h"

const struct look_samples *trial_samples(const struct trial *trial)
{
    return trial->game->look->samples;
}

enum outcome trial_fail(struct trial *trial, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!trial->reason.text[0]) {
        error_set(&trial->reason, "%s", text);
    }
    return OUTCOME_FAIL;
}

enum outcome trial_skip(struct trial *trial, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(&trial->reason, "%s", text);
    return OUTCOME_NOT_APPLICABLE;
}

bool trial_is_ugi(const struct trial *trial)
{
    return strcmp(trial->dialect->name, "ugi") == 0;
}

bool trial_start(struct trial *trial)
{
    struct error error = {""};
    trial_stop(trial);
    trial->talk = talk_open(trial->loop, trial->target, &error);
    if (!trial->talk) {
        trial_fail(trial, "%s", error.text);
    }
    return trial->talk;
}

void trial_stop(struct trial *trial)
{
    if (trial->talk) {
        talk_close(trial->talk);
        trial->talk = NULL;
    }
}

const struct offered *trial_option(const struct trial *trial, const char *name)
{
    for (int i = 0; i < trial->offered_count; i++) {
        if (strcasecmp(trial->offered[i].name, name) == 0) {
            return &trial->offered[i];
        }
    }
    return NULL;
}

static bool is_keyword(const char *word)
{
    static const char *const keywords[] = {"name", "type", "default", "min", "max", "var"};
    for (int i = 0; i < LENGTH(keywords); i++) {
        if (strcmp(word, keywords[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Appends a word to a field of `size` bytes. */
static void append(char *field, size_t size, const char *word, char separator)
{
    size_t used = strlen(field);
    if (used > 0 && used + 1 < size) {
        field[used++] = separator;
        field[used] = '\0';
    }
    snprintf(field + used, size - used, "%s", word);
}

static void read_number(const char *word, int64_t *number, bool *has)
{
    char *end;
    *number = strtoll(word, &end, 10);
    *has = end > word && *end == '\0';
}

/* Takes an option line apart, from behind the word `option`. */
static struct offered read_option(char *line)
{
    struct offered option = {.name = ""};
    char *rest = line, *word, field[16] = "";
    while ((word = strsep(&rest, " "))) {
        if (is_keyword(word)) {
            snprintf(field, sizeof field, "%s", word);
            option.has_initial |= strcmp(field, "default") == 0;
        } else if (!*word) {
            continue;
        } else if (strcmp(field, "name") == 0) {
            append(option.name, sizeof option.name, word, ' ');
        } else if (strcmp(field, "type") == 0) {
            append(option.type, sizeof option.type, word, ' ');
        } else if (strcmp(field, "default") == 0) {
            append(option.initial, sizeof option.initial, word, ' ');
        } else if (strcmp(field, "var") == 0) {
            append(option.choices, sizeof option.choices, word, '\n');
        } else if (strcmp(field, "min") == 0) {
            read_number(word, &option.min, &option.has_min);
        } else if (strcmp(field, "max") == 0) {
            read_number(word, &option.max, &option.has_max);
        }
    }
    return option;
}

/* Names the game, where the engine plays several. */
static void choose_game(struct trial *trial)
{
    if (trial_option(trial, "UCI_Variant")) {
        talk_say(trial->talk, "setoption name UCI_Variant value %s", trial->game->name);
    }
    talk_say(trial->talk, trial_is_ugi(trial) ? "uginewgame" : "ucinewgame");
}

bool trial_greet(struct trial *trial)
{
    char *line;
    const char *name = trial->dialect->name;
    char greeted[16];
    snprintf(greeted, sizeof greeted, "%sok", name);
    if (!trial_start(trial)) {
        return false;
    }
    trial->offered_count = 0;
    talk_say(trial->talk, "%s", name);
    do {
        line = talk_hear(trial->talk, GREETING_S);
        if (line && strncmp(line, "option ", 7) == 0 && trial->offered_count < TRIAL_OPTIONS) {
            trial->offered[trial->offered_count++] = read_option(line + 7);
        }
    } while (line && strcmp(line, greeted) != 0);
    if (!line) {
        trial_fail(trial, "no %s after %s", greeted, name);
        return false;
    }
    choose_game(trial);
    return trial_is_alive(trial);
}

bool trial_is_alive(struct trial *trial)
{
    talk_say(trial->talk, "isready");
    char *line = talk_hear_until(trial->talk, "readyok", GREETING_S);
    if (!line || strcmp(line, "readyok") != 0) {
        trial_fail(trial, "no readyok after isready");
        return false;
    }
    return true;
}

/* Sets a course up at "startpos [moves ...]" or "fen FEN [moves ...]". */
static bool set_up(const struct trial *trial, const char *position, struct course *course)
{
    char *copy = memory_text(position);
    char *moves = strstr(copy, " moves ");
    course_init(course, trial->game, &trial->settings);
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    bool has_fen = strncmp(copy, "fen ", 4) == 0;
    bool good = course_begin(course, has_fen ? copy + 4 : NULL, moves, NULL);
    free(copy);
    return good;
}

bool trial_is_legal(struct trial *trial, const char *position, const char *move)
{
    struct course course;
    bool legal = set_up(trial, position, &course) && course_play(&course, move, NULL);
    course_finish(&course);
    return legal;
}

bool trial_is_position(const struct trial *trial, const char *position)
{
    struct course course;
    bool good = set_up(trial, position, &course);
    course_finish(&course);
    return good;
}

int trial_look_at(const struct trial *trial, const char *position, enum game_result *result)
{
    struct course course;
    set_up(trial, position, &course);
    int player = course_player(&course);
    *result = course_result(&course);
    course_finish(&course);
    return player;
}

int trial_count_legal(struct trial *trial, const char *position, const char *moves, int *count)
{
    struct course course;
    char *copy = memory_text(moves), *rest = copy, *word;
    int legal = 0;
    bool good = set_up(trial, position, &course);
    *count = 0;
    while ((word = strsep(&rest, " "))) {
        if (*word) {
            ++*count;
            good = good && course_play(&course, word, NULL);
            legal += good;
        }
    }
    course_finish(&course);
    free(copy);
    return legal;
}

static void take_info(struct trial *trial, const struct event_info *info, struct seen *seen)
{
    int rank = info->multipv > 0 ? info->multipv : 1;
    (void)trial;
    seen->infos++;
    if (!info->has_score) {
        return;
    }
    seen->scored++;
    if (info->multipv > 0) {
        bool next = rank == 1 || rank == seen->last_rank + 1 || rank == seen->last_rank;
        seen->ranks_broken |= !next;
        seen->last_rank = rank;
        seen->lines = rank > seen->lines ? rank : seen->lines;
    }
    if (rank == 1) {
        seen->exact = info->bound == EVENT_EXACT;
        seen->counted =
            info->nodes >= 0 && info->time_ms >= 0 && info->nps >= 0 && info->hashfull >= 0;
        seen->is_mate = info->is_mate;
        seen->score = info->score;
        if (info->pv) {
            snprintf(seen->pv, sizeof seen->pv, "%s", info->pv);
        }
    }
}

/* Takes one line of a search; true when it was the bestmove. */
static bool take_line(struct trial *trial, char *line, struct seen *seen)
{
    struct dialect_state state = {0};
    struct event event;
    if (!trial->dialect->parse_event(&state, line, &event, NULL)) {
        return false;
    }
    if (event.kind == EVENT_INFO) {
        take_info(trial, &event.info, seen);
    }
    if (event.kind != EVENT_BESTMOVE) {
        return false;
    }
    snprintf(seen->best, sizeof seen->best, "%s",
             event.bestmove.move ? event.bestmove.move : "(none)");
    snprintf(seen->ponder, sizeof seen->ponder, "%s",
             event.bestmove.ponder ? event.bestmove.ponder : "");
    return true;
}

bool trial_hear_search(struct trial *trial, const char *position, int64_t began_ns, double seconds,
                       struct seen *seen)
{
    struct seen own;
    seen = seen ? seen : &own;
    *seen = (struct seen){.infos = 0};
    int64_t give_up = began_ns + (int64_t)(seconds * 1e9);
    for (;;) {
        int64_t left = give_up - clock_ns();
        char *line = talk_hear(trial->talk, left > 0 ? (double)left / 1e9 : 0);
        if (!line) {
            trial_fail(trial, "no bestmove within %.3g s", seconds);
            return false;
        }
        if (take_line(trial, line, seen)) {
            break;
        }
    }
    seen->ms = (double)(talk_heard_ns(trial->talk) - began_ns) / 1e6;
    if (position && !trial_is_legal(trial, position, seen->best)) {
        trial_fail(trial, "bestmove %s is not legal in %.150s", seen->best, position);
        return false;
    }
    return true;
}

bool trial_search(struct trial *trial, const char *position, const char *go, double seconds,
                  struct seen *seen)
{
    struct buffer lines = {0};
    buffer_printf(&lines, "position %s\ngo %s\n", position, go);
    int64_t began_ns = clock_ns();
    talk_say_bytes(trial->talk, buffer_text(&lines), buffer_length(&lines));
    buffer_finish(&lines);
    return trial_hear_search(trial, position, began_ns, seconds, seen);
}
