/* SPDX-License-Identifier: MIT */
#include "site.h"

#include <stdio.h>
#include <string.h>

#include "board_query.h"
#include "pages.h"
#include "web_libraries.h"
#include "websocket.h"

/* The body of the answer is the text that was made. */
static void give_made(struct site_reply *reply)
{
    reply->answer.body = buffer_text(&reply->made);
    reply->answer.length = buffer_length(&reply->made);
}

/* Replies with one line. */
static void say(struct site_reply *reply, int status, const char *text)
{
    buffer_printf(&reply->made, "%s\n", text);
    reply->answer.status = status;
    give_made(reply);
}

/* Returns the header fields that a status requires. */
static const char *fields_of(int status)
{
    switch (status) {
    case 405:
        return "Allow: GET, HEAD\r\n";
    case 426:
        return "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n";
    case 429:
    case 503:
        return "Retry-After: 60\r\n";
    default:
        return NULL;
    }
}

static void refuse(struct site_reply *reply, int status, const char *why)
{
    say(reply, status, why);
    reply->answer.fields = fields_of(status);
}

void site_refuse(struct site_reply *reply, int status, const char *why)
{
    *reply = (struct site_reply){.upgrades = false};
    refuse(reply, status, why);
    reply->answer.closes = true;
}

/* True if the client already has this content. */
static bool client_has(const struct http_request *request, const char *etag)
{
    char weak[80];
    snprintf(weak, sizeof weak, "W/%s", etag);
    return http_list_has(request, "If-None-Match", etag, false) ||
           http_list_has(request, "If-None-Match", weak, false) ||
           http_list_has(request, "If-None-Match", "*", false);
}

/* Replies with these bytes, or says that the client has them. */
static void give_content(const struct http_request *request, const char *etag, const char *type,
                         const char *bytes, size_t length, struct site_reply *reply)
{
    const bool has = client_has(request, etag);
    reply->answer = (struct http_answer){
        .status = has ? 304 : 200,
        .type = type,
        .etag = etag,
        .body = bytes,
        .length = has ? 0 : length,
    };
}

/* Replies with the picture of a position. The same query always gives the same picture. */
static void give_board(const struct site *site, const char *query, size_t length,
                       const struct http_request *request, struct site_reply *reply)
{
    struct error error = {""};
    uint8_t digest[SHA1_BYTES];
    char text[BASE64_LENGTH(SHA1_BYTES) + 1];
    reply->costly = true;
    int status = board_query_answer(site->games, site->game, query, length, &reply->made, &error);
    if (status != 200) {
        refuse(reply, status, error.text);
        return;
    }
    sha1(buffer_text(&reply->made), buffer_length(&reply->made), digest);
    base64_encode(digest, SHA1_BYTES, text);
    snprintf(reply->etag, sizeof reply->etag, "\"%s\"", text);
    give_content(request, reply->etag, "image/svg+xml", buffer_text(&reply->made),
                 buffer_length(&reply->made), reply);
}

static void give_metrics(const struct site *site, const struct site_client *client,
                         const char *host, struct site_reply *reply)
{
    if (!client->local || !origin_is_loopback(host)) {
        refuse(reply, 403, "the counters are for this machine alone");
        return;
    }
    site->put_metrics(site->owner, &reply->made);
    reply->answer.status = 200;
    reply->answer.type = "text/plain; version=0.0.4; charset=utf-8";
    give_made(reply);
}

static void begin_session(const struct site *site, const struct site_client *client,
                          const struct http_request *request, struct site_reply *reply)
{
    char accept[HANDSHAKE_ACCEPT_ROOM];
    const char *why = "";
    int status = handshake_judge(request, accept, &why);
    if (status == 101) {
        int refused = site->refuse_session(site->owner, client->address, &why);
        status = refused ? refused : status;
    }
    if (status != 101) {
        refuse(reply, status, why);
        return;
    }
    buffer_printf(&reply->made,
                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                  "Sec-WebSocket-Protocol: " WEBSOCKET_SUBPROTOCOL "\r\n",
                  accept);
    reply->answer.status = 101;
    reply->answer.fields = buffer_text(&reply->made);
    reply->upgrades = true;
}

