/* SPDX-License-Identifier: MIT */
/* Replays every transcript against the program, over a pipe and over a Unix socket, and prints
 * which of the clients' expectations each covers. Arguments: the program and the root of the
 * sources. */
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "peer.h"
#include "referee.h"
#include "suite.h"
#include "transcript.h"

#define EXPECTATIONS     42
#define MOST_TRANSCRIPTS 200

static const char *program, *root;
static struct transcript transcripts[MOST_TRANSCRIPTS];
static int transcript_count;

/* The state of a replay. */
struct replay {
    struct peer peer;
    struct transcript_player player;
    struct referee referee;
    struct line_reader sent; /* splits what we send into lines, as the engine does */
};

static void break_off(const struct replay *replay, const char *what)
{
    struct error where = {""};
    transcript_player_where(&replay->player, &where);
    ck_abort_msg("at %s: %s", where.text, what);
}

/* Passes what we send to the referee line by line; at the end, also a line without an end. */
static void tell_referee(struct replay *replay, bool at_end)
{
    struct error error = {""};
    char *line;
    enum line_status status;
    while ((status = at_end ? line_reader_rest(&replay->sent, &line)
                            : line_reader_next(&replay->sent, &line)) != LINE_NONE) {
        if (status == LINE_READY && !referee_sent(&replay->referee, line, &error)) {
            break_off(replay, error.text);
        }
    }
}

static void send_bytes(struct replay *replay)
{
    const struct buffer *bytes = &replay->player.bytes;
    line_reader_feed(&replay->sent, buffer_text(bytes), buffer_length(bytes));
    tell_referee(replay, false);
    if (!peer_write(&replay->peer, buffer_text(bytes), buffer_length(bytes))) {
        break_off(replay, "the engine has gone");
    }
}

/* Returns the next line after the referee has checked it; NULL: there is none. */
static char *receive(struct replay *replay)
{
    struct error error = {""};
    char *line = peer_read(&replay->peer, PEER_PATIENCE_MS);
    if (!line && !replay->peer.ended) {
        break_off(replay, "nothing comes");
    }
    if (replay->peer.foul) {
        break_off(replay, "a byte that is no text came");
    }
    if (line && !referee_received(&replay->referee, line, &error)) {
        break_off(replay, error.text);
    }
    return line;
}

static void receive_expected(struct replay *replay)
{
    struct error error = {""};
    char *line = receive(replay);
    if (!line) {
        break_off(replay, "the engine has gone");
    }
    if (!transcript_player_line(&replay->player, line, &error)) {
        ck_abort_msg("%s", error.text);
    }
}

/* Reads up to the end. If `silent`, a line is a failure. */
static void receive_end(struct replay *replay, bool silent)
{
    char *line;
    while ((line = receive(replay))) {
        if (silent) {
            break_off(replay, line);
        }
    }
}

static void play(struct replay *replay)
{
    for (;;) {
        switch (transcript_player_next(&replay->player)) {
        case TRANSCRIPT_DO_SEND:
            send_bytes(replay);
            break;
        case TRANSCRIPT_DO_RECEIVE:
            receive_expected(replay);
            break;
        case TRANSCRIPT_DO_WAIT:
            poll(NULL, 0, replay->player.wait_ms);
            break;
        case TRANSCRIPT_DO_CLOSE:
            tell_referee(replay, true);
            peer_hang_up(&replay->peer);
            break;
        case TRANSCRIPT_DO_END:
            receive_end(replay, true);
            break;
        case TRANSCRIPT_DO_FINISH:
            return;
        }
    }
}

/* Plays a transcript in a new conversation and ends it. */
static void play_all(struct peer *peer, const struct transcript *transcript)
{
    struct replay replay = {.peer = *peer};
    struct error error = {""};
    transcript_player_init(&replay.player, transcript);
    referee_init(&replay.referee);
    play(&replay);
    if (!replay.peer.ended) {
        referee_sent(&replay.referee, "quit", &error);
        peer_say(&replay.peer, "quit\n");
        receive_end(&replay, false);
    }
    if (!referee_end(&replay.referee, &error)) {
        break_off(&replay, error.text);
    }
    transcript_player_finish(&replay.player);
    line_reader_finish(&replay.sent);
    peer_finish(&replay.peer);
}

START_TEST(replays_over_a_pipe)
{
    const struct transcript *transcript = &transcripts[_i];
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, transcript->arguments);
    play_all(&peer, transcript);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(replays_over_a_socket)
{
    const struct transcript *transcript = &transcripts[_i];
    struct peer peer;
    char path[64], arguments[1024];
    peer_make_path(path);
    snprintf(arguments, sizeof arguments, "--listen unix:%s %s", path, transcript->arguments);
    pid_t process = peer_serve(program, arguments);
    peer_connect(&peer, path);
    play_all(&peer, transcript);
    kill(process, SIGTERM);
    ck_assert_int_eq(peer_wait(process), 0);
    peer_remove_path(path);
}
END_TEST

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return NULL;
    }
    struct buffer text = {0};
    char bytes[65536];
    size_t length;
    while ((length = fread(bytes, 1, sizeof bytes, file)) > 0) {
        buffer_append(&text, bytes, length);
    }
    fclose(file);
    char *copy = strdup(buffer_text(&text));
    buffer_finish(&text);
    return copy;
}

