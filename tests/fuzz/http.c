/* SPDX-License-Identifier: MIT */
/* Fuzzes HTTP requests. The same bytes must give the same requests and answers whatever pieces they
 * arrive in, up to a request that is refused. Each answer must be a complete header with a status
 * that we use. The first byte is the size of the pieces. */
#include "registry.h"
#include "site.h"
#include "target.h"
#include "web_libraries.h"

static void put_metrics(void *owner, struct buffer *out)
{
    (void)owner;
    buffer_puts(out, "counters\n");
}

static int refuse_session(void *owner, const char *address, const char **why)
{
    (void)owner, (void)address, (void)why;
    return 0;
}

/* Answers a request. Appends the parsed request and the answer's header without its date. */
static bool answer(const struct http_request *request, struct buffer *out)
{
    static const char *const names[] = {"myosu.example"};
    const struct site site = {.names = {names, 1},
                              .games = registry_games(),
                              .game = registry_games()[0],
                              .put_metrics = put_metrics,
                              .refuse_session = refuse_session};
    static const struct site_client client = {"127.0.0.1", true};
    struct site_reply reply;
    struct buffer head = {0};
    site_reply(&site, &client, request, &reply);
    http_put_head(&head, &reply.answer);
    const char *text = buffer_text(&head), *date = strstr(text, "\r\nDate: ");
    EXPECT(strncmp(text, "HTTP/1.1 ", 9) == 0 && date);
    EXPECT(strstr(text, "\r\n\r\n") == text + buffer_length(&head) - 4);
    EXPECT(reply.answer.status == 101 || reply.answer.status >= 200);
    EXPECT(!request->refused || (reply.answer.closes && reply.answer.status >= 400));
    /* If two things are wrong, the pieces decide which is found first. */
    if (request->refused) {
        buffer_puts(out, "refused");
        buffer_finish(&head);
        site_reply_finish(&reply);
        return false;
    }
    buffer_printf(out, "%s %d %s", request->target, request->field_count, date + 37);
    for (int i = 0; i < request->field_count; i++) {
        const struct http_field *field = &request->fields[i];
        EXPECT(strpbrk(field->name, " \t\r\n:") == NULL);
        EXPECT(strpbrk(field->value, "\r\n") == NULL);
        buffer_printf(out, "%s=%s\n", field->name, field->value);
    }
    bool goes_on = !reply.answer.closes && !reply.upgrades;
    buffer_finish(&head);
    site_reply_finish(&reply);
    return goes_on;
}

static void read_in_pieces(const uint8_t *bytes, size_t length, size_t piece, struct buffer *out)
{
    struct http_reader reader;
    struct http_request request;
    bool goes_on = true;
    http_reader_init(&reader);
    for (size_t at = 0; at < length && goes_on; at += piece) {
        EXPECT(http_reader_feed(&reader, bytes + at, length - at < piece ? length - at : piece));
        while (goes_on && http_reader_next(&reader, &request)) {
            goes_on = answer(&request, out);
        }
    }
    http_reader_finish(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    EXPECT(web_libraries_load(NULL));
    struct buffer whole = {0}, pieces = {0};
    if (length > 1) {
        read_in_pieces(bytes + 1, length - 1, length, &whole);
        read_in_pieces(bytes + 1, length - 1, 1u + bytes[0], &pieces);
        EXPECT(strcmp(buffer_text(&whole), buffer_text(&pieces)) == 0);
    }
    buffer_finish(&whole);
    buffer_finish(&pieces);
    return 0;
}
