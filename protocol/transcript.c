/* SPDX-License-Identifier: MIT */
#include "transcript.h"

#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "words.h"

#define MOST_WAIT_MS 10000

/* The most consecutive `<~` steps: the bits of transcript_player.found. */
#define MOST_AMONG 64

static const struct {
    const char *word;
    enum transcript_verb verb;
} verbs[] = {
    {">", TRANSCRIPT_SEND},      {">>", TRANSCRIPT_SEND_BYTES}, {"<", TRANSCRIPT_EXPECT},
    {"<~", TRANSCRIPT_AMONG},    {"<..", TRANSCRIPT_UNTIL},     {"wait", TRANSCRIPT_WAIT},
    {"close", TRANSCRIPT_CLOSE}, {"end", TRANSCRIPT_END},
};

/* Parses `\*N(text)`, given without its star, and appends the text N times. Returns the rest, or
 * NULL if it is invalid. */
static const char *expand_repeat(const char *text, struct buffer *out)
{
    char *open;
    unsigned long count = strtoul(text, &open, 10);
    const char *close = *open == '(' ? strchr(open, ')') : NULL;
    if (!close || count > 1000000) {
        return NULL;
    }
    for (; count > 0; count--) {
        buffer_append(out, open + 1, (size_t)(close - open - 1));
    }
    return close + 1;
}

/* Appends `text` with its escapes expanded. Returns false for an unknown escape. */
static bool expand(const char *text, struct buffer *out)
{
    while (text && *text) {
        if (*text != '\\') {
            buffer_putc(out, *text++);
            continue;
        }
        char hex[3] = {text[1] ? text[2] : '\0', text[1] && text[2] ? text[3] : '\0', '\0'};
        char *end;
        switch (text[1]) {
        case 't':
            buffer_putc(out, '\t');
            break;
        case 'r':
            buffer_putc(out, '\r');
            break;
        case 'n':
            buffer_putc(out, '\n');
            break;
        case '\\':
            buffer_putc(out, '\\');
            break;
        case 'x':
            buffer_putc(out, (char)strtoul(hex, &end, 16));
            if (end != hex + 2) {
                return false;
            }
            text += 2;
            break;
        case '*':
            text = expand_repeat(text + 2, out);
            continue;
        default:
            return false;
        }
        text += 2;
    }
    return text;
}

static bool check_send(const char *text, struct error *error)
{
    struct buffer bytes = {0};
    bool good = expand(text, &bytes) && !bytes.failed;
    buffer_finish(&bytes);
    return good || error_set(error, "expected escapes \\t \\r \\n \\\\ \\xHH \\*N(text)");
}

static bool check_wait(const char *text, int *wait_ms, struct error *error)
{
    int64_t number;
    if (!words_number(text, &number) || number < 0 || number > MOST_WAIT_MS) {
        return error_set(error, "expected milliseconds, at most %d", MOST_WAIT_MS);
    }
    *wait_ms = (int)number;
    return true;
}

static bool check_step(struct transcript_step *step, struct error *error)
{
    switch (step->verb) {
    case TRANSCRIPT_SEND:
    case TRANSCRIPT_SEND_BYTES:
        return check_send(step->text, error);
    case TRANSCRIPT_EXPECT:
    case TRANSCRIPT_AMONG:
    case TRANSCRIPT_UNTIL:
        return pattern_check(step->text, error);
    case TRANSCRIPT_WAIT:
        return check_wait(step->text, &step->wait_ms, error);
    case TRANSCRIPT_CLOSE:
    case TRANSCRIPT_END:
        return *step->text == '\0' || error_set(error, "expected nothing more");
    }
    return false;
}

static bool parse_covers(struct transcript *transcript, char *rest, struct error *error)
{
    words_fold(rest);
    while (*rest) {
        int64_t number;
        if (!words_number(words_take(&rest), &number) || number < 1 ||
            number >= TRANSCRIPT_EXPECTATIONS) {
            return error_set(error, "covers: expected numbers of expectations");
        }
        transcript->covers |= UINT64_C(1) << number;
    }
    return true;
}

static bool parse_line(struct transcript *transcript, char *line, int number, struct error *error)
{
    if (*line == '#' || line[strspn(line, " ")] == '\0') {
        return true;
    }
    char *rest = words_skip(line);
    if (*rest) {
        *rest++ = '\0';
    }
    if (strcmp(line, "covers") == 0) {
        return parse_covers(transcript, rest, error);
    }
    if (strcmp(line, "arguments") == 0) {
        transcript->arguments = rest;
        return true;
    }
    for (int i = 0; i < LENGTH(verbs); i++) {
        if (strcmp(line, verbs[i].word) == 0) {
            struct transcript_step *step = &transcript->steps[transcript->count++];
            *step = (struct transcript_step){.verb = verbs[i].verb, .line = number, .text = rest};
            return check_step(step, error);
        }
    }
    return error_set(error, "expected covers, arguments, >, >>, <, <~, <.., wait, close or end");
}

/* Finds a sequence of `<~` steps that is too long or does not end with `<` or `<..`. */
static const struct transcript_step *find_bad_run(const struct transcript *transcript)
{
    int run = 0;
    for (int i = 0; i < transcript->count; i++) {
        enum transcript_verb verb = transcript->steps[i].verb;
        bool closes = verb == TRANSCRIPT_EXPECT || verb == TRANSCRIPT_UNTIL;
        if (run > MOST_AMONG || (run > 0 && verb != TRANSCRIPT_AMONG && !closes)) {
            return &transcript->steps[i];
        }
        run = verb == TRANSCRIPT_AMONG ? run + 1 : 0;
    }
    return run > 0 ? &transcript->steps[transcript->count - 1] : NULL;
}

