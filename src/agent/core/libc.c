/* SPDX-License-Identifier: Apache-2.0
 *
 * libc.c - the few functions of libc and libstdc++ that must be replaced, because
 * they find out something without a system call (clocks are read in user space,
 * random numbers come from the processor), or because we can say more. */
#include "agent/rank/objects.h"
#include "agent/system/syscall.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <netdb.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <unistd.h>

#include "agent/core/for_program.h"

/* Is the program running outside of mazurka run? Then everything is real. */
static bool real(void)
{
    return !agent.link || agent.current == AT_AGENT;
}

EXPORT int clock_gettime(clockid_t id, struct timespec *t)
{
    if (real())
        return (int)agent_syscall(SYS_clock_gettime, id, t);
    if (virtual_clock(id, t))
        return 0;
    errno = EINVAL;
    return -1;
}

EXPORT int gettimeofday(struct timeval *restrict v, void *restrict zone)
{
    (void)zone;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    *v = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return 0;
}

EXPORT time_t time(time_t *to)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (to)
        *to = t.tv_sec;
    return t.tv_sec;
}

EXPORT clock_t clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

EXPORT int timespec_get(struct timespec *t, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, t);
    return base;
}

static void one_processor(void)
{
    if (agent.current >= 0)
        link_rests_on(agent.shared, "one processor");
}

/* Answered here, because libc uses an instruction that reads the real processor
 * number. */
EXPORT int sched_getcpu(void)
{
    unsigned cpu = 0;
    one_processor();
    if (real())
        agent_syscall(SYS_getcpu, &cpu, NULL, NULL);
    return (int)cpu;
}

EXPORT int getcpu(unsigned *cpu, unsigned *node)
{
    unsigned where[2] = {0, 0};
    one_processor();
    if (real())
        agent_syscall(SYS_getcpu, &where[0], &where[1], NULL);
    if (cpu)
        *cpu = where[0];
    if (node)
        *node = where[1];
    return 0;
}

