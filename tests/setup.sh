#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what tools/setup configures, and when: setup.sh SOURCE. Stubs of meson and ninja record
# their arguments.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tools" "$work/bin"
cp "$source/tools/setup" "$work/tools"
cat >"$work/bin/meson" <<'END'
#!/bin/sh
echo "meson $*" >>log
[ "$2" = --reconfigure ] && folder=$3 || folder=$2
mkdir -p "$folder"
touch "$folder/build.ninja"
END
cat >"$work/bin/ninja" <<'END'
#!/bin/sh
echo 'no work to do'
END
chmod +x "$work/bin/meson" "$work/bin/ninja"
cat >"$work/tools/go" <<'END'
. "$(dirname -- "$0")/setup"
setup_build build "$1" -Dx=y
END
touch "$work/packages"

# expect TARGET CALL...: compares the calls of meson for a target.
expect() {
    : >"$work/log"
    PATH=$work/bin:$PATH packages_state=$work/packages sh "$work/tools/go" "$1"
    shift
    found=$(cat "$work/log")
    [ "$found" = "$*" ] || {
        echo "meson was called with '$found', not '$*'" >&2
        exit 1
    }
}

expect myosu 'meson setup build -Dx=y'
expect myosu ''
touch -d '1 hour ago' "$work/build/build.ninja"
# New packages are of no interest to the engine alone, but `all` searches for libraries again.
expect myosu ''
expect all 'meson setup --reconfigure build'
expect all ''
