/* SPDX-License-Identifier: Apache-2.0
 *
 * distance.c - the least number of calls from every instruction to a target.
 *
 * Three numbers for each instruction (struct flow_ways): to the target, to the return of
 * its function, to where an exception leaves it. A call of f that goes on at n is
 *
 *     target = min(target(f), back(f) + target(n))      back = back(f) + back(n)
 *
 * and, if f throws, what may catch it comes in; one of MPI's functions costs 1. The
 * smallest numbers that satisfy all of these equations are found by going over the code,
 * backwards, until nothing changes: they only fall.
 *
 * What the code does not tell is taken as the nearest that it could be:
 *   - a library may call any function whose address was taken, and so may an indirect
 * call, which may also lead to a library's function that costs nothing;
 *   - a jump by a table leads to any instruction of its function;
 *   - longjmp leads to the target;
 *   - what nothing else leads to in a function catches exceptions. */
#include "real/flow/code.h"
#include "real/flow/flow.h"
#include "real/flow/ways.h"
#include "real/flow/target.h"

#include <string.h>

static const struct flow_ways nowhere = {FLOW_NEVER, FLOW_NEVER, FLOW_NEVER};

struct reckoning {
    const struct code *code;
    struct flow_ways *ways;   /* of each instruction */
    struct flow_ways *inside; /* of each whole function: the least of its instructions */
    struct flow_ways *caught; /* and of those that may catch exceptions */
    flow_hops called_back; /* the least `target` of functions whose address was taken */
    bool changed;
};

