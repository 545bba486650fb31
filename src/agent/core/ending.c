/* SPDX-License-Identifier: Apache-2.0
 *
 * ending.c - what happens when main() has returned.
 *
 * exit() calls what the program has registered (atexit, destructors of C++) and the
 * destructors of every library, and then flushes the streams. In most programs nobody has
 * registered anything, the destructors are the compiler's own, which do nothing, and
 * going through them takes longer than all that a rank does after its last message, and
 * changes nine pages. If that is so, the rank ends at once.
 *
 * The compiler's own destructor is recognized by its code. It calls what the library has
 * registered, which is nothing, and sets a flag that only it reads. */
#include "agent/core/agent.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/for_program.h"

/* ---- does anybody do something at the end? ---- */

/* __do_global_dtors_aux of GCC's crtstuff.c, in libraries and programs that can lie
 * anywhere, and in others; a question mark is any digit. */
static const char *const idle_destructor[] = {
    "f30f1efa803d????????00752b5548833d????????004889e5740c488b3d????????e8????????"
    "e8????????c605????????015dc30f1f00c3",
    "f30f1efa803d????????007513554889e5e8????????c605????????015dc390c3",
};
/* _fini of glibc's crti.S */
static const char idle_fini[] = "4883ec084883c408c3";

static bool is_digit(unsigned digit, char c)
{
    return c == '?' || "0123456789abcdef"[digit] == c;
}

static bool looks_like(const uint8_t *code, const char *pattern)
{
    static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    size_t skip =
        memcmp(code, endbr64, 4) == 0 && strncmp(pattern, "f30f1efa", 8) ? 4 : 0;
    for (code += skip; *pattern; pattern += 2, code++)
        if (!is_digit(*code >> 4, pattern[0]) || !is_digit(*code & 15, pattern[1]))
            return false;
    return true;
}

static bool is_idle(const void *destructor)
{
    for (size_t i = 0; i < sizeof idle_destructor / sizeof *idle_destructor; i++)
        if (looks_like(destructor, idle_destructor[i]))
            return true;
    return false;
}

static int find_destructors(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    const ElfW(Dyn) *d = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    const void *fini = NULL, *const *array = NULL;
    size_t n = 0;
    for (; d && d->d_tag != DT_NULL; d++) {
        const void *at = (const void *)(info->dlpi_addr + d->d_un.d_ptr);
        fini = d->d_tag == DT_FINI ? at : fini;
        array = d->d_tag == DT_FINI_ARRAY ? (const void *const *)at : array;
        n = d->d_tag == DT_FINI_ARRAYSZ ? d->d_un.d_val / sizeof *array : n;
    }
    bool idle = !fini || looks_like(fini, idle_fini);
    for (size_t i = 0; i < n; i++)
        idle &= is_idle(array[i]);
    *(bool *)found |= !idle;
    return 0;
}

void ending_find(void)
{
    bool found = false;
    dl_iterate_phdr(find_destructors, &found);
    agent.ends_busily |= found;
}

/* Notes that something is to be called at the end. */
static void registered(void)
{
    if (agent.current >= 0)
        rank_head()->ends_busily = true;
    else
        agent.ends_busily = true;
}

typedef int register_fn(void (*)(void *), void *argument, void *library);
typedef int on_exit_fn(void (*)(int, void *), void *argument);
EXPORT register_fn __cxa_atexit, __cxa_thread_atexit_impl;
EXPORT on_exit_fn on_exit;

/* libc's own, found before there are ranks: looking for them changes its memory. */
static struct {
    register_fn *at_exit, *thread_at_exit;
    on_exit_fn *on_exit;
} libc;

int __cxa_atexit(void (*function)(void *), void *argument, void *library)
{
    registered();
    return libc.at_exit(function, argument, library);
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library)
{
    registered();
    return libc.thread_at_exit(function, argument, library);
}

int on_exit(void (*function)(int, void *), void *argument)
{
    registered();
    return libc.on_exit(function, argument);
}

/* ---- the end ---- */

/* The first of all streams; it is stderr unless the program has opened others. */
extern FILE *_IO_list_all;

static void flush(FILE *f)
{
    if (__fpending(f))
        fflush(f);
}

/* The last function that exit() calls. After it, exit() would flush the streams and
 * make a system call, which reaches us by a signal; for a rank that ends normally this
 * is cheaper. */
static void at_exit(int code, void *unused)
{
    (void)unused;
    if (agent.current < 0 || !agent.link->plan.asked.ranks || code)
        return;
    fflush(NULL);
    rank_end();
}

void ending_init(void)
{
    libc.on_exit(at_exit, NULL); /* registered first, so called last */
}

/* Runs before other constructors, and before begin() (agent.c). */
__attribute__((constructor(101))) static void find_libc(void)
{
    libc.at_exit = (register_fn *)dlsym(RTLD_NEXT, "__cxa_atexit");
    libc.thread_at_exit = (register_fn *)dlsym(RTLD_NEXT, "__cxa_thread_atexit_impl");
    libc.on_exit = (on_exit_fn *)dlsym(RTLD_NEXT, "on_exit");
}

_Noreturn void ending_of_main(int code)
{
    const struct rank_head *h = rank_head();
    if (code || agent.ends_busily || h->ends_busily || h->threads ||
        _IO_list_all != stderr)
        exit(code);
    flush(stdout);
    flush(stderr);
    rank_end();
}
