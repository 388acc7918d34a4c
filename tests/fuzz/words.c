/* SPDX-License-Identifier: MIT */
/* Writes the dictionary or the seeds of a target, from the tables of the dialects and games:
 * fuzz_words TARGET FOLDER. The dictionary is FOLDER/TARGET.dict, the seeds are files in
 * FOLDER/TARGET. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dialect.h"
#include "look.h"
#include "registry.h"

static const struct dialect *const dialects[] = {&dialect_uci,    &dialect_ugi,     &dialect_uai,
                                                 &dialect_ucci,   &dialect_gomocup, &dialect_cecp,
                                                 &dialect_nboard, &dialect_gtp};

static const char *folder, *target;
static int seeds;

static bool is_target(const char *name)
{
    return strcmp(target, name) == 0;
}

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

/* Writes a seed: up to two selecting bytes, then the text. */
static void put_seed(const char *choice, int bytes, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/made-%03d", folder, target, seeds++);
    FILE *file = create(path);
    fwrite(choice, 1, (size_t)bytes, file);
    fputs(text, file);
    fclose(file);
}

/* Writes an entry of a dictionary. */
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
        if (word[i] >= ' ' && word[i] <= '~') {
            fputc(word[i], file);
        } else {
            fprintf(file, "\\x%02x", (unsigned char)word[i]);
        }
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

/* Writes a sample, "startpos moves M..." or "fen F moves M...", as a line with the FEN and a line
 * of moves. */
static void put_position(int index, const char *sample)
{
    bool reads = is_target("files") || is_target("analyse");
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
    for (const char *const *fen = game->bench_positions; fen && *fen; fen++) {
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
                put_seed("\0", is_target("session"), text);
            }
        }
    }
}

/* Words of a proxy's first line. */
static void put_proxy_words(FILE *file)
{
    static const char *const words[] = {
        "PROXY ", "TCP4 ", "TCP6 ", "UNKNOWN", "192.0.2.7 ", "::1 ", "::ffff:192.0.2.7 ",
        "65535",  "\r\n"};
    for (int i = 0; i < LENGTH(words); i++) {
        put_word(file, words[i], strlen(words[i]));
    }
}

/* Words of HTTP request headers. */
static void put_http_words(FILE *file)
{
    static const char *const words[] = {
        "GET / HTTP/1.1\r\n",
        "HEAD /index.html HTTP/1.0\r\n",
        "GET /session HTTP/1.1\r\n",
        "GET /board.svg?game=gomoku&size=9&rule=renju",
        "&fen=",
        "&moves=a1+b2",
        "&last",
        "&flip=1",
        "&theme=dark",
        "&coordinates=0",
        "%2B",
        "GET /metrics HTTP/1.1\r\n",
        "GET /healthz HTTP/1.1\r\n",
        "http://localhost:7180/",
        "Host: localhost\r\n",
        "Host: [::1]:7180\r\n",
        "Host: myosu.example\r\n",
        "Origin: http://localhost\r\n",
        "Origin: https://myosu.example\r\n",
        "Connection: Upgrade\r\n",
        "Connection: keep-alive\r\n",
        "Connection: close\r\n",
        "Upgrade: websocket\r\n",
        "Sec-WebSocket-Version: 13\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "Sec-WebSocket-Protocol: v1.uci.myosu\r\n",
        "If-None-Match: *\r\n",
        "Content-Length: 1\r\n",
        "Transfer-Encoding: chunked\r\n",
        "\r\n\r\n",
    };
    for (int i = 0; i < LENGTH(words); i++) {
        put_word(file, words[i], strlen(words[i]));
    }
}

