/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.c - see watch.h: which pages are protected, and what happens when one is
 * accessed.
 *
 * Protecting pages costs a system call, so it is done as late as possible: when the
 * library returns to the program. What the library or the agent accesses in the meantime
 * is opened when it faults, and protected again at the next return.
 *
 * A page on which the program's own data lie next to a buffer can fault at every other
 * instruction. So the faults are counted by the call that started the operation; when
 * they are too many, the buffers of this call are not protected any more but only
 * compared, and the verdict says so. */
#include "agent/watch/watch.h"
#include "agent/rank/areas.h"
#include "agent/watch/callers.h"
#include "agent/watch/touch.h"
#include "agent/rank/track.h"
#include "agent/system/trial.h"
#include "agent/core/unwind.h"
#include "agent/watch/watching.h"
#include "agent/port/window.h"
#include "agent/x86/frame.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define USUAL (PROT_READ | PROT_WRITE)
/* separate ranges of pages of a rank, each of which is a mapping of the kernel's */
#define MOST_RUNS_OF_RANK 2048
/* a range of pages up to this size is opened as a whole */
#define STACK     ((size_t)64 << 10)
#define SMALL_RUN (16 * PAGE)

void watch_init(void)
{
    agent.watching = mem_alloc(sizeof *agent.watching);
    agent.watching->inside = true;
    agent.watching->stack_top = (char *)mem_alloc(STACK) + STACK;
    watch_strings();
}

struct watch_force *watch_force(struct rank *r)
{
    if (!r->space.watch) {
        int who = agent.current;
        agent.current = AT_AGENT;
        r->space.watch = mem_alloc(sizeof *r->space.watch);
        agent.current = who;
    }
    return r->space.watch;
}

/* ---- lists of pages: sorted, without overlaps ---- */

static void set(struct rank *r, uintptr_t low, uintptr_t high, int protection)
{
    if (agent_syscall(SYS_mprotect, low, high - low, protection))
        agent_die("the kernel has no memory for one more mapping");
    if (protection == USUAL && layout_rank_of((void *)low) >= 0)
        track_opened(r, low, high);
    if (protection == USUAL)
        watch_opened(r, low, high);
}

