/* SPDX-License-Identifier: MIT */
#include "library.h"

#ifdef MYOSU_STATIC

bool library_load(const char *const names[], int name_count UNUSED,
                  const struct library_function functions[] UNUSED, int function_count UNUSED,
                  struct error *error)
{
    return error_set(error, "%s cannot be loaded: this program was linked statically", names[0]);
}

#else

#include <dlfcn.h>
#include <string.h>

/* dlerror's message includes the file name. */
static bool refuse(struct error *error)
{
    const char *why = dlerror();
    return error_set(error, "%s", why ? why : "a shared library cannot be loaded");
}

bool library_load(const char *const names[], int name_count,
                  const struct library_function functions[], int function_count,
                  struct error *error)
{
    void *library = NULL;
    for (int i = 0; i < name_count && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (!library && i == 0) {
            refuse(error);
        }
    }
    if (!library) {
        return false;
    }
    for (int i = 0; i < function_count; i++) {
        void *address = dlsym(library, functions[i].symbol);
        if (!address) {
            return refuse(error);
        }
        memcpy(functions[i].pointer, &address, sizeof address);
    }
    return true;
}

#endif
