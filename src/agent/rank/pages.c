/* SPDX-License-Identifier: Apache-2.0
 *
 * pages.c - which pages outside of the slabs do ranks write to?
 *
 * At the start everything writable in the process (data of the program, of libc
 * and all other libraries, of the dynamic linker, thread-local storage, the
 * setup heap, main's stack) is write-protected. The first write to a page faults
 * once; from then on the page is one of those that every rank has its own copy
 * of. A handful of pages is typical, and no list of libc's internals is needed:
 * rand, strtok, errno, stdio and locales become private by being written to. */
#include "agent/core/agent.h"
#include "agent/rank/track.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct region {
    uintptr_t low, high;
    uint8_t *learned; /* one flag for each page */
    bool of_file;     /* it maps a file, so untouched pages may have content */
};

/* In a run without images, a region of at least this size is not learned page by page:
 * each rank has its own copy, which is moved in and out by remapping. */
#define LARGE ((size_t)256 << 10)
/* The kernel moves this much at a time if source and target are aligned alike. */
#define CHUNK ((size_t)2 << 20)

struct large {
    uintptr_t low;
    size_t bytes;
    uintptr_t aside; /* where the first rank's copy is while another rank runs */
};

/* The learned pages of a rank that is not running. */
struct kept {
    char *bytes;
    uint32_t n, room;
};

struct range {
    uintptr_t low, high;
};

struct pages {
    VEC(struct region) regions;
    VEC(struct range) program;   /* ranges in which changes are the program's doing */
    VEC(struct range) libraries; /* parts of these ranges that belong to libraries */
    VEC(struct range) shared;    /* whole pages with variables of the program */
    VEC(char *) at;              /* addresses of the learned pages */
    VEC(uint32_t) order;         /* their numbers, in the order of addresses */
    VEC(char *) was;             /* their initial contents */
    struct mirror mirror; /* what the resident copies were when they were looked at */
    struct mirror first;  /* the initial contents again, if states are compared, */
    uint32_t nfirst;      /* of so many pages */
    VEC(struct large) large;
    size_t aside;      /* bytes of LAYOUT_ASIDE for each rank */
    struct kept *kept; /* one for each rank */
};

void pages_init(void)
{
    agent.pages = mem_alloc(sizeof *agent.pages);
}

static void add_range(uintptr_t low, size_t bytes)
{
    struct range r = {low, low + bytes};
    vec_push(&agent.pages->program, r);
}

/* Finds variables of libraries that lie in the program's data (std::cout, stdout), by
 * what the linker calls copy relocations. */
static void find_copies(uintptr_t base, const ElfW(Dyn) * d)
{
    uintptr_t rela = 0, symbols = 0;
    size_t bytes = 0;
    for (; d->d_tag != DT_NULL; d++) {
        uintptr_t at = d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr;
        rela = d->d_tag == DT_RELA ? at : rela;
        symbols = d->d_tag == DT_SYMTAB ? at : symbols;
        bytes = d->d_tag == DT_RELASZ ? d->d_un.d_val : bytes;
    }
    for (size_t i = 0; rela && symbols && i < bytes / sizeof(ElfW(Rela)); i++) {
        const ElfW(Rela) *r = (const ElfW(Rela) *)rela + i;
        const ElfW(Sym) *s = (const ElfW(Sym) *)symbols + ELF64_R_SYM(r->r_info);
        struct range copy = {base + r->r_offset, base + r->r_offset + s->st_size};
        if (ELF64_R_TYPE(r->r_info) == R_X86_64_COPY)
            vec_push(&agent.pages->libraries, copy);
    }
}

/* Threads may share these; nobody writes to what the linker has made read-only. */
static void add_shared(uintptr_t low, uintptr_t high, struct range constant)
{
    struct range r = {page_down(low), page_up(high)};
    if (constant.low <= low && constant.high > r.low)
        r.low = page_down(constant.high);
    if (r.low < r.high)
        vec_push(&agent.pages->shared, r);
}

/* Finds the variables of the program, and of libraries that do not belong to the
 * system. */
