/* SPDX-License-Identifier: MIT */
#include "http.h"

#include <string.h>
#include <strings.h>
#include <time.h>

#include "web_libraries.h"

static void begin(struct http_reader *reader)
{
    reader->parsed = 0;
    reader->field_count = 0;
    reader->target = (struct http_piece){0, 0};
    reader->reading = HTTP_READING_TARGET;
    reader->too_many = reader->folded = false;
    web.http_parser_init(&reader->parser, HTTP_REQUEST);
    reader->parser.data = reader;
}

void http_reader_init(struct http_reader *reader)
{
    *reader = (struct http_reader){.taken = 0};
    begin(reader);
}

void http_reader_finish(struct http_reader *reader)
{
    buffer_finish(&reader->bytes);
    http_reader_init(reader);
}

/* Drops the request that was returned last. */
static void drop_taken(struct http_reader *reader)
{
    if (reader->taken > 0) {
        buffer_consume(&reader->bytes, reader->taken);
        reader->taken = 0;
        begin(reader);
    }
}

bool http_reader_feed(struct http_reader *reader, const void *bytes, size_t length)
{
    drop_taken(reader);
    buffer_append(&reader->bytes, bytes, length);
    return !reader->bytes.failed;
}

bool http_reader_is_inside(const struct http_reader *reader)
{
    return buffer_length(&reader->bytes) > reader->taken;
}

const char *http_reader_rest(const struct http_reader *reader, size_t *length)
{
    *length = buffer_length(&reader->bytes) - reader->taken;
    return buffer_text(&reader->bytes) + reader->taken;
}

/* Extends a piece if the new bytes follow it directly. */
static void grow(struct http_reader *reader, struct http_piece *piece, const char *at,
                 size_t length)
{
    size_t start = (size_t)(at - buffer_text(&reader->bytes));
    if (piece->length == 0) {
        piece->start = (uint16_t)start;
    } else if ((size_t)piece->start + piece->length != start) {
        reader->folded = true;
        return;
    }
    piece->length = (uint16_t)(piece->length + length);
}

static int on_target(http_parser *parser, const char *at, size_t length)
{
    struct http_reader *reader = parser->data;
    grow(reader, &reader->target, at, length);
    return 0;
}

static int on_name(http_parser *parser, const char *at, size_t length)
{
    struct http_reader *reader = parser->data;
    if (reader->reading != HTTP_READING_NAME) {
        reader->reading = HTTP_READING_NAME;
        if (reader->field_count == HTTP_MAX_FIELDS) {
            reader->too_many = true;
            return 1;
        }
        reader->names[reader->field_count] = (struct http_piece){0, 0};
        reader->values[reader->field_count++] = (struct http_piece){0, 0};
    }
    grow(reader, &reader->names[reader->field_count - 1], at, length);
    return 0;
}

static int on_value(http_parser *parser, const char *at, size_t length)
{
    struct http_reader *reader = parser->data;
    reader->reading = HTTP_READING_VALUE;
    if (length > 0) {
        grow(reader, &reader->values[reader->field_count - 1], at, length);
    }
    return 0;
}

/* The head is complete. Makes the parser stop here: a body is refused, not read. */
static int on_head(http_parser *parser)
{
    struct http_reader *reader = parser->data;
    reader->reading = HTTP_READING_DONE;
    return 2;
}

static bool refuse(struct http_request *request, int status, const char *why)
{
    request->refused = status;
    request->why = why;
    request->keep_alive = false;
    return true;
}

/* True if the bytes up to where the parser stopped could be a method, even an unknown one. */
static bool begins_with_word(const struct http_reader *reader)
{
    const char *text = buffer_text(&reader->bytes);
    size_t begin = strspn(text, "\r\n");
    return begin + strspn(text + begin, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") > reader->parsed;
}

static bool refuse_damaged(const struct http_reader *reader, struct http_request *request)
{
    if (reader->too_many) {
        return refuse(request, 431, "a request has at most 64 fields");
    }
    switch (HTTP_PARSER_ERRNO(&reader->parser)) {
    case HPE_INVALID_METHOD:
        if (begins_with_word(reader)) {
            return refuse(request, 501, "there are the methods GET and HEAD");
        }
        return refuse(request, 400, "this is no request of HTTP/1.1");
    case HPE_INVALID_VERSION:
        return refuse(request, 505, "expected HTTP/1.1");
    case HPE_INVALID_URL:
    case HPE_INVALID_HOST:
    case HPE_INVALID_PORT:
    case HPE_INVALID_PATH:
        return refuse(request, 400, "the target of the request is no address");
    case HPE_INVALID_CONTENT_LENGTH:
    case HPE_UNEXPECTED_CONTENT_LENGTH:
    case HPE_INVALID_TRANSFER_ENCODING:
        return refuse(request, 400, "the length of the body is not clear");
    default:
        return refuse(request, 400, "a field of the head is damaged");
    }
}

/* True if the names of fields are tokens (RFC 9110, section 5.6.2): the parser accepts blanks in
 * them. */
static bool names_are_words(const struct http_request *request)
{
    for (int i = 0; i < request->field_count; i++) {
        if (strpbrk(request->fields[i].name, " \t")) {
            return false;
        }
    }
    return true;
}

/* Refuses a head that is readable but not served. */
static void judge(const struct http_reader *reader, struct http_request *request)
{
    const http_parser *parser = &reader->parser;
    const bool sized = parser->flags & F_CONTENTLENGTH;
    if (parser->http_major != 1) {
        refuse(request, 505, "expected HTTP/1.1");
    } else if (reader->folded) {
        refuse(request, 400, "a field goes on in the next line");
    } else if (!names_are_words(request)) {
        refuse(request, 400, "a field of the head is damaged");
    } else if (parser->method != HTTP_GET && parser->method != HTTP_HEAD) {
        refuse(request, 405, "there are the methods GET and HEAD");
    } else if (parser->uses_transfer_encoding || (sized && parser->content_length > 0)) {
        refuse(request, 413, "a request has no body here");
    }
}

/* Returns the piece as a string, in place: the bytes after it have been read already. */
static char *text_of(struct http_reader *reader, struct http_piece piece)
{
    char *text = reader->bytes.data + reader->bytes.start + piece.start;
    /* An empty piece is at the first byte, which belongs to the method and has been read. */
    text[piece.length] = '\0';
    return text;
}

static void cut_blanks(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        text[--length] = '\0';
    }
}

