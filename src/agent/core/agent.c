/* SPDX-License-Identifier: Apache-2.0
 *
 * agent.c - takes over a program, explores it, and puts the results into the link. */
#include "agent/tell/audit.h"
#include "agent/tell/decisive.h"
#include "agent/tell/prints.h"
#include "agent/core/agent.h"
#include "agent/rank/image.h"
#include "agent/rank/objects.h"
#include "agent/port/payload.h"
#include "agent/tell/handover.h"
#include "agent/tell/replay.h"
#include "agent/port/sets.h"
#include "agent/system/signals.h"
#include "agent/system/syscall.h"
#include "agent/rank/track.h"
#include "agent/watch/watch.h"
#include "real/notes.h"
#include "real/place.h"
#include "explore/search/frontier.h"
#include "mpi/port.h"

#include <asm/hwcap2.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/rseq.h>
#include <sys/syscall.h>

struct agent agent = {.current = AT_SETUP, .resident = -1};

int agent_clock_gettime(clockid_t id, struct timespec *t)
{
    return (int)agent_syscall(SYS_clock_gettime, id, t);
}

uint64_t agent_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static double now(void)
{
    return (double)agent_nanoseconds() * 1e-9;
}

static _Noreturn void leave(int code)
{
    for (;;)
        agent_syscall(SYS_exit_group, code);
}

_Noreturn void agent_refuse(enum reason reason, const char *format, ...)
{
    char text[sizeof agent.shared->unsupported];
    va_list args;
    agent.current = AT_AGENT;
    if (agent.learns.nlibraries) /* this attempt ends anyway */
        agent_again(ATTEMPT_LIBRARY);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    link_refuse(agent.shared, reason, text);
    agent.link->phase = PHASE_DONE;
    leave(0);
}

_Noreturn void agent_die(const char *format, ...)
{
    va_list args;
    agent.current = AT_AGENT;
    va_start(args, format);
    vsnprintf(agent.shared->died, sizeof agent.shared->died, format, args);
    va_end(args);
    leave(70);
}

int agent_absent(void)
{
    static const char alone[] = "this program is to be run with: mazurka run PROGRAM\n";
    agent_syscall(SYS_write, 2, alone, sizeof alone - 1);
    return 2;
}

_Noreturn void agent_again(enum attempt_reason why)
{
    agent.current = AT_AGENT;
    plan_learn(&agent.shared->plan, &agent.learns);
    __atomic_fetch_or(&agent.shared->reasons, attempt_bit(why), __ATOMIC_ACQ_REL);
    agent.link->phase = PHASE_DONE;
    leave(0);
}

void agent_use(const struct front *front)
{
    if (agent.claimed && agent.front != front && agent.current >= 0)
        rank_refuse(REASON_SAID,
                    "calls %s after %s; one program can use only one of "
                    "the two",
                    front->name, agent.front->name);
    if (agent.front != front && agent.started)
        front->prepare();
    agent.front = front;
    agent.claimed = true;
}

static void count(struct search *s, void *unused)
{
    (void)unused;
    struct link *l = agent.link;
    l->counts = search_counted(s);
    report_counts(s);
    l->progress++; /* an explorer may make progress for long without running a rank */
    if (l->plan.phase.leaves_time && !agent.once && s->role == ROLE_ALONE &&
        !s->counts.stopped && !l->counts.executions && !l->counts.states &&
        search_seconds(s) > s->options.bounds.seconds * (1 - LINK_FIRST_PART))
        s->counts.stopped = STOP_TIME;
}

/* The frontier in the link: take_frontier() reads the one to resume, give_frontier()
 * writes what is left. */
static void take_frontier(struct frontier *f)
{
    struct link *l = agent.link;
    if (!l->resume)
        return;
    if (!frontier_unpack(f, link_at(l, l->resume), l->resume_bytes) ||
        f->program != item_program(&agent.program)) {
        l->foreign = 1;
        l->phase = PHASE_DONE;
        leave(0);
    }
}

static void give_frontier(const struct frontier *f)
{
    struct link *l = agent.link;
    if (!agent.search.counts.stopped || frontier_is_empty(f))
        return;
    l->frontier_bytes = frontier_bytes(f);
    /* the supervisor may be about to read what was saved meanwhile */
    uint64_t at = l->saves == l->saves_taken ? link_end(l, l->frontier_bytes)
                                             : link_room(l, l->frontier_bytes);
    if (at)
        frontier_pack(f, link_at(l, at));
    l->frontier = at;
}

/* What is left while the search goes on; unless the supervisor is still busy with what it
 * was a while ago. */