static bool parse_lines(struct transcript *transcript, struct error *error)
{
    int number = 1;
    struct error why = {""};
    for (char *line = transcript->text; *line; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = end + (*end == '\n');
        *end = '\0';
        if (!parse_line(transcript, line, number, &why)) {
            return error_set(error, "%s:%d: %s", transcript->name, number, why.text);
        }
        line = next;
    }
    const struct transcript_step *bad = find_bad_run(transcript);
    if (bad) {
        return error_set(error, "%s:%d: a run of at most %d '<~' ends with '<' or '<..'",
                         transcript->name, bad->line, MOST_AMONG);
    }
    return true;
}

bool transcript_parse(struct transcript *transcript, const char *name, const char *text,
                      struct error *error)
{
    int lines = 1;
    for (const char *at = text; *at; at++) {
        lines += *at == '\n';
    }
    *transcript = (struct transcript){.arguments = ""};
    transcript->name = strdup(name);
    transcript->text = strdup(text);
    transcript->steps = calloc((size_t)lines, sizeof *transcript->steps);
    bool good = transcript->name && transcript->text && transcript->steps;
    if (!good) {
        error_set(error, "%s: memory is out", name);
    }
    good = good && parse_lines(transcript, error);
    if (!good) {
        transcript_finish(transcript);
    }
    return good;
}

void transcript_finish(struct transcript *transcript)
{
    free(transcript->name);
    free(transcript->text);
    free(transcript->steps);
    *transcript = (struct transcript){0};
}

void transcript_player_init(struct transcript_player *player, const struct transcript *transcript)
{
    *player = (struct transcript_player){.transcript = transcript};
}

void transcript_player_finish(struct transcript_player *player)
{
    buffer_finish(&player->bytes);
}

static const struct transcript_step *step_at(const struct transcript_player *player, int index)
{
    return index < player->transcript->count ? &player->transcript->steps[index] : NULL;
}

/* Collects consecutive sends, so that they are sent in one write. */
static enum transcript_action gather_sends(struct transcript_player *player)
{
    buffer_clear(&player->bytes);
    const struct transcript_step *step;
    while ((step = step_at(player, player->at)) &&
           (step->verb == TRANSCRIPT_SEND || step->verb == TRANSCRIPT_SEND_BYTES)) {
        expand(step->text, &player->bytes);
        if (step->verb == TRANSCRIPT_SEND) {
            buffer_putc(&player->bytes, '\n');
        }
        player->at++;
    }
    return TRANSCRIPT_DO_SEND;
}

enum transcript_action transcript_player_next(struct transcript_player *player)
{
    const struct transcript_step *step = step_at(player, player->at);
    if (!step) {
        return TRANSCRIPT_DO_FINISH;
    }
    switch (step->verb) {
    case TRANSCRIPT_SEND:
    case TRANSCRIPT_SEND_BYTES:
        return gather_sends(player);
    case TRANSCRIPT_EXPECT:
    case TRANSCRIPT_AMONG:
    case TRANSCRIPT_UNTIL:
        return TRANSCRIPT_DO_RECEIVE;
    case TRANSCRIPT_WAIT:
        player->wait_ms = step->wait_ms;
        player->at++;
        return TRANSCRIPT_DO_WAIT;
    case TRANSCRIPT_CLOSE:
        player->at++;
        return TRANSCRIPT_DO_CLOSE;
    case TRANSCRIPT_END:
        player->at++;
        return TRANSCRIPT_DO_END;
    }
    return TRANSCRIPT_DO_FINISH;
}

/* Returns the step that ends the sequence of `<~` steps at player->at, or that step itself if it is
 * not `<~`. */
static int closing_step(const struct transcript_player *player)
{
    int at = player->at;
    while (player->transcript->steps[at].verb == TRANSCRIPT_AMONG) {
        at++;
    }
    return at;
}

static bool mismatch(const struct transcript_player *player, const struct transcript_step *step,
                     const char *line, struct error *error)
{
    return error_set(error, "%s:%d: expected '%.120s', found '%.120s'", player->transcript->name,
                     step->line, step->text, line);
}

bool transcript_player_line(struct transcript_player *player, const char *line, struct error *error)
{
    int closing = closing_step(player);
    const struct transcript_step *steps = player->transcript->steps;
    for (int i = player->at; i < closing; i++) {
        uint64_t bit = UINT64_C(1) << (i - player->at);
        if (!(player->found & bit) && pattern_matches(steps[i].text, line)) {
            player->found |= bit;
            return true;
        }
    }
    if (!pattern_matches(steps[closing].text, line)) {
        bool passed_over =
            steps[closing].verb == TRANSCRIPT_UNTIL && !words_begin(line, "bestmove");
        return passed_over || mismatch(player, &steps[closing], line, error);
    }
    for (int i = player->at; i < closing; i++) {
        if (!(player->found >> (i - player->at) & 1)) {
            return mismatch(player, &steps[i], line, error);
        }
    }
    player->found = 0;
    player->at = closing + 1;
    return true;
}

void transcript_player_where(const struct transcript_player *player, struct error *where)
{
    int count = player->transcript->count;
    if (count == 0) {
        error_set(where, "%s", player->transcript->name);
        return;
    }
    const struct transcript_step *step =
        &player->transcript->steps[player->at < count ? player->at : count - 1];
    error_set(where, "%s:%d: '%.160s'", player->transcript->name, step->line, step->text);
}
