/* SPDX-License-Identifier: MIT */
#include "transfer.h"

#include <curl/curl.h>
#include <ev.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "memory.h"

/* The time limit for connecting, in seconds, and the period of TCP keepalive probes on an idle
 * connection. */
#define CONNECT_S   15L
#define KEEPALIVE_S 20L

/* The longest answer, in bytes. */
#define ANSWER_MOST (1 << 20)

struct transfer {
    struct transfers *owner;
    struct transfer *next;
    CURL *easy;
    struct curl_slist *fields;
    transfer_done done;
    void *context;
    struct buffer unsent, answer;
    char error[CURL_ERROR_SIZE];
    CURLcode code;
    bool streamed, whole, paused; /* whole: the body is complete */
    bool answered, closed, over;
};

struct transfers {
    struct ev_loop *loop;
    CURLM *multi;
    ev_timer timer;
    struct transfer *list;
};

static void report(struct transfers *transfers);

static void act(struct transfers *transfers, curl_socket_t socket, int events)
{
    int running;
    curl_multi_socket_action(transfers->multi, socket, events, &running);
    report(transfers);
}

static void on_timer(struct ev_loop *loop UNUSED, ev_timer *timer, int events UNUSED)
{
    act(timer->data, CURL_SOCKET_TIMEOUT, 0);
}

static void on_io(struct ev_loop *loop UNUSED, ev_io *io, int events)
{
    act(io->data, io->fd,
        (events & EV_READ ? CURL_CSELECT_IN : 0) | (events & EV_WRITE ? CURL_CSELECT_OUT : 0));
}

/* libcurl wants to be called after this time. */
static int set_timer(CURLM *multi UNUSED, long timeout_ms, void *context)
{
    struct transfers *transfers = context;
    ev_timer_stop(transfers->loop, &transfers->timer);
    if (timeout_ms >= 0) {
        ev_timer_set(&transfers->timer, (double)timeout_ms / 1000, 0);
        ev_timer_start(transfers->loop, &transfers->timer);
    }
    return 0;
}

/* libcurl wants to be called when this socket is ready. While a streamed body is paused, its socket
 * is still watched for the answer: the end of input means that the other end closed the connection.
 * libcurl 7.88 does not report that before it has more to send. */
static int set_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known)
{
    struct transfers *transfers = context;
    ev_io *watch = known;
    struct transfer *transfer = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer) == CURLE_OK && transfer) {
        transfer->closed = transfer->paused && what == CURL_POLL_REMOVE;
    }
    if (watch) {
        ev_io_stop(transfers->loop, watch);
    }
    if (what == CURL_POLL_REMOVE) {
        free(watch);
        curl_multi_assign(transfers->multi, socket, NULL);
        return 0;
    }
    if (!watch) {
        watch = memory_zeroed(1, sizeof *watch);
        ev_init(watch, on_io);
        watch->data = transfers;
        curl_multi_assign(transfers->multi, socket, watch);
    }
    ev_io_set(watch, socket,
              (what & CURL_POLL_IN ? EV_READ : 0) | (what & CURL_POLL_OUT ? EV_WRITE : 0));
    ev_io_start(transfers->loop, watch);
    return 0;
}

struct transfers *transfers_create(struct ev_loop *loop)
{
    struct transfers *transfers = memory_zeroed(1, sizeof *transfers);
    transfers->loop = loop;
    transfers->multi = memory_checked(curl_multi_init());
    ev_timer_init(&transfers->timer, on_timer, 0, 0);
    transfers->timer.data = transfers;
    curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, set_socket);
    curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers);
    curl_multi_setopt(transfers->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(transfers->multi, CURLMOPT_TIMERDATA, transfers);
    return transfers;
}

static void detach(struct transfers *transfers, struct transfer *transfer)
{
    struct transfer **at = &transfers->list;
    while (*at != transfer) {
        at = &(*at)->next;
    }
    *at = transfer->next;
    curl_multi_remove_handle(transfers->multi, transfer->easy);
}

static void destroy(struct transfer *transfer)
{
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->fields);
    buffer_finish(&transfer->unsent);
    buffer_finish(&transfer->answer);
    free(transfer);
}

void transfer_cancel(struct transfer *transfer)
{
    if (transfer) {
        detach(transfer->owner, transfer);
        destroy(transfer);
    }
}

void transfers_destroy(struct transfers *transfers)
{
    for (struct transfer *transfer; (transfer = transfers->list);) {
        detach(transfers, transfer);
        destroy(transfer);
    }
    curl_multi_cleanup(transfers->multi);
    ev_timer_stop(transfers->loop, &transfers->timer);
    free(transfers);
}

static void collect(struct transfers *transfers)
{
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(transfers->multi, &left));) {
        struct transfer *transfer = NULL;
        if (message->msg == CURLMSG_DONE &&
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer) == CURLE_OK) {
            transfer->over = true;
            transfer->code = message->data.result;
        }
    }
}