static void save(struct search *s, void *unused, const struct frontier *left)
{
    struct link *l = agent.link;
    struct frontier f = *left;
    (void)unused;
    if (l->saves != l->saves_taken)
        return;
    /* how many of its executions show each finding: those in the link go on counting */
    f.shown = (__typeof__(f.shown)){0};
    for (size_t i = 0; i < s->shown.len; i++)
        vec_push(&f.shown,
                 (struct known){s->shown.at[i].what, s->shown.at[i].executions});
    l->save_bytes = frontier_bytes(&f);
    l->save = link_end(l, l->save_bytes);
    if (l->save) {
        frontier_pack(&f, link_at(l, l->save));
        __atomic_store_n(&l->saves, l->saves + 1, __ATOMIC_RELEASE);
    }
    vec_free(&f.shown);
}

/* Runs one execution only. Where its choices lead is not recorded, so the frontier that
 * is left is the whole search. */
static void explore_once(struct search *s, const struct explorer *e)
{
    if (s->frontier) {
        if (e->heads)
            snprintf(s->frontier->explorer, sizeof s->frontier->explorer, "%s", e->name);
        s->frontier->program = item_program(&agent.program);
        vec_push(&s->frontier->items, (struct item){0});
    }
    search_once(s);
}

/* Writes to the link which loop of polls was cut short. */
static void describe_polls(const struct search *s)
{
    struct link *l = agent.link;
    struct str text = {0};
    char place[32];
    if (!stop_has_loop(&s->counts))
        return;
    snprintf(place, sizeof place, "%c%lx%c", PLACE_BEGIN,
             (unsigned long)s->counts.loop.site, PLACE_END);
    stop_loop_text(&s->counts, agent.rank[s->counts.loop.rank].name, place, &text);
    snprintf(l->loop, sizeof l->loop, "%s", str_text(&text));
    str_free(&text);
}

/* States are comparable only if this was known when the program was started, and costs
 * something; so it is started again. */
static void turn(struct search *s, void *unused)
{
    (void)unused;
    agent.shared->plan.phase.turn = s->turn;
    agent_again(ATTEMPT_TURN);
}

/* For the guide cfg. */
static uint32_t distance(struct search *s, uint32_t actor, const struct op *next)
{
    (void)s, (void)actor;
    return next->where < agent.hops.len ? agent.hops.at[next->where] : 0;
}

/* Takes off what earlier processes have used up of the time that the command has. */
static void bound_time(struct search *s)
{
    const struct link *l = agent.link;
    double *seconds = &s->options.bounds.seconds;
    if (agent.once &&
        l->plan.phase.leaves_time) { /* whoever started us waits a little longer */
        *seconds = 0;
        return;
    }
    if (*seconds > 0 && l->plan.asked.began > 0)
        *seconds -= s->timing.started - l->plan.phase.turn.seconds - l->plan.asked.began;
    if (l->options.bounds.seconds > 0 && *seconds <= 0)
        *seconds = 1e-9;
}

/* ---- other machines ---- */

/* In another process than the first: another search has begun. */
static void on_other(struct cluster *c, uint32_t word, const struct str *bytes)
{
    (void)c;
    struct plan_shared p;
    if (word != CLUSTER_BEGIN || bytes->len < sizeof p)
        return;
    memcpy(&p, bytes->text, sizeof p);
    plan_take(&agent.shared->plan, &p);
    agent.shared->cluster.search = p.search;
    agent.shared->cluster.stale = 0;
    agent_again(ATTEMPT_ELSEWHERE);
}

/* In another process than the first: a worker has ended. Before that it may have asked
 * for another start. */
static void on_loss(struct cluster *c)
{
    (void)c;
    if (agent.shared->reasons) {
        agent.link->phase = PHASE_DONE;
        leave(0);
    }
}

/* In the first process: what another process was exploring is lost, or all must know what
 * it has found out. */
static void on_wants(struct cluster *c, bool here, const struct str *bytes)
{
    struct plan_shared p;
    if (bytes->len != sizeof p)
        return;
    memcpy(&p, bytes->text, sizeof p);
    if (plan_learn(&agent.shared->plan, &p.learned) || (here && p.search == c->search))
        agent_again(ATTEMPT_ELSEWHERE);
}

/* What the verdict rests on. */
static void add_notes(struct cluster *c, struct str *s)
{
    static struct notes sent;
    (void)c;
    notes_add(agent.shared, &sent, s);
}

