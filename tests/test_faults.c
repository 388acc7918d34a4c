/* SPDX-License-Identifier: MIT */
/* Tests missing resources: a whole session is run again and again while one allocation or thread
 * after another fails. It must not crash, must send only complete lines of text, and must end.
 * LeakSanitizer detects leaks. The linker replaces functions of the C library by those below. */
#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "board_query.h"
#include "registry.h"
#include "session.h"
#include "watchers.h"
#include "web_suite.h"
#include "websocket.h"

/* The commands of one run: some of every kind, in one game and then in another. */
static const char first_game[] = "uci\n"
                                 "isready\n"
                                 "games\n"
                                 "help\n"
                                 "newgame gomoku size 9 rule renju\n"
                                 "publish board-1\n"
                                 "watch board-1\n"
                                 "position startpos moves e5 e6 d5\n"
                                 "d\n"
                                 "eval\n"
                                 "query moves\n"
                                 "query fen\n"
                                 "setoption name UCI_ShowWDL value true\n"
                                 "setoption name Hash value 1\n"
                                 "go nodes 300\n"
                                 "setoption name Threads value 3\n"
                                 "go nodes 300\n";
static const char second_game[] = "position startpos moves e2e4 e7e5\n"
                                  "go movetime 5\n"
                                  "go perft 2\n"
                                  "genfens 2 seed 1 book none\n"
                                  "bench tictactoe 1\n"
                                  "newgame ludo\n"
                                  "position fen x\n"
                                  "nonsense\n"
                                  "go ponder\n"
                                  "ponderhit\n"
                                  "stop\n"
                                  "quit\n";

/* Between the two games: newgame ends running searches without an answer. */
static const char *between = "newgame chess\n";

/* The n-th call from now on fails, and all later ones too if `lasting`. */
#define NONE INT_MAX
static struct fault {
    _Atomic int memory, threads;
    _Atomic bool armed, lasting;
} fault;

