/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_litmus.c - `mazurka litmus`: explore a litmus file, or replay one execution
 * of it, and report. */
#include "cli/options.h"
#include "cli/session.h"
#include "litmus/litmus.h"

static void unmet(struct session *n, const char *what, uint64_t expected, uint64_t found)
{
    const struct litmus *l = n->owner;
    struct str s = {0};
    str_addf(&s, "%s:%u: expected %s %llu, found %llu", l->file, l->expect.line, what,
             (unsigned long long)expected, (unsigned long long)found);
    vec_push(&n->m.mismatches, s.text);
}

static bool contains(const uint64_t *at, size_t n, uint64_t x)
{
    for (size_t i = 0; i < n; i++)
        if (at[i] == x)
            return true;
    return false;
}

static void check_expectations(struct session *n)
{
    const struct litmus *l = n->owner;
    const struct expectation *e = &l->expect;
    if (e->has_traces && e->traces != n->m.traces)
        unmet(n, "traces", e->traces, n->m.traces);
    if (e->has_deadlocks && e->deadlocks != n->m.deadlocks)
        unmet(n, "deadlocks", e->deadlocks, n->m.deadlocks);
    if (e->has_assertions && e->assertions != n->m.assertions)
        unmet(n, "assertions", e->assertions, n->m.assertions);
    if (!e->events.len)
        return;
    for (size_t i = 0; i < n->sizes.len; i++)
        if (!contains(e->events.at, e->events.len, n->sizes.at[i]))
            unmet(n, "no executions with events", n->sizes.at[i], 1);
    for (size_t i = 0; i < e->events.len; i++)
        if (!contains(n->sizes.at, n->sizes.len, e->events.at[i]))
            unmet(n, "executions with events", e->events.at[i], 0);
}

static const char *holds_for(const struct program *p)
{
    if (!p->matching)
        return "this program, every order of its messages and locks";
    switch (p->buffering) {
    case BUFFERING_ZERO:
        return "this program, every matching of its messages, sends that wait";
    case BUFFERING_INFINITE:
        return "this program, every matching of its messages, sends that do not wait";
    case BUFFERING_ANY:
        break;
    }
    return "this program, every matching of its messages, sends that wait or not";
}

int cmd_litmus(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_LITMUS, argc, argv, 1, &o, &code))
        return code;
    const struct explorer *e = session_explorer(&o, false, "odpor");
    if (!e)
        return MZ_USAGE;

    struct str why = {0}, again = {0};
    struct litmus *l;
    code = (int)litmus_load(o.arguments[0], &l, &why);
    if (code) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return code;
    }
    if (!session_buffering(&o, e, l->program.matching, &l->program.buffering)) {
        litmus_free(l);
        return MZ_USAGE;
    }
    if (l->program.retracts && !e->retracts && !o.schedule) {
        usage_error("%s cannot explore a program that cancels sends\n  fix: -a odpor",
                    e->name);
        litmus_free(l);
        return MZ_UNSUPPORTED;
    }
    struct session n = {.o = &o, .owner = l, .check = check_expectations};
    str_addf(&again, "mazurka litmus ");
    str_quote(&again, o.arguments[0]);
    if (o.buffering)
        str_addf(&again, " --buffering %s", o.buffering);
    str_addf(&again, " --schedule");
    n.style = (struct text_style){session_colour(o.color), o.quiet,
                                  o.schedule ? NULL : str_text(&again)};
    n.m.program = o.arguments[0];
    n.m.algorithm = e->name;
    n.m.all_findings = o.keep_going;
    n.m.actors = l->program.nactors;
    n.m.holds_for = holds_for(&l->program);

    struct search s;
    search_init(&s, &l->program);
    bool good = true;
    if (o.schedule)
        good = session_replay(&n, s.st);
    else
        session_explore(&n, e, &s);
    code = good ? session_finish(&n) : (int)MZ_USAGE;
    search_free(&s);
    session_free(&n);
    litmus_free(l);
    str_free(&again);
    return code;
}
