/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes of several threads, in matching semantics: random programs of lines, where
 * `exhaustive` walks through every interleaving. odpor must find the same traces, each
 * once, and the same observations of all lines; and all interleavings of one trace must
 * be observed alike. */
#include "explore/search/explorer.h"
#include "kernel/matching.h"
#include "kernel/sync.h"
#include "kernel/wait.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LINES = 5, LONGEST = 5, MOST = 30000 };

struct line {
    struct op op[LONGEST];
    uint32_t n;
    VEC(struct outcome) seen;
};

struct script {
    struct program program;
    struct line line[LINES];
    uint32_t process[LINES];
    uint32_t args[LINES][LONGEST];
    uint32_t all[LINES];
};

static struct script *script_of(struct program *p)
{
    return (struct script *)p;
}

/* What a line has observed, as far as a program could tell. */
static uint64_t observed(const struct line *l)
{
    uint64_t d = l->seen.len;
    for (size_t i = 0; i < l->seen.len; i++) {
        const struct outcome *o = &l->seen.at[i];
        int64_t is[] = {o->index, o->received, o->value, o->peer, o->tag};
        d = XXH3_64bits_withSeed(is, sizeof is, d);
    }
    return d;
}

/* A look or try that fails leaves out the operation after it. */
static uint32_t position(const struct line *l)
{
    uint32_t at = 0;
    for (size_t i = 0; i < l->seen.len; i++)
        at += 1u + (uint32_t)(l->seen.at[i].index == OUTCOME_FALSE);
    return at;
}

static bool next(struct program *p, uint32_t actor, struct op *op)
{
    const struct line *l = &script_of(p)->line[actor];
    uint32_t at = position(l);
    if (at < l->n)
        *op = l->op[at];
    return at < l->n;
}

static void resume(struct program *p, uint32_t actor, struct outcome o)
{
    vec_push(&script_of(p)->line[actor].seen, o);
}

static image_id save(struct program *p, uint32_t actor)
{
    return script_of(p)->line[actor].seen.len;
}

static void restore(struct program *p, uint32_t actor, image_id id)
{
    script_of(p)->line[actor].seen.len = id;
}

static void release(struct program *p, uint32_t actor, image_id id)
{
    (void)p, (void)actor, (void)id;
}

static uint64_t digest(struct program *p, uint32_t actor)
{
    return observed(&script_of(p)->line[actor]);
}

static int64_t gather(struct program *p, uint32_t actor, const struct op *op,
                      const int64_t *values)
{
    int64_t sum = 0;
    (void)p, (void)actor;
    for (uint32_t i = 0; i < op->needed; i++)
        sum = 31 * sum + values[i];
    return sum;
}

static const char *name(struct program *p, uint32_t actor)
{
    (void)p, (void)actor;
    return "line";
}

static bool may_still(struct program *p, uint32_t actor, enum op_kind kind,
                      uint32_t object)
{
    (void)p, (void)actor, (void)kind, (void)object;
    return true;
}

static const struct program_words words = {.actor_name = name, .may_still = may_still};
static const struct program_merging merging = {.digest = digest};
static const struct program_collectives collectives = {.gather = gather};
static const struct program_objects objects;
static const struct program_ops ops = {next,
                                       resume,
                                       save,
                                       restore,
                                       release,
                                       .words = &words,
                                       .merging = &merging,
                                       .collectives = &collectives,
                                       .objects = &objects};

/* ---- random programs ---- */

static uint32_t random_state;

static uint32_t below(uint32_t n)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % n;
}

static void make_line(struct script *s, uint32_t line, uint32_t processes)
{
    struct line *l = &s->line[line];
    uint32_t posted = 0, length = 1 + below(LONGEST);
    while (l->n < length) {
        uint32_t process = s->process[line], other = below(processes);
        struct op op = {.object = below(4) == 0, .tag = (int32_t)below(2)};
        switch (below(11)) {
        case 0:
        case 1:
        case 2:
            op.kind = OP_ISEND;
            op.peer = (int32_t)(other == process ? (process + 1) % processes : other);
            op.value = line * 100 + l->n;
            break;
        case 3:
        case 4:
            op.kind = OP_IRECV;
            op.peer = below(2) ? ANY : (int32_t)other;
            op.tag = below(2) ? ANY : op.tag;
            break;
        case 5:
        case 6:
            if (!posted)
                continue;
            op.kind = OP_FINISH;
            op.nargs = 1;
            s->args[line][l->n] = request_name(line, below(posted));
            op.args = &s->args[line][l->n];
            break;
        case 7:
            op.kind = below(2) ? OP_PROBE : OP_IPROBE;
            op.peer = below(2) ? ANY : (int32_t)other;
            op.tag = below(2) ? ANY : op.tag;
            break;
        case 8:
            op.kind = OP_TRYRECV;
            op.mode = RECEIVE_LATER;
            op.peer = below(2) ? ANY : (int32_t)other;
            op.tag = ANY;
            break;
        case 9:
            if (line && below(2))
                continue;
            op.kind = OP_ARRIVE;
            op.nargs = op.needed = processes;
            op.args = s->all;
            op.value = line * 100 + l->n;
            op.tag = 0;
            break;
        default:
            op.kind = below(2) ? OP_ACQUIRE : OP_RELEASE;
            op.object = process;
            op.peer = SYNC_SEMAPHORE;
            op.tag = 0;
        }
        posted += op_posts(op.kind);
        l->op[l->n++] = op;
    }
}

