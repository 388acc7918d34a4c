/* SPDX-License-Identifier: MIT */
#include "universal.h"

#include <limits.h>
#include <string.h>

#include "words.h"

/* A parser of a command; `rest` is the folded text after the command's word. */
typedef bool parse_rest(const struct universal *dialect, char *rest, struct command *command,
                        struct error *error);

static bool parse_newgame(const struct universal *dialect UNUSED, char *rest,
                          struct command *command, struct error *error)
{
    struct command_newgame *newgame = &command->newgame;
    newgame->game = words_take(&rest);
    while (*rest) {
        if (newgame->count == COMMAND_MAX_PARAMETERS) {
            return error_set(error, "%s: more than %d parameters, from '%.80s' on", command->word,
                             COMMAND_MAX_PARAMETERS, rest);
        }
        newgame->parameters[newgame->count].name = words_take(&rest);
        newgame->parameters[newgame->count].value = words_take(&rest);
        newgame->count++;
    }
    return true;
}

/* Describes unexpected text for an error message; NULL is the end of the line. */
static struct error found(const char *text)
{
    struct error shown;
    error_set(&shown, text && *text ? "found '%.80s'" : "found the end of the line", text);
    return shown;
}

static bool parse_setoption(const struct universal *dialect UNUSED, char *rest,
                            struct command *command, struct error *error)
{
    if (!words_begin(rest, "name")) {
        return error_set(error, "setoption: expected 'name', %s", found(rest).text);
    }
    words_take(&rest);
    const char *value = words_split(rest, "value");
    if (*rest == '\0') {
        return error_set(error, "setoption name: expected the name of an option");
    }
    command->setoption.name = rest;
    command->setoption.value = value && strcmp(value, "<empty>") == 0 ? "" : value;
    return true;
}

static bool parse_position(const struct universal *dialect UNUSED, char *rest,
                           struct command *command, struct error *error)
{
    const char *moves = words_split(rest, "moves");
    const char *kind = words_take(&rest);
    if (kind && strcmp(kind, "fen") == 0) {
        if (*rest == '\0') {
            return error_set(error, "position fen: expected the text of a position");
        }
        command->position.fen = rest;
    } else if (!kind || strcmp(kind, "startpos") != 0) {
        return error_set(error, "position: expected 'startpos' or 'fen', %s", found(kind).text);
    } else if (*rest) {
        return error_set(error, "position startpos: expected 'moves', %s", found(rest).text);
    }
    command->position.moves = moves && *moves ? moves : NULL;
    return true;
}

#define AT(field) offsetof(struct command_go, field)
#define TIME_MS   COMMAND_TIME_LIMIT_MS

const struct universal_key universal_keys[] = {
    {"ponder", NULL, NULL, GO_PONDER, GO_VALUE_NONE, 0, 0, 0},
    {"wtime", "p1time", "time", GO_TIME_1, GO_VALUE_INT64, AT(time_ms[0]), -TIME_MS, TIME_MS},
    {"btime", "p2time", "opptime", GO_TIME_2, GO_VALUE_INT64, AT(time_ms[1]), -TIME_MS, TIME_MS},
    {"winc", "p1inc", "increment", GO_INC_1, GO_VALUE_INT64, AT(inc_ms[0]), 0, TIME_MS},
    {"binc", "p2inc", "oppincrement", GO_INC_2, GO_VALUE_INT64, AT(inc_ms[1]), 0, TIME_MS},
    {"movestogo", NULL, NULL, GO_MOVESTOGO, GO_VALUE_INT, AT(movestogo), 1, INT_MAX},
    {"depth", NULL, NULL, GO_DEPTH, GO_VALUE_INT, AT(depth), 0, INT_MAX},
    {"nodes", NULL, NULL, GO_NODES, GO_VALUE_INT64, AT(nodes), 0, INT64_MAX},
    {"mate", NULL, NULL, GO_MATE, GO_VALUE_MATE, AT(mate_plies), 1, INT_MAX / 2},
    {"movetime", NULL, NULL, GO_MOVETIME, GO_VALUE_INT64, AT(movetime_ms), 0, TIME_MS},
    {"infinite", NULL, NULL, GO_INFINITE, GO_VALUE_NONE, 0, 0, 0},
    {"perft", NULL, NULL, 0, GO_VALUE_PERFT, 0, 0, INT_MAX},
    {"searchmoves", NULL, NULL, GO_SEARCHMOVES, GO_VALUE_MOVES, AT(searchmoves), 0, 0},
    {NULL, NULL, NULL, 0, GO_VALUE_NONE, 0, 0, 0},
};