static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    const struct link *l = agent.link;
    const char *path = info->dlpi_name;
    if (!strncmp(path, "/lib", 4) || !strncmp(path, "/usr/lib", 8) ||
        !strncmp(path, "linux-", 6))
        return 0;
    struct range constant = {0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t a = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_GNU_RELRO)
            constant = (struct range){a, a + h->p_memsz};
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t a = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && h->p_flags & PF_W &&
            !(a >= l->library_low && a < l->library_high)) {
            add_range(a, h->p_memsz);
            add_shared(a, a + h->p_memsz, constant);
        }
        if (h->p_type == PT_TLS && info->dlpi_tls_data)
            add_range((uintptr_t)info->dlpi_tls_data, h->p_memsz);
        if (h->p_type == PT_DYNAMIC)
            find_copies(info->dlpi_addr, (const ElfW(Dyn) *)a);
    }
    return 0;
}

static void add_region(uintptr_t low, uintptr_t high, bool of_file)
{
    if (low >= high)
        return;
    struct region r = {low, high, mem_alloc((high - low) / PAGE), of_file};
    vec_push(&agent.pages->regions, r);
}

static bool ours(uintptr_t a)
{
    return (a >= LAYOUT_AGENT && a < LAYOUT_AGENT + LAYOUT_AGENT_SIZE) ||
           (a >= LAYOUT_RANKS && a < LAYOUT_ASIDE);
}

