/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.c - the machine and the process, as a rank sees them.
 *
 * Always the same: a machine called "mazurka" with one processor and 8 GiB, and processes
 * 4243 + rank with nothing else around. What a rank may change (its name, its umask) is
 * kept in its head and goes back with it; what it may not is refused. Memory is equally
 * far from everywhere: there is no NUMA. */
#include "agent/rank/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>

#define PID    4242
#define MEMORY ((uint64_t)8 << 30)
#define SECOND 1000000000u

/* Notes in the verdict that this answer is made up and may differ on a real machine. */
static void invented(const struct call *c, const char *what)
{
    if (c->who >= 0)
        link_rests_on(agent.shared, what);
}

int machine_pid(int who)
{
    return who >= 0 ? PID + 1 + who : PID;
}

/* libc has found out the number of its thread before we came, and names it in
 * pthread_getaffinity_np() and the like. */
static bool is_me(const struct call *c, uint64_t pid)
{
    return !(int)pid || (int)pid == machine_pid(c->who) ||
           (int)pid == (int)agent_syscall(SYS_gettid) ||
           (c->who >= 0 && thread_is(call_head(c), c->who, (int)pid));
}

static long others(struct call *c)
{
    return call_refuse(c, REASON_FEATURE, "asks about another process");
}

long machine_getpid(struct call *c)
{
    if (c->nr == SYS_getpid || c->nr == SYS_gettid)
        invented(c, "processes 4243 and following");
    return machine_pid(c->who);
}

long machine_getppid(struct call *c)
{
    (void)c;
    return 1;
}

long machine_getpgid(struct call *c)
{
    return is_me(c, c->arg[0]) ? machine_pid(c->who) : others(c);
}

long machine_uname(struct call *c)
{
    struct utsname u;
    invented(c, "a machine called mazurka");
    long err = agent_syscall(c->nr, &u);
    memset(u.nodename, 0, sizeof u.nodename);
    memcpy(u.nodename, "mazurka", 7);
    return err ? err : user_write(c->arg[0], &u, sizeof u) ? 0 : -EFAULT;
}

long machine_sysinfo(struct call *c)
{
    struct sysinfo s = {.uptime = 86400,
                        .totalram = MEMORY,
                        .freeram = MEMORY / 2,
                        .procs = 1,
                        .mem_unit = 1};
    return user_write(c->arg[0], &s, sizeof s) ? 0 : -EFAULT;
}

/* ---- the one processor ---- */

long machine_getaffinity(struct call *c)
{
    uint64_t one = 1;
    invented(c, "one processor");
    if (!is_me(c, c->arg[0]))
        return others(c);
    if (c->arg[1] < sizeof one || c->arg[1] % sizeof one)
        return -EINVAL;
    return user_write(c->arg[2], &one, sizeof one) ? (long)sizeof one : -EFAULT;
}

long machine_setaffinity(struct call *c)
{
    uint8_t mask = 0;
    if (!is_me(c, c->arg[0]))
        return others(c);
    if (c->arg[1] && !user_read(&mask, c->arg[2], sizeof mask))
        return -EFAULT;
    return mask & 1 ? 0 : -EINVAL;
}

/* sched_getscheduler, sched_getparam, getpriority: the answers for an ordinary
 * process. */
long machine_scheduler(struct call *c)
{
    struct sched_param p = {0};
    bool priority = c->nr == SYS_getpriority;
    if (priority && c->arg[0] != PRIO_PROCESS)
        return call_refuse(c, REASON_FEATURE, "asks for the priority of other processes");
    if (!is_me(c, c->arg[priority]))
        return others(c);
    if (c->nr == SYS_sched_getparam)
        return user_write(c->arg[1], &p, sizeof p) ? 0 : -EFAULT;
    return priority ? 20 : SCHED_OTHER; /* 20 is how the kernel's system call reports nice
                                           value 0 */
}

long machine_getcpu(struct call *c)
{
    uint32_t zero = 0;
    invented(c, "one processor");
    for (int i = 0; i < 2; i++)
        if (c->arg[i] && !user_write(c->arg[i], &zero, sizeof zero))
            return -EFAULT;
    return 0;
}

/* Where memory should lie (mbind, set_mempolicy) makes no difference. */
long machine_policy(struct call *c)
{
    (void)c;
    return 0;
}

long machine_no_numa(struct call *c)
{
    (void)c;
    return -ENOSYS;
}

bool machine_hides(const char *path)
{
    static const char *const hidden[] = {"/sys/devices/system/node",
                                         "/sys/kernel",
                                         "/sys/class",
                                         "/sys/bus",
                                         "/sys/block",
                                         "/sys/firmware",
                                         "/sys/fs"};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        size_t n = strlen(hidden[i]);
        if (!strncmp(path, hidden[i], n) && (!path[n] || path[n] == '/'))
            return true;
    }
    return false;
}

