/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster_end.c - see cluster_end.h.
 *
 * A small search is over before other processes have begun. Whether these have the same
 * program, arguments, directory and options must be known nevertheless: otherwise it
 * would depend on who is faster whether a mistake in the command line is noticed. */
#include "cli/cluster_end.h"
#include "base/mem.h"
#include "base/timer.h"
#include "cli/cluster.h"
#include "cli/identity.h"
#include "cli/options.h"
#include "cli/scope.h"
#include "real/notes.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* MPI has started all processes, so they come at once if they come. Those that have come
 * have something to say, and may be busy for a while; but not for ever, unless they stand
 * still. */
#define LONGEST 10   /* seconds */
#define SILENCE 30   /* seconds */
#define TICK    0.05 /* seconds */

/* The head of CLUSTER_LAST. Records follow it, each a letter and a text. */
struct last {
    uint64_t program;
    uint32_t search;
};

/* ---- another process ---- */

static void add_record(struct str *s, char word, const char *text)
{
    str_addf(s, "%c%s", word, text);
    str_add(s, "", 1);
}

static void add_facts(struct str *s, const facts_vec *facts)
{
    struct str text = {0};
    for (size_t i = 0; i < facts->len; i++) {
        str_clear(&text);
        str_addf(&text, "%s %s", facts->at[i].value, facts->at[i].what);
        add_record(s, 'f', str_text(&text));
    }
    str_free(&text);
}

static void add_used(struct str *s, const struct link *k)
{
    struct notes none = {0};
    facts_vec used = {0};
    notes_add(k, &none, s);
    struct str refusal = {0};
    str_addf(&refusal, "%u %s", k->refusal, k->unsupported);
    if (k->unsupported[0])
        add_record(s, 'u', str_text(&refusal));
    str_free(&refusal);
    if (k->died[0])
        add_record(s, 'd', k->died);
    identity_end(&used, k);
    add_facts(s, &used);
    facts_free(&used);
}

void cluster_say_last(const struct cluster_known *k)
{
    struct str s = {0};
    struct last head;
    memset(&head, 0, sizeof head);
    head.program = k->program;
    head.search = k->search;
    str_add(&s, (const char *)&head, sizeof head);
    add_facts(&s, k->facts);
    if (k->link)
        add_used(&s, k->link);
    cluster_send(cluster_here(), 0, CLUSTER_LAST, s.text, s.len);
    str_free(&s);
}

/* ---- process 0 ---- */

struct hearing {
    const struct cluster_known *k;
    facts_vec used;
    uint8_t *left; /* for each process whether it is to be heard of, */
    uint8_t *came; /* and whether it was */
    uint32_t nleft;
    struct str *why;
};

/* A fact of another process: "VALUE WHAT". */
static void compare_fact(struct hearing *h, uint32_t process, const char *fact)
{
    const char *space = strchr(fact, ' ');
    const char *value = space ? facts_value(h->k->facts, space + 1) : NULL;
    size_t n = space ? (size_t)(space - fact) : 0;
    if (space && !value)
        value = facts_value(&h->used, space + 1);
    if (value && (strlen(value) != n || memcmp(value, fact, n)) && !h->why->len)
        cluster_tell_difference(process, space + 1, strlen(space + 1), h->why);
}

/* Why the program cannot be checked, from another process: "REASON SENTENCE". */
static void take_refusal(struct link *k, const char *text)
{
    char *end;
    unsigned long reason = strtoul(text, &end, 10);
    link_refuse(k, (enum reason)reason, *end ? end + 1 : end);
}

static void take_record(struct hearing *h, uint32_t process, const char *record)
{
    struct link *k = h->k->link;
    const char *text = record + 1;
    if (record[0] == 'f')
        compare_fact(h, process, text);
    else if (record[0] == 'u' && k && !k->unsupported[0])
        take_refusal(k, text);
    else if (record[0] == 'd' && k)
        snprintf(k->died, sizeof k->died, "%s", text);
    /* others are notes */
}