static uintptr_t hex(const char **p)
{
    uintptr_t v = 0;
    for (;; ++*p) {
        char c = **p;
        if (c >= '0' && c <= '9')
            v = v * 16 + (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            v = v * 16 + (uintptr_t)(c - 'a' + 10);
        else
            return v;
    }
}

/* Handles one line of /proc/self/maps: 7ffff7f9c000-7ffff7fa0000 rw-p ... */
static void consider(const char *line, const char *end, uintptr_t main_sp)
{
    const char *p = line;
    bool of_file = memchr(line, '/', (size_t)(end - line));
    uintptr_t low = hex(&p), high = (p++, hex(&p));
    if (strncmp(p, " rw", 3) || ours(low))
        return;
    if (p[4] == 's' && low != (uintptr_t)agent.link && low != (uintptr_t)agent.shared)
        agent_refuse(REASON_SETUP,
                     "it shares memory with others (at %p) before its actors start",
                     (void *)low);
    if (p[4] != 'p')
        return;
    if (low <= main_sp && main_sp < high)
        low = page_down(main_sp);
    if (low == LAYOUT_SETUP) /* memory above is not touched, since ranks have heaps of
                                their own */
        high = page_up(LAYOUT_SETUP + agent.setup->used);
    const struct link *l = agent.link;
    if (low < l->library_high && high > l->library_low) {
        /* One mapping can contain both the end of another library's data and our
         * own. */
        add_region(low, l->library_low < high ? l->library_low : high, of_file);
        low = l->library_high > low ? l->library_high : low;
    }
    add_region(low, high, of_file);
}

static char *read_maps(void)
{
    long fd =
        agent_syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    size_t room = 1 << 16, n = 0;
    char *text = mem_alloc(room);
    for (long got; (got = agent_syscall(SYS_read, fd, text + n, room - n - 1)) > 0;) {
        n += (size_t)got;
        if (n + PAGE > room)
            text = mem_resize(text, room *= 2);
    }
    text[n] = '\0';
    agent_syscall(SYS_close, fd);
    return text;
}

/* ---- large regions, without images ---- */

static void set_large_apart(uintptr_t main_sp)
{
    struct pages *p = agent.pages;
    size_t n = 0;
    for (size_t i = 0; i < p->regions.len; i++) {
        struct region r = p->regions.at[i];
        size_t bytes = r.high - r.low, room = page_up(bytes) + 2 * CHUNK;
        bool stack = r.low <= main_sp && main_sp < r.high;
        if (bytes < LARGE || stack ||
            (p->aside + room) * agent.nranks > LAYOUT_ASIDE_SIZE) {
            p->regions.at[n++] = r;
            continue;
        }
        struct large l = {r.low, bytes, LAYOUT_ASIDE + p->aside + r.low % CHUNK};
        vec_push(&p->large, l);
        p->aside = (p->aside + room) / CHUNK * CHUNK;
        free(r.learned);
    }
    p->regions.len = n;
}

static void move(uintptr_t from, uintptr_t to, size_t bytes)
{
    long at =
        agent_syscall(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (at != (long)to)
        agent_die("%zu bytes of data cannot be moved (error %ld)", bytes, -at);
}

/* Copies a region with its initial content, for a rank that has none yet. The first
 * rank uses the program's own memory; until it runs, the others are copied from
 * there. */
static void copy_large(const struct large *l, uintptr_t to)
{
    long at = agent_syscall(
        SYS_mmap, to, l->bytes, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != (long)to)
        agent_die("no room for %zu bytes of data (error %ld)", l->bytes, -at);
    for (size_t i = 0; i < l->bytes; i += PAGE)
        /* pages of zeros need not be written */
        if (!page_is_zero((const char *)l->low + i))
            memcpy((char *)to + i, (const char *)l->low + i, PAGE);
}

static uintptr_t aside_of(const struct large *l, uint32_t rank)
{
    return l->aside + rank * agent.pages->aside;
}

void pages_find(const void *main_sp)
{
    dl_iterate_phdr(find_program, NULL);
    if (agent.setup) {
        add_range(LAYOUT_SETUP, agent.setup->used);
        add_shared(LAYOUT_SETUP, LAYOUT_SETUP + agent.setup->used, (struct range){0});
    }
    char *maps = read_maps();
    for (char *line = maps, *end; (end = strchr(line, '\n')); line = end + 1)
        consider(line, end, (uintptr_t)main_sp);
    free(maps);
    agent.pages->kept = mem_alloc(agent.nranks * sizeof *agent.pages->kept);
    if (agent.once)
        set_large_apart((uintptr_t)main_sp);
    for (size_t i = 0; i < agent.pages->regions.len; i++) {
        struct region *r = &agent.pages->regions.at[i];
        if (agent_syscall(SYS_mprotect, r->low, r->high - r->low, PROT_READ) < 0)
            agent_refuse(REASON_NONE, "the pages at %p cannot be write-protected",
                         (void *)r->low);
    }
}

/* Several processes learn pages in different orders, so that forms have them in the order
 * of their addresses. */
static void put_in_order(uint32_t page)
{
    struct pages *p = agent.pages;
    vec_push(&p->order, page);
    for (size_t i = p->order.len - 1; i && p->at.at[p->order.at[i - 1]] > p->at.at[page];
         i--) {
        p->order.at[i] = p->order.at[i - 1];
        p->order.at[i - 1] = page;
    }
}

static void learn(struct region *r, uintptr_t a)
{
    a = page_down(a);
    char *copy = malloc(PAGE);
    memcpy(copy, (void *)a, PAGE);
    vec_push(&agent.pages->at, (char *)a);
    put_in_order((uint32_t)agent.pages->at.len - 1);
    vec_push(&agent.pages->was, copy);
    r->learned[(a - r->low) / PAGE] = 1;
    agent_syscall(SYS_mprotect, a, PAGE, PROT_READ | PROT_WRITE);
    agent.link->pages_learned = agent.pages->at.len;
    agent.looked = false;
}

bool pages_fault(const void *address)
{
    uintptr_t a = (uintptr_t)address;
    for (size_t i = 0; i < agent.pages->regions.len; i++) {
        struct region *r = &agent.pages->regions.at[i];
        if (a < r->low || a >= r->high)
            continue;
        if (r->learned[(page_down(a) - r->low) / PAGE])
            return false;
        learn(r, a);
        return true;
    }
    return false;
}

/* ---- pages that threads share ---- */

static const struct region *region_of(uintptr_t a)
{
    const struct pages *p = agent.pages;
    for (size_t i = 0; i < p->regions.len; i++)
        if (a >= p->regions.at[i].low && a < p->regions.at[i].high)
            return &p->regions.at[i];
    return NULL;
}

static int usual(const struct region *r, uintptr_t page)
{
    return !r || r->learned[(page - r->low) / PAGE] ? PROT_READ | PROT_WRITE : PROT_READ;
}

void pages_show(uintptr_t low, uintptr_t high)
{
    for (uintptr_t from = low, to; from < high; from = to) {
        const struct region *r = region_of(from);
        int is = usual(r, from);
        for (to = from + PAGE; to < high && region_of(to) == r && usual(r, to) == is;
             to += PAGE)
            ;
        agent_syscall(SYS_mprotect, from, to - from, is);
    }
}

void pages_hide(bool hide)
{
    const struct pages *p = agent.pages;
    for (size_t i = 0; i < p->shared.len; i++)
        if (hide)
            agent_syscall(SYS_mprotect, p->shared.at[i].low,
                          p->shared.at[i].high - p->shared.at[i].low, PROT_NONE);
        else
            pages_show(p->shared.at[i].low, p->shared.at[i].high);
}

bool pages_shared(uintptr_t a)
{
    const struct pages *p = agent.pages;
    for (size_t i = 0; i < p->shared.len; i++)
        if (a >= p->shared.at[i].low && a < p->shared.at[i].high)
            return true;
    return false;
}

bool pages_own(const void *address)
{
    uintptr_t a = (uintptr_t)address;
    const struct pages *p = agent.pages;
    pages_fault(address);
    for (size_t i = 0; i < p->regions.len; i++)
        if (a >= p->regions.at[i].low && a < p->regions.at[i].high)
            return true;
    for (size_t i = 0; i < p->large.len; i++)
        if (a >= p->large.at[i].low && a < p->large.at[i].low + p->large.at[i].bytes)
            return true;
    return false;
}

void pages_touch(const void *address, size_t bytes)
{
    if (bytes > UINTPTR_MAX - (uintptr_t)address)
        return; /* no memory is mapped there */
    uintptr_t end = (uintptr_t)address + bytes;
    track_touch(address, bytes);
    for (uintptr_t a = page_down((uintptr_t)address); a < end; a += PAGE)
        pages_fault((const void *)a);
}

uint32_t pages_count(void)
{
    return (uint32_t)agent.pages->at.len;
}

/* A digest of the learned pages. Which pages have been learned, and in which order,
 * depends on what was explored before, and must not show. So only pages that differ
 * from their initial content count, and their digests are added up. */
uint64_t pages_digest(uint64_t seed)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < agent.pages->at.len; i++) {
        const char *page = agent.pages->at.at[i];
        if (memcmp(page, agent.pages->was.at[i], PAGE))
            sum += XXH3_64bits_withSeed(page, PAGE, (uintptr_t)page);
    }
    return seed + sum;
}