/* Returns the same key of the other player, or the key itself if it belongs to no player. */
static const struct universal_key *other_players(const struct universal_key *key)
{
    return key->given & (GO_TIME_1 | GO_INC_1)   ? key + 1
           : key->given & (GO_TIME_2 | GO_INC_2) ? key - 1
                                                 : key;
}

static const struct universal_key *find_key(const struct universal *dialect, const char *text)
{
    for (const struct universal_key *key = universal_keys; key->word; key++) {
        if (words_begin(text, key->word)) {
            return dialect->black_first ? other_players(key) : key;
        }
        if ((key->ugi_word && words_begin(text, key->ugi_word)) ||
            (dialect->is_ucci && key->ucci_word && words_begin(text, key->ucci_word))) {
            return key;
        }
    }
    return NULL;
}

const char *universal_key_word(const struct universal_key *key, bool black_first)
{
    return black_first ? other_players(key)->word : key->word;
}

/* Removes the words up to the next keyword from *rest and returns them as one text. */
static char *take_moves(const struct universal *dialect, char **rest)
{
    char *moves = *rest, *at = *rest;
    while (*at && !find_key(dialect, at)) {
        at = words_skip(at);
        at += *at == ' ';
    }
    *rest = at;
    if (*at && at > moves) {
        at[-1] = '\0';
    }
    return at > moves ? moves : NULL;
}

/* Stores the value of `key` in the command. If a number is missing or invalid, returns false and
 * leaves the command unchanged; *word is then the invalid word. */
static bool read_go_key(const struct universal *dialect, const struct universal_key *key,
                        char **rest, const char **word, struct command *command)
{
    struct command_go *go = &command->go;
    char *field = (char *)go + key->offset;
    if (key->value == GO_VALUE_NONE) {
        go->given |= key->given;
        return true;
    }
    if (key->value == GO_VALUE_MOVES) {
        char *moves = take_moves(dialect, rest);
        if (moves) {
            go->searchmoves = moves;
            go->given |= key->given;
        }
        return moves != NULL;
    }
    int64_t number = 0;
    if (!**rest || find_key(dialect, *rest)) {
        return false;
    }
    const char *text = words_take(rest);
    if (!words_number(text, &number)) {
        *word = text;
        return false;
    }
    if (key->given == GO_MOVESTOGO && number <= 0) {
        go->given &= ~(unsigned)GO_MOVESTOGO; /* some clients send 0 for none */
        return true;
    }
    number = number < key->min ? key->min : number > key->max ? key->max : number;
    go->given |= key->given;
    if (key->value == GO_VALUE_INT64) {
        memcpy(field, &number, sizeof number);
        return true;
    }
    if (key->value == GO_VALUE_MATE && dialect->mate_in_moves) {
        number = universal_plies_of_moves(number);
    }
    int small = (int)number;
    if (key->value == GO_VALUE_PERFT) {
        command->kind = COMMAND_PERFT;
        command->perft_depth = small;
    } else {
        memcpy(field, &small, sizeof small);
    }
    return true;
}

static bool parse_go(const struct universal *dialect, char *rest, struct command *command,
                     struct error *error)
{
    while (*rest && command->kind == COMMAND_GO) {
        const struct universal_key *key = find_key(dialect, rest);
        const char *word = words_take(&rest);
        bool read = key && read_go_key(dialect, key, &rest, &word, command);
        if (!read && command->kind == COMMAND_GO && !command->passed_over) {
            command->passed_over = word;
        }
        if (key && key->value == GO_VALUE_PERFT && command->kind == COMMAND_GO) {
            return error_set(error, "go perft: expected a depth, 0 or more");
        }
    }
    command->passed_over = command->passed_over ? command->passed_over : words_take(&rest);
    return true;
}

static bool parse_query(const struct universal *dialect UNUSED, char *rest, struct command *command,
                        struct error *error UNUSED)
{
    command->query = rest;
    return true;
}

