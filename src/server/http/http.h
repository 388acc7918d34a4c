/* SPDX-License-Identifier: MIT */
/* HTTP/1.1 (RFC 9112), the server's side: bytes to requests, answers to bytes. No socket here. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <http_parser.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

/* The longest head of a request, in bytes, its empty line counted; the most fields in it. */
#define HTTP_HEAD_LIMIT 8192
#define HTTP_MAX_FIELDS 64

struct http_field {
    const char *name, *value;
};

/* The head of a request. What it points to lives until the next call on its reader. */
struct http_request {
    bool head_only; /* the method is HEAD, not GET */
    bool
        may_upgrade; /* of HTTP/1.1, with fields that ask for it; which protocol is not looked at */
    bool keep_alive; /* another request may follow */
    const char *target;
    struct http_field fields[HTTP_MAX_FIELDS];
    int field_count;
    /* What is refused whatever it asks for: the answer's status and its text; 0: nothing is. */
    int refused;
    const char *why;
};

/* Where pieces of the head lie among its bytes. */
struct http_piece {
    uint16_t start, length;
};

struct http_reader {
    struct buffer bytes;
    size_t parsed; /* bytes of the present request that the parser has seen */
    size_t taken;  /* bytes of the request handed out last; dropped by the next call */
    http_parser parser;
    struct http_piece target, names[HTTP_MAX_FIELDS], values[HTTP_MAX_FIELDS];
    int field_count;
    enum http_reading {
        HTTP_READING_TARGET,
        HTTP_READING_NAME,
        HTTP_READING_VALUE,
        HTTP_READING_DONE
    } reading;
    bool too_many, folded; /* fields; a field goes on in the next line, or is in two pieces */
    bool has_body, keep_alive, may_upgrade;
};

void http_reader_init(struct http_reader *reader);
void http_reader_finish(struct http_reader *reader);

/* Adds what was read from the wire; false when memory is out. */
bool http_reader_feed(struct http_reader *reader, const void *bytes, size_t length);

/* Whether a request has begun and not ended. */
bool http_reader_is_inside(const struct http_reader *reader);

/* The next request; false: more bytes are needed. Behind one that is refused nothing more is read.
 */
bool http_reader_next(struct http_reader *reader, struct http_request *request);

/* The bytes behind the request that was handed out last: another protocol's, after an upgrade. */
const char *http_reader_rest(const struct http_reader *reader, size_t *length);

/* The value of the field that is there once; NULL: it is missing, or there more than once, which
 * `count` (or NULL) tells apart. Names are compared without their case. */
const char *http_find(const struct http_request *request, const char *name, int *count);

/* Whether a list of words with commas between, in all fields of that name, has this word. */
bool http_list_has(const struct http_request *request, const char *name, const char *word,
                   bool any_case);

/* An answer; `body` is the caller's. */
struct http_answer {
    int status;
    const char *type;   /* of the body; NULL: text/plain */
    const char *etag;   /* in quotes; NULL: the answer may not be kept */
    const char *fields; /* more lines of the head, each ended by CRLF; NULL: none */
    const char *body;
    size_t length;
    bool closes; /* no other request is heard */
};

/* Writes the head alone. */
void http_put_head(struct buffer *out, const struct http_answer *answer);

#endif
