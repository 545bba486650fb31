/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster_run.c - see cluster_run.h.
 *
 * Process 0 says that a search begins whenever it starts the program, with all that the
 * others need for it: the request, and its environment, which the program sees in every
 * process. While the program runs, the agent in it has the line to the other processes;
 * in between, the supervisor has. */
#include "cli/cluster_run.h"
#include "cli/cluster.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "exec/environment.h"
#include "exec/notes.h"
#include "exec/request.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cluster_refuses(const struct options *o, const struct explorer *e)
{
    bool divisible = e->takes & TAKES_JOBS;
    const char *what = !divisible                     ? e->name
                       : o->search.bound              ? "--bound"
                       : o->compare_output            ? "--compare-output"
                       : o->once                      ? "--once"
                       : e->states && o->search.exact ? "--exact"
                                                      : NULL;
    if (!what || !cluster_here())
        return MZ_OK;
    return usage_error("%s works in one process only\n  fix: start it without mpiexec%s",
                       what, divisible ? "" : ", or with -a sdpor");
}

/* Puts what the agent needs to know into the link. */
static bool connect(struct running *n)
{
    struct link *k = n->l.link;
    struct cluster *c = cluster_here();
    k->cluster_rank = c->rank;
    k->cluster_size = c->size;
    k->cluster_line = c->line.fd;
    cluster_take_facts(c, &n->facts);
    k->cluster_facts = link_room(k, c->facts_bytes);
    k->cluster_facts_bytes = c->facts_bytes;
    k->cluster_joined = c->rank ? 0 : link_room(k, c->size);
    if (!k->cluster_facts)
        return false;
    memcpy(link_at(k, k->cluster_facts), c->facts, c->facts_bytes);
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
    struct running *n = context;
    struct link *k = l->link;
    struct cluster *c = cluster_here();
    struct str s = {0};
    k->cluster_search++;
    memset(link_at(k, k->cluster_joined), 0, c->size);
    struct request r = request_of(k);
    str_add(&s, (const char *)&r, sizeof r);
    add_environment(&s);
    for (uint32_t to = 1; to < c->size; to++)
        cluster_send(c, to, CLUSTER_BEGIN, s.text, s.len);
    str_free(&s);
    n->progress.processes = c->size;
}

enum mz_err cluster_lead(struct running *n, struct str *why)
{
    if (!cluster_here())
        return MZ_OK;
    n->l.on_start = begin_search;
    if (connect(n))
        return MZ_OK;
    str_addf(why, "there is no room for what other processes must know");
    return MZ_USAGE;
}

/* A fact of another process: "VALUE WHAT". */
static void compare_fact(uint32_t process, const facts_vec *ours, const char *fact,
                         struct str *why)
{
    const char *space = strchr(fact, ' ');
    const char *value = space ? facts_value(ours, space + 1) : NULL;
    size_t n = space ? (size_t)(space - fact) : 0;
    if (value && (strlen(value) != n || memcmp(value, fact, n)) && !why->len)
        str_addf(why, "%s differs between process 0 and process %u", space + 1, process);
}

/* The record is a letter and a text. */
static void take_record(struct running *n, uint32_t process, const facts_vec *ours,
                        const char *record, struct str *why)
{
    struct link *k = n->l.link;
    const char *text = record + 1;
    switch (record[0]) {
    case 'u':
        if (!k->unsupported[0])
            snprintf(k->unsupported, sizeof k->unsupported, "%s", text);
        break;
    case 'd':
        snprintf(k->died, sizeof k->died, "%s", text);
        break;
    case 'f': /* VALUE WHAT */
        compare_fact(process, ours, text, why);
        break;
    default: /* notes, which are taken elsewhere */
        break;
    }
}

static void take_records(struct running *n, uint32_t process, const facts_vec *ours,
                         const struct str *s, struct str *why)
{
    for (size_t at = sizeof(uint32_t); at < s->len;) {
        size_t length = strnlen(s->text + at, s->len - at);
        if (length && at + length < s->len)
            take_record(n, process, ours, s->text + at, why);
        at += length + 1;
    }
}

