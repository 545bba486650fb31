/* escape.c - a program that tries to get out: to change files, other processes or the
 * machine, by system calls.
 *
 *     escape setup ATTEMPT     in a constructor, before MPI_Init
 *     escape rank ATTEMPT      in a rank
 *     escape list              says which attempts there are
 *
 * Arguments are such that little is lost where it gets out. It aborts then, but for
 * attempts on files: whoever runs this compares the folder that it runs in. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static long parent; /* the process that has started us, as /proc has it */

static void find_parent(void)
{
    char text[512] = "", *end;
    int fd = open("/proc/self/stat", O_RDONLY);
    if (fd < 0 || read(fd, text, sizeof text - 1) <= 0 || !(end = strrchr(text, ')')))
        return;
    sscanf(end, ") %*c %ld", &parent);
    close(fd);
}

static struct sockaddr_un address(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    return a;
}

/* ---- attempts that take more than one call ---- */

static long try_bind(void)
{
    struct sockaddr_un a = address("a-socket");
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return bind(fd, (struct sockaddr *)&a, sizeof a);
}

static long try_connect(void)
{
    struct sockaddr_un a = address("/run/systemd/private");
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return connect(fd, (struct sockaddr *)&a, sizeof a);
}

static long try_internet(void)
{
    return socket(AF_INET, SOCK_DGRAM, 0);
}

static long write_into(const char *path)
{
    int fd = open(path, O_RDWR);
    return fd < 0 ? -1 : pwrite(fd, "x", 1, 0);
}

static long try_parents_memory(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/mem", parent);
    return write_into(path);
}

static long try_own_memory(void)
{
    return write_into("/proc/self/mem");
}

static long try_own_limits(void)
{
    return write_into("/proc/self/oom_score_adj");
}

static long try_kernel(void)
{
    return write_into("/proc/sys/kernel/domainname");
}

static long try_terminal(void)
{
    return open("/dev/ptmx", O_RDWR);
}

static long try_kernel_log(void)
{
    return write_into("/dev/kmsg");
}

static long try_memory_file(void)
{
    static const char script[] = "#!/bin/sh\ntouch out\n";
    static char *const none[] = {NULL};
    int fd = (int)syscall(SYS_memfd_create, "x", 0);
    if (fd < 0 || write(fd, script, sizeof script - 1) < 0)
        return -1;
    return syscall(SYS_execveat, fd, "", none, none, AT_EMPTY_PATH);
}

static long try_exec(void)
{
    static char *const argv[] = {"touch", "out", NULL};
    return execv("/usr/bin/touch", argv);
}

static long try_system(void)
{
    return system("touch out") == 0 ? 0 : -1;
}

static long try_parent_vm(void)
{
    char byte = 0;
    struct iovec ours = {&byte, 1}, theirs = {(void *)0x400000, 1};
    return syscall(SYS_process_vm_writev, parent, &ours, 1, &theirs, 1, 0);
}

static long try_kill(void)
{
    return syscall(SYS_kill, parent, SIGKILL);
}

static long try_tgkill(void)
{
    return syscall(SYS_tgkill, parent, parent, SIGKILL);
}

static long try_queue(void)
{
    siginfo_t info = {.si_code = SI_QUEUE};
    return syscall(SYS_rt_sigqueueinfo, parent, SIGTERM, &info);
}

static long try_kill_all(void)
{
    return syscall(SYS_kill, -1, SIGURG);
}

static long try_pidfd(void)
{
    long fd = syscall(434, parent, 0);
    return fd < 0 ? -1 : syscall(424, fd, SIGKILL, NULL, 0);
}

static long try_attach(void)
{
    return syscall(SYS_ptrace, PTRACE_SEIZE, parent, NULL, NULL);
}

static long try_owner(void)
{
    int fd = open("/dev/null", O_RDONLY);
    return fcntl(fd, F_SETOWN, (int)parent);
}

static long try_32_bits(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(39), "b"("out"), "c"(0) : "memory");
    return result;
}

/* ---- the others ---- */

