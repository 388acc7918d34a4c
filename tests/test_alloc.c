/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "alloc.h"
#include "compiler.h"
#include "suite.h"

START_TEST(memory_is_aligned_and_zeroed_whatever_its_size)
{
    static const size_t sizes[] = {1, 63, 64, 65, 4096, 131071, 131072, 131073, 5000000};
    for (size_t alignment = 8; alignment <= 4096; alignment *= 2) {
        for (int i = 0; i < LENGTH(sizes); i++) {
            unsigned char *memory = alloc_zeroed(alignment, sizes[i]);
            ck_assert_ptr_nonnull(memory);
            ck_assert_uint_eq((uintptr_t)memory % alignment, 0);
            unsigned any = 0;
            for (size_t k = 0; k < sizes[i]; k++) {
                any |= memory[k];
            }
            ck_assert_uint_eq(any, 0);
            /* Fill it, so that the next block of this size shows whether it is zeroed. */
            memset(memory, 0xA5, sizes[i]);
            alloc_release(memory, sizes[i]);
        }
    }
}
END_TEST

START_TEST(nothing_can_be_released)
{
    alloc_release(NULL, 1);
    alloc_release(NULL, 1u << 20);
}
END_TEST

START_TEST(what_cannot_be_had_is_refused)
{
    ck_assert_ptr_null(alloc_zeroed(64, SIZE_MAX / 4));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alloc");
    SUPPORT_ADD(suite, memory_is_aligned_and_zeroed_whatever_its_size);
    SUPPORT_ADD(suite, nothing_can_be_released);
    SUPPORT_ADD(suite, what_cannot_be_had_is_refused);
    return support_run(suite);
}
