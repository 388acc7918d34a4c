/* SPDX-License-Identifier: MIT */
/* One table describes the options of a program. It is used to read the command line and the
 * configuration file, and to print --help, the manual's section OPTIONS (in scdoc's format) and the
 * completions for shells.
 *
 * `NAME VALUE` or `NAME=VALUE` sets an option. An unambiguous prefix of a name is accepted, and
 * `--` ends the options. An error about an unknown name, key or word suggests the nearest known
 * one. The file of `--config FILE` has lines `NAME VALUE` without dashes, empty
 * lines, and comments that begin with '#'. Options after it on the command line override its
 * values. */
#ifndef BASE_OPTION_TABLE_H
#define BASE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "error.h"

/* The type of an option's value. The comments say what follows the name and where it is stored. */
enum option_row_kind {
    OPTION_HEADING, /* no option: `help` is a heading for the rows that follow or for `pairs` */
    OPTION_FLAG,    /* no value; sets a bool to true. As a key: also on, off, yes, no, ... */
    OPTION_TEXT,    /* a const char *, part of the command line or of the configuration file */
    OPTION_INT,     /* an int from min to max */
    OPTION_INT64,   /* an int64_t from min to max */
    OPTION_REAL,    /* a double from min to max */
    OPTION_CHOICE,  /* an int, the index of the word in `argument`: "auto|always|never" */
    OPTION_VALUE,   /* `read` reads the value */
    OPTION_NONE,    /* no value; `read` is called with NULL as its value */
    OPTION_WORDS,   /* `read_words` reads the words that follow */
    OPTION_PAIRS,   /* words KEY=VALUE, described by the rows in `pairs` */
    OPTION_SHOWN    /* no option: another form of the one above, only for --help and the manual */
};

/* A command line. Set `list` and `count`, and the other members to zero. */
struct option_words {
    char **list;
    int count, at;      /* `at`: the next word to read */
    int other_count;    /* after reading: list[0 .. other_count - 1] are not options */
    struct buffer file; /* the lines of the configuration file, each terminated by a zero byte */
};

struct option_row {
    const char *name;     /* with its dashes */
    const char *argument; /* as --help shows it; NULL: none; "[X]": it is optional */
    const char *help;     /* one sentence without its full stop; '@' stands for the initial value */
    enum option_row_kind kind;
    size_t offset; /* of the value in the program's options */
    int64_t min, max;
    /* For OPTION_VALUE and OPTION_NONE; `at` is `offset` bytes into the options. */
    bool (*read)(void *at, const char *name, char *value, struct error *error);
    /* For OPTION_WORDS; words->list[words->at - 1] is the option. */
    bool (*read_words)(void *options, struct option_words *words, struct error *error);
    const struct option_row *pairs; /* their offsets are into the program's options, too */
    int pair_count;
    /* The values that shells complete: words, or %game, %file, %folder. NULL: the words of an
     * `argument` such as "on|off", otherwise none. */
    const char *offers;
    const char *more; /* further text of the manual after `help`, in scdoc's format; NULL: none */
};

/* A row whose value is `member` of the program's options, a struct OPTION_TYPE. Further fields
 * follow as .field = value. */
#define OPTION_ROW(name_, argument_, kind_, member_, ...)                                          \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .kind = OPTION_##kind_,                          \
        .offset = offsetof(OPTION_TYPE, member_), __VA_ARGS__                                      \
    }
/* A row whose value is read by `read_`. `at` is the program's options. */
#define OPTION_READ(name_, argument_, read_, ...)                                                  \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .kind = OPTION_VALUE, .read = (read_),           \
        __VA_ARGS__                                                                                \
    }
#define OPTION_TITLE(line)                                                                         \
    {                                                                                              \
        .kind = OPTION_HEADING, .help = (line)                                                     \
    }

struct option_table {
    const char *program;
    const char *usage; /* the lines above the options */
    const char *notes; /* the lines below them; NULL: none */
    const struct option_row *rows;
    int count;
    const char *of;     /* " of merge": names the table in errors; NULL: nothing */
    bool options_first; /* the first word that is not an option ends the options */
    void (*settle)(
        void *options); /* sets the initial values that --help shows; NULL: `options` has them */
};

/* Reads words KEY=VALUE up to the next word that begins with a dash. A key in `rows` that ends with
 * '.' matches every key with that prefix. An error begins with `option` if a key is unknown,
 * otherwise with the key. */
bool option_pairs_read(const char *option, const struct option_row *rows, int count,
                       struct option_words *words, void *options, struct error *error);

/* The options of every program: --config, --help, --version and, for the build and the shells,
 * --help-manual and --help-completion. */
extern const struct option_row option_common_rows[];
extern const int option_common_count;

enum option_outcome {
    OPTIONS_READ,
    OPTIONS_ANSWERED, /* --help or a similar option was answered: nothing else is to be done */
    OPTIONS_REFUSED   /* the error names the invalid word, or the file and line */
};

/* Reads the words into `options`, which hold their initial values. The words are changed, and the
 * options point into them afterwards. */
enum option_outcome option_table_read(const struct option_table *table, struct option_words *words,
                                      void *options, struct error *error);
void option_words_finish(struct option_words *words);

/* Moves past the next word and returns it; NULL if the next option or the end comes first. */
char *option_words_next(struct option_words *words);

/* Prints the answer to --help, --help-manual, --help-completion or --version. `name` is the
 * option's name. */
void option_table_answer(const struct option_table *table, const char *name, void *options);

/* Appends to an error about a word the one of "a|b|c" that is nearest, if one is near. Returns
 * false. */
bool option_suggest(const char *choices, const char *word, struct error *error);

/* Reads a number from `min` to `max`. An error begins with `name`. */
bool option_read_number(const char *name, const char *text, int64_t min, int64_t max,
                        int64_t *number, struct error *error);

#endif
