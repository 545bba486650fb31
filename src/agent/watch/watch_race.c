/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_race.c - watched memory: the library's side of it, and what is reported.
 *
 * A rank that accesses a buffer too early goes on, as it would elsewhere: the race is a
 * remark. Where the operation is completed is known later, so the remark is changed
 * then. A rank that gives the memory away ends: the data would be delivered to
 * something else. */
#include "agent/rank/objects.h"
#include "agent/rank/origins.h"
#include "agent/port/ports.h"
#include "agent/threads/datarace.h"
#include "agent/tell/remark.h"
#include "agent/system/syscall.h"
#include "agent/rank/thread.h"
#include "agent/core/unwind.h"
#include "agent/watch/watching.h"
#include "agent/port/window.h"
#include "agent/x86/frame.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define NEVER  ", which nothing completes"
#define FRAMES 4
#define MOST   1024 /* buffers of a rank that are watched */

static struct rank *running(void)
{
    return &agent.rank[agent.current];
}

static void changed(void)
{
    if (running()->space.watch || running()->head->watches)
        watch_force(running())->changed = true;
}

/* ---- words ---- */

static const char *name_of(const struct port_watch *w, char *to, size_t room)
{
    snprintf(to, room, "%s of MPI_%s at %s", w->what ? w->what : "the buffer",
             port_call_name(w->from.call), port_place(w->from.site));
    return to;
}

/* Reports that the program does something to watched bytes; `sites` are the calls that
 * led there, innermost first. */
static void report(struct port_watch *w, enum reason reason, const char *does,
                   const uint64_t *sites, uint32_t n)
{
    char text[FAULT_TEXT], calls[FRAMES * 48] = "", name[96];
    for (uint32_t i = 0; i < n && n > 1; i++) {
        size_t len = strlen(calls);
        snprintf(calls + len, sizeof calls - len, "%s%c%c%lx%c%s%s",
                 i == 0   ? " (in "
                 : i == 1 ? ", called from "
                          : ", ",
                 PLACE_BEGIN, PLACE_FUNCTION, (unsigned long)sites[i], PLACE_END,
                 i ? " at " : "", i ? port_place((void *)(uintptr_t)sites[i]) : "");
    }
    snprintf(text, sizeof text, "%s %s%s%s" NEVER, does, name_of(w, name, sizeof name),
             calls, n > 1 ? ")" : "");
    origins_tell(FINDING_LOCAL_RACE, n ? sites[0] : 0, (const void *)w->part[0].low);
    remark_about(FINDING_LOCAL_RACE, reason, n ? sites[0] : 0,
                 (uint64_t)(uintptr_t)w->from.site, text);
    w->raced = true;
    changed();
}

static void report_end(const struct port_watch *w, struct port_from done)
{
    char until[96];
    if (!done.site)
        return;
    snprintf(until, sizeof until, ", which is in use until MPI_%s at %s",
             port_call_name(done.call), port_place(done.site));
    remark_change(FINDING_LOCAL_RACE, (uint64_t)(uintptr_t)w->from.site, NEVER, until);
}

/* ---- comparing ----
 *
 * The bytes are compared also where pages are protected: a system call, or an argument of
 * a function of the standard, may have written there without a fault. */

static uint64_t digest_of(const struct port_watch *w)
{
    uint64_t d = 0;
    for (uint32_t i = 0; i < w->n; i++)
        d = XXH3_64bits_withSeed((const void *)w->part[i].low,
                                 w->part[i].high - w->part[i].low, d);
    return d;
}

void watch_compare(struct port_watch *w)
{
    w->plain = true;
    link_leaves_out(
        agent.shared,
        w->window ? TOUCH_LEFT_OUT
                  : "reads of some buffers in use, and writes of what was there already");
}

EXPORT void port_check(struct port_watch *w, struct port_from done)
{
    if (!w->n || w->raced || w->window || digest_of(w) == w->digest)
        return;
    uint64_t site = (uint64_t)(uintptr_t)done.site;
    report(w, REASON_COMPARED, "finds changed (what it writes there was not watched)",
           &site, 1);
}

