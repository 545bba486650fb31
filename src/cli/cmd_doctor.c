/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_doctor.c - what does this machine, or this container, let us do?
 *
 * Each facility of the kernel that checking rests on is tried, not looked up. A line for
 * each: what it is, whether it is there, and what would help if it is not. */
#include "base/mem.h"
#include "cli/options.h"
#include "real/guard.h"
#include "real/launch.h"
#include "real/place.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* What was found out of a facility. */
enum found {
    THERE,
    SLOWER, /* it is not there, and another way gives the same verdicts */
    LESS,   /* it is not there, and something cannot be done */
    NO_RUN  /* without it no program can be checked */
};

struct facility {
    const char *name;
    enum found (*look)(struct str *words); /* says what was found */
    const char *help;                      /* if it is not there */
};

/* Calls the function in a process of its own, with a descriptor to write to, and returns
 * how that ended. What it has written is added to the text. */
static int apart(void (*function)(int to), struct str *text)
{
    int ends[2], status = -1;
    char part[256];
    if (pipe(ends))
        return -1;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        close(ends[0]);
        function(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t n; pid > 0 && (n = read(ends[0], part, sizeof part)) > 0;)
        str_add(text, part, (size_t)n);
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, &status, 0);
    return status;
}

/* ---- addresses ---- */

/* Starts this command again, as programs are started, to tell where it lies. */
static void start_laid_out(int to)
{
    char number[16], *const words[] = {"mazurka", "doctor", NULL};
    snprintf(number, sizeof number, "%d", to);
    setenv(DOCTOR_ENV, number, 1);
    if (launch_lay_out())
        execv("/proc/self/exe", words);
    _exit(1);
}

static void tell_addresses(int to)
{
    int local = 0;
    dprintf(to, "%p %p %p %p", (void *)&local, (void *)(uintptr_t)&cmd_doctor,
            (void *)(uintptr_t)&printf, (void *)mem_alloc(1 << 20));
    _exit(0);
}

static enum found look_at_addresses(struct str *words)
{
    struct str one = {0}, two = {0};
    bool same = false;
    if (launch_settles()) {
        str_addf(words, "the kernel draws no lots (personality)");
        return THERE;
    }
    if (!apart(start_laid_out, &one) && !apart(start_laid_out, &two))
        same = one.len && !strcmp(str_text(&one), str_text(&two));
    str_free(&one);
    str_free(&two);
    str_addf(words, same
                        ? "personality is forbidden, so programs are laid out anew; "
                          "replay --gdb is not possible"
                        : "personality is forbidden, and laying programs out anew fails");
    return same ? LESS : NO_RUN;
}

/* ---- the others ---- */

static enum found look_at_proc(struct str *words)
{
    bool there = !access("/proc/self/maps", R_OK);
    str_addf(words, there ? "the memory of programs is seen there" : "not mounted");
    return there ? THERE : NO_RUN;
}

static enum found look_at_link(struct str *words)
{
    struct launch l;
    struct str why = {0};
    bool there = !launch_init(&l, &why);
    if (there)
        str_addf(words, "memory is shared with programs (memfd_create)");
    else
        str_addf(words, "%.*s", (int)strcspn(str_text(&why), "\n"), str_text(&why));
    launch_free(&l);
    str_free(&why);
    return there ? THERE : NO_RUN;
}

static void make_file(int to)
{
    signal(SIGSYS, SIG_DFL);
    if (!guard_files())
        dprintf(to, "seccomp is forbidden");
    else if (open("/dev/null", O_WRONLY) >= 0)
        dprintf(to, "a filter does not see system calls");
}

static enum found look_at_calls(struct str *words)
{
    int status = apart(make_file, words);
    bool there =
        !words->len && status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
    if (there)
        str_addf(words, "system calls are watched (seccomp)");
    else if (!words->len)
        str_addf(words, "a filter does not stop system calls");
    return there ? THERE : NO_RUN;
}

static enum found look_at_writes(struct str *words)
{
    const uint64_t asked = (1ull << 15) | (1ull << 13); /* WP_ASYNC, WP_UNPOPULATED */
    struct uffdio_api api = {.api = UFFD_API, .features = asked};
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | 1);
    bool can = fd >= 0 && !ioctl(fd, UFFDIO_API, &api);
    if (can)
        str_addf(words, "the kernel tracks writes (userfaultfd)");
    else
        str_addf(
            words,
            "%s, so writes are tracked by page faults: slower from heaps of 512 KB on",
            fd < 0 ? "userfaultfd is forbidden" : "userfaultfd is older than Linux 6.7");
    if (fd >= 0)
        close(fd);
    return can ? THERE : SLOWER;
}

static void be_traced(int to)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        dprintf(to, "ptrace is forbidden, so replay --gdb is not possible");
}

static enum found look_at_gdb(struct str *words)
{
    apart(be_traced, words);
    if (words->len)
        return LESS;
    str_addf(words, "replays can be debugged (ptrace)");
    return THERE;
}

static enum found look_at_space(struct str *words)
{
    bool there = launch_has_scratch();
    str_addf(words,
             there
                 ? "long executions can use a file"
                 : "no file can be made in $TMPDIR, /var/tmp and /tmp, or file sizes are "
                   "limited, so long executions take memory");
    return there ? THERE : SLOWER;
}

#define UNCONFINED "docker, podman: run --security-opt seccomp=unconfined"

static const struct facility facilities[] = {
    {"/proc", look_at_proc, "mount it; bwrap: --proc /proc"},
    {"shared memory", look_at_link, NULL},
    {"system calls", look_at_calls, UNCONFINED},
    {"addresses", look_at_addresses, UNCONFINED},
    {"writes", look_at_writes,
     UNCONFINED "; elsewhere, as root: sysctl vm.unprivileged_userfaultfd=1"},
    {"temporary files", look_at_space, "TMPDIR=/a/folder, ulimit -f unlimited"},
    {"debugger", look_at_gdb, "docker, podman: run --cap-add SYS_PTRACE"},
};

int cmd_doctor(int argc, char **argv)
{
    enum found worst = THERE;
    struct utsname system;
    struct options o;
    const char *to = getenv(DOCTOR_ENV);
    if (to)
        tell_addresses(atoi(to));
    int code;
    if (!options_begin(CMD_DOCTOR, argc, argv, &o, &code))
        return code;
    uname(&system);
    printf("  %-16s %s %s, %s\n", "kernel", system.sysname, system.release,
           system.machine);
    for (size_t i = 0; i < sizeof facilities / sizeof *facilities; i++) {
        static const char *const marks[] = {
            [THERE] = " ", [SLOWER] = "-", [LESS] = "-", [NO_RUN] = "!"};
        const struct facility *f = &facilities[i];
        struct str words = {0};
        enum found state = f->look(&words);
        printf("%s %-16s %s\n", marks[state], f->name, str_text(&words));
        if (state != THERE && f->help)
            printf("  %-16s help: %s\n", "", f->help);
        worst = state > worst ? state : worst;
        str_free(&words);
    }
    printf(worst == NO_RUN
               ? "programs cannot be checked here; litmus files and models can\n"
               : "programs can be checked here, and verdicts are exact\n");
    return worst == NO_RUN ? MZ_UNSUPPORTED : MZ_OK;
}
