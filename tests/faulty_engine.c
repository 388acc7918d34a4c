/* SPDX-License-Identifier: MIT */
/* An engine with one fault, for tests of clients: it runs a good engine and changes the lines
 * between that engine and the client.
 *
 *     faulty_engine [RULE...] -- ENGINE [ARGUMENT...]
 *     from~REGEX~TEXT      replaces the match by TEXT in lines of the engine
 *     to~REGEX~TEXT        the same in lines of the client
 *     drop~REGEX           drops matching lines of the engine
 *     deaf~REGEX           drops matching lines of the client
 *     say~REGEX~TEXT       answers a matching line of the client with the line TEXT
 *     late~REGEX~MS        delays matching lines of the engine, and all after them, by MS
 *     many~REGEX~N         repeats matching lines of the engine N times
 *     exit~REGEX           exits at a matching line of the client
 *     most~N               exits at a line of the client with more than N bytes
 *     first~TEXT           sends the line TEXT before any command
 *     hold                 continues to run after the client has closed its end
 *     busy                 uses all processors
 *     grow~MB              uses so much memory
 *     halves               treats each half of a line as a line
 *     alone                serves only the first client of a socket, and closes the others'
 *                          connections
 *     serve~PATH           listens for clients on PATH
 *     after~REGEX~RULE     applies RULE after a line of the client has matched
 *
 * In TEXT, `&` is the match, and `\n` and `\r` are line ends. It supports systemd's socket
 * activation (LISTEN_FDS). */
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"

#define MOST_RULES 8

/* So many threads are noticeable on a busy machine, too. */
#define BUSY_THREADS 6

struct rule {
    char *kind, *text;
    regex_t regex;
    bool waits; /* until a line of the client matches `since` */
    regex_t since;
};

static struct rule rules[MOST_RULES];
static int rule_count;

static void compile(regex_t *regex, const char *text)
{
    if (regcomp(regex, text, REG_EXTENDED) != 0) {
        fprintf(stderr, "no regular expression: %s\n", text);
        exit(2);
    }
}

static void read_rule(char *word)
{
    struct rule *rule = &rules[rule_count++];
    rule->kind = strsep(&word, "~");
    if (strcmp(rule->kind, "after") == 0) {
        compile(&rule->since, strsep(&word, "~"));
        rule->waits = true;
        rule->kind = strsep(&word, "~");
    }
    static const char *const plain[] = {"most", "first", "grow", "serve"};
    for (int i = 0; i < LENGTH(plain); i++) {
        if (strcmp(rule->kind, plain[i]) == 0) {
            rule->text = word;
            return;
        }
    }
    if (word) {
        compile(&rule->regex, strsep(&word, "~"));
        rule->text = word;
    }
}

/* Returns the active rule of this kind; NULL: none. */
static const struct rule *find_rule(const char *kind)
{
    for (int i = 0; i < rule_count; i++) {
        if (!rules[i].waits && strcmp(rules[i].kind, kind) == 0) {
            return &rules[i];
        }
    }
    return NULL;
}

static const struct rule *find_match(const char *kind, const char *line)
{
    const struct rule *rule = find_rule(kind);
    return rule && regexec(&rule->regex, line, 0, NULL, 0) == 0 ? rule : NULL;
}

static void put_bytes(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written <= 0) {
            return;
        }
        bytes += written;
        length -= (size_t)written;
    }
}

/* Appends the text of a rule with its escapes replaced. */
static void expand(const char *text, const char *match, size_t length, struct buffer *out)
{
    for (; *text; text++) {
        if (*text == '&') {
            buffer_append(out, match, length);
        } else if (text[0] == '\\' && (text[1] == 'n' || text[1] == 'r')) {
            buffer_putc(out, *++text == 'n' ? '\n' : '\r');
        } else {
            buffer_putc(out, *text);
        }
    }
}

/* Sends a line that the engine did not send. */
static void put_text(const char *text)
{
    struct buffer out = {0};
    expand(text, "", 0, &out);
    buffer_putc(&out, '\n');
    put_bytes(STDOUT_FILENO, buffer_text(&out), buffer_length(&out));
    buffer_finish(&out);
}

/* Sends a line, given without its end, changed by the active rule of this kind. */
static void pass_on(int descriptor, const char *kind, const char *line, size_t length)
{
    const struct rule *rule = find_rule(kind);
    struct buffer out = {0};
    regmatch_t match;
    if (rule && regexec(&rule->regex, line, 1, &match, 0) == 0) {
        buffer_append(&out, line, (size_t)match.rm_so);
        expand(rule->text, line + match.rm_so, (size_t)(match.rm_eo - match.rm_so), &out);
        buffer_append(&out, line + match.rm_eo, length - (size_t)match.rm_eo);
    } else {
        buffer_append(&out, line, length);
    }
    buffer_putc(&out, '\n');
    put_bytes(descriptor, buffer_text(&out), buffer_length(&out));
    buffer_finish(&out);
}