static void put_page(const char *page, canon_fn *put, void *to, const void *bytes,
                     size_t n)
{
    put(to, (struct piece){PART_PAGE, (uintptr_t)page, bytes, n, 0});
}

void pages_form(canon_fn *put, void *to, bool digests)
{
    const struct pages *p = agent.pages;
    for (size_t i = 0; i < p->at.len; i++) {
        uint32_t n = p->order.at[i];
        const char *page = p->at.at[n];
        if (!digests) {
            if (memcmp(page, p->was.at[n], PAGE))
                put_page(page, put, to, page, PAGE);
            continue;
        }
        struct digest d = mirror_digest(&p->mirror, n), was = mirror_digest(&p->first, n);
        if (d.lo != was.lo || d.hi != was.hi)
            put_page(page, put, to, &d, sizeof d);
    }
}

void pages_look(void)
{
    struct pages *p = agent.pages;
    for (; p->nfirst < p->at.len; p->nfirst++)
        mirror_look(&p->first, p->nfirst, p->was.at[p->nfirst], PAGE);
    for (uint32_t i = 0; i < p->at.len && !agent.looked; i++)
        mirror_look(&p->mirror, i, p->at.at[i], PAGE);
    agent.looked = true;
}

struct shared *pages_take(void)
{
    pages_look();
    return shared_take(&agent.pages->mirror, agent.pages->at.len * PAGE);
}

