#include <string.h>

#include "go_keys.h"
#include "universal.h"
#include "words.h"

/* Each parser gets the folded text behind the command's word. */
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

/* What a reader of errors is shown of text that should not be there. */
static struct error found(const char *text)
{
    struct error shown;
    error_set(&shown, *text ? "found '%.80s'" : "found the end of the line", text);
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
        return error_set(error, "position: expected 'startpos' or 'fen', %s",
                         found(kind ? kind : "").text);
    } else if (*rest) {
        return error_set(error, "position startpos: expected 'moves', %s", found(rest).text);
    }
    command->position.moves = moves && *moves ? moves : NULL;
    return true;
}

/* Takes the words up to the next keyword off *rest, as one text. */
static char *take_moves(char **rest)
{
    char *moves = *rest, *at = *rest;
    while (*at && !go_key_find(at)) {
        at = words_skip(at);
        at += *at == ' ';
    }
    *rest = at;
    if (*at && at > moves) {
        at[-1] = '\0';
    }
    return at > moves ? moves : NULL;
}

/* Puts what `key` says into the command; a number that is missing or garbage leaves it as it was.
 */
static void read_go_key(const struct universal *dialect, const struct go_key *key, char **rest,
                        struct command *command)
{
    struct command_go *go = &command->go;
    char *field = (char *)go + key->offset;
    if (key->value == GO_VALUE_NONE) {
        go->given |= key->given;
        return;
    }
    if (key->value == GO_VALUE_MOVES) {
        char *moves = take_moves(rest);
        if (moves) {
            go->searchmoves = moves;
            go->given |= key->given;
        }
        return;
    }
    int64_t number = 0;
    if (go_key_find(*rest) || !words_number(words_take(rest), &number)) {
        return;
    }
    number = number < key->min ? key->min : number > key->max ? key->max : number;
    go->given |= key->given;
    if (key->value == GO_VALUE_INT64) {
        memcpy(field, &number, sizeof number);
        return;
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
}

static bool parse_go(const struct universal *dialect, char *rest, struct command *command,
                     struct error *error)
{
    while (*rest && command->kind == COMMAND_GO) {
        const struct go_key *key = go_key_find(rest);
        words_take(&rest);
        if (key) {
            read_go_key(dialect, key, &rest, command);
        }
        if (key && key->value == GO_VALUE_PERFT && command->kind == COMMAND_GO) {
            return error_set(error, "go perft: expected a depth, 0 or more");
        }
    }
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

/* `genfens N seed S book B`, as a testing framework asks for openings; what it may add behind that
 * is for others. */
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

/* Every command: its word, what it is, and how the rest of its line is read (NULL: not at all). */
static const struct {
    const char *word;
    enum command_kind kind;
    parse_rest *parse;
} commands[] = {
    {"uci", COMMAND_HELLO, NULL},
    {"ugi", COMMAND_HELLO, NULL},
    {"isready", COMMAND_ISREADY, NULL},
    {"newgame", COMMAND_NEWGAME, parse_newgame},
    {"ucinewgame", COMMAND_NEWGAME, parse_newgame},
    {"uginewgame", COMMAND_NEWGAME, parse_newgame},
    {"setoption", COMMAND_SETOPTION, parse_setoption},
    {"position", COMMAND_POSITION, parse_position},
    {"go", COMMAND_GO, parse_go},
    {"stop", COMMAND_STOP, NULL},
    {"ponderhit", COMMAND_PONDERHIT, NULL},
    {"query", COMMAND_QUERY, parse_query},
    {"d", COMMAND_DISPLAY, NULL},
    {"eval", COMMAND_EVAL, NULL},
    {"bench", COMMAND_BENCH, parse_bench},
    {"genfens", COMMAND_GENFENS, parse_genfens},
    {"games", COMMAND_GAMES, NULL},
    {"help", COMMAND_HELP, NULL},
    {"quit", COMMAND_QUIT, NULL},
    {"debug", COMMAND_NOTHING, NULL},
    {"register", COMMAND_NOTHING, NULL},
};

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
            return !commands[i].parse || commands[i].parse(dialect, rest, command, error);
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
