/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_litmus.c - `mazurka litmus`: explore a litmus file, or replay one execution
 * of it, and report. */
#include "cli/cluster.h"
#include "cli/cluster_run.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "cli/scope.h"
#include "cli/outputs.h"
#include "cli/session.h"
#include "litmus/litmus.h"

#include <unistd.h>

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

/* States stand for many outcomes, so only what is known of these is compared. */
static void check_states(struct session *n, const struct expectation *e)
{
    const struct search_counts *c = &n->m.counts;
    if (e->has_traces && c->exact &&
        (c->estimate.scale || (double)e->traces != c->estimate.n))
        unmet(n, "traces", e->traces, (uint64_t)c->estimate.n);
    if (e->has_traces && !c->exact && c->estimate.n > 0 && !c->estimate.scale &&
        (double)e->traces > c->estimate.n)
        unmet(n, "traces", e->traces, (uint64_t)c->estimate.n);
    if (e->has_deadlocks && !e->deadlocks != !c->deadlocks)
        unmet(n, "deadlocks", e->deadlocks, c->deadlocks);
    if (e->has_assertions && !e->assertions != !c->failures)
        unmet(n, "assertions", e->assertions, c->failures);
}

static void check_expectations(struct session *n)
{
    const struct litmus *l = n->owner;
    const struct expectation *e = &l->expect;
    if (n->m.by_states) {
        check_states(n, e);
        return;
    }
    if (e->has_traces && e->traces != n->m.counts.traces)
        unmet(n, "traces", e->traces, n->m.counts.traces);
    if (e->has_deadlocks && e->deadlocks != n->m.counts.deadlocks)
        unmet(n, "deadlocks", e->deadlocks, n->m.counts.deadlocks);
    if (e->has_assertions && e->assertions != n->m.counts.failures)
        unmet(n, "assertions", e->assertions, n->m.counts.failures);
    if (e->has_races && e->races != n->races)
        unmet(n, "races", e->races, n->races);
    if (!e->events.len)
        return;
    for (size_t i = 0; i < n->sizes.len; i++)
        if (!contains(e->events.at, e->events.len, n->sizes.at[i]))
            unmet(n, "no executions with events", n->sizes.at[i], 1);
    for (size_t i = 0; i < e->events.len; i++)
        if (!contains(n->sizes.at, n->sizes.len, e->events.at[i]))
            unmet(n, "executions with events", e->events.at[i], 0);
}

static void say_scope(const struct program *p, struct summary *m)
{
    static const char *const sends[] = {[BUFFERING_ANY] = "sends that wait or not",
                                        [BUFFERING_ZERO] = "sends that wait",
                                        [BUFFERING_INFINITE] = "sends that do not wait"};
    scope_add(m, "this program");
    scope_add(m, !p->matching ? "every order of its messages and locks"
                 : p->queues  ? "every order of its messages"
                              : "every matching of its messages");
    if (p->windows)
        scope_add(m, "every order of its locks and atomic accesses");
    if (p->matching)
        scope_add(m, sends[p->buffering]);
}

/* Fills in what the file says about itself, unless the user has given the option; then
 * chooses the explorer for the program. */
static const struct explorer *settle(struct options *o, struct program *p)
{
    unsigned kind = p->matching ? PROGRAM_MPI : PROGRAM_NATIVE;
    if (!GIVEN(o, buffering))
        o->search.buffering = p->buffering;
    if (!GIVEN(o, semantics))
        o->search.queues = p->queues;
    if (o->algorithm && o->algorithm->matching && !p->matching) {
        usage_error("%s is for files that begin with 'semantics matching'\n  fix: choose "
                    "another algorithm with -a",
                    o->algorithm->name);
        return NULL;
    }
    const struct explorer *e =
        session_settle(CMD_LITMUS, o, kind, &(struct explorer_need){0});
    p->buffering = o->search.buffering;
    p->queues = o->search.queues;
    return e;
}

int cmd_litmus(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_LITMUS, argc, argv, &o, &code))
        return code;
    struct str why = {0}, again = {0};
    struct litmus *l;
    code = (int)litmus_load(o.arguments[0], &l, &why);
    if (code) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return cluster_code(code, FAILURE_LITMUS);
    }
    bool queues = l->program.queues;
    const struct explorer *e = settle(&o, &l->program);
    if (!e) {
        litmus_free(l);
        return MZ_USAGE;
    }
    const struct explorer_need need = {.matching = l->program.matching,
                                       .queues = l->program.queues,
                                       .withdrawal = l->program.withdrawal,
                                       .windows = l->program.windows};
    if (!explorer_copes(e, &need) && !o.schedule) {
        const struct explorer *other = explorer_choose(&need);
        usage_error("%s cannot explore a program that %s\n  fix: %s%s",
                    other ? e->name : "--semantics mailbox",
                    l->program.windows && !e->windows         ? "uses windows"
                    : l->program.withdrawal == WITHDRAWAL_ALL ? "cancels sends"
                                                              : "cancels receives",
                    other ? "-a " : "leave --semantics out", other ? other->name : "");
        litmus_free(l);
        return cluster_code(MZ_UNSUPPORTED, FAILURE_COMMAND);
    }
    if (cluster_refuses(&o, e) || (!cluster_is_other() && !outputs_prepare(&o))) {
        litmus_free(l);
        return MZ_USAGE;
    }
    struct session n = {.o = &o, .owner = l};
    identity_tool(&n.facts);
    facts_add_number(&n.facts, "the litmus file", l->digest);
    options_facts(CMD_LITMUS, &o, &n.facts);
    for (size_t i = 0; i < n.facts.len; i++)
        facts_add(&n.shared, n.facts.at[i].what, n.facts.at[i].value);
    options_search_facts(CMD_LITMUS, &o, &n.shared);
    if (queues == l->program.queues) /* the file's expectations are about its own
                                        semantics */
        n.check = check_expectations;
    str_addf(&again, "mazurka litmus ");
    str_quote(&again, o.arguments[0]);
    if (GIVEN(&o, buffering))
        str_addf(&again, " --buffering %s",
                 option_word(OPTION_buffering, o.search.buffering));
    if (GIVEN(&o, semantics))
        str_addf(&again, " --semantics %s",
                 option_word(OPTION_semantics, o.search.queues));
    str_addf(&again, " --schedule");
    n.replay = o.schedule ? NULL : str_text(&again);
    n.style = (struct text_style){options_colour(&o, STDOUT_FILENO), o.quiet};
    n.m.program = o.arguments[0];
    n.m.resumed = o.resume;
    n.m.algorithm = e->name;
    n.m.all_findings = o.search.keep_going;
    n.m.actors = l->program.nactors;
    n.m.seed = o.search.seed;
    say_scope(&l->program, &n.m);
    if (l->program.matching)
        n.m.semantics = option_word(OPTION_semantics, l->program.queues);

    struct search s;
    search_init(&s, &l->program);
    bool good = true;
    if (o.schedule)
        good = session_replay(&n, &s);
    else
        good = session_explore(&n, e, &s);
    code = !good ? (int)MZ_USAGE : cluster_is_other() ? (int)MZ_OK : session_finish(&n);
    search_free(&s);
    session_free(&n);
    litmus_free(l);
    str_free(&again);
    return code;
}
