/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.c - random programs with windows, played by a real MPI and judged.
 *
 *     mpirun -n 3 play-windows [--programs N] [--seconds N] [--rounds N] [--seed N]
 * [FILE.lit]
 *
 * Every rank makes the same program, reads it as the judge does (window_text.h) and plays
 * its part: one call of MPI for each statement, with pauses in between. What the ranks
 * know in the end must be among what the judge (oracle_window.h) says they may know;
 * otherwise either the judge or this MPI has misread the standard. Only programs without
 * races, deadlocks and failed assertions are played. Locks and starts of this MPI may
 * wait or not: the judge's executions in which nothing waits include all others. */
#include "support/oracle_window.h"
#include "support/random.h"
#include "support/windows.h"

#include <getopt.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PENDING = 16, MAX_REQUESTS = 8, LIMIT = 60 };

/* An access whose call has returned, and what it will have read. */
struct pending {
    uint8_t window, name;
    int target;
    int32_t given, compare, got;
    bool told;
};

struct sent {
    MPI_Request request;
    int32_t value;
    uint8_t name, source;
    bool receives;
};

static struct {
    MPI_Comm world, control;
    int rank;
    const struct win_text *text;
    MPI_Win window[WIN_WINDOWS];
    int32_t *cells[WIN_WINDOWS];
    int32_t value[WIN_NAMES];
    struct pending pending[MAX_PENDING];
    uint32_t npending;
    struct sent sent[MAX_REQUESTS];
    uint32_t nsent;
    struct rng random;
    uint32_t leisure; /* how often it pauses, in eighths */
} me;

static struct {
    uint64_t programs, skipped, rounds, seen, outcomes, unknown;
} total;

/* ---- values ---- */

static int64_t value(win_expr e)
{
    return win_value(me.text, e, (uint32_t)me.rank, me.value);
}

static void set(uint8_t name, int64_t v)
{
    if (name != WIN_NOBODY)
        me.value[name] = (int32_t)v;
}

/* A call has completed the accesses to this target at the origin (or to all: -1). */
static void tell(uint8_t window, int target)
{
    for (uint32_t i = 0; i < me.npending; i++) {
        struct pending *p = &me.pending[i];
        if (p->told || p->window != window || (target >= 0 && p->target != target))
            continue;
        p->told = true;
        set(p->name, p->got);
    }
}

static void pause_now_and_then(void)
{
    if (rng_below(&me.random, 8) < me.leisure)
        usleep(rng_below(&me.random, 300));
}

/* ---- statements ---- */

static MPI_Op operation(enum win_op op)
{
    return op == WIN_ADD       ? MPI_SUM
           : op == WIN_REPLACE ? MPI_REPLACE
           : op == WIN_MAX     ? MPI_MAX
                               : MPI_NO_OP;
}

static void play_access(const struct win_statement *s)
{
    struct pending *p = &me.pending[me.npending++];
    MPI_Win w = me.window[s->window];
    MPI_Aint cell = (MPI_Aint)value(s->cell);
    *p = (struct pending){.window = s->window,
                          .name = s->name,
                          .target = (int)value(s->peer),
                          .given = (int32_t)value(s->value),
                          .compare = (int32_t)value(s->compare)};
    switch (s->access) {
    case ACCESS_PUT:
        MPI_Put(&p->given, 1, MPI_INT32_T, p->target, cell, 1, MPI_INT32_T, w);
        p->told = true;
        break;
    case ACCESS_GET:
        MPI_Get(&p->got, 1, MPI_INT32_T, p->target, cell, 1, MPI_INT32_T, w);
        break;
    case ACCESS_ACCUMULATE:
        MPI_Accumulate(&p->given, 1, MPI_INT32_T, p->target, cell, 1, MPI_INT32_T,
                       operation(s->op), w);
        p->told = true;
        break;
    case ACCESS_FETCH:
        if (s->line % 2)
            MPI_Fetch_and_op(&p->given, &p->got, MPI_INT32_T, p->target, cell,
                             operation(s->op), w);
        else
            MPI_Get_accumulate(&p->given, 1, MPI_INT32_T, &p->got, 1, MPI_INT32_T,
                               p->target, cell, 1, MPI_INT32_T, operation(s->op), w);
        break;
    case ACCESS_CAS:
        MPI_Compare_and_swap(&p->given, &p->compare, &p->got, MPI_INT32_T, p->target,
                             cell, w);
        break;
    }
}

