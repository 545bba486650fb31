/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - every explorer against brute force, on random actor programs.
 *
 *     actor-fuzz [--programs N] [--seed N] [--one]
 *
 * A random program is a table: what an actor of some kind, in some phase, does with a
 * message of some type. It creates actors, sends references on, refuses messages,
 * stops, makes choices, fails assertions, monitors others; actors crash. `exhaustive`
 * walks through every interleaving; each other explorer must find exactly the same
 * traces, ending the same way, and the optimal ones none twice; dpor and sdpor also in
 * any other order, in two processes, and stopped again and again. TransDPOR must never
 * take more paths or transitions than DPOR; but for the figure's variant with sleep sets,
 * where that happens and is counted. */
#include "agent/actor/system.h"
#include "explore/search/explorer.h"
#include "explore/search/frontier.h"
#include "support/judge.h"
#include "support/orders.h"

#include <assert.h>
#include <getopt.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define MAX_INTERLEAVINGS 20000

enum { KINDS = 3, PHASES = 2, TYPES = 3, KNOWN = 4, ACTIONS = 3, SLOTS = 14 };

enum verb {
    NOTHING,
    TELL,
    SPAWN,
    STOP,
    BECOME,
    CLAIM,
    CHOOSE,
    MONITOR,
    REMEMBER,
    ASK,
    VERBS
};

struct action {
    uint8_t verb, a, b;
};

struct table {
    struct action act[KINDS][PHASES][TYPES][ACTIONS];
    uint8_t refuses[KINDS][PHASES]; /* a bit for each type */
    uint8_t starts, messages, failures, fuel;
    uint8_t start_kind[4], to[6], type[6];
    bool fifo, claims, always;
};

static struct table table; /* constant while explorers run */

struct state_of {
    uint8_t kind, phase, seen;
    uint8_t history; /* depends on the order of messages */
    mz_ref known[KNOWN];
};

struct payload { /* no padding: its bytes are compared */
    uint32_t fuel;
    mz_ref ref;
};

static uint64_t random_state;