/* Waits for the last words of those that have taken part. */
static void hear_last(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    struct cluster *c = cluster_here();
    uint8_t *joined = link_at(k, k->cluster_joined);
    struct cluster_head h;
    struct str s = {0};
    facts_vec ours = {0};
    uint32_t left = 0, search;
    identity_end(&ours, k);
    for (uint32_t r = 1; r < c->size; r++)
        left += joined[r];
    while (left && cluster_receive(c, &h, &s)) {
        if (h.process >= c->size || !joined[h.process])
            continue;
        if (h.word == CLUSTER_LOST) {
            joined[h.process] = 0;
            left--;
        }
        if (h.word != CLUSTER_LAST || s.len < sizeof search)
            continue;
        memcpy(&search, s.text, sizeof search);
        if (search != k->cluster_search)
            continue;
        notes_take(k, s.text + sizeof search, s.len - sizeof search, h.process, why);
        take_records(n, h.process, &ours, &s, why);
        joined[h.process] = 0;
        left--;
    }
    facts_free(&ours);
    str_free(&s);
}

enum mz_err cluster_gather(struct running *n, struct str *why)
{
    struct link *k = n->l.link;
    struct cluster *c = cluster_here();
    if (!c)
        return MZ_OK;
    struct cluster_end end = {.search = k->cluster_search};
    for (uint32_t r = 1; r < c->size; r++)
        cluster_send(c, r, CLUSTER_END, &end, sizeof end);
    hear_last(n, why);
    if (k->cluster_wrong[0]) {
        str_clear(why);
        str_addf(why, "%s", k->cluster_wrong);
    }
    return why->len ? MZ_USAGE : MZ_OK;
}

/* ---- the others ---- */

static void add_record(struct str *s, char word, const char *text)
{
    str_addf(s, "%c%s", word, text);
    str_add(s, "", 1);
}

/* Tells process 0 what this one knows of the search. */
static void say_last(struct running *n)
{
    struct link *k = n->l.link;
    struct str s = {0}, text = {0};
    struct notes none = {0};
    facts_vec facts = {0};
    str_add(&s, (const char *)&k->cluster_search, sizeof k->cluster_search);
    notes_add(k, &none, &s);
    if (k->unsupported[0])
        add_record(&s, 'u', k->unsupported);
    if (k->died[0])
        add_record(&s, 'd', k->died);
    identity_end(&facts, k);
    for (size_t i = 0; i < facts.len; i++) {
        str_clear(&text);
        str_addf(&text, "%s %s", facts.at[i].value, facts.at[i].what);
        add_record(&s, 'f', str_text(&text));
    }
    cluster_send(cluster_here(), 0, CLUSTER_LAST, s.text, s.len);
    facts_free(&facts);
    str_free(&s);
    str_free(&text);
}

/* Waits for a search to begin. False: there is none any more. */
static bool next_search(struct str *s)
{
    struct cluster_head h;
    while (cluster_receive(cluster_here(), &h, s))
        if (h.word == CLUSTER_BEGIN && s->len >= sizeof(struct request))
            return true;
    return false;
}

/* Takes the environment of process 0, which follows the request. */
static void take_environment(const struct str *s)
{
    clearenv();
    for (size_t at = sizeof(struct request); at < s->len;) {
        char *variable = mem_strdup(s->text + at);
        at += strlen(variable) + 1;
        putenv(variable); /* which keeps it */
    }
}

/* Before the program is started: if it is started again because of what was found out
 * here, process 0 must know. */
static void tell_wants(struct launch *l, void *context)
{
    static struct request last;
    (void)context;
    struct request now = request_of(l->link);
    if (now.search == last.search && memcmp(&now, &last, sizeof now))
        cluster_send(cluster_here(), 0, CLUSTER_WANTS, &now, sizeof now);
    last = now;
}

int cluster_follow(struct running *n)
{
    struct str s = {0}, why = {0};
    struct request r;
    enum mz_err err = MZ_OK;
    n->l.on_start = tell_wants;
    n->l.context = n;
    if (!next_search(&s))
        return MZ_USAGE;
    take_environment(&s);
    identity_begin(&n->facts, n->argv);
    options_facts(CMD_RUN, n->o, &n->facts);
    if (!connect(n))
        return MZ_USAGE;
    do {
        memcpy(&r, s.text, sizeof r);
        request_apply(n->l.link, &r);
        err = launch_run(&n->l, n->argv, &why);
        if (!err && launch_lost(&n->l, &why))
            err = MZ_USAGE;
        if (err)
            break;
        say_last(n);
    } while (next_search(&s));
    if (err)
        usage_error("%s", str_text(&why));
    str_free(&s);
    str_free(&why);
    return (int)err;
}
