/* SPDX-License-Identifier: Apache-2.0
 *
 * syscall.c - no system call of the program gets past us.
 *
 * A seccomp filter turns each of them into a signal, unless it comes from the
 * agent's own door (rawcall.c). So output is captured, files have positions that
 * go back with their rank, time and randomness are ours, whoever makes the call:
 * libc, libstdc++, libgfortran or the program's own assembly. What is not in the
 * table cannot be undone or repeated, and the program cannot be verified: it is
 * told so, with the name of the call. */
#include "exec/agent/areas.h"
#include "exec/agent/signals.h"
#include "exec/agent/thread.h"
#include "exec/agent/trial.h"
#include "exec/agent/watching.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>

/* ---- small services ---- */

long call_pass(struct call *c)
{
    return agent_syscall(c->nr, c->arg[0], c->arg[1], c->arg[2], c->arg[3], c->arg[4],
                         c->arg[5]);
}

/* Passes a call to the kernel that stores a result where the second argument points. */
static long pass_to_2(struct call *c)
{
    pages_touch((void *)c->arg[1], 4096);
    return call_pass(c);
}

static long nothing(struct call *c)
{
    (void)c;
    return 0;
}

long call_fail(struct call *c, enum finding_kind kind, const char *format, ...)
{
    char text[192];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (c->who == AT_SETUP)
        agent_refuse("before its actors start, the program %s", text);
    agent.current = c->who;
    crash_leave(c->context, kind, text);
    c->over = true;
    return 0;
}

__attribute__((force_align_arg_pointer)) static void end_here(void)
{
    rank_end();
}

/* Ends the rank. It continues as if it had called a function that ends it, so that its
 * stack still shows the place; the memory below its stack pointer is not used any
 * more. */
static long end_rank(struct call *c)
{
    greg_t *regs = ((ucontext_t *)c->context)->uc_mcontext.gregs;
    regs[REG_RSP] -= 8;
    *(greg_t *)regs[REG_RSP] = regs[REG_RIP];
    regs[REG_RIP] = (greg_t)(uintptr_t)end_here;
    agent.current = c->who;
    c->over = true;
    return 0;
}

static long leave_rank(struct call *c)
{
    if (c->nr == SYS_exit && thread_ends(c))
        return 0;
    int code = (int)c->arg[0] & 0xff;
    if (c->who == AT_SETUP) {
        const char *said = agent.link->setup_output;
        agent_refuse("it ended with code %d before mz_run()%s%s", code,
                     *said ? ", saying: " : "", said);
    }
    const void *where;
    areas_lift(&agent.rank[c->who]); /* the agent looks at protected pages, too */
    enum heap_fault damage = heap_check(&call_head(c)->heap, &where);
    if (damage == HEAP_WRITTEN_FREE)
        return call_fail(c, FINDING_CRASH, HEAP_WRITTEN_FREE_TEXT);
    if (damage)
        return call_fail(c, FINDING_CRASH,
                         "the heap is damaged at the block at %p: something wrote %s",
                         where,
                         damage == HEAP_OVERRUN ? "past its end" : "over its header");
    if (code && call_head(c)->strand.returned) { /* nothing is left of main's frame */
        call_head(c)->strand.fault.site = (uint64_t)(uintptr_t)agent.main + 1;
        return call_fail(c, FINDING_EXIT_CODE,
                         "exit with code %d, after main has returned", code);
    }
    if (code)
        return call_fail(c, FINDING_EXIT_CODE, "exit with code %d", code);
    if (call_head(c)->at_end)
        return end_rank(c);
    agent.current = c->who;
    crash_leave(c->context, FINDING_NONE, "");
    c->over = true;
    return 0;
}

/* ---- what the program may do ---- */

struct service {
    long nr;
    service_fn *run;
};

