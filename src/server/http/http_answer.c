/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "http.h"
#include "web_libraries.h"

/* What a page from here may do: use files from here, and nothing else from anywhere. */
#define CONTENT_POLICY                                                                             \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/* The date as RFC 9110, section 5.6.7 writes it, whatever language the program is run in. */
static void put_date(struct buffer *out)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm date;
    time_t now = time(NULL);
    if (gmtime_r(&now, &date)) {
        buffer_printf(out, "Date: %s, %02d %s %d %02d:%02d:%02d GMT\r\n", days[date.tm_wday],
                      date.tm_mday, months[date.tm_mon], date.tm_year + 1900, date.tm_hour,
                      date.tm_min, date.tm_sec);
    }
}

void http_put_head(struct buffer *out, const struct http_answer *answer)
{
    const bool switches = answer->status == 101, unchanged = answer->status == 304;
    buffer_printf(out, "HTTP/1.1 %d %s\r\n", answer->status,
                  web.http_status_str((enum http_status)answer->status));
    put_date(out);
    if (answer->fields) {
        buffer_puts(out, answer->fields);
    }
    if (!switches && !unchanged) {
        buffer_printf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n",
                      answer->type ? answer->type : "text/plain; charset=utf-8", answer->length);
    }
    if (!switches) {
        if (answer->etag) {
            /* It may be kept, and is asked for anew each time. */
            buffer_printf(out, "ETag: %s\r\nCache-Control: no-cache\r\n", answer->etag);
        } else {
            buffer_puts(out, "Cache-Control: no-store\r\n");
        }
        if (answer->closes) {
            buffer_puts(out, "Connection: close\r\n");
        }
    }
    buffer_puts(out, "Content-Security-Policy: " CONTENT_POLICY
                     "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n\r\n");
}
