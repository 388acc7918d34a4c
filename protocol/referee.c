/* SPDX-License-Identifier: MIT */
#include "referee.h"

#include <stdlib.h>
#include <string.h>

void referee_init(struct referee *referee)
{
    *referee = (struct referee){.dialect = &dialect_uci};
}

static void note_command(struct referee *referee, const struct command *command)
{
    switch (command->kind) {
    case COMMAND_HELLO:
        referee->greetings++;
        break;
    case COMMAND_ISREADY:
        referee->readies++;
        break;
    case COMMAND_QUERY:
        referee->queries++;
        break;
    case COMMAND_GO:
        referee->searches_least++;
        referee->searches_most++;
        break;
    case COMMAND_NEWGAME:
    case COMMAND_QUIT:
        referee->searches_least = 0;
        referee->cut_off = referee->searches_most;
        break;
    default:
        break;
    }
}

bool referee_sent(struct referee *referee, const char *line, struct error *error)
{
    const struct dialect *dialect = dialect_of_line(line);
    referee->is_another |= dialect && dialect->quits_in_silence;
    if (referee->is_another) {
        return true;
    }
    char *copy = strdup(line);
    if (!copy) {
        return error_set(error, "memory is out");
    }
    struct command command;
    if (referee->dialect->parse_command(&referee->state, copy, &command, NULL)) {
        note_command(referee, &command);
    }
    free(copy);
    return true;
}

static bool answer(int *asked, const char *line, struct error *error)
{
    if (*asked == 0) {
        return error_set(error, "'%.80s' answers nothing that was asked", line);
    }
    --*asked;
    return true;
}

static int count_words(const char *text)
{
    int count = *text != '\0';
    for (; *text; text++) {
        count += *text == ' ';
    }
    return count;
}

static bool check_info(struct referee *referee, const struct event_info *info, const char *line,
                       struct error *error)
{
    int number = info->multipv > 0 ? info->multipv : 1;
    if (referee->searches_most == 0) {
        return error_set(error, "a score without a search: '%.160s'", line);
    }
    if (number > referee->last_multipv + 1) {
        return error_set(error, "line %d follows line %d: '%.160s'", number, referee->last_multipv,
                         line);
    }
    referee->last_multipv = number;
    int plies = info->score < 0 ? -info->score : info->score;
    if (info->is_mate && info->bound == EVENT_EXACT && plies != count_words(info->pv)) {
        return error_set(error, "a mate in %d plies, but %d moves to it: '%.160s'", plies,
                         count_words(info->pv), line);
    }
    if (number == 1) {
        referee->exact = info->bound == EVENT_EXACT;
        referee->counted =
            info->nodes >= 0 && info->time_ms >= 0 && info->nps >= 0 && info->hashfull >= 0;
        size_t length = strcspn(info->pv, " ");
        length = length < sizeof referee->first_move ? length : sizeof referee->first_move - 1;
        memcpy(referee->first_move, info->pv, length);
        referee->first_move[length] = '\0';
    }
    return true;
}

/* Clients accept a bestmove without a move, but an engine must not send it. */
static bool is_bare(const char *line)
{
    static const char word[] = "bestmove";
    const size_t length = sizeof word - 1;
    return strncmp(line, word, length) == 0 && !line[length + strspn(line + length, " \t")];
}

static bool check_bestmove(struct referee *referee, const char *move, const char *line,
                           struct error *error)
{
    if (is_bare(line)) {
        return error_set(error, "bestmove: expected a move or '(none)'");
    }
    if (!answer(&referee->searches_most, line, error)) {
        return false;
    }
    referee->searches_least -= referee->searches_least > 0;
    bool said_line = referee->last_multipv > 0, cut_off = referee->cut_off > 0;
    referee->last_multipv = 0;
    referee->cut_off -= cut_off;
    /* `0000` may mean a pass or no move. */
    const bool passes = said_line && strcmp(referee->first_move, "0000") == 0;
    if (!move) {
        return !said_line || cut_off || passes ||
               error_set(error, "no bestmove, but a line of moves before it");
    }
    if (!said_line) {
        return error_set(error, "no scored info before '%.80s'", line);
    }
    if (!referee->exact) {
        return error_set(error, "the last score before '%.80s' is a bound", line);
    }
    if (!referee->counted) {
        return error_set(error, "the last info before '%.80s' lacks nodes, nps, time or hashfull",
                         line);
    }
    if (strcmp(referee->first_move, move) != 0) {
        return error_set(error, "'%.80s' is not '%s', the first of its line", line,
                         referee->first_move);
    }
    return true;
}

static bool check_event(struct referee *referee, const struct event *event, const char *line,
                        struct error *error)
{
    switch (event->kind) {
    case EVENT_HELLO_OK:
        return answer(&referee->greetings, line, error);
    case EVENT_READY:
        return answer(&referee->readies, line, error);
    case EVENT_RESPONSE:
        return answer(&referee->queries, line, error);
    case EVENT_INFO:
        return !event->info.has_score || !event->info.pv ||
               check_info(referee, &event->info, line, error);
    case EVENT_BESTMOVE:
        return check_bestmove(referee, event->bestmove.move, line, error);
    default:
        return true;
    }
}

/* The answer to a greeting determines the dialect; earlier lines may be in another one. */
static void note_dialect(struct referee *referee, const char *line)
{
    if (strcmp(line, "uciok") == 0) {
        referee->dialect = &dialect_uci;
    } else if (strcmp(line, "ugiok") == 0) {
        referee->dialect = &dialect_ugi;
    } else if (strcmp(line, "uaiok") == 0) {
        referee->dialect = &dialect_uai;
    }
}

bool referee_received(struct referee *referee, const char *line, struct error *error)
{
    if (referee->is_another) {
        return true;
    }
    note_dialect(referee, line);
    char *copy = strdup(line);
    if (!copy) {
        return error_set(error, "memory is out");
    }
    struct event event;
    bool good = referee->dialect->parse_event(&referee->state, copy, &event, error) &&
                check_event(referee, &event, line, error);
    free(copy);
    return good;
}

bool referee_end(const struct referee *referee, struct error *error)
{
    const struct {
        int unanswered;
        const char *what;
    } asked[] = {
        {referee->greetings, "greetings"},
        {referee->readies, "isready"},
        {referee->queries, "query"},
        {referee->searches_least, "go"},
    };
    for (int i = 0; i < LENGTH(asked); i++) {
        if (asked[i].unanswered > 0) {
            return error_set(error, "%d unanswered: %s", asked[i].unanswered, asked[i].what);
        }
    }
    return true;
}
