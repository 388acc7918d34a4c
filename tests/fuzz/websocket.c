/* SPDX-License-Identifier: MIT */
/* Fuzzes WebSocket frames. The same bytes must give the same lines whatever pieces they arrive in;
 * no line may exceed the limit. The answer must consist of complete frames of a server, and nothing
 * may follow a close frame. The pieces decide how the library judges the reason in a close frame,
 * so the code with which a conversation ends, and the time, may differ. The first byte is the size
 * of the pieces. */
#include "websocket.h"
#include "line.h"
#include "target.h"
#include "web_libraries.h"

struct talk {
    struct buffer lines, wire;
    enum framing_status status;
};

static void expect_lines(const struct buffer *lines)
{
    const char *at = buffer_text(lines), *end = at + buffer_length(lines);
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        EXPECT(line_end && line_end - at <= LINE_LIMIT);
        at = line_end + 1;
    }
}

/* Checks that each frame is complete, unmasked, in the shortest encoding, and of a type that a
 * client knows. */
static void expect_frames(const struct buffer *wire, bool closed)
{
    const unsigned char *at = (const unsigned char *)buffer_text(wire);
    size_t left = buffer_length(wire);
    bool close = false;
    while (left > 0) {
        EXPECT(left >= 2 && !close);
        size_t length = at[1], head = 2;
        EXPECT(at[0] == 0x81 || at[0] == 0x88 || at[0] == 0x8a);
        close = at[0] == 0x88;
        if (length == 126) {
            EXPECT(left >= 4);
            length = (size_t)at[2] << 8 | at[3];
            head = 4;
            EXPECT(length >= 126);
        }
        EXPECT(length != 127 && (at[0] == 0x81 || length <= 125));
        EXPECT(left >= head + length);
        EXPECT(!close || length == 0 || length >= 2);
        at += head + length;
        left -= head + length;
    }
    EXPECT(close == closed);
}

static void talk_in_pieces(const uint8_t *bytes, size_t length, size_t piece, struct talk *talk)
{
    void *state = framing_websocket.create();
    struct buffer said = {0};
    EXPECT(state);
    for (size_t at = 0; at < length && talk->status == FRAMING_OPEN; at += piece) {
        talk->status = framing_websocket.unwrap(state, (const char *)bytes + at,
                                                length - at < piece ? length - at : piece,
                                                &talk->lines, &talk->wire);
    }
    EXPECT(talk->status != FRAMING_FAILED);
    expect_lines(&talk->lines);
    expect_frames(&talk->wire, talk->status == FRAMING_ENDED);
    buffer_puts(&said, "readyok\nbestmove a1\n");
    framing_websocket.wrap(state, &said, &talk->wire);
    framing_websocket.close(state, FAREWELL_DONE, &talk->wire);
    EXPECT(!said.failed);
    expect_frames(&talk->wire, true);
    framing_websocket.destroy(state);
    buffer_finish(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    EXPECT(web_libraries_load(NULL));
    struct talk whole = {.status = FRAMING_OPEN}, pieces = {.status = FRAMING_OPEN};
    if (length > 1) {
        talk_in_pieces(bytes + 1, length - 1, length, &whole);
        talk_in_pieces(bytes + 1, length - 1, 1u + bytes[0], &pieces);
        EXPECT(buffer_length(&whole.lines) == buffer_length(&pieces.lines));
        EXPECT(memcmp(buffer_text(&whole.lines), buffer_text(&pieces.lines),
                      buffer_length(&whole.lines)) == 0);
    }
    buffer_finish(&whole.lines);
    buffer_finish(&whole.wire);
    buffer_finish(&pieces.lines);
    buffer_finish(&pieces.wire);
    return 0;
}