static uint32_t rnd(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

static void behave(void *state, const struct mz_message *m);
static void answered(void *state, const struct mz_message *m);

static int accepts_now(const void *state, const struct mz_message *m)
{
    const struct state_of *s = state;
    return m->type < 0 || !(table.refuses[s->kind][s->phase] >> m->type & 1);
}

static int history_small(const void *state)
{
    const struct state_of *s = state;
    return s->history % 7 != 5;
}

static mz_ref make(uint8_t kind, const mz_ref *known)
{
    struct state_of s = {.kind = kind};
    memcpy(s.known, known, sizeof s.known);
    mz_ref r = mz_spawn("x", behave, &s, sizeof s);
    mz_constrain(r, accepts_now);
    if (table.always)
        mz_always(r, history_small);
    return r;
}

static void perform(struct state_of *s, const struct action *x, uint32_t fuel,
                    const struct mz_message *m)
{
    mz_ref to = s->known[x->a % KNOWN];
    struct payload p = {fuel, x->b & 1 ? mz_me() : s->known[x->b % KNOWN]};
    switch ((enum verb)x->verb) {
    case TELL:
        if (fuel && to)
            mz_tell(to, x->b % TYPES, &p, sizeof p);
        break;
    case SPAWN:
        if (fuel) {
            s->known[x->a % KNOWN] = make(x->b % KINDS, s->known);
            mz_tell(s->known[x->a % KNOWN], x->b % TYPES, &p, sizeof p);
            if (x->b & 2)
                mz_may_fail(s->known[x->a % KNOWN]);
        }
        break;
    case STOP:
        if (x->b % 3 == 0)
            mz_stop();
        break;
    case BECOME:
        s->phase = x->a % PHASES;
        break;
    case CLAIM:
        if (table.claims)
            mz_assert(s->history % 5 != x->a % 5);
        break;
    case CHOOSE:
        s->history = (uint8_t)(s->history * 3 + mz_choose(2));
        break;
    case MONITOR:
        if (fuel && to)
            mz_monitor(to);
        break;
    case REMEMBER:
        if (m->from)
            s->known[x->a % KNOWN] = m->from;
        break;
    case ASK:
        if (m->ticket)
            mz_reply(m, x->b % TYPES, &p, sizeof p);
        else if (fuel && to && to != mz_me())
            mz_ask(to, x->b % TYPES, &p, sizeof p, answered);
        break;
    case NOTHING:
    case VERBS:
        break;
    }
}

static void note(struct state_of *s, const struct mz_message *m)
{
    s->seen++;
    s->history = (uint8_t)(s->history * 5 + m->type + 1 + (int)(m->from % 3));
}

static void answered(void *state, const struct mz_message *m)
{
    note(state, m);
}

static void behave(void *state, const struct mz_message *m)
{
    struct state_of *s = state;
    struct payload p = {0, MZ_NOBODY};
    note(s, m);
    if (m->type < 0)
        return;
    memcpy(&p, m->data, sizeof p);
    if (p.ref)
        s->known[s->history % KNOWN] = p.ref;
    uint8_t phase = s->phase;
    bool asked = false;
    for (int i = 0; i < ACTIONS; i++) {
        const struct action *x = &table.act[s->kind][phase][m->type][i];
        if (x->verb == ASK && asked)
            continue;
        asked |= x->verb == ASK;
        perform(s, x, p.fuel ? p.fuel - 1 : 0, m);
    }
}

static int seen_enough(void)
{
    const struct state_of *s = mz_peek(1);
    return !s || s->history % 4 != 1;
}

/* ---- writing a program ---- */

static void random_table(uint64_t seed)
{
    memset(&table, 0, sizeof table);
    random_state = seed * 0x9e3779b97f4a7c15u + 12345;
    rnd(2);
    static const uint8_t verbs[] = {NOTHING, TELL,   TELL,   TELL,    TELL,     SPAWN,
                                    STOP,    BECOME, CLAIM,  CHOOSE,  MONITOR,  REMEMBER,
                                    NOTHING, TELL,   BECOME, NOTHING, REMEMBER, ASK};
    for (int k = 0; k < KINDS; k++)
        for (int p = 0; p < PHASES; p++) {
            table.refuses[k][p] = (uint8_t)(rnd(3) ? 0 : 1u << rnd(TYPES));
            for (int t = 0; t < TYPES; t++)
                for (int i = 0; i < ACTIONS; i++)
                    table.act[k][p][t][i] = (struct action){
                        verbs[rnd(sizeof verbs)], (uint8_t)rnd(12), (uint8_t)rnd(12)};
        }
    if (rnd(2))
        memset(table.refuses, 0, sizeof table.refuses);
    table.fifo = rnd(3) == 0;
    table.claims = rnd(3) == 0;
    table.always = rnd(6) == 0;
    table.failures = rnd(4) ? 0 : (uint8_t)(1 + rnd(2));
    table.fuel = (uint8_t)(1 + rnd(2));
    table.starts = (uint8_t)(2 + rnd(3));
    table.messages = (uint8_t)(2 + rnd(3));
    for (int i = 0; i < 4; i++)
        table.start_kind[i] = (uint8_t)rnd(KINDS);
    for (int i = 0; i < 6; i++) {
        table.to[i] = (uint8_t)rnd(table.starts);
        table.type[i] = (uint8_t)rnd(TYPES);
    }
}

static void set_up(struct system *sys)
{
    mz_ref none[KNOWN] = {0}, all[KNOWN] = {0};
    mz_system = sys;
    sys->in_setup = true;
    sys->failures = table.failures;
    sys->program.fifo = table.fifo;
    for (uint8_t i = 0; i < table.starts; i++)
        all[i] = make(table.start_kind[i], none);
    for (uint8_t i = 0; i < table.starts; i++) {
        struct state_of *s =
            (struct state_of *)(void *)system_record(sys, all[i] - 1)->state;
        memcpy(s->known, all, sizeof all);
        if (table.failures && i < 2)
            mz_may_fail(all[i]);
    }
    if (table.starts > 1)
        mz_watch(all[1], all[0]);
    if (table.claims)
        mz_goal("enough seen", seen_enough);
    for (uint8_t i = 0; i < table.messages; i++) {
        struct payload p = {table.fuel, all[(i + 1) % table.starts]};
        mz_tell(all[table.to[i]], table.type[i], &p, sizeof p);
    }
    chaos_prepare(sys);
    system_ready(sys, SLOTS);
}

/* ---- a host without containment: these programs do no harm ---- */

static sigjmp_buf leave;

enum left host_run(struct system *sys, void (*work)(struct system *))
{
    enum left left = (enum left)sigsetjmp(leave, 0);
    if (left == LEFT_DONE)
        work(sys);
    return left;
}

_Noreturn void host_leave(struct system *sys, enum left left)
{
    (void)sys;
    siglongjmp(leave, (int)left);
}

void host_values(const char *assertion, const void *site)
{
    (void)assertion, (void)site;
}

_Noreturn void host_fail(enum finding_kind kind, const char *text)
{
    (void)kind, (void)text;
    siglongjmp(leave, LEFT_FAULT);
}

_Noreturn void host_misuse(const char *text)
{
    fprintf(stderr, "actor-fuzz: %s\n", text);
    abort();
}

_Noreturn void host_crowded(struct system *sys)
{
    sys->crowded = true;
    siglongjmp(leave, LEFT_FAULT);
}

_Noreturn void host_refuse(const struct system *sys, const char *function,
                           const char *whose)
{
    (void)sys, (void)function;
    host_misuse(whose);
}

void *host_lend(const void *bytes, size_t size)
{
    (void)size;
    return (void *)(uintptr_t)bytes;
}

void host_step(uint32_t actor, int32_t outcome)
{
    (void)actor, (void)outcome;
}

void host_born(const struct actor_slot *actor, uint32_t number)
{
    (void)actor, (void)number;
}

uint32_t host_site(const void *pc)
{
    (void)pc;
    return 0;
}

/* ---- comparing ---- */

struct variant {
    const char *name;
    bool sleep;
    uint32_t k;
    enum message_order order;
    bool figure;
    uint32_t jobs; /* 0: depth first; otherwise in another order, in so many processes */
    uint32_t step; /* stopped after so many executions, and resumed; 0: at once */
};

/* Every explorer that explores all of an actor program, with those of its options that
 * change how it walks. Of those that heed an order, the first comes before the others
 * that walk in the same way: they are compared with it. */
enum { MAX_VARIANTS = 64 };
static struct variant variants[MAX_VARIANTS];
static size_t nvariants;

static void add_variant(const struct explorer *e, bool sleep, uint32_t k,
                        enum message_order order, bool figure)
{
    assert(nvariants < MAX_VARIANTS);
    variants[nvariants++] = (struct variant){e->name, sleep, k, order, figure, 0, 0};
}

static void add_ordered(bool sleep, enum message_order order, bool figure)
{
    for (const struct explorer *e = explorers; e->name; e++)
        if (e->takes & TAKES_ORDER)
            add_variant(e, sleep, 0, order, figure);
}

static void list_variants(void)
{
    for (const struct explorer *e = explorers; e->name; e++) {
        if (e->matching || e->samples || (e->takes & TAKES_ORDER) || e->interleavings)
            continue;
        add_variant(e, true, 0, ORDER_FIFO, false);
        if (e->takes & TAKES_K)
            add_variant(e, true, 1, ORDER_FIFO, false);
    }
    for (int sleep = 0; sleep < 2; sleep++) {
        add_ordered(sleep, ORDER_FIFO, false);
        add_ordered(sleep, ORDER_ECA, false);
        add_ordered(sleep, ORDER_LCA, false);
        add_ordered(sleep, ORDER_FIFO, true);
    }
    for (const struct explorer *e = explorers; e->name; e++)
        for (uint32_t i = 0; e->heads && i < 4; i++) {
            add_variant(e, true, 0, ORDER_FIFO, false);
            variants[nvariants - 1].jobs = 1 + i % 2;
            variants[nvariants - 1].step = i / 2 * (2 + i);
        }
}

static uint64_t last_order; /* of the last search that had one */

struct totals {
    uint64_t compared, skipped, traces, deadlocks, failures, wrong, more;
    uint64_t paths[MAX_VARIANTS], transitions[MAX_VARIANTS], missed[MAX_VARIANTS];
};

static void begin(struct system *sys, const struct variant *v, uint64_t limit,
                  struct sightings *r, struct search *s)
{
    search_init(s, &sys->program);
    s->options.sleep = v->sleep;
    s->options.k = v->k;
    s->options.order = v->order;
    s->options.figure_races = v->figure;
    s->options.bounds.executions = limit;
    if (v->jobs) {
        choose_order(s, ++last_order);
        s->options.jobs = v->jobs;
        s->every_execution = true;
    }
    if (v->step)
        s->options.bounds.executions = v->step;
    s->st->hashing = true;
    s->on_execution = judge_remember;
    s->context = r;
}

static void run(struct system *sys, const struct variant *v, uint64_t limit,
                struct sightings *r, struct search *s)
{
    struct frontier f = {0};
    begin(sys, v, limit, r, s);
    s->frontier = v->step ? &f : NULL;
    explorer_find(v->name)->run(s);
    while (v->step && s->counts.stopped == STOP_EXECUTIONS && f.items.len) {
        search_free(s);
        begin(sys, v, limit, r, s);
        s->frontier = &f;
        explorer_find(v->name)->run(s);
    }
    s->frontier = NULL;
    frontier_free(&f);
}

static bool compare(size_t i, struct sightings *judge, struct system *sys,
                    struct totals *t, bool loud)
{
    const struct variant *v = &variants[i];
    struct sightings mine = {0};
    struct search s;
    size_t duplicates;
    bool good = true;
    run(sys, v, 20 * MAX_INTERLEAVINGS, &mine, &s);
    size_t paths = mine.at.len;
    bool consistent = judge_distil(&mine, &duplicates);
    bool optimal = explorer_find(v->name)->optimal && !v->k;
    size_t common = judge_common(judge, &mine);
    if (!search_stopped(&s) && (common != judge->at.len || common != mine.at.len)) {
        good = false;
        t->missed[i]++;
        if (loud)
            printf("  %s sleep %d order %d figure %d, -j %u, step %u, number %llu: %zu "
                   "traces, %zu right, of %zu\n",
                   v->name, v->sleep, v->order, v->figure, v->jobs, v->step,
                   (unsigned long long)last_order, mine.at.len, common, judge->at.len);
    }
    if (!consistent || (optimal && duplicates + s.counts.redundant) ||
        (duplicates && v->sleep && !v->k)) {
        good = false;
        if (loud)
            printf("  %s sleep %d order %d: %zu twice, %llu redundant, consistent %d\n",
                   v->name, v->sleep, v->order, duplicates,
                   (unsigned long long)s.counts.redundant, consistent);
    }
    t->paths[i] = paths + (v->sleep ? s.counts.redundant : 0);
    t->transitions[i] = s.st->pushes;
    search_free(&s);
    vec_free(&mine.at);
    return good;
}

static bool check(uint64_t seed, struct totals *t, bool loud)
{
    static const struct variant brute = {"exhaustive", true, 0, ORDER_FIFO, false, 0, 0};
    struct sightings judge = {0};
    struct search s;
    size_t duplicates;
    bool good = true;
    random_table(seed);
    struct system *sys = system_new();
    set_up(sys);
    run(sys, &brute, MAX_INTERLEAVINGS, &judge, &s);
    if (search_stopped(&s) || sys->crowded) {
        t->skipped++;
    } else if (!judge_distil(&judge, &duplicates)) {
        printf("  exhaustive: two interleavings of one trace differ\n");
        good = false;
    } else {
        t->compared++;
        t->traces += judge.at.len;
        t->deadlocks += s.counts.deadlocks;
        t->failures += s.counts.failures;
        for (size_t i = 0; i < nvariants; i++) {
            good &= compare(i, &judge, sys, t, loud);
            if (strcmp(variants[i].name, "transdpor") ||
                (t->paths[i] <= t->paths[i - 1] &&
                 t->transitions[i] <= t->transitions[i - 1]))
                continue;
            t->more++;
            if (!variants[i].sleep || !variants[i].figure) {
                good = false;
                printf("  transdpor takes more than dpor: order %d figure %d: %llu > "
                       "%llu paths, "
                       "%llu > %llu transitions\n",
                       variants[i].order, variants[i].figure,
                       (unsigned long long)t->paths[i],
                       (unsigned long long)t->paths[i - 1],
                       (unsigned long long)t->transitions[i],
                       (unsigned long long)t->transitions[i - 1]);
            }
        }
    }
    search_free(&s);
    system_free(sys);
    mz_system = NULL;
    vec_free(&judge.at);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"programs", 1, 0, 'p'}, {"seed", 1, 0, 's'}, {"one", 0, 0, '1'}, {0}};
    uint64_t programs = 1000, seed = 1;
    bool one = false;
    struct totals t = {0};
    list_variants();
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'p':
            programs = strtoull(optarg, NULL, 10);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        case '1':
            one = true;
            programs = 1;
            break;
        default:
            fprintf(stderr, "usage: actor-fuzz [--programs N] [--seed N] [--one]\n");
            return 2;
        }
    uint64_t failed = 0;
    while (t.compared < programs && failed < 5) {
        if (!check(seed, &t, true)) {
            printf("# seed %llu%s\n", (unsigned long long)seed,
                   table.fifo ? " fifo" : "");
            failed++;
        }
        seed++;
        if (one)
            break;
    }
    printf(
        "actor-fuzz: %llu programs (and %llu too large), %llu traces, %llu deadlocked, "
        "%llu failed; as the figure has it, transdpor took more than dpor in %llu of "
        "%llu; "
        "last seed %llu\n",
        (unsigned long long)t.compared, (unsigned long long)t.skipped,
        (unsigned long long)t.traces, (unsigned long long)t.deadlocks,
        (unsigned long long)t.failures, (unsigned long long)t.more,
        (unsigned long long)t.compared, (unsigned long long)seed - 1);
    return failed ? 1 : 0;
}
