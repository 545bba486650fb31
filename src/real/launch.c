/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.c - see launch.h. */
#include "real/launch.h"
#include "base/timer.h"
#include "base/vec.h"
#include "check/attempts.h"
#include "real/binary.h"
#include "real/environment.h"
#include "real/guard.h"
#include "real/input.h"
#include "real/place.h"
#include "real/source.h"
#include "real/values.h"
#include "real/variables.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 20
/* Seconds without progress after which a rank, or the agent, is given up once the
 * search is to end. The agent gets longer, since it writes down what is left. */
#define RANK_PATIENCE  0.3
#define AGENT_PATIENCE 5
/* how long after its deadline a process may still be there, in seconds, and how long if
 * its search has stopped, so that what is left of it is being written down */
#define LATE    1.5
#define LEAVING 60

/* Gives the link its size. It is no file on disk, but a limit on file sizes (ulimit -f)
 * applies to it nevertheless. */
static bool make_room(int fd)
{
    struct rlimit limit;
    if (!ftruncate(fd, (off_t)LINK_SIZE))
        return true;
    int error = errno;
    bool good = false;
    if (error == EFBIG && !getrlimit(RLIMIT_FSIZE, &limit)) {
        struct rlimit most = {limit.rlim_max, limit.rlim_max};
        good = !setrlimit(RLIMIT_FSIZE, &most) && !ftruncate(fd, (off_t)LINK_SIZE);
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    errno = error;
    return good;
}

/* The number of descriptors that must be available. Small programs need fewer, but
 * findings in them may need more. */
#define FILES 64

static bool enough_files(struct str *why)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= FILES)
        return true;
    str_addf(why,
             "no more than %lu files may be open at once, which is not enough\n"
             "  fix: ulimit -n %d",
             (unsigned long)limit.rlim_cur, FILES);
    return false;
}

/* So many addresses are reserved; few of them are used. */
#define ADDRESSES ((rlim_t)2 << 40)

static bool enough_addresses(struct str *why)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur >= ADDRESSES)
        return true;
    str_addf(
        why,
        "the limit of virtual memory (%llu MB) is too low: a terabyte is reserved, of "
        "which little is used\n"
        "  fix: ulimit -v unlimited; --memory bounds what is used",
        (unsigned long long)limit.rlim_cur >> 20);
    return false;
}

/* The agent sees there which memory the program has. */
static bool has_proc(struct str *why)
{
    if (!access("/proc/self/maps", R_OK))
        return true;
    str_addf(why,
             "there is no /proc here, which tells the memory of a program\n"
             "  fix: mount it (bwrap: --proc /proc; chroot: mount -t proc proc /proc)");
    return false;
}

bool launch_settles(void)
{
    int now = personality(0xffffffff);
    if (now >= 0 && now & ADDR_NO_RANDOMIZE)
        return true;
    bool can = personality(ADDR_NO_RANDOMIZE) >= 0 &&
               personality(0xffffffff) & ADDR_NO_RANDOMIZE;
    personality(now < 0 ? 0 : (unsigned long)now);
    return can;
}

enum mz_err launch_init(struct launch *l, struct str *why)
{
    *l = (struct launch){.fd = -1};
    if (!enough_files(why) || !enough_addresses(why) || !has_proc(why))
        return MZ_USAGE;
    *l = (struct launch){.fd = memfd_create("mazurka", 0), .step_time = 10, .grace = 60};
    if (l->fd >= 0 && make_room(l->fd))
        l->link = mmap(NULL, LINK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_NORESERVE, l->fd, 0);
    if (!l->link || l->link == MAP_FAILED) {
        str_addf(why, "cannot make shared memory: %s%s", strerror(errno),
                 errno == EFBIG ? "\n  fix: ulimit -f unlimited" : "");
        return MZ_USAGE;
    }
    l->link->magic = LINK_MAGIC;
    l->link->used = (sizeof *l->link + 15) & ~(size_t)15;
    l->link->plan.asked.memory_cap = (uint64_t)4 << 30;
    l->link->placed = !launch_settles();
    return MZ_OK;
}

void launch_free(struct launch *l)
{
    if (l->link && l->link != MAP_FAILED)
        munmap(l->link, LINK_SIZE);
    if (l->fd >= 0)
        close(l->fd);
    audit_free(&l->orders);
    str_free(&l->values);
    free(l->seen);
    l->seen = NULL;
    l->link = NULL;
    l->fd = -1;
}

