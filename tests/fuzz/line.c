/* SPDX-License-Identifier: MIT */
/* Fuzzes the line reader. The same bytes must give the same lines whatever pieces they arrive in.
 * No line may exceed the limit or contain a control character, and must be UTF-8. The first byte is
 * the size of the pieces. */
#include "line.h"

#include "target.h"

static void take(struct line_reader *reader, struct buffer *lines, bool at_end)
{
    char *line;
    enum line_status status;
    while ((status = at_end ? line_reader_rest(reader, &line) : line_reader_next(reader, &line))) {
        if (status == LINE_TOO_LONG) {
            buffer_puts(lines, "\1\n");
            continue;
        }
        EXPECT(strlen(line) <= LINE_LIMIT);
        struct utf8_stream text = {.length = 0};
        for (const char *at = line; *at; at++) {
            EXPECT(utf8_continues(&text, *at, ""));
        }
        EXPECT(text.length == 0);
        buffer_puts(lines, line);
        buffer_puts(lines, "\n");
    }
}

static void read_in_pieces(const uint8_t *bytes, size_t length, size_t piece, struct buffer *lines)
{
    struct line_reader reader;
    line_reader_init(&reader);
    for (size_t at = 0; at < length; at += piece) {
        line_reader_feed(&reader, bytes + at, length - at < piece ? length - at : piece);
        take(&reader, lines, false);
    }
    take(&reader, lines, true);
    line_reader_finish(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct buffer whole = {0}, pieces = {0};
    if (length > 0) {
        read_in_pieces(bytes + 1, length - 1, length, &whole);
        read_in_pieces(bytes + 1, length - 1, 1u + bytes[0], &pieces);
        EXPECT(buffer_length(&whole) == buffer_length(&pieces));
        EXPECT(memcmp(buffer_text(&whole), buffer_text(&pieces), buffer_length(&whole)) == 0);
    }
    buffer_finish(&whole);
    buffer_finish(&pieces);
    return 0;
}