static const struct service services[] = {
    {SYS_write, file_write},
    {SYS_writev, file_writev},
    {SYS_pwrite64, file_pwrite},
    {SYS_read, file_read},
    {SYS_readv, file_readv},
    {SYS_pread64, file_pread},
    {SYS_open, file_open},
    {SYS_openat, file_openat},
    {SYS_creat, file_creat},
    {SYS_close, file_close},
    {SYS_preadv, file_readv},
    {SYS_pwritev, file_writev},
    {SYS_close_range, file_close_range},
    {SYS_dup, file_dup},
    {SYS_dup2, file_dup2},
    {SYS_dup3, file_dup2},
    {SYS_lseek, file_lseek},
    {SYS_fcntl, file_fcntl},
    {SYS_flock, file_flock},
    {SYS_getdents64, file_getdents},
    {SYS_ioctl, file_ioctl},
    {SYS_ftruncate, file_ftruncate},
    {SYS_fallocate, file_allocate},
    {SYS_socket, file_socket},
    {SYS_connect, file_connect},
    {SYS_fsync, file_sync},
    {SYS_fdatasync, file_sync},
    {SYS_sync, nothing},
    {SYS_fadvise64, file_advise},
    {SYS_stat, name_stat},
    {SYS_lstat, name_stat},
    {SYS_fstat, name_fstat},
    {SYS_newfstatat, name_fstatat},
    {SYS_statx, name_statx},
    {SYS_statfs, name_statfs},
    {SYS_fstatfs, name_statfs},
    {SYS_access, name_access},
    {SYS_faccessat, name_access},
    {SYS_faccessat2, name_access},
    {SYS_readlink, name_readlink},
    {SYS_readlinkat, name_readlink},
    {SYS_unlink, name_unlink},
    {SYS_unlinkat, name_unlink},
    {SYS_rmdir, name_unlink},
    {SYS_mkdir, name_mkdir},
    {SYS_mkdirat, name_mkdir},
    {SYS_rename, name_rename},
    {SYS_renameat, name_rename},
    {SYS_renameat2, name_rename},
    {SYS_truncate, name_truncate},
    {SYS_chmod, name_chmod},
    {SYS_fchmod, name_chmod},
    {SYS_fchmodat, name_chmod},
    {SYS_chown, name_chown},
    {SYS_lchown, name_chown},
    {SYS_fchown, name_chown},
    {SYS_fchownat, name_chown},
    {SYS_chdir, name_chdir},
    {SYS_fchdir, name_chdir},
    {SYS_getcwd, name_getcwd},
    {SYS_mmap, memory_mmap},
    {SYS_munmap, memory_munmap},
    {SYS_mremap, memory_mremap},
    {SYS_madvise, memory_madvise},
    {SYS_mprotect, memory_mprotect},
    {SYS_brk, memory_brk},
    {SYS_msync, memory_msync},
    {SYS_mlock, memory_lock},
    {SYS_munlock, memory_lock},
    {SYS_mlockall, memory_lock},
    {SYS_munlockall, memory_lock},
    {SYS_exit, leave_rank},
    {SYS_exit_group, leave_rank},
    {SYS_kill, signals_kill},
    {SYS_tkill, signals_kill},
    {SYS_tgkill, signals_tgkill},
    {SYS_rt_sigqueueinfo, signals_queue},
    {SYS_rt_tgsigqueueinfo, signals_tgqueue},
    {SYS_rt_sigaction, signals_action},
    {SYS_rt_sigprocmask, signals_mask},
    {SYS_rt_sigpending, signals_pending},
    {SYS_rt_sigtimedwait, signals_wait},
    {SYS_rt_sigreturn, signals_return},
    {SYS_sigaltstack, signals_altstack},
    {SYS_clock_gettime, virtual_clock_gettime},
    {SYS_clock_getres, virtual_clock_getres},
    {SYS_gettimeofday, virtual_gettimeofday},
    {SYS_time, virtual_time},
    {SYS_nanosleep, virtual_nanosleep},
    {SYS_clock_nanosleep, virtual_clock_nanosleep},
    {SYS_times, virtual_times},
    {SYS_alarm, virtual_alarm},
    {SYS_setitimer, virtual_alarm},
    {SYS_getitimer, virtual_alarm},
    {SYS_getrusage, machine_getrusage},
    {SYS_getpid, machine_getpid},
    {SYS_gettid, thread_gettid},
    {SYS_set_tid_address, thread_gettid},
    {SYS_getppid, machine_getppid},
    {SYS_getpgrp, machine_getpid},
    {SYS_getpgid, machine_getpgid},
    {SYS_getsid, machine_getpgid},
    {SYS_uname, machine_uname},
    {SYS_sysinfo, machine_sysinfo},
    {SYS_sched_getaffinity, machine_getaffinity},
    {SYS_sched_setaffinity, machine_setaffinity},
    {SYS_sched_getscheduler, machine_scheduler},
    {SYS_sched_getparam, machine_scheduler},
    {SYS_getpriority, machine_scheduler},
    {SYS_sched_get_priority_max, call_pass},
    {SYS_sched_get_priority_min, call_pass},
    {SYS_getrandom, virtual_getrandom},
    {SYS_poll, virtual_poll},
    {SYS_ppoll, virtual_poll},
    {SYS_select, virtual_select},
    {SYS_pselect6, virtual_select},
    {SYS_sched_yield, thread_yield},
    {SYS_getcpu, machine_getcpu},
    {SYS_umask, machine_umask},
    {SYS_set_robust_list, thread_robust},
    {SYS_rseq, nothing},
    {SYS_clone, thread_clone},
    {SYS_clone3, thread_clone3},
    {SYS_prctl, machine_prctl},
    {SYS_futex, thread_futex},
    {SYS_getuid, call_pass},
    {SYS_geteuid, call_pass},
    {SYS_getgid, call_pass},
    {SYS_getegid, call_pass},
    {SYS_getgroups, pass_to_2},
    {SYS_getresuid, machine_ids},
    {SYS_getresgid, machine_ids},
    {SYS_getrlimit, machine_getrlimit},
    {SYS_prlimit64, machine_prlimit},
};

