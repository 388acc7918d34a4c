/* SPDX-License-Identifier: MIT */
#include "time_text.h"

#include <ctype.h>
#include <stddef.h>

#include "command.h"

static bool is_digit(char byte)
{
    return isdigit((unsigned char)byte);
}

const char *time_text_read(const char *text, bool minutes, int64_t *ms)
{
    const int64_t most = COMMAND_TIME_LIMIT_MS / 1000;
    int64_t seconds = 0, permille = 0;
    if (!is_digit(*text)) {
        return NULL;
    }
    for (;; text++, minutes = false) {
        int64_t part = 0;
        for (; is_digit(*text); text++) {
            part = part < most ? 10 * part + (*text - '0') : part;
        }
        seconds = seconds < most ? 60 * seconds + part : seconds;
        if (*text != ':' || !is_digit(text[1])) {
            break;
        }
    }
    if (*text == '.') {
        int64_t scale = 100;
        for (text++; is_digit(*text); text++, scale /= 10) {
            permille += scale * (*text - '0');
        }
    }
    *ms = (1000 * seconds + permille) * (minutes ? 60 : 1);
    *ms = *ms < COMMAND_TIME_LIMIT_MS ? *ms : COMMAND_TIME_LIMIT_MS;
    return text;
}
