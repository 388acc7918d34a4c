/* SPDX-License-Identifier: MIT */
#include "dialect.h"
#include "universal.h"
#include "words.h"

/* The Universal Chess Interface: mates in moves, a ponder move, clocks of White and Black. */
static const struct universal uci = {
    .hello = "uci",
    .hello_ok = "uciok",
    .newgame = "ucinewgame",
    .numbered_players = false,
    .mate_in_moves = true,
    .says_ponder = true,
};

static bool is_first_line(const char *line)
{
    return words_begin(line, "uci");
}

static bool parse_command(struct dialect_state *state UNUSED, char *line, struct command *command,
                          struct error *error)
{
    return universal_parse_command(&uci, line, command, error);
}

static void format_event(struct dialect_state *state UNUSED, const struct event *event,
                         struct buffer *out)
{
    universal_format_event(&uci, event, out);
}

static void format_command(struct dialect_state *state UNUSED, const struct command *command,
                           struct buffer *out)
{
    universal_format_command(&uci, command, out);
}

static bool parse_event(struct dialect_state *state UNUSED, char *line, struct event *event,
                        struct error *error)
{
    return universal_parse_event(&uci, line, event, error);
}

const struct dialect dialect_uci = {
    .name = "uci",
    .answers_when_asked = true,
    .is_first_line = is_first_line,
    .samples = universal_samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = format_command,
    .parse_event = parse_event,
};
