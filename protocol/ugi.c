/* SPDX-License-Identifier: MIT */
#include "dialect.h"
#include "universal.h"
#include "words.h"

/* The Universal Game Interface: mates in plies, clocks by the numbers of the players, and never a
 * ponder move (cutegames hangs when it receives one). */
static const struct universal ugi = {
    .hello = "ugi",
    .hello_ok = "ugiok",
    .newgame = "uginewgame",
    .numbered_players = true,
    .mate_in_moves = false,
    .says_ponder = false,
};

static bool is_first_line(const char *line)
{
    return words_begin(line, "ugi");
}

static bool parse_command(struct dialect_state *state UNUSED, char *line, struct command *command,
                          struct error *error)
{
    return universal_parse_command(&ugi, line, command, error);
}

static void format_event(struct dialect_state *state UNUSED, const struct event *event,
                         struct buffer *out)
{
    universal_format_event(&ugi, event, out);
}

static void format_command(struct dialect_state *state UNUSED, const struct command *command,
                           struct buffer *out)
{
    universal_format_command(&ugi, command, out);
}

static bool parse_event(struct dialect_state *state UNUSED, char *line, struct event *event,
                        struct error *error)
{
    return universal_parse_event(&ugi, line, event, error);
}

const struct dialect dialect_ugi = {
    .name = "ugi",
    .is_first_line = is_first_line,
    .samples = universal_samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = format_command,
    .parse_event = parse_event,
};
