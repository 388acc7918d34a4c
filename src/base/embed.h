/* SPDX-License-Identifier: MIT */
/* Embeds a file in the program, as bytes in the read-only data section. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

/* Used at file scope. Defines NAME at the first byte, aligned to 64 bytes, and NAME_end after the
 * last one. The caller declares both as extern. PATH is a string literal. */
#define EMBED_FILE(NAME, PATH)                                                                     \
    __asm__(".pushsection .rodata\n"                                                               \
            ".balign 64\n"                                                                         \
            ".globl " #NAME "\n"                                                                   \
            ".hidden " #NAME "\n" #NAME ":\n"                                                      \
            ".incbin \"" PATH "\"\n"                                                               \
            ".globl " #NAME "_end\n"                                                               \
            ".hidden " #NAME "_end\n" #NAME "_end:\n"                                              \
            ".popsection\n")

#endif
