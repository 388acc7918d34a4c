/* SPDX-License-Identifier: MIT */
#include "pgn_annotations.h"

#include <stdio.h>
#include <string.h>

#include "encoding.h"

/* Appends a text in UTF-8 or ISO-8859-1 as one line without repeated blanks and blanks at its ends.
 */
static void put_line(const char *text, struct buffer *out)
{
    struct buffer line = {0};
    encoding_put_line(text, &line);
    const char *word = buffer_text(&line), *blank = "";
    for (size_t length; word += strspn(word, " "), (length = strcspn(word, " ")) > 0;
         word += length) {
        buffer_puts(out, blank);
        buffer_append(out, word, length);
        blank = " ";
    }
    buffer_finish(&line);
}

/* Appends a comment of a file as one line without braces that would end it too early. */
static void put_comment(const char *text, size_t length, struct buffer *out)
{
    struct buffer raw = {0};
    buffer_append(&raw, text, length);
    for (size_t i = raw.start; i < raw.end; i++) {
        raw.data[i] = raw.data[i] == '}' ? ')' : raw.data[i];
    }
    put_line(buffer_text(&raw), out);
    buffer_finish(&raw);
}

/* Appends a variation whose words are separated by blanks. */
static void put_variation(const struct pgn_token *variation, struct buffer *out)
{
    struct cursor at = cursor_begin(variation->text, variation->length, variation->line);
    while (!cursor_is_at_end(&at)) {
        const struct cursor begin = at;
        const char byte = cursor_take(&at);
        if (byte == '{' || byte == ';') {
            while (!cursor_is_at_end(&at) && !cursor_is_any(&at, byte == '{' ? "}" : "\r\n")) {
                cursor_take(&at);
            }
            buffer_puts(out, " {");
            put_comment(cursor_place(&begin) + 1, at.at - begin.at - 1, out);
            buffer_puts(out, "} ");
            cursor_take(&at);
        } else if (byte == '%' && begin.at > 0 && strchr("\r\n", begin.text[begin.at - 1])) {
            cursor_skip_line(&at);
        } else if (strchr("()", byte)) {
            buffer_printf(out, " %c ", byte);
        } else {
            buffer_putc(out, isspace((unsigned char)byte) ? ' ' : byte);
        }
    }
}

/* Adds the glyphs of a word of signs; a sign without a number is skipped. */
static void annotate_signs(struct saved_game *saved, const char *word)
{
    while (*word) {
        char text[16];
        const struct pgn_sign *sign = pgn_signs;
        while (sign->text && strncmp(word, sign->text, strlen(sign->text)) != 0) {
            sign++;
        }
        if (sign->text && sign->number > 0) {
            snprintf(text, sizeof text, "$%d", sign->number);
            saved_game_annotate(saved, ANNOTATION_GLYPH, text);
        }
        word += sign->text ? strlen(sign->text) : 1;
    }
}

void pgn_annotate(struct saved_game *saved, const struct pgn_token *token)
{
    struct buffer text = {0}, line = {0};
    if (token->kind == PGN_COMMENT) {
        put_comment(token->text, token->length, &line);
        if (buffer_length(&line) > 0) {
            saved_game_annotate(saved, ANNOTATION_COMMENT, buffer_text(&line));
        }
    } else if (token->kind == PGN_VARIATION) {
        put_variation(token, &text);
        put_line(buffer_text(&text), &line);
        if (strcmp(buffer_text(&line), "( )") != 0) {
            saved_game_annotate(saved, ANNOTATION_VARIATION, buffer_text(&line));
        }
    } else {
        buffer_append(&text, token->text, token->length);
        if (token->text[0] == '$') {
            saved_game_annotate(saved, ANNOTATION_GLYPH, buffer_text(&text));
        } else {
            annotate_signs(saved, buffer_text(&text));
        }
    }
    buffer_finish(&text);
    buffer_finish(&line);
}