bool launch_find(const char *const *places, struct str *path)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n >= 0)
        self[n] = '\0';
    else if (!realpath((const char *)getauxval(AT_EXECFN), self))
        return false;
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (; *places; places++) {
        str_clear(path);
        str_addf(path, "%s%s", self, *places);
        if (!access(str_text(path), R_OK))
            return true;
    }
    return false;
}

static bool find_agent(struct str *path)
{
    static const char *const places[] = {"/libmazurka.so", "/../lib/libmazurka.so",
                                         "/../lib/mazurka/libmazurka.so", NULL};
    return launch_find(places, path);
}

bool launch_mpi_library(enum mpi_abi abi, struct str *path)
{
    struct str built = {0}, installed = {0};
    str_addf(&built, "/mpi/%s", mpi_abi_library(abi));
    str_addf(&installed, "/../lib/mazurka/%s", mpi_abi_library(abi));
    const char *const places[] = {str_text(&built), str_text(&installed), NULL};
    bool found = launch_find(places, path);
    str_free(&built);
    str_free(&installed);
    return found;
}

#define GDB_SAYS "MAZURKA_FINDING"

/* Replaces this process by gdb. The agent must not be loaded into gdb itself, so gdb is
 * told to set the environment of the program. */
static void become_gdb(const struct launch *l, char **argv, const char *preload)
{
    static const char *const places[] = {"/mazurka-gdb.py",
                                         "/../share/mazurka/mazurka-gdb.py", NULL};
    struct str script = {0}, set = {0}, link = {0}, looks = {0}, kind = {0};
    launch_find(places, &script);
    str_addf(&set, "set environment LD_PRELOAD %s", preload);
    str_addf(&link, "set environment " LINK_ENV " %d", l->fd);
    str_addf(&looks, "set $mazurka_finding = %u", l->gdb_looks);
    str_addf(&kind, "set $mazurka_kind = %u", l->gdb_kind);
    if (l->gdb_says) /* for the script; the program does not get it */
        setenv(GDB_SAYS, l->gdb_says, 1);
    unsetenv(LINK_ENV);
    unsetenv("LD_BIND_NOW");
    VEC(char *) words = {0};
    const char *fixed[] = {"gdb", "-q",
                           "-ex", "set startup-with-shell off",
                           "-ex", str_text(&set),
                           "-ex", str_text(&link),
                           "-ex", "set environment LD_BIND_NOW 1",
                           "-ex", "unset environment LINES", /* set by gdb */
                           "-ex", "unset environment COLUMNS",
                           "-ex", "unset environment " GDB_SAYS,
                           "-ex", str_text(&looks),
                           "-ex", str_text(&kind),
                           "-x",  str_text(&script)};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        vec_push(&words, (char *)(uintptr_t)fixed[i]);
    for (char **a = l->gdb_words; a && *a; a++)
        vec_push(&words, *a);
    vec_push(&words, (char *)(uintptr_t) "--args");
    for (char **a = argv; *a; a++)
        vec_push(&words, *a);
    vec_push(&words, NULL);
    execvp("gdb", words.at);
    dprintf(2, "mazurka: gdb: %s\n", strerror(errno));
    _exit(127);
}

/* Opens the file to which the agent may move what it keeps of a long execution. It has no
 * name, and is gone with the process. A limit on file sizes would be the end of the
 * process when the file reaches it, so then there is none. */
static int open_scratch(void)
{
    const char *const where[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) || most.rlim_cur != RLIM_INFINITY)
        return 0;
    for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
        int fd = where[i] ? open(where[i], O_TMPFILE | O_RDWR, 0600) : -1;
        int high = fd >= 0 ? fcntl(fd, F_DUPFD, LINK_FILES_FROM) : -1;
        if (fd >= 0)
            close(fd);
        if (high >= 0)
            return high;
    }
    return 0;
}

/* Closes these and all between them. */
static void close_all(unsigned from, unsigned to)
{
    struct rlimit most;
    if (from > to || !close_range(from, to, 0))
        return;
    /* an old kernel, or one that is not allowed to */
    if (!getrlimit(RLIMIT_NOFILE, &most) && to >= most.rlim_max)
        to = (unsigned)most.rlim_max;
    for (unsigned fd = from; fd < to; fd++)
        close((int)fd);
    close((int)to);
}

/* Closes inherited descriptors, which are not the program's, but for the link and the
 * line to other machines, which is behind it. Returns the link's. On all machines it is
 * the same, since the program's environment has it, and so the addresses on its stack. */