static bool hand_out(struct http_reader *reader, struct http_request *request)
{
    const http_parser *parser = &reader->parser;
    reader->taken = reader->parsed;
    request->head_only = parser->method == HTTP_HEAD;
    request->keep_alive = web.http_should_keep_alive(parser);
    request->may_upgrade = parser->http_minor > 0 && (parser->flags & F_CONNECTION_UPGRADE) &&
                           (parser->flags & F_UPGRADE);
    request->target = text_of(reader, reader->target);
    request->field_count = reader->field_count;
    for (int i = 0; i < reader->field_count; i++) {
        char *value = text_of(reader, reader->values[i]);
        cut_blanks(value);
        request->fields[i] = (struct http_field){text_of(reader, reader->names[i]), value};
    }
    judge(reader, request);
    return true;
}

/* Refuses a head that exceeds its limit. */
static bool refuse_long(const struct http_reader *reader, struct http_request *request)
{
    if (reader->reading == HTTP_READING_TARGET) {
        return refuse(request, 414, "the target of the request is too long");
    }
    return refuse(request, 431, "the head of the request has more than 8192 bytes");
}

bool http_reader_next(struct http_reader *reader, struct http_request *request)
{
    static const http_parser_settings settings = {
        .on_url = on_target,
        .on_header_field = on_name,
        .on_header_value = on_value,
        .on_headers_complete = on_head,
    };
    drop_taken(reader);
    *request = (struct http_request){.target = ""};
    size_t length = buffer_length(&reader->bytes);
    length = length < HTTP_HEAD_LIMIT ? length : HTTP_HEAD_LIMIT;
    if (length > reader->parsed) {
        reader->parsed += web.http_parser_execute(&reader->parser, &settings,
                                                  buffer_text(&reader->bytes) + reader->parsed,
                                                  length - reader->parsed);
    }
    if (HTTP_PARSER_ERRNO(&reader->parser) != HPE_OK) {
        return refuse_damaged(reader, request);
    }
    if (reader->reading == HTTP_READING_DONE) {
        return hand_out(reader, request);
    }
    return reader->parsed >= HTTP_HEAD_LIMIT && refuse_long(reader, request);
}

const char *http_find(const struct http_request *request, const char *name, int *count)
{
    const char *value = NULL;
    int found = 0;
    for (int i = 0; i < request->field_count; i++) {
        if (strcasecmp(request->fields[i].name, name) == 0) {
            value = request->fields[i].value;
            found++;
        }
    }
    if (count) {
        *count = found;
    }
    return found == 1 ? value : NULL;
}

bool http_list_has(const struct http_request *request, const char *name, const char *word,
                   bool any_case)
{
    const size_t length = strlen(word);
    for (int i = 0; i < request->field_count; i++) {
        const char *at = request->fields[i].value;
        if (strcasecmp(request->fields[i].name, name) != 0) {
            continue;
        }
        while (*at) {
            at += strspn(at, ", \t");
            size_t part = strcspn(at, ",");
            size_t end = part;
            while (end > 0 && (at[end - 1] == ' ' || at[end - 1] == '\t')) {
                end--;
            }
            if (end == length &&
                (any_case ? strncasecmp(at, word, length) == 0 : strncmp(at, word, length) == 0)) {
                return true;
            }
            at += part;
        }
    }
    return false;
}

/* A page of this server may only use files of this server. */
#define CONTENT_POLICY                                                                             \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/* Writes the date as in RFC 9110, section 5.6.7. The program uses no locale but C. */
static void put_date(struct buffer *out)
{
    char text[64];
    struct tm date;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &date) && strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &date)) {
        buffer_printf(out, "Date: %s\r\n", text);
    }
}

void http_put_head(struct buffer *out, const struct http_answer *answer)
{
    const bool switches = answer->status == 101, unchanged = answer->status == 304;
    buffer_printf(out, "HTTP/1.1 %d %s\r\n", answer->status,
                  web.http_status_str((enum http_status)answer->status));
    put_date(out);
    if (answer->fields) {
        buffer_puts(out, answer->fields);
    }
    if (!switches && !unchanged) {
        buffer_printf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n",
                      answer->type ? answer->type : "text/plain; charset=utf-8", answer->length);
    }
    if (!switches) {
        if (answer->etag) {
            /* Clients may store it, but must revalidate it each time. */
            buffer_printf(out, "ETag: %s\r\nCache-Control: no-cache\r\n", answer->etag);
        } else {
            buffer_puts(out, "Cache-Control: no-store\r\n");
        }
        if (answer->closes) {
            buffer_puts(out, "Connection: close\r\n");
        }
    }
    buffer_puts(out, "Content-Security-Policy: " CONTENT_POLICY
                     "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n\r\n");
}
