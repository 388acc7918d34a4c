/* SPDX-License-Identifier: MIT */
/* The options of a program as one table, which reads the command line and the configuration file,
 * and prints --help, the manual's section OPTIONS (in the form of scdoc) and what shells complete.
 *
 * A word `NAME VALUE` or `NAME=VALUE` sets an option; a unique beginning of a name stands for the
 * name; `--` ends the options. A file of `--config FILE` has lines `NAME VALUE` without dashes,
 * empty lines, and comments that begin with '#'; options after it on the command line override it.
 */
#ifndef BASE_OPTION_TABLE_H
#define BASE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "error.h"

/* What follows an option on the command line, and where its value is stored. */
enum option_row_kind {
    OPTION_HEADING, /* no option: `help` is a line above those that follow, and above `pairs` */
    OPTION_FLAG,    /* nothing; a bool becomes true. As a key: true if the value is `argument` */
    OPTION_TEXT,    /* a const char *, part of the command line or of the configuration file */
    OPTION_INT,     /* an int from min to max */
    OPTION_INT64,   /* an int64_t from min to max */
    OPTION_REAL,    /* a double from min to max */
    OPTION_CHOICE,  /* an int, the index of the word in `argument`: "auto|always|never" */
    OPTION_VALUE,   /* `read` reads it */
    OPTION_NONE,    /* a flag that `read` obeys; its value is NULL */
    OPTION_WORDS,   /* `read_words` takes the words that follow */
    OPTION_PAIRS,   /* words KEY=VALUE, for which `pairs` has the rows */
    OPTION_SHOWN    /* no option: another form of the one above, in --help and the manual alone */
};

/* A command line. Beyond `list` and `count`, zeroed memory is the beginning. */
struct option_words {
    char **list;
    int count, at;      /* `at`: the word that is read next */
    int other_count;    /* when all is read, list[0 .. other_count - 1] are no options */
    struct buffer file; /* the lines of the configuration file, each ended by a byte 0 */
};

struct option_row {
    const char *name;     /* with its dashes */
    const char *argument; /* as --help shows it; NULL: none; "[X]": it may be left out */
    const char *help;     /* one sentence without its full stop; '@' stands for the initial value */
    enum option_row_kind kind;
    size_t offset; /* of the value in the program's options */
    int64_t min, max;
    /* Of OPTION_VALUE and OPTION_NONE; `at` is `offset` bytes into the options. */
    bool (*read)(void *at, const char *name, char *value, struct error *error);
    /* Of OPTION_WORDS; words->list[words->at - 1] is the option. */
    bool (*read_words)(void *options, struct option_words *words, struct error *error);
    const struct option_row *pairs; /* their offsets count from the options, too */
    int pair_count;
    /* What shells offer as its value: words, or %game, %file, %folder; NULL: the words of an
     * `argument` such as "on|off", otherwise nothing. */
    const char *offers;
    const char *more; /* what the manual says beyond `help`, in scdoc's form; NULL: nothing */
};

/* A row of a table whose program's options are of type OPTION_TYPE, where they have `member`. The
 * other fields follow, as .field = value. */
#define OPTION_ROW(name_, argument_, kind_, member_, ...)                                          \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .kind = OPTION_##kind_,                          \
        .offset = offsetof(OPTION_TYPE, member_), __VA_ARGS__                                      \
    }
/* A row whose value `read_` reads into the options as a whole: `at` is the options. */
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
    const char *of;     /* " of merge": what errors call the table; NULL: nothing */
    bool options_first; /* the first word that is no option ends the options */
    void (*settle)(
        void *options); /* fills in what --help shows as initial values; NULL: they are */
};

/* Reads words KEY=VALUE up to the next word that begins with a dash. A key that ends with a '.'
 * stands for all that begin so. Errors begin with `option` where a key is unknown, otherwise with
 * the key. */
bool option_pairs_read(const char *option, const struct option_row *rows, int count,
                       struct option_words *words, void *options, struct error *error);

/* What every program has beyond its rows: --config, --help, --version, and, for what builds and
 * completes, --help-manual and --help-completion. */
extern const struct option_row option_common_rows[];
extern const int option_common_count;

enum option_outcome {
    OPTIONS_READ,
    OPTIONS_ANSWERED, /* --help or the like: it is printed, and nothing else is to be done */
    OPTIONS_REFUSED   /* the error names the word at fault, or the file and line */
};

/* Reads the words, which are changed, into `options`, which have their initial values and point
 * into the words afterwards. */
enum option_outcome option_table_read(const struct option_table *table, struct option_words *words,
                                      void *options, struct error *error);
void option_words_finish(struct option_words *words);

/* Prints what --help, --help-manual, --help-completion and --version (the name of a common row) ask
 * for. */
void option_table_answer(const struct option_table *table, const char *name, void *options);

/* Reads a number from `min` to `max`; the error begins with `name`. */
bool option_read_number(const char *name, const char *text, int64_t min, int64_t max,
                        int64_t *number, struct error *error);

#endif
