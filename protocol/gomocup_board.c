/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "gomocup.h"

void gomocup_square_text(const struct gomocup_state *state, int x, int y, char text[8])
{
    snprintf(text, 8, "%c%d", 'a' + x % 26, (state->size - y) % 100);
}

bool gomocup_square(const struct gomocup_state *state, const char *text, int *x, int *y)
{
    int file = text[0] - 'a', rank = 0;
    for (text += text[0] != '\0'; *text >= '0' && *text <= '9' && rank < 100; text++) {
        rank = 10 * rank + (*text - '0');
    }
    if (*text || file < 0 || file >= state->size || rank < 1 || rank > state->size) {
        return false;
    }
    *x = file;
    *y = state->size - rank;
    return true;
}

uint8_t *gomocup_stone(struct gomocup_state *state, int x, int y)
{
    return &state->stones[y * state->size + x];
}

enum gomocup_stone gomocup_to_move(const struct gomocup_state *state, int counts[3])
{
    counts[GOMOCUP_FIRST] = counts[GOMOCUP_SECOND] = 0;
    for (int i = 0; i < state->size * state->size; i++) {
        if (state->stones[i]) {
            counts[state->stones[i]]++;
        }
    }
    return counts[GOMOCUP_FIRST] > counts[GOMOCUP_SECOND] ? GOMOCUP_SECOND : GOMOCUP_FIRST;
}

void gomocup_write_fen(struct gomocup_state *state)
{
    char *to = state->fen, *end = state->fen + sizeof state->fen;
    int counts[3];
    for (int y = 0; y < state->size; y++) {
        int run = 0;
        for (int x = 0; x < state->size; x++) {
            uint8_t stone = *gomocup_stone(state, x, y);
            if (stone && run) {
                to += snprintf(to, (size_t)(end - to), "%d", run);
            }
            if (stone) {
                *to++ = stone == GOMOCUP_FIRST ? 'x' : 'o';
            }
            run = stone ? 0 : run + 1;
        }
        if (run) {
            to += snprintf(to, (size_t)(end - to), "%d", run);
        }
        *to++ = y + 1 < state->size ? '/' : ' ';
    }
    *to++ = gomocup_to_move(state, counts) == GOMOCUP_FIRST ? 'x' : 'o';
    *to = '\0';
}

bool gomocup_numbers(const char *text, int least, int most, int64_t numbers[3])
{
    int count = 0;
    while (count < most) {
        text += strspn(text, " ");
        bool minus = *text == '-';
        text += minus;
        int64_t number = 0;
        if (*text < '0' || *text > '9') {
            return false;
        }
        for (; *text >= '0' && *text <= '9'; text++) {
            number = number < INT32_MAX ? 10 * number + (*text - '0') : number;
        }
        numbers[count++] = minus ? -number : number;
        text += strspn(text, " ");
        if (*text != ',') {
            break;
        }
        text++;
    }
    return count >= least && *text == '\0';
}