static void finish(struct sent *q)
{
    MPI_Status status;
    if (q->request == MPI_REQUEST_NULL)
        return;
    MPI_Wait(&q->request, &status);
    if (!q->receives)
        return;
    set(q->name, q->value);
    set(q->source, status.MPI_SOURCE);
}

static void play_message(const struct win_statement *s)
{
    struct sent *q = &me.sent[me.nsent++];
    int peer = s->peer ? (int)value(s->peer) : MPI_ANY_SOURCE;
    int tag = s->tag ? (int)value(s->tag) : MPI_ANY_TAG;
    *q = (struct sent){.request = MPI_REQUEST_NULL,
                       .value = (int32_t)value(s->value),
                       .name = s->name,
                       .source = s->source,
                       .receives = s->kind == DO_RECV};
    if (q->receives)
        MPI_Irecv(&q->value, 1, MPI_INT32_T, peer, tag, me.world, &q->request);
    else if (s->mode == WIN_SYNC)
        MPI_Issend(&q->value, 1, MPI_INT32_T, peer, tag, me.world, &q->request);
    else if (s->mode == WIN_BUFFERED)
        MPI_Ibsend(&q->value, 1, MPI_INT32_T, peer, tag, me.world, &q->request);
    else
        MPI_Isend(&q->value, 1, MPI_INT32_T, peer, tag, me.world, &q->request);
    if (!s->posts)
        finish(q);
}

static void play_wait(const struct win_statement *s)
{
    for (uint32_t i = 0; i < me.nsent; i++)
        if (me.sent[i].name != WIN_NOBODY && s->ranks >> me.sent[i].name & 1)
            finish(&me.sent[i]);
}

static MPI_Group group_of(uint32_t set_of_ranks)
{
    MPI_Group all, some;
    int ranks[WIN_RANKS], n = 0;
    for (int i = 0; i < WIN_RANKS; i++)
        if (set_of_ranks >> i & 1)
            ranks[n++] = i;
    MPI_Comm_group(me.world, &all);
    MPI_Group_incl(all, n, ranks, &some);
    MPI_Group_free(&all);
    return some;
}

static void play_epoch(const struct win_statement *s)
{
    MPI_Win w = me.window[s->window];
    int target = s->peer ? (int)value(s->peer) : -1, flag;
    MPI_Group group;
    switch (s->kind) {
    case DO_LOCK:
        if (target < 0)
            MPI_Win_lock_all(0, w);
        else
            MPI_Win_lock(s->exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0,
                         w);
        return;
    case DO_UNLOCK:
        if (target < 0)
            MPI_Win_unlock_all(w);
        else
            MPI_Win_unlock(target, w);
        break;
    case DO_FLUSH:
        if (target < 0 && s->local)
            MPI_Win_flush_local_all(w);
        else if (target < 0)
            MPI_Win_flush_all(w);
        else if (s->local)
            MPI_Win_flush_local(target, w);
        else
            MPI_Win_flush(target, w);
        break;
    case DO_FENCE:
        MPI_Win_fence(0, w);
        break;
    case DO_POST:
    case DO_START:
        group = group_of(s->ranks);
        if (s->kind == DO_POST)
            MPI_Win_post(group, 0, w);
        else
            MPI_Win_start(group, 0, w);
        MPI_Group_free(&group);
        return;
    case DO_COMPLETE:
        MPI_Win_complete(w);
        break;
    case DO_WAITWIN:
        MPI_Win_wait(w);
        return;
    default: /* DO_TESTWIN */
        MPI_Win_test(w, &flag);
        set(s->name, flag);
        return;
    }
    tell(s->window, target);
}

static void play_local(const struct win_statement *s)
{
    volatile int32_t *cell = &me.cells[s->window][value(s->cell)];
    __sync_synchronize();
    if (s->kind == DO_STORE)
        *cell = (int32_t)value(s->value);
    else
        set(s->name, *cell);
    __sync_synchronize();
}

static uint32_t play_statement(const struct win_statement *s, uint32_t at)
{
    switch (s->kind) {
    case DO_SET:
        set(s->name, value(s->value));
        break;
    case DO_JUMP:
        return s->to;
    case DO_UNLESS:
        return value(s->value) ? at + 1 : s->to;
    case DO_ASSERT:
        break;
    case DO_SEND:
    case DO_RECV:
        play_message(s);
        break;
    case DO_WAIT:
        play_wait(s);
        break;
    case DO_BARRIER:
        MPI_Barrier(me.world);
        break;
    case DO_ACCESS:
        play_access(s);
        break;
    case DO_LOAD:
    case DO_STORE:
        play_local(s);
        break;
    default:
        play_epoch(s);
    }
    return at + 1;
}

