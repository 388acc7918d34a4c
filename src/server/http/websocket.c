/* SPDX-License-Identifier: MIT */
#include "websocket.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "line.h"
#include "web_libraries.h"

/* Bytes of the client's random number, and characters of its encoding. */
#define KEY_BYTES 16
#define KEY_CHARS BASE64_LENGTH(KEY_BYTES)

/* RFC 6455, section 1.3: a text that only a server with WebSocket appends. */
static const char protocols_mark[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_ROOM])
{
    char text[KEY_CHARS + sizeof protocols_mark];
    uint8_t digest[SHA1_BYTES];
    snprintf(text, sizeof text, "%s%s", key, protocols_mark);
    sha1(text, strlen(text), digest);
    base64_encode(digest, sizeof digest, accept);
}

int handshake_judge(const struct http_request *request, char accept[HANDSHAKE_ACCEPT_ROOM],
                    const char **why)
{
    if (request->head_only || !request->may_upgrade ||
        !http_list_has(request, "Upgrade", "websocket", true)) {
        *why = "this is for WebSocket: expected a request with 'Upgrade: websocket'";
        return 426;
    }
    const char *version = http_find(request, "Sec-WebSocket-Version", NULL);
    if (!version || strcmp(version, "13") != 0) {
        *why = "expected 'Sec-WebSocket-Version: 13'";
        return 426;
    }
    const char *key = http_find(request, "Sec-WebSocket-Key", NULL);
    if (!key || strlen(key) != KEY_CHARS || base64_decoded_length(key) != KEY_BYTES) {
        *why = "expected one Sec-WebSocket-Key of 16 bytes in Base64";
        return 400;
    }
    if (!http_list_has(request, "Sec-WebSocket-Protocol", WEBSOCKET_SUBPROTOCOL, false)) {
        *why = "expected 'Sec-WebSocket-Protocol: " WEBSOCKET_SUBPROTOCOL "'";
        return 400;
    }
    handshake_accept(key, accept);
    return 101;
}

_Static_assert(WEBSOCKET_MESSAGE_LIMIT == LINE_LIMIT, "a message is a line");

/* Bytes that a buffer keeps while it is empty. */
#define KEPT_BYTES 4096

struct websocket {
    wslay_event_context_ptr context;
    struct buffer message; /* text of the message being read */
    bool inside;           /* there is an unfinished message */
    bool control;          /* the frame being read is a control frame */
    bool failed;           /* allocation has failed */
    /* Valid during one call. */
    const char *input;
    size_t input_length;
    struct buffer *lines, *wire;
};