/* ---- what the process uses and may use ---- */

long machine_getrusage(struct call *c)
{
    struct rusage u = {0};
    int who = (int)c->arg[0];
    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD)
        return -EINVAL;
    if (who != RUSAGE_CHILDREN) {
        uint64_t t = virtual_computed(c->who);
        size_t heap = c->who >= 0 ? call_head(c)->heap.used : 0;
        u.ru_utime =
            (struct timeval){(time_t)(t / SECOND), (suseconds_t)(t % SECOND / 1000)};
        u.ru_maxrss = (long)((heap + SLAB_STACK) >> 10);
    }
    return user_write(c->arg[1], &u, sizeof u) ? 0 : -EFAULT;
}

/* A resource limit: that of the process, except for the stack, which is ours, and the
 * size of core files, which a rank may set. */
static long limit_of(const struct call *c, unsigned resource, struct rlimit *to)
{
    if (resource == RLIMIT_CORE && c->who >= 0 && call_head(c)->core_limited) {
        memcpy(to, call_head(c)->core_limit, sizeof *to);
        return 0;
    }
    long err = agent_syscall(SYS_prlimit64, 0, resource, NULL, to);
    if (resource == RLIMIT_STACK)
        *to = (struct rlimit){SLAB_STACK, SLAB_STACK};
    if (resource == RLIMIT_NOFILE)
        *to = (struct rlimit){RANK_FILES, RANK_FILES};
    return err;
}

long machine_getrlimit(struct call *c)
{
    struct rlimit is;
    long err = limit_of(c, (unsigned)c->arg[0], &is);
    return err ? err : user_write(c->arg[1], &is, sizeof is) ? 0 : -EFAULT;
}

long machine_prlimit(struct call *c)
{
    struct rlimit is, wanted;
    if (!is_me(c, c->arg[0]))
        return others(c);
    long err = limit_of(c, (unsigned)c->arg[1], &is);
    if (err)
        return err;
    if (c->arg[2] && !user_read(&wanted, c->arg[2], sizeof wanted))
        return -EFAULT;
    if (c->arg[2] && wanted.rlim_cur > wanted.rlim_max)
        return -EINVAL;
    if (c->arg[2] && wanted.rlim_max > is.rlim_max) { /* as for anybody but root */
        invented(c, "limits that cannot be raised (setrlimit)");
        return -EPERM;
    }
    if (c->arg[2] && c->arg[1] == RLIMIT_CORE && c->who >= 0) {
        struct rank_head *h = call_head(c); /* no rank leaves a core file here */
        h->core_limited = true;
        memcpy(h->core_limit, &wanted, sizeof h->core_limit);
    } else if (c->arg[2] && memcmp(&is, &wanted, sizeof is)) {
        return call_refuse(c, REASON_FEATURE, "changes its limits (setrlimit)");
    }
    return !c->arg[3] || user_write(c->arg[3], &is, sizeof is) ? 0 : -EFAULT;
}

/* ---- who it is ---- */

/* getresuid, getresgid */
long machine_ids(struct call *c)
{
    uint32_t id[3];
    long err = agent_syscall(c->nr, &id[0], &id[1], &id[2]);
    for (int i = 0; !err && i < 3; i++)
        if (!user_write(c->arg[i], &id[i], sizeof id[i]))
            return -EFAULT;
    return err;
}

long machine_umask(struct call *c)
{
    uint32_t *mask = c->who >= 0 ? &call_head(c)->umask : &agent.umask, old = *mask;
    *mask = (uint32_t)c->arg[0] & 0777;
    return old;
}

long machine_prctl(struct call *c)
{
    char name[sizeof call_head(c)->comm] = "";
    switch ((int)c->arg[0]) {
    case PR_SET_NAME:
        if (!user_text(name, sizeof name, c->arg[1]) &&
            !user_read(name, c->arg[1], sizeof name))
            return -EFAULT;
        name[sizeof name - 1] = '\0';
        memset(call_head(c)->comm, 0, sizeof name);
        snprintf(call_head(c)->comm, sizeof name, "%s", name);
        return 0;
    case PR_GET_NAME:
        agent_syscall(SYS_prctl, PR_GET_NAME, name);
        return user_write(c->arg[1], *call_head(c)->comm ? call_head(c)->comm : name,
                          sizeof name)
                   ? 0
                   : -EFAULT;
    case PR_SET_PDEATHSIG: /* has no effect, since the parent does not end before */
        return c->arg[1] > 64 ? -EINVAL : 0;
    case PR_SET_VMA: /* names of mappings, which not every kernel supports */
        return -EINVAL;
    default:
        return call_refuse(c, REASON_FEATURE, "calls prctl with option %d",
                           (int)c->arg[0]);
    }
}

/* ---- what /proc shows ---- */

