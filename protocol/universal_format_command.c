/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "universal.h"

static void format_newgame(const struct universal *dialect, const struct command_newgame *newgame,
                           struct buffer *out)
{
    if (!newgame->game) {
        buffer_puts(out, dialect->newgame);
        return;
    }
    buffer_printf(out, "newgame %s", newgame->game);
    for (int i = 0; i < newgame->count; i++) {
        buffer_printf(out, " %s", newgame->parameters[i].name);
        if (newgame->parameters[i].value) {
            buffer_printf(out, " %s", newgame->parameters[i].value);
        }
    }
}

static void format_setoption(const struct command_setoption *setoption, struct buffer *out)
{
    buffer_printf(out, "setoption name %s", setoption->name);
    if (setoption->value) {
        buffer_printf(out, " value %s", *setoption->value ? setoption->value : "<empty>");
    }
}

static void format_position(const struct command_position *position, struct buffer *out)
{
    if (position->fen) {
        buffer_printf(out, "position fen %s", position->fen);
    } else {
        buffer_puts(out, "position startpos");
    }
    if (position->moves) {
        buffer_printf(out, " moves %s", position->moves);
    }
}

static int64_t read_number(const struct universal *dialect, const struct universal_key *key,
                           const char *field)
{
    if (key->value == GO_VALUE_INT64) {
        int64_t number;
        memcpy(&number, field, sizeof number);
        return number;
    }
    int small;
    memcpy(&small, field, sizeof small);
    bool in_moves = key->value == GO_VALUE_MATE && dialect->mate_in_moves;
    return in_moves ? universal_moves_of_plies(small) : small;
}

static void format_go(const struct universal *dialect, const struct command_go *go,
                      struct buffer *out)
{
    buffer_puts(out, "go");
    for (const struct universal_key *key = universal_keys; key->word; key++) {
        if (!(go->given & key->given)) {
            continue;
        }
        const char *word = dialect->numbered_players && key->ugi_word
                               ? key->ugi_word
                               : universal_key_word(key, dialect->black_first);
        buffer_printf(out, " %s", word);
        if (key->value == GO_VALUE_MOVES) {
            buffer_printf(out, " %s", go->searchmoves);
        } else if (key->value != GO_VALUE_NONE) {
            int64_t number = read_number(dialect, key, (const char *)go + key->offset);
            buffer_printf(out, " %lld", (long long)number);
        }
    }
}

static void format_bench(const struct command_bench *bench, struct buffer *out)
{
    buffer_puts(out, "bench");
    if (bench->game) {
        buffer_printf(out, " %s", bench->game);
    }
    if (bench->depth > 0) {
        buffer_printf(out, " %d", bench->depth);
    }
}

void universal_format_command(const struct universal *dialect, const struct command *command,
                              struct buffer *out)
{
    switch (command->kind) {
    case COMMAND_NOTHING:
    case COMMAND_NOTE:
    case COMMAND_ASIDE:
    case COMMAND_SYNC:
    case COMMAND_CANCEL:
    case COMMAND_PROGRESS:
        return;
    case COMMAND_HELLO:
        buffer_puts(out, dialect->hello);
        break;
    case COMMAND_UNKNOWN:
        buffer_puts(out, command->word);
        break;
    case COMMAND_NEWGAME:
        format_newgame(dialect, &command->newgame, out);
        break;
    case COMMAND_SETOPTION:
        format_setoption(&command->setoption, out);
        break;
    case COMMAND_POSITION:
        format_position(&command->position, out);
        break;
    case COMMAND_GO:
        format_go(dialect, &command->go, out);
        break;
    case COMMAND_PERFT:
        buffer_printf(out, "go perft %d", command->perft_depth);
        break;
    case COMMAND_QUERY:
        buffer_printf(out, *command->query ? "query %s" : "query%s", command->query);
        break;
    case COMMAND_BENCH:
        format_bench(&command->bench, out);
        break;
    case COMMAND_COMPARE:
        buffer_puts(out, "compare");
        if (command->compare.depth > 0) {
            buffer_printf(out, " depth %d", command->compare.depth);
        }
        if (command->compare.nodes > 0) {
            buffer_printf(out, " nodes %lld", (long long)command->compare.nodes);
        }
        break;
    case COMMAND_TRACE:
        buffer_printf(out, "trace depth %d", command->trace_depth);
        break;
    case COMMAND_GENFENS:
        buffer_printf(out, "genfens %d seed %lld book None", command->genfens.count,
                      (long long)command->genfens.seed);
        break;
    case COMMAND_PUBLISH:
    case COMMAND_WATCH:
        buffer_puts(out, universal_word(command->kind));
        if (command->name) {
            buffer_printf(out, " %s", command->name);
        }
        break;
    default:
        buffer_puts(out, universal_word(command->kind));
        break;
    }
    buffer_putc(out, '\n');
}