static void take_last(struct hearing *h, uint32_t process, const struct str *s)
{
    struct last head;
    memcpy(&head, s->text, sizeof head);
    size_t at = sizeof head;
    for (; at < s->len; at += strlen(s->text + at) + 1)
        if (s->text[at])
            take_record(h, process, s->text + at);
    if (h->k->link)
        notes_take(h->k->link, s->text + sizeof head, s->len - sizeof head, process,
                   input_call, h->why);
    if (head.program && h->k->program && head.program != h->k->program && !h->why->len)
        str_addf(h->why, CLUSTER_BEGINS_OTHERWISE);
}

static void forget(struct hearing *h, uint32_t process)
{
    h->nleft -= h->left[process];
    h->left[process] = 0;
}

static void take(struct hearing *h, const struct cluster_head *head, const struct str *s)
{
    struct last last;
    uint32_t process = head->process;
    if (process >= cluster_here()->size)
        return;
    if (head->word == CLUSTER_FAILED) {
        if (!h->came[process] && !h->why->len)
            cluster_tell_failure(process, s, h->why);
        forget(h, process);
    } else if (head->word == CLUSTER_LOST) {
        forget(h, process);
    } else if (head->word == CLUSTER_LAST && s->len > sizeof last &&
               !s->text[s->len - 1]) {
        memcpy(&last, s->text, sizeof last);
        if (last.search == h->k->search && h->left[process])
            take_last(h, process, s);
        if (last.search == h->k->search)
            forget(h, process);
    }
    if (head->word != CLUSTER_LOST)
        h->came[process] = 1;
}

/* Has one of those that are left said anything? */
static bool somebody_came(const struct hearing *h)
{
    for (uint32_t r = 1; r < cluster_here()->size; r++)
        if (h->left[r] && h->came[r])
            return true;
    return false;
}

static void hear_all(struct hearing *h)
{
    struct cluster *c = cluster_here();
    struct cluster_head head;
    struct str s = {0};
    struct peer line = c->line;
    double until = timer_now() + LONGEST;
    while (h->nleft) {
        peers_wait(&line, 1, (int)(1000 * TICK));
        if (line.ready) {
            if (!cluster_receive(c, &head, &s))
                break;
            take(h, &head, &s);
            continue;
        }
        bool hasty = h->k->interrupt && *h->k->interrupt;
        if ((hasty || timer_now() > until) &&
            (!somebody_came(h) || timer_now() > until + SILENCE - LONGEST))
            break;
    }
    str_free(&s);
}

bool cluster_hear_last(const struct cluster_known *k, struct str *why)
{
    struct cluster *c = cluster_here();
    struct hearing h = {.k = k, .why = why};
    struct cluster_end end = {.search = k->search};
    h.left = mem_alloc(c->size);
    h.came = mem_alloc(c->size);
    if (k->link)
        identity_end(&h.used, k->link);
    for (uint32_t r = 1; r < c->size; r++) {
        uint8_t joined = c->joined ? c->joined[r] : NOT_JOINED;
        h.left[r] = joined != GONE;
        h.nleft += h.left[r];
        h.came[r] = joined == JOINED;
        cluster_send(c, r, CLUSTER_END, &end, sizeof end);
    }
    hear_all(&h);
    c->absent = 0;
    for (uint32_t r = 1; r < c->size; r++)
        c->absent += !h.came[r] || h.left[r];
    free(h.left);
    free(h.came);
    facts_free(&h.used);
    return !why->len;
}

bool cluster_leave(const struct cluster_known *k)
{
    struct cluster *c = cluster_here();
    struct cluster_known known = *k;
    struct str why = {0};
    if (!c)
        return true;
    known.search = c->search;
    if (c->rank)
        cluster_say_last(&known);
    else if (c->wrong[0])
        str_addf(&why, "%s", c->wrong);
    else
        cluster_hear_last(&known, &why);
    bool good = !why.len;
    if (!good)
        usage_error("%s", str_text(&why));
    str_free(&why);
    return good;
}

void cluster_describe(struct summary *m)
{
    const struct cluster *c = cluster_here();
    struct str s = {0};
    if (!c || !c->absent)
        return;
    str_addf(&s, "the program as %u of %u processes have it (%u did not answer)",
             c->size - c->absent, c->size, c->absent);
    scope_add(m, str_text(&s));
    str_free(&s);
}