enum { PROC_SIZE = 1500, PROC_RESIDENT = 1000, PROC_TEXT = 2048 }; /* in pages */

static void put_status(const struct call *c, char *to)
{
    int pid = machine_pid(c->who);
    uint32_t u[3] = {0}, g[3] = {0};
    agent_syscall(SYS_getresuid, &u[0], &u[1], &u[2]);
    agent_syscall(SYS_getresgid, &g[0], &g[1], &g[2]);
    snprintf(to, PROC_TEXT,
             "Name:\tmazurka\nUmask:\t0022\nState:\tR (running)\nTgid:\t%d\nNgid:\t0\n"
             "Pid:\t%d\nPPid:\t1\nTracerPid:\t0\nUid:\t%u\t%u\t%u\t%u\n"
             "Gid:\t%u\t%u\t%u\t%u\nFDSize:\t64\nGroups:\t \n"
             "VmPeak:\t%8d kB\nVmSize:\t%8d kB\nVmLck:\t       0 kB\n"
             "VmPin:\t       0 kB\nVmHWM:\t%8d kB\nVmRSS:\t%8d kB\n"
             "VmData:\t%8d kB\nVmStk:\t     132 kB\nVmExe:\t      64 kB\n"
             "VmLib:\t    1800 kB\nVmPTE:\t      64 kB\nVmSwap:\t       0 kB\n"
             "Threads:\t1\nCpus_allowed:\t1\nCpus_allowed_list:\t0\n"
             "voluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t1\n",
             pid, pid, u[0], u[1], u[2], u[1], g[0], g[1], g[2], g[1], 4 * PROC_SIZE,
             4 * PROC_SIZE, 4 * PROC_RESIDENT, 4 * PROC_RESIDENT, 2 * PROC_SIZE);
}

/* The arguments that the program was started with, as the kernel tells them. */
static size_t put_arguments(char *to, size_t room)
{
    long got, n = 0,
              fd = agent_syscall(SYS_openat, AT_FDCWD, "/proc/self/cmdline",
                                 O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && (size_t)n < room &&
           (got = agent_syscall(SYS_read, fd, to + n, room - (size_t)n)) > 0)
        n += got;
    if (fd >= 0)
        agent_syscall(SYS_close, fd);
    return (size_t)n;
}

const char *machine_proc(const struct call *c, const char *name, size_t *n)
{
    enum { ARGUMENTS = 128 << 10 };
    static char text[ARGUMENTS];
    char file[16] = "";
    int pid = machine_pid(c->who), named = pid;
    const char *memory = "a process of 4 MB, as /proc shows it";
    if (sscanf(name, "self/%15s", file) != 1)
        sscanf(name, "%d/%15s", &named, file);
    if (*file && named != pid)
        return NULL;
    if (!strcmp(file, "cmdline")) {
        *n = put_arguments(text, sizeof text);
        return *n && *n < sizeof text ? text : NULL;
    }
    if (!strcmp(file, "status")) {
        invented(c, memory);
        put_status(c, text);
    } else if (!strcmp(file, "statm")) {
        invented(c, memory);
        snprintf(text, sizeof text, "%d %d 500 16 0 750 0\n", PROC_SIZE, PROC_RESIDENT);
    } else if (!strcmp(name, "mounts") || !strcmp(file, "mounts")) {
        invented(c, "no file systems that /proc/mounts names");
        *text = '\0';
    } else if (!strcmp(file, "cpuset") || !strcmp(file, "cgroup")) {
        invented(c, "no groups of processes (cgroups)");
        snprintf(text, sizeof text, "%s/\n", !strcmp(file, "cgroup") ? "0::" : "");
    } else if (!strcmp(name, "meminfo")) {
        invented(c, "8 GiB of memory");
        unsigned long kb = MEMORY >> 10;
        snprintf(text, sizeof text,
                 "MemTotal:       %8lu kB\nMemFree:        %8lu kB\n"
                 "MemAvailable:   %8lu kB\nBuffers:               0 kB\n"
                 "Cached:                0 kB\nSwapCached:            0 kB\n"
                 "SwapTotal:             0 kB\nSwapFree:              0 kB\n",
                 kb, kb / 2, kb / 2);
    } else if (!strcmp(name, "cpuinfo")) {
        invented(c, "one processor");
        snprintf(text, sizeof text,
                 "processor\t: 0\nvendor_id\t: mazurka\ncpu family\t: 6\nmodel\t\t: 1\n"
                 "model name\t: mazurka\nstepping\t: 1\ncpu MHz\t\t: 1000.000\n"
                 "cache size\t: 1024 KB\nphysical id\t: 0\nsiblings\t: 1\n"
                 "core id\t\t: 0\ncpu cores\t: 1\n\n");
    } else {
        return NULL;
    }
    *n = strlen(text);
    return text;
}
