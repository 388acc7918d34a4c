#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the header that makes variables of a search's numbers: tuned_numbers.sh GAME/search_params.h
# NAME. A number whose comment says "by hand" stays. The variables are search_tuned_NAME[], a set for
# each thread; TUNED_NUMBERS lists their names and first values for spsa.c.
awk -v array="search_tuned_$2" '
BEGIN { count = 0 }
/^#define [A-Z_0-9]+ +[0-9]+/ && !/by hand/ { names[count] = $2; values[count++] = $3 }
END {
    print "/* Made by tuned_numbers.sh. */"
    printf "extern _Thread_local int %s[%d];\n", array, count
    for (i = 0; i < count; i++) {
        printf "#undef %s\n#define %s %s[%d]\n", names[i], names[i], array, i
    }
    print "#define TUNED_COUNT " count
    printf "#define TUNED_NUMBERS(NUMBER)"
    for (i = 0; i < count; i++) {
        printf " NUMBER(\"%s\", %s)", names[i], values[i]
    }
    print ""
}' "$1"