/* Answered here, because libc reads the number of processors from files. */
EXPORT int get_nprocs(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

EXPORT int get_nprocs_conf(void)
{
    return (int)sysconf(_SC_NPROCESSORS_CONF);
}

EXPORT long sysconf(int name)
{
    static long (*next)(int);
    if (!real() && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) {
        one_processor();
        return 1;
    }
    if (!next)
        next = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    return next(name);
}

/* ---- libraries that are loaded at run time ----
 *
 * They are loaded before the first image, and that is how they stay: constructors and
 * destructors do not run when the program would have it. One that is opened again after
 * dlclose() would have its first values again, and here it has not. */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* May these two names mean the same library? libplug.so is usually a link to
 * libplug.so.1. */
static bool may_be_same(const char *a, const char *b)
{
    const char *end = strstr(a, ".so");
    size_t n = end ? (size_t)(end - a) + 3 : strlen(a);
    return !strncmp(a, b, n) && (!b[n] || b[n] == '.');
}

EXPORT int dlclose(void *handle)
{
    static int (*next)(void *);
    if (!next)
        next = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
    if (!real() && agent.current >= 0) {
        const struct link_map *m = handle; /* a handle of libc points to a link_map */
        const struct plan_learned *l = &agent.known;
        link_rests_on(agent.shared, "libraries that stay loaded after dlclose");
        for (uint32_t i = 0; m && i < l->nlibraries; i++)
            if (!strcmp(l->library[i], m->l_name))
                rank_head()->closed[i / 64] |= UINT64_C(1) << i % 64;
    }
    return next(handle);
}

/* A library that nobody knew of must be there before the first image, so that there will
 * be another attempt. But programs load many: Python loads one for each module that is
 * written in C. So it is loaded here and now, as it will be at the start of the next
 * attempt, and the rank runs on, up to its next operation: what it loads until then is
 * learned, too. A name without a directory is not looked up, and a library that cannot be
 * loaded is met again when the rank maps it. */
static void scout(const char *name)
{
    struct plan_learned *l = &agent.learns;
    int who = agent.current;
    if (name[0] != '/' || strlen(name) >= PLAN_PATH ||
        agent.known.nlibraries + l->nlibraries >= PLAN_LIBRARIES ||
        plan_has_library(&agent.known, name) || plan_has_library(l, name))
        return;
    agent.current = AT_SETUP;
    bool is_new = !dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (is_new && dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
        agent.current = AT_AGENT;
        memcpy(l->library[l->nlibraries++], name, strlen(name) + 1);
        if (!agent.link->plan.learned.mpi)
            modules_find(); /* it may have brought one */
    }
    agent.current = who;
}

/* Implements dlopen(). The real dlopen() looks at the place from which it is called, so
 * it must be reached by a jump. */
void *mz_dlopen(const char *name) __attribute__((visibility("hidden"), used));
void *mz_dlopen(const char *name)
{
    static void *next;
    const struct plan_learned *l = &agent.known;
    if (!next)
        next = dlsym(RTLD_NEXT, "dlopen");
    if (real() || agent.current < 0 || !name)
        return next;
    scout(name);
    const uint64_t *closed = rank_head()->closed;
    for (uint32_t i = 0; i < l->nlibraries; i++)
        if (closed[i / 64] >> i % 64 & 1 &&
            may_be_same(base_name(name), base_name(l->library[i])))
            rank_refuse(REASON_SAID,
                        "opens %s again after dlclose, which would give its variables "
                        "their first values again; leave it open",
                        base_name(name));
    return next;
}

__asm__(".text\n"
        ".globl dlopen\n.type dlopen, @function\n"
        "dlopen:\n"
        "    .cfi_startproc\n"
        "    pushq %rdi\n    .cfi_adjust_cfa_offset 8\n"
        "    pushq %rsi\n    .cfi_adjust_cfa_offset 8\n"
        "    subq $8, %rsp\n    .cfi_adjust_cfa_offset 8\n"
        "    call mz_dlopen\n"
        "    addq $8, %rsp\n    .cfi_adjust_cfa_offset -8\n"
        "    popq %rsi\n    .cfi_adjust_cfa_offset -8\n"
        "    popq %rdi\n    .cfi_adjust_cfa_offset -8\n"
        "    jmp *%rax\n"
        "    .cfi_endproc\n"
        ".size dlopen, .-dlopen\n");

/* ---- names of machines ----
 *
 * libc looks a name up in a file, and if need be on the network, which is not there (see
 * file_socket()): "localhost" and the machine itself have addresses, and others do not.
 */

static void *begin_lookup(const char *function)
{
    if (!real() && agent.current >= 0)
        rank_head()->looks_up = true;
    return dlsym(RTLD_NEXT, function);
}

static void end_lookup(void)
{
    if (!real() && agent.current >= 0)
        rank_head()->looks_up = false;
}

#define LOOKUP(type, name, takes, gives)                                                 \
    EXPORT type name takes                                                               \
    {                                                                                    \
        type(*next) takes = (type(*) takes)begin_lookup(#name);                          \
        type result = next gives;                                                        \
        end_lookup();                                                                    \
        return result;                                                                   \
    }
LOOKUP(int, getaddrinfo,
       (const char *restrict node, const char *restrict service,
        const struct addrinfo *restrict hints, struct addrinfo **restrict to),
       (node, service, hints, to))
LOOKUP(int, getnameinfo,
       (const struct sockaddr *restrict address, socklen_t n, char *restrict host,
        socklen_t nhost, char *restrict service, socklen_t nservice, int flags),
       (address, n, host, nhost, service, nservice, flags))
LOOKUP(struct hostent *, gethostbyname, (const char *name), (name))
LOOKUP(struct hostent *, gethostbyname2, (const char *name, int family), (name, family))
LOOKUP(struct hostent *, gethostbyaddr, (const void *at, socklen_t n, int type),
       (at, n, type))
LOOKUP(int, gethostbyname_r,
       (const char *restrict name, struct hostent *restrict to, char *restrict room,
        size_t n, struct hostent **restrict found, int *restrict wrong),
       (name, to, room, n, found, wrong))

/* Reports the assertion; glibc's abort message would only repeat it. */
EXPORT void __assert_fail(const char *text, const char *file, unsigned line,
                          const char *function)
{
    if (agent.current >= 0)
        objects_tell_values(text, __builtin_return_address(0));
    if (agent.current >= 0)
        rank_fail(FINDING_ASSERTION, "%s failed in %s, %s:%u", text,
                  function ? function : "?", file, line);
    if (agent.link && agent.current == AT_SETUP)
        agent_refuse(REASON_SETUP,
                     "its assertion %s failed before the actors started, %s:%u", text,
                     file, line);
    if (agent.link)
        agent_die("%s failed, %s:%u", text, file, line);
    abort();
}

/* unsigned std::random_device::_M_getval(), which otherwise uses an instruction */
unsigned mz_random_device(void *) __asm__("_ZNSt13random_device9_M_getvalEv");
EXPORT unsigned mz_random_device(void *device)
{
    unsigned value = 0;
    if (!real()) {
        virtual_random(&value, sizeof value);
        return value;
    }
    unsigned (*next)(void *) =
        (unsigned (*)(void *))dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv");
    return next ? next(device) : 0;
}
