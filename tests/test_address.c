/* SPDX-License-Identifier: MIT */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "compiler.h"
#include "suite.h"

static struct sockaddr_storage read_address(const char *text)
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        memcpy(&address, &four, sizeof four);
    } else {
        ck_assert_int_eq(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
        memcpy(&address, &six, sizeof six);
    }
    return address;
}

START_TEST(addresses_of_one_client_have_one_name)
{
    static const struct {
        const char *text, *name;
        bool loopback;
    } cases[] = {
        {"127.0.0.1", "127.0.0.1", true},
        {"127.255.3.4", "127.0.0.1", true},
        {"::1", "127.0.0.1", true},
        {"::ffff:127.0.0.1", "127.0.0.1", true},
        {"126.255.255.255", "126.255.255.255", false},
        {"128.0.0.1", "128.0.0.1", false},
        {"192.0.2.7", "192.0.2.7", false},
        {"::ffff:192.0.2.7", "192.0.2.7", false},
        {"0.0.0.0", "0.0.0.0", false},
        {"2001:db8:0:1::", "2001:db8:0:1::/64", false},
        {"2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64", false},
        {"2001:db8:0:2:2:3:4:5", "2001:db8:0:2::/64", false},
        {"ffff:ffff:ffff:ffff::1", "ffff:ffff:ffff:ffff::/64", false},
        {"::2", "::/64", false},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        const struct sockaddr_storage address = read_address(cases[i].text);
        const struct sockaddr *any = (const struct sockaddr *)&address;
        char name[INET6_ADDRSTRLEN + 4];
        address_name(any, name, sizeof name);
        ck_assert_str_eq(name, cases[i].name);
        ck_assert_msg(address_is_loopback(any) == cases[i].loopback, "%s", cases[i].text);
    }
}
END_TEST

START_TEST(what_has_no_address_is_unknown)
{
    const struct sockaddr_un local = {.sun_family = AF_UNIX};
    const struct sockaddr_storage own = address_own(-1);
    char name[16];
    address_name((const struct sockaddr *)&local, name, sizeof name);
    ck_assert_str_eq(name, "unknown");
    ck_assert(!address_is_loopback((const struct sockaddr *)&local));
    ck_assert_uint_eq(own.ss_family, AF_UNSPEC);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("address");
    SUPPORT_ADD(suite, addresses_of_one_client_have_one_name);
    SUPPORT_ADD(suite, what_has_no_address_is_unknown);
    return support_run(suite);
}