/* A failed look leaves out the operation after it, so later requests have no certain
 * number: nobody waits for one that is posted after a look. */
static void make(struct script *s, uint32_t seed)
{
    memset(s, 0, sizeof *s);
    random_state = seed;
    uint32_t processes = 2 + below(2), lines = processes + 1 + below(LINES - processes);
    for (uint32_t i = 0; i < LINES; i++) {
        s->process[i] = i < processes ? i : below(processes);
        s->all[i] = i;
    }
    s->program =
        (struct program){.ops = &ops,
                         .nactors = lines,
                         .nobjects = processes,
                         .matching = true,
                         .process = s->process,
                         .buffering = below(2) ? BUFFERING_ZERO : BUFFERING_INFINITE};
    for (uint32_t i = 0; i < lines; i++)
        make_line(s, i, processes);
    for (uint32_t i = 0; i < lines; i++)
        for (uint32_t k = 0, looked = 0; k < s->line[i].n; k++) {
            struct op *op = &s->line[i].op[k];
            looked |= op_fails(op->kind);
            if (looked && op->kind == OP_FINISH)
                *op = (struct op){.kind = OP_LOCAL};
        }
}

/* ---- exploring ---- */

struct found {
    struct set128 traces, outcomes, both;
};

static void note(struct search *s, void *context)
{
    struct found *f = context;
    const struct script *p = script_of(s->st->program);
    struct digest d = {s->st->program->nactors, wait_deadlocked(s->st)};
    for (uint32_t i = 0; i < s->st->program->nactors; i++)
        d.hi = XXH3_64bits_withSeed(&(uint64_t){observed(&p->line[i])}, 8, d.hi);
    set128_add(&f->traces, s->st->trace);
    set128_add(&f->outcomes, d);
    d.lo ^= s->st->trace.lo;
    d.hi ^= s->st->trace.hi;
    set128_add(&f->both, d);
}

/* The number of executions; 0: there are too many. */
static uint64_t explore(struct script *p, const char *explorer, struct found *f)
{
    struct search s;
    search_init(&s, &p->program);
    s.st->hashing = true;
    s.every_execution = true;
    s.on_execution = note;
    s.context = f;
    s.options.bounds.executions = MOST;
    *f = (struct found){0};
    explorer_run(explorer_find(explorer), &s);
    uint64_t n = s.counts.stopped ? 0 : s.counts.executions;
    search_free(&s);
    return n;
}

static void forget(struct found *f)
{
    set128_free(&f->traces);
    set128_free(&f->outcomes);
    set128_free(&f->both);
}

static void print(const struct script *s, uint32_t seed)
{
    fprintf(stderr, "seed %u, %s:\n", seed,
            s->program.buffering == BUFFERING_ZERO ? "sends wait" : "sends do not wait");
    for (uint32_t i = 0; i < s->program.nactors; i++) {
        fprintf(stderr, "line %u of %u:", i, s->process[i]);
        for (uint32_t k = 0; k < s->line[i].n; k++) {
            const struct op *op = &s->line[i].op[k];
            fprintf(stderr, " %s(%u,%d,%d%s%x)", op_word(op->kind), op->object, op->peer,
                    op->tag, op->nargs ? " " : ",",
                    op->kind == OP_FINISH ? op->args[0] : 0);
        }
        fprintf(stderr, "\n");
    }
}

static void check(uint32_t seed, uint32_t *checked)
{
    struct script s;
    struct found brute, found;
    make(&s, seed);
    uint64_t walks = explore(&s, "exhaustive", &brute);
    uint64_t n = walks ? explore(&s, "odpor", &found) : 0;
    if (walks && (found.traces.len != brute.traces.len || n != found.traces.len ||
                  found.outcomes.len != brute.outcomes.len ||
                  brute.both.len != brute.traces.len)) {
        print(&s, seed);
        cr_assert_fail(
            "odpor: %lu executions, %zu traces, %zu outcomes; exhaustive: %lu, "
            "%zu, %zu, %zu of both",
            n, found.traces.len, found.outcomes.len, walks, brute.traces.len,
            brute.outcomes.len, brute.both.len);
    }
    *checked += walks != 0;
    if (walks)
        forget(&found);
    forget(&brute);
    for (uint32_t i = 0; i < LINES; i++)
        vec_free(&s.line[i].seen);
}

Test(lines, are_explored_as_by_brute_force)
{
    uint32_t checked = 0, programs = 150;
    const char *more = getenv("LINES_PROGRAMS"); /* for a long run by hand */
    if (more)
        programs = (uint32_t)atoi(more);
    for (uint32_t seed = 1; seed <= programs; seed++)
        check(seed, &checked);
    cr_assert_gt(checked, programs / 3);
}
