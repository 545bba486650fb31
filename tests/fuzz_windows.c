/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_windows.c - every explorer that supports windows against the judge of one-sided
 * communication (support/oracle_window.h), on random programs.
 *
 * In a program without races, an explorer must find as many traces as there are outcomes,
 * and in them the ranks must know what the judge says they know: for each such knowledge,
 * as many traces as outcomes. What a trace is called is the kernel's matter. In a program
 * with races the kernel need not find everything that could happen, so there the
 * explorers are compared with brute force on the kernel, and their races with the
 * judge's. Deadlocks and failed assertions follow from what ranks know in the end.
 *
 * The judge's own claim is checked as well: whether puts and gets take effect at any time
 * or when they are completed makes no difference without races, and races are found
 * either way.
 *
 * A program on which somebody disagrees is made smaller, line by line, as long as
 * somebody still does. */
#include "fuzz.h"
#include "explore/search/explorer.h"
#include "kernel/window.h"
#include "litmus/code.h"
#include "support/oracle_window.h"
#include "support/windows.h"

#include <stdio.h>
#include <string.h>

enum { MAX_STATES = 20000, MAX_TRACES = 400, MAX_INTERLEAVINGS = 4000 };

/* What came of an execution. */
struct seen {
    struct digest trace, known;
    bool deadlock, failed;
};

typedef VEC(struct win_race) races_vec;

struct found {
    const struct win_text *text;
    VEC(struct seen) at;
    races_vec races;
};

/* ---- one explorer ---- */

/* The register of a name: AT_VALUE is the first of its group. */
static int64_t register_of(const struct litmus_actor *a, const char *name)
{
    for (size_t i = 0; i < a->code->names.len; i++)
        if (!strcmp(a->code->names.at[i].name, name))
            return a->registers[a->code->names.at[i].reg];
    return 0;
}

static void know(const struct state *st, const struct win_text *t,
                 struct win_knowledge *k)
{
    const struct litmus *l = (const struct litmus *)st->program;
    memset(k, 0, sizeof *k);
    for (uint32_t i = 0; i < t->nranks; i++) {
        k->rank[i].fate = st->actor[i].failed  ? FATE_FAILED
                          : st->actor[i].ended ? FATE_ENDED
                                               : FATE_WAITS;
        for (uint32_t n = 0; n < t->rank[i].nnames; n++)
            if (win_counts(&t->rank[i], n, k->rank[i].fate == FATE_WAITS))
                k->rank[i].value[n] = register_of(&l->actor[i], t->rank[i].names[n]);
    }
}