/* Calls `visit` with the name and the text of every file in a folder of the sources, in order. */
static void visit_files(const char *folder, const char *ending,
                        void (*visit)(void *context, const char *name, const char *text),
                        void *context)
{
    char path[1024];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", root, folder);
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ending) == 0) {
            snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
            char *text = read_file(path);
            if (text) {
                visit(context, name, text);
            }
            free(text);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

static void add_source(void *context, const char *name, const char *text)
{
    coverage_add_source(context, name, text);
}

static char *read_specification(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/protocol/PROTOCOL.md", root);
    char *specification = read_file(path);
    ck_assert_ptr_nonnull(specification);
    return specification;
}

START_TEST(every_expectation_of_clients_is_covered)
{
    struct coverage coverage;
    char *specification = read_specification();
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/data/proofs.txt", root);
    char *proofs = read_file(path);
    ck_assert_ptr_nonnull(proofs);
    coverage_init(&coverage, specification, proofs);
    for (int i = 0; i < transcript_count; i++) {
        coverage_add_transcript(&coverage, &transcripts[i]);
    }
    visit_files("tests", ".c", add_source, &coverage);
    visit_files("tests/fuzz", ".c", add_source, &coverage);
    int uncovered = coverage_print(&coverage);
    ck_assert_msg((coverage.expected >> 1 & ((UINT64_C(1) << EXPECTATIONS) - 1)) ==
                      (UINT64_C(1) << EXPECTATIONS) - 1,
                  "the specification does not list expectations 1 to %d", EXPECTATIONS);
    ck_assert_msg(uncovered == 0, "%d expectations are not covered", uncovered);
    ck_assert_msg(coverage.unproved == 0, "%d claims are not shown", coverage.unproved);
    coverage_finish(&coverage);
    free(specification);
    free(proofs);
}
END_TEST

/* A claim alone does not prove that an expectation is covered. */
START_TEST(a_transcript_that_only_says_so_covers_nothing)
{
    struct coverage coverage;
    struct transcript transcript;
    struct error error = {""};
    struct buffer text = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/data/proofs.txt", root);
    char *specification = read_specification(), *proofs = read_file(path);
    buffer_puts(&text, "# All of it.\ncovers");
    for (int i = 1; i <= EXPECTATIONS; i++) {
        buffer_printf(&text, " %d", i);
    }
    buffer_puts(&text, "\n> isready\n< readyok\n");
    ck_assert(transcript_parse(&transcript, "boast", buffer_text(&text), &error));
    coverage_init(&coverage, specification, proofs);
    coverage_add_transcript(&coverage, &transcript);
    for (int i = 1; i <= EXPECTATIONS; i++) {
        ck_assert_msg((buffer_length(&coverage.covers[i]) > 0) == (i == 14), "%d", i);
    }
    ck_assert_int_eq(coverage.unproved, EXPECTATIONS - 1);
    coverage_finish(&coverage);
    transcript_finish(&transcript);
    buffer_finish(&text);
    free(specification);
    free(proofs);
}
END_TEST

/* True if a transcript expects exactly `line`. */
static bool is_expected(const char *line, size_t length)
{
    for (int i = 0; i < transcript_count; i++) {
        for (int k = 0; k < transcripts[i].count; k++) {
            const struct transcript_step *step = &transcripts[i].steps[k];
            bool expects = step->verb == TRANSCRIPT_EXPECT || step->verb == TRANSCRIPT_UNTIL;
            if (expects && strlen(step->text) == length && strncmp(step->text, line, length) == 0) {
                return true;
            }
        }
    }
    return false;
}

START_TEST(every_error_of_the_specification_is_heard)
{
    static const char mark[] = "    < info string error:";
    char *specification = read_specification();
    int count = 0;
    for (char *at = specification; (at = strstr(at, mark)); count++) {
        at += strlen("    < ");
        size_t length = strcspn(at, "\n");
        ck_assert_msg(is_expected(at, length), "no transcript expects: %.*s", (int)length, at);
    }
    ck_assert_int_gt(count, 0);
    free(specification);
}
END_TEST

static void add_transcript(void *context, const char *name, const char *text)
{
    struct error error = {""};
    bool *good = context;
    if (transcript_count == MOST_TRANSCRIPTS) {
        error_set(&error, "more than %d transcripts", MOST_TRANSCRIPTS);
    } else if (transcript_parse(&transcripts[transcript_count], name, text, &error)) {
        transcript_count++;
        return;
    }
    fprintf(stderr, "%s\n", error.text);
    *good = false;
}

int main(int argc, char **argv)
{
    bool good = argc == 3;
    if (!good) {
        fprintf(stderr, "usage: %s PROGRAM SOURCES\n", argv[0]);
        return EXIT_FAILURE;
    }
    program = argv[1];
    root = argv[2];
    visit_files("protocol/transcripts", ".txt", add_transcript, &good);
    if (!good || transcript_count == 0) {
        return EXIT_FAILURE;
    }
    Suite *suite = suite_create("transcripts");
    TCase *replays = tcase_create("replays");
    tcase_set_timeout(replays, 2 * PEER_PATIENCE_MS / 1000);
    tcase_add_loop_test(replays, replays_over_a_pipe, 0, transcript_count);
    tcase_add_loop_test(replays, replays_over_a_socket, 0, transcript_count);
    suite_add_tcase(suite, replays);
    SUPPORT_ADD(suite, every_error_of_the_specification_is_heard);
    SUPPORT_ADD(suite, every_expectation_of_clients_is_covered);
    SUPPORT_ADD(suite, a_transcript_that_only_says_so_covers_nothing);
    int status = support_run(suite);
    for (int i = 0; i < transcript_count; i++) {
        transcript_finish(&transcripts[i]);
    }
    return status;
}
