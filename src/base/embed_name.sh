#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a header that defines the file's name for EMBED_FILE: embed_name.sh MACRO FILE.
#
# The compiler does not tell the build system that it has read an embedded file. This header changes
# when the bytes of the file change, so the sources that include it are compiled again.
printf '/* Made by embed_name.sh; checksum and bytes: %s */\n' "$(cksum <"$2")"
printf '#define %s "%s"\n' "$1" "$2"