EXPORT void port_refresh(struct port_watch *w)
{
    if (w->n && !w->window)
        w->digest = digest_of(w);
}

/* ---- for the library ---- */

EXPORT bool port_watching(void)
{
    return rank_head()->watches || port_races();
}

/* What this leaves on the stack depends on what was explored before, and is cleared. */
static __attribute__((noinline)) void judge_all(const struct port_bytes *part, uint32_t n,
                                                enum port_use use, const void *site)
{
    for (uint32_t i = 0; i < n; i++)
        race_access(part[i].low, part[i].high - part[i].low,
                    use == PORT_WRITES ? HOW_WRITE : HOW_READ, site);
}

/* Does the running thread race with others by these accesses of the library? */
static __attribute__((noinline)) void judge(const struct port_bytes *part, uint32_t n,
                                            enum port_use use, const void *site)
{
    judge_all(part, n, use, site);
    rank_wipe_deep();
}

EXPORT bool port_races(void)
{
    return agent.hybrid && agent.races;
}

/* Is this on the stack of the thread that runs? The frames of others do not change. */
static bool on_stack(const struct rank *r, uintptr_t a)
{
    struct thread_stack stack = thread_stack(r);
    return a >= (uintptr_t)stack.low && a < (uintptr_t)stack.top;
}

/* The memory of the buffer ends with the call that starts the operation, if the compiler
 * has made it for that call. */
static void check_temporary(const struct port_watch *w)
{
    char name[96], text[FAULT_TEXT];
    struct viewpoint here = {w->from.site, w->frame};
    if (!w->n || !w->frame || w->local ||
        !objects_in_temporary(here, (const char *)w->part[0].low))
        return;
    snprintf(text, sizeof text,
             "%s is a temporary of the compiler, an expression or a copy of an array "
             "section, which ends with the call, and the operation is active",
             name_of(w, name, sizeof name));
    rank_fail_at(FINDING_LOCAL_RACE, w->from.site, text);
}

EXPORT void port_watch(struct port_watch *w)
{
    struct rank_head *h = rank_head(), *process = process_head();
    w->raced = w->plain = false;
    w->digest = 0;
    w->local = w->n && w->frame
                   ? objects_local((struct viewpoint){w->from.site, w->frame},
                                   (const char *)w->part[0].low)
                   : NULL;
    check_temporary(w);
    if (w->n && w->frame && !w->local && !w->window &&
        on_stack(running(), w->part[0].low))
        link_leaves_out(agent.shared,
                        "ends of blocks with buffers in use that are no known variables");
    if (process->nwatches == MOST && w->n) {
        link_leaves_out(agent.shared,
                        "accesses to buffers in use, beyond the first 1024 at once");
        w->n = 0;
    }
    if (!w->n)
        return;
    process->nwatches++;
    w->next = h->watches;
    w->at = &h->watches;
    if (w->next)
        w->next->at = &w->next;
    h->watches = w;
    changed();
    port_refresh(w);
    if (watch_too_busy(w) || watch_too_scattered(w))
        watch_compare(w);
}

EXPORT void port_unwatch(struct port_watch *w, struct port_from done)
{
    if (!w->at)
        return;
    if (done.site)
        port_check(w, done);
    if (port_races() && done.site)
        judge(w->part, w->n, w->use, done.site);
    changed();
    process_head()->nwatches--;
    *w->at = w->next;
    if (w->next)
        w->next->at = w->at;
    w->next = NULL;
    w->at = NULL;
    if (w->raced && !w->window)
        report_end(w, done);
}

static bool overlap(const struct port_watch *w, const struct port_bytes *part, uint32_t n)
{
    for (uint32_t i = 0, k = 0; i < w->n && k < n;) {
        if (w->part[i].low < part[k].high && part[k].low < w->part[i].high)
            return true;
        if (w->part[i].high <= part[k].low)
            i++;
        else
            k++;
    }
    return false;
}