static int by_lines(const void *a, const void *b)
{
    const struct win_race *x = a, *y = b;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

static void remember_race(races_vec *races, uint32_t a, uint32_t b)
{
    struct win_race r = {(uint16_t)(a < b ? a : b), (uint16_t)(a < b ? b : a)};
    for (size_t i = 0; i < races->len; i++)
        if (!by_lines(&races->at[i], &r))
            return;
    vec_push(races, r);
}

/* The races that the kernel finds in the execution, by the lines of the statements. */
static void note_races(const struct state *st, races_vec *races)
{
    const struct litmus *l = (const struct litmus *)st->program;
    rma_races_vec found = {0};
    window_races(st, &found);
    for (size_t i = 0; i < found.len; i++) {
        uint32_t line[2];
        for (int k = 0; k < 2; k++) {
            const struct event *e =
                &st->events.at[k ? found.at[i].b.event : found.at[i].a.event];
            uint32_t rank =
                e->act.actor < st->program->nactors ? e->act.actor : e->act.owner;
            line[k] = l->actor[rank].code->at.at[e->op.access->where].line;
        }
        remember_race(races, line[0], line[1]);
    }
    vec_free(&found);
}

static void remember(struct search *s, void *context)
{
    struct found *f = context;
    struct win_knowledge k;
    know(s->st, f->text, &k);
    struct seen x = {.trace = s->st->trace, .known = win_known(&k)};
    for (uint32_t i = 0; i < f->text->nranks; i++) {
        x.deadlock |= k.rank[i].fate == FATE_WAITS;
        x.failed |= k.rank[i].fate == FATE_FAILED;
    }
    vec_push(&f->at, x);
    note_races(s->st, &f->races);
}

static void forget(struct search *s, void *context)
{
    struct found *f = context;
    (void)s;
    f->at.len = f->races.len = 0;
}

static int by_digest(struct digest a, struct digest b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return a.lo < b.lo ? -1 : a.lo > b.lo;
}

static int by_trace(const void *a, const void *b)
{
    return by_digest(((const struct seen *)a)->trace, ((const struct seen *)b)->trace);
}

static int by_known(const void *a, const void *b)
{
    int order =
        by_digest(((const struct seen *)a)->known, ((const struct seen *)b)->known);
    return order ? order : by_trace(a, b);
}

/* Leaves one of each trace, in the order of what is known. Gives how many were there
 * twice; says if two of one trace differ. */
static size_t distil(struct found *f, const char *who, struct str *why)
{
    size_t n = 0, before = f->at.len;
    if (before)
        qsort(f->at.at, before, sizeof *f->at.at, by_trace);
    for (size_t i = 0; i < before; i++)
        if (!n || by_trace(&f->at.at[n - 1], &f->at.at[i]))
            f->at.at[n++] = f->at.at[i];
        else if (by_digest(f->at.at[n - 1].known, f->at.at[i].known))
            str_addf(why, "# %s: two executions of one trace differ\n", who);
    f->at.len = n;
    if (n)
        qsort(f->at.at, n, sizeof *f->at.at, by_known);
    if (f->races.len)
        qsort(f->races.at, f->races.len, sizeof *f->races.at, by_lines);
    return before - n;
}

static void found_free(struct found *f)
{
    vec_free(&f->at);
    vec_free(&f->races);
}

/* False if it was too slow; then what it found is worth nothing. */
static bool run(struct litmus *l, const struct variant *v, uint64_t limit,
                struct found *f, struct str *why)
{
    const struct explorer *e = explorer_find(v->name);
    bool frugal = v->sleep && !v->k && !e->interleavings;
    struct search s;
    search_init(&s, &l->program);
    variant_options(v, &s);
    s.options.bounds.executions = limit;
    if (!frugal)
        s.options.bounds.seconds = 1;
    s.st->hashing = s.count_traces = true;
    s.on_execution = remember;
    s.on_restart = forget;
    s.context = f;
    variant_explore(v, l, &s);
    bool finished = !search_stopped(&s);
    size_t executions = f->at.len, twice = distil(f, variant_name(v), why);
    if (!finished && frugal)
        str_addf(why, "# %s: does not end\n", variant_name(v));
    if (finished && search_counted(&s).traces != f->at.len)
        str_addf(why, "# %s: %llu traces counted, %zu seen\n", variant_name(v),
                 (unsigned long long)search_counted(&s).traces, f->at.len);
    if (finished && e->optimal && !v->k && executions + s.counts.redundant != f->at.len)
        str_addf(why, "# %s: %zu traces twice, %llu redundant\n", variant_name(v), twice,
                 (unsigned long long)s.counts.redundant);
    if (finished && frugal && twice)
        str_addf(why, "# %s: %zu traces twice in spite of sleep sets\n", variant_name(v),
                 twice);
    search_free(&s);
    return finished;
}

/* ---- against the judge ---- */

static void write_races(const struct win_race *at, size_t n, struct str *why)
{
    for (size_t i = 0; i < n; i++)
        str_addf(why, " %u-%u", at[i].a, at[i].b);
    str_addf(why, n ? "\n" : " none\n");
}

static void compare_races(const char *who, const struct found *f,
                          const struct win_verdict *v, struct str *why)
{
    if (f->races.len == v->races.len &&
        (!f->races.len ||
         !memcmp(f->races.at, v->races.at, f->races.len * sizeof *f->races.at)))
        return;
    str_addf(why, "# %s finds races (by lines)", who);
    write_races(f->races.at, f->races.len, why);
    str_addf(why, "# the judge has");
    write_races(v->races.at, v->races.len, why);
}

static void compare_ends(const char *who, const struct found *f,
                         const struct win_verdict *v, struct str *why)
{
    size_t common = 0;
    for (size_t i = 0, k = 0; i < f->at.len && k < v->ends.len;) {
        int order = by_digest(f->at.at[i].known, v->ends.at[k].known);
        common += !order;
        i += order <= 0;
        k += order >= 0;
    }
    if (common != f->at.len || common != v->ends.len)
        str_addf(why, "# %s: %zu traces, of which %zu are right; the judge has %zu\n",
                 who, f->at.len, common, v->ends.len);
}

static void compare_found(const char *who, const struct found *f,
                          const struct found *brute_force, struct str *why)
{
    bool same = f->at.len == brute_force->at.len;
    for (size_t i = 0; same && i < f->at.len; i++)
        same = !by_known(&f->at.at[i], &brute_force->at.at[i]);
    if (!same)
        str_addf(why, "# %s: %zu traces, and not those %zu of exhaustive\n", who,
                 f->at.len, brute_force->at.len);
}

static void compare(struct litmus *l, const struct win_text *t,
                    const struct win_verdict *v, struct str *why)
{
    struct found all = {.text = t};
    bool finished = run(l, &brute, MAX_INTERLEAVINGS, &all, why), racy = v->races.len;
    uint64_t limit = 4 * (finished ? all.at.len : v->ends.len) + 200;
    if (finished && !racy)
        compare_ends(brute.name, &all, v, why);
    if (finished)
        compare_races(brute.name, &all, v, why);
    for (size_t i = 0; i < variants.len; i++) {
        const struct variant *x = &variants.at[i];
        struct found f = {.text = t};
        /* With races nobody but brute force knows how much there is to find. */
        if (!explorer_find(x->name)->windows || (racy && !finished))
            continue;
        if (run(l, x, limit, &f, why)) {
            if (racy)
                compare_found(variant_name(x), &f, &all, why);
            else
                compare_ends(variant_name(x), &f, v, why);
            compare_races(variant_name(x), &f, v, why);
        }
        found_free(&f);
    }
    found_free(&all);
}

/* Does the judge agree with itself? */
static void compare_judges(const struct win_verdict *any_time,
                           const struct win_verdict *when_completed, struct str *why)
{
    if (!any_time->races.len != !when_completed->races.len)
        str_addf(why, "# judge: whether there are races depends on when accesses take "
                      "effect\n");
    else if (!any_time->races.len && !win_same_ends(any_time, when_completed))
        str_addf(why, "# judge: no races, and %zu outcomes, or %zu with the shortcut\n",
                 any_time->ends.len, when_completed->ends.len);
}

/* False, with the reason, if somebody disagrees. */
static bool check(const struct str *text, bool zero, struct totals *t, struct str *why)
{
    struct litmus *l = NULL;
    struct win_text x;
    struct win_verdict any_time, v;
    struct win_options o = {
        .when = WIN_ANY_TIME, .zero = zero, .at_effect = true, .max_states = MAX_STATES};
    if (!win_read(str_text(text), text->len, &x, why))
        return false;
    if (litmus_parse("random.lit", str_text(text), text->len, &l, why)) {
        win_text_free(&x);
        return false;
    }
    oracle_window(&x, &o, &any_time);
    o.when = WIN_WHEN_COMPLETED;
    oracle_window(&x, &o, &v);
    bool good = any_time.complete && v.complete && !any_time.invalid && !v.invalid;
    if (!good || v.ends.len > MAX_TRACES) {
        t->skipped++;
    } else {
        l->program.buffering = zero ? BUFFERING_ZERO : BUFFERING_INFINITE;
        t->compared++;
        t->traces += v.ends.len;
        t->deadlocks += v.deadlocks;
        t->failures += v.failures;
        t->racy += v.races.len > 0;
        compare_judges(&any_time, &v, why);
        compare(l, &x, &v, why);
    }
    win_verdict_free(&any_time);
    win_verdict_free(&v);
    win_text_free(&x);
    litmus_free(l);
    return !why->len;
}

/* ---- making it smaller ---- */

/* The text without its lines number a and b. */
static void without(const struct str *text, uint32_t a, uint32_t b, struct str *out)
{
    uint32_t line = 0;
    for (const char *at = str_text(text), *end; *at; at = end, line++) {
        end = at + strcspn(at, "\n");
        end += *end == '\n';
        if (line != a && line != b)
            str_add(out, at, (size_t)(end - at));
    }
}

static uint32_t lines_of(const struct str *text)
{
    uint32_t n = 0;
    for (const char *at = str_text(text); *at; at++)
        n += *at == '\n';
    return n;
}

/* How many such statements about this window the rank has; of those with a target, or of
 * those without. */
static int count(const struct win_rank *r, enum win_do kind, uint32_t window, bool target)
{
    int n = 0;
    for (size_t i = 0; i < r->at.len; i++)
        n += r->at.at[i].kind == kind && r->at.at[i].window == window &&
             (r->at.at[i].peer != 0) == target;
    return n;
}

/* Does it close what it opens? Nothing else has a meaning in MPI. */
static bool is_balanced(const struct win_text *t)
{
    static const enum win_do pairs[][2] = {
        {DO_LOCK, DO_UNLOCK}, {DO_START, DO_COMPLETE}, {DO_POST, DO_WAITWIN}};
    for (uint32_t i = 0; i < t->nranks; i++)
        for (uint32_t w = 0; w < t->nwindows; w++) {
            const struct win_rank *r = &t->rank[i];
            for (uint32_t k = 0; k < 6; k++)
                if (count(r, pairs[k / 2][0], w, k % 2) !=
                    count(r, pairs[k / 2][1], w, k % 2))
                    return false;
            if (count(r, DO_FENCE, w, false) != count(&t->rank[0], DO_FENCE, w, false))
                return false;
        }
    return true;
}

/* Do posts and starts of two ranks match? */
static bool is_matched(const struct win_text *t)
{
    int open[WIN_RANKS][WIN_RANKS] = {{0}};
    for (uint32_t i = 0; i < t->nranks; i++)
        for (size_t k = 0; k < t->rank[i].at.len; k++) {
            const struct win_statement *s = &t->rank[i].at.at[k];
            for (uint32_t o = 0; o < WIN_RANKS; o++) {
                open[i][o] += s->kind == DO_POST && s->ranks >> o & 1;
                open[o][i] -= s->kind == DO_START && s->ranks >> o & 1;
            }
        }
    for (uint32_t i = 0; i < WIN_RANKS; i++)
        for (uint32_t o = 0; o < WIN_RANKS; o++)
            if (open[i][o])
                return false;
    return true;
}

/* Does somebody still disagree, and about a program that both can read? */
static bool still_wrong(const struct str *text, bool zero, uint32_t ranks)
{
    struct litmus *l = NULL;
    struct win_text x;
    struct str why = {0};
    struct totals ignored = {0};
    bool readable = win_read(str_text(text), text->len, &x, &why);
    if (readable) {
        readable = x.nranks == ranks && is_balanced(&x) && is_matched(&x);
        win_text_free(&x);
    }
    readable =
        readable && !litmus_parse("random.lit", str_text(text), text->len, &l, &why);
    litmus_free(l);
    str_clear(&why);
    bool wrong = readable && !check(text, zero, &ignored, &why);
    str_free(&why);
    return wrong;
}

static void shrink(struct str *text, bool zero)
{
    struct win_text x;
    struct str why = {0};
    if (!win_read(str_text(text), text->len, &x, &why))
        return;
    uint32_t ranks = x.nranks;
    win_text_free(&x);
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (uint32_t a = 0; a < lines_of(text); a++)
            for (uint32_t b = a; b < lines_of(text); b++) {
                struct str less = {0};
                without(text, a, b, &less);
                if (still_wrong(&less, zero, ranks)) {
                    str_free(text);
                    *text = less;
                    smaller = true;
                    b = a;
                } else {
                    str_free(&less);
                }
            }
    }
}