static bool parse_bench(const struct universal *dialect UNUSED, char *rest, struct command *command,
                        struct error *error)
{
    int64_t depth = 0;
    const char *word = words_take(&rest);
    if (word && !words_number(word, &depth)) {
        command->bench.game = word;
        word = words_take(&rest);
    }
    if (!word) {
        return true;
    }
    if (!words_number(word, &depth) || depth < 1 || depth > COMMAND_BENCH_DEPTH_LIMIT) {
        return error_set(error, "bench: expected a depth from 1 to %d, %s",
                         COMMAND_BENCH_DEPTH_LIMIT, found(word).text);
    }
    command->bench.depth = (int)depth;
    return !*rest || error_set(error, "bench: expected the end of the line, %s", found(rest).text);
}

static bool parse_compare(const struct universal *dialect UNUSED, char *rest,
                          struct command *command, struct error *error)
{
    while (*rest) {
        const char *word = words_take(&rest), *text = words_take(&rest);
        const bool is_depth = strcmp(word, "depth") == 0;
        const int64_t most = is_depth ? COMMAND_BENCH_DEPTH_LIMIT : INT64_MAX;
        int64_t number = 0;
        if (!is_depth && strcmp(word, "nodes") != 0) {
            return error_set(error, "compare: expected 'depth N' or 'nodes N', %s",
                             found(word).text);
        }
        if (!text || !words_number(text, &number) || number < 1 || number > most) {
            return error_set(error, "compare %s: expected a number from 1 to %lld, %s", word,
                             (long long)most, found(text).text);
        }
        command->compare.depth = is_depth ? (int)number : command->compare.depth;
        command->compare.nodes = is_depth ? command->compare.nodes : number;
    }
    return true;
}

static bool parse_trace(const struct universal *dialect UNUSED, char *rest, struct command *command,
                        struct error *error)
{
    int64_t depth = 0;
    const char *word = words_take(&rest);
    if (!word || strcmp(word, "depth") != 0) {
        return error_set(error, "trace: expected 'depth', %s", found(word).text);
    }
    word = words_take(&rest);
    if (!words_number(word, &depth) || depth < 1 || depth > COMMAND_TRACE_DEPTH_LIMIT) {
        return error_set(error, "trace depth: expected a number of plies from 1 to %d, %s",
                         COMMAND_TRACE_DEPTH_LIMIT, found(word).text);
    }
    command->trace_depth = (int)depth;
    return !*rest || error_set(error, "trace: expected the end of the line, %s", found(rest).text);
}

static bool parse_help(const struct universal *dialect UNUSED, char *rest, struct command *command,
                       struct error *error)
{
    command->topic = words_take(&rest);
    return !*rest || error_set(error, "help: expected the end of the line, %s", found(rest).text);
}

static bool parse_name(const struct universal *dialect UNUSED, char *rest, struct command *command,
                       struct error *error)
{
    command->name = words_take(&rest);
    return !*rest || error_set(error, "%s: expected the end of the line, %s", command->word,
                               found(rest).text);
}

/* Parses `genfens N seed S book B`, with which a testing framework requests openings. Arguments
 * after that are for other engines. */
static bool parse_genfens(const struct universal *dialect UNUSED, char *rest,
                          struct command *command, struct error *error)
{
    int64_t count = 0, seed = 0;
    const char *word = words_take(&rest);
    if (!word || !words_number(word, &count) || count < 1 || count > COMMAND_GENFENS_LIMIT) {
        return error_set(error, "genfens: expected a number of positions from 1 to %d, %s",
                         COMMAND_GENFENS_LIMIT, found(word).text);
    }
    command->genfens.count = (int)count;
    while ((word = words_take(&rest))) {
        const char *value = words_take(&rest);
        if (strcmp(word, "seed") == 0 && (!value || !words_number(value, &seed))) {
            return error_set(error, "genfens seed: expected a number, %s", found(value).text);
        }
        if (strcmp(word, "book") == 0 && (!value || !words_equal_nocase(value, "none"))) {
            return error_set(error, "genfens book: expected none, %s; books are not read",
                             found(value).text);
        }
    }
    command->genfens.seed = (uint64_t)seed;
    return true;
}

/* All commands: the word, the kind, the parser of the rest of the line (NULL: it is ignored), and
 * sample lines, separated by line feeds, which together use every keyword of the command. */
