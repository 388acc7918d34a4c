#include "talk.h"

#include <ev.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "clock.h"
#include "memory.h"
#include "peer.h"

/* Lines that came and were not heard yet: more than any engine says in a check. */
#define MAX_WAITING 65536

/* How much of the conversation is kept, and how long a line of it is shown. */
#define RECORD_LINES   14
#define RECORD_COLUMNS 150

/* How long a program has to end after the conversation. */
#define END_S 1.0

/* A program that never falls silent is heard no longer than this in one conversation. */
#define CONVERSATION_S 90.0

struct heard {
    char *line;
    int64_t when_ns;
};

struct talk {
    struct ev_loop *loop;
    struct peer *peer;
    int process;
    struct heard *waiting;
    int first, count;
    char *last; /* what talk_hear gave */
    int64_t last_ns;
    int64_t opened_ns;
    bool ended;
    bool timed_out;
    int foul;
    ev_timer timer;
    char *record[RECORD_LINES];
    int recorded;
    char *shown;
};

/* Whether two records, marks included, are lines of a kind that come in floods. */
static bool are_alike(const char *one, const char *other)
{
    static const char *const floods[] = {"< info ", "< option name "};
    for (int i = 0; i < LENGTH(floods); i++) {
        size_t length = strlen(floods[i]);
        if (strncmp(one, floods[i], length) == 0 && strncmp(other, floods[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Records a line; of a flood, the last one alone. */
static void keep(struct talk *talk, char mark, const char *line, size_t length)
{
    struct buffer text = {0};
    bool cut = length > RECORD_COLUMNS;
    buffer_printf(&text, "%c %.*s%s", mark, (int)(cut ? RECORD_COLUMNS : length), line,
                  cut ? " ..." : "");
    int last = (talk->recorded - 1) % RECORD_LINES;
    if (talk->recorded > 0 && are_alike(talk->record[last], buffer_text(&text))) {
        talk->recorded--;
    }
    int place = talk->recorded++ % RECORD_LINES;
    free(talk->record[place]);
    talk->record[place] = memory_text(buffer_text(&text));
    buffer_finish(&text);
}

static void on_line(void *context, char *line, int64_t when_ns)
{
    struct talk *talk = context;
    if (talk->count < MAX_WAITING) {
        int place = (talk->first + talk->count++) % MAX_WAITING;
        talk->waiting[place] = (struct heard){memory_text(line), when_ns};
    }
    ev_break(talk->loop, EVBREAK_ONE);
}

static void on_bytes(void *context, const char *bytes, size_t length)
{
    struct talk *talk = context;
    for (size_t i = 0; i < length && talk->foul < 0; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte != '\n' && (byte < ' ' || byte > '~')) {
            talk->foul = byte;
        }
    }
}

static void on_closed(void *context, const char *reason)
{
    struct talk *talk = context;
    talk->ended = true;
    keep(talk, '.', reason, strlen(reason));
    ev_break(talk->loop, EVBREAK_ONE);
}

static void on_timer(struct ev_loop *loop, ev_timer *watcher, int events)
{
    struct talk *talk = watcher->data;
    (void)events;
    talk->timed_out = true;
    ev_break(loop, EVBREAK_ONE);
}

struct talk *talk_open(struct ev_loop *loop, const struct target *target, struct error *error)
{
    static const struct peer_handlers handlers = {on_line, on_bytes, on_closed};
    struct talk *talk = memory_zeroed(1, sizeof *talk);
    talk->loop = loop;
    talk->foul = -1;
    talk->waiting = memory_zeroed(MAX_WAITING, sizeof *talk->waiting);
    ev_timer_init(&talk->timer, on_timer, 0, 0);
    talk->timer.data = talk;
    struct peer_program program = {.arguments = target->arguments,
                                   .directory = target->directory,
                                   .errors_joined = target->errors_joined};
    talk->peer = target->arguments ? peer_spawn(loop, &program, &handlers, talk, error)
                                   : peer_connect(loop, target->address, &handlers, talk, error);
    if (!talk->peer) {
        free(talk->waiting);
        free(talk);
        return NULL;
    }
    talk->process = peer_process(talk->peer);
    talk->opened_ns = clock_ns();
    return talk;
}

void talk_close(struct talk *talk)
{
    if (talk->peer) {
        peer_release(talk->peer, END_S);
    }
    for (; talk->count > 0; talk->count--) {
        free(talk->waiting[talk->first].line);
        talk->first = (talk->first + 1) % MAX_WAITING;
    }
    for (int i = 0; i < RECORD_LINES; i++) {
        free(talk->record[i]);
    }
    ev_timer_stop(talk->loop, &talk->timer);
    free(talk->waiting);
    free(talk->last);
    free(talk->shown);
    free(talk);
}

void talk_say(struct talk *talk, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    length = length > (int)sizeof line - 2 ? (int)sizeof line - 2 : length;
    keep(talk, '>', line, (size_t)length);
    line[length] = '\n';
    if (talk->peer) {
        peer_send(talk->peer, line, (size_t)length + 1);
    }
}

void talk_say_bytes(struct talk *talk, const void *bytes, size_t length)
{
    struct buffer shown = {0};
    for (size_t i = 0; i < length && i <= RECORD_COLUMNS; i++) {
        unsigned char byte = ((const unsigned char *)bytes)[i];
        if (byte >= ' ' && byte <= '~') {
            buffer_putc(&shown, (char)byte);
        } else if (byte == '\n') {
            buffer_puts(&shown, "\\n");
        } else {
            buffer_printf(&shown, "\\x%02x", byte);
        }
    }
    keep(talk, '>', buffer_text(&shown), buffer_length(&shown));
    buffer_finish(&shown);
    if (talk->peer) {
        peer_send(talk->peer, bytes, length);
    }
}

void talk_hang_up(struct talk *talk)
{
    keep(talk, '>', "(end of input)", 14);
    peer_finish_input(talk->peer);
}

void talk_vanish(struct talk *talk)
{
    keep(talk, '>', "(gone)", 6);
    peer_abandon(talk->peer);
}

/* Runs the loop until a line waits or the other side has ended (unless only time matters), or the
 * time is over. */
static void await(struct talk *talk, double seconds, bool only_time)
{
    talk->timed_out = false;
    ev_now_update(talk->loop);
    ev_timer_set(&talk->timer, seconds, 0);
    ev_timer_start(talk->loop, &talk->timer);
    while (!talk->timed_out && (only_time || (talk->count == 0 && !talk->ended))) {
        ev_run(talk->loop, EVRUN_ONCE);
    }
    ev_timer_stop(talk->loop, &talk->timer);
}

void talk_idle(struct talk *talk, double seconds)
{
    await(talk, seconds, true);
}

char *talk_hear(struct talk *talk, double seconds)
{
    double left = CONVERSATION_S - (double)(clock_ns() - talk->opened_ns) / 1e9;
    await(talk, left < 0 ? 0 : left < seconds ? left : seconds, false);
    if (talk->count == 0 || left < 0) {
        return NULL;
    }
    struct heard heard = talk->waiting[talk->first];
    talk->first = (talk->first + 1) % MAX_WAITING;
    talk->count--;
    free(talk->last);
    talk->last = heard.line;
    talk->last_ns = heard.when_ns;
    keep(talk, '<', talk->last, strlen(talk->last));
    return talk->last;
}

int64_t talk_heard_ns(const struct talk *talk)
{
    return talk->last_ns;
}

char *talk_hear_until(struct talk *talk, const char *prefix, double seconds)
{
    int64_t give_up = clock_ns() + (int64_t)(seconds * 1e9);
    char *line;
    do {
        int64_t left = give_up - clock_ns();
        line = talk_hear(talk, left > 0 ? (double)left / 1e9 : 0);
    } while (line && strncmp(line, prefix, strlen(prefix)) != 0);
    return line;
}

bool talk_is_silent(struct talk *talk, double seconds)
{
    return !talk_hear(talk, seconds) && !talk->ended;
}

bool talk_ends(struct talk *talk, double seconds)
{
    int64_t give_up = clock_ns() + (int64_t)(seconds * 1e9);
    while (!talk->ended && clock_ns() < give_up) {
        talk_hear(talk, (double)(give_up - clock_ns()) / 1e9);
    }
    return talk->ended;
}

double talk_processor_seconds(const struct talk *talk)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", talk->process);
    FILE *file = talk->process > 0 ? fopen(path, "r") : NULL;
    if (!file) {
        return -1;
    }
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    const char *behind_name = strrchr(line, ')');
    /* proc(5): utime and stime are the 14th and 15th fields, the 12th and 13th behind the name. */
    if (!behind_name ||
        sscanf(behind_name + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu", &user,
               &system) != 2) {
        return -1;
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double talk_resident_bytes(const struct talk *talk)
{
    char path[64];
    long pages = -1;
    snprintf(path, sizeof path, "/proc/%d/statm", talk->process);
    FILE *file = talk->process > 0 ? fopen(path, "r") : NULL;
    /* proc(5): the second figure is the resident set, in pages. */
    if (file) {
        if (fscanf(file, "%*d %ld", &pages) != 1) {
            pages = -1;
        }
        fclose(file);
    }
    return pages < 0 ? -1 : (double)pages * (double)sysconf(_SC_PAGESIZE);
}

int talk_foul_byte(const struct talk *talk)
{
    return talk->foul;
}

const char *talk_record(struct talk *talk)
{
    struct buffer text = {0};
    int from = talk->recorded > RECORD_LINES ? talk->recorded - RECORD_LINES : 0;
    for (int i = from; i < talk->recorded; i++) {
        buffer_printf(&text, "        %s\n", talk->record[i % RECORD_LINES]);
    }
    free(talk->shown);
    talk->shown = memory_text(buffer_text(&text));
    buffer_finish(&text);
    return talk->shown;
}
