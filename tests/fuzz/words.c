/* SPDX-License-Identifier: MIT */
/* Writes a target's dictionary, or its seeds, from what the dialects and the games say of
 * themselves: fuzz_words TARGET FOLDER. The dictionary is FOLDER/TARGET.dict, the seeds are files
 * in FOLDER/TARGET. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dialect.h"
#include "look.h"
#include "registry.h"

static const struct dialect *const dialects[] = {&dialect_uci, &dialect_ugi, &dialect_gomocup};

static const char *folder, *target;
static int seeds;

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

/* A seed: up to two bytes that choose, then the text. */
static void put_seed(const char *choice, int bytes, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/made-%03d", folder, target, seeds++);
    FILE *file = create(path);
    fwrite(choice, 1, (size_t)bytes, file);
    fputs(text, file);
    fclose(file);
}

/* A dictionary's entry; nothing in the games or the dialects needs more than these escapes. */
static void put_word(FILE *file, const char *word, size_t length)
{
    if (length == 0 || length > 60) {
        return;
    }
    fputc('"', file);
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '"' || word[i] == '\\') {
            fputc('\\', file);
        }
        fputc(word[i], file);
    }
    fputs("\"\n", file);
}

static void put_words(FILE *file, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " \n");
        put_word(file, text, length);
        text += length + (text[length] != '\0');
    }
}

/* A sample is "startpos moves M..." or "fen F moves M...": a FEN's line, and a line of moves. */
static void put_position(int index, const char *sample)
{
    bool reads = strcmp(target, "files") == 0;
    const char choice[2] = {reads ? 0 : (char)index, reads ? (char)index : 0};
    char text[2000];
    const char *moves = strstr(sample, "moves ");
    int fen_length = 0;
    const char *fen = "";
    if (strncmp(sample, "fen ", 4) == 0) {
        fen = sample + 4;
        fen_length = (int)(moves ? (size_t)(moves - fen) - 1 : strlen(fen));
    }
    snprintf(text, sizeof text, "%.*s\n%s", fen_length, fen, moves ? moves + 6 : "0 1 2 3");
    put_seed(choice, 2, text);
}

static void each_sample(int index, const struct game *game, FILE *words)
{
    for (const char *const *fen = game->bench_positions; *fen; fen++) {
        char sample[1000];
        snprintf(sample, sizeof sample, "fen %s", *fen);
        words ? put_words(words, sample) : put_position(index, sample);
    }
    const struct look_samples *samples = game->look ? game->look->samples : NULL;
    if (!samples) {
        return;
    }
    const char *const texts[] = {samples->after, samples->win,       samples->over,
                                 samples->loss,  samples->elsewhere, samples->first_move};
    for (int i = 0; i < LENGTH(texts); i++) {
        if (texts[i]) {
            words ? put_words(words, texts[i]) : put_position(index, texts[i]);
        }
    }
    for (const char *const *at = samples->forms; at && *at; at++) {
        words ? put_words(words, *at) : put_position(index, *at);
    }
    for (const char *const *at = samples->refused; at && *at; at++) {
        words ? put_words(words, *at) : put_position(index, *at);
    }
}

static void each_line(FILE *words)
{
    for (int i = 0; i < LENGTH(dialects); i++) {
        const char *lines;
        for (int row = 0; (lines = dialects[i]->samples(row)); row++) {
            if (words) {
                put_words(words, lines);
            } else {
                char text[4000];
                snprintf(text, sizeof text, "%s\n%s\n", dialects[i]->name, lines);
                put_seed("\0", strcmp(target, "session") == 0, text);
            }
        }
    }
}

int main(int count, char **words)
{
    char path[4096];
    if (count != 3) {
        fprintf(stderr, "usage: %s TARGET FOLDER\n", words[0]);
        return EXIT_FAILURE;
    }
    target = words[1];
    folder = words[2];
    bool plays = strcmp(target, "games") == 0 || strcmp(target, "files") == 0;
    bool talks = !plays && strcmp(target, "line") != 0;
    snprintf(path, sizeof path, "%s/%s.dict", folder, target);
    FILE *dictionary = create(path);
    for (int i = 0; !talks && registry_games()[i]; i++) {
        each_sample(i, registry_games()[i], dictionary);
    }
    if (talks || !plays) {
        each_line(dictionary);
    }
    fclose(dictionary);
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    for (int i = 0; plays && registry_games()[i]; i++) {
        each_sample(i, registry_games()[i], NULL);
    }
    if (talks) {
        each_line(NULL);
    }
    return EXIT_SUCCESS;
}