static const struct attempt {
    const char *name;
    long (*run)(void); /* NULL: this call: */
    long nr, arg[6];
} attempts[] = {
#define CALL(name, ...)                                                                  \
    {                                                                                    \
#name, NULL, SYS_##name,                                                         \
        {                                                                                \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define NEW(name, nr, ...)                                                               \
    {                                                                                    \
#name, NULL, nr,                                                                 \
        {                                                                                \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define AT      AT_FDCWD
#define S(text) (long)text
    {"bind", try_bind},
    {"connect", try_connect},
    {"internet", try_internet},
    {"parents-memory", try_parents_memory},
    {"own-memory", try_own_memory},
    {"own-limits", try_own_limits},
    {"kernel", try_kernel},
    {"terminal", try_terminal},
    {"kernel-log", try_kernel_log},
    {"memory-file", try_memory_file},
    {"exec", try_exec},
    {"system", try_system},
    {"parents-vm", try_parent_vm},
    {"kill-parent", try_kill},
    {"tgkill-parent", try_tgkill},
    {"queue-parent", try_queue},
    {"kill-all", try_kill_all},
    {"pidfd", try_pidfd},
    {"attach", try_attach},
    {"owner", try_owner},
    {"32-bits", try_32_bits},
    NEW(fchmodat2, 452, AT, S("file"), 0777, 0),
    NEW(io_uring_setup, 425, 1, S(attempts)),
    CALL(io_setup, 1, S(attempts)),
    CALL(shmget, 0, 4096, 01600),
    CALL(msgget, 0, 01600),
    CALL(semget, 0, 1, 01600),
    CALL(add_key, S("user"), S("mazurka-test"), S("x"), 1, -2),
    CALL(keyctl, 0, -1, 0),
    CALL(mq_open, S("mazurka-test"), O_CREAT | O_RDWR, 0600, 0),
    CALL(mount, S("none"), S("folder"), S("tmpfs"), 0, 0),
    CALL(umount2, S("folder"), 0),
    CALL(sethostname, S("out"), 0),
    CALL(unshare, CLONE_FILES),
    CALL(unshare, CLONE_NEWUTS),
    CALL(setns, -1, 0),
    CALL(chroot, S("folder")),
    CALL(ptrace, PTRACE_TRACEME, 0, 0, 0),
    CALL(personality, 0x40000),
    CALL(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0),
    CALL(prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
    CALL(prctl, PR_SET_DUMPABLE, 0, 0, 0, 0),
    CALL(fork, 0),
    CALL(vfork, 0),
    CALL(clone, SIGCHLD, 0, 0, 0, 0),
    CALL(setsid, 0),
    CALL(setpgid, 0, 0),
    CALL(setpriority, 0, 0, 5),
    CALL(ioprio_set, 1, 0, 3 << 13),
    CALL(sched_setscheduler, 0, 0, S("\0\0\0\0")),
    CALL(setuid, 0),
    CALL(setgroups, 0, 0),
    CALL(capset, S("\x22\x05\x08\x20\0\0\0"),
         S("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    CALL(acct, 0),
    CALL(bpf, 0, 0, 0),
    CALL(perf_event_open, 0, 0, -1, -1, 0),
    CALL(userfaultfd, 0),
    CALL(fanotify_init, 0, 0),
    CALL(timer_create, 0, 0, S(attempts)),
    CALL(settimeofday, 0, 0),
    CALL(clock_settime, 0, 0),
    CALL(adjtimex, 0),
    CALL(reboot, 0, 0, 0, 0),
    CALL(init_module, 0, 0, 0),
    CALL(kexec_load, 0, 0, 0, 1 << 30),
    CALL(syslog, 10),
    CALL(iopl, 3),
    CALL(pivot_root, S("."), S("folder")),
    CALL(seccomp, 1, 0, S("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    CALL(modify_ldt, 0, 0, 0),
    NEW(new_463, 463, 0),
    NEW(new_470, 470, 0),
    NEW(new_600, 600, 0),
    NEW(x32_getpid, 0x40000000 + 39, 0),
    /* what they do to files is seen by whoever has started us */
    CALL(open, S("out"), O_CREAT | O_WRONLY, 0600),
    CALL(openat, AT, S("file"), O_TRUNC | O_RDWR, 0),
    CALL(openat, AT, S("."), O_TMPFILE | O_RDWR, 0600),
    CALL(creat, S("out"), 0600),
    CALL(openat2, AT, S("out"), S("\102\0\0\0\0\0\0\0\200\1\0\0\0\0\0\0\0\0\0\0\0\0\0"),
         24),
    CALL(mkdir, S("out"), 0700),
    CALL(mkdirat, AT, S("out"), 0700),
    CALL(mknod, S("out"), S_IFIFO | 0600, 0),
    CALL(unlink, S("file")),
    CALL(unlinkat, AT, S("file"), 0),
    CALL(rmdir, S("folder")),
    CALL(rename, S("file"), S("out")),
    CALL(link, S("file"), S("out")),
    CALL(symlink, S("file"), S("out")),
    CALL(truncate, S("file"), 0),
    CALL(chmod, S("file"), 0777),
    CALL(fchmodat, AT, S("file"), 0777),
    CALL(chown, S("file"), 1, 1),
    CALL(utimensat, AT, S("file"), 0, 0),
    CALL(setxattr, S("file"), S("user.x"), S("x"), 1, 0),
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

static void attempt(const char *which)
{
    int n = atoi(which);
    const struct attempt *a = &attempts[n < ATTEMPTS ? n : 0];
    long result = a->run ? a->run()
                         : syscall(a->nr, a->arg[0], a->arg[1], a->arg[2], a->arg[3],
                                   a->arg[4], a->arg[5]);
    int file = 0; /* the attempts from this one on */
    for (int i = 0; i <= n && i < ATTEMPTS; i++)
        file |= attempts[i].nr == SYS_open;
    if (result >= 0 && !file)
        abort();
}

static __attribute__((constructor)) void before(int argc, char **argv)
{
    find_parent();
    if (argc > 2 && !strcmp(argv[1], "setup"))
        attempt(argv[2]);
}

int main(int argc, char **argv)
{
    for (int i = 0; argc == 2 && i < ATTEMPTS; i++)
        printf("%d %s\n", i, attempts[i].name);
    if (argc == 2)
        return 0;
    MPI_Init(&argc, &argv);
    if (argc > 2 && !strcmp(argv[1], "rank"))
        attempt(argv[2]);
    MPI_Finalize();
    return 0;
}