/* Libraries that we call may change pages of theirs, so it is never sure what is there.
 */
void pages_put(const struct shared *h, uint32_t n)
{
    struct pages *p = agent.pages;
    for (uint32_t i = 0; i < p->at.len; i++) {
        if (i < n) {
            shared_put(h, i, &p->mirror, p->at.at[i], false);
        } else {
            memcpy(p->at.at[i], p->was.at[i], PAGE);
            mirror_look(&p->mirror, i, p->at.at[i], PAGE);
        }
    }
    agent.looked = true;
}

void pages_copy_out(char *to)
{
    for (size_t i = 0; i < agent.pages->at.len; i++)
        memcpy(to + i * PAGE, agent.pages->at.at[i], PAGE);
}

const char *pages_differing(const char *from, uint32_t n)
{
    for (uint32_t i = 0; i < agent.pages->at.len; i++) {
        const char *page = agent.pages->at.at[i];
        const char *was = i < n ? from + i * PAGE : agent.pages->was.at[i];
        for (size_t k = 0; memcmp(page, was, PAGE) != 0; k++)
            if (page[k] != was[k])
                return page + k;
    }
    return NULL;
}

void pages_copy_in(const char *from, uint32_t n)
{
    for (uint32_t i = 0; i < agent.pages->at.len; i++)
        memcpy(agent.pages->at.at[i], i < n ? from + i * PAGE : agent.pages->was.at[i],
               PAGE);
}

bool pages_of_library(uintptr_t a)
{
    for (size_t i = 0; i < agent.pages->libraries.len; i++)
        if (a >= agent.pages->libraries.at[i].low &&
            a < agent.pages->libraries.at[i].high)
            return true;
    return false;
}

static const void *changed_in(const char *page, const char *was)
{
    for (size_t i = 0; i < agent.pages->program.len; i++) {
        const struct range *r = &agent.pages->program.at[i];
        uintptr_t low = (uintptr_t)page, high = low + PAGE;
        low = r->low > low ? r->low : low;
        high = r->high < high ? r->high : high;
        for (uintptr_t a = low; a < high; a++)
            if (*(const char *)a != was[a % PAGE] && !pages_of_library(a))
                return (const void *)a;
    }
    return NULL;
}

const void *pages_changed(void)
{
    const void *at = NULL;
    for (size_t i = 0; i < agent.pages->at.len && !at; i++)
        if (memcmp(agent.pages->at.at[i], agent.pages->was.at[i], PAGE))
            at = changed_in(agent.pages->at.at[i], agent.pages->was.at[i]);
    return at;
}

/* ---- without images ---- */

static void put_aside(uint32_t rank)
{
    struct pages *p = agent.pages;
    struct kept *k = &p->kept[rank];
    k->n = pages_count();
    if (k->n > k->room) {
        k->room = 2 * k->n;
        free(k->bytes);
        k->bytes = malloc(k->room * PAGE);
    }
    pages_copy_out(k->bytes);
    for (size_t i = 0; i < p->large.len; i++)
        move(p->large.at[i].low, aside_of(&p->large.at[i], rank), p->large.at[i].bytes);
}

void pages_exchange(uint32_t rank)
{
    struct pages *p = agent.pages;
    if (agent.resident == (int)rank)
        return;
    if (agent.resident < 0) /* no rank has run yet, so every rank has what is in place */
        for (uint32_t r = 0; r < (agent.shares ? agent.nprocesses : agent.nranks); r++)
            for (size_t i = 0; r != rank && i < p->large.len; i++)
                copy_large(&p->large.at[i], aside_of(&p->large.at[i], r));
    else
        put_aside((uint32_t)agent.resident);
    pages_copy_in(p->kept[rank].bytes, p->kept[rank].n);
    for (size_t i = 0; agent.resident >= 0 && i < p->large.len; i++)
        move(aside_of(&p->large.at[i], rank), p->large.at[i].low, p->large.at[i].bytes);
    agent.resident = (int)rank;
}
