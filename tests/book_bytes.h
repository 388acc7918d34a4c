/* SPDX-License-Identifier: MIT */
/* Shared by the tests of opening books: a temporary file for the bytes of a book. */
#ifndef TESTS_BOOK_BYTES_H
#define TESTS_BOOK_BYTES_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler.h"

#define BOOK_PATH "book.XXXXXX"

static char book_path[sizeof BOOK_PATH];

/* make_book_path and remove_book_path are the fixture of a test case. */
UNUSED static void make_book_path(void)
{
    strcpy(book_path, BOOK_PATH);
    const int file = mkstemp(book_path);
    ck_assert_int_ge(file, 0);
    close(file);
}

UNUSED static void remove_book_path(void)
{
    unlink(book_path);
}

/* Writes a number of `count` bytes, the highest first. */
UNUSED static void put_number(unsigned char *bytes, uint64_t number, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(number >> 8 * (count - 1 - i));
    }
}

UNUSED static void write_book_bytes(const void *bytes, size_t length)
{
    FILE *file = fopen(book_path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

#endif