static void play_round(void)
{
    const struct win_rank *code = &me.text->rank[me.rank];
    memset(me.value, 0, sizeof me.value);
    me.npending = me.nsent = 0;
    for (uint32_t w = 0; w < me.text->nwindows; w++)
        memset(me.cells[w], 0, WIN_CELLS * sizeof(int32_t));
    __sync_synchronize();
    MPI_Barrier(me.world);
    for (uint32_t at = 0; at < code->at.len;) {
        pause_now_and_then();
        at = play_statement(&code->at.at[at], at);
    }
    for (uint32_t i = 0; i < me.nsent; i++)
        if (me.sent[i].request != MPI_REQUEST_NULL)
            MPI_Wait(&me.sent[i].request, MPI_STATUS_IGNORE);
    MPI_Barrier(me.world);
}

/* ---- what came of it ---- */

static bool is_end(const struct win_verdict *v, struct digest known)
{
    for (size_t i = 0; i < v->ends.len; i++)
        if (v->ends.at[i].known.lo == known.lo && v->ends.at[i].known.hi == known.hi)
            return true;
    return false;
}

/* The first rank learns what all know; it must be an end. */
static void compare_notes(const struct win_verdict *v, struct set128 *seen,
                          const struct str *text)
{
    int32_t all[WIN_RANKS][WIN_NAMES];
    struct win_knowledge k;
    MPI_Gather(me.value, WIN_NAMES, MPI_INT32_T, all, WIN_NAMES, MPI_INT32_T, 0,
               me.world);
    if (me.rank)
        return;
    memset(&k, 0, sizeof k);
    for (uint32_t i = 0; i < me.text->nranks; i++)
        for (uint32_t n = 0; n < me.text->rank[i].nnames; n++)
            if (me.text->rank[i].values[n])
                k.rank[i].value[n] = all[i][n];
    total.rounds++;
    if (!set128_add(seen, win_known(&k)))
        return;
    total.seen++;
    if (is_end(v, win_known(&k)))
        return;
    total.unknown++;
    printf("the judge does not know this end:");
    for (uint32_t i = 0; i < me.text->nranks; i++)
        for (uint32_t n = 0; n < me.text->rank[i].nnames; n++)
            if (me.text->rank[i].values[n])
                printf(" %u.%s=%d", i, me.text->rank[i].names[n], all[i][n]);
    printf("\n%s", str_text(text));
    fflush(stdout);
}

static void make_windows(uint32_t way)
{
    for (uint32_t w = 0; w < me.text->nwindows; w++) {
        MPI_Aint bytes = WIN_CELLS * sizeof(int32_t);
        if (way % 2) {
            MPI_Win_allocate(bytes, sizeof(int32_t), MPI_INFO_NULL, me.world,
                             &me.cells[w], &me.window[w]);
        } else {
            MPI_Alloc_mem(bytes, MPI_INFO_NULL, &me.cells[w]);
            MPI_Win_create(me.cells[w], bytes, sizeof(int32_t), MPI_INFO_NULL, me.world,
                           &me.window[w]);
        }
    }
}

static void free_windows(uint32_t way)
{
    for (uint32_t w = 0; w < me.text->nwindows; w++) {
        MPI_Win_free(&me.window[w]);
        if (way % 2 == 0)
            MPI_Free_mem(me.cells[w]);
    }
}

/* How many different things ranks may know in the end. */
static uint64_t different_ends(const struct win_verdict *v)
{
    uint64_t n = 0;
    for (size_t i = 0; i < v->ends.len; i++)
        n += !i || v->ends.at[i].known.lo != v->ends.at[i - 1].known.lo;
    return n;
}

static void play(const struct win_verdict *v, const struct str *text, uint64_t seed,
                 int rounds)
{
    struct set128 seen = {0};
    make_windows((uint32_t)seed);
    for (int i = 0; i < rounds; i++) {
        alarm(LIMIT);
        me.random.state = seed * 1000003 + (uint64_t)(i * 7919 + me.rank) * 17;
        me.leisure = rng_below(&me.random, 6) * 2;
        play_round();
        compare_notes(v, &seen, text);
    }
    alarm(0);
    free_windows((uint32_t)seed);
    total.programs++;
    total.outcomes += different_ends(v);
    set128_free(&seen);
}