static void on_notes(struct cluster *c, uint32_t process, const struct str *s,
                     struct str *why)
{
    (void)c;
    notes_take(agent.shared, s->text, s->len, process, raw_call, why);
}

static void join_cluster(struct search *s)
{
    struct link *l = agent.link;
    struct cluster *c = &agent.cluster;
    if (!l->cluster.size)
        return;
    *c = (struct cluster){.line = {.pid = 1, .fd = l->cluster.line},
                          .rank = l->cluster.rank,
                          .size = l->cluster.size,
                          .search = l->cluster.search,
                          .facts = link_at(l, l->cluster.facts),
                          .facts_bytes = l->cluster.facts_bytes,
                          .notes = add_notes,
                          .on_notes = on_notes,
                          .on_other = on_other,
                          .stale = l->cluster.stale,
                          .on_loss = on_loss,
                          .on_wants = on_wants};
    c->joined = l->cluster.joined ? link_at(l, l->cluster.joined) : NULL;
    l->cluster_end.program = item_program(s->st->program);
    s->cluster = c;
}

/* What was wrong with other processes. */
static void leave_cluster(void)
{
    struct link *l = agent.link;
    l->cluster_end.did = agent.cluster.did;
    snprintf(l->cluster_end.wrong, sizeof l->cluster_end.wrong, "%s",
             agent.cluster.wrong);
    if (agent.cluster.lost[0] && !l->died[0])
        snprintf(l->died, sizeof l->died, "%s", agent.cluster.lost);
}

static void explore(void)
{
    struct search *s = &agent.search;
    struct link *l = agent.link;
    const struct explorer *e = explorer_find(l->options.algorithm);
    if (!e)
        agent_refuse(REASON_NONE, "there is no algorithm %s", l->options.algorithm);
    bool threads = agent.shares && !agent.hybrid;
    if (e->matching && (threads || !s->st->program->matching))
        agent_refuse(REASON_SAID,
                     "%s is for MPI programs; choose another algorithm with -a", e->name);
    s->options = l->options;
    s->patience = l->plan.asked.patience;
    s->silence += l->plan.asked.longest; /* a step may take so long */
    s->interrupt = &l->interrupt;
    s->clock = &l->clock;
    s->on_execution = report_execution;
    s->worth_telling = report_worth;
    s->shows = report_shows;
    s->worth = report_judge;
    s->on_tick = count;
    s->every_execution = l->plan.asked.compare_output;
    s->on_turn = turn;
    s->on_save = save;
    if (l->plan.asked.check_names) /* also that processes agree on them, in small programs
                                      as well */
        s->sizes.crew_tasks = 1;
    s->distance = target_far() ? distance : NULL;
    s->turn = l->plan.phase.turn;
    bound_time(s);
    s->timing.started -= l->plan.phase.turn.seconds;
    struct frontier f = {0};
    if (e->takes & TAKES_RESUME) {
        s->frontier = &f;
        take_frontier(&f);
    }
    s->st->hashing |= l->plan.asked.record;
    join_cluster(s);
    double start = now();
    agent.live_before = agent.heap.live - agent.image_bytes;
    /* of a program whose explorer was chosen before it was known what it uses */
    l->cluster_end.undivided = l->cluster.size && !(e->takes & TAKES_JOBS);
    if (agent.once)
        explore_once(s, e);
    else if (!l->cluster_end.undivided)
        explorer_run(e, s);
    l->explore_seconds = now() - start;
    audit_tell();
    leave_cluster();
    describe_polls(s);
    give_frontier(&f);
    count(s, NULL);
    prints_tell();
    decisive_run();
}

static bool all_ended(void)
{
    for (uint32_t i = 0; i < (agent.shares ? agent.nprocesses : agent.nranks); i++)
        if (!agent.rank[i].head->strand.ended)
            return false;
    return true;
}

#define NOTHING_TO_EXPLORE                                                               \
    "it uses neither MPI nor mazurka.h, so there is nothing to explore; build it with "  \
    "mazurka cc, or with MPICH's mpicc"

static struct program *start_ranks(void)
{
    agent.link->nactors = agent.shares ? agent.nprocesses : agent.nranks;
    agent.program.ops = &exec_ops;
    agent.program.nactors = agent.nranks;
    agent.front->prepare();
    if (agent.hybrid) {
        agent.of_threads->prepare();
        agent.program.process = agent.process;
    }
    rank_start_all();
    if (agent.link->plan.learned.mpi && !agent.claimed && all_ended())
        agent_refuse(
            REASON_SAID,
            "it is linked to MPI, but no rank called MPI_Init; there is nothing to "
            "check");
    if (agent.link->job == JOB_EXPLORE && agent.link->plan.asked.ranks &&
        !agent.link->plan.asked.ours && !agent.claimed && all_ended())
        agent_refuse(REASON_SAID, NOTHING_TO_EXPLORE);
    if (agent.link->plan.learned.mpi &&
        !agent.claimed) /* a rank failed before any API was used */
        port_use();
    return &agent.program;
}

