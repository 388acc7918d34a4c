/* SPDX-License-Identifier: MIT */
#include "proxy_line.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

static bool read_address(int family, const char *text, struct sockaddr_storage *address)
{
    if (family == AF_INET) {
        struct sockaddr_in *four = (void *)address;
        *four = (struct sockaddr_in){.sin_family = AF_INET};
        return inet_pton(family, text, &four->sin_addr) == 1;
    }
    struct sockaddr_in6 *six = (void *)address;
    *six = (struct sockaddr_in6){.sin6_family = AF_INET6};
    return inet_pton(family, text, &six->sin6_addr) == 1;
}

static bool is_port(const char *text)
{
    const size_t length = strlen(text);
    return length >= 1 && length <= 5 && strspn(text, "0123456789") == length &&
           strtol(text, NULL, 10) <= UINT16_MAX;
}

bool proxy_line_read(char *line, struct sockaddr_storage *client)
{
    const char *words[6];
    int count = 0;
    struct sockaddr_storage server;
    *client = (struct sockaddr_storage){.ss_family = AF_UNSPEC};
    while (line && count < LENGTH(words)) {
        words[count++] = strsep(&line, " ");
    }
    if (count < 2 || strcmp(words[0], "PROXY") != 0) {
        return false;
    }
    if (strcmp(words[1], "UNKNOWN") == 0) {
        return true; /* whatever comes behind it is to be passed over */
    }
    const int family = strcmp(words[1], "TCP4") == 0   ? AF_INET
                       : strcmp(words[1], "TCP6") == 0 ? AF_INET6
                                                       : AF_UNSPEC;
    return family != AF_UNSPEC && count == LENGTH(words) && !line &&
           read_address(family, words[2], client) && read_address(family, words[3], &server) &&
           is_port(words[4]) && is_port(words[5]);
}
