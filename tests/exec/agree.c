/* SPDX-License-Identifier: Apache-2.0
 *
 * agree.c - does real code do what the interpreter says?
 *
 *     agree [--programs N] [--seed N] [--images every|auto|root|check] [FILE.lit ...]
 *
 * Litmus files, or random programs, are translated to C, compiled, and explored as
 * machine code. Every explorer must see exactly the traces that brute force sees
 * on the interpreter, each with the same end: deadlock, failed assertion or
 * neither. */
#include "real/launch.h"
#include "explore/search/explorer.h"
#include "kernel/wait.h"
#include "litmus/litmus.h"
#include "support/random.h"
#include "translate.h"

#include <getopt.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_INTERLEAVINGS 20000
#define BATCH             100

typedef VEC(struct link_seen) seen_vec;

struct program_text {
    char *name;
    struct litmus *litmus;
    struct str text;
};

static struct {
    char directory[64];
    const char *tool_directory;
    enum plan_images images;
    uint64_t cap;
    uint64_t programs, skipped, runs, traces, wrong;
} run;

static int by_digest(const void *a, const void *b)
{
    const struct link_seen *x = a, *y = b;
    if (x->hi != y->hi)
        return x->hi < y->hi ? -1 : 1;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void distil(seen_vec *v)
{
    size_t n = 0;
    if (v->len)
        qsort(v->at, v->len, sizeof *v->at, by_digest);
    for (size_t i = 0; i < v->len; i++)
        if (!n || by_digest(&v->at[n - 1], &v->at[i]))
            v->at[n++] = v->at[i];
    v->len = n;
}

static void remember(struct search *s, void *context)
{
    seen_vec *v = context;
    struct link_seen x = {.lo = s->st->trace.lo, .hi = s->st->trace.hi};
    for (uint32_t a = 0; a < s->st->nactors; a++)
        x.failed |= s->st->actor[a].failed;
    x.deadlock = !x.failed && wait_deadlocked(s->st);
    vec_push(v, x);
}

/* False: too many interleavings. */
static bool interpret(struct litmus *l, seen_vec *v)
{
    struct search s;
    search_init(&s, &l->program);
    s.options.bounds.executions = MAX_INTERLEAVINGS;
    s.st->hashing = true;
    s.on_execution = remember;
    s.context = v;
    exhaustive_run(&s);
    bool complete = s.counts.stopped == STOP_NO;
    search_free(&s);
    distil(v);
    return complete;
}

/* False, with a reason, if it could not be explored to the end. */
static bool execute(const char *binary, unsigned number, const char *algorithm,
                    seen_vec *v, struct str *why)
{
    struct launch l;
    char argument[16];
    snprintf(argument, sizeof argument, "%u", number);
    char *argv[] = {(char *)(uintptr_t)binary, argument, NULL};
    if (launch_init(&l, why))
        return false;
    struct search_options *o = &l.link->plan.asked.search;
    snprintf(o->algorithm, sizeof o->algorithm, "%s", algorithm);
    o->sleep = true;
    l.link->plan.asked.record = 1;
    l.link->plan.asked.images = run.images;
    if (run.cap)
        l.link->plan.asked.memory_cap = run.cap;
    bool good = !launch_run(&l, argv, why) && !launch_lost(&l, why);
    if (good && l.link->unsupported[0])
        str_addf(why, "%s", l.link->unsupported);
    if (good && l.link->counts.stopped)
        str_addf(why, "stopped early");
    for (uint64_t i = 0; i < l.link->nseen; i++)
        vec_push(v, ((struct link_seen *)link_at(l.link, l.link->seen))[i]);
    launch_free(&l);
    distil(v);
    run.runs++;
    return !why->len;
}

static void compare(const char *binary, unsigned number, const struct program_text *p,
                    const char *algorithm, const seen_vec *judge)
{
    seen_vec mine = {0};
    struct str why = {0};
    if (execute(binary, number, algorithm, &mine, &why)) {
        if (mine.len != judge->len)
            str_addf(&why, "%zu traces instead of %zu", mine.len, judge->len);
        for (size_t i = 0; i < mine.len && i < judge->len && !why.len; i++)
            if (by_digest(&mine.at[i], &judge->at[i]) ||
                (!mine.at[i].failed && mine.at[i].deadlock != judge->at[i].deadlock) ||
                mine.at[i].failed != judge->at[i].failed)
                str_addf(
                    &why,
                    "a trace that the interpreter does not have, or with another end");
    }
    if (why.len) {
        run.wrong++;
        printf("# %s, %s: %s\n%s\n", p->name, algorithm, str_text(&why),
               str_text(&p->text));
    }
    run.traces += mine.len;
    str_free(&why);
    vec_free(&mine);
}

static bool compile(const struct program_text *p, unsigned n, struct str *binary)
{
    struct str source = {0}, command = {0};
    str_addf(binary, "%s/program", run.directory);
    translate_begin(&source);
    for (unsigned i = 0; i < n; i++)
        translate(p[i].litmus, i, &source);
    translate_end(n, &source);
    str_addf(&command, "%s.c", str_text(binary));
    FILE *f = fopen(str_text(&command), "w");
    bool good = f && fwrite(source.text, 1, source.len, f) == source.len;
    good &= f && !fclose(f);
    str_clear(&command);
    str_addf(&command,
             "cc -g -O1 -fwrapv -Iinclude -o %s %s.c -L%s -lmazurka -Wl,-rpath,%s",
             str_text(binary), str_text(binary), run.tool_directory, run.tool_directory);
    good = good && !system(str_text(&command));
    str_free(&source);
    str_free(&command);
    return good;
}

static void check(const struct program_text *p, unsigned n)
{
    struct str binary = {0};
    if (!compile(p, n, &binary)) {
        printf("# the translation does not compile\n");
        run.wrong++;
    }
    for (unsigned i = 0; i < n && !run.wrong; i++) {
        seen_vec judge = {0};
        run.programs++;
        if (interpret(p[i].litmus, &judge))
            for (const struct explorer *e = explorers; e->name; e++) {
                if (!e->inboxes && !e->matching && !e->samples)
                    compare(str_text(&binary), i, &p[i], e->name, &judge);
            }
        else
            run.skipped++;
        vec_free(&judge);
    }
    str_free(&binary);
}

static bool add(const char *name, struct program_text *p)
{
    struct str why = {0};
    p->name = mem_strdup(name);
    bool good = p->text.len ? !litmus_parse(name, str_text(&p->text), p->text.len,
                                            &p->litmus, &why)
                            : !litmus_load(name, &p->litmus, &why);
    if (!good)
        printf("# %s\n", str_text(&why));
    str_free(&why);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"programs", 1, 0, 'p'},
                                            {"seed", 1, 0, 's'},
                                            {"images", 1, 0, 'i'},
                                            {"memory", 1, 0, 'm'},
                                            {0}};
    uint64_t programs = 0, seed = 1;
    char *self = mem_strdup(argv[0]);
    run.tool_directory = realpath(dirname(self), NULL);
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'p':
            programs = strtoull(optarg, NULL, 10);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        case 'm':
            run.cap = strtoull(optarg, NULL, 10);
            break;
        case 'i':
            run.images = !strcmp(optarg, "root")    ? IMAGES_ROOT
                         : !strcmp(optarg, "every") ? IMAGES_EVERY
                         : !strcmp(optarg, "check") ? IMAGES_CHECK
                                                    : IMAGES_AUTO;
            break;
        default:
            return 2;
        }
    snprintf(run.directory, sizeof run.directory, "/tmp/mazurka-agree-XXXXXX");
    if (!mkdtemp(run.directory))
        return 2;
    for (int i = optind; i < argc && !run.wrong; i++) {
        struct program_text p = {0};
        if (add(argv[i], &p))
            check(&p, 1);
        else
            run.wrong++;
        litmus_free(p.litmus);
        free(p.name);
    }
    while (programs && !run.wrong) {
        struct program_text batch[BATCH] = {0};
        unsigned n = programs < BATCH ? (unsigned)programs : BATCH;
        for (unsigned i = 0; i < n; i++) {
            char name[32];
            random_program(seed, &batch[i].text);
            snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed++);
            if (!add(name, &batch[i]))
                run.wrong++;
        }
        if (!run.wrong)
            check(batch, n);
        for (unsigned i = 0; i < n; i++) {
            litmus_free(batch[i].litmus);
            free(batch[i].name);
            str_free(&batch[i].text);
        }
        programs -= n;
    }
    if (!run.wrong) {
        struct str command = {0};
        str_addf(&command, "rm -rf %s", run.directory);
        if (system(str_text(&command)))
            run.wrong++;
        str_free(&command);
    }
    printf("agree: %llu programs (%llu too large for brute force), %llu explorations of "
           "real "
           "code, %llu traces%s\n",
           (unsigned long long)run.programs, (unsigned long long)run.skipped,
           (unsigned long long)run.runs, (unsigned long long)run.traces,
           run.wrong ? ", DISAGREEMENT" : ", all as the interpreter has them");
    free(self);
    return run.wrong ? 1 : 0;
}