static bool check_and_tell(struct str *text, const char *what, struct totals *t)
{
    for (int zero = 0; zero < 2; zero++) {
        struct str why = {0};
        if (check(text, zero, t, &why)) {
            str_free(&why);
            continue;
        }
        printf("# %s, buffering %s\n%s%s", what, zero ? "zero" : "infinite",
               str_text(&why), str_text(text));
        fflush(stdout);
        shrink(text, zero);
        str_clear(&why);
        check(text, zero, t, &why);
        printf("# made smaller:\n%s%s", str_text(&why), str_text(text));
        str_free(&why);
        return false;
    }
    return true;
}

bool check_random_windows(uint64_t seed, struct totals *t)
{
    struct windows_flavour f = windows_flavour(seed);
    struct str text = {0};
    char what[40];
    f.mixed = t->mixed;
    random_windows(seed, &f, &text);
    snprintf(what, sizeof what, "seed %llu", (unsigned long long)seed);
    bool good = check_and_tell(&text, what, t);
    str_free(&text);
    return good;
}

bool check_windows_file(const char *file, struct totals *t)
{
    struct str text = {0};
    char line[4096];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        str_addf(&text, "%s", line);
    if (f)
        fclose(f);
    bool good = f && check_and_tell(&text, file, t);
    str_free(&text);
    return good;
}
