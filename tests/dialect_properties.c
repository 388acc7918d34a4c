/* SPDX-License-Identifier: MIT */
#include "dialect_properties.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "rng.h"

#define SEED       UINT64_C(20)
#define TEXT_ROOM  256
#define TEXTS      16
#define NOISE_ROOM 400

/* Holds the texts of random values while they are compared. */
struct source {
    struct rng rng;
    int used;
    char texts[TEXTS][TEXT_ROOM];
};

static uint64_t below(struct source *source, uint64_t range)
{
    return rng_below(&source->rng, range);
}

static bool coin(struct source *source)
{
    return below(source, 2) == 0;
}

/* Returns a text of 1 to `words` words. None is a keyword, since keywords have no upper-case
 * letters. */
static const char *random_text(struct source *source, int words)
{
    char *text = source->texts[source->used++ % TEXTS], *at = text;
    for (int left = 1 + (int)below(source, (uint64_t)words); left > 0; left--) {
        *at++ = (char)('A' + below(source, 26));
        for (uint64_t more = below(source, 8); more > 0; more--) {
            *at++ = (char)('!' + below(source, '~' - '!' + 1));
        }
        *at++ = left > 1 ? ' ' : '\0';
    }
    return text;
}

static const char *maybe_text(struct source *source, int words)
{
    return coin(source) ? random_text(source, words) : NULL;
}

/* Returns a number in 0 .. max; all lengths in bits are equally likely. */
static int64_t random_number(struct source *source, int64_t max)
{
    int64_t number = (int64_t)(rng_next(&source->rng) >> (1 + below(source, 63)));
    return number > max ? max : number;
}

static int64_t random_signed(struct source *source, int64_t max)
{
    int64_t number = random_number(source, max);
    return coin(source) ? number : -number;
}

static void random_go(struct source *source, struct command_go *go)
{
    go->given = (unsigned)below(source, GO_PONDER << 1);
    go->depth = (int)random_number(source, INT32_MAX);
    go->nodes = (uint64_t)random_number(source, INT64_MAX);
    go->movetime_ms = random_number(source, COMMAND_TIME_LIMIT_MS);
    for (int i = 0; i < 2; i++) {
        go->time_ms[i] = random_signed(source, COMMAND_TIME_LIMIT_MS);
        go->inc_ms[i] = random_number(source, COMMAND_TIME_LIMIT_MS);
    }
    go->movestogo = 1 + (int)random_number(source, 1000);
    go->mate_plies = 1 + 2 * (int)random_number(source, 1000);
    go->searchmoves = random_text(source, 10);
}

static void random_newgame(struct source *source, struct command_newgame *newgame)
{
    newgame->game = maybe_text(source, 1);
    if (newgame->game) {
        newgame->count = (int)below(source, 4);
        for (int i = 0; i < newgame->count; i++) {
            newgame->parameters[i].name = random_text(source, 1);
            newgame->parameters[i].value = random_text(source, 1);
        }
    }
}

