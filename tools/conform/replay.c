/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "memory.h"
#include "referee.h"
#include "transcript.h"

/* The time limit for a line, in seconds. */
#define LINE_S 20.0

#define MAX_WORDS 64

/* The state of a replay. */
struct replay {
    struct checker *checker;
    struct transcript_player player;
    struct referee referee;
    struct line_reader sent; /* splits what we send into lines */
};

static bool fail_at(struct replay *replay, const char *what)
{
    struct error where = {""};
    transcript_player_where(&replay->player, &where);
    return checker_fail(replay->checker, "at %.150s: %.150s", where.text, what);
}

/* Passes the sent lines to the referee, including a last line without a line end. */
static bool judge_sent(struct replay *replay, bool at_end)
{
    struct error error = {""};
    char *line;
    enum line_status status;
    while ((status = at_end ? line_reader_rest(&replay->sent, &line)
                            : line_reader_next(&replay->sent, &line)) != LINE_NONE) {
        if (status == LINE_READY && !referee_sent(&replay->referee, line, &error)) {
            return fail_at(replay, error.text);
        }
    }
    return true;
}

static bool send_bytes(struct replay *replay)
{
    const struct buffer *bytes = &replay->player.bytes;
    line_reader_feed(&replay->sent, buffer_text(bytes), buffer_length(bytes));
    session_send_bytes(replay->checker->session, buffer_text(bytes), buffer_length(bytes));
    return judge_sent(replay, false);
}

/* Returns the next line after the referee has checked it. Returns NULL at the end and, with the
 * reason, on failure. */
static char *receive(struct replay *replay)
{
    struct error error = {""};
    char *line = session_read(replay->checker->session, LINE_S);
    if (!line && !session_ends(replay->checker->session, 0)) {
        fail_at(replay, "nothing comes");
    }
    if (line && !referee_received(&replay->referee, line, &error)) {
        fail_at(replay, error.text);
        return NULL;
    }
    return line;
}

static bool receive_expected(struct replay *replay)
{
    struct error error = {""};
    char *line = receive(replay);
    if (!line) {
        return fail_at(replay, "the engine has gone");
    }
    return transcript_player_line(&replay->player, line, &error) ||
           checker_fail(replay->checker, "%s", error.text);
}

static bool failed(const struct replay *replay)
{
    return replay->checker->reason.text[0];
}

/* Reads up to the end. A line is a failure, since the transcript has none. */
static bool receive_end(struct replay *replay)
{
    char *line = receive(replay);
    return line ? fail_at(replay, line) : !failed(replay);
}

static bool play(struct replay *replay)
{
    bool good = true;
    while (good) {
        switch (transcript_player_next(&replay->player)) {
        case TRANSCRIPT_DO_SEND:
            good = send_bytes(replay);
            break;
        case TRANSCRIPT_DO_RECEIVE:
            good = receive_expected(replay);
            break;
        case TRANSCRIPT_DO_WAIT:
            session_wait(replay->checker->session, replay->player.wait_ms / 1e3);
            break;
        case TRANSCRIPT_DO_CLOSE:
            good = judge_sent(replay, true);
            session_end_input(replay->checker->session);
            break;
        case TRANSCRIPT_DO_END:
            good = receive_end(replay);
            break;
        case TRANSCRIPT_DO_FINISH:
            return true;
        }
    }
    return false;
}

/* Sends quit, reads the remaining lines, and asks the referee whether every command was
 * answered. */
static bool finish(struct replay *replay)
{
    struct error error = {""};
    if (!session_ends(replay->checker->session, 0)) {
        referee_sent(&replay->referee, "quit", &error);
        session_send(replay->checker->session, "quit");
        while (receive(replay)) {
        }
    }
    return !failed(replay) &&
           (referee_end(&replay->referee, &error) || fail_at(replay, error.text));
}

static char *read_file(const char *path, struct error *error)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!file) {
        error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    const bool any = getdelim(&text, &room, '\0', file) >= 0;
    fclose(file);
    return any ? text : memory_text("");
}

/* Starts the target; the transcript's arguments follow the target's own. */
static bool start(struct checker *checker, const struct transcript *transcript)
{
    char *list[MAX_WORDS] = {NULL}, *words = memory_text(transcript->arguments), *rest = words;
    int count = 0;
    for (char *word; (word = strsep(&rest, " ")) && count < MAX_WORDS - 1;) {
        if (*word) {
            list[count++] = word;
        }
    }
    const bool good = checker_start_with(checker, list, false);
    free(words);
    return good;
}

static bool replay_transcript(struct checker *checker, const struct transcript *transcript)
{
    if (!checker->target->arguments && transcript->arguments[0]) {
        return checker_skip(checker, "it starts a program with arguments of its own");
    }
    if (!start(checker, transcript)) {
        return false;
    }
    struct replay replay = {.checker = checker};
    transcript_player_init(&replay.player, transcript);
    referee_init(&replay.referee);
    line_reader_init(&replay.sent);
    bool good = play(&replay) && finish(&replay);
    transcript_player_finish(&replay.player);
    line_reader_finish(&replay.sent);
    return good;
}

bool replay_file(struct checker *checker, const char *path)
{
    struct error error = {""};
    struct transcript transcript;
    const char *slash = strrchr(path, '/');
    char *text = read_file(path, &error);
    const bool read = text && transcript_parse(&transcript, slash ? slash + 1 : path, text, &error);
    free(text);
    if (!read) {
        return checker_fail(checker, "%s", error.text);
    }
    const bool good = replay_transcript(checker, &transcript);
    transcript_finish(&transcript);
    return good;
}