EXPORT void port_access(struct port_from from, const struct port_bytes *part, uint32_t n,
                        enum port_use use)
{
    if (port_races())
        judge(part, n, use, from.site);
    for (struct port_watch *w = rank_head()->watches; w; w = w->next) {
        if ((use == PORT_READS && w->use == PORT_READS) || !overlap(w, part, n))
            continue;
        if (w->window) {
            window_touched(w, part, n, use, from);
            continue;
        }
        char does[64];
        bool was = w->raced;
        uint64_t site = (uint64_t)(uintptr_t)from.site;
        snprintf(does, sizeof does, "MPI_%s %s", port_call_name(from.call),
                 use == PORT_WRITES ? "writes to" : "reads");
        report(w, REASON_NONE, does, &site, 1);
        w->raced |= was;
    }
}

/* ---- memory that goes away ---- */

/* Has the function returned in whose frame the bytes lie? */
static bool frame_is_gone(const struct rank *r, uintptr_t low, uintptr_t sp)
{
    return on_stack(r, low) && on_stack(r, sp) && low < sp;
}

#define GONE "the function that holds %s has returned, and the operation is active"

/* Memory of windows in frames of functions that have returned. */
static void leave_windows(const struct rank *r, const void *site, uintptr_t sp)
{
    for (const struct port_watch *w = r->head->watches, *next; w; w = next) {
        next = w->next;
        if (w->window && w->n && frame_is_gone(r, w->part[0].low, sp)) {
            window_gone((const void *)w->part[0].low, 1, site);
            next = r->head->watches;
        }
    }
}

#define OVER "the block that holds %s has ended, and the operation is active"

/* Is the buffer a variable of a block that the program has left since? The space may be
 * used for others, also if that has not happened yet. */
static bool scope_is_over(const struct rank *r, const struct port_watch *w,
                          struct port_from from, const void *sp)
{
    struct viewpoint here = {from.site, (const char *)sp - 2 * sizeof(void *)};
    return w->local && sp && from.site && on_stack(r, w->part[0].low) &&
           on_stack(r, (uintptr_t)sp) &&
           objects_local_is_over(here, (const char *)w->part[0].low, w->local);
}

EXPORT void port_enter(struct port_from from, const void *sp)
{
    const struct rank *r = running();
    agent.watching->inside = true;
    watch_string_end(); /* one that has crashed, and the program went on */
    if (r->head->copies)
        leave_windows(r, from.site, (uintptr_t)sp);
    enum { SCOPES = 64 }; /* looking for a variable takes long */
    uint32_t n = 0;
    for (const struct port_watch *w = r->head->watches; w; w = w->next) {
        bool use = w->n && !w->window;
        bool gone = use && frame_is_gone(r, w->part[0].low, (uintptr_t)sp);
        n += use && w->local;
        if (n == SCOPES + 1)
            link_leaves_out(agent.shared,
                            "ends of blocks, with more than 64 buffers in use at once");
        if (gone || (use && n <= SCOPES && scope_is_over(r, w, from, sp))) {
            char name[96], text[FAULT_TEXT];
            snprintf(text, sizeof text, gone ? GONE : OVER,
                     name_of(w, name, sizeof name));
            rank_fail_at(FINDING_LOCAL_RACE, from.site, text);
        }
    }
    if (n) /* what was known already, and what was not, must leave the same behind */
        rank_wipe_deep();
}

/* ---- back to the program ---- */

/* What a function may return, and where it returns to. */
struct returned {
    char xmm0[16], xmm1[16];
    uint64_t rdx, rax;
    uint64_t sp, pc;
};

/* Protects the pages. The page of the rank's stack may be among them; so this runs on a
 * stack of the agent's, and when the library has done with the rank's: the function of
 * the standard does not return to the program but to watch_back(), which goes on there.
 */
static void go_back(void)
{
    watch_enforce(running());
    agent.watching->inside = false;
}

/* Does so for watch_back(), and clears what it has left on the rank's stack: whether
 * pages are to be protected is no part of the state, and the program must not find
 * addresses of ours there. */
