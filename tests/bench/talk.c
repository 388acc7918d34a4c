/* SPDX-License-Identifier: MIT */
#include "talk.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

#define PATIENCE_MS 20000 /* how long to wait for an engine's answer */

void talk_give_up(const char *why, const char *what)
{
    fprintf(stderr, "%s: %s\n", why, what);
    exit(EXIT_FAILURE);
}

void talk_start(struct talk *talk, const char *command)
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) {
        talk_give_up("pipe", strerror(errno));
    }
    talk->process = fork();
    if (talk->process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        char line[4096];
        snprintf(line, sizeof line, "exec %s", command);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    talk->to = in[1];
    talk->from = out[0];
    talk->length = 0;
}

void talk_connect(struct talk *talk, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    talk->process = 0;
    talk->length = 0;
    talk->to = talk->from = socket(AF_UNIX, SOCK_STREAM, 0);
    if (talk->to < 0 || connect(talk->to, (const struct sockaddr *)&address, sizeof address) != 0) {
        talk_give_up(path, strerror(errno));
    }
}

void talk_say(struct talk *talk, const char *text)
{
    size_t length = strlen(text);
    if (write(talk->to, text, length) != (ssize_t)length) {
        talk_give_up("the engine does not listen", text);
    }
}

/* Moves the first complete line of the input to `line`. Returns false if there is none. */
static bool take_line(struct talk *talk, char *line, size_t room)
{
    char *end = memchr(talk->bytes, '\n', talk->length);
    if (!end) {
        return false;
    }
    size_t length = (size_t)(end - talk->bytes);
    snprintf(line, room, "%.*s", (int)length, talk->bytes);
    talk->length -= length + 1;
    memmove(talk->bytes, end + 1, talk->length);
    return true;
}

int64_t talk_await(struct talk *talk, const char *word)
{
    char line[4096];
    for (;;) {
        while (take_line(talk, line, sizeof line)) {
            if (strncmp(line, word, strlen(word)) == 0) {
                return clock_ns();
            }
        }
        if (talk->length == sizeof talk->bytes) {
            talk->length = 0;
        }
        struct pollfd readable = {.fd = talk->from, .events = POLLIN};
        if (poll(&readable, 1, PATIENCE_MS) <= 0) {
            talk_give_up("no answer", word);
        }
        ssize_t got =
            read(talk->from, talk->bytes + talk->length, sizeof talk->bytes - talk->length);
        if (got <= 0) {
            talk_give_up("the engine ended before", word);
        }
        talk->length += (size_t)got;
    }
}

void talk_connect_web(struct talk *talk, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    talk->process = 0;
    talk->length = 0;
    talk->to = talk->from = socket(AF_INET, SOCK_STREAM, 0);
    if (talk->to < 0 || connect(talk->to, (const struct sockaddr *)&address, sizeof address) != 0) {
        talk_give_up("the port of HTTP", strerror(errno));
    }
    talk_say(talk, "GET /session HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                   "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                   "Sec-WebSocket-Protocol: v1.uci.myosu\r\n\r\n");
    talk_await_text(talk, "\r\n\r\n");
}

void talk_say_frame(struct talk *talk, const char *text)
{
    /* A frame with up to 125 bytes of text. The mask is zero. */
    char frame[6 + 125] = {(char)0x81, (char)(0x80 | strlen(text))};
    memcpy(frame + 6, text, strlen(text));
    if (write(talk->to, frame, 6 + strlen(text)) != (ssize_t)(6 + strlen(text))) {
        talk_give_up("the engine does not listen", text);
    }
}

void talk_await_text(struct talk *talk, const char *text)
{
    talk->length = 0;
    while (!memmem(talk->bytes, talk->length, text, strlen(text))) {
        struct pollfd readable = {.fd = talk->from, .events = POLLIN};
        if (talk->length == sizeof talk->bytes || poll(&readable, 1, PATIENCE_MS) <= 0) {
            talk_give_up("no answer", text);
        }
        ssize_t got =
            read(talk->from, talk->bytes + talk->length, sizeof talk->bytes - talk->length);
        if (got <= 0) {
            talk_give_up("the engine ended before", text);
        }
        talk->length += (size_t)got;
    }
}

void talk_end(struct talk *talk)
{
    talk_say(talk, "quit\n");
    close(talk->to);
    if (talk->process) {
        waitpid(talk->process, NULL, 0);
        close(talk->from);
    }
}

void talk_pause_ms(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

static int by_value(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

double talk_percentile(double *values, int count, int percent)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    int index = count * percent / 100;
    return values[index < count ? index : count - 1];
}
