/* SPDX-License-Identifier: Apache-2.0
 *
 * leaks.c - see leaks.h.
 *
 * What one place has made is told once, with its number. A few objects that are left are
 * untidy, which is worth a warning; many of them from one place come from a loop, and a
 * longer run would not have room for them. */
#include "mpi/lib/leaks.h"
#include "mpi/lib/lib.h"
#include "mpi/p2p/request.h"
#include <stdio.h>
#include <stdlib.h>

/* From this number on, objects from one place are taken to come from a loop that makes
 * ever more. A program may well keep a datatype for each of its 26 neighbours. */
enum { MANY = 64 };

struct leak {
    enum object_kind kind;
    int state; /* requests: enum leaked_request; otherwise 0 */
    enum finding_kind finding;
    const char *one, *many; /* its name, and that of several */
    const char *missing;    /* what was never done with it */
};

static const struct leak leaks[] = {
    {OBJECT_REQUEST, LEAKED_UNSTARTED, FINDING_MISSING_START, "persistent request",
     "persistent requests", "started"},
    {OBJECT_REQUEST, LEAKED_ACTIVE, FINDING_MISSING_WAIT, "request", "requests",
     "completed with MPI_Wait or MPI_Test"},
    {OBJECT_REQUEST, LEAKED_IDLE, FINDING_REQUEST_LEAK, "persistent request",
     "persistent requests", "freed"},
    {OBJECT_COMM, 0, FINDING_RESOURCE_LEAK, "communicator", "communicators", "freed"},
    {OBJECT_GROUP, 0, FINDING_RESOURCE_LEAK, "group", "groups", "freed"},
    {OBJECT_DATATYPE, 0, FINDING_RESOURCE_LEAK, "datatype", "datatypes", "freed"},
    {OBJECT_OP, 0, FINDING_RESOURCE_LEAK, "operator", "operators", "freed"},
    {OBJECT_INFO, 0, FINDING_RESOURCE_LEAK, "info object", "info objects", "freed"},
    {OBJECT_ERRHANDLER, 0, FINDING_RESOURCE_LEAK, "error handler", "error handlers",
     "freed"},
    {OBJECT_WIN, 0, FINDING_RESOURCE_LEAK, "window", "windows", "freed"},
    {OBJECT_FILE, 0, FINDING_RESOURCE_LEAK, "file", "files", "closed"},
    {OBJECT_MESSAGE, 0, FINDING_UNMATCHED_MESSAGE, "message", "messages", "received"},
};

static bool is_of(const struct leak *l, const struct mpi_object *o)
{
    return o && (l->kind != OBJECT_REQUEST || (int)request_leaked(o) == l->state);
}

/* Things that are told in one sentence. */
struct list {
    char text[256];
    size_t len, n, untold;
    struct port_from first;
    bool closed, freed;
};

static struct port_from made_by(const struct mpi_object *o)
{
    return (struct port_from){.call = o->call, .site = o->site};
}

/* Appends "the group of MPI_Comm_group at f.c:7", as far as there is room. */
static void add(struct list *to, const struct leak *l, const struct mpi_object *o,
                size_t n)
{
    const char *made = lib_call_name(o->call), *place = port_place(o->site);
    char one[sizeof to->text];
    int len =
        n == 1 ? snprintf(one, sizeof one, "the %s of %s at %s", l->one, made, place)
               : snprintf(one, sizeof one, "%zu %s of %s at %s", n, l->many, made, place);
    to->closed |= l->kind == OBJECT_FILE;
    to->freed |= l->kind != OBJECT_FILE;
    if (!to->n)
        to->first = made_by(o);
    if (to->untold || to->len + (size_t)len + 2 > sizeof to->text - 32) {
        to->untold++;
        return;
    }
    to->len += (size_t)snprintf(to->text + to->len, sizeof to->text - to->len, "%s%s",
                                to->n ? ", " : "", one);
    to->n += n == 1 ? 1 : 2;
}

/* All objects of one MPI_Finalize that are untidy make one warning, and those that
 * libraries have made another one. */
static void tell_list(const struct list *l)
{
    char more[48] = "";
    if (!l->n)
        return;
    if (l->untold)
        snprintf(more, sizeof more, " and %zu more", l->untold);
    port_note(l->first, FINDING_RESOURCE_LEAK, "%s%s %s never %s", l->text, more,
              l->n == 1 ? "was" : "were",
              !l->closed  ? "freed"
              : !l->freed ? "closed"
                          : "freed or closed");
}

static void tell(const struct leak *l, const struct mpi_object *o, size_t n,
                 struct list untidy[2])
{
    bool grows = n >= MANY && (l->finding == FINDING_RESOURCE_LEAK ||
                               l->finding == FINDING_REQUEST_LEAK);
    struct list alone = {.n = 0};
    if (l->finding == FINDING_RESOURCE_LEAK && !grows) {
        add(&untidy[port_is_library(o->site)], l, o, n);
        return;
    }
    add(&alone, l, o, n);
    port_note(made_by(o), grows ? FINDING_RESOURCE_GROWTH : l->finding, "%s %s never %s",
              alone.text, n == 1 ? "was" : "were", l->missing);
}

/* Tells of the objects of this kind, those from one place together. */
static void report(const struct leak *l, struct list untidy[2])
{
    size_t n;
    struct mpi_object **all = object_all_leaked(l->kind, &n);
    for (size_t i = 0; i < n; i++) {
        const struct mpi_object *first = all[i];
        size_t same = 1;
        if (!is_of(l, first))
            continue;
        for (size_t j = i + 1; j < n; j++)
            if (is_of(l, all[j]) && all[j]->site == first->site &&
                all[j]->call == first->call) {
                same++;
                all[j] = NULL;
            }
        tell(l, first, same, untidy);
    }
    free(all);
}

void leaks_report(void)
{
    struct list untidy[2] = {{.n = 0}};
    request_before_leaks();
    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++)
        report(&leaks[i], untidy);
    tell_list(&untidy[false]);
    tell_list(&untidy[true]);
}