/* The destination of a request: the host, from its target or otherwise from its field Host; the
 * path; and the text after the '?'. */
struct destination {
    char host[256];
    const char *path, *query;
    size_t path_length, query_length;
};

/* Reads the request's destination; false, and the reason, if it has none. */
static bool read_destination(const struct http_request *request, struct destination *destination,
                             const char **why)
{
    struct http_parser_url url;
    int hosts;
    const char *host = http_find(request, "Host", &hosts);
    const char *target = request->target;
    if (hosts != 1) {
        *why = hosts == 0 ? "the field Host is missing" : "there is more than one field Host";
        return false;
    }
    web.http_parser_url_init(&url);
    if (web.http_parser_parse_url(target, strlen(target), 0, &url) != 0 ||
        !(url.field_set & 1 << UF_PATH || url.field_set & 1 << UF_HOST)) {
        *why = "the target of the request is no address";
        return false;
    }
    *destination = (struct destination){.path = "/", .path_length = 1, .query = ""};
    if (url.field_set & 1 << UF_PATH) {
        destination->path = target + url.field_data[UF_PATH].off;
        destination->path_length = url.field_data[UF_PATH].len;
    }
    if (url.field_set & 1 << UF_QUERY) {
        destination->query = target + url.field_data[UF_QUERY].off;
        destination->query_length = url.field_data[UF_QUERY].len;
    }
    /* A target "http://HOST:PORT/" takes precedence over the field: RFC 9112, section 3.2.2. */
    const char *authority = strstr(target, "://");
    size_t length = strlen(host);
    if (*target != '/' && authority) {
        host = authority + 3;
        length = strcspn(host, "/?#");
    }
    if (length >= sizeof destination->host) {
        *why = "the host is too long";
        return false;
    }
    memcpy(destination->host, host, length);
    return true;
}

static bool is_path(const struct destination *destination, const char *path)
{
    return strlen(path) == destination->path_length &&
           memcmp(path, destination->path, destination->path_length) == 0;
}

static void route(const struct site *site, const struct site_client *client,
                  const struct destination *destination, const struct http_request *request,
                  struct site_reply *reply)
{
    struct page page;
    if (is_path(destination, "/session")) {
        begin_session(site, client, request, reply);
    } else if (is_path(destination, "/board.svg")) {
        give_board(site, destination->query, destination->query_length, request, reply);
    } else if (is_path(destination, "/metrics")) {
        give_metrics(site, client, destination->host, reply);
    } else if (is_path(destination, "/healthz")) {
        say(reply, 200, "ok");
    } else if ((is_path(destination, "/") && pages_find("index.html", 10, &page)) ||
               pages_find(destination->path + 1, destination->path_length - 1, &page)) {
        give_content(request, page.etag, page.type, page.bytes, page.length, reply);
    } else {
        refuse(reply, 404, "there is no such file here; the page is at /");
    }
}

void site_reply(const struct site *site, const struct site_client *client,
                const struct http_request *request, struct site_reply *reply)
{
    struct destination destination;
    const char *why = "";
    *reply = (struct site_reply){.upgrades = false};
    int origins;
    const char *origin = http_find(request, "Origin", &origins);
    if (request->refused) {
        refuse(reply, request->refused, request->why);
    } else if (!read_destination(request, &destination, &why)) {
        refuse(reply, 400, why);
        reply->answer.closes = true;
    } else if (!origin_serves(&site->names, destination.host)) {
        refuse(reply, 403, "this server has another name; --http-name gives it this one");
    } else if (origins > 0 &&
               (!origin || !origin_is_ours(&site->names, origin, destination.host))) {
        refuse(reply, 403, "a page from elsewhere may not use this server");
    } else {
        route(site, client, &destination, request, reply);
    }
    reply->answer.closes |= !request->keep_alive;
    if (reply->made.failed) {
        site_reply_finish(reply);
        reply->answer = (struct http_answer){.status = 503, .body = "", .closes = true};
        reply->upgrades = false;
    }
}

void site_reply_finish(struct site_reply *reply)
{
    buffer_finish(&reply->made);
}
