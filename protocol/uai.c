/* SPDX-License-Identifier: MIT */
#include "dialect.h"
#include "universal.h"
#include "words.h"

/* The Universal Ataxx Interface (kz04px, github.com/kz04px/libataxx): UCI with other command names,
 * for one game whose first player is Black. Its interfaces do not expect a ponder move. */
#define GAME "ataxx"

static const struct universal uai = {
    .hello = "uai",
    .hello_ok = "uaiok",
    .newgame = "uainewgame",
    .black_first = true,
    .mate_in_moves = true,
    .says_ponder = false,
};

static bool is_first_line(const char *line)
{
    return words_begin(line, "uai");
}

static bool parse_command(struct dialect_state *state UNUSED, char *line, struct command *command,
                          struct error *error)
{
    return universal_parse_command(&uai, line, command, error);
}

static void format_event(struct dialect_state *state UNUSED, const struct event *event,
                         struct buffer *out)
{
    universal_format_event(&uai, event, out);
}

static void format_command(struct dialect_state *state UNUSED, const struct command *command,
                           struct buffer *out)
{
    universal_format_command(&uai, command, out);
}

static bool parse_event(struct dialect_state *state UNUSED, char *line, struct event *event,
                        struct error *error)
{
    return universal_parse_event(&uai, line, event, error);
}

const struct dialect dialect_uai = {
    .name = "uai",
    .game = GAME,
    .answers_when_asked = true,
    .is_first_line = is_first_line,
    .samples = universal_samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = format_command,
    .parse_event = parse_event,
};
