/* SPDX-License-Identifier: MIT */
/* A file as part of the program: its bytes as they are, in the read-only data. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

/* At file scope: defines NAME, aligned to 64 bytes, and NAME_end behind the last byte; both are to
 * be declared extern. PATH is a string. */
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
