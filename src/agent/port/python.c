/* SPDX-License-Identifier: Apache-2.0
 *
 * python.c - see python.h.
 *
 * The interpreter is read where it is: the state of its thread points to the frame that
 * runs, the frame to its code, and PyCode_Addr2Line() knows the line. This is the layout
 * of CPython 3.11; of other versions nothing is read, and their calls are shown as those
 * of the library that makes them.
 *
 * A line is not an address, but places are addresses everywhere. So a line gets a number
 * that no address has, computed from its file and number: it is the same in each process
 * that executes the program. */
#include "agent/port/python.h"
#include "agent/core/agent.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { VERSION = 0x030b };

struct code {
    char before[112];
    const struct text *file, *name, *qualified;
    char between[48];
    char instructions[];
};
_Static_assert(offsetof(struct code, instructions) == 184, "as in CPython 3.11");

struct text { /* PyASCIIObject, and the characters behind it */
    uint64_t references, type;
    int64_t length, hash;
    uint32_t state, padding;
    uint64_t wide;
    char characters[];
};

struct frame {
    uint64_t function, globals, builtins, locals;
    const struct code *code;
    uint64_t object;
    const struct frame *previous;
    const char *instruction;
};

struct current {
    uint64_t tracing;
    const struct frame *frame;
};

struct thread_state {
    uint64_t before[7];
    const struct current *current;
};

static struct {
    const struct thread_state *(*thread)(void); /* NULL: there is no interpreter */
    int (*line)(const struct code *, int offset);
} python;

void python_find(void)
{
    const unsigned long *version = dlsym(RTLD_DEFAULT, "Py_Version");
    if (!version || *version >> 16 != VERSION)
        return;
    *(void **)&python.line = dlsym(RTLD_DEFAULT, "PyCode_Addr2Line");
    if (python.line)
        *(void **)&python.thread = dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState");
}

/* The characters of a text of ASCII; NULL if it has others. */
static const char *plain(const struct text *t)
{
    enum { COMPACT = 1 << 5, ASCII = 1 << 6 };
    return t && (t->state & COMPACT) && (t->state & ASCII) ? t->characters : NULL;
}

/* Is it a module of Python's own, or one that was installed? */
static bool is_installed(const char *file)
{
    return file[0] == '<' || strstr(file, "/lib/python") ||
           strstr(file, "/site-packages/") || strstr(file, "/dist-packages/");
}

/* What stands in a place of the table while its line is being written: no name. */
#define BEING_WRITTEN 1

/* The name of the line in this place, which another process may be writing; one that was
 * killed never ends. */
static uint64_t name_in(struct link_line *at)
{
    enum { PATIENCE = 100000 };
    uint64_t name = BEING_WRITTEN;
    for (int i = 0; i < PATIENCE && name == BEING_WRITTEN; i++)
        name = __atomic_load_n(&at->site, __ATOMIC_ACQUIRE);
    return name;
}

/* Enters the line into the table, if it is not there; false: there is no room. Its name
 * is stored last. */
static bool enter(uint64_t site, const char *file, const char *function, int line)
{
    struct link *l = agent.shared;
    for (uint32_t i = 0; i < LINK_MAX_LINES; i++) {
        struct link_line *to = &l->lines[(site + i) % LINK_MAX_LINES];
        uint64_t there = name_in(to), none = 0;
        if (!there && !__atomic_compare_exchange_n(&to->site, &none, BEING_WRITTEN, false,
                                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            there = name_in(to); /* another process was faster */
        if (there == site)
            return true;
        if (there)
            continue;
        size_t n = strlen(file), most = sizeof to->file - 1;
        snprintf(to->file, sizeof to->file, "%s", n > most ? file + n - most : file);
        snprintf(to->function, sizeof to->function, "%s", function ? function : "?");
        to->line = (uint32_t)line;
        __atomic_store_n(&to->site, site, __ATOMIC_RELEASE);
        return true;
    }
    return false;
}

void *python_site(void *site)
{
    const struct thread_state *t = python.thread ? python.thread() : NULL;
    const struct frame *own = NULL;
    if (!t || !t->current)
        return site;
    for (const struct frame *f = t->current->frame; f && !own; f = f->previous) {
        const char *file = f->code ? plain(f->code->file) : NULL;
        if (file && !is_installed(file))
            own = f;
    }
    if (!own)
        return site;
    int line = python.line(own->code, (int)(own->instruction - own->code->instructions));
    const char *file = plain(own->code->file);
    if (line <= 0)
        return site;
    uint64_t name = LINK_LINE_MARK << LINK_LINE_SHIFT |
                    XXH3_64bits_withSeed(file, strlen(file), (uint64_t)line) >>
                        (64 - LINK_LINE_SHIFT);
    return enter(name, file, plain(own->code->qualified), line) ? (void *)name
                                                                : site; // NOLINT
}
