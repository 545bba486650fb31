/* SPDX-License-Identifier: Apache-2.0
 *
 * history.c - see history.h.
 *
 * A history is the first collectives as they are, and a hash of all; and for each peer
 * whether data went there, and came from there: a bit for each of the first collectives,
 * and a hash of the rest. */
#include "mpi/coll/history.h"
#include "mpi/coll/reduce.h"
#include <stdlib.h>
#include <string.h>

enum { KEPT = 16 };

/* The part of a history that others see. The descriptions of the first collectives
 * follow it, and then what each peer was given. */
struct record {
    uint64_t key;  /* the communicator's key */
    uint64_t hash; /* hash of all descriptions */
    uint32_t n, kept, npeers;
    uint32_t pad;
};

struct history {
    struct history *next;
    struct group *local, *remote; /* the communicator's groups, references are held;
                                     remote: NULL if there is none */
    struct record record;
    struct described first[KEPT], last;
    uint64_t *gives, *takes; /* for each peer, marks of the collectives in which data were
                                given and taken */
};

/* ---- keeping ---- */

static uint64_t mix(uint64_t hash, uint64_t what)
{
    hash = (hash ^ what) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static struct history *history_new(const struct comm *c)
{
    struct history *h = lib_alloc(sizeof *h);
    size_t n = (size_t)comm_peers(c)->n;
    object_hold(&(h->local = c->local)->object);
    if (c->remote)
        object_hold(&(h->remote = c->remote)->object);
    h->record.npeers = (uint32_t)n;
    h->gives = lib_alloc(n * sizeof *h->gives);
    h->takes = lib_alloc(n * sizeof *h->takes);
    for (const char *k = c->key; *k; k++)
        h->record.key = mix(h->record.key, (unsigned char)*k);
    return h;
}

/* Adds the mark of the n-th collective: whether data were moved. */
static uint64_t mark(uint64_t marks, uint32_t n, bool some)
{
    const uint64_t exact = ((uint64_t)1 << KEPT) - 1;
    if (n < KEPT)
        return marks | (uint64_t)some << n;
    return (marks & exact) | (mix(marks, 2 * (uint64_t)n + some) & ~exact);
}

void history_add(struct comm *c, struct described d, const uint8_t *marks)
{
    if (!c->history)
        c->history = history_new(c);
    struct history *h = c->history;
    struct record *r = &h->record;
    for (uint32_t i = 0; i < r->npeers; i++) {
        h->gives[i] = mark(h->gives[i], r->n, marks[i] & HISTORY_GIVES);
        h->takes[i] = mark(h->takes[i], r->n, marks[i] & HISTORY_TAKES);
    }
    if (r->kept < KEPT)
        h->first[r->kept++] = d;
    h->last = d;
    r->n++;
    r->hash =
        mix(mix(r->hash, lib_plain_call(d.call)), (uint64_t)(d.root + 1) << 40 ^ d.op);
}

const struct described *history_last(const struct history *h)
{
    return h && h->record.n ? &h->last : NULL;
}

struct history *history_take(struct comm *c)
{
    struct history *h = c->history;
    c->history = NULL;
    return h;
}

static void push(struct history **list, struct history *h)
{
    if (!h)
        return;
    h->next = *list;
    *list = h;
}

void history_keep(struct comm *c)
{
    push(&lib()->histories, history_take(c));
}

struct history *history_take_all(void)
{
    struct lib *l = lib();
    struct mpi_object *o = NULL;
    while ((o = object_leaked(OBJECT_COMM, o)))
        history_keep((struct comm *)o);
    history_keep(l->world);
    struct history *all = l->histories;
    l->histories = NULL;
    return all;
}

void history_free(struct history *h)
{
    while (h) {
        struct history *next = h->next;
        object_release(&h->local->object);
        if (h->remote)
            object_release(&h->remote->object);
        free(h->gives);
        free(h->takes);
        free(h);
        h = next;
    }
}

/* ---- telling ---- */

static struct described *first_of(const struct record *r)
{
    return (struct described *)(r + 1);
}

static uint64_t *gives_of(const struct record *r)
{
    return (uint64_t *)(first_of(r) + r->kept);
}

static size_t record_bytes(const struct record *r)
{
    size_t n = (size_t)((char *)(gives_of(r) + r->npeers) - (char *)r);
    return (n + 15) & ~(size_t)15;
}

size_t history_bytes(const struct history *h)
{
    size_t n = 0;
    for (; h; h = h->next)
        n += record_bytes(&h->record);
    return n;
}

void history_write(const struct history *h, void *to)
{
    for (char *at = to; h; h = h->next) {
        struct record *r = (struct record *)at;
        *r = h->record;
        memcpy(first_of(r), h->first, r->kept * sizeof *h->first);
        memset(gives_of(r), 0, (r->npeers + 1) / 2 * 16);
        memcpy(gives_of(r), h->gives, r->npeers * sizeof *h->gives);
        at += record_bytes(r);
    }
}

/* ---- comparing ---- */

static const char *operator_name(uint64_t identity)
{
    const struct mpi_op *op = op_find((MPI_Op)identity);
    return op && op->name ? op->name : "an operator of the program";
}

/* Compares the rest. A rank that does not know something has 0 there. */
static bool agreed_alike(struct request *r, const struct described *mine,
                         const struct described *theirs, int other)
{
    const struct agreed a = mine->agreed, b = theirs->agreed;
    const char *call = lib_call_name(mine->call), *place = port_place(theirs->site);
    if (a.commutes && b.commutes && a.commutes != b.commutes)
        request_fail(
            r, MPI_ERR_OP, FINDING_OPERATOR_MISMATCH,
            "rank %d calls %s with an operator that does%s commute, but rank %d has "
            "made it as one that does%s (%s)",
            port_rank(), call, a.commutes == 2 ? "" : " not", other,
            b.commutes == 2 ? "" : " not", place);
    else if (a.in_place && b.in_place && a.in_place != b.in_place)
        request_fail(r, MPI_ERR_BUFFER, FINDING_CALL_MISMATCH,
                     "rank %d calls %s %s MPI_IN_PLACE, and rank %d %s it (%s); all "
                     "ranks must give it, or none",
                     port_rank(), call, a.in_place == 2 ? "with" : "without", other,
                     b.in_place == 2 ? "with" : "without", place);
    else if (a.counts && b.counts && a.counts != b.counts)
        request_fail(r, MPI_ERR_COUNT, FINDING_DATATYPE_MISMATCH,
                     "rank %d calls %s with other counts than rank %d (%s); the array "
                     "must be the same on all ranks",
                     port_rank(), call, other, place);
    return !r->error;
}

/* Ranks other than the root in the root's own group of an intercommunicator do not know
 * the root, and ranks that neither give nor take data have no operator, so these are
 * not compared. */
bool described_alike(struct request *r, const struct described *mine,
                     const struct described *theirs, int other)
{
    const char *own_call = lib_call_name(mine->call);
    bool same_call = theirs->call == mine->call;
    const char *calls = same_call ? "" : "calls ",
               *call = same_call ? "" : lib_call_name(theirs->call),
               *then = same_call ? "" : " ";
    if (mine->root >= 0 && theirs->root >= 0 && mine->root != theirs->root) {
        request_fail(r, MPI_ERR_ROOT, FINDING_ROOT_MISMATCH,
                     "rank %d calls %s with root %d, but rank %d %s%s%swith root %d (%s; "
                     "ranks of MPI_COMM_WORLD)",
                     port_rank(), own_call, mine->root, other, calls, call, then,
                     theirs->root, port_place(theirs->site));
        return false;
    }
    if (mine->op && theirs->op && mine->op != theirs->op) {
        const char *a = operator_name(theirs->op), *b = operator_name(mine->op);
        request_fail(r, MPI_ERR_OP, FINDING_OPERATOR_MISMATCH,
                     "rank %d calls %s with %s, but rank %d %s%s%swith %s%s (%s)",
                     port_rank(), own_call, b, other, calls, call, then, a,
                     a == b ? ", which is another one" : "", port_place(theirs->site));
        return false;
    }
    return lib_plain_call(mine->call) != lib_plain_call(theirs->call) ||
           agreed_alike(r, mine, theirs, other);
}

static bool is_member(const struct history *h, int world)
{
    return group_rank_of(h->local, world) != MPI_UNDEFINED ||
           (h->remote && group_rank_of(h->remote, world) != MPI_UNDEFINED);
}

static const struct record *find(uint64_t key, const void *records, size_t n)
{
    static const struct record none;
    for (const char *at = records, *end = at + n; at < end;) {
        const struct record *r = (const struct record *)at;
        if (r->key == key)
            return r;
        at += record_bytes(r);
    }
    return &none;
}

/* Where data were moved, full descriptions were compared already. What is left is the
 * case that a rank gave data to one that expected none. */
static bool same_data(struct request *r, const struct history *h,
                      const struct record *theirs, int other)
{
    int peer = group_rank_of(h->remote ? h->remote : h->local, other);
    if (peer == MPI_UNDEFINED || other == port_rank())
        return true;
    uint64_t differ = gives_of(theirs)[h->local->rank] ^ h->takes[peer];
    if (!differ)
        return true;
    int i = __builtin_ctzll(differ);
    if (i >= KEPT) {
        request_fail(r, MPI_ERR_TYPE, FINDING_DATATYPE_MISMATCH,
                     "rank %d gives data to this rank in a collective in which this rank "
                     "takes none, one of %u that began at %s",
                     other, h->record.n, port_place(h->first[0].site));
        return false;
    }
    const struct described *a = &h->first[i], *b = &first_of(theirs)[i];
    bool gives = gives_of(theirs)[h->local->rank] >> i & 1;
    request_fail(r, gives ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE, FINDING_DATATYPE_MISMATCH,
                 "rank %d gives %s to this rank with %s at %s, and this rank takes %s "
                 "with %s at %s",
                 other, gives ? "data" : "nothing", lib_call_name(b->call),
                 port_place(b->site), gives ? "none" : "some", lib_call_name(a->call),
                 port_place(a->site));
    return false;
}

/* One of the two has made more calls, or they differ in calls that are not kept. */
static void absent(struct request *r, const struct history *h,
                   const struct record *theirs, int other)
{
    const struct record *mine = &h->record;
    if (theirs->n < mine->kept) {
        const struct described *a = &h->first[theirs->n];
        r->error_from = (struct port_from){.call = (uint16_t)a->call, .site = a->site};
        uint32_t before = 0; /* they agree in these */
        for (uint32_t i = 0; i < theirs->n; i++)
            before += h->first[i].call == a->call;
        if (before)
            request_fail(r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
                         "rank %d calls %s once more than rank %d, which has come to "
                         "MPI_Finalize after %u of them",
                         port_rank(), lib_call_name(a->call), other, before);
        else
            request_fail(r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
                         "rank %d calls %s, and rank %d never does: it has come to "
                         "MPI_Finalize without it",
                         port_rank(), lib_call_name(a->call), other);
        return;
    }
    if (mine->n < theirs->kept) {
        const struct described *b = &first_of(theirs)[mine->n];
        request_fail(r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
                     "rank %d comes to MPI_Finalize without calling %s, as rank %d does "
                     "(%s)",
                     port_rank(), lib_call_name(b->call), other, port_place(b->site));
        return;
    }
    const struct described *last = &h->last;
    r->error_from = (struct port_from){.call = (uint16_t)last->call, .site = last->site};
    if (mine->n != theirs->n)
        request_fail(
            r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
            "rank %d has made %u collective calls on a communicator, the last of "
            "them %s, but rank %d has made %u",
            port_rank(), mine->n, lib_call_name(last->call), other, theirs->n);
    else
        request_fail(r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
                     "rank %d and rank %d have made %u collective calls on a "
                     "communicator, the last of them %s, and they are not the same ones",
                     port_rank(), other, mine->n, lib_call_name(last->call));
}

static bool same(struct request *r, const struct history *h, const struct record *theirs,
                 int other)
{
    const struct record *mine = &h->record;
    for (uint32_t i = 0; i < mine->kept && i < theirs->kept; i++) {
        const struct described *a = &h->first[i], *b = &first_of(theirs)[i];
        r->error_from = (struct port_from){.call = (uint16_t)a->call, .site = a->site};
        if (lib_plain_call(a->call) != lib_plain_call(b->call))
            request_fail(r, MPI_ERR_OTHER, FINDING_CALL_MISMATCH,
                         "rank %d calls %s, but rank %d calls %s (%s)", port_rank(),
                         lib_call_name(a->call), other, lib_call_name(b->call),
                         port_place(b->site));
        if (r->error || !described_alike(r, a, b, other))
            return false;
        r->error_from = (struct port_from){0};
    }
    /* The ranks of an intercommunicator do not all know the same, so hashes cannot be
     * compared. */
    if (mine->n == theirs->n && (h->remote || mine->hash == theirs->hash))
        return same_data(r, h, theirs, other);
    absent(r, h, theirs, other);
    return false;
}

bool history_same(struct request *r, const struct history *h, const void *theirs,
                  size_t n, int other)
{
    for (; h; h = h->next)
        if (is_member(h, other) && !same(r, h, find(h->record.key, theirs, n), other))
            return false;
    return true;
}