static int close_others(const struct launch *l)
{
    int line = l->link->cluster.line, link = l->fd;
    if (line) {
        link = dup2(l->fd, LINK_FILES_FROM - 1);
        fcntl(line, F_SETFD, 0);
        close_all((unsigned)link + 1, (unsigned)line - 1);
    }
    close_all(3, (unsigned)link - 1);
    close_all((unsigned)(line ? line : link) + 1, ~0u);
    return link;
}

bool launch_has_scratch(void)
{
    int fd = open_scratch();
    if (fd)
        close(fd);
    return fd != 0;
}

bool launch_lay_out(void)
{
    static const char *const places[] = {"/libmazurka-place.so",
                                         "/../lib/mazurka/libmazurka-place.so", NULL};
    const rlim_t most = (rlim_t)1 << 30;
    struct rlimit stack;
    struct str text = {0};
    if (!launch_find(places, &text))
        return false;
    const char *before = getenv("LD_AUDIT");
    if (before && *before)
        str_addf(&text, ":%s", before);
    setenv("LD_AUDIT", str_text(&text), 1);
    /* The kernel leaves as much room for the stack, and puts libraries below. */
    str_clear(&text);
    if (!getrlimit(RLIMIT_STACK, &stack) && stack.rlim_cur > most) {
        str_addf(&text, "%llu", (unsigned long long)stack.rlim_cur);
        setenv(PLACED_ENV, str_text(&text), 1);
        stack.rlim_cur = most;
        setrlimit(RLIMIT_STACK, &stack);
    }
    str_free(&text);
    return true;
}

/* Sees to it that addresses are the same in every process: the kernel draws no lots, or
 * the process lays itself out anew (place.h). */
static void settle_addresses(const struct launch *l)
{
    personality(ADDR_NO_RANDOMIZE);
    if (l->link->placed)
        launch_lay_out();
}

/* Requests to stop are for the supervisor: Ctrl-C goes to its group, and what a batch
 * system sends to all processes of a job does nothing here. (Signals of the program are
 * its own, and do not come from the kernel.) */
static void leave_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    setpgid(0, 0);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_IGN);
}