static void take_over(void)
{
    struct link *l = agent.link;
    agent.current = AT_AGENT;
    double start = now();
    files_inherit();
    search_init(&agent.search, agent.front->start ? agent.front->start() : start_ranks());
    l->ready_seconds = now() - start;
    l->phase = PHASE_RUNNING;
    if (l->job == JOB_REPLAY)
        replay_run();
    else
        explore();
    modules_openmp();
    handover_done();
    l->phase = PHASE_DONE;
    leave(0);
}

/* Does the explorer compare states? */
static bool compares(void)
{
    const struct explorer *e = explorer_find(agent.link->options.algorithm);
    return agent.link->plan.asked.check_names ||
           (e && explorer_compares(e, agent.link->plan.phase.turn.stage));
}

static void on_own_stack(void)
{
    agent.current = AT_AGENT;
    agent.once = !agent.front->start &&
                 (agent.link->job == JOB_REPLAY || agent.link->options.once);
    agent.compares = port_compares = !agent.once && compares();
    agent.tidies = port_tidies = agent.compares ||
                                 (agent.once && agent.link->options.tidy) ||
                                 (!agent.once && agent.link->images == IMAGES_CHECK);
    agent.wary |= agent.compares; /* each step is made once, so this costs little, and few
                                     executions are replayed */
    modules_find(); /* done now, since the dynamic linker takes a lock for it */
    watch_strings();
    ending_find();
    pages_find(agent.main_sp);
    target_arm();
    take_over();
}

/* The word by which compiled code finds out that its stack was overwritten. It lies in
 * frames of ranks, and the kernel draws it by lot for each process: on several machines,
 * states of ranks would differ. Nobody returns from a frame that has the old one. */
static void settle_canary(void)
{
    const uint64_t canary = UINT64_C(0x616b72757a616d00); /* as libc's: a zero first */
    __asm__ volatile("movq %0, %%fs:0x28" ::"r"(canary) : "memory");
}

_Noreturn void agent_run(void)
{
    void *sp;
    agent.main_sp = __builtin_frame_address(0);
    agent.started = true;
    __asm__("stmxcsr %0\n    fnstcw %1" : "=m"(agent.mxcsr), "=m"(agent.x87));
    agent.has_gs = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;
    if (agent.has_gs)
        __asm__ volatile("rdgsbase %0" : "=r"(agent.gs));
    agent.setup_gs = agent.gs;
    agent.fs = (uint64_t)(uintptr_t)__builtin_thread_pointer();
    settle_canary();
    coro_switch(&sp, coro_make(agent.stack_top, on_own_stack));
    __builtin_unreachable();
}

/* ---- the beginning ---- */

static void run_main(void *unused)
{
    (void)unused;
    constructors_run();
    int code = agent.main(agent.argc, agent.argv, agent.envp);
    rank_head()->strand.returned = true;
    ending_of_main(code);
}

/* Loads a library at the start that the program will load with dlopen(). The verdict
 * says so, except for libc's own parts, for which the time of loading does not
 * matter. */
static void load_early(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char what[128];
    dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (strstr(path, "/gconv/") || !strncmp(name, "libnss_", 7))
        return;
    snprintf(what, sizeof what, "%s loaded at the start", name);
    link_rests_on(agent.shared, what);
}

static int our_main(int argc, char **argv, char **envp)
{
    agent.argc = argc;
    agent.argv = argv;
    agent.envp = envp;
    for (uint32_t i = 0; i < agent.known.nlibraries; i++)
        load_early(agent.known.library[i]);
    if (agent.link->plan.asked.ranks) {
        /* With line buffering, a rank that prints a line in each round of a loop is in
         * the same state again. */
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
        agent.current = AT_AGENT;
        bool threads = plan_threads(&agent.link->plan);
        agent.hybrid = !threads && agent.known.need.lines && !agent.known.turns;
        agent.shares = threads || agent.hybrid;
        agent.nprocesses = agent.link->plan.asked.ranks;
        if (threads)
            agent.front = agent.of_threads;
        uint32_t n = agent.shares ? agent.known.slots : agent.nprocesses;
        for (uint32_t i = 0; i < n; i++) {
            char name[32];
            snprintf(name, sizeof name,
                     i >= agent.nprocesses ? "thread %u"
                     : threads             ? "main"
                                           : "rank %u",
                     i);
            rank_new(name, run_main, NULL);
        }
        if (agent.shares)
            agent.process = mem_alloc(n * sizeof *agent.process);
        agent.overlaps = mem_alloc(agent.nprocesses);
        for (uint32_t i = 0; agent.hybrid && i < n; i++)
            agent.process[i] = i;
        agent_run();
    }
    agent.main(argc, argv, envp);
    if (!agent.link->plan.asked.ours)
        agent_refuse(REASON_SAID, NOTHING_TO_EXPLORE);
    agent_refuse(
        REASON_SAID,
        "its main ended without mz_run(), so there are no actors to check; for a "
        "program whose main is the actor, say how many with -n");
}

