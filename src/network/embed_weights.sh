#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the source that embeds a file of weights: embed_weights.sh NAME FILE HEADER.
#
# HEADER declares the constant NAME. Its size must be that of the file. The source changes when the
# bytes of the file change, because the compiler does not tell the build system that it has read it.
printf '/* Made by embed_weights.sh; checksum and bytes: %s */\n' "$(cksum <"$2")"
printf '#include "%s"\n#include "compiler.h"\n\n' "$3"
printf '_Static_assert(sizeof(%s) == %d, "%s has the wrong length");\n' "$1" "$(wc -c <"$2")" "${2##*/}"
printf 'EMBED_FILE(%s, "%s");\n' "$1" "$2"
