/* SPDX-License-Identifier: Apache-2.0
 *
 * spill.c - see spill.h.
 *
 * The range is not accessible, but for the chunks that are in memory; an access to
 * another one is a fault, and the handler (crash.c) comes here. A chunk that was never
 * touched becomes accessible then, and one that is in the file is read. When there are
 * more than RESIDENT of them, the one that came first goes: it is written and its memory
 * is given back. If there is no file or it is full, everything stays in memory. */
#include "agent/core/spill.h"
#include "agent/core/agent.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define CHUNK    ((size_t)64 << 10)
#define RESIDENT 4096 /* chunks in memory, at most: 256 MB */
#define LEAST    256
#define SMALL    ((size_t)256 << 10) /* arrays below this size stay in the heap */
#define GROWTH   16 /* an array can grow by this factor before it has to be moved */

/* What is known of a chunk. */
struct chunk {
    uint32_t place; /* its number in the file, from 1; 0: it has none */
    bool in;        /* it is in memory */
};

/* An array. */
struct block {
    char *at;
    size_t bytes, room;
};

struct spill {            /* agent.spill */
    struct chunk *chunks; /* of the whole range */
    char *next;           /* the range is free from here on */
    VEC(struct block) blocks;
    VEC(uint32_t) free_places;
    uint32_t places;          /* places of the file that were given out so far */
    uint32_t queue[RESIDENT]; /* the chunks in memory, in a ring */
    uint32_t first, n;        /* the oldest of them; how many there are */
    uint32_t most;            /* how many there may be: by --memory */
    bool stays;               /* nothing goes to the file any more */
};

#define spill agent.spill

static long reserve(uintptr_t at, size_t bytes, int protection)
{
    return agent_syscall(SYS_mmap, at, bytes, protection,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                             (at ? MAP_FIXED_NOREPLACE : 0),
                         -1, 0);
}

static bool begin(void)
{
    size_t chunks = LAYOUT_SPILL_SIZE / CHUNK * sizeof(struct chunk);
    if (spill)
        return spill->next;
    spill = mem_alloc(sizeof *spill);
    long table = reserve(0, chunks, PROT_READ | PROT_WRITE);
    if (table < 0 && table > -4096)
        return false;
    spill->chunks = (struct chunk *)table;
    if (reserve(LAYOUT_SPILL, LAYOUT_SPILL_SIZE, PROT_NONE) != (long)LAYOUT_SPILL)
        return false;
    spill->next = (char *)LAYOUT_SPILL;
    uint64_t part = agent.link->plan.asked.memory_cap / 2 / CHUNK;
    spill->most = part < LEAST ? LEAST : part < RESIDENT ? (uint32_t)part : RESIDENT;
    return true;
}

bool spill_owns(const void *p)
{
    uintptr_t a = (uintptr_t)p;
    return a >= LAYOUT_SPILL && a < LAYOUT_SPILL + LAYOUT_SPILL_SIZE;
}

static char *address_of(uint32_t chunk)
{
    return (char *)LAYOUT_SPILL + chunk * CHUNK;
}

/* ---- chunks ---- */