static const char *played = ""; /* the program */

static void stuck(int signal)
{
    static const char text[] = "stuck\n";
    (void)signal;
    if (write(STDOUT_FILENO, text, sizeof text - 1) &&
        write(STDOUT_FILENO, played, strlen(played)))
        _exit(9);
}

/* ---- programs ---- */

/* Is it one whose every execution ends well, and that is not too large? Of those that can
 * end in one way only a few will do. */
static bool is_playable(const struct win_text *t, uint64_t seed, struct win_verdict *v)
{
    struct win_options o = {.when = WIN_ANY_TIME, .max_states = 60000};
    struct win_verdict waits;
    oracle_window(t, &o, v);
    o.zero = true;
    oracle_window(t, &o, &waits);
    bool good = v->complete && waits.complete && !v->invalid && !v->races.len &&
                !v->deadlocks && !v->failures && !waits.deadlocks &&
                (different_ends(v) > 1 || seed % 8 == 1);
    win_verdict_free(&waits);
    return good;
}

static void try_text(const struct str *text, uint64_t seed, int rounds)
{
    struct win_text t;
    struct win_verdict v;
    struct str why = {0};
    if (!win_read(str_text(text), text->len, &t, &why)) {
        printf("%s\n", str_text(&why));
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    me.text = &t;
    played = str_text(text);
    MPI_Comm_split(MPI_COMM_WORLD, (uint32_t)me.rank < t.nranks, me.rank, &me.world);
    if (!is_playable(&t, seed, &v))
        total.skipped++;
    else if ((uint32_t)me.rank < t.nranks)
        play(&v, text, seed, rounds);
    MPI_Comm_free(&me.world);
    MPI_Barrier(MPI_COMM_WORLD);
    win_verdict_free(&v);
    win_text_free(&t);
    str_free(&why);
}

static void try_seed(uint64_t seed, int rounds)
{
    struct windows_flavour f = windows_flavour(seed);
    struct str text = {0};
    f.playable = f.mixed = true;
    f.wild = 0;
    random_windows(seed, &f, &text);
    try_text(&text, seed, rounds);
    str_free(&text);
}

static void try_file(const char *file, int rounds)
{
    struct str text = {0};
    char line[4096];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        str_addf(&text, "%s", line);
    if (f)
        fclose(f);
    try_text(&text, 1, rounds);
    str_free(&text);
}

/* The first rank says whether there is time for one more. */
static bool goes_on(time_t until)
{
    int yes = time(NULL) < until;
    MPI_Bcast(&yes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return yes;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"programs", 1, 0, 'p'},
                                            {"seconds", 1, 0, 't'},
                                            {"seed", 1, 0, 's'},
                                            {"rounds", 1, 0, 'r'},
                                            {0}};
    static char buffer[1 << 16];
    uint64_t programs = UINT64_MAX, seed = 1;
    time_t until = time(NULL) + 1000000;
    int rounds = 30;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
    MPI_Buffer_attach(buffer, sizeof buffer);
    signal(SIGALRM, stuck);
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (c == 'p')
            programs = strtoull(optarg, NULL, 10);
        else if (c == 't')
            until = time(NULL) + atoi(optarg);
        else if (c == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (c == 'r')
            rounds = atoi(optarg);
        else
            MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = optind; i < argc; i++)
        try_file(argv[i], rounds);
    for (uint64_t i = 0; optind == argc && i < programs && goes_on(until); i++)
        try_seed(seed++, rounds);
    if (!me.rank) {
        printf(
            "%llu programs (%llu not played) with %llu ends, of which %llu were seen in "
            "%llu rounds; last seed %llu\n",
            (unsigned long long)total.programs, (unsigned long long)total.skipped,
            (unsigned long long)total.outcomes,
            (unsigned long long)(total.seen - total.unknown),
            (unsigned long long)total.rounds, (unsigned long long)seed - 1);
        printf("play-windows: %llu as expected, %llu not\n",
               (unsigned long long)(total.seen - total.unknown),
               (unsigned long long)total.unknown);
    }
    MPI_Finalize();
    return total.unknown != 0;
}
