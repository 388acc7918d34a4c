/* SPDX-License-Identifier: MIT */
/* Fuzzes a whole session: bytes go into a socket as from a remote client, with the loop, workers
 * and reclaimer of a server. The session must send only complete lines of text, answer `isready`,
 * and end when its input ends. The first byte selects the dialect: that of the client's first line,
 * UCI, UGI, UAI, UCCI, CECP, NBoard or GTP. */
#include <ev.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"
#include "registry.h"
#include "session.h"
#include "target.h"
#include "watchers.h"

/* The limits of a session. */
#define THREADS      2
#define MEMORY_BYTES (INT64_C(64) << 20)

/* With the farewell, a socket's buffer has room for so many bytes. */
#define MAX_BYTES 60000

struct talk {
    struct ev_loop *loop;
    struct session *session;
    int client;
    ev_io readable;
    struct line_reader heard;
    struct utf8_stream text;
    int readies;
    bool over;
};

static void on_over(void *owner, struct session *session)
{
    struct talk *talk = owner;
    EXPECT(session == talk->session || !talk->session);
    talk->over = true;
    ev_break(talk->loop, EVBREAK_ALL);
}

static void hear(struct talk *talk, const char *bytes, size_t length)
{
    char *line;
    for (size_t i = 0; i < length; i++) {
        EXPECT(utf8_continues(&talk->text, bytes[i], "\n\t"));
    }
    line_reader_feed(&talk->heard, bytes, length);
    while (line_reader_next(&talk->heard, &line) == LINE_READY) {
        talk->readies += strcmp(line, "readyok") == 0;
    }
}

static void on_readable(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct talk *talk = watcher->data;
    char bytes[4096];
    (void)events;
    for (;;) {
        ssize_t count = recv(talk->client, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count <= 0) {
            if (count == 0) {
                ev_io_stop(loop, watcher);
            }
            return;
        }
        hear(talk, bytes, (size_t)count);
    }
}

static bool holds(const uint8_t *bytes, size_t length, const char *word)
{
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

/* Sends the bytes and the farewell, and closes the sending side. */
static void say(int client, const uint8_t *bytes, size_t length)
{
    static const char farewell[] = "\nstop\nisready\n";
    int room = 4 * MAX_BYTES;
    setsockopt(client, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    EXPECT(send(client, bytes, length, MSG_NOSIGNAL) == (ssize_t)length);
    EXPECT(send(client, farewell, sizeof farewell - 1, MSG_NOSIGNAL) > 0);
    shutdown(client, SHUT_WR);
}

static void on_caught_up(void *owner)
{
    (void)owner;
}

static void converse(const struct dialect *dialect, const uint8_t *bytes, size_t length)
{
    int ends[2];
    EXPECT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    struct talk talk = {.loop = ev_loop_new(EVFLAG_AUTO), .client = ends[0]};
    struct loop_share share;
    loop_share_init(&share, talk.loop);
    struct peer peer = {.name = "uid:0", .sessions = 1};
    peer.budget = (struct budget){.threads = THREADS, .memory = MEMORY_BYTES};
    struct counters counters = {0};
    struct publications publications = {0};
    const struct reclaimer_config cleaning = {64, on_caught_up, NULL};
    struct session_config config = {
        .counters = &counters,
        .publications = &publications,
        .loop = talk.loop,
        .reclaimer = reclaimer_create(&cleaning),
        .dialect = dialect,
        .engine = {.games = registry_games(), .game = registry_games()[0], .remote = true},
        .stream = stream_create(&share, ends[1], ends[1], &transport_socket),
        .over = on_over,
        .owner = &talk,
        .peer = &peer,
        .budget = {.threads = THREADS, .memory = MEMORY_BYTES, .above = &peer.budget},
    };
    struct error error;
    ev_io_init(&talk.readable, on_readable, talk.client, EV_READ);
    talk.readable.data = &talk;
    ev_io_start(talk.loop, &talk.readable);
    say(talk.client, bytes, length);
    talk.session = session_create(&config, &error);
    EXPECT(talk.session);
    if (!talk.over) {
        ev_run(talk.loop, 0);
    }
    EXPECT(talk.over);
    on_readable(talk.loop, &talk.readable, EV_READ);
    EXPECT(talk.readies > 0 || !dialect || dialect == &dialect_cecp || dialect == &dialect_nboard ||
           dialect == &dialect_gtp || holds(bytes, length, "quit"));
    session_destroy(talk.session);
    reclaimer_destroy(config.reclaimer);
    ev_io_stop(talk.loop, &talk.readable);
    loop_share_finish(&share);
    ev_loop_destroy(talk.loop);
    line_reader_finish(&talk.heard);
    close(talk.client);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct dialect *const dialects[] = {
        NULL,          &dialect_uci,  &dialect_ugi,    &dialect_uai,
        &dialect_ucci, &dialect_cecp, &dialect_nboard, &dialect_gtp};
    if (length > 0 && length < MAX_BYTES) {
        converse(dialects[bytes[0] % LENGTH(dialects)], bytes + 1, length - 1);
    }
    return 0;
}
