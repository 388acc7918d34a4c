/* SPDX-License-Identifier: MIT */
/* Fuzzes every dialect in both directions: bytes go through the line reader into its parsers; what
 * they parse is formatted, parsed and formatted again. Also fuzzes transcripts. */

#include "dialect.h"
#include "line.h"
#include "target.h"
#include "transcript.h"

/* Checks that formatted output is complete lines of printable UTF-8. */
static void check_output(struct buffer *out)
{
    const char *text = buffer_text(out);
    size_t length = buffer_length(out);
    EXPECT(length == 0 || text[length - 1] == '\n');
    struct utf8_stream stream = {.length = 0};
    for (size_t i = 0; i < length; i++) {
        EXPECT(utf8_continues(&stream, text[i], "\n\t"));
    }
    EXPECT(stream.length == 0);
    buffer_clear(out);
}

/* Checks that a formatted command is parsed and formatted as the same text. Dialects whose lines
 * depend on earlier lines are excluded. */
static void check_command(const struct dialect *dialect, const char *written)
{
    struct dialect_state engine = {0}, client = {0};
    struct command command;
    struct buffer again = {0};
    struct error error = {""};
    if (*written && !dialect->lines_build_on_another) {
        char *copy = strdup(written);
        copy[strcspn(copy, "\n")] = '\0';
        EXPECT(dialect->parse_command(&engine, copy, &command, &error));
        dialect->format_command(&client, &command, &again);
        EXPECT(strcmp(buffer_text(&again), written) == 0);
        free(copy);
    }
    buffer_finish(&again);
}

/* The same for an event. A draw that UCCI offers answers an earlier `go draw`, so it is excluded,
 * too. */
static void check_event(const struct dialect *dialect, const char *written)
{
    struct dialect_state engine = {0}, client = {0};
    struct event event;
    struct buffer again = {0};
    struct error error = {""};
    const bool offers_draw = dialect == &dialect_ucci && strstr(written, " draw\n");
    if (*written && !dialect->lines_build_on_another && !offers_draw) {
        char *copy = strdup(written), *rest = copy, *line;
        while ((line = strsep(&rest, "\n")) && rest) {
            do {
                EXPECT(dialect->parse_event(&client, line, &event, &error));
                dialect->format_event(&engine, &event, &again);
            } while ((line = event.more));
        }
        EXPECT(strcmp(buffer_text(&again), written) == 0);
        free(copy);
    }
    buffer_finish(&again);
}

static void read_line(const struct dialect *dialect, struct dialect_state *engine,
                      struct dialect_state *client, const char *line, struct buffer *out)
{
    struct error error;
    struct command command;
    struct event event;
    char *copy = strdup(line);
    if (dialect->parse_command(engine, copy, &command, &error)) {
        dialect->format_command(client, &command, out);
        check_command(dialect, buffer_text(out));
        check_output(out);
    }
    strcpy(copy, line);
    if (dialect->parse_event(client, copy, &event, &error)) {
        dialect->format_event(engine, &event, out);
        check_event(dialect, buffer_text(out));
        check_output(out);
    }
    free(copy);
}

static void read_transcript(const uint8_t *bytes, size_t length)
{
    char *text = text_of(bytes, length);
    struct transcript transcript;
    if (transcript_parse(&transcript, "input", text, NULL)) {
        transcript_finish(&transcript);
    }
    free(text);
}

/* Reads a conversation in one dialect from its first line to its last. */
static void read_lines(const struct dialect *dialect, const uint8_t *bytes, size_t length)
{
    struct dialect_state engine = {0}, client = {0};
    struct line_reader reader = {0};
    struct buffer out = {0};
    char *line;
    enum line_status status;
    line_reader_feed(&reader, bytes, length);
    while ((status = line_reader_rest(&reader, &line)) != LINE_NONE) {
        if (status == LINE_READY) {
            read_line(dialect, &engine, &client, line, &out);
        }
    }
    line_reader_finish(&reader);
    buffer_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    read_lines(&dialect_uci, bytes, length);
    read_lines(&dialect_ugi, bytes, length);
    read_lines(&dialect_uai, bytes, length);
    read_lines(&dialect_ucci, bytes, length);
    read_lines(&dialect_gomocup, bytes, length);
    read_lines(&dialect_cecp, bytes, length);
    read_lines(&dialect_nboard, bytes, length);
    read_lines(&dialect_gtp, bytes, length);
    read_transcript(bytes, length);
    return 0;
}