static void *use_processor(void *unused)
{
    (void)unused;
    for (volatile int i = 0;; i++) {
    }
    return NULL;
}

static void be_busy(void)
{
    static bool is_busy;
    for (int i = 0; !is_busy && i < BUSY_THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, use_processor, NULL);
    }
    is_busy = true;
}

static void hear_client(int engine, const char *line, size_t length)
{
    const struct rule *rule = find_rule("most");
    if ((rule && length > (size_t)atoi(rule->text)) || find_match("exit", line)) {
        exit(0);
    }
    if ((rule = find_match("say", line))) {
        put_text(rule->text);
    }
    if (!find_match("deaf", line)) {
        pass_on(engine, "to", line, length);
    }
    for (int i = 0; i < rule_count; i++) {
        rules[i].waits = rules[i].waits && regexec(&rules[i].since, line, 0, NULL, 0) != 0;
    }
    if (find_rule("busy")) {
        be_busy();
    }
    static char *memory;
    if (!memory && (rule = find_rule("grow"))) {
        const size_t size = (size_t)atoi(rule->text) << 20;
        memory = malloc(size);
        memset(memory, 1, size);
    }
}

static void hear_engine(int unused, const char *line, size_t length)
{
    const struct rule *rule = find_match("late", line);
    (void)unused;
    if (rule) {
        const int ms = atoi(rule->text);
        nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
    }
    if (!find_match("drop", line)) {
        rule = find_match("many", line);
        for (int count = rule ? atoi(rule->text) : 1; count > 0; count--) {
            pass_on(STDOUT_FILENO, "from", line, length);
        }
    }
}

/* Reads the available input and calls `hear` for each line. Returns false at the end of the
 * input. */
static bool read_lines(int from, int to, struct buffer *kept, bool halves,
                       void (*hear)(int to, const char *line, size_t length))
{
    char bytes[65536];
    ssize_t length = read(from, bytes, sizeof bytes);
    for (ssize_t i = 0; i < length; i++) {
        if (bytes[i] != '\n') {
            buffer_putc(kept, bytes[i]);
        }
        if (bytes[i] == '\n' || (halves && i == length - 1)) {
            hear(to, buffer_text(kept), buffer_length(kept));
            buffer_clear(kept);
        }
    }
    return length > 0;
}

static void converse(char **engine)
{
    int to[2], from[2];
    struct buffer client_bytes = {0}, engine_bytes = {0};
    if (pipe(to) != 0 || pipe(from) != 0) {
        exit(2);
    }
    if (fork() == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execvp(engine[0], engine);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    if (find_rule("first")) {
        put_text(find_rule("first")->text);
    }
    struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = from[0], .events = POLLIN}};
    for (bool goes_on = true; goes_on;) {
        poll(ends, 2, -1);
        if (ends[0].revents &&
            !read_lines(STDIN_FILENO, to[1], &client_bytes, find_rule("halves"), hear_client)) {
            ends[0].fd = -1;
            if (!find_rule("hold")) {
                close(to[1]);
            }
        }
        goes_on = !ends[1].revents ||
                  read_lines(from[0], STDOUT_FILENO, &engine_bytes, false, hear_engine);
    }
    buffer_finish(&client_bytes);
    buffer_finish(&engine_bytes);
}

/* Serves the clients of a socket, each in a child process. */
static void serve(int listener, char **engine)
{
    for (int served = 0;;) {
        const int client = accept(listener, NULL, NULL);
        if (client >= 0 && (served++ == 0 || !find_rule("alone")) && fork() == 0) {
            dup2(client, STDIN_FILENO);
            dup2(client, STDOUT_FILENO);
            close(client);
            signal(SIGCHLD, SIG_DFL);
            converse(engine);
            exit(0);
        }
        close(client);
    }
}

/* The socket has its name only when it accepts clients: those that wait for the file connect at
 * once. */
static int listen_on(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s~", path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 5) != 0 || rename(address.sun_path, path) != 0) {
        perror(path);
        exit(2);
    }
    return listener;
}

int main(int count, char **words)
{
    int word = 1;
    for (; word < count && strcmp(words[word], "--") != 0 && rule_count < MOST_RULES; word++) {
        read_rule(words[word]);
    }
    if (word + 1 >= count || strcmp(words[word], "--") != 0) {
        fprintf(stderr, "usage: %s [RULE...] -- ENGINE [ARGUMENT...]\n", words[0]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (getenv("LISTEN_FDS")) {
        unsetenv("LISTEN_FDS");
        serve(3, words + word + 1);
    } else if (find_rule("serve")) {
        serve(listen_on(find_rule("serve")->text), words + word + 1);
    }
    converse(words + word + 1);
    return 0;
}