__attribute__((used)) static void go_back_clear(void)
{
    enum { BELOW = 512 }; /* the frame of away() is smaller */
    const struct returned *there = (struct returned *)agent.watching->stack_top - 1;
    memset((char *)(uintptr_t)there->sp - BELOW, 0, BELOW);
    go_back();
}

/* Copies what was returned to the agent's stack; returns the stack pointer there. */
__attribute__((used)) static struct returned *away(const struct returned *here)
{
    struct returned *there = (struct returned *)agent.watching->stack_top - 1;
    memcpy(there, here, offsetof(struct returned, sp));
    there->sp = (uint64_t)(uintptr_t)&here->sp;
    there->pc = (uint64_t)(uintptr_t)agent.watching->back;
    return there;
}

void watch_back(void);
__asm__(".text\n"
        ".type watch_back, @function\n"
        "watch_back:\n"
        "    pushq %rax\n"
        "    pushq %rdx\n"
        "    subq $32, %rsp\n"
        "    movups %xmm0, (%rsp)\n"
        "    movups %xmm1, 16(%rsp)\n"
        "    movq %rsp, %rdi\n"
        "    call away\n"
        "    movq %rax, %rsp\n"
        "    call go_back_clear\n"
        "    movups (%rsp), %xmm0\n"
        "    movups 16(%rsp), %xmm1\n"
        "    movq 32(%rsp), %rdx\n"
        "    movq 40(%rsp), %rax\n"
        "    movq 56(%rsp), %rcx\n"
        "    movq 48(%rsp), %rsp\n"
        "    xorl %esi, %esi\n"
        "    xorl %edi, %edi\n"
        "    xorl %r8d, %r8d\n"
        "    xorl %r9d, %r9d\n"
        "    xorl %r10d, %r10d\n"
        "    xorl %r11d, %r11d\n"
        "    jmp *%rcx\n"
        ".size watch_back, . - watch_back\n");

/* A function of the program that the library calls: where go_into() jumps to. Its
 * arguments are in registers, which are kept on the agent's stack meanwhile. */
__attribute__((used)) static port_function *go_into(void)
{
    go_back();
    return agent.watching->callee;
}

__attribute__((used)) static char *stack_of_agent(void)
{
    return agent.watching->stack_top;
}

void watch_into(void);
__asm__(".text\n"
        ".type watch_into, @function\n"
        "watch_into:\n"
        "    pushq %rax\n"
        "    pushq %rdi\n"
        "    pushq %rsi\n"
        "    pushq %rdx\n"
        "    pushq %rcx\n"
        "    pushq %r8\n"
        "    pushq %r9\n"
        "    call stack_of_agent\n"
        "    movq %rax, %r11\n"
        "    popq %r9\n"
        "    popq %r8\n"
        "    popq %rcx\n"
        "    popq %rdx\n"
        "    popq %rsi\n"
        "    popq %rdi\n"
        "    popq %rax\n"
        "    xchgq %r11, %rsp\n"
        "    pushq %r11\n"
        "    pushq %rax\n"
        "    pushq %rdi\n"
        "    pushq %rsi\n"
        "    pushq %rdx\n"
        "    pushq %rcx\n"
        "    pushq %r8\n"
        "    pushq %r9\n"
        "    call go_into\n"
        "    movq %rax, %r10\n"
        "    popq %r9\n"
        "    popq %r8\n"
        "    popq %rcx\n"
        "    popq %rdx\n"
        "    popq %rsi\n"
        "    popq %rdi\n"
        "    popq %rax\n"
        "    popq %rsp\n"
        "    jmp *%r10\n"
        ".size watch_into, . - watch_into\n");

EXPORT port_function *port_program(port_function *function)
{
    if (!running()->head->watches)
        return function;
    agent.watching->callee = function;
    return watch_into;
}

EXPORT void port_leave(const void *sp)
{
    struct rank *r = running();
    struct watching *w = agent.watching;
    if (!r->head->watches && !r->space.watch)
        return;
    if (w->of == r && !r->space.watch->changed) {
        w->inside = false;
        return;
    }
    void **at = (void **)(uintptr_t)sp;
    if (!at)
        return; /* the call does not return */
    w->back = at[-1];
    at[-1] = (void *)(uintptr_t)watch_back;
}

