/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster_run.c - see cluster_run.h.
 *
 * Process 0 says that a search begins whenever it starts the program, with all that the
 * others need for it: the plan, and its environment, which the program sees in every
 * process. While the program runs, the agent in it has the line to the other processes;
 * in between, the supervisor has. */
#include "cli/cluster_run.h"
#include "cli/cluster.h"
#include "cli/cluster_end.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "real/environment.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int cluster_refuses(const struct options *options, const struct explorer *e)
{
    bool divisible = e->takes & TAKES_JOBS;
    const char *what = !divisible                           ? e->name
                       : options->search.bound              ? "--bound"
                       : options->compare_output            ? "--compare-output"
                       : options->search.audit              ? "--audit"
                       : options->once                      ? "--once"
                       : e->states && options->search.exact ? "--exact"
                                                            : NULL;
    if (!what || !cluster_here())
        return MZ_OK;
    if (!divisible && !options->algorithm)
        return usage_error("the default here, %s, works in one process only\n"
                           "  fix: add -a sdpor, or start it without mpiexec",
                           what);
    return usage_error("%s works in one process only\n  fix: start it without mpiexec%s",
                       what, divisible ? "" : ", or with -a sdpor");
}

/* Puts what the agent needs to know into the link. */
static bool connect(struct run *run)
{
    struct link *link = run->launch.link;
    struct cluster *c = cluster_here();
    link->cluster.rank = c->rank;
    link->cluster.size = c->size;
    link->cluster.line = c->line.fd;
    cluster_take_facts(c, &run->facts);
    link->cluster.facts = link_room(link, c->facts_bytes);
    link->cluster.facts_bytes = c->facts_bytes;
    link->cluster.joined = c->rank ? 0 : link_room(link, c->size);
    if (!link->cluster.facts)
        return false;
    c->joined = c->rank ? NULL : link_at(link, link->cluster.joined);
    memcpy(link_at(link, link->cluster.facts), c->facts, c->facts_bytes);
    return true;
}

/* ---- the first process ---- */

static void add_environment(struct str *s)
{
    for (char **at = environ; *at; at++)
        if (!environment_hides(*at))
            str_add(s, *at, strlen(*at) + 1);
}

static void begin_search(struct launch *l, void *context)
{
    struct run *run = context;
    struct link *link = l->link;
    struct cluster *c = cluster_here();
    struct str s = {0};
    link->cluster.search++;
    cluster_again(c);
    struct plan_shared p;
    plan_share(&link->plan, link->cluster.search, &p);
    str_add(&s, (const char *)&p, sizeof p);
    add_environment(&s);
    for (uint32_t to = 1; to < c->size; to++)
        cluster_send(c, to, CLUSTER_BEGIN, s.text, s.len);
    str_free(&s);
    run->progress.processes = c->size;
}

enum mz_err cluster_lead(struct run *run, struct str *why)
{
    if (!cluster_here())
        return MZ_OK;
    run->launch.on_start = begin_search;
    if (connect(run))
        return MZ_OK;
    str_addf(why, "there is no room for what other processes must know");
    return MZ_USAGE;
}

enum mz_err cluster_gather(struct run *run, struct str *why)
{
    struct link *link = run->launch.link;
    struct str lost = {0};
    if (!cluster_here())
        return MZ_OK;
    if (link->cluster_end.undivided)
        return (enum mz_err)cluster_refuses(run->options,
                                            explorer_find(link->options.algorithm));
    /* An agent that has died may have died in the middle of a message. What cannot be
     * verified here need not be compared. */
    if (!run->launch.killed && !launch_lost(&run->launch, &lost) && !link->unsupported[0])
        cluster_hear_last(&(struct cluster_known){link->cluster.search,
                                                  link->cluster_end.program, &run->facts,
                                                  link, run->launch.interrupt},
                          why);
    if (link->cluster_end.wrong[0]) {
        str_clear(why);
        str_addf(why, "%s", link->cluster_end.wrong);
    }
    str_free(&lost);
    return why->len ? MZ_USAGE : MZ_OK;
}

/* ---- the others ---- */

/* Waits for a search to begin. False: there is none any more. */
static bool next_search(struct str *s)
{
    struct cluster_head h;
    while (cluster_receive(cluster_here(), &h, s))
        if (h.word == CLUSTER_BEGIN && s->len >= sizeof(struct plan_shared))
            return true;
    return false;
}

/* The same for the first one. False if one ends that has not begun: process 0 explores no
 * program. */
static bool first_search(struct str *s)
{
    struct cluster_head h;
    bool good = cluster_receive(cluster_here(), &h, s);
    if (good && h.word == CLUSTER_END)
        usage_error("it is about a program, and that of process 0 is not");
    return good && h.word == CLUSTER_BEGIN && s->len >= sizeof(struct plan_shared);
}

/* Takes the environment of process 0, which follows the plan. */
static void take_environment(const struct str *s)
{
    clearenv();
    for (size_t at = sizeof(struct plan_shared); at < s->len;) {
        char *variable = mem_strdup(s->text + at);
        at += strlen(variable) + 1;
        putenv(variable); /* which keeps it */
    }
}

/* Before the program is started: if it is started again because of what was found out
 * here, process 0 must know. */
static void tell_wants(struct launch *l, void *context)
{
    static struct plan_shared last;
    (void)context;
    struct plan_shared now;
    plan_share(&l->link->plan, l->link->cluster.search, &now);
    if (now.search == last.search && memcmp(&now, &last, sizeof now)) {
        cluster_send(cluster_here(), 0, CLUSTER_WANTS, &now, sizeof now);
        l->link->cluster.stale = 1;
    }
    last = now;
}

/* Takes part in one search. Returns the exit code if something is wrong. */
static int follow(struct run *run, struct str *why)
{
    struct link *link = run->launch.link;
    if (launch_run(&run->launch, run->argv, why))
        return FAILURE_START;
    if (launch_lost(&run->launch, why))
        return link->phase == PHASE_LOADING && WIFEXITED(run->launch.status)
                   ? FAILURE_START
                   : FAILURE_LOST;
    if (link->unsupported[0]) { /* if not in process 0, it is something else there */
        str_addf(why, "%s", link->unsupported);
        return FAILURE_START;
    }
    cluster_say_last(&(struct cluster_known){
        link->cluster.search, link->cluster_end.program, &run->facts, link, NULL});
    return MZ_OK;
}

int cluster_follow(struct run *run)
{
    struct str s = {0}, why = {0};
    struct plan_shared p;
    int code;
    run->launch.on_start = tell_wants;
    run->launch.context = run;
    if (!first_search(&s))
        return MZ_USAGE;
    take_environment(&s);
    identity_begin(&run->facts, run->argv);
    options_facts(CMD_RUN, run->options, &run->facts);
    if (!connect(run))
        return MZ_USAGE;
    do {
        memcpy(&p, s.text, sizeof p);
        plan_take(&run->launch.link->plan, &p);
        run->launch.link->cluster.search = p.search;
        run->launch.link->cluster.stale = 0;
        code = follow(run, &why);
    } while (!code && next_search(&s));
    if (code)
        usage_error("%s", str_text(&why));
    str_free(&s);
    str_free(&why);
    return code;
}