static bool is_counted(const char *name)
{
    return !strncmp(name, "MPI_", 4) || !strncmp(name, "PMPI_", 5) ||
           !strncmp(name, "mpi_", 4) || !strncmp(name, "pmpi_", 5) ||
           !strncmp(name, "mz_", 3);
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

static bool throws(const char *name)
{
    static const char *const names[] = {"__cxa_throw", "__cxa_rethrow", "_Unwind_Resume",
                                        NULL};
    return !strncmp(name, "_Z", 2) || is_one_of(name, names);
}

static bool jumps_far(const char *name)
{
    static const char *const names[] = {"longjmp",    "_longjmp",    "siglongjmp",
                                        "setcontext", "swapcontext", "__longjmp_chk",
                                        NULL};
    return is_one_of(name, names);
}

/* What a function does that is not in this program. */
static struct flow_ways of_library(const struct reckoning *r, const char *name)
{
    if (name && jumps_far(name))
        return (struct flow_ways){0, 0, 0};
    return (struct flow_ways){
        r->called_back, name && is_counted(name),
        r->code->exceptions && (!name || throws(name)) ? 0 : FLOW_NEVER};
}

static struct flow_ways of_insn(const struct reckoning *r, uint32_t i)
{
    const struct code *c = r->code;
    const struct flow_insn *n = &c->insns.at[i];
    struct flow_ways next = i + 1 < c->insns.len ? r->ways[i + 1] : nowhere;
    struct flow_ways unknown = of_library(r, NULL);
    struct flow_ways to = n->to == NOWHERE ? unknown : r->ways[n->to];
    uint32_t f = n->function == NOWHERE ? NOWHERE : c->functions.at[n->function].whole;
    struct flow_ways caught = f == NOWHERE ? nowhere : r->caught[f];
    switch ((enum insn_kind)n->kind) {
    case GOES_ON:
        return next;
    case JUMPS:
        return to;
    case BRANCHES:
        return ways_least(to, next);
    case CALLS:
        return ways_of_call(to, next, caught);
    case CALLS_OUT:
        return ways_of_call(of_library(r, n->name), next, caught);
    case CALLS_ANY:
        return ways_of_call(unknown, next, caught);
    case JUMPS_OUT:
        return of_library(r, n->name);
    case JUMPS_ANY:
        return f == NOWHERE ? unknown : ways_least(unknown, r->inside[f]);
    case JUMPS_INSIDE:
        return f == NOWHERE ? unknown : r->inside[f];
    case RETURNS:
        return (struct flow_ways){FLOW_NEVER, 0, FLOW_NEVER};
    case STOPS:
        return nowhere;
    }
    return nowhere;
}

static void lower(struct reckoning *r, struct flow_ways *w, struct flow_ways by)
{
    struct flow_ways now = ways_least(*w, by);
    r->changed |= memcmp(&now, w, sizeof now) != 0;
    *w = now;
}

static void go_over(struct reckoning *r)
{
    const struct code *c = r->code;
    for (uint32_t i = (uint32_t)c->insns.len; i-- > 0;) {
        const struct flow_insn *n = &c->insns.at[i];
        lower(r, &r->ways[i], of_insn(r, i));
        if (n->function == NOWHERE)
            continue;
        const struct function *f = &c->functions.at[n->function];
        lower(r, &r->inside[f->whole], r->ways[i]);
        if (c->exceptions && !n->entered && n->at != f->low)
            lower(r, &r->caught[f->whole], r->ways[i]);
        if (f->taken && n->at == f->low && r->ways[i].target < r->called_back) {
            r->called_back = r->ways[i].target;
            r->changed = true;
        }
    }
}

static struct flow_ways *ways_new(size_t n)
{
    struct flow_ways *w = mem_alloc((n + 1) * sizeof *w);
    for (size_t i = 0; i < n; i++)
        w[i] = nowhere;
    return w;
}

static bool is_call(const struct flow_insn *i)
{
    return i->kind == CALLS || i->kind == CALLS_OUT || i->kind == CALLS_ANY;
}

static void list_sites(struct flow_map *f, const struct reckoning *r)
{
    const struct code *c = r->code;
    for (uint32_t i = 0; i + 1 < c->insns.len; i++)
        f->nsites += is_call(&c->insns.at[i]);
    f->sites = mem_alloc((f->nsites + 1) * sizeof *f->sites);
    size_t n = 0;
    for (uint32_t i = 0; i + 1 < c->insns.len; i++) {
        const struct flow_insn *in = &c->insns.at[i];
        if (!is_call(in))
            continue;
        uint32_t whole =
            in->function == NOWHERE ? NOWHERE : c->functions.at[in->function].whole;
        f->sites[n++] = (struct flow_site){
            .at = in->at + in->length,
            .next =
                c->insns.at[i + 1].at == in->at + in->length ? r->ways[i + 1] : nowhere,
            .caught = whole == NOWHERE ? nowhere : r->caught[whole],
        };
    }
}

static bool handles_signals(const struct code *c)
{
    static const char *const names[] = {"signal",     "sigaction",     "sigset",
                                        "bsd_signal", "__sysv_signal", NULL};
    for (size_t i = 0; i < c->insns.len; i++)
        if (c->insns.at[i].name && is_one_of(c->insns.at[i].name, names))
            return true;
    return false;
}

enum mz_err flow_read(struct flow_map *f, const char *file, const char *target,
                      struct str *why)
{
    struct code c;
    *f = (struct flow_map){0};
    enum mz_err err = code_read(&c, file, why);
    struct addresses places = {0};
    if (!err)
        err = target_find(&c, target, false, &places, why);
    if (!err) {
        struct reckoning r = {.code = &c,
                              .ways = ways_new(c.insns.len),
                              .inside = ways_new(c.functions.len),
                              .caught = ways_new(c.functions.len),
                              .called_back = FLOW_NEVER,
                              .changed = true};
        for (size_t i = 0; i < places.len; i++)
            r.ways[code_at(&c, places.at[i])].target = 0;
        while (r.changed) {
            r.changed = false;
            go_over(&r);
        }
        list_sites(f, &r);
        f->called_back = r.called_back;
        f->signals = handles_signals(&c);
        free(r.ways);
        free(r.inside);
        free(r.caught);
    }
    vec_free(&places);
    code_free(&c);
    return err;
}

enum mz_err flow_places(const char *file, const char *target, uint64_t **at, size_t *n,
                        struct str *why)
{
    struct code c;
    struct addresses places = {0};
    enum mz_err err = code_read(&c, file, why);
    if (!err)
        err = target_find(&c, target, true, &places, why);
    code_free(&c);
    *at = places.at;
    *n = places.len;
    return err;
}

void flow_free(struct flow_map *f)
{
    free(f->sites);
    *f = (struct flow_map){0};
}