/* Names of system calls for messages; the others are shown by number. */
static const struct {
    long nr;
    const char *what;
} forbidden[] = {
    {SYS_fork, "starts a process (fork)"},
    {SYS_vfork, "starts a process (vfork)"},
    {SYS_execve, "becomes another program (execve)"},
    {SYS_execveat, "becomes another program (execveat)"},
    {SYS_socketpair, "uses sockets (socketpair)"},
    {SYS_pipe, "uses pipes (pipe)"},
    {SYS_pipe2, "uses pipes (pipe2)"},
    {SYS_link, "gives a file another name (link)"},
    {SYS_linkat, "gives a file another name (linkat)"},
    {SYS_symlink, "makes a symbolic link (symlink)"},
    {SYS_symlinkat, "makes a symbolic link (symlinkat)"},
    {SYS_mknod, "makes a device or pipe (mknod)"},
    {SYS_mknodat, "makes a device or pipe (mknodat)"},
    {SYS_utimensat, "changes the times of a file (utimensat)"},
    {SYS_sendfile, "copies between descriptors (sendfile)"},
    {SYS_copy_file_range, "copies between files (copy_file_range)"},
    {SYS_memfd_create, "makes a file without a name (memfd_create)"},
    {SYS_inotify_init1, "waits for changes of files (inotify)"},
    {SYS_openat2, "opens a file with openat2"},
    {SYS_shmget, "shares memory (shmget)"},
    {SYS_timer_create, "sets a timer (timer_create)"},
    {SYS_timerfd_create, "sets a timer (timerfd_create)"},
    {SYS_signalfd4, "reads signals from a descriptor (signalfd)"},
    {SYS_pause, "waits for a signal, and nobody can send it one (pause)"},
    {SYS_rt_sigsuspend, "waits for a signal, and nobody can send it one (sigsuspend)"},
    {SYS_setpriority, "changes its priority (setpriority)"},
    {SYS_setpgid, "changes its process group (setpgid)"},
    {SYS_setsid, "starts a session (setsid)"},
    {SYS_wait4, "waits for a process (wait4)"},
    {SYS_waitid, "waits for a process (waitid)"},
    {SYS_mincore, "asks which memory is in use (mincore)"},
    {SYS_epoll_create1, "waits for events (epoll)"},
    {SYS_userfaultfd, "uses userfaultfd"},
    {SYS_ptrace, "traces a process (ptrace)"},
};

static long refuse(struct call *c)
{
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (forbidden[i].nr == c->nr)
            return call_fail(c, FINDING_UNSUPPORTED, "%s", forbidden[i].what);
    return call_fail(c, FINDING_UNSUPPORTED, "makes system call %ld", c->nr);
}

/* May the kernel itself answer this call? In setup, before anything is explored, most
 * calls. */
static bool as_it_is(const struct call *c)
{
    if (c->who == AT_AGENT)
        return true;
    if (c->who != AT_SETUP)
        return false;
    switch (c->nr) {
    case SYS_rt_sigaction:
    case SYS_rt_sigprocmask:
    case SYS_rt_sigpending:
    case SYS_rt_sigreturn:
    case SYS_rt_sigtimedwait:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo:
    case SYS_sigaltstack:
    case SYS_kill:
    case SYS_tkill:
    case SYS_alarm:
    case SYS_setitimer:
    case SYS_getitimer:
    case SYS_timer_create:
    case SYS_pause:
    case SYS_sysinfo:
    case SYS_sched_getaffinity:
    case SYS_sched_setaffinity:
    case SYS_umask:
    case SYS_getrlimit:
    case SYS_prlimit64:
    case SYS_getcpu:
    case SYS_clock_gettime:
    case SYS_gettimeofday:
    case SYS_time:
    case SYS_times:
    case SYS_getrusage:
    case SYS_getpid:
    case SYS_gettid:
    case SYS_getppid:
    case SYS_uname:
    case SYS_getrandom:
    case SYS_exit:
    case SYS_exit_group:
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
    case SYS_clone3:
    case SYS_execve:
    case SYS_tgkill:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
        return false;
    default:
        return true;
    }
}