static void random_command(struct source *source, struct command *command)
{
    *command = (struct command){.word = ""};
    do {
        command->kind = (enum command_kind)below(source, COMMAND_QUIT + 1);
    } while (command->kind == COMMAND_UNKNOWN || command->kind == COMMAND_NOTHING ||
             (command->kind >= COMMAND_NOTE && command->kind <= COMMAND_PROGRESS));
    switch (command->kind) {
    case COMMAND_NEWGAME:
        random_newgame(source, &command->newgame);
        break;
    case COMMAND_SETOPTION:
        command->setoption.name = random_text(source, 3);
        command->setoption.value = below(source, 4) ? maybe_text(source, 4) : "";
        break;
    case COMMAND_POSITION:
        command->position.fen = maybe_text(source, 6);
        command->position.moves = maybe_text(source, 20);
        break;
    case COMMAND_GO:
        random_go(source, &command->go);
        break;
    case COMMAND_PERFT:
        command->perft_depth = (int)random_number(source, INT32_MAX);
        break;
    case COMMAND_QUERY:
        command->query = below(source, 8) ? random_text(source, 2) : "";
        break;
    case COMMAND_PUBLISH:
    case COMMAND_WATCH:
        command->name = maybe_text(source, 1);
        break;
    case COMMAND_BENCH:
        command->bench.game = maybe_text(source, 1);
        command->bench.depth = (int)random_number(source, COMMAND_BENCH_DEPTH_LIMIT);
        break;
    case COMMAND_COMPARE:
        command->compare.depth = (int)random_number(source, COMMAND_BENCH_DEPTH_LIMIT);
        command->compare.nodes = random_number(source, INT64_MAX);
        break;
    case COMMAND_TRACE:
        command->trace_depth = 1 + (int)below(source, COMMAND_TRACE_DEPTH_LIMIT);
        break;
    case COMMAND_GENFENS:
        command->genfens.count = 1 + (int)below(source, COMMAND_GENFENS_LIMIT);
        command->genfens.seed = below(source, INT64_MAX);
        break;
    default:
        break;
    }
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_newgame(const struct command_newgame *a, const struct command_newgame *b)
{
    bool same = same_text(a->game, b->game) && a->count == b->count;
    for (int i = 0; same && i < a->count; i++) {
        same = same_text(a->parameters[i].name, b->parameters[i].name) &&
               same_text(a->parameters[i].value, b->parameters[i].value);
    }
    return same;
}

static bool same_go(const struct command_go *a, const struct command_go *b)
{
#define SAME(bit, field) (!(a->given & (bit)) || a->field == b->field)
    return a->given == b->given && SAME(GO_DEPTH, depth) && SAME(GO_NODES, nodes) &&
           SAME(GO_MOVETIME, movetime_ms) && SAME(GO_TIME_1, time_ms[0]) &&
           SAME(GO_TIME_2, time_ms[1]) && SAME(GO_INC_1, inc_ms[0]) && SAME(GO_INC_2, inc_ms[1]) &&
           SAME(GO_MOVESTOGO, movestogo) && SAME(GO_MATE, mate_plies) &&
           (!(a->given & GO_SEARCHMOVES) || same_text(a->searchmoves, b->searchmoves));
#undef SAME
}

static bool same_command(const struct command *a, const struct command *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case COMMAND_NEWGAME:
        return same_newgame(&a->newgame, &b->newgame);
    case COMMAND_SETOPTION:
        return same_text(a->setoption.name, b->setoption.name) &&
               same_text(a->setoption.value, b->setoption.value);
    case COMMAND_POSITION:
        return same_text(a->position.fen, b->position.fen) &&
               same_text(a->position.moves, b->position.moves);
    case COMMAND_GO:
        return same_go(&a->go, &b->go);
    case COMMAND_PERFT:
        return a->perft_depth == b->perft_depth;
    case COMMAND_QUERY:
        return same_text(a->query, b->query);
    case COMMAND_PUBLISH:
    case COMMAND_WATCH:
        return same_text(a->name, b->name);
    case COMMAND_BENCH:
        return same_text(a->bench.game, b->bench.game) && a->bench.depth == b->bench.depth;
    case COMMAND_COMPARE:
        return a->compare.depth == b->compare.depth && a->compare.nodes == b->compare.nodes;
    case COMMAND_TRACE:
        return a->trace_depth == b->trace_depth;
    case COMMAND_GENFENS:
        return a->genfens.count == b->genfens.count && a->genfens.seed == b->genfens.seed;
    case COMMAND_UNKNOWN:
        return same_text(a->word, b->word);
    default:
        return true;
    }
}

static void random_option(struct source *source, struct event_option *option)
{
    option->kind = (enum option_kind)below(source, OPTION_KINDS);
    option->name = random_text(source, 3);
    option->min = INT64_MIN;
    option->max = INT64_MAX;
    if (option->kind != OPTION_BUTTON) {
        option->initial = below(source, 4) ? random_text(source, 3) : "";
    }
    if (option->kind == OPTION_SPIN) {
        option->min = random_signed(source, INT64_MAX);
        option->max = random_signed(source, INT64_MAX);
    }
    if (option->kind == OPTION_COMBO) {
        char *choices = source->texts[source->used++ % TEXTS];
        strcpy(choices, random_text(source, 2));
        for (uint64_t more = below(source, 3); more > 0; more--) {
            strcat(strcat(choices, "\n"), random_text(source, 2));
        }
        option->choices = choices;
    }
}

