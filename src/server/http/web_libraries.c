/* SPDX-License-Identifier: MIT */
#include "web_libraries.h"

#include "compiler.h"
#include "library.h"

struct web_libraries web;

#define TEXT(number)    TEXT_OF(number)
#define TEXT_OF(number) #number

bool web_libraries_load(struct error *error)
{
    /* Debian uses the first file name of http-parser, all others use the second. */
    static const char *const http_parser[] = {
        "libhttp_parser.so." TEXT(HTTP_PARSER_VERSION_MAJOR) "." TEXT(HTTP_PARSER_VERSION_MINOR),
        "libhttp_parser.so." TEXT(HTTP_PARSER_VERSION_MAJOR),
    };
    static const char *const wslay[] = {"libwslay.so.1"};
#define WANTED(name) {#name, &web.name},
    static const struct library_function http_parser_functions[] = {
        WEB_HTTP_PARSER_FUNCTIONS(WANTED)};
    static const struct library_function wslay_functions[] = {WEB_WSLAY_FUNCTIONS(WANTED)};
#undef WANTED
    static bool loaded;
    loaded = loaded ||
             (library_load(http_parser, LENGTH(http_parser), http_parser_functions,
                           LENGTH(http_parser_functions), error) &&
              library_load(wslay, LENGTH(wslay), wslay_functions, LENGTH(wslay_functions), error));
    return loaded;
}
