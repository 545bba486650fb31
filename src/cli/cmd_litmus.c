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

static void say_scope(const struct program *p, struct str *s)
{
    static const char *const sends[] = {[BUFFERING_ANY] = "wait or not",
                                        [BUFFERING_ZERO] = "wait",
                                        [BUFFERING_INFINITE] = "do not wait"};
    if (!p->matching)
        str_addf(s, "this program, every order of its messages and locks");
    else
        str_addf(s, "this program, every %s of its messages, sends that %s",
                 p->queues ? "order" : "matching", sends[p->buffering]);
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

    struct str why = {0}, again = {0}, scope = {0};
    struct litmus *l;
    code = (int)litmus_load(o.arguments[0], &l, &why);
    if (code) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return code;
    }
    if (e->matching && !l->program.matching) {
        usage_error("%s is for files that begin with 'semantics matching'\n  fix: choose "
                    "another algorithm with -a",
                    e->name);
        litmus_free(l);
        return MZ_USAGE;
    }
    bool queues = l->program.queues;
    if (!session_buffering(&o, e, l->program.matching, &l->program.buffering) ||
        !session_semantics(&o, e, l->program.matching, &l->program.queues)) {
        litmus_free(l);
        return MZ_USAGE;
    }
    bool queued_sends = l->program.queues && l->program.withdrawal == WITHDRAWAL_ALL;
    if ((queued_sends || l->program.withdrawal > e->withdrawal) && !o.schedule) {
        usage_error("%s cannot explore a program that cancels %s\n  fix: %s",
                    queued_sends ? "--semantics mailbox" : e->name,
                    l->program.withdrawal == WITHDRAWAL_ALL ? "sends" : "receives",
                    queued_sends ? "leave --semantics out" : "-a odpor");
        litmus_free(l);
        return MZ_UNSUPPORTED;
    }
    struct session n = {.o = &o, .owner = l, .identity = l->digest};
    if (queues == l->program.queues) /* the file speaks of its own semantics */
        n.check = check_expectations;
    str_addf(&again, "mazurka litmus ");
    str_quote(&again, o.arguments[0]);
    if (o.buffering)
        str_addf(&again, " --buffering %s", o.buffering);
    if (o.semantics)
        str_addf(&again, " --semantics %s", o.semantics);
    str_addf(&again, " --schedule");
    n.style = (struct text_style){session_colour(o.color), o.quiet,
                                  o.schedule ? NULL : str_text(&again)};
    n.m.program = o.arguments[0];
    n.m.algorithm = e->name;
    n.m.all_findings = o.keep_going;
    n.m.actors = l->program.nactors;
    say_scope(&l->program, &scope);
    n.m.holds_for = str_text(&scope);
    if (l->program.matching)
        n.m.semantics = l->program.queues ? "mailbox" : "matching";

    struct search s;
    search_init(&s, &l->program);
    bool good = true;
    if (o.schedule)
        good = session_replay(&n, &s);
    else
        good = session_explore(&n, e, &s);
    code = good ? session_finish(&n) : (int)MZ_USAGE;
    search_free(&s);
    session_free(&n);
    litmus_free(l);
    str_free(&again);
    str_free(&scope);
    return code;
}
