/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - mmap and its family, out of the rank's own heap.
 *
 * Memory that a rank maps is part of it like what it allocates: at the same address
 * in every branch, and in its image. */
#include "exec/agent/syscall.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define LARGEST_FILE ((size_t)256 << 20)

static long give(struct call *c, size_t bytes)
{
    char *p = heap_alloc(&call_head(c)->heap, bytes, PAGE);
    if (!p)
        return -ENOMEM;
    memset(p, 0, bytes);
    return (long)(uintptr_t)p;
}

/* Somebody is about to dlopen() something: see struct link, `library`. */
static long load_library(struct call *c)
{
    struct link *l = agent.shared;
    const char *path = c->arg[3] & MAP_ANONYMOUS ? NULL : file_path(c, (int)c->arg[4]);
    if (!path)
        return call_fail(c, FAULT_UNSUPPORTED, "makes code while it runs");
    for (uint32_t i = 0; i < l->nlibraries; i++)
        if (!strcmp(l->library[i], path))
            return call_fail(c, FAULT_UNSUPPORTED,
                             "loads %s, which could not be loaded at the "
                             "start",
                             path);
    if (l->nlibraries == LINK_MAX_LIBRARIES || strlen(path) >= sizeof l->library[0])
        return call_fail(c, FAULT_UNSUPPORTED, "loads too many libraries while it runs");
    memcpy(l->library[l->nlibraries++], path, strlen(path) + 1);
    agent_again();
}

long memory_mmap(struct call *c)
{
    size_t bytes = page_up(c->arg[1]);
    int protection = (int)c->arg[2], flags = (int)c->arg[3];
    if (protection & PROT_EXEC)
        return load_library(c);
    if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
        return call_fail(c, FAULT_UNSUPPORTED, "maps memory at an address of its choice");
    if (!bytes)
        return -EINVAL;
    if (flags & MAP_ANONYMOUS) /* shared with nobody: there are no other processes */
        return give(c, bytes);
    if (flags & MAP_SHARED && protection & PROT_WRITE)
        return call_fail(c, FAULT_UNSUPPORTED, "writes to a file through memory (mmap)");
    if (bytes > LARGEST_FILE)
        return call_fail(c, FAULT_UNSUPPORTED, "maps a file of more than %zu MiB",
                         LARGEST_FILE >> 20);
    long at = give(c, bytes);
    if (at > 0) {
        long err = file_map(c, (char *)at, bytes, (int)c->arg[4], (int64_t)c->arg[5],
                            flags & MAP_SHARED);
        if (err < 0)
            return err;
    }
    return at;
}

long memory_munmap(struct call *c)
{
    struct heap *h = &call_head(c)->heap;
    void *p = (void *)c->arg[0];
    if (heap_owns(h, p) && heap_size(h, p) == page_up(c->arg[1]))
        heap_free(h, p); /* a part of a mapping just stays */
    return 0;
}

long memory_mremap(struct call *c)
{
    struct heap *h = &call_head(c)->heap;
    char *old = (char *)c->arg[0];
    size_t before = page_up(c->arg[1]), after = page_up(c->arg[2]);
    if (!heap_owns(h, old) || heap_size(h, old) != before ||
        !(c->arg[3] & MREMAP_MAYMOVE) || c->arg[3] & MREMAP_FIXED)
        return -EINVAL;
    long at = give(c, after);
    if (at > 0) {
        memcpy((char *)at, old, before < after ? before : after);
        heap_free(h, old);
    }
    return at;
}

/* Advice and protection: a rank may do without. */
long memory_nothing(struct call *c)
{
    (void)c;
    return 0;
}

/* The break never moves, so sbrk() fails. */
long memory_brk(struct call *c)
{
    (void)c;
    return agent_syscall(SYS_brk, 0);
}
