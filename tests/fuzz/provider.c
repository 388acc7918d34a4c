/* SPDX-License-Identifier: MIT */
/* Fuzzes what a site and its broker send to the provider. The first byte selects: work, or the list
 * of engines in which a registration is looked up. */
#include "target.h"

#include "searcher.h"

/* Accepted work is sent to an engine and becomes part of addresses: texts must not contain line
 * ends, limits must be within the interface's, and identifiers must not contain path
 * separators. */
static void read_work(const char *text, size_t length)
{
    struct work work;
    struct error error = {""};
    if (work_read(&work, text, length, &error)) {
        EXPECT(work.variant.name && work.session && !work.session[strcspn(work.session, "\r\n")]);
        EXPECT(registration_id_check(work.id, &error));
        EXPECT(work.threads >= 1 && work.threads <= REGISTRATION_THREADS_MOST);
        EXPECT(work.hash >= 1 && work.hash <= REGISTRATION_HASH_MOST);
        EXPECT(work.lines >= 1 && work.lines <= WORK_LINES_MOST);
        EXPECT(work.go.given != 0);
        struct command_position position = work_position(&work);
        EXPECT(!position.moves || !position.moves[strcspn(position.moves, "\r\n")]);
        EXPECT(!position.fen || !position.fen[strcspn(position.fen, "\r\n")]);
    } else {
        EXPECT(error.text[0]);
    }
    work_finish(&work);
}

static void read_list(const char *text, size_t length)
{
    char id[REGISTRATION_ID_ROOM];
    struct error error = {""};
    if (registration_find(text, length, "Myosu", id, &error)) {
        EXPECT(!*id || registration_id_check(id, &error));
    } else {
        EXPECT(error.text[0] && !*id);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length < 1) {
        return 0;
    }
    char *text = text_of(bytes + 1, length - 1);
    if (bytes[0] % 2 == 0) {
        read_work(text, length - 1);
    } else {
        read_list(text, length - 1);
    }
    free(text);
    return 0;
}
