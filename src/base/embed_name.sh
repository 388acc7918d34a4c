#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a header that names the file for EMBED_FILE: embed_name.sh MACRO FILE.
#
# The compiler does not tell the build that it has read an embedded file. This header changes with
# the file's bytes, so what includes it is compiled anew.
printf '/* Made by embed_name.sh; checksum and bytes: %s */\n' "$(cksum <"$2")"
printf '#define %s "%s"\n' "$1" "$2"
