/* SPDX-License-Identifier: MIT */
/* The lines that cutechess-cli and fastchess print, for scripts that read them. The forms are those
 * of the programs' published outputs. */
#ifndef MATCH_FOREIGN_REPORT_H
#define MATCH_FOREIGN_REPORT_H

#include "standings.h"

enum output_format { OUTPUT_OWN, OUTPUT_CUTECHESS, OUTPUT_FASTCHESS };

struct foreign_report {
    enum output_format format;
    const struct standings *standings;
    const struct sprt *sprt;
    /* fastchess, of the engines: time control, threads, hash ("NULL": unknown); and the file of
     * openings (NULL: none). */
    const char *limits, *threads, *hash, *book;
};

/* Append lines. `ending` is the text of ending_put(). */
void foreign_report_begun(const struct foreign_report *report, const struct played_game *played,
                          struct buffer *out);
void foreign_report_ended(const struct foreign_report *report, const struct played_game *played,
                          const char *ending, struct buffer *out);

/* Appends the score of the pairing of a game, which cutechess-cli prints after each one; fastchess
 * prints none. */
void foreign_report_score(const struct foreign_report *report, int64_t number, struct buffer *out);

/* Appends the ratings: Elo and the sequential test. */
void foreign_report_ratings(const struct foreign_report *report, struct buffer *out);

/* Appends the ratings and the last line of a match. */
void foreign_report_end(const struct foreign_report *report, struct buffer *out);

#endif