static const struct {
    const char *word;
    enum command_kind kind;
    parse_rest *parse;
    const char *samples;
} commands[] = {
    {"uci", COMMAND_HELLO, NULL, "uci"},
    {"ugi", COMMAND_HELLO, NULL, "ugi"},
    {"uai", COMMAND_HELLO, NULL, "uai"},
    {"isready", COMMAND_ISREADY, NULL, "isready"},
    {"newgame", COMMAND_NEWGAME, parse_newgame,
     "newgame\n"
     "newgame tictactoe\n"
     "newgame gomoku size 9 rule renju"},
    {"ucinewgame", COMMAND_NEWGAME, parse_newgame, "ucinewgame"},
    {"uginewgame", COMMAND_NEWGAME, parse_newgame, "uginewgame"},
    {"uainewgame", COMMAND_NEWGAME, parse_newgame, "uainewgame"},
    {"setoption", COMMAND_SETOPTION, parse_setoption,
     "setoption name Hash value 16\n"
     "setoption name Clear Hash\n"
     "setoption name UCI_Variant value <empty>"},
    {"position", COMMAND_POSITION, parse_position,
     "position startpos\n"
     "position startpos moves b2 a1 c3\n"
     "position fen 3/1x1/o2 x moves a3"},
    {"go", COMMAND_GO, parse_go,
     "go depth 2 nodes 500 mate 2 searchmoves a1 4 e2e4\n"
     "go movetime 2\n"
     "go wtime 20 btime 20 winc 1 binc 1 movestogo 5\n"
     "go p1time 20 p2time 20 p1inc 1 p2inc 1\n"
     "go ponder depth 1\n"
     "go infinite\n"
     "go perft 2"},
    {"stop", COMMAND_STOP, NULL, "stop"},
    {"ponderhit", COMMAND_PONDERHIT, NULL, "ponderhit"},
    {"query", COMMAND_QUERY, parse_query,
     "query result\n"
     "query move e2e4\n"
     "query game gomoku"},
    {"d", COMMAND_DISPLAY, NULL, "d"},
    {"eval", COMMAND_EVAL, NULL, "eval"},
    {"bench", COMMAND_BENCH, parse_bench, "bench tictactoe 2"},
    {"compare", COMMAND_COMPARE, parse_compare, "compare depth 3\ncompare nodes 500 depth 2"},
    {"trace", COMMAND_TRACE, parse_trace, "trace depth 2"},
    {"genfens", COMMAND_GENFENS, parse_genfens, "genfens 2 seed 5 book none"},
    {"games", COMMAND_GAMES, NULL, "games"},
    {"help", COMMAND_HELP, parse_help, "help\nhelp gomoku"},
    {"publish", COMMAND_PUBLISH, parse_name, "publish board-1\npublish none"},
    {"watch", COMMAND_WATCH, parse_name, "watch\nwatch board-1\nwatch none"},
    {"quit", COMMAND_QUIT, NULL, "quit"},
    {"debug", COMMAND_NOTHING, NULL, "debug on"},
    {"register", COMMAND_NOTHING, NULL, "register later"},
};

bool universal_is_command(const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    for (int i = 0; i < LENGTH(commands); i++) {
        if (strlen(commands[i].word) == length && strncmp(line, commands[i].word, length) == 0) {
            return true;
        }
    }
    return false;
}

const char *universal_samples(int index)
{
    return index < LENGTH(commands) ? commands[index].samples : NULL;
}

bool universal_parse_command(const struct universal *dialect, char *line, struct command *command,
                             struct error *error)
{
    words_fold(line);
    *command = (struct command){.kind = COMMAND_NOTHING, .word = ""};
    char *rest = line;
    const char *word = words_take(&rest);
    if (!word) {
        return true;
    }
    command->word = word;
    for (int i = 0; i < LENGTH(commands); i++) {
        if (strcmp(word, commands[i].word) == 0) {
            command->kind = commands[i].kind;
            if (!commands[i].parse) {
                command->passed_over = words_take(&rest);
                return true;
            }
            return commands[i].parse(dialect, rest, command, error);
        }
    }
    command->kind = COMMAND_UNKNOWN;
    return true;
}

const char *universal_word(enum command_kind kind)
{
    for (int i = 0; i < LENGTH(commands); i++) {
        if (commands[i].kind == kind) {
            return commands[i].word;
        }
    }
    return NULL;
}
