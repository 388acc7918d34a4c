#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a temporary folder and uses the installed files: install.sh BUILD SOURCE
set -eu
build=$1
source=$2
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

DESTDIR=$stage meson install -C "$build" --no-rebuild >"$stage/log" 2>&1 || {
    cat "$stage/log"
    exit 1
}
installed() {
    found=$(find "$stage" -path "*/$1" | head -n 1)
    [ -n "$found" ] || fail "not installed: $1"
}

# A third-party program, compiled with the flags of pkg-config.
installed myosu-protocol.pc
if command -v pkg-config >/dev/null && [ "${SANITIZED-}" != yes ]; then
    flags=$(PKG_CONFIG_PATH=$(dirname "$found") PKG_CONFIG_SYSROOT_DIR=$stage \
        pkg-config --cflags --libs myosu-protocol)
    # shellcheck disable=SC2086
    ${CC:-cc} -Wall -Wextra -Werror "$source/protocol/examples/bestmove.c" -o "$stage/bestmove" $flags
    installed bin/myosu
    move=$("$stage/bestmove" "$found" connect4 1 2 1 2 1 2 | tail -n 1)
    [ "$move" = 1 ] || fail "the installed library and engine play '$move', not 1"
fi

# Each public header compiles alone.
installed dialect.h
for header in "$(dirname "$found")"/*.h; do
    printf '#include "%s"\n' "$(basename "$header")" |
        ${CC:-cc} -std=c11 -Wall -Wextra -Wno-psabi -Werror -fsyntax-only -I"$(dirname "$header")" -xc - ||
        fail "does not compile alone: $header"
done

# The texts in other languages.
if command -v msgfmt >/dev/null; then
    installed share/locale/ko/LC_MESSAGES/myosu.mo
    catalogue=$found
    installed bin/myosu-play
    said=$(LANGUAGE=ko LC_ALL=C.UTF-8 "$found" --side nowhere 2>&1) && fail "a wrong side is not refused"
    case $said in
    *nowhere*중* | *중*nowhere*) ;;
    *) fail "the installed program does not speak Korean by $catalogue: $said" ;;
    esac
fi

# The manual and the completion.
if command -v scdoc >/dev/null; then
    for page in myosu myosu-analyse myosu-conform myosu-match myosu-play myosu-provider; do
        installed "man1/$page.1"
        grep -q "^[.]TH \"$page\" " "$found" || fail "no page of $page: $found"
    done
fi
for name in myosu myosu-analyse myosu-conform myosu-match myosu-play myosu-provider; do
    installed "completions/$name"
    [ -r "$found" ] || fail "points to nothing: $found"
done
