/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster.c - see cluster.h.
 *
 * Who was started by MPI is told by the environment. Launchers have their own names for
 * the number of processes: Hydra (MPICH, Intel) PMI_SIZE, Open MPI and PRRTE
 * OMPI_COMM_WORLD_SIZE, Slurm SLURM_STEP_NUM_TASKS (a batch script, which is no step, has
 * no such variable), Cray PALS_SIZE. */
#include "cli/cluster.h"
#include "base/mem.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cluster/relay.h"
#include "real/launch.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct cluster here;

struct cluster *cluster_here(void)
{
    return here.size ? &here : NULL;
}

bool cluster_is_other(void)
{
    return here.rank;
}

int cluster_code(int code, enum cluster_code other)
{
    return code && cluster_is_other() ? (int)other : code;
}

/* ---- what the environment tells ---- */

static int number(const char *variable)
{
    const char *value = getenv(variable);
    return value ? atoi(value) : 0;
}

static int first_of(const char *const *variables)
{
    int n = 0;
    for (; *variables && !n; variables++)
        n = number(*variables);
    return n;
}

static int told_size(void)
{
    static const char *const names[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "PALS_SIZE",
                                        "SLURM_STEP_NUM_TASKS", NULL};
    return first_of(names);
}

static int told_rank(void)
{
    static const char *const names[] = {
        "PMI_RANK",    "PMIX_RANK",    "OMPI_COMM_WORLD_RANK",
        "PALS_RANKID", "SLURM_PROCID", NULL};
    return first_of(names);
}

/* Says something in the first of several processes only. */
static int refuse(const char *why, const char *fix)
{
    return told_rank() ? MZ_USAGE : usage_error("%s\n  fix: %s", why, fix);
}

/* ---- becoming two processes ---- */

/* Blocks or unblocks the signals that ask a search to stop. They are blocked until
 * somebody watches them: one that comes early is kept, and not lost. */
static void signals_mask(int how, const int *signals, size_t n)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < n; i++)
        sigaddset(&set, signals[i]);
    sigprocmask(how, &set, NULL);
}

static void signals_hold(void)
{
    signals_mask(SIG_BLOCK, (const int[]){SIGINT, SIGTERM, SIGUSR1}, 3);
}

/* In the tool: signals are for the relay, which asks process 0 to stop, with SIGUSR1.
 * Batch systems send them to every process, and not only to the group. In process 0,
 * interrupt_watch() lets SIGUSR1 through. */
static void signals_leave(void)
{
    setpgid(0, 0);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signals_mask(SIG_UNBLOCK, (const int[]){SIGINT, SIGTERM}, 2);
}

/* In the tool: takes its rank from the relay. */
static bool be_tool(int fd, int errors, pid_t parent)
{
    struct cluster_head h;
    struct cluster_welcome w;
    struct str bytes = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signals_leave();
    if (getppid() != parent)
        return false;
    /* Hydra sets it, and programs would see it; others are hidden everywhere, see
     * real/environment.c */
    unsetenv("GFORTRAN_UNBUFFERED_PRECONNECTED");
    /* above those that a program may have */
    here.line =
        (struct peer){.pid = parent, .fd = fcntl(fd, F_DUPFD_CLOEXEC, LINK_FILES_FROM)};
    close(fd);
    if (here.line.fd < 0) {
        if (told_rank())
            dup2(errors, STDERR_FILENO);
        usage_error("more than %d files must be open at a time\n  fix: ulimit -n %d",
                    LINK_FILES_FROM, 2 * LINK_FILES_FROM);
        return false;
    }
    bool good = cluster_receive(&here, &h, &bytes) && h.word == CLUSTER_WELCOME &&
                bytes.len == sizeof w;
    if (good) {
        memcpy(&w, bytes.text, sizeof w);
        here.rank = w.rank;
        here.size = w.size;
        here.search = 1;
    }
    str_free(&bytes);
    if (good && here.rank) { /* only the first process speaks */
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        dup2(errors, STDERR_FILENO);
        close(nowhere);
        interrupt_watch();
    }
    close(errors);
    return good;
}

/* Loads the module and runs it. */
static int be_relay(const struct str *module, const struct relay *r)
{
    void *library = dlopen(str_text(module), RTLD_NOW | RTLD_GLOBAL);
    relay_fn *run = library ? (relay_fn *)dlsym(library, RELAY_NAME) : NULL;
    if (run)
        return run(r);
    usage_error("%s", dlerror());
    kill(r->pid, SIGKILL);
    waitpid(r->pid, NULL, 0);
    return MZ_USAGE;
}

static bool is_for(int argc, char **argv)
{
    return argc > 1 && (!strcmp(argv[1], "run") || !strcmp(argv[1], "litmus"));
}

static bool find_module(struct str *path)
{
    static const char *const places[] = {"/mazurka-cluster.so",
                                         "/../lib/mazurka/mazurka-cluster.so", NULL};
    return launch_find(places, path);
}

bool cluster_begin(int argc, char **argv, int *code)
{
    struct str module = {0};
    int fd[2], size = told_size();
    if (size < 2)
        return true;
    if (!find_module(&module)) {
        str_free(&module);
        *code = refuse("this mazurka was built without MPI, so several processes of it "
                       "cannot share a search",
                       "build it where mpicc is, or start it without mpiexec");
        return false;
    }
    int errors = memfd_create("mazurka", MFD_CLOEXEC);
    if (errors < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd)) {
        str_free(&module);
        *code = refuse("cannot make a connection", "see ulimit -n");
        return false;
    }
    signals_hold();
    pid_t parent = getpid(), pid = fork();
    if (!pid) {
        close(fd[0]);
        str_free(&module);
        *code = told_rank() ? FAILURE_START : MZ_USAGE;
        if (!be_tool(fd[1], errors, parent))
            return false;
        if (is_for(argc, argv)) /* otherwise the others, which wait for us, are to know */
            return true;
        *code = usage_error("several processes of mazurka can share 'run' and 'litmus' "
                            "only\n  fix: start this without mpiexec");
        return false;
    }
    close(fd[1]);
    struct relay r = {RELAY_VERSION, fd[0], pid, errors, size, told_rank()};
    *code = pid > 0 ? be_relay(&module, &r)
                    : refuse("cannot start a process", "see ulimit -u");
    str_free(&module);
    return false;
}

void cluster_take_facts(struct cluster *c, const facts_vec *facts)
{
    struct str s = {0};
    for (size_t i = 0; i < facts->len; i++)
        str_addf(&s, "%s %s\n", facts->at[i].value, facts->at[i].what);
    c->facts = s.text;
    c->facts_bytes = s.len;
}

void cluster_tell_traffic(const struct cluster_traffic *did, struct str *s)
{
    str_addf(s, "          messages: %llu items, %llu bytes to and from process 0\n",
             (unsigned long long)did->items, (unsigned long long)did->bytes);
    if (did->owners)
        str_addf(s,
                 "          the table of states was divided among %u other process%s, "
                 "which kept %.1f MB of it\n",
                 did->owners, did->owners == 1 ? "" : "es", (double)did->kept / 1e6);
    if (did->alone)
        str_addf(s, "          process 0 has explored the states alone: ranks came to "
                    "others elsewhere, or open a file after they have communicated\n");
    if (did->unlike)
        str_addf(s,
                 "          %u of the processes had no part in it, since ranks begin in "
                 "other states there: is it another system?\n",
                 did->unlike);
}