static bool fails(_Atomic int *countdown)
{
    if (!atomic_load(&fault.armed)) {
        return false;
    }
    int left = atomic_fetch_sub(countdown, 1);
    return left == 1 || (left < 1 && left > -1000000 && atomic_load(&fault.lasting));
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__real_mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void *__wrap_malloc(size_t size)
{
    return fails(&fault.memory) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails(&fault.memory) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails(&fault.memory) ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails(&fault.memory) ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return fails(&fault.memory) ? NULL : __real_strdup(text);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    if (fails(&fault.memory)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return __real_mmap(address, length, protection, flags, fd, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return fails(&fault.threads) ? EAGAIN
                                 : __real_pthread_create(thread, attributes, start, argument);
}

static struct ev_loop *loop;

static void on_over(void *owner, struct session *session)
{
    *(bool *)owner = true;
    session_destroy(session);
    ev_break(loop, EVBREAK_ALL);
}

/* Receives the session's output. It asserts nothing while calls fail, since Check would
 * allocate. */
struct hearer {
    ev_io readable;
    char line[16]; /* the beginning of the current line */
    size_t length;
    int bestmoves;
    bool foul; /* a received byte is not text */
};

static void hear(struct hearer *hearer, char byte)
{
    if (byte == '\n') {
        hearer->bestmoves += strncmp(hearer->line, "bestmove ", 9) == 0;
        hearer->length = 0;
    } else if (hearer->length < sizeof hearer->line - 1) {
        hearer->line[hearer->length++] = byte;
    }
    hearer->line[hearer->length] = '\0';
    hearer->foul |= byte != '\n' && (byte < ' ' || byte > '~');
}

static void on_readable(struct ev_loop *of, ev_io *watcher, int events)
{
    (void)events;
    static char bytes[65536];
    ssize_t length;
    while ((length = recv(watcher->fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
        for (ssize_t i = 0; i < length; i++) {
            hear(watcher->data, bytes[i]);
        }
    }
    if (length == 0 || errno != EAGAIN) {
        ev_io_stop(of, watcher);
    }
}

static void give_up(struct ev_loop *of, ev_timer *watcher, int events)
{
    (void)of, (void)watcher, (void)events;
    atomic_store(&fault.armed, false);
    ck_abort_msg("the session does not end: memory %d, threads %d", fault.memory, fault.threads);
}

static void put_lines(struct buffer *out, const char *lines, bool in_frames)
{
    if (!in_frames) {
        buffer_puts(out, lines);
        return;
    }
    for (const char *at = lines; *at; at += strcspn(at, "\n") + 1) {
        size_t length = strcspn(at, "\n");
        ck_assert_uint_lt(length, 126);
        buffer_putc(out, (char)0x81);
        buffer_putc(out, (char)(0x80 | length));
        buffer_append(out, "\0\0\0\0", 4);
        buffer_append(out, at, length);
    }
}

/* Appends the commands as plain text, or as WebSocket frames, the first one in two parts. The mask
 * is zero. */
static void put_life(struct buffer *out, bool in_frames)
{
    if (in_frames) {
        buffer_append(out, "\x01\x80\0\0\0\0\x80\x80\0\0\0\0\x89\x80\0\0\0\0", 18);
    }
    put_lines(out, first_game, in_frames);
    put_lines(out, between, in_frames);
    put_lines(out, second_game, in_frames);
}

/* True if the session uses WebSocket, whose frames contain bytes that are not text. */
static bool in_frames;

static void on_caught_up(void *owner)
{
    (void)owner;
}

/* Runs one session. Returns the number of bestmoves. */
static int live(int memory, int threads, bool lasting)
{
    int ends[2];
    bool over = false;
    struct error error;
    struct hearer end = {.length = 0};
    struct counters counters = {0};
    struct publications publications = {0};
    struct peer peer = {.name = "uid:0", .sessions = 1};
    peer.budget = (struct budget){.threads = 64, .memory = INT64_C(1) << 40};
    loop = ev_loop_new(EVFLAG_AUTO);
    struct loop_share share;
    loop_share_init(&share, loop);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    const struct reclaimer_config cleaning = {64, on_caught_up, NULL};
    struct session_config config = {
        .loop = loop,
        .reclaimer = reclaimer_create(&cleaning),
        .engine = {.games = registry_games(), .game = registry_games()[0], .remote = true},
        .over = on_over,
        .owner = &over,
        .counters = &counters,
        .publications = &publications,
        .peer = &peer,
        .budget = {.threads = 8, .memory = INT64_C(1) << 40, .above = &peer.budget},
    };
    ck_assert_ptr_nonnull(config.reclaimer);
    struct buffer said = {0};
    put_life(&said, in_frames);
    ck_assert_int_eq(send(ends[0], buffer_text(&said), buffer_length(&said), MSG_NOSIGNAL),
                     (ssize_t)buffer_length(&said));
    buffer_finish(&said);
    config.framing = in_frames ? &framing_websocket : NULL;
    /* If `quit` is lost to the fault, the end of the input still ends the session. */
    shutdown(ends[0], SHUT_WR);
    ev_io_init(&end.readable, on_readable, ends[0], EV_READ);
    end.readable.data = &end;
    ev_io_start(loop, &end.readable);
    ev_timer timer;
    ev_timer_init(&timer, give_up, 20., 0.);
    ev_timer_start(loop, &timer);
    atomic_store(&fault.lasting, lasting);
    atomic_store(&fault.memory, memory);
    atomic_store(&fault.threads, threads);
    atomic_store(&fault.armed, true);
    config.stream = stream_create(&share, ends[1], ends[1], &transport_socket);
    struct session *session = session_create(&config, &error);
    if (session) {
        ev_run(loop, 0);
    }
    atomic_store(&fault.armed, false);
    char byte;
    ck_assert(over || !session);
    /* If the session could not begin, its peer sees the end of the conversation. */
    ck_assert(session || recv(ends[0], &byte, 1, 0) == 0 || errno == ECONNRESET);
    on_readable(loop, &end.readable, EV_READ);
    ev_io_stop(loop, &end.readable);
    ev_timer_stop(loop, &timer);
    reclaimer_destroy(config.reclaimer);
    close(ends[0]);
    loop_share_finish(&share);
    ev_loop_destroy(loop);
    ck_assert(!end.foul || in_frames);
    ck_assert_int_eq(peer.budget.threads, 64);
    ck_assert(peer.budget.memory == INT64_C(1) << 40);
    return end.bestmoves;
}

START_TEST(a_life_without_faults_answers_everything)
{
    between = "";
    ck_assert_int_eq(live(NONE, NONE, false), 4);
}
END_TEST

static void every_fault(bool memory, bool lasting)
{
    int n = 1;
    for (bool reached = true; reached; n++) {
        live(memory ? n : NONE, memory ? NONE : n, lasting);
        reached = atomic_load(memory ? &fault.memory : &fault.threads) <= 0;
    }
    ck_assert_int_gt(n, memory ? 60 : 3);
}

START_TEST(every_allocation_may_fail)
{
    every_fault(true, false);
}
END_TEST

START_TEST(every_allocation_may_be_the_first_of_many_to_fail)
{
    every_fault(true, true);
}
END_TEST

START_TEST(every_allocation_may_fail_by_websocket)
{
    in_frames = true;
    every_fault(true, false);
    every_fault(true, true);
    in_frames = false;
}
END_TEST

/* A picture is complete, or there is none. */
static void draw(int memory, bool lasting)
{
    static const char query[] =
        "game=gomoku&size=9&rule=renju&moves=e5+e6+d5&last=1&theme=dark&unknown";
    const size_t length = strlen(query) - strlen("&unknown");
    struct buffer out = {0};
    struct error error = {""};
    atomic_store(&fault.lasting, lasting);
    atomic_store(&fault.memory, memory);
    atomic_store(&fault.armed, true);
    int status =
        board_query_answer(registry_games(), registry_games()[0], query, length, &out, &error);
    int wrong = board_query_answer(registry_games(), registry_games()[0], query, strlen(query),
                                   &(struct buffer){0}, &error);
    atomic_store(&fault.armed, false);
    ck_assert_msg(status == 200 || status == 503, "status %d", status);
    ck_assert_msg(wrong == 400 || wrong == 503, "status %d", wrong);
    ck_assert(out.failed || (status == 200) == (buffer_length(&out) > 0));
    ck_assert(status != 200 || out.failed || strstr(buffer_text(&out), "</svg>\n"));
    ck_assert_str_ne(error.text, "");
    buffer_finish(&out);
}

START_TEST(every_allocation_may_fail_in_a_picture)
{
    for (int i = 0; i < 2; i++) {
        int n = 1;
        for (bool reached = true; reached; n++) {
            draw(n, i == 1);
            reached = atomic_load(&fault.memory) <= 0;
        }
        ck_assert_int_gt(n, 8);
    }
}
END_TEST

START_TEST(every_thread_may_be_missing)
{
    every_fault(false, false);
    every_fault(false, true);
}
END_TEST

int main(void)
{
    Suite *suite = web_suite_create("faults");
    SUPPORT_ADD(suite, a_life_without_faults_answers_everything);
    SUPPORT_ADD(suite, every_allocation_may_fail);
    SUPPORT_ADD(suite, every_allocation_may_be_the_first_of_many_to_fail);
    SUPPORT_ADD(suite, every_allocation_may_fail_by_websocket);
    SUPPORT_ADD(suite, every_allocation_may_fail_in_a_picture);
    SUPPORT_ADD(suite, every_thread_may_be_missing);
    return support_run(suite);
}