static _Noreturn void become(const struct launch *l, char **argv, const char *libraries,
                             pid_t parent)
{
    struct str text = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* the supervisor ended before prctl() could tell us */
        _exit(127);
    signal(SIGXFSZ, SIG_DFL);
    environment_settle();
    if (!l->gdb)
        leave_signals();
    int quiet = open("/dev/null", O_RDWR);
    int terminal = l->gdb && input_has_stdin() ? open("/dev/tty", O_RDWR) : -1;
    if (!l->gdb)
        dup2(quiet, 0); /* the program reads standard input from the link */
    else if (terminal >= 0)
        dup2(terminal, 0); /* gdb needs the terminal, since our descriptor 0 is a copy */
    int link = close_others(l);
    l->link->scratch = l->gdb ? 0 : open_scratch();
    str_addf(&text, "%d", link);
    setenv(LINK_ENV, str_text(&text), 1);
    setenv("LD_BIND_NOW", "1", 1);
    const char *before = getenv("LD_PRELOAD");
    str_clear(&text);
    str_addf(&text, "%s%s%s", libraries, before ? ":" : "", before ? before : "");
    if (l->gdb)
        become_gdb(l, argv, str_text(&text));
    setenv("LD_PRELOAD", str_text(&text), 1);
    settle_addresses(l);
    if (!guard_files()) {
        str_clear(&text);
        str_addf(&text, "this system does not let us watch system calls (seccomp: %s)",
                 strerror(errno));
        link_refuse(l->link, REASON_SYSTEM, str_text(&text));
        _exit(127);
    }
    execv(argv[0], argv);
    dprintf(2, "mazurka: %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

static void nudge(const struct launch *l, uint64_t progress)
{
    union sigval v = {.sival_int = (int)(uint32_t)progress};
    sigqueue(l->pid, LINK_NUDGE, v);
}

static void stop(struct launch *l)
{
    kill(l->pid, SIGKILL);
    l->killed = true;
}

struct link *launch_look(struct launch *l)
{
    if (!l->seen)
        l->seen = mem_alloc(sizeof *l->seen);
    audit_copy(l->seen, l->link, &l->orders);
    return l->seen;
}

/* Answers what the agent asks about the program's variables. */
static void answer(struct launch *l)
{
    struct link_question *q = &l->link->question;
    struct link_question mine = {
        .asked = q->asked, .address = q->address, .site = q->site};
    if (!l->source)
        l->source = source_open(launch_look(l), l->program);
    if (mine.asked == ASKED_VALUES) {
        memcpy(mine.text, q->text, sizeof mine.text);
        memcpy(mine.registers, q->registers, sizeof mine.registers);
        mine.cfa = q->cfa;
        str_clear(&l->values);
        values_tell(l->source, l->pid, &mine, &l->values);
    } else {
        variables_answer(l->source, &mine);
        l->untyped |= variables_are_unknown(l->source, &mine);
    }
    memcpy(q->variable, mine.variable, mine.n * sizeof *mine.variable);
    q->n = mine.n;
    __atomic_store_n(&q->asked, ASKED_DONE, __ATOMIC_RELEASE);
    syscall(SYS_futex, &q->asked, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/* Sleeps for this time, or until the agent has asked something. */
static void nap(struct launch *l, long nanoseconds)
{
    struct link_question *q = &l->link->question;
    struct timespec t = {0, nanoseconds};
    uint32_t asked = __atomic_load_n(&q->asked, __ATOMIC_ACQUIRE);
    if (asked == ASKED_NOTHING || asked == ASKED_DONE)
        syscall(SYS_futex, &q->asked, FUTEX_WAIT, asked, &t, NULL, 0);
    asked = __atomic_load_n(&q->asked, __ATOMIC_ACQUIRE);
    if (asked != ASKED_NOTHING && asked != ASKED_DONE)
        answer(l);
}

/* Has the process missed its deadline? It looks at the time itself, but not while a rank
 * computes, nor in the middle of some things that take long. */
static bool is_late(const struct launch *l)
{
    double late = l->deadline > 0 ? timer_now() - l->deadline : 0;
    return late > (l->link->counts.stopped > STOP_DEPTH ? LEAVING : LATE);
}

static double longest(const struct launch *l)
{
    return l->longest > l->step_time ? l->longest : l->step_time;
}

static void watch(struct launch *l)
{
    uint64_t last = UINT64_MAX;
    double since = timer_now(), nudged = 0, asked = 0;
    for (;;) {
        struct rusage usage;
        pid_t done = wait4(l->pid, &l->status, WNOHANG, &usage);
        if (done == l->pid && l->peak_mb < (double)usage.ru_maxrss / 1024.0)
            l->peak_mb = (double)usage.ru_maxrss / 1024.0;
        if (done == l->pid || (done < 0 && errno == ECHILD))
            return;
        /* short at first, since most programs are done soon */
        bool soon = l->link->phase == PHASE_LOADING || timer_now() - since < 0.02;
        nap(l, soon ? 500000 : TICK_MS * 1000000);
        double t = timer_now();
        l->link->clock++;
        if (l->interrupt && *l->interrupt && asked <= 0) {
            asked = t;
            l->link->interrupt = 1;
        }
        if (l->on_tick)
            l->on_tick(l, l->context);
        if (l->link->progress != last) {
            last = l->link->progress;
            since = t;
            nudged = 0;
        } else if (l->link->running && t - since > l->step_time && t - nudged > 0.1 &&
                   !l->gdb) {
            nudge(l, last); /* repeatedly, since the rank may be inside one of our
                               handlers */
            nudged = t;
        }
        double patience = l->link->running ? RANK_PATIENCE : AGENT_PATIENCE;
        l->interrupted = asked > 0 && t - asked > patience && t - since > patience;
        bool mute = t - since > longest(l) + l->grace;
        bool late = is_late(l);
        if ((mute || late || l->interrupted) && !l->killed && !l->gdb) {
            stop(l);
            l->late = late;
        }
    }
}

/* Reports a process that ended before the agent was there, which would have told
 * why. */
static void judge_loading(const struct launch *l)
{
    struct link *k = l->link;
    if (k->phase == PHASE_LOADING && WIFSIGNALED(l->status) &&
        WTERMSIG(l->status) == SIGSYS && !k->unsupported[0])
        link_refuse(k, REASON_SAID,
                    "it changes files or other processes while it is loaded, in the "
                    "resolver of an indirect "
                    "function (ifunc); do that after MPI_Init or mz_run()");
    if (k->phase == PHASE_LOADING && WIFEXITED(l->status) &&
        WEXITSTATUS(l->status) == PLACED_FAILED && !k->unsupported[0])
        link_refuse(k, REASON_SAID, LINK_BY_LOT);
}

/* Resets the link to the state before the start, except for the request itself. */
static void forget(struct launch *l, uint64_t used)
{
    size_t from = offsetof(struct link, interrupt), path = offsetof(struct link, path);
    size_t rest = path + sizeof l->link->path; /* the path is large and need not be
                                                  cleared, since `depth` is 0 */
    int interrupt = l->link->interrupt;
    memset((char *)l->link + from, 0, path - from);
    memset((char *)l->link + rest, 0, sizeof *l->link - rest);
    size_t page = (used + 4095) & ~(size_t)4095;
    memset((char *)l->link + used, 0, page - used);
    fallocate(l->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)page,
              (off_t)(LINK_SIZE - page));
    l->link->used = used;
    l->link->interrupt = interrupt;
}

/* The libraries to preload: the agent and, for programs that use MPI, our MPI library
 * in place of theirs, both under the name that Debian gives it and under the usual
 * one. */
static enum mz_err libraries(const struct launch *l, const char *program,
                             struct str *list, struct str *why)
{
    struct str mpi = {0};
    enum mz_err err = MZ_OK;
    if (!find_agent(list)) {
        str_addf(why,
                 "libmazurka.so is not next to this tool; is the installation complete?");
        err = MZ_USAGE;
    } else if (l->link->plan.learned.mpi &&
               !launch_mpi_library(l->link->plan.learned.mpi, &mpi)) {
        str_addf(why, "%s is not next to this tool; is the installation complete?",
                 mpi_abi_library(l->link->plan.learned.mpi));
        err = MZ_USAGE;
    } else if (l->link->plan.learned.mpi) {
        err = binary_check_mpi(program, str_text(&mpi), why);
        str_addf(list, ":%s", str_text(&mpi));
        const char *alias = mpi_abi_alias(l->link->plan.learned.mpi),
                   *slash = strrchr(mpi.text, '/');
        if (alias)
            str_addf(list, ":%.*s/%s", (int)(slash - mpi.text), mpi.text, alias);
    }
    if (!err && binary_says_accesses(program)) {
        static const char *const places[] = {"/tsan/libtsan.so.2",
                                             "/../lib/mazurka/libtsan.so.2", NULL};
        str_clear(&mpi);
        if (!launch_find(places, &mpi)) {
            str_addf(why, "libtsan.so.2 is not next to this tool; is the installation "
                          "complete?");
            err = MZ_USAGE;
        }
        str_addf(list, ":%s", str_text(&mpi));
    }
    str_free(&mpi);
    return err;
}

/* If threads are explored, our OpenMP library stands in for that which the program
 * needs. */
static enum mz_err openmp_library(const struct launch *l, struct str *list,
                                  struct str *why)
{
    struct str built = {0}, installed = {0}, path = {0};
    const char *name = l->openmp;
    if (!name || !plan_openmp(&l->link->plan, name))
        return MZ_OK;
    str_addf(&built, "/openmp/%s", name);
    str_addf(&installed, "/../lib/mazurka/openmp/%s", name);
    const char *const places[] = {str_text(&built), str_text(&installed), NULL};
    bool found = launch_find(places, &path);
    if (found)
        str_addf(list, ":%s", str_text(&path));
    else
        str_addf(why, "%s is not next to this tool; is the installation complete?", name);
    str_free(&built);
    str_free(&installed);
    str_free(&path);
    return found ? MZ_OK : MZ_USAGE;
}

/* Refuses the program before it is started if it cannot be checked, or not with these
 * options. */
static enum mz_err examine(struct launch *l, const char *program, struct str *why)
{
    struct binary_use use;
    enum mz_err err = binary_examine(program, &use, why);
    if (use.mpi)
        l->link->plan.learned.mpi = use.mpi;
    l->openmp = use.openmp;
    if (!err && use.mpi && !l->link->plan.asked.ranks) {
        str_addf(why,
                 "%s is an MPI program\n  fix: say how many ranks: mazurka run -n 4 %s",
                 program, program);
        err = MZ_USAGE;
    }
    return err;
}

/* gdb follows the dynamic linker that the kernel has mapped, which would be gone. */
#define GDB_BY_LOT                                                                       \
    "gdb needs personality(ADDR_NO_RANDOMIZE), which is forbidden here\n"                \
    "  fix: docker or podman run --security-opt seccomp=unconfined; without --gdb it "   \
    "can be replayed here"

/* Gives the program its standard input, if it reads that. */
static enum mz_err give_input(struct launch *l, const char *program, struct str *why)
{
    struct link *k = l->link;
    if (!k->plan.learned.input || (!k->cluster.size && k->input.at))
        return MZ_OK;
    if (k->cluster.size) {
        str_addf(why,
                 "%s reads standard input, which only one of several processes "
                 "has\n  fix: let it read a file, or start it without mpiexec",
                 program);
        return MZ_UNSUPPORTED;
    }
    return input_read_stdin(k, l->interrupt, why) ? MZ_OK : MZ_USAGE;
}

/* Puts into the link how this attempt goes about it, and clears what the one before has
 * left there. */
static enum mz_err make_ready(struct launch *l, const char *program, struct str *preload,
                              struct str *why)
{
    struct link *k = l->link;
    enum mz_err err = MZ_OK;
    if (l->used) { /* the program has run before */
        forget(l, l->used);
        l->killed = l->late = false;
        l->again++;
    } else {
        err = examine(l, program, why);
        k->plan.learned.input |= input_has_stdin();
    }
    if (getrandom(&k->secret, sizeof k->secret, GRND_NONBLOCK) != sizeof k->secret)
        k->secret = (uint64_t)(timer_now() * 1e9) * UINT64_C(0x9e3779b97f4a7c15);
    l->overwritten = false;
    k->plan.lock = 0; /* nobody has it who still lives */
    k->plan.asked.step_time = l->step_time;
    k->plan.asked.longest = longest(l);
    k->replay.watched = l->gdb;
    k->options = plan_options(&k->plan);
    k->images = plan_images(&k->plan);
    if (!err && l->gdb && k->placed) {
        str_addf(why, GDB_BY_LOT);
        err = MZ_UNSUPPORTED;
    }
    if (!err)
        err = give_input(l, program, why);
    l->used = k->used;
    if (!err)
        err = libraries(l, program, preload, why);
    return err ? err : openmp_library(l, preload, why);
}

/* The process has ended, and nobody writes any more. */
static void audit(struct launch *l)
{
    const char *what = audit_link(l->link, &l->orders, l->killed);
    l->overwritten = what;
    if (what)
        audit_clear(l->link, &l->orders);
}

enum mz_err launch_once(struct launch *l, char **argv, struct str *why)
{
    struct str preload = {0};
    enum mz_err err = make_ready(l, argv[0], &preload, why);
    if (!err && l->on_start)
        l->on_start(l, l->context);
    pid_t parent = getpid();
    audit_begin(&l->orders, l->link);
    l->pid = err ? 0 : fork();
    if (l->pid < 0) {
        str_addf(why, "cannot start a process: %s", strerror(errno));
        err = MZ_USAGE;
    } else if (!l->pid && !err) {
        become(l, argv, str_text(&preload), parent);
    }
    str_free(&preload);
    if (err)
        return err;
    l->program = argv[0];
    watch(l);
    if (!l->gdb)
        kill(-l->pid, SIGKILL); /* what it may have started before the agent was there */
    audit(l);
    if (l->source)
        source_close(l->source);
    l->source = NULL; /* the next process may load other libraries */
    judge_loading(l);
    return MZ_OK;
}

struct start {
    struct launch *l;
    char **argv;
};

static enum mz_err start(struct check *c, struct attempt *a, struct str *why)
{
    const struct start *s = c->owner;
    enum mz_err err = launch_once(s->l, s->argv, why);
    a->reasons = s->l->link->reasons;
    return err;
}

enum mz_err launch_run(struct launch *l, char **argv, struct str *why)
{
    struct start s = {l, argv};
    struct check c = {.plan = &l->link->plan, .explore = start, .owner = &s};
    return check_run(&c, why);
}

bool launch_lost(const struct launch *l, struct str *why)
{
    const struct link *k = l->link;
    if (k->phase == PHASE_DONE && WIFEXITED(l->status) && !WEXITSTATUS(l->status))
        return false;
    if (l->interrupted || l->late || l->overwritten ||
        (k->phase == PHASE_LOADING && k->unsupported[0]))
        return false;
    if (k->died[0])
        str_addf(why, "%s", k->died);
    else if (l->killed)
        str_addf(why, "it was silent for too long and was ended");
    else if (WIFSIGNALED(l->status))
        str_addf(why, "signal %d (%s) ended it", WTERMSIG(l->status),
                 strsignal(WTERMSIG(l->status)));
    else
        str_addf(why, "it ended with code %d", WEXITSTATUS(l->status));
    return true;
}