static void random_info(struct source *source, struct event_info *info)
{
    info->depth = (int)random_number(source, INT32_MAX);
    info->seldepth = (int)random_number(source, INT32_MAX);
    info->multipv = (int)random_number(source, 500);
    info->has_score = coin(source);
    info->is_mate = info->has_score && coin(source);
    if (info->is_mate) {
        /* Scores that both plies and moves can express: an odd count for the winner, an even one
         * for the loser. */
        int plies = 2 * (int)random_number(source, 1000);
        info->score = coin(source) ? plies + 1 : -plies;
    } else if (info->has_score) {
        info->score = (int)random_signed(source, INT32_MAX);
    }
    if (info->has_score) {
        info->bound = (enum event_bound)below(source, 3);
        info->has_wdl = coin(source);
    }
    for (int i = 0; info->has_wdl && i < 3; i++) {
        info->wdl[i] = (int)below(source, 1001);
    }
    info->nodes = coin(source) ? random_number(source, INT64_MAX) : -1;
    info->nps = coin(source) ? random_number(source, INT64_MAX) : -1;
    info->time_ms = coin(source) ? random_number(source, INT64_MAX) : -1;
    info->hashfull = coin(source) ? (int)below(source, 1001) : -1;
    info->tb_hits = coin(source) ? random_number(source, INT64_MAX) : -1;
    info->pv = maybe_text(source, 20);
}

static void random_event(struct source *source, bool says_ponder, struct event *event)
{
    *event = (struct event){0};
    event->kind = (enum event_kind)(1 + below(source, EVENT_TEXT));
    switch (event->kind) {
    case EVENT_ID:
        *(coin(source) ? &event->id.name : &event->id.author) = random_text(source, 4);
        break;
    case EVENT_OPTION:
        random_option(source, &event->option);
        break;
    case EVENT_INFO:
        random_info(source, &event->info);
        break;
    case EVENT_BESTMOVE:
        event->bestmove.move = maybe_text(source, 1);
        if (event->bestmove.move && says_ponder) {
            event->bestmove.ponder = maybe_text(source, 1);
        }
        break;
    case EVENT_STRING:
    case EVENT_ERROR:
    case EVENT_RESPONSE:
    case EVENT_TEXT:
        event->text = random_text(source, 12);
        break;
    default:
        break;
    }
}

static bool same_option(const struct event_option *a, const struct event_option *b)
{
    bool same = same_text(a->name, b->name) && a->kind == b->kind;
    if (same && a->kind == OPTION_SPIN) {
        same = a->min == b->min && a->max == b->max;
    } else if (same && a->kind == OPTION_COMBO) {
        same = same_text(a->choices, b->choices);
    }
    return same && (a->kind == OPTION_BUTTON || same_text(a->initial, b->initial));
}

static bool same_info(const struct event_info *a, const struct event_info *b)
{
    bool same = a->depth == b->depth && a->seldepth == b->seldepth && a->multipv == b->multipv &&
                a->has_score == b->has_score && a->has_wdl == b->has_wdl && a->nodes == b->nodes &&
                a->nps == b->nps && a->time_ms == b->time_ms && a->hashfull == b->hashfull &&
                a->tb_hits == b->tb_hits && same_text(a->pv, b->pv);
    if (same && a->has_score) {
        same = a->is_mate == b->is_mate && a->score == b->score && a->bound == b->bound;
    }
    return same && (!a->has_wdl || memcmp(a->wdl, b->wdl, sizeof a->wdl) == 0);
}

static bool same_event(const struct event *a, const struct event *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case EVENT_ID:
        return same_text(a->id.name, b->id.name) && same_text(a->id.author, b->id.author);
    case EVENT_OPTION:
        return same_option(&a->option, &b->option);
    case EVENT_INFO:
        return same_info(&a->info, &b->info);
    case EVENT_BESTMOVE:
        return same_text(a->bestmove.move, b->bestmove.move) &&
               same_text(a->bestmove.ponder, b->bestmove.ponder);
    case EVENT_STRING:
    case EVENT_ERROR:
    case EVENT_RESPONSE:
    case EVENT_TEXT:
        return same_text(a->text, b->text);
    default:
        return true;
    }
}

/* Check records every assertion, even if it succeeds. This macro calls it only on failure. */
#define FAIL_UNLESS(condition, ...)                                                                \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ck_abort_msg(__VA_ARGS__);                                                             \
        }                                                                                          \
    } while (0)

/* Fails unless `out` is complete lines of printable text in UTF-8. */
static void check_lines(const struct buffer *out)
{
    const char *text = buffer_text(out);
    size_t length = buffer_length(out);
    FAIL_UNLESS(!out->failed, "memory is out");
    FAIL_UNLESS(length == 0 || text[length - 1] == '\n', "unended: %s", text);
    struct utf8_stream stream = {.length = 0};
    for (size_t i = 0; i < length; i++) {
        FAIL_UNLESS(utf8_continues(&stream, text[i], "\n\t"), "byte %d in: %s", text[i], text);
    }
    FAIL_UNLESS(stream.length == 0, "a cut character in: %s", text);
}