/* Words of the broker's work and the site's lists. */
static void put_json_words(FILE *file)
{
    static const char *const words[] = {
        "\"id\":\"a\"",
        "\"work\":{",
        "\"sessionId\":\"s\"",
        "\"threads\":1",
        "\"hash\":16",
        "\"multiPv\":1",
        "\"movetime\":1000",
        "\"depth\":9",
        "\"nodes\":5000",
        "\"infinite\":true",
        "\"variant\":\"",
        "\"initialFen\":\"",
        "\"moves\":[\"e2e4\"]",
        "\"engine\":{}",
        "\"name\":\"Myosu\"",
        "null",
        "1e99",
        "9223372036854775808",
        "\\u0000",
        "\\ud800",
    };
    for (int i = 0; i < LENGTH(words); i++) {
        put_word(file, words[i], strlen(words[i]));
    }
}

/* Frames of a client. The mask is zero. */
static void put_frames(FILE *file)
{
    static const struct {
        const char *bytes;
        size_t length;
    } frames[] = {
#define FRAME(bytes) {bytes, sizeof(bytes) - 1}
        FRAME("\x81\x83\0\0\0\0uci"), FRAME("\x01\x81\0\0\0\0s"),
        FRAME("\x80\x83\0\0\0\0top"), FRAME("\0\x80\0\0\0\0"),
        FRAME("\x89\x80\0\0\0\0"),    FRAME("\x8a\x80\0\0\0\0"),
        FRAME("\x88\x80\0\0\0\0"),    FRAME("\x88\x82\0\0\0\0\x03\xe8"),
        FRAME("\x81\xfe\0\x7e"),      FRAME("\x81\xff\0\0\0\0\0\x01\0\0"),
        FRAME("\xe2\x82\xac"),        FRAME("\x82\x81\0\0\0\0x"),
#undef FRAME
    };
    for (int i = 0; i < LENGTH(frames); i++) {
        put_word(file, frames[i].bytes, frames[i].length);
    }
}

/* The words and seeds that each target gets. */
static const struct target {
    const char *name;
    void (*put_words)(FILE *file); /* words that only this target has; NULL: none */
    enum {
        SAMPLE_WORDS = 1, /* positions and moves of each game, in the dictionary */
        LINE_WORDS = 2,   /* commands and events of each dialect, in the dictionary */
        SAMPLE_SEEDS = 4, /* positions and moves as seeds */
        LINE_SEEDS = 8
    } parts;
} targets[] = {
    {"analyse", NULL, SAMPLE_WORDS | SAMPLE_SEEDS},
    {"dialects", NULL, LINE_WORDS | LINE_SEEDS},
    {"files", NULL, SAMPLE_WORDS | SAMPLE_SEEDS},
    {"games", NULL, SAMPLE_WORDS | SAMPLE_SEEDS},
    {"http", put_http_words, 0},
    {"line", NULL, SAMPLE_WORDS | LINE_WORDS},
    {"provider", put_json_words, SAMPLE_WORDS},
    {"proxied", put_proxy_words, 0},
    {"session", NULL, LINE_WORDS | LINE_SEEDS},
    {"websocket", put_frames, 0},
};

static void each_game(FILE *dictionary)
{
    for (int i = 0; registry_games()[i]; i++) {
        each_sample(i, registry_games()[i], dictionary);
    }
}

static void make(const struct target *wanted)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.dict", folder, target);
    FILE *dictionary = create(path);
    if (wanted->put_words) {
        wanted->put_words(dictionary);
    }
    if (wanted->parts & SAMPLE_WORDS) {
        each_game(dictionary);
    }
    if (wanted->parts & LINE_WORDS) {
        each_line(dictionary);
    }
    fclose(dictionary);
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    if (wanted->parts & SAMPLE_SEEDS) {
        each_game(NULL);
    }
    if (wanted->parts & LINE_SEEDS) {
        each_line(NULL);
    }
}

int main(int count, char **words)
{
    for (int i = 0; count == 3 && i < LENGTH(targets); i++) {
        if (strcmp(targets[i].name, words[1]) == 0) {
            target = words[1];
            folder = words[2];
            make(&targets[i]);
            return EXIT_SUCCESS;
        }
    }
    fprintf(stderr, "usage: %s TARGET FOLDER\n", words[0]);
    return EXIT_FAILURE;
}
