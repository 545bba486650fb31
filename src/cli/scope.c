/* SPDX-License-Identifier: Apache-2.0
 *
 * scope.c - see scope.h.
 *
 * Each thing that a verdict rests on is described in a few words. The line "holds for" is
 * for people: it calls arguments, environment and files "this input", and names files if
 * they are few. The list "rests_on" of the JSON report is complete. What was not explored
 * is a list of its own. */
#include "cli/scope.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAMED 3  /* number of files that the text report names */
#define SHOWN 40 /* number of characters of the arguments that it shows */

enum { LINE = 1, LIST = 2, BOTH = 3 };

static void add(struct summary *m, int where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(struct summary *m, int where, const char *format, ...)
{
    struct str raw = {0}, text = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&raw, format, args);
    va_end(args);
    str_plain(&text, str_text(&raw), raw.len);
    if (where & LINE)
        vec_push(&m->holds_for, mem_strdup(str_text(&text)));
    if (where & LIST)
        vec_push(&m->rests_on, mem_strdup(str_text(&text)));
    str_free(&raw);
    str_free(&text);
}

static const char *orders(const struct link *k)
{
    static char up_to[64];
    if (k->matching && k->options.eager) {
        struct str bytes = {0};
        str_counted(&bytes, k->options.eager, "byte");
        snprintf(up_to, sizeof up_to, "MPI_Send buffered up to %s", str_text(&bytes));
        str_free(&bytes);
        return up_to;
    }
    static const char *const sends[] = {[BUFFERING_ANY] = "MPI_Send buffered or not",
                                        [BUFFERING_ZERO] = "MPI_Send never buffered",
                                        [BUFFERING_INFINITE] =
                                            "MPI_Send always buffered"};
    return k->matching && k->options.each_buffering ? "every MPI_Send buffered, or none"
           : k->matching                            ? sends[k->options.buffering]
           : !k->inboxes                            ? "every order of messages and locks"
           : k->options.fifo
               ? "every order of messages that keeps each pair of actors in order"
               : "every order of messages";
}

static void add_arguments(struct summary *m, char **argv)
{
    struct str s = {0};
    for (char **a = argv + 1; *a; a++) {
        str_addf(&s, " ");
        str_quote(&s, *a);
    }
    bool fits = s.len <= SHOWN;
    if (s.len)
        add(m, LIST, "the arguments%s", str_text(&s));
    else
        add(m, LIST, "no arguments");
    if (s.len)
        add(m, LINE, "the arguments%.*s%s", fits ? (int)s.len : SHOWN, str_text(&s),
            fits ? "" : "...");
    add(m, LIST, "this environment");
    str_free(&s);
}

/* The path as the user would write it. */
static const char *short_name(const char *path, const char *here)
{
    size_t n = here ? strlen(here) : 0;
    return n > 1 && !strncmp(path, here, n) && path[n] == '/' ? path + n + 1 : path;
}

static void add_files(struct summary *m, const struct link *k)
{
    uint32_t n = k->ninputs < LINK_MAX_INPUTS ? k->ninputs : LINK_MAX_INPUTS, there = 0;
    char *here = getcwd(NULL, 0);
    for (uint32_t i = 0; i < n; i++)
        there += k->inputs[i].digest != 0;
    bool few = there <= NAMED && k->ninputs == n;
    for (uint32_t i = 0; i < n; i++) {
        const char *name = short_name(k->inputs[i].path, here);
        if (k->inputs[i].digest)
            add(m, few ? BOTH : LIST, "the file %s", name);
        else
            add(m, LIST, "no file %s", name);
    }
    if (k->ninputs > n)
        add(m, LIST, "%u more files", k->ninputs - n);
    if (!few)
        add(m, LINE, "the %u files read", k->ninputs - n + there);
    free(here);
}

void scope_describe(struct summary *m, const struct link *k, char **argv)
{
    m->mpi = k->matching;
    m->buffering = k->matching ? option_word(OPTION_buffering, k->options.each_buffering
                                                                   ? BUFFERING_ANY
                                                                   : k->options.buffering)
                               : NULL;
    m->eager = k->matching ? k->options.eager : 0;
    m->seed = k->options.seed;
    if (k->matching)
        m->semantics = option_word(OPTION_semantics, k->options.queues);
    m->watched = (plan_threads(&k->plan) || plan_lines(&k->plan)) && k->watched_accesses;
    add(m, BOTH, "%u %s%s%s", m->actors,
        k->matching              ? "rank"
        : plan_threads(&k->plan) ? "thread"
                                 : "actor",
        m->actors == 1 ? "" : "s",
        plan_threads(&k->plan) ? ": every schedule, sequentially consistent"
        : plan_lines(&k->plan) ? ", threads: every schedule, sequentially consistent"
                               : "");
    add(m, LINE, "this input");
    if (!plan_threads(&k->plan))
        add(m, BOTH, "%s", orders(k));
    if (k->matching && k->options.queues)
        add(m, BOTH, "mailbox semantics");
    if (k->options.crashes)
        add(m, BOTH, "up to %u failures", k->options.crashes);
    for (uint32_t i = 0; i < k->ngaps && i < LINK_MAX_GAPS; i++)
        scope_add_gap(m, k->gaps[i]);
    if (k->ngaps > LINK_MAX_GAPS)
        scope_add_gap(m, "more than is named here");
    if (k->input.at)
        add(m, BOTH, "this standard input (%llu byte%s)",
            (unsigned long long)k->input.bytes, k->input.bytes == 1 ? "" : "s");
    for (uint32_t i = 0; i < k->nrests && i < LINK_MAX_RESTS; i++)
        add(m, BOTH, "%s", k->rests[i]);
    if (k->nrests > LINK_MAX_RESTS)
        add(m, BOTH, "%u things more", k->nrests - LINK_MAX_RESTS);
    if (k->matching && m->actors > 1)
        add(m, LIST,
            "no rank uses an address of another that was not in a message as it is");
    add(m, LIST, "addresses of variables and blocks that are as here");
    add(m, LIST, "memory that was never written, with the contents that it has here");
    add_arguments(m, argv);
    add_files(m, k);
}

static bool has(const texts_vec *v, const char *what)
{
    size_t i = 0;
    while (i < v->len && strcmp(v->at[i], what))
        i++;
    return i < v->len;
}

void scope_add(struct summary *m, const char *what)
{
    if (!has(&m->rests_on, what))
        add(m, BOTH, "%s", what);
}

bool scope_has_gap(const struct summary *m, const char *what)
{
    return has(&m->gaps, what);
}

void scope_add_gap(struct summary *m, const char *what)
{
    if (!scope_has_gap(m, what))
        vec_push(&m->gaps, mem_strdup(what));
}

void scope_add_before(struct summary *m, const struct frontier *f)
{
    for (size_t i = 0; i < f->runs.rests.len; i++)
        scope_add(m, f->runs.rests.at[i]);
    for (size_t i = 0; i < f->runs.gaps.len; i++)
        scope_add_gap(m, f->runs.gaps.at[i]);
}