static bool transfer(long call, uint32_t chunk)
{
    char *at = address_of(chunk);
    size_t done = 0, from = (size_t)(spill->chunks[chunk].place - 1) * CHUNK;
    while (done < CHUNK) {
        long n = agent_syscall(call, agent.link->scratch, at + done, CHUNK - done,
                               from + done);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static void protect(uint32_t chunk, int protection)
{
    if (agent_syscall(SYS_mprotect, address_of(chunk), CHUNK, protection))
        agent_die("no memory left for the history of the execution");
}

static uint32_t new_place(void)
{
    return spill->free_places.len ? vec_pop(&spill->free_places) : ++spill->places;
}

/* Moves a chunk to the file; false if that is impossible. */
static bool move_out(uint32_t chunk)
{
    struct chunk *c = &spill->chunks[chunk];
    if (!agent.link->scratch)
        return false;
    if (!c->place)
        c->place = new_place();
    if (!transfer(SYS_pwrite64, chunk))
        return false;
    c->in = false;
    agent_syscall(SYS_madvise, address_of(chunk), CHUNK, MADV_DONTNEED);
    protect(chunk, PROT_NONE);
    return true;
}

/* Makes room in the ring. A chunk that was given back in the meantime is in it, too. */
static void make_room(void)
{
    while (spill->n >= spill->most && !spill->stays) {
        uint32_t oldest = spill->queue[spill->first];
        if (spill->chunks[oldest].in && !move_out(oldest)) {
            spill->stays = true;
            return;
        }
        spill->first = (spill->first + 1) % RESIDENT;
        spill->n--;
    }
}

bool spill_fault(const void *address)
{
    if (!spill_owns(address) || !spill || (const char *)address >= spill->next)
        return false;
    uint32_t chunk = (uint32_t)(((uintptr_t)address - LAYOUT_SPILL) / CHUNK);
    struct chunk *c = &spill->chunks[chunk];
    if (c->in)
        return false;
    make_room();
    protect(chunk, PROT_READ | PROT_WRITE);
    if (c->place && !transfer(SYS_pread64, chunk))
        agent_die("the history of the execution cannot be read back from its file");
    c->in = true;
    if (spill->n < RESIDENT)
        spill->queue[(spill->first + spill->n++) % RESIDENT] = chunk;
    return true;
}

void spill_copied(void)
{
    if (spill)
        spill->stays = true;
}

/* ---- arrays ---- */

static struct block *block_of(const void *p)
{
    size_t i = spill->blocks.len;
    while (i && spill->blocks.at[i - 1].at != p)
        i--;
    return i ? &spill->blocks.at[i - 1] : NULL;
}

static char *new_block(size_t bytes)
{
    size_t room = (bytes * GROWTH + CHUNK - 1) / CHUNK * CHUNK;
    if (room > (size_t)((char *)LAYOUT_SPILL + LAYOUT_SPILL_SIZE - spill->next))
        return NULL;
    struct block b = {spill->next, bytes, room};
    spill->next += room;
    vec_push(&spill->blocks, b);
    return b.at;
}

void spill_free(void *p)
{
    struct block *b = block_of(p);
    size_t used = (b->bytes + CHUNK - 1) / CHUNK;
    uint32_t first = (uint32_t)(((uintptr_t)b->at - LAYOUT_SPILL) / CHUNK);
    for (uint32_t i = first; i < first + used; i++) {
        if (spill->chunks[i].place && !spill->stays)
            vec_push(&spill->free_places, spill->chunks[i].place);
        spill->chunks[i] = (struct chunk){0};
    }
    agent_syscall(SYS_madvise, b->at, used * CHUNK, MADV_DONTNEED);
    agent_syscall(SYS_mprotect, b->at, used * CHUNK, PROT_NONE);
    *b = vec_last(&spill->blocks);
    spill->blocks.len--;
}

/* Moves an array to where it has room for so many bytes. */
static void *move(void *p, size_t old, size_t bytes)
{
    char *q = new_block(bytes);
    if (q && old)
        memcpy(q, p, old < bytes ? old : bytes);
    if (q && p)
        agent_free(p);
    return q;
}

void *spill_resize(void *p, size_t bytes)
{
    bool owned = spill_owns(p);
    if (!owned && (!agent.once || !agent.link->scratch || bytes < SMALL || !begin()))
        return agent_realloc(p, bytes);
    struct block *b = owned ? block_of(p) : NULL;
    if (b && bytes <= b->room) {
        b->bytes = bytes > b->bytes ? bytes : b->bytes;
        return p;
    }
    void *q = move(p, b ? b->bytes : p ? heap_size(&agent.heap, p) : 0, bytes);
    return q || owned ? q : agent_realloc(p, bytes);
}
