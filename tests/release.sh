#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that releases agree with the build, as far as that is possible in seconds: release.sh
# SOURCE BUILD. tools/package-test and tools/archive --twice check the rest.
set -u
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
complain() {
    echo "$*" >&2
    status=1
}

# The version is the same in both places, and the release date is valid.
said=$(cd "$source" && sh -c '. tools/release && echo "$release_version, $(date -d "$release_date" +%s)"' tools/x 2>&1) ||
    complain "tools/release: $said"
case $said in
*[0-9].[0-9]*', '[1-9]*) ;;
*) complain "tools/release tells no version and date: $said" ;;
esac

# Every installed file is in a package or listed as in none, and all listed files are installed.
DESTDIR=$work/stage meson install -C "$build" --no-rebuild >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
# Only file names are compared, since the packages use other folders for programs, pages and units.
cat "$source"/tools/debian/*.install "$source/tools/debian/not-installed" |
    sed -e 's/ .*//' -e 's|.*/||' -e 's/\.6$/.1/' | sort -u >"$work/named"
find "$work/stage" \( -type f -o -type l \) | sed "s|^$work/stage||" >"$work/installed"
while IFS= read -r path; do
    found=
    while IFS= read -r pattern; do
        case $path in
        */$pattern | */systemd/system/myosu.s*) found=yes ;;
        */$pattern/*) [ "$pattern" = myosu ] || found=yes ;; # a folder of headers or examples
        esac
    done <"$work/named"
    [ -n "$found" ] || complain "installed, and in no package: $path"
done <"$work/installed"
while IFS= read -r pattern; do
    case $pattern in
    *.1) command -v scdoc >/dev/null || continue ;;
    esac
    found=
    while IFS= read -r path; do
        case $path in
        */$pattern | */$pattern/*) found=yes ;;
        esac
    done <"$work/installed"
    [ -n "$found" ] || complain "in a package, and not installed: $pattern"
done <"$work/named"

# Wrong usage prints one line and exits with status 2. The help lists every option.
for tool in package archive; do
    said=$(sh "$source/tools/$tool" --nonsense 2>&1)
    ended=$?
    [ $ended = 2 ] && [ "$(printf '%s\n' "$said" | grep -c nonsense)" = 1 ] ||
        complain "tools/$tool --nonsense: status $ended: $said"
    help=$(sh "$source/tools/$tool" --help)
    for option in $(sed -n 's/^    \(--[a-z]*\)).*/\1/p' "$source/tools/$tool"); do
        case $help in
        *"  $option "*) ;;
        *) complain "tools/$tool --help does not say $option" ;;
        esac
    done
done
said=$(sh "$source/tools/package-test" --nonsense 2>&1)
[ $? = 2 ] || complain "tools/package-test --nonsense: $said"
said=$(sh "$source/tools/package-test" "$work/nothing" 2>&1)
[ $? = 2 ] || complain "tools/package-test without packages: $said"
exit $status