static void forget_environment(char **envp)
{
    static const char *const ours[] = {LINK_ENV "=", "LD_PRELOAD=", "LD_BIND_NOW="};
    char **to = envp;
    for (char **from = envp; *from; from++) {
        bool drop = false;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            drop |= !strncmp(*from, ours[i], strlen(ours[i]));
        if (!drop)
            *to++ = *from;
    }
    *to = NULL;
}

/* Restartable sequences are switched off, because the kernel would write to this
 * thread's storage at any time. */
static void stop_rseq(void)
{
    if (__rseq_size)
        agent_syscall(SYS_rseq, (char *)__builtin_thread_pointer() + __rseq_offset, 32,
                      RSEQ_FLAG_UNREGISTER, RSEQ_SIG);
}

/* The link's descriptor, from the environment as the kernel passed it: libc does not
 * know it yet. */
static const char *find_link(char **envp)
{
    size_t n = strlen(LINK_ENV);
    for (; *envp; envp++)
        if (!strncmp(*envp, LINK_ENV, n) && (*envp)[n] == '=')
            return *envp + n + 1;
    return NULL;
}

static struct link *map_link(long fd)
{
    long at = agent_syscall(SYS_mmap, NULL, LINK_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
                            fd, 0);
    return at < 0 && at > -4096 ? NULL : (struct link *)at;
}

/* The link is there twice, so that a copy of this process can have another one at the
 * first address (process.c). */
static bool connect_link(char **envp)
{
    const char *given = find_link(envp);
    if (!given)
        return false;
    long fd = strtol(given, NULL, 10);
    agent.link = map_link(fd);
    agent.shared = map_link(fd);
    if (!agent.link || !agent.shared)
        return false;
    agent_syscall(SYS_close, fd);
    if (agent.link->magic == LINK_MAGIC)
        return true;
    agent.link = NULL; /* the link was made by another version of the tool */
    return false;
}

/* The first code that runs in the process. The library is marked (-z initfirst) so that
 * even the constructors of other libraries, and everything else before main(), are
 * watched as setup. */
__attribute__((constructor)) static void begin(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv;
    if (!connect_link(envp))
        return;
    link_take_secret(agent.link);
    agent.link->phase = PHASE_SETUP;
    image_init();
    pages_init();
    files_init();
    signals_init();
    patience_init();
    watch_init();
    payload_init();
    sets_init();
    port_init();
    objects_init();
    track_init();
    modules_find();
    forget_environment(envp);
    stop_rseq();
    crash_install();
    agent.setup_clock = VIRTUAL_EPOCH;
    agent.known = agent.link->plan.learned;
    agent.wary = agent.known.guard;
    agent.timed = agent.known.timed;
    agent.setup_random = agent.link->options.seed;
    agent.umask = (uint32_t)agent_syscall(SYS_umask, 022);
    agent_syscall(SYS_umask, agent.umask);
    ending_init();
    if (agent.link->placed && (uintptr_t)envp > PLACED_STACK)
        agent_refuse(REASON_SAID, LINK_BY_LOT);
    vdso_replace();
    syscall_filter();
}

typedef int main_fn(int, char **, char **);
typedef int start_fn(main_fn *, int, char **, void (*)(void), void (*)(void),
                     void (*)(void), void *);

EXPORT start_fn __libc_start_main;

EXPORT int __libc_start_main(main_fn *program_main, int argc, char **argv,
                             void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void *stack_end)
{
    start_fn *real = (start_fn *)dlsym(RTLD_NEXT, "__libc_start_main");
    if (agent.link) {
        agent.main = program_main;
        program_main = our_main;
        init = constructors_before_main(init);
    }
    return real(program_main, argc, argv, init, fini, rtld_fini, stack_end);
}