static ssize_t give_input(wslay_event_context_ptr context, uint8_t *bytes, size_t room,
                          int flags UNUSED, void *opaque)
{
    struct websocket *websocket = opaque;
    size_t length = websocket->input_length < room ? websocket->input_length : room;
    if (length == 0) {
        web.wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(bytes, websocket->input, length);
    websocket->input += length;
    websocket->input_length -= length;
    return (ssize_t)length;
}

static ssize_t take_output(wslay_event_context_ptr context, const uint8_t *bytes, size_t length,
                           int flags UNUSED, void *opaque)
{
    struct websocket *websocket = opaque;
    buffer_append(websocket->wire, bytes, length);
    if (websocket->wire->failed) {
        web.wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    return (ssize_t)length;
}

/* Rejects the peer's input: the close frame contains the reason, and nothing more is read. */
static void refuse(struct websocket *websocket, uint16_t code, const char *why)
{
    web.wslay_event_queue_close(websocket->context, code, (const uint8_t *)why, strlen(why));
    web.wslay_event_shutdown_read(websocket->context);
}

static void on_frame(wslay_event_context_ptr context UNUSED,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *opaque)
{
    struct websocket *websocket = opaque;
    websocket->control = wslay_is_ctrl_frame(frame->opcode);
    if (frame->opcode == WSLAY_CONNECTION_CLOSE && frame->payload_length == 1) {
        refuse(websocket, WSLAY_CODE_PROTOCOL_ERROR, "a code has two bytes");
    }
    if (websocket->control) {
        return;
    }
    websocket->inside = true;
    if (frame->opcode == WSLAY_BINARY_FRAME) {
        refuse(websocket, WSLAY_CODE_UNSUPPORTED_DATA, "a message is text");
    } else if (frame->payload_length >
               WEBSOCKET_MESSAGE_LIMIT - buffer_length(&websocket->message)) {
        refuse(websocket, WSLAY_CODE_MESSAGE_TOO_BIG, "a message has at most 65536 bytes");
    }
}

static void on_payload(wslay_event_context_ptr context,
                       const struct wslay_event_on_frame_recv_chunk_arg *chunk, void *opaque)
{
    struct websocket *websocket = opaque;
    if (!websocket->control && web.wslay_event_get_read_enabled(context)) {
        buffer_append(&websocket->message, chunk->data, chunk->data_length);
    }
}

/* Sends the library's output. */
static void send_queued(struct websocket *websocket)
{
    if (web.wslay_event_want_write(websocket->context) &&
        web.wslay_event_send(websocket->context) != 0) {
        websocket->failed = true;
    }
}

/* A message has ended. It becomes a line, with blanks instead of line ends. */
static void on_message(wslay_event_context_ptr context,
                       const struct wslay_event_on_msg_recv_arg *message, void *opaque)
{
    struct websocket *websocket = opaque;
    if (message->opcode == WSLAY_PING) {
        send_queued(websocket); /* so that a following close frame does not overtake the answer */
    }
    if (wslay_is_ctrl_frame(message->opcode) || !web.wslay_event_get_read_enabled(context)) {
        return;
    }
    struct buffer *text = &websocket->message;
    for (size_t i = text->start; i < text->end; i++) {
        if (text->data[i] == '\n') {
            text->data[i] = ' ';
        }
    }
    buffer_append(websocket->lines, buffer_text(text), buffer_length(text));
    buffer_putc(websocket->lines, '\n');
    buffer_clear(text);
    if (text->capacity > KEPT_BYTES) {
        websocket->failed |= text->failed;
        buffer_finish(text);
    }
    websocket->inside = false;
}

static void *create(void)
{
    static const struct wslay_event_callbacks calls = {
        .recv_callback = give_input,
        .send_callback = take_output,
        .on_frame_recv_start_callback = on_frame,
        .on_frame_recv_chunk_callback = on_payload,
        .on_msg_recv_callback = on_message,
    };
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (!websocket ||
        web.wslay_event_context_server_init(&websocket->context, &calls, websocket) != 0) {
        free(websocket);
        return NULL;
    }
    /* The parts of a message are joined in one buffer here, however small they are. */
    web.wslay_event_config_set_no_buffering(websocket->context, 1);
    web.wslay_event_config_set_max_recv_msg_length(websocket->context, WEBSOCKET_MESSAGE_LIMIT);
    return websocket;
}

static void destroy(void *state)
{
    struct websocket *websocket = state;
    web.wslay_event_context_free(websocket->context);
    buffer_finish(&websocket->message);
    free(websocket);
}

/* Answers an invalid frame. The library has queued a close frame without a code, which is replaced
 * by one with a code. */
static void say_broken(struct websocket *websocket)
{
    static const unsigned char frame[] = {0x80 | WSLAY_CONNECTION_CLOSE, 2,
                                          WSLAY_CODE_PROTOCOL_ERROR >> 8,
                                          WSLAY_CODE_PROTOCOL_ERROR & 0xff};
    web.wslay_event_shutdown_write(websocket->context);
    buffer_append(websocket->wire, frame, sizeof frame);
}

static enum framing_status unwrap(void *state, const char *bytes, size_t length,
                                  struct buffer *lines, struct buffer *wire)
{
    struct websocket *websocket = state;
    websocket->input = bytes;
    websocket->input_length = length;
    websocket->lines = lines;
    websocket->wire = wire;
    int status = 0;
    if (web.wslay_event_get_read_enabled(websocket->context)) {
        status = web.wslay_event_recv(websocket->context);
    }
    if (status == WSLAY_ERR_CALLBACK_FAILURE) {
        say_broken(websocket);
    }
    send_queued(websocket);
    websocket->input = NULL;
    websocket->lines = websocket->wire = NULL;
    if (status == WSLAY_ERR_NOMEM || websocket->failed || websocket->message.failed) {
        return FRAMING_FAILED;
    }
    return status == 0 && web.wslay_event_get_read_enabled(websocket->context) ? FRAMING_OPEN
                                                                               : FRAMING_ENDED;
}

/* Bytes that the library uses for one connection: 8.3 KiB were measured. */
#define LIBRARY_BYTES 8500

static size_t memory(const void *state)
{
    const struct websocket *websocket = state;
    return sizeof *websocket + LIBRARY_BYTES + websocket->message.capacity;
}

static bool is_inside(const void *state)
{
    return ((const struct websocket *)state)->inside;
}

static void queue_text(struct websocket *websocket, const char *text, size_t length)
{
    const struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text, length};
    /* After a close frame nothing may be sent, so this sends nothing. */
    if (web.wslay_event_queue_msg(websocket->context, &message) == WSLAY_ERR_NOMEM) {
        websocket->failed = true;
    }
}

static void wrap(void *state, struct buffer *said, struct buffer *wire)
{
    struct websocket *websocket = state;
    const char *text = buffer_text(said), *end = text + buffer_length(said);
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line_end ? line_end : end) - text);
        queue_text(websocket, text, length);
        text += length + (line_end != NULL);
    }
    bool lost = said->failed;
    buffer_clear(said);
    if (said->capacity > KEPT_BYTES) {
        buffer_finish(said);
    }
    websocket->wire = wire;
    send_queued(websocket);
    websocket->wire = NULL;
    said->failed = lost || websocket->failed;
}

static void close_politely(void *state, enum farewell why, struct buffer *wire)
{
    static const struct {
        uint16_t code;
        const char *text;
    } words[] = {
        [FAREWELL_DONE] = {WSLAY_CODE_NORMAL_CLOSURE, ""},
        [FAREWELL_LEAVING] = {WSLAY_CODE_GOING_AWAY, "the server ends the session"},
        [FAREWELL_NOT_HEARD] = {WSLAY_CODE_POLICY_VIOLATION, "see the last line"},
    };
    struct websocket *websocket = state;
    web.wslay_event_queue_close(websocket->context, words[why].code,
                                (const uint8_t *)words[why].text, strlen(words[why].text));
    websocket->wire = wire;
    send_queued(websocket);
    websocket->wire = NULL;
}

const struct framing framing_websocket = {create,    destroy, unwrap,        memory,
                                          is_inside, wrap,    close_politely};