/* Formats the command and parses it as one line. *copy holds the text of `again`. */
static void pass_command(const struct dialect *dialect, const struct command *command,
                         struct command *again, char **copy)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    struct error error;
    dialect->format_command(&state, command, &out);
    check_lines(&out);
    *copy = strdup(buffer_text(&out));
    (*copy)[strcspn(*copy, "\n")] = '\0';
    FAIL_UNLESS(dialect->parse_command(&state, *copy, again, &error), "%s: %s", buffer_text(&out),
                error.text);
    FAIL_UNLESS(same_command(command, again), "not the same again: %s", buffer_text(&out));
    buffer_finish(&out);
}

static void pass_event(const struct dialect *dialect, const struct event *event,
                       struct event *again, char **copy)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    struct error error;
    dialect->format_event(&state, event, &out);
    check_lines(&out);
    *copy = strdup(buffer_text(&out));
    (*copy)[strcspn(*copy, "\n")] = '\0';
    FAIL_UNLESS(dialect->parse_event(&state, *copy, again, &error), "%s: %s", buffer_text(&out),
                error.text);
    FAIL_UNLESS(same_event(event, again), "not the same again: %s", buffer_text(&out));
    buffer_finish(&out);
}

void check_commands_survive_the_wire(const struct dialect *dialect, int count)
{
    struct source source = {.rng = {SEED}};
    for (int i = 0; i < count; i++) {
        struct command command, again;
        char *copy;
        random_command(&source, &command);
        pass_command(dialect, &command, &again, &copy);
        free(copy);
    }
}

void check_events_survive_the_wire(const struct dialect *dialect, bool says_ponder, int count)
{
    struct source source = {.rng = {SEED}};
    for (int i = 0; i < count; i++) {
        struct event event, again;
        char *copy;
        random_event(&source, says_ponder, &event);
        pass_event(dialect, &event, &again, &copy);
        free(copy);
    }
}

/* Returns a line of words that have a meaning somewhere, and of bytes that have none. */
static void random_noise(struct source *source, char *line)
{
    static const char *const words[] = {
        "uci",      "ugi",      "setoption",  "name",        "value",
        "position", "fen",      "startpos",   "moves",       "go",
        "depth",    "nodes",    "mate",       "searchmoves", "perft",
        "p1time",   "wtime",    "infinite",   "newgame",     "query",
        "bench",    "info",     "string",     "error:",      "score",
        "cp",       "pv",       "wdl",        "option",      "type",
        "combo",    "spin",     "default",    "var",         "min",
        "bestmove", "ponder",   "(none)",     "id",          "author",
        "e2e4",     "-1",       "0",          "4294967296",  "1000000000000000000000",
        "<empty>",  "response", "lowerbound",
    };
    char *at = line;
    *at = '\0';
    for (uint64_t left = 1 + below(source, 12); left > 0; left--) {
        if (below(source, 5) > 0) {
            at = stpcpy(at, words[below(source, LENGTH(words))]);
        } else {
            for (uint64_t more = below(source, 8); more > 0; more--) {
                *at++ = (char)(1 + below(source, 255));
            }
        }
        for (uint64_t blanks = below(source, 8) ? 1 : below(source, 3); blanks > 0; blanks--) {
            *at++ = below(source, 8) ? ' ' : '\t';
        }
    }
    *at = '\0';
}

void check_noise_is_harmless(const struct dialect *dialect, int count)
{
    struct source source = {.rng = {SEED}};
    struct dialect_state state = {0};
    for (int i = 0; i < count; i++) {
        char noise[NOISE_ROOM], line[NOISE_ROOM];
        random_noise(&source, noise);
        struct error error;
        struct command command, command_again;
        struct event event, event_again;
        char *copy;
        /* The line reader cleans lines before commands are parsed; the parser of events must handle
         * raw bytes. */
        struct line_reader reader = {0};
        line_reader_feed(&reader, noise, strlen(noise));
        char *clean;
        if (line_reader_rest(&reader, &clean) == LINE_READY) {
            strcpy(line, clean);
            if (dialect->parse_command(&state, line, &command, &error)) {
                pass_command(dialect, &command, &command_again, &copy);
                free(copy);
            }
            strcpy(line, clean);
            if (dialect->parse_event(&state, line, &event, &error) && event.kind != EVENT_NOTHING) {
                pass_event(dialect, &event, &event_again, &copy);
                free(copy);
            }
        }
        line_reader_finish(&reader);
        struct buffer out = {0};
        strcpy(line, noise);
        if (dialect->parse_event(&state, line, &event, &error)) {
            dialect->format_event(&state, &event, &out);
            check_lines(&out);
        }
        buffer_finish(&out);
    }
}

