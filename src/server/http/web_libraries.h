/* SPDX-License-Identifier: MIT */
/* The libraries that read HTTP and WebSocket, loaded when the server needs them: http-parser reads
 * heads of requests, wslay reads and writes frames. */
#ifndef SERVER_WEB_LIBRARIES_H
#define SERVER_WEB_LIBRARIES_H

#include <http_parser.h>
#include <stdbool.h>
#include <wslay/wslay.h>

#include "error.h"

/* Calls FUNCTION(name) for each function that is used from the two libraries. */
#define WEB_HTTP_PARSER_FUNCTIONS(FUNCTION)                                                        \
    FUNCTION(http_parser_init)                                                                     \
    FUNCTION(http_parser_execute)                                                                  \
    FUNCTION(http_status_str)                                                                      \
    FUNCTION(http_should_keep_alive)                                                               \
    FUNCTION(http_parser_url_init)                                                                 \
    FUNCTION(http_parser_parse_url)
#define WEB_WSLAY_FUNCTIONS(FUNCTION)                                                              \
    FUNCTION(wslay_event_context_server_init)                                                      \
    FUNCTION(wslay_event_context_free)                                                             \
    FUNCTION(wslay_event_config_set_no_buffering)                                                  \
    FUNCTION(wslay_event_config_set_max_recv_msg_length)                                           \
    FUNCTION(wslay_event_set_error)                                                                \
    FUNCTION(wslay_event_recv)                                                                     \
    FUNCTION(wslay_event_send)                                                                     \
    FUNCTION(wslay_event_want_write)                                                               \
    FUNCTION(wslay_event_queue_msg)                                                                \
    FUNCTION(wslay_event_queue_close)                                                              \
    FUNCTION(wslay_event_get_read_enabled)                                                         \
    FUNCTION(wslay_event_shutdown_read)                                                            \
    FUNCTION(wslay_event_shutdown_write)

/* The functions under their own names. web_libraries_load fills them in; after that they are
 * constant. */
struct web_libraries {
/* A declaration. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define WEB_POINTER(name) __typeof__(name) *name;
    WEB_HTTP_PARSER_FUNCTIONS(WEB_POINTER)
    WEB_WSLAY_FUNCTIONS(WEB_POINTER)
#undef WEB_POINTER
};
extern struct web_libraries web;

/* Loads both libraries, once; false, and the reason, if one is not available. Must be called before
 * any other function of HTTP. */
bool web_libraries_load(struct error *error);

#endif