/* The index of the first range that ends after this address. */
static size_t find(const runs_vec *v, uintptr_t a)
{
    size_t low = 0, high = v->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (v->at[middle].high <= a)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct run *run_at(struct rank *r, uintptr_t a)
{
    struct watch_force *f = r->space.watch;
    size_t i = f ? find(&f->runs, a) : 0;
    return f && i < f->runs.len && f->runs.at[i].low <= a ? &f->runs.at[i] : NULL;
}

static void add_run(runs_vec *v, uintptr_t low, uintptr_t high, int protection)
{
    if (low >= high)
        return;
    if (v->len && vec_last(v).high == low && vec_last(v).protection == protection)
        vec_last(v).high = high;
    else
        vec_push(v, (struct run){low, high, protection});
}

/* Takes a part out of the list; its pages have been opened. */
static void cut(struct rank *r, uintptr_t low, uintptr_t high)
{
    struct watch_force *f = r->space.watch;
    runs_vec *v = &f->runs, *to = &agent.watching->scratch;
    to->len = 0;
    for (size_t i = 0; i < v->len; i++) {
        struct run x = v->at[i];
        add_run(to, x.low, x.high < low ? x.high : low, x.protection);
        add_run(to, x.low > high ? x.low : high, x.high, x.protection);
    }
    v->len = 0;
    for (size_t i = 0; i < to->len; i++)
        vec_push(v, to->at[i]);
    f->changed = true;
}

/* ---- what is to be protected ---- */

static int by_low(const void *x, const void *y)
{
    const struct run *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

static int by_part(const void *x, const void *y)
{
    const struct spot *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

bool watch_is_on(const struct port_watch *w)
{
    return w->n && !w->raced && !(w->window && watch_too_busy(w));
}

/* Collects the watched bytes themselves. */
static void collect_spots(const struct rank_head *h)
{
    struct watching *a = agent.watching;
    uintptr_t reach = 0;
    a->spots.len = 0;
    for (struct port_watch *w = h->watches; w; w = w->next)
        for (uint32_t i = 0; watch_is_on(w) && i < w->n; i++) {
            struct spot s = {.low = w->part[i].low, .high = w->part[i].high};
            s.watch = w;
            s.use = w->use;
            s.plain = w->plain;
            s.site = w->from.site;
            if (w->window)
                window_spot(w, &s);
            vec_push(&a->spots, s);
        }
    if (a->spots.len > 1)
        qsort(a->spots.at, a->spots.len, sizeof *a->spots.at, by_part);
    for (size_t i = 0; i < a->spots.len; i++) {
        reach = a->spots.at[i].high > reach ? a->spots.at[i].high : reach;
        a->spots.at[i].reach = reach;
    }
}

void watch_merge(runs_vec *v)
{
    size_t n = 0;
    if (v->len > 1)
        qsort(v->at, v->len, sizeof *v->at, by_low);
    for (size_t i = 0; i < v->len; i++)
        if (n && v->at[i].low <= v->at[n - 1].high) {
            if (v->at[i].high > v->at[n - 1].high)
                v->at[n - 1].high = v->at[i].high;
        } else {
            v->at[n++] = v->at[i];
        }
    v->len = n;
}

/* Are these pages of the rank's heap or stack, as far as they can be accessed? */
static bool in_slab(const struct rank *r, uintptr_t low, uintptr_t high)
{
    uintptr_t base = (uintptr_t)r->head, top = (uintptr_t)r->top;
    return (low >= base + page_up(sizeof *r->head) && high <= base + r->space.extent) ||
           (low >= top - SLAB_STACK && high <= top);
}

/* May this page be protected? Not if the program has given it a protection itself, or if
 * it is nobody's own. */
static bool ours(struct rank *r, uintptr_t page)
{
    if (layout_rank_of((void *)page) >= 0)
        return in_slab(r, page, page + PAGE) && !areas_in(r, page, page + PAGE);
    return pages_own((void *)page);
}

/* Is this a page of constants? Of a program and its libraries, all that can be written is
 * some rank's own. */
static bool constant(uintptr_t page)
{
    const struct link *l = agent.link;
    for (uint32_t i = 0; i < l->nmodules && i < LINK_MAX_MODULES; i++)
        if (page >= page_down(l->modules[i].low) && page < l->modules[i].high)
            return true;
    return false;
}

/* Adds the pages of a range that may be protected. */
static void add_allowed(struct rank *r, runs_vec *to, uintptr_t low, uintptr_t high,
                        int protection)
{
    if (in_slab(r, low, high) && !areas_in(r, low, high)) {
        add_run(to, low, high, protection);
        return;
    }
    for (uintptr_t p = low; p < high; p += PAGE)
        if (ours(r, p))
            add_run(to, p, p + PAGE, protection);
        else if (protection == PROT_NONE || !constant(p))
            agent.watching->foreign = true;
}

/* Joins two lists: of pages that must not be accessed, and of others that must not be
 * written. */
static void join(struct rank *r, const runs_vec *none, const runs_vec *read, runs_vec *to)
{
    size_t i = 0, k = 0;
    to->len = 0;
    uintptr_t done = 0; /* everything below is in the result */
    while (i < none->len || k < read->len) {
        const struct run *x = i < none->len ? &none->at[i] : NULL,
                         *y = k < read->len ? &read->at[k] : NULL;
        uintptr_t from = y && y->low > done ? y->low : done;
        if (y && (y->high <= done || from >= y->high)) {
            k++;
        } else if (y && (!x || from < x->low)) {
            uintptr_t end = x && x->low < y->high ? x->low : y->high;
            add_allowed(r, to, from, end, PROT_READ);
            done = end;
        } else {
            add_allowed(r, to, x->low, x->high, PROT_NONE);
            done = x->high;
            i++;
        }
    }
}

static void collect_runs(struct rank *r)
{
    struct watching *a = agent.watching;
    a->none.len = a->read.len = 0;
    for (size_t i = 0; i < a->spots.len; i++) {
        const struct spot *s = &a->spots.at[i];
        if (s->plain)
            continue;
        runs_vec *v = s->use == PORT_WRITES ? &a->none : &a->read;
        uintptr_t low = page_down(s->low), high = page_up(s->high);
        if (v->len && vec_last(v).low <= low && vec_last(v).high >= low) {
            if (high > vec_last(v).high)
                vec_last(v).high = high;
        } else {
            vec_push(v, (struct run){low, high, 0});
        }
    }
    watch_merge(&a->none);
    watch_merge(&a->read);
    join(r, &a->none, &a->read, &a->wanted);
}

static void collect(struct rank *r)
{
    collect_spots(r->head);
    collect_runs(r);
}

/* From now on the buffers are only compared: those of calls that are too busy, or all. */
static void compare_all(struct rank *r, bool busy)
{
    watch_lift(r);
    for (struct port_watch *w = r->head->watches; w; w = w->next)
        if (watch_is_on(w) && !w->plain && (!busy || watch_too_busy(w)))
            watch_compare(w);
}

/* ---- protecting ---- */

static int protection_at(const runs_vec *v, size_t *i, uintptr_t a, uintptr_t *end)
{
    while (*i < v->len && v->at[*i].high <= a)
        ++*i;
    if (*i == v->len)
        return USUAL;
    uintptr_t edge = v->at[*i].low > a ? v->at[*i].low : v->at[*i].high;
    *end = edge < *end ? edge : *end;
    return v->at[*i].low > a ? USUAL : v->at[*i].protection;
}

static void change_run(struct rank *r, const struct run *x)
{
    set(r, x->low, x->high, x->protection);
    if (x->protection != USUAL)
        watch_count_protected(x->low);
}

/* Changes protections from what is in force to what is wanted. */
static void apply(struct rank *r, const runs_vec *wanted)
{
    runs_vec *is = &r->space.watch->runs;
    size_t i = 0, k = 0;
    struct run todo = {0};
    uintptr_t first = is->len ? is->at[0].low : UINTPTR_MAX;
    if (wanted->len && wanted->at[0].low < first)
        first = wanted->at[0].low;
    for (uintptr_t a = first, end; a < UINTPTR_MAX; a = end) {
        end = UINTPTR_MAX;
        int before = protection_at(is, &i, a, &end),
            after = protection_at(wanted, &k, a, &end);
        bool change = before != after && end != UINTPTR_MAX;
        if (todo.high && (!change || todo.high != a || todo.protection != after)) {
            change_run(r, &todo);
            todo.high = 0;
        }
        if (change)
            todo = (struct run){todo.high ? todo.low : a, end, after};
    }
    if (todo.high)
        change_run(r, &todo);
    is->len = 0;
    for (size_t n = 0; n < wanted->len; n++)
        vec_push(is, wanted->at[n]);
}

void watch_enforce(struct rank *r)
{
    struct watch_force *f = watch_force(r);
    struct watching *a = agent.watching;
    if (!f->changed && a->of == r)
        return;
    int who = agent.current;
    agent.current = AT_AGENT;
    a->foreign = false;
    a->of = r;
    collect(r);
    if (a->wanted.len > MOST_RUNS_OF_RANK) {
        compare_all(r, false);
        collect(r);
    }
    if (a->foreign)
        link_leaves_out(agent.shared,
                        "accesses to buffers in use in shared or protected memory");
    apply(r, &a->wanted);
    f->changed = false;
    agent.current = who;
}

/* Adds the pages that are to be protected, are not, and lie in this range of the heap.
 * Those of the stack, on which this runs, stay as they are. */
static void add_wanted(struct rank *r, uintptr_t low, uintptr_t high, runs_vec *to)
{
    const runs_vec *wanted = &agent.watching->wanted;
    uintptr_t base = (uintptr_t)r->head, end = base + r->space.extent;
    low = low > base + page_up(sizeof *r->head) ? low : base + page_up(sizeof *r->head);
    high = high < end ? high : end;
    for (size_t i = find(wanted, low); i < wanted->len && wanted->at[i].low < high; i++) {
        const struct run *x = &wanted->at[i];
        uintptr_t from = x->low > low ? x->low : low,
                  to_here = x->high < high ? x->high : high;
        if (from < to_here)
            vec_push(to, (struct run){from, to_here, x->protection});
    }
}

void watch_restore(struct rank *r, const runs_vec *open)
{
    struct watch_force *f = watch_force(r);
    runs_vec some = {0};
    agent.watching->of = r;
    collect(r);
    for (size_t i = 0; i < open->len; i++)
        add_wanted(r, page_down(open->at[i].low), page_up(open->at[i].high), &some);
    size_t n = some.len;
    for (size_t i = 0; i < f->runs.len; i++)
        vec_push(&some, f->runs.at[i]);
    if (some.len > 1)
        qsort(some.at, some.len, sizeof *some.at, by_low);
    if (n && some.len <= MOST_RUNS_OF_RANK) {
        runs_vec *all = &agent.watching->scratch;
        all->len = 0;
        for (size_t i = 0; i < some.len; i++) { /* two ranges may share a page */
            uintptr_t low = some.at[i].low, end = all->len ? vec_last(all).high : 0;
            add_run(all, low > end ? low : end, some.at[i].high, some.at[i].protection);
        }
        apply(r, all);
    }
    f->changed = true;
    vec_free(&some);
}

void watch_lift(struct rank *r)
{
    struct watch_force *f = r->space.watch;
    if (!f)
        return;
    for (size_t i = 0; i < f->runs.len; i++)
        set(r, f->runs.at[i].low, f->runs.at[i].high, USUAL);
    f->runs.len = 0;
    f->changed = true;
}

void watch_share(struct rank *r)
{
    watch_lift(r);
    for (struct port_watch *w = r->head->watches; w; w = w->next)
        if (!w->plain)
            watch_compare(w);
}

void watch_forget(struct rank *r)
{
    struct watch_force *f = r->space.watch;
    if (!f)
        return;
    for (size_t i = 0; i < f->runs.len; i++) /* static data are not part of the slab */
        if (layout_rank_of((void *)f->runs.at[i].low) < 0)
            set(r, f->runs.at[i].low, f->runs.at[i].high, USUAL);
        else
            watch_opened(r, f->runs.at[i].low, f->runs.at[i].high);
    f->runs.len = 0;
    f->changed = true;
}

/* Gives the pages of these bytes that are protected that protection for a while, or, if
 * it is -1, their own. */
static void cover(struct rank *r, uintptr_t low, uintptr_t high, int protection)
{
    const struct watch_force *f = watch_force(r);
    low = page_down(low);
    high = page_up(high);
    for (size_t i = find(&f->runs, low); i < f->runs.len && f->runs.at[i].low < high;
         i++) {
        const struct run *x = &f->runs.at[i];
        uintptr_t from = x->low > low ? x->low : low,
                  to = x->high < high ? x->high : high;
        if (agent_syscall(SYS_mprotect, from, to - from,
                          protection < 0 ? x->protection : protection))
            agent_die("the kernel has no memory for one more mapping");
        if (protection == USUAL && layout_rank_of((void *)from) >= 0)
            track_opened(r, from, to);
    }
}

void watch_unveil(struct rank *r, uintptr_t low, uintptr_t high, bool write)
{
    cover(r, low, high, write ? USUAL : PROT_READ);
}

void watch_veil(struct rank *r, uintptr_t low, uintptr_t high)
{
    cover(r, low, high, -1);
}

void watch_stop(struct rank *r)
{
    struct watch_force *f = r->space.watch;
    for (size_t i = 0; f && i < f->runs.len; i++)
        if (layout_rank_of((void *)f->runs.at[i].low) < 0) {
            struct run x = f->runs.at[i];
            set(r, x.low, x.high, USUAL);
            cut(r, x.low, x.high);
            i--;
        }
}

void watch_resume(void)
{
    agent.watching->inside = true;
}

/* ---- opening ---- */

static void open_at(struct rank *r, const struct run *run, uintptr_t a)
{
    uintptr_t low = run->low, high = run->high;
    if (high - low > SMALL_RUN) {
        low = page_down(a);
        high = low + PAGE;
    }
    set(r, low, high, USUAL);
    cut(r, low, high);
}

bool watch_open(const void *address)
{
    int n = layout_rank_of(address);
    if (n < 0)
        n = agent.resident;
    struct rank *r = n >= 0 && (uint32_t)n < agent.nranks ? &agent.rank[n] : NULL;
    const struct run *run = r ? run_at(r, (uintptr_t)address) : NULL;
    if (!run)
        return false;
    open_at(r, run, (uintptr_t)address);
    return true;
}

/* ---- one access ---- */

/* Does what the instruction does, with the page open meanwhile: that takes one signal,
 * and a step takes two. False if it is not one of the usual instructions. */
static bool carry_out(struct rank *r, ucontext_t *u, uintptr_t address, bool write)
{
    uintptr_t page = page_down(address);
    const struct run *run = run_at(r, page);
    if (!run || agent.watching->nsteps || patience_steps() || agent.trial)
        return false;
    set(r, page, page + PAGE, write ? USUAL : PROT_READ);
    if (!insn_carry_out(u))
        return false; /* the page is to be open for a step */
    set(r, page, page + PAGE, run->protection);
    return true;
}

/* Lets the access through: opens the page for the kind of access that faulted, until the
 * next instruction. */
static void step(struct rank *r, ucontext_t *u, uintptr_t address,
                 const struct memory_access *access)
{
    struct watching *w = agent.watching;
    uintptr_t page = page_down(address);
    uint64_t pc = frame_pc(u);
    if (w->nsteps == STEP_PAGES) { /* no instruction accesses so many */
        open_at(r, run_at(r, address), address);
        return;
    }
    set(r, page, page + PAGE, access->write ? USUAL : PROT_READ);
    w->stepped[w->nsteps++] = page;
    w->step_pc = pc;
    w->repeats = access->repeats;
    frame_step(u, true);
}

/* How many rounds of an instruction that is repeated stay on the page of this address. */
static uint64_t rounds_on_page(uintptr_t a, uint64_t each)
{
    return (page_down(a) + PAGE - a) / each;
}

/* Carries out the rounds of a repeated instruction that stay on this page, which would be
 * a step each. False if that cannot be done here. */
static bool do_rounds(struct rank *r, ucontext_t *u, uintptr_t address,
                      const struct memory_access *access)
{
    greg_t *regs = frame_registers(u);
    uintptr_t to = (uintptr_t)regs[REG_RDI], from = (uintptr_t)regs[REG_RSI];
    uintptr_t page = page_down(address), other = page_down(access->write ? from : to);
    const struct run *run = run_at(r, page);
    uint64_t each = access->each, n = (uint64_t)regs[REG_RCX];
    if (!access->repeats || !run || agent.watching->nsteps || patience_steps() ||
        agent.trial || page != page_down(access->write ? to : from) ||
        (access->moves && (other == page || run_at(r, other) || !ours(r, other))))
        return false;
    if (n > rounds_on_page(access->write ? to : from, each))
        n = rounds_on_page(access->write ? to : from, each);
    if (access->moves && n > rounds_on_page(access->write ? from : to, each))
        n = rounds_on_page(access->write ? from : to, each);
    if (!n)
        return false;
    if (access->moves && !access->write)
        pages_touch((const void *)to, n * each);
    set(r, page, page + PAGE, USUAL);
    for (uint64_t i = 0; i < n; i++) /* one by one: they may overlap */
        memcpy((char *)to + i * each,
               access->moves ? (const char *)from + i * each
                             : (const char *)&regs[REG_RAX],
               each);
    set(r, page, page + PAGE, run->protection);
    regs[REG_RDI] += (greg_t)(n * each);
    regs[REG_RSI] += access->moves ? (greg_t)(n * each) : 0;
    regs[REG_RCX] -= (greg_t)n;
    regs[REG_RIP] += regs[REG_RCX] ? 0 : access->length;
    return true;
}

/* Is this a pushf? It may have the prefixes of another size, or of none. */
static bool pushes_flags(uint64_t pc)
{
    enum { PUSHF = 0x9c, SIZE = 0x66, REX = 0x40 };
    const uint8_t *at = (const uint8_t *)(uintptr_t)pc;
    while (*at == SIZE || (*at & 0xf0) == REX)
        at++;
    return *at == PUSHF;
}

/* The program does not see that it was stepped: takes the flag out of those that it has
 * just put on its stack. */
static void hide_step(const ucontext_t *u)
{
    const struct watching *w = agent.watching;
    const greg_t *regs = frame_registers(u);
    uint16_t *flags = (uint16_t *)(uintptr_t)regs[REG_RSP];
    uint64_t pc = (uint64_t)regs[REG_RIP];
    if (pc > w->step_pc && pc - w->step_pc < 4 && pushes_flags(w->step_pc))
        *flags &= (uint16_t)~TRAP_FLAG;
}

static void end_steps(struct rank *r, ucontext_t *u)
{
    struct watching *w = agent.watching;
    hide_step(u);
    for (uint32_t i = 0; i < w->nsteps; i++) {
        const struct run *run = run_at(r, w->stepped[i]);
        if (run && w->inside)
            cut(r, w->stepped[i], w->stepped[i] + PAGE);
        else if (run)
            set(r, w->stepped[i], w->stepped[i] + PAGE, run->protection);
    }
    w->nsteps = 0;
    if (!patience_steps() && !agent.trial)
        frame_step(u, false);
}

bool watch_step(void *context)
{
    struct watching *w = agent.watching;
    ucontext_t *u = context;
    if (!w->nsteps)
        return false;
    uint64_t pc = frame_pc(u);
    struct rank *r = w->of;
    if (w->inside || !w->repeats || pc != w->step_pc)
        end_steps(r, u);
    return !patience_steps() && !agent.trial;
}

void watch_over(void *context)
{
    struct watching *w = agent.watching;
    struct rank *r = w->of;
    if (!w->nsteps)
        return;
    for (uint32_t i = 0; i < w->nsteps; i++)
        if (run_at(r, w->stepped[i])) {
            set(r, w->stepped[i], w->stepped[i] + PAGE, USUAL);
            cut(r, w->stepped[i], w->stepped[i] + PAGE);
        }
    w->nsteps = 0;
    frame_step(context, false);
}

/* ---- judging ---- */

/* The index of the first of the watched bytes that begin behind the access. */
static size_t behind(uintptr_t high)
{
    const spots_vec *v = &agent.watching->spots;
    size_t from = 0, to = v->len;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (v->at[middle].low < high)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

const struct spot *watch_spot(uintptr_t low, uintptr_t high, bool write)
{
    const spots_vec *v = &agent.watching->spots;
    for (size_t i = behind(high); i-- > 0 && v->at[i].reach > low;)
        if (v->at[i].high > low && !v->at[i].window &&
            (write || v->at[i].use == PORT_WRITES))
            return &v->at[i];
    return NULL;
}

/* Where the program is, in a handler of the signal. */
static uint64_t place_of(const ucontext_t *u)
{
    uint64_t site = u ? frame_pc(u) : 0;
    if (!site || !unwind_is_users(site))
        return unwind_sites(&site, 1) ? site : 0;
    return site + 1; /* as if it were a call, which has returned there */
}

void watch_windows(const struct memory_access *a, const ucontext_t *u)
{
    const spots_vec *v = &agent.watching->spots;
    for (size_t i = behind(a->high); i-- > 0 && v->at[i].reach > a->low;) {
        const struct spot *s = &v->at[i];
        if (!s->window || s->high <= a->low)
            continue;
        struct touch t = {.window = s->number, .owner = s->owner, .write = a->write};
        t.lo = s->at + (a->low > s->low ? a->low - s->low : 0);
        t.hi = s->at + (a->high < s->high ? a->high : s->high) - s->low;
        t.site = place_of(u);
        callers_note((int)(agent.watching->of - agent.rank),
                     agent.watching->of->head->strand.nops);
        touch_note(&t);
    }
}

/* Counts the fault. If an operation has had too many, its buffers are compared from now
 * on; true then. */
static bool spend(struct rank *r, uintptr_t address)
{
    if (!watch_count(address))
        return false;
    compare_all(r, true);
    watch_enforce(r);
    return true;
}

/* Does the rank begin a function of the standard, which will call port_enter() soon? A
 * few functions do not; they are so short that they access the stack only to return. */
static bool enters(const ucontext_t *u)
{
    enum { RET = 0xc3 };
    uint64_t pc = frame_pc(u);
    return pc >= agent.link->mpi_low && pc < agent.link->mpi_high &&
           *(const uint8_t *)(uintptr_t)pc != RET;
}

/* Do the bytes belong to a window? */
static bool in_window(const struct memory_access *a)
{
    const spots_vec *v = &agent.watching->spots;
    for (size_t i = behind(a->high); i-- > 0 && v->at[i].reach > a->low;)
        if (v->at[i].window && v->at[i].high > a->low)
            return true;
    return false;
}

bool watch_fault(void *context, const void *address)
{
    struct watching *w = agent.watching;
    ucontext_t *u = context;
    uintptr_t a = (uintptr_t)address;
    int who = agent.current;
    struct rank *r = &agent.rank[who];
    const struct run *run = run_at(r, a);
    if (!run)
        return false;
    if (!w->inside && enters(u))
        w->inside = true;
    if (w->inside || agent.trial) {
        agent.current = AT_AGENT;
        watch_count(a);
        open_at(r, run, a);
        agent.current = who;
        return true;
    }
    agent.current = AT_AGENT;
    struct memory_access access = access_of(context, a);
    bool once = insn_accesses_once(u, &access);
    watch_string_access(u, &access);
    for (uint32_t i = 0; i < access.n; i++) {
        access.low = access.part[i].low;
        access.high = access.part[i].high;
        if (insn_is_atomic(u) && in_window(&access)) {
            agent.current = who;
            watch_over(context);
            crash_leave(context, FINDING_UNSUPPORTED, REASON_SAID,
                        "accesses memory of a window by an atomic instruction; each rank "
                        "has a copy of that memory, so use MPI_Fetch_and_op, "
                        "MPI_Accumulate or MPI_Compare_and_swap");
            return true;
        }
        watch_windows(&access, u);
        const struct spot *s = watch_spot(access.low, access.high, access.write);
        if (!s)
            continue;
        enum wide wide =
            watch_is_wide(u, &access) ? watch_try_wide(r, who, u, &access) : WIDE_MATTERS;
        if (wide == WIDE_IDLE)
            continue;
        if (wide == WIDE_COPY) {
            agent.current = who;
            return true;
        }
        agent.current = who;
        watch_race(context, s, &access);
        return true;
    }
    watch_enforce(r);          /* looking at a string may have opened the page */
    bool open = !run_at(r, a); /* free() takes a window's memory out of what is watched */
    if (!open && !spend(r, a) && !do_rounds(r, u, a, &access) &&
        !(once && carry_out(r, u, a, access.write)))
        step(r, u, a, &access);
    agent.current = who;
    return true;
}