static long serve(struct call *c)
{
    long result;
    if (c->who == AT_SETUP && setup_answers(c, &result))
        return result;
    if (as_it_is(c))
        return call_pass(c);
    trial_call();
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (services[i].nr == c->nr)
            return services[i].run(c);
    return refuse(c);
}

static bool of_agent(uint64_t pc)
{
    return pc >= agent.link->library_low && pc < agent.link->library_high;
}

/* Lets the rank, or setup, go on after a system call. */
void call_go_on(struct call *c)
{
    if (c->over)
        return;
    agent.current = c->who;
    if (c->who < 0)
        return;
    areas_enforce(&agent.rank[c->who]);
    if (!agent.watching->inside)
        watch_enforce(&agent.rank[c->who]);
    signals_deliver(c->who, c->context);
}

#define TRAP_FLAG 0x100

static void on_call(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
    static const int order[6] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    struct call c = {.nr = (long)regs[REG_RAX], .context = context, .who = agent.current};
    for (int i = 0; i < 6; i++)
        c.arg[i] = (uint64_t)regs[order[i]];
    regs[REG_R11] &= ~TRAP_FLAG; /* the flags: whether we look at each instruction at the
                                    moment is not the program's business */
    agent.current = AT_AGENT;
    if (c.nr == THREAD_PARK && c.who >= 0 && of_agent((uint64_t)regs[REG_RIP])) {
        thread_switch(&c);
        call_go_on(&c);
        return;
    }
    watch_call(&c);
    /* a call of another architecture, whose numbers mean other calls */
    bool foreign = info->si_arch != AUDIT_ARCH_X86_64;
    long result = foreign ? call_fail(&c, FINDING_UNSUPPORTED,
                                      "makes a 32-bit system call (int $0x80)")
                          : serve(&c);
    if (c.over)
        return;
    watch_called(&c, result);
    regs[REG_RAX] = result;
    if (c.gives_way)
        thread_switch(&c);
    call_go_on(&c);
}

/* ---- memory of the program ---- */

static long self(void)
{
    return agent_syscall(SYS_getpid);
}

/* Is the range within the addresses that a program can have? */
static bool in_reach(uint64_t at, size_t n)
{
    const uint64_t end = UINT64_C(1) << 47;
    return at < end && n <= end - at;
}

bool user_read(void *to, uint64_t from, size_t n)
{
    struct iovec mine = {to, n}, theirs = {(void *)from, n};
    if (n && !in_reach(from, n))
        return false;
    return !n || agent_syscall(SYS_process_vm_readv, self(), &mine, 1, &theirs, 1, 0) ==
                     (long)n;
}

bool user_write(uint64_t to, const void *from, size_t n)
{
    struct iovec mine = {(void *)(uintptr_t)from, n}, theirs = {(void *)to, n};
    if (n && !in_reach(to, n))
        return false;
    pages_touch((void *)to, n);
    return !n || agent_syscall(SYS_process_vm_writev, self(), &mine, 1, &theirs, 1, 0) ==
                     (long)n;
}

bool user_text(char *to, size_t room, uint64_t from)
{
    for (size_t n = 0; n < room;) {
        size_t part = PAGE - (from + n) % PAGE;
        part = part < room - n ? part : room - n;
        if (!user_read(to + n, from + n, part))
            return false;
        if (memchr(to + n, 0, part))
            return true;
        n += part;
    }
    return false;
}

/* ---- the filter ---- */

void syscall_filter(void)
{
    agent_handle(SIGSYS, on_call, 0);
    uint64_t call = (uint64_t)(uintptr_t)raw_call_end;
    uint64_t back = (uint64_t)(uintptr_t)raw_return_end;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, instruction_pointer)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)back, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, instruction_pointer) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(call >> 32), 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    if (call >> 32 != back >> 32)
        agent_refuse("our library lies across 4 GiB of addresses");
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    agent_syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    long err = agent_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
    if (err)
        agent_refuse(
            "this system does not let us watch system calls (seccomp, error %ld)", -err);
}
