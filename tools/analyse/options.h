/* SPDX-License-Identifier: MIT */
/* The command line of myosu-analyse. */
#ifndef ANALYSE_OPTIONS_H
#define ANALYSE_OPTIONS_H

#include "engine_choice.h"
#include "entry.h"
#include "outputs.h"
#include "shard.h"

/* The most engines of a job: EPD has as many comments for the others. */
#define MOST_ENGINES 8

struct options {
    bool merge; /* the files are databases of shards */
    struct reading reading;
    char *game_text;                  /* the game and its parameters, as given */
    struct error game_reason;         /* why that is no game that clients list; "": it is */
    enum source_format source_format; /* AUTO, or the value of --input */
    struct engine_choice engines[MOST_ENGINES]; /* the first one judges the moves */
    int engine_count, common_count;             /* common_count: options of all of them */
    struct command_go go;
    int64_t budget_ms; /* time for all searches together; 0: none */
    int multipv, concurrency;
    char multipv_text[16];
    double timeout_s;
    struct shard shard;
    const char *output, *report, *tree, *database;
    char *database_made; /* the file name derived from the output's */
    int format;          /* enum output_format */
    bool times, quiet, fresh;
    int file_count;
    char *const *files;
    struct option_words words;
};

/* Reads the arguments after the program's name: see option_table_read. */
enum option_outcome options_read(struct options *options, int count, char **words,
                                 struct error *error);
void options_finish(struct options *options);

#endif