/* True if a streamed body was answered, or its connection closed, before the body was complete: the
 * other end does not want the rest. */
static bool is_unwanted(const struct transfer *transfer)
{
    return transfer->streamed && !transfer->whole && (transfer->answered || transfer->closed);
}

static struct transfer *find_over(const struct transfers *transfers)
{
    struct transfer *transfer = transfers->list;
    while (transfer && !transfer->over && !is_unwanted(transfer)) {
        transfer = transfer->next;
    }
    return transfer;
}

/* Called while no libcurl function is running, so that handlers may start and cancel transfers. */
static void report(struct transfers *transfers)
{
    collect(transfers);
    for (struct transfer *transfer; (transfer = find_over(transfers));) {
        long status = 0;
        curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
        bool failed = transfer->over && transfer->code != CURLE_OK;
        struct transfer_result result = {
            .status = failed ? 0 : status,
            .error = !failed              ? ""
                     : transfer->error[0] ? transfer->error
                                          : curl_easy_strerror(transfer->code),
            .body = buffer_text(&transfer->answer),
            .length = buffer_length(&transfer->answer),
            .early =
                transfer->streamed && (!transfer->whole || buffer_length(&transfer->unsent) > 0),
        };
        detach(transfers, transfer);
        transfer->done(transfer->context, &result);
        destroy(transfer);
        collect(transfers);
    }
}

static size_t take_body(char *room, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    size_t length = buffer_length(&transfer->unsent);
    if (length == 0) {
        transfer->paused = !transfer->whole;
        return transfer->whole ? 0 : CURL_READFUNC_PAUSE;
    }
    length = length < size * count ? length : size * count;
    memcpy(room, buffer_text(&transfer->unsent), length);
    buffer_consume(&transfer->unsent, length);
    return length;
}

static size_t put_answer(char *bytes, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    size_t length = size * count;
    if (buffer_length(&transfer->answer) + length > ANSWER_MOST) {
        return 0; /* libcurl reports an error: the answer could not be written */
    }
    buffer_append(&transfer->answer, bytes, length);
    return transfer->answer.failed ? 0 : length;
}

/* Reads a header line of an answer. A status of 1xx is not the final answer. */
static size_t see_field(char *bytes UNUSED, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    transfer->answered |= status >= 200;
    return size * count;
}

/* Prevents engines from inheriting the connection, which would keep it open. */
static int keep_from_engines(void *context UNUSED, curl_socket_t socket,
                             curlsocktype purpose UNUSED)
{
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    return CURL_SOCKOPT_OK;
}

static void add_field(struct transfer *transfer, const char *line)
{
    struct curl_slist *list = curl_slist_append(transfer->fields, line);
    transfer->fields = list ? list : transfer->fields;
}

static void set_body(struct transfer *transfer, const struct transfer_request *request)
{
    CURL *easy = transfer->easy;
    if (request->streamed) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_READFUNCTION, take_body);
        curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
        /* A connection closed because it was idle looks like one closed because the body is
         * unwanted, and libcurl can repeat a request only if it can rewind its body. So use a fresh
         * connection. */
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
        add_field(transfer, "Content-Type: text/plain");
        add_field(transfer, "Transfer-Encoding: chunked");
    } else if (request->json) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(request->json));
        curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, request->json);
        add_field(transfer, "Content-Type: application/json");
    }
    add_field(transfer, "Expect:"); /* do not wait for "100 Continue" before the body */
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

struct transfer *transfer_begin(struct transfers *transfers, const struct transfer_request *request,
                                transfer_done done, void *context)
{
    struct transfer *transfer = memory_zeroed(1, sizeof *transfer);
    CURL *easy = memory_checked(curl_easy_init());
    *transfer = (struct transfer){.owner = transfers,
                                  .next = transfers->list,
                                  .easy = easy,
                                  .done = done,
                                  .context = context,
                                  .streamed = request->streamed};
    transfers->list = transfer;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "myosu-provider/" MYOSU_VERSION);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, keep_from_engines);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, CONNECT_S);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, KEEPALIVE_S);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, KEEPALIVE_S);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(request->timeout_s * 1000));
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, put_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, see_field);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    if (request->token) {
        curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
        curl_easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, request->token);
    }
    set_body(transfer, request);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->fields);
    curl_multi_add_handle(transfers->multi, easy);
    return transfer;
}

static void resume(struct transfer *transfer)
{
    if (transfer->paused) {
        transfer->paused = false;
        curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
    }
}

bool transfer_append(struct transfer *transfer, const char *bytes, size_t length)
{
    if (buffer_length(&transfer->unsent) + length > TRANSFER_QUEUE_MOST) {
        return false;
    }
    buffer_append(&transfer->unsent, bytes, length);
    resume(transfer);
    return !transfer->unsent.failed;
}

void transfer_finish(struct transfer *transfer)
{
    transfer->whole = true;
    resume(transfer);
}
