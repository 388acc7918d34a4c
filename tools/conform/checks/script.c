/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"
#include "memory.h"
#include "pattern.h"
#include "words.h"

/* How long an engine without `ping` has for what it does not answer, in seconds. */
#define SETTLE_S 0.5

/* The state of a conversation. */
struct script {
    struct checker *checker;
    const struct manner *manner;
    char last[256];      /* the line that was read last */
    const char *without; /* the pattern of lines that may not come; NULL: none */
    int64_t sent_ns;
    int within_ms; /* 0: PROMPT_S */
    int pings;
};

static bool is_thinking(const struct script *script, const char *line)
{
    struct event event;
    struct error error;
    struct dialect_state state = {0};
    FREED char *copy = memory_text(line);
    return script->checker->dialect->parse_event(&state, copy, &event, &error) &&
           event.kind == EVENT_INFO;
}

static bool is_like(const struct script *script, const char *pattern, const char *line)
{
    return strcmp(pattern, "info") == 0 ? is_thinking(script, line)
                                        : pattern_matches(pattern, line);
}

static bool may_come(const struct script *script, const char *line)
{
    return !script->without || !is_like(script, script->without, line) ||
           checker_fail(script->checker, "this line must not come: '%.80s'", line);
}

/* Takes the expected line. */
static bool accept(struct script *script, const char *line)
{
    const double ms = (double)(session_read_ns(script->checker->session) - script->sent_ns) / 1e6;
    const double most = script->within_ms + script->checker->margin_ms;
    EXPECT(script->checker, script->within_ms == 0 || ms <= most,
           "'%.80s' comes after %.0f ms; expected %d", line, ms, script->within_ms);
    snprintf(script->last, sizeof script->last, "%s", line);
    script->without = NULL;
    script->within_ms = 0;
    return true;
}

/* Reads up to a line that matches; `at_once`: it is the next one. */
static bool expect(struct script *script, const char *pattern, bool at_once)
{
    struct checker *checker = script->checker;
    const int64_t give_up = session_after(PROMPT_S);
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ') {
            line[--length] = '\0';
        }
        REQUIRE(may_come(script, line));
        if (is_like(script, pattern, line)) {
            return accept(script, line);
        }
        EXPECT(checker, !at_once, "expected '%s', found '%.80s'", pattern, line);
    }
    return checker_fail(checker, "no line such as '%s' comes", pattern);
}

static bool is_legal(struct script *script, const char *position)
{
    struct checker *checker = script->checker;
    char word[32] = "";
    bool (*const judge)(struct checker *, const char *, char *) = script->manner->is_legal;
    sscanf(script->last, "%*s %31s", word);
    if (strcmp(position, "after") == 0) {
        position = checker_samples(checker)->after;
    }
    FREED char *copy = memory_text(word);
    return (judge ? judge(checker, position, copy) : checker_is_legal(checker, position, word)) ||
           checker_fail(checker, "%s is not legal in %.150s", word, position);
}

static void tell(struct script *script, const char *text)
{
    LOCAL_BUFFER line = {0};
    if (script->manner->write) {
        script->manner->write(script->checker, text, &line);
        text = buffer_text(&line);
    }
    session_send(script->checker->session, "%s", text);
    script->sent_ns = clock_ns();
}

/* Waits until all earlier lines have been obeyed. */
static bool settle(struct script *script)
{
    const struct manner *manner = script->manner;
    if (manner->question) {
        char number[16] = "", text[32];
        if (manner->is_numbered) {
            snprintf(number, sizeof number, " %d", ++script->pings);
        }
        snprintf(text, sizeof text, "%s%s", manner->question, number);
        tell(script, text);
        snprintf(text, sizeof text, "%s%s", manner->answer, number);
        return expect(script, text, false);
    }
    for (char *line; (line = session_read(script->checker->session, SETTLE_S));) {
        REQUIRE(may_come(script, line));
    }
    script->without = NULL;
    return true;
}

/* Does one line of a conversation. */
static bool step(struct script *script, const char *line)
{
    struct checker *checker = script->checker;
    const char *rest = line + strcspn(line, " ");
    rest += *rest == ' ';
    switch (*line) {
    case '>':
        tell(script, rest);
        return true;
    case '<':
        return expect(script, rest, false);
    case '=':
        return expect(script, rest, true);
    case '!':
        script->without = rest;
        return true;
    case '&':
        return is_legal(script, rest);
    case 'p':
        return settle(script);
    case 'n':
        return script->manner->has(checker, rest) ||
               checker_skip(checker, "it has no feature %s", rest);
    case 'e':
        return session_ends(checker->session, 1.0) ||
               checker_fail(checker, "it does not end within a second");
    default:
        if (words_begin(line, "within")) {
            script->within_ms = atoi(rest);
        } else {
            session_wait(checker->session, atoi(rest) / 1e3);
        }
        return true;
    }
}

bool script_run(struct checker *checker, const struct manner *manner, const char *lines)
{
    struct script script = {.checker = checker, .manner = manner};
    FREED char *copy = memory_text(lines);
    char *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));) {
        REQUIRE(step(&script, line));
    }
    return true;
}