static struct port_watch *watch_on(const struct rank_head *h, uintptr_t low,
                                   uintptr_t high)
{
    struct port_bytes all = {low, high};
    for (struct port_watch *w = h->watches; w; w = w->next)
        if (w->n && !w->window && overlap(w, &all, 1))
            return w;
    return NULL;
}

#define GIVES "%s memory of %s, and the operation is active"

void watch_gone(const void *at, size_t bytes, const char *how)
{
    uintptr_t low = (uintptr_t)at;
    if (agent.current < 0 || !rank_head()->watches)
        return;
    const struct port_watch *w = watch_on(rank_head(), low, low + bytes);
    if (!w)
        return;
    char name[96];
    agent.watching->inside = true;
    origins_tell(FINDING_LOCAL_RACE, 0, at);
    rank_fail(FINDING_LOCAL_RACE, GIVES, how, name_of(w, name, sizeof name));
}

bool watch_unmaps(struct call *c, uintptr_t low, uintptr_t high, const char *how)
{
    const struct port_watch *w = watch_on(call_head(c), low, high);
    char name[96];
    if (w)
        call_fail(c, FINDING_LOCAL_RACE, GIVES, how, name_of(w, name, sizeof name));
    return w;
}

/* ---- accesses ---- */

void watch_race(void *context, const struct spot *spot,
                const struct memory_access *access)
{
    struct rank *r = running();
    struct port_watch *w = spot->watch;
    uintptr_t sp = frame_sp(context);
    uintptr_t low = spot->low;
    int who = agent.current;
    watch_lift(r);
    agent.current = AT_AGENT;
    uint64_t sites[FRAMES];
    uint32_t n = unwind_sites(sites, FRAMES);
    agent.current = who;
    if (frame_is_gone(r, low, sp)) {
        char name[96], text[FAULT_TEXT];
        snprintf(text, sizeof text, GONE, name_of(w, name, sizeof name));
        crash_leave(context, FINDING_LOCAL_RACE, REASON_NONE, text);
        return;
    }
    report(w, REASON_NONE, access->write ? "writes to" : "reads", sites, n);
    watch_enforce(r);
}

/* ---- system calls ---- */

void watch_call(struct call *c)
{
    if (c->who >= 0)
        watch_lift(&agent.rank[c->who]);
}

static void accessed(struct call *c, uint64_t low, uint64_t bytes, bool write)
{
    const struct spot *s = bytes ? watch_spot(low, low + bytes, write) : NULL;
    uint64_t sites[FRAMES];
    struct memory_access all = {.low = low, .high = low + bytes, .write = write};
    if (bytes)
        watch_windows(&all, NULL);
    if (!s || s->watch->raced)
        return;
    uint32_t n = unwind_sites(sites, FRAMES);
    agent.current = c->who;
    report(s->watch, REASON_NONE,
           write ? "lets a system call write to" : "lets a system call read", sites, n);
    agent.current = AT_AGENT;
}

static void accessed_many(struct call *c, long bytes, bool write)
{
    const struct iovec {
        uint64_t at, n;
    } *v = (const void *)c->arg[1];
    for (uint64_t i = 0; i < c->arg[2] && bytes > 0; i++) {
        uint64_t part = v[i].n < (uint64_t)bytes ? v[i].n : (uint64_t)bytes;
        accessed(c, v[i].at, part, write);
        bytes -= (long)part;
    }
}

/* What a system call accesses. The number of bytes is fixed, or one of these. */
enum { RESULT = 1 << 20, STRING };