#define DAMAGED_WORDS 24

/* A line as words, some of which are replaced. A NULL word is missing. */
struct damaged {
    const struct dialect *dialect;
    struct dialect_state state; /* after the preceding lines */
    const char *words[DAMAGED_WORDS];
    int count;
};

static void check_damaged(const struct damaged *damaged)
{
    char line[NOISE_ROOM] = "", copy[NOISE_ROOM];
    for (int i = 0; i < damaged->count; i++) {
        if (damaged->words[i]) {
            size_t length = strlen(line);
            snprintf(line + length, sizeof line - length, "%s%s", length ? " " : "",
                     damaged->words[i]);
        }
    }
    struct dialect_state state = damaged->state;
    struct command command;
    struct error error = {""};
    strcpy(copy, line);
    if (damaged->dialect->parse_command(&state, copy, &command, &error)) {
        ck_assert_ptr_nonnull(command.word);
    } else {
        FAIL_UNLESS(error.text[0], "refused without a reason: %s", line);
        for (const char *at = error.text; *at; at++) {
            FAIL_UNLESS(*at >= ' ' && *at <= '~', "byte %d in the reason: %s", *at, line);
        }
    }
}

/* Damages one word from `first` on in every way, and then `more` of the words after it. */
static void damage(struct damaged *damaged, int first, int more)
{
    static const char *const wrong[] = {
        NULL,   "x",     "-1",   "0",       "99999999999999999999",
        "%s%n", "moves", "name", "value",   "seed",
        "none", ",",     "7,",   "1,2,3,4",
    };
    check_damaged(damaged);
    for (int i = first; more > 0 && i < damaged->count; i++) {
        const char *right = damaged->words[i];
        for (int k = 0; k < LENGTH(wrong); k++) {
            damaged->words[i] = wrong[k];
            damage(damaged, i + 1, more - 1);
        }
        damaged->words[i] = right;
    }
}

/* Damages the line in every way, then parses it undamaged. */
static void damage_line(const struct dialect *dialect, const char *line,
                        struct dialect_state *state)
{
    char words[NOISE_ROOM], whole[NOISE_ROOM];
    struct damaged damaged = {.dialect = dialect, .state = *state};
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        ck_assert_int_lt(damaged.count, DAMAGED_WORDS);
        damaged.words[damaged.count++] = word;
    }
    damage(&damaged, 0, 2);
    struct command command;
    struct error error = {""};
    snprintf(whole, sizeof whole, "%s", line);
    FAIL_UNLESS(dialect->parse_command(state, whole, &command, &error), "%s: %s", line, error.text);
    FAIL_UNLESS(command.kind != COMMAND_UNKNOWN, "unknown: %s", line);
}

void check_damaged_lines_are_answered(const struct dialect *dialect)
{
    struct dialect_state state = {0};
    int commands = 0;
    for (const char *samples; (samples = dialect->samples(commands)); commands++) {
        while (*samples) {
            char line[NOISE_ROOM];
            size_t length = strcspn(samples, "\n");
            snprintf(line, sizeof line, "%.*s", (int)length, samples);
            samples += length + (samples[length] == '\n');
            damage_line(dialect, line, &state);
        }
    }
    ck_assert_int_gt(commands, 10);
}

static void check_reading(const char *line, const struct buffer *out, bool good,
                          const struct error *error, const char *expected)
{
    char found[1024];
    snprintf(found, sizeof found, "%s%s",
             good ? "" : "error: ", good ? buffer_text(out) : error->text);
    found[strcspn(found, "\n")] = '\0';
    FAIL_UNLESS(strcmp(found, expected) == 0, "\nline:     %s\nfound:    %s\nexpected: %s", line,
                found, expected);
}

void check_command_line(const struct dialect *dialect, const char *line, const char *expected)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    struct command command;
    struct error error = {""};
    char *copy = strdup(line);
    bool good = dialect->parse_command(&state, copy, &command, &error);
    if (good) {
        dialect->format_command(&state, &command, &out);
        check_lines(&out);
    }
    check_reading(line, &out, good, &error, expected);
    buffer_finish(&out);
    free(copy);
}

void check_event_line(const struct dialect *dialect, const char *line, const char *expected)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    struct event event;
    struct error error = {""};
    char *copy = strdup(line);
    bool good = dialect->parse_event(&state, copy, &event, &error);
    if (good) {
        dialect->format_event(&state, &event, &out);
        check_lines(&out);
    }
    check_reading(line, &out, good, &error, expected);
    buffer_finish(&out);
    free(copy);
}
