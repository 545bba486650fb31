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
#include "agent/rank/areas.h"
#include "agent/system/signals.h"
#include "agent/threads/plain.h"
#include "agent/rank/thread.h"
#include "agent/system/trial.h"
#include "agent/watch/watching.h"
#include "agent/x86/frame.h"

#include <errno.h>
#include <fcntl.h>
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

static long fail(struct call *c, enum finding_kind kind, enum reason reason,
                 const char *format, va_list args)
{
    char text[192];
    vsnprintf(text, sizeof text, format, args);
    if (c->who == AT_SETUP) /* most things can be done later */
        agent_refuse(reason == REASON_SAID || reason == REASON_SIZE ? reason
                                                                    : REASON_SETUP,
                     "before its actors start, the program %s", text);
    agent.current = c->who;
    crash_leave(c->context, kind, reason, text);
    c->over = true;
    return 0;
}

long call_fail(struct call *c, enum finding_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    long result = fail(c, kind, REASON_NONE, format, args);
    va_end(args);
    return result;
}

long call_refuse(struct call *c, enum reason reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    long result = fail(c, FINDING_UNSUPPORTED, reason, format, args);
    va_end(args);
    return result;
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
    frame_call(c->context, end_here);
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
        agent_refuse(REASON_FEATURE, "it ended with code %d before mz_run()%s%s", code,
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
    crash_leave(c->context, FINDING_NONE, REASON_NONE, "");
    c->over = true;
    return 0;
}

/* ---- what the program may do ---- */

/* A system call that is not in the table is refused, also one that only later kernels
 * have. In setup, before anything is explored, the kernel itself may answer what changes
 * nothing outside of the process. */
struct service {
    long nr;
    service_fn *run; /* NULL: it is refused to ranks */
    bool in_setup;   /* the kernel answers it in setup */
};

static const struct service services[] = {
    {SYS_write, file_write, true},
    {SYS_writev, file_writev, true},
    {SYS_pwrite64, file_pwrite, true},
    {SYS_read, file_read, true},
    {SYS_readv, file_readv, true},
    {SYS_pread64, file_pread, true},
    {SYS_open, file_open, true},
    {SYS_openat, file_openat, true},
    {SYS_creat, file_creat, false},
    {SYS_close, file_close, true},
    {SYS_preadv, file_readv, true},
    {SYS_pwritev, file_writev, true},
    {SYS_close_range, file_close_range, true},
    {SYS_dup, file_dup, true},
    {SYS_dup2, file_dup2, true},
    {SYS_dup3, file_dup2, true},
    {SYS_lseek, file_lseek, true},
    {SYS_fcntl, file_fcntl, true},
    {SYS_flock, file_flock, true},
    {SYS_getdents64, file_getdents, true},
    {SYS_ioctl, file_ioctl, true},
    {SYS_ftruncate, file_ftruncate, true},
    {SYS_fallocate, file_allocate, true},
    {SYS_socket, file_socket, false},
    {SYS_connect, file_connect, false},
    {SYS_epoll_create, file_events, true},
    {SYS_epoll_create1, file_events, true},
    {SYS_pipe, file_pipe, true},
    {SYS_pipe2, file_pipe, true},
    {SYS_socketpair, file_socketpair, true},
    {SYS_eventfd, file_eventfd, true},
    {SYS_eventfd2, file_eventfd, true},
    {SYS_fsync, file_sync, true},
    {SYS_fdatasync, file_sync, true},
    {SYS_sync, nothing, false},
    {SYS_fadvise64, file_advise, true},
    {SYS_stat, name_stat, true},
    {SYS_lstat, name_stat, true},
    {SYS_fstat, name_fstat, true},
    {SYS_newfstatat, name_fstatat, true},
    {SYS_statx, name_statx, true},
    {SYS_statfs, name_statfs, true},
    {SYS_fstatfs, name_statfs, true},
    {SYS_access, name_access, true},
    {SYS_faccessat, name_access, true},
    {SYS_faccessat2, name_access, true},
    {SYS_readlink, name_readlink, true},
    {SYS_readlinkat, name_readlink, true},
    {SYS_unlink, name_unlink, false},
    {SYS_unlinkat, name_unlink, false},
    {SYS_rmdir, name_unlink, false},
    {SYS_mkdir, name_mkdir, false},
    {SYS_mkdirat, name_mkdir, false},
    {SYS_rename, name_rename, false},
    {SYS_renameat, name_rename, false},
    {SYS_renameat2, name_rename, false},
    {SYS_truncate, name_truncate, false},
    {SYS_chmod, name_chmod, false},
    {SYS_fchmod, name_chmod, false},
    {SYS_fchmodat, name_chmod, false},
    {SYS_getxattr, name_xattr, true},
    {SYS_lgetxattr, name_xattr, true},
    {SYS_fgetxattr, name_xattr, true},
    {SYS_listxattr, name_xattr, true},
    {SYS_llistxattr, name_xattr, true},
    {SYS_flistxattr, name_xattr, true},
    {SYS_chown, name_chown, false},
    {SYS_lchown, name_chown, false},
    {SYS_fchown, name_chown, false},
    {SYS_fchownat, name_chown, false},
    {SYS_chdir, name_chdir, true},
    {SYS_fchdir, name_chdir, true},
    {SYS_getcwd, name_getcwd, true},
    {SYS_mmap, memory_mmap, true},
    {SYS_munmap, memory_munmap, true},
    {SYS_mremap, memory_mremap, true},
    {SYS_madvise, memory_madvise, true},
    {SYS_mprotect, memory_mprotect, true},
    {SYS_brk, memory_brk, true},
    {SYS_msync, memory_msync, true},
    {SYS_mlock, memory_lock, true},
    {SYS_munlock, memory_lock, true},
    {SYS_mlockall, memory_lock, true},
    {SYS_munlockall, memory_lock, true},
    {SYS_exit, leave_rank, false},
    {SYS_exit_group, leave_rank, false},
    {SYS_kill, signals_kill, false},
    {SYS_tkill, signals_kill, false},
    {SYS_tgkill, signals_tgkill, false},
    {SYS_rt_sigqueueinfo, signals_queue, false},
    {SYS_rt_tgsigqueueinfo, signals_tgqueue, false},
    {SYS_rt_sigaction, signals_action, false},
    {SYS_rt_sigprocmask, signals_mask, false},
    {SYS_rt_sigpending, signals_pending, false},
    {SYS_rt_sigtimedwait, signals_wait, false},
    {SYS_rt_sigreturn, signals_return, false},
    {SYS_sigaltstack, signals_altstack, false},
    {SYS_clock_gettime, virtual_clock_gettime, false},
    {SYS_clock_getres, virtual_clock_getres, false},
    {SYS_gettimeofday, virtual_gettimeofday, false},
    {SYS_time, virtual_time, false},
    {SYS_nanosleep, virtual_nanosleep, false},
    {SYS_clock_nanosleep, virtual_clock_nanosleep, false},
    {SYS_times, virtual_times, false},
    {SYS_alarm, virtual_alarm, false},
    {SYS_pause, virtual_pause, false},
    {SYS_setitimer, virtual_itimer, false},
    {SYS_getitimer, virtual_itimer, false},
    {SYS_getrusage, machine_getrusage, false},
    {SYS_getpid, machine_getpid, false},
    {SYS_gettid, thread_gettid, false},
    {SYS_set_tid_address, thread_gettid, true},
    {SYS_getppid, machine_getppid, false},
    {SYS_getpgrp, machine_getpid, true},
    {SYS_getpgid, machine_getpgid, true},
    {SYS_getsid, machine_getpgid, true},
    {SYS_uname, machine_uname, false},
    {SYS_sysinfo, machine_sysinfo, false},
    {SYS_sched_getaffinity, machine_getaffinity, false},
    {SYS_sched_setaffinity, machine_setaffinity, false},
    {SYS_sched_getscheduler, machine_scheduler, true},
    {SYS_sched_getparam, machine_scheduler, true},
    {SYS_getpriority, machine_scheduler, true},
    {SYS_sched_get_priority_max, call_pass, true},
    {SYS_sched_get_priority_min, call_pass, true},
    {SYS_getrandom, virtual_getrandom, false},
    {SYS_poll, virtual_poll, true},
    {SYS_ppoll, virtual_poll, true},
    {SYS_select, virtual_select, true},
    {SYS_pselect6, virtual_select, true},
    {SYS_sched_yield, thread_yield, true},
    {SYS_getcpu, machine_getcpu, false},
    {SYS_mbind, machine_policy, false},
    {SYS_set_mempolicy, machine_policy, false},
    {SYS_get_mempolicy, machine_no_numa, false},
    {SYS_move_pages, machine_no_numa, false},
    {SYS_migrate_pages, machine_no_numa, false},
    {SYS_umask, machine_umask, false},
    {SYS_set_robust_list, thread_robust, true},
    {SYS_rseq, nothing, true},
    {SYS_clone, thread_clone, false},
    {SYS_clone3, thread_clone3, false},
    {SYS_prctl, machine_prctl, false},
    {SYS_futex, thread_futex, false},
    {SYS_getuid, call_pass, true},
    {SYS_geteuid, call_pass, true},
    {SYS_getgid, call_pass, true},
    {SYS_getegid, call_pass, true},
    {SYS_getgroups, pass_to_2, true},
    {SYS_getresuid, machine_ids, true},
    {SYS_getresgid, machine_ids, true},
    {SYS_getrlimit, machine_getrlimit, false},
    {SYS_prlimit64, machine_prlimit, false},
    {SYS_getdents, NULL, true},
    {SYS_readahead, NULL, true},
    {SYS_arch_prctl, NULL, true},
    {SYS_membarrier, NULL, true},
    {SYS_get_robust_list, NULL, true},
    {SYS_capget, NULL, true},
    {SYS_mincore, NULL, true},
    {SYS_memfd_create, NULL, true},
    {SYS_epoll_ctl, NULL, true},
    {SYS_inotify_init, NULL, true},
    {SYS_inotify_init1, NULL, true},
    {SYS_restart_syscall, NULL, true},
    {SYS_sched_getattr, NULL, true},
};

/* Names of system calls for messages; the others are shown by number. */
static const struct {
    long nr;
    enum reason reason;
    const char *what;
} forbidden[] = {
    {SYS_fork, REASON_PROCESS, "starts a process (fork)"},
    {SYS_vfork, REASON_PROCESS, "starts a process (vfork)"},
    {SYS_execve, REASON_OTHER_PROGRAM, "becomes another program (execve)"},
    {SYS_execveat, REASON_OTHER_PROGRAM, "becomes another program (execveat)"},
    {SYS_link, REASON_FEATURE, "gives a file another name (link)"},
    {SYS_linkat, REASON_FEATURE, "gives a file another name (linkat)"},
    {SYS_symlink, REASON_FEATURE, "makes a symbolic link (symlink)"},
    {SYS_symlinkat, REASON_FEATURE, "makes a symbolic link (symlinkat)"},
    {SYS_mknod, REASON_FEATURE, "makes a device or pipe (mknod)"},
    {SYS_mknodat, REASON_FEATURE, "makes a device or pipe (mknodat)"},
    {SYS_utimensat, REASON_FEATURE, "changes the times of a file (utimensat)"},
    {SYS_sendfile, REASON_FEATURE, "copies between descriptors (sendfile)"},
    {SYS_copy_file_range, REASON_FEATURE, "copies between files (copy_file_range)"},
    {SYS_memfd_create, REASON_FEATURE, "makes a file without a name (memfd_create)"},
    {SYS_inotify_init1, REASON_FEATURE, "waits for changes of files (inotify)"},
    {SYS_openat2, REASON_FEATURE, "opens a file with openat2"},
    {SYS_shmget, REASON_SHARED_MEMORY, "shares memory (shmget)"},
    {SYS_timer_create, REASON_TIMER, "sets a timer (timer_create)"},
    {SYS_timerfd_create, REASON_TIMER, "sets a timer (timerfd_create)"},
    {SYS_signalfd4, REASON_SIGNALS, "reads signals from a descriptor (signalfd)"},
    {SYS_rt_sigsuspend, REASON_SIGNALS,
     "waits for a signal, and nobody can send it one (sigsuspend)"},
    {SYS_setpriority, REASON_FEATURE, "changes its priority (setpriority)"},
    {SYS_setpgid, REASON_FEATURE, "changes its process group (setpgid)"},
    {SYS_setsid, REASON_FEATURE, "starts a session (setsid)"},
    {SYS_wait4, REASON_FEATURE, "waits for a process (wait4)"},
    {SYS_waitid, REASON_FEATURE, "waits for a process (waitid)"},
    {SYS_mincore, REASON_FEATURE, "asks which memory is in use (mincore)"},
    {SYS_epoll_ctl, REASON_FEATURE, "waits for events (epoll)"},
    {SYS_epoll_wait, REASON_FEATURE, "waits for events (epoll)"},
    {SYS_epoll_pwait, REASON_FEATURE, "waits for events (epoll)"},
    {SYS_userfaultfd, REASON_FEATURE, "uses userfaultfd"},
    {SYS_ptrace, REASON_FEATURE, "traces a process (ptrace)"},
};

static long refuse(struct call *c)
{
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (forbidden[i].nr == c->nr)
            return call_refuse(c, forbidden[i].reason, "%s", forbidden[i].what);
    return call_refuse(c, REASON_SYSTEM_CALL, "makes system call %ld", c->nr);
}

static long serve(struct call *c)
{
    long result;
    const struct service *is = NULL;
    if (c->who == AT_AGENT)
        return call_pass(c);
    for (size_t i = 0; i < sizeof services / sizeof *services && !is; i++)
        if (services[i].nr == c->nr)
            is = &services[i];
    if (c->who == AT_SETUP && setup_answers(c, &result))
        return result;
    if (is && c->who == AT_SETUP && is->in_setup)
        return call_pass(c);
    trial_call();
    return is && is->run ? is->run(c) : refuse(c);
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

static void on_call(int sig, siginfo_t *info, void *context)
{
    (void)sig;
    greg_t *regs = frame_registers(context);
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
    bool paused = plain_pause();
    /* a call of another architecture, whose numbers mean other calls */
    bool foreign = info->si_arch != AUDIT_ARCH_X86_64;
    long result = foreign ? call_refuse(&c, REASON_FEATURE,
                                        "makes a 32-bit system call (int $0x80)")
                          : serve(&c);
    if (c.over)
        return;
    watch_called(&c, result);
    plain_resume(paused);
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

/* Where process_vm_readv() is forbidden, as in Podman's containers: a pipe, of this
 * process alone, is written from the one place and read to the other. The kernel says the
 * same of memory that is not there. */
static bool open_pipe(long me)
{
    int ends[2];
    if (agent.pipe_of == me)
        return true;
    for (int i = 0; agent.pipe_of && i < 2; i++)
        agent_syscall(SYS_close, agent.pipe[i]);
    if (agent_syscall(SYS_pipe2, ends, O_CLOEXEC))
        return false;
    for (int i = 0; i < 2; i++) {
        agent.pipe[i] =
            (int)agent_syscall(SYS_fcntl, ends[i], F_DUPFD_CLOEXEC, LINK_FILES_FROM);
        agent_syscall(SYS_close, ends[i]);
    }
    agent.pipe_of = me;
    return agent.pipe[0] >= 0 && agent.pipe[1] >= 0;
}

static bool copy_by_pipe(char *to, const char *from, size_t n, long me)
{
    if (!open_pipe(me))
        agent_die(
            "memory of the program cannot be read: neither by process_vm_readv, nor "
            "by a pipe");
    while (n) {
        char rest[PAGE];
        long part = n < PAGE ? (long)n : (long)PAGE;
        long written = agent_syscall(SYS_write, agent.pipe[1], from, part), got = 0;
        if (written > 0)
            got = agent_syscall(SYS_read, agent.pipe[0], to, written);
        if (got < written && written > 0) /* for the next to begin with nothing in it */
            agent_syscall(SYS_read, agent.pipe[0], rest, written - (got > 0 ? got : 0));
        if (written < part || got < part)
            return false;
        from += part;
        to += part;
        n -= (size_t)part;
    }
    return true;
}

/* Copies n bytes, of which at least one, by this call of the kernel. */
static bool copy(long call, void *mine, void *theirs, size_t n)
{
    struct iovec ours = {mine, n}, other = {theirs, n};
    bool reads = call == SYS_process_vm_readv;
    long me = self();
    if (!agent.pipe_of) {
        long got = agent_syscall(call, me, &ours, 1, &other, 1, 0);
        if (got != -EPERM && got != -ENOSYS)
            return got == (long)n;
    }
    return copy_by_pipe(reads ? mine : theirs, reads ? theirs : mine, n, me);
}

bool user_read(void *to, uint64_t from, size_t n)
{
    return !n || (in_reach(from, n) &&
                  copy(SYS_process_vm_readv, to, (void *)(uintptr_t)from, n));
}

bool user_write(uint64_t to, const void *from, size_t n)
{
    if (n && !in_reach(to, n))
        return false;
    pages_touch((void *)to, n);
    return !n ||
           copy(SYS_process_vm_writev, (void *)(uintptr_t)from, (void *)(uintptr_t)to, n);
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
        agent_refuse(REASON_NONE, "our library lies across 4 GiB of addresses");
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    agent_syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    long err = agent_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
    if (err)
        agent_refuse(
            REASON_SYSTEM,
            "this system does not let us watch system calls (seccomp, error %ld)", -err);
}