static const struct accesses {
    uint16_t nr;
    uint8_t argument;
    bool write;
    uint32_t bytes;
} all_accesses[] = {
    {SYS_read, 1, true, RESULT},
    {SYS_pread64, 1, true, RESULT},
    {SYS_getdents64, 1, true, RESULT},
    {SYS_readlink, 0, false, STRING},
    {SYS_readlink, 1, true, RESULT},
    {SYS_getrandom, 0, true, RESULT},
    {SYS_getcwd, 0, true, RESULT},
    {SYS_write, 1, false, RESULT},
    {SYS_pwrite64, 1, false, RESULT},
    {SYS_stat, 0, false, STRING},
    {SYS_stat, 1, true, sizeof(struct stat)},
    {SYS_lstat, 0, false, STRING},
    {SYS_lstat, 1, true, sizeof(struct stat)},
    {SYS_fstat, 1, true, sizeof(struct stat)},
    {SYS_newfstatat, 1, false, STRING},
    {SYS_newfstatat, 2, true, sizeof(struct stat)},
    {SYS_open, 0, false, STRING},
    {SYS_openat, 1, false, STRING},
    {SYS_creat, 0, false, STRING},
    {SYS_access, 0, false, STRING},
    {SYS_faccessat, 1, false, STRING},
    {SYS_faccessat2, 1, false, STRING},
    {SYS_chdir, 0, false, STRING},
    {SYS_mkdir, 0, false, STRING},
    {SYS_mkdirat, 1, false, STRING},
    {SYS_rmdir, 0, false, STRING},
    {SYS_unlink, 0, false, STRING},
    {SYS_unlinkat, 1, false, STRING},
    {SYS_rename, 0, false, STRING},
    {SYS_rename, 1, false, STRING},
    {SYS_renameat, 1, false, STRING},
    {SYS_renameat, 3, false, STRING},
    {SYS_renameat2, 1, false, STRING},
    {SYS_renameat2, 3, false, STRING},
    {SYS_link, 0, false, STRING},
    {SYS_link, 1, false, STRING},
    {SYS_symlink, 0, false, STRING},
    {SYS_symlink, 1, false, STRING},
    {SYS_chmod, 0, false, STRING},
    {SYS_fchmodat, 1, false, STRING},
    {SYS_chown, 0, false, STRING},
    {SYS_lchown, 0, false, STRING},
    {SYS_fchownat, 1, false, STRING},
    {SYS_truncate, 0, false, STRING},
    {SYS_uname, 0, true, sizeof(struct utsname)},
    {SYS_clock_gettime, 1, true, sizeof(struct timespec)},
    {SYS_clock_getres, 1, true, sizeof(struct timespec)},
    {SYS_gettimeofday, 0, true, sizeof(struct timeval)},
    {SYS_time, 0, true, sizeof(time_t)},
    {SYS_times, 0, true, sizeof(struct tms)},
    {SYS_nanosleep, 0, false, sizeof(struct timespec)},
    {SYS_clock_nanosleep, 2, false, sizeof(struct timespec)},
    {SYS_getrusage, 1, true, sizeof(struct rusage)},
    {SYS_getrlimit, 1, true, sizeof(struct rlimit)},
    {SYS_sysinfo, 0, true, sizeof(struct sysinfo)},
    {SYS_getitimer, 1, true, sizeof(struct itimerval)},
};

void watch_called(struct call *c, long result)
{
    if (c->who < 0 || !agent.rank[c->who].head->watches || result == -EFAULT ||
        agent.watching->inside)
        return;
    for (size_t i = 0; i < sizeof all_accesses / sizeof *all_accesses; i++) {
        const struct accesses *a = &all_accesses[i];
        uint64_t at = (uint64_t)c->arg[a->argument];
        if (a->nr != c->nr || !at || (result < 0 && a->bytes != STRING))
            continue; /* a call that fails has read the name */
        uint64_t n = a->bytes == RESULT   ? (uint64_t)result
                     : a->bytes == STRING ? strlen((const char *)(uintptr_t)at) + 1
                                          : a->bytes;
        accessed(c, at, n, a->write);
    }
    if (result > 0 && (c->nr == SYS_writev || c->nr == SYS_pwritev))
        accessed_many(c, result, false);
    if (result > 0 && (c->nr == SYS_readv || c->nr == SYS_preadv))
        accessed_many(c, result, true);
}
