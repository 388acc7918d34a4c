/* SPDX-License-Identifier: MIT */
/* The result of one row: a check, or a transcript. */
#ifndef CONFORM_RESULT_H
#define CONFORM_RESULT_H

#include "buffer.h"
#include "checker.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_NOT_APPLICABLE,
    VERDICT_UNFINISHED /* the time was over before the row had ended */
};

struct result {
    enum verdict verdict;
    struct demand demand; /* of the part that failed; otherwise that of the row */
    struct error reason;  /* "": none */
    double seconds;
    struct buffer conversation; /* of a failed row, in lines; "": none */
};

#endif
