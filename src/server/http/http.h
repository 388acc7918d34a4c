/* SPDX-License-Identifier: MIT */
/* HTTP/1.1 (RFC 9112), the server side, without a socket: converts bytes to requests, and answers
 * to bytes. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <http_parser.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

/* The maximum length of a request's head in bytes, including its empty line; and its maximum number
 * of fields. */
#define HTTP_HEAD_LIMIT 8192
#define HTTP_MAX_FIELDS 64

struct http_field {
    const char *name, *value;
};

/* The head of a request. Its pointers are valid until the next call on its reader. */
struct http_request {
    bool head_only;   /* the method is HEAD, not GET */
    bool may_upgrade; /* HTTP/1.1 with the fields of an upgrade, to any protocol */
    bool keep_alive;  /* another request may follow */
    const char *target;
    struct http_field fields[HTTP_MAX_FIELDS];
    int field_count;
    /* The status of a refusal, and its text; 0: the reader does not refuse the request. */
    int refused;
    const char *why;
};

/* The position of a piece of the head among its bytes. */
struct http_piece {
    uint16_t start, length;
};

struct http_reader {
    struct buffer bytes;
    size_t parsed; /* bytes of the current request that the parser has processed */
    size_t taken;  /* bytes of the request that was returned last; dropped by the next call */
    http_parser parser;
    struct http_piece target, names[HTTP_MAX_FIELDS], values[HTTP_MAX_FIELDS];
    int field_count;
    enum http_reading {
        HTTP_READING_TARGET,
        HTTP_READING_NAME,
        HTTP_READING_VALUE,
        HTTP_READING_DONE
    } reading;
    bool too_many, folded; /* fields; a field continues in the next line, or is in two pieces */
};

void http_reader_init(struct http_reader *reader);
void http_reader_finish(struct http_reader *reader);

/* Adds bytes from the wire; false if allocation fails. */
bool http_reader_feed(struct http_reader *reader, const void *bytes, size_t length);

/* True if there is an unfinished request. */
bool http_reader_is_inside(const struct http_reader *reader);

/* Reads the next request; false: more bytes are needed. After a request is refused, nothing more is
 * read. */
bool http_reader_next(struct http_reader *reader, struct http_request *request);

/* Returns the bytes after the last request: those of another protocol, after an upgrade. */
const char *http_reader_rest(const struct http_reader *reader, size_t *length);

/* Returns the value of a field that occurs once. NULL if it is missing or occurs more than once;
 * `count` (may be NULL) distinguishes these. Names are case-insensitive. */
const char *http_find(const struct http_request *request, const char *name, int *count);

/* True if this word is in the comma-separated list that all fields with that name form. */
bool http_list_has(const struct http_request *request, const char *name, const char *word,
                   bool any_case);

/* An answer. The caller owns `body`. */
struct http_answer {
    int status;
    const char *type;   /* of the body; NULL: text/plain */
    const char *etag;   /* in quotes; NULL: the answer must not be stored */
    const char *fields; /* more lines of the head, each ended by CRLF; NULL: none */
    const char *body;
    size_t length;
    bool closes; /* no further request is read */
};

/* Writes only the head. */
void http_put_head(struct buffer *out, const struct http_answer *answer);

#endif
