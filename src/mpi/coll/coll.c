/* SPDX-License-Identifier: Apache-2.0
 *
 * coll.c - how every collective goes: describe, arrive, check what the others described,
 * take their blocks or reduce them.
 *
 * A contribution is a head; a data_head for each block, or one if they are all alike; in
 * neighbourhoods whom the blocks are for; the history (history.h); and the packed blocks.
 * A rank that waits for nobody compares nothing at once; the history is compared later.
 */
#include "mpi/coll/coll.h"
#include "mpi/coll/fold.h"
#include "mpi/coll/history.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/overlap.h"
#include "mpi/type/bounds.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- contributions ---- */

struct contribution {
    struct coll_head head;
    int32_t root; /* world rank of the root; -1: none */
    uint32_t nblocks;
    uint32_t ntable, nnames;
    uint64_t op;
    uint32_t history; /* number of bytes of the history */
    uint32_t mutual;  /* everybody needs everybody, so the history is compared */
};

/* Identifies an operator. User functions are named by their address, which is the same
 * in all ranks. */
static uint64_t operator_identity(const struct mpi_op *op)
{
    if (!op)
        return 0;
    if (op->large)
        return (uint64_t)(uintptr_t)op->large;
    return op->function ? (uint64_t)(uintptr_t)op->function : (unsigned)op->object.handle;
}

static size_t round_up(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

static struct data_head *table_of(const struct contribution *m)
{
    return (struct data_head *)(m + 1);
}

static int32_t *names_of(const struct contribution *m)
{
    return (int32_t *)(table_of(m) + m->ntable);
}

static char *history_of(const struct contribution *m)
{
    return (char *)names_of(m) + round_up(m->nnames * sizeof(int32_t));
}

static char *data_of(const struct contribution *m)
{
    return history_of(m) + m->history;
}

static const struct data_head *head_of_block(const struct contribution *m, uint32_t i)
{
    return &table_of(m)[m->ntable == 1 ? 0 : i];
}

static const char *block_of(const struct contribution *m, uint32_t i)
{
    if (m->ntable == 1)
        return data_of(m) + i * table_of(m)->bytes;
    const char *at = data_of(m);
    for (uint32_t b = 0; b < i; b++)
        at += table_of(m)[b].bytes;
    return at;
}

/* Is there somebody on the other side of this block? In a neighbourhood there may be
 * none, and the memory is not touched then. The only block may be for all. */
static bool gives_block(const struct coll *k, int i)
{
    bool all = k->give.n == 1;
    if (!k->destinations)
        return true;
    for (int p = all ? 0 : i; p < (all ? k->ndestinations : i + 1); p++)
        if (k->destinations[p] != MPI_PROC_NULL)
            return true;
    return false;
}

/* The blocks that are written to: in a neighbourhood, not those from nobody. */
static int blocks_taken(const struct coll *k)
{
    return !k->destinations ? k->take.n : k->take.n ? (int)k->nneed : 0;
}

static struct data taken_block(const struct coll *k, int i)
{
    return blocks_at(&k->take, k->destinations ? k->need[i].mine : i);
}

static size_t total_bytes(const struct blocks *b)
{
    size_t n = 0;
    for (int i = 0; i < b->n; i++) {
        struct data d = blocks_at(b, i);
        n += data_bytes(&d);
    }
    return n;
}

static void pack_blocks(struct contribution *m, const struct coll *k)
{
    const struct blocks *b = &k->give;
    char *to = data_of(m);
    for (int i = 0; i < b->n; i++) {
        struct data d = blocks_at(b, i);
        if ((uint32_t)i < m->ntable)
            table_of(m)[i] = data_head(&d);
        if (gives_block(k, i))
            data_pack(&d, to);
        to += data_bytes(&d);
    }
}

/* Everything that this rank contributes, allocated with malloc(). */
static struct contribution *contribution(const struct coll *k, struct port_from from,
                                         size_t *n)
{
    struct contribution m = {.head = k->head,
                             .root = k->root,
                             .nblocks = (uint32_t)k->give.n,
                             .ntable = blocks_entries(&k->give),
                             .nnames = k->by_name ? (uint32_t)k->give.n : 0,
                             .op = operator_identity(k->op),
                             .history = (uint32_t)history_bytes(k->history),
                             .mutual = k->mutual};
    *n = (size_t)(data_of(&m) - (char *)&m) + total_bytes(&k->give);
    struct contribution *all = calloc(1, *n); /* some blocks may be for nobody */
    if (!all)
        port_fail(from, FINDING_UNSUPPORTED,
                  "no memory left for %zu bytes of a collective", *n);
    *all = m;
    if (m.nnames)
        memcpy(names_of(all), k->destinations, m.nnames * sizeof *k->destinations);
    history_write(k->history, history_of(all));
    pack_blocks(all, k);
    port_data(data_of(all), total_bytes(&k->give));
    return all;
}

/* ---- what the others say ---- */

static int world_of_place(const struct coll *k, uint32_t place)
{
    return (int)(k->order ? k->order : k->comm->members)[place];
}

static bool check_head(struct request *r, const struct coll *k, uint32_t place,
                       const struct contribution *m)
{
    struct described mine = {.call = r->from.call,
                             .site = r->from.site,
                             .root = k->root,
                             .op = operator_identity(k->op)};
    struct described theirs = {
        .call = m->head.call, .site = m->head.site, .root = m->root, .op = m->op};
    int other = world_of_place(k, place);
    return described_alike(r, &mine, &theirs, other) &&
           (!k->mutual || !m->mutual ||
            history_same(r, k->history, history_of(m), m->history, other));
}

static bool check_data(struct request *r, const struct coll *k, uint32_t place,
                       const struct contribution *m, const struct data_head *theirs,
                       const struct data *mine)
{
    struct signature own = type_signature(mine->type, mine->count);
    if (signature_equal(&theirs->signature, &own))
        return true;
    char a[TYPE_TEXT], b[TYPE_TEXT];
    request_fail(r, theirs->bytes > data_bytes(mine) ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE,
                 FINDING_DATATYPE_MISMATCH,
                 "rank %d gives %s with %s at %s, and this rank expects %s with %s at %s",
                 world_of_place(k, place), signature_text(&theirs->signature, a),
                 lib_call_name(m->head.call), port_place(m->head.site),
                 type_describe(mine->type, mine->count, b), lib_call_name(r->from.call),
                 port_place(r->from.site));
    return false;
}

/* ---- taking ---- */

/* The index of the member's block to be taken; with names, the n-th that is for this
 * rank; -1: there is none. */
static int64_t find_block(const struct coll *k, const struct contribution *m, int n)
{
    if (!m->nnames)
        return n < (int)m->nblocks ? n : -1;
    for (uint32_t i = 0; i < m->nnames; i++)
        if (names_of(m)[i] == k->comm->rank && n-- == 0)
            return i;
    return -1;
}

static bool move(struct request *r, const struct coll *k, const struct need *need,
                 const struct contribution *m)
{
    bool own = k->comm->members[need->member] == (uint32_t)port_rank();
    if (!k->take.n || (own && !m->nblocks))
        return true; /* MPI_Barrier, or MPI_IN_PLACE: nothing to copy */
    int64_t i = find_block(k, m, need->theirs);
    if (i < 0) {
        request_fail(r, MPI_ERR_TOPOLOGY, FINDING_DATATYPE_MISMATCH,
                     "rank %d gives nothing to this rank with %s at %s",
                     world_of_place(k, need->place), lib_call_name(m->head.call),
                     port_place(m->head.site));
        return false;
    }
    struct data d = blocks_at(&k->take, need->mine);
    const struct data_head *head = head_of_block(m, (uint32_t)i);
    if (!check_data(r, k, need->place, m, head, &d))
        return false;
    data_unpack(&d, block_of(m, (uint32_t)i), head->bytes);
    return true;
}

/* ---- reducing ---- */

static void reduce(struct request *r, const struct operands *o, const struct data *result)
{
    char where[FOLD_TEXT];
    fold(o, result);
    if (result->type->contiguous)
        port_made(result->at, data_bytes(result));
    if (!fold_differs(o, result, where))
        return;
    port_note(r->from, FINDING_REDUCTION_ORDER,
              "the result depends on the order of the operands: %s", where);
    port_rests_on("reductions in rank order");
}

/* Reduces what the members gave; this rank's result is the slice that starts at
 * k->slice. */
static void reduce_all(struct request *r, const struct coll *k,
                       const struct port_result *result)
{
    if (!k->take.n || !k->nneed)
        return; /* only the root has a result, and not the first rank in MPI_Exscan */
    struct data d = blocks_at(&k->take, 0);
    const char **packed = lib_alloc(k->nneed * sizeof *packed);
    bool fine = true;
    for (uint32_t i = 0; i < k->nneed && fine; i++) {
        const struct contribution *m = port_gathered(result, k->need[i].place, NULL);
        struct data whole = d;
        whole.count = k->total;
        fine = check_data(r, k, k->need[i].place, m, table_of(m), &whole);
        packed[i] = data_of(m) + type_bytes(d.type, k->slice);
    }
    if (fine && d.count)
        reduce(r, &(struct operands){k->op, packed, (int)k->nneed}, &d);
    free(packed);
}

/* ---- the whole of it ---- */

static void finish(struct request *r, const struct port_result *result)
{
    struct coll *k = r->state;
    comm_check_same_call(&k->head, result, k->order ? k->order : k->comm->members,
                         k->needed);
    for (uint32_t i = 0; i < k->needed; i++) {
        const struct contribution *m = port_gathered(result, i, NULL);
        if (!check_head(r, k, i, m))
            return;
    }
    if (k->op) {
        reduce_all(r, k, result);
        return;
    }
    for (uint32_t i = 0; i < k->nneed; i++)
        if (!move(r, k, &k->need[i], port_gathered(result, k->need[i].place, NULL)))
            return;
}

/* ---- arrays of the program ----
 *
 * The program must leave them alone while the operation is active. If it does not, that
 * is reported, and the operation is still the one that was started. */

static const void *copy_of(const void *array, int n, size_t element)
{
    size_t bytes = (size_t)n * element;
    return array && n > 0 ? memcpy(lib_alloc(bytes), array, bytes) : array;
}

static void copy_counts(struct counts *c, int n)
{
    c->at = copy_of(c->at, n, counts_bytes(*c, 1));
}

static void copy_side(struct side *s, int n)
{
    copy_counts(&s->counts, n);
    copy_counts(&s->displs, n);
}

static void copy_arrays(struct coll *k)
{
    copy_side(&k->give.side, k->give.n);
    copy_side(&k->take.side, k->take.n);
    k->given_slices = k->slices;
    copy_counts(&k->slices, k->comm->size);
    k->copied = true;
}

static void free_side(const struct side *s, int n)
{
    if (n < 1)
        return;
    free((void *)(uintptr_t)s->counts.at);
    free((void *)(uintptr_t)s->displs.at);
}

static void free_arrays(const struct coll *k)
{
    free_side(&k->give.side, k->give.n);
    free_side(&k->take.side, k->take.n);
    free((void *)(uintptr_t)k->slices.at);
}

static void release(struct coll *k)
{
    if (k->copied)
        free_arrays(k);
    blocks_release(&k->give);
    blocks_release(&k->take);
    if (k->op)
        object_release(&k->op->object);
    free(k->need);
    free(k->destinations);
    free(k->order);
    history_free(k->history);
}

int coll_discard(struct coll *k, int code)
{
    release(k);
    return lib_leave(code);
}

/* ---- for the history ---- */

static bool gives_data_to(const struct coll *k, int peer)
{
    if (k->op)
        return !blocks_empty(&k->give, 0) &&
               (!k->slices.at || counts_at(k->slices, peer));
    return !blocks_empty(&k->give, k->give.n > 1 ? peer : 0);
}

static void mark_destinations(const struct coll *k, uint8_t *marks)
{
    for (int i = 0; i < k->ndestinations; i++)
        if (k->destinations[i] != MPI_PROC_NULL &&
            !blocks_empty(&k->give, k->give.n == 1 ? 0 : i))
            marks[k->destinations[i]] |= HISTORY_GIVES;
}

/* For each peer, whether this rank gives it data or takes some from it; allocated with
 * malloc(). */
static uint8_t *partners(const struct coll *k)
{
    const struct comm *c = k->comm;
    uint8_t *marks = lib_alloc((size_t)comm_peers(c)->n);
    if (k->one_sided)
        return marks;
    if (k->give.n)
        mark_destinations(k, marks);
    for (int p = k->to; k->give.n && p < k->to + k->nto; p++)
        if (gives_data_to(k, p))
            marks[p] |= HISTORY_GIVES;
    for (uint32_t i = 0; k->take.n && i < k->nneed; i++)
        marks[k->need[i].member - member_of_peer(c, 0)] |= HISTORY_TAKES;
    return marks;
}

static void remember(struct request *r, struct coll *k)
{
    uint8_t *marks = partners(k);
    history_add(k->comm,
                (struct described){.call = r->from.call,
                                   .site = r->from.site,
                                   .root = k->root,
                                   .op = operator_identity(k->op)},
                marks);
    free(marks);
}

/* ---- the whole of it, for the program ---- */

static void use_given(struct bytes *to, const struct coll *k)
{
    for (int i = 0; i < k->give.n; i++) {
        struct data d = blocks_at(&k->give, i);
        if (gives_block(k, i))
            bytes_add(to, &d);
    }
}

static void use_taken(struct bytes *to, const struct coll *k)
{
    for (int i = 0; i < blocks_taken(k); i++) {
        struct data d = taken_block(k, i);
        bytes_add(to, &d);
    }
}

static void use_side(struct bytes *to, const struct blocks *b)
{
    const struct side *s = &b->given;
    size_t n = b->n > 0 ? (size_t)b->n : 0;
    bytes_add_array(to, s->counts.at, counts_bytes(s->counts, n));
    bytes_add_array(to, s->displs.at, counts_bytes(s->displs, n));
    if (!lib()
             ->bound) /* the bindings for mpi_f08 make an array of handles for the call */
        bytes_add_array(to, s->types, n * sizeof *s->types);
}

static void use_arrays(struct request *r, const struct coll *k)
{
    struct bytes all = {0};
    struct counts slices = k->copied ? k->given_slices : k->slices;
    use_side(&all, &k->give);
    use_side(&all, &k->take);
    bytes_add_array(&all, slices.at, counts_bytes(slices, (size_t)k->comm->size));
    active_arrays(r, &all);
}

/* States which memory the operation uses. */
static void use_blocks(struct request *r, const struct coll *k)
{
    struct bytes reads = {0}, writes = {0};
    if (!active_matters(r))
        return;
    use_arrays(r, k);
    use_given(&reads, k);
    use_taken(&writes, k);
    active_start(r, &reads, &writes);
}

/* Starts the operation. The k-th arrives of all ranks belong together, so each start
 * contributes a new description of what the rank takes part in. */
static void arrive(struct request *r)
{
    struct coll *k = r->state;
    use_blocks(r, k);
    k->head = coll_head(k->comm);
    k->head.call = r->from.call;
    k->head.site = r->from.site;
    if (k->mutual && !k->apart)
        k->history = history_take(k->comm);
    else if (!k->apart)
        remember(r, k);
    size_t n;
    struct contribution *mine = contribution(k, r->from, &n);
    r->active = r->started = true;
    r->port = port_arrive(r->from, k->context ? k->context : k->comm->collectives,
                          k->order ? k->order : k->comm->members, k->comm->nmembers,
                          k->needed, mine, n);
    free(mine);
}

static int check_bounds(struct request *r)
{
    const struct coll *k = r->state;
    int code = MPI_SUCCESS;
    for (int i = 0; i < k->give.n && !code; i++) {
        struct data d = blocks_at(&k->give, i);
        code = gives_block(k, i) ? bounds_read(k->comm, &d) : MPI_SUCCESS;
    }
    if (k->op && k->take.n && !code) {
        struct data d = blocks_at(&k->take, 0);
        code = bounds_written(k->comm, &d);
    }
    for (uint32_t i = 0; !k->op && k->take.n && i < k->nneed && !code; i++) {
        struct data d = blocks_at(&k->take, k->need[i].mine);
        code = bounds_written(k->comm, &d);
    }
    return code;
}

static void prepare(struct request *r, struct coll *k)
{
    r->state = k;
    r->start = arrive;
    r->check = check_bounds;
    r->finish = finish;
    needs_order(k);
}

static void release_copy(void *state)
{
    release(state);
    free(state);
}

/* A context for a persistent operation. Persistent operations belong together in the
 * order in which they were created, whatever the order in which they are started, so
 * each has a context of its own. */
static uint32_t own_context(struct comm *c)
{
    char key[32];
    int n =
        snprintf(key, sizeof key, "persistent %u of %u", c->prepared++, c->collectives);
    return port_context(key, (size_t)n, comm_name(c));
}

static int make_request(struct coll *k, struct form form)
{
    struct request *r = request_new(REQUEST_ARRIVE, k->comm);
    struct coll *copy = lib_alloc(sizeof *copy);
    *copy = *k;
    copy_arrays(copy);
    r->discard = release_copy;
    r->persistent = form.persistent;
    prepare(r, copy);
    if (form.persistent) {
        remember(r, copy);
        copy->apart = true;
        copy->context = own_context(k->comm);
    } else {
        int code = check_bounds(r);
        if (code) {
            object_unpublish(&r->object);
            return code;
        }
        arrive(r);
    }
    *form.request = r->object.handle;
    return MPI_SUCCESS;
}

static int run(struct coll *k)
{
    struct request r;
    request_init(&r, REQUEST_ARRIVE, k->comm);
    prepare(&r, k);
    int code = check_bounds(&r);
    r.calls_program = k->op && !k->op->loops;
    if (!code) {
        arrive(&r);
        request_wait(&r);
        active_end(&r, lib()->from);
        code = request_code(&r);
    }
    release(k);
    request_clear(&r);
    return code;
}

static void add_given(struct spans *s, const struct coll *k)
{
    for (int i = 0; i < k->give.n; i++) {
        struct data d = blocks_at(&k->give, i);
        if (gives_block(k, i))
            spans_add(s, &d, false);
    }
}

static void add_taken(struct spans *s, const struct coll *k)
{
    for (int i = 0; i < blocks_taken(k); i++) {
        struct data d = taken_block(k, i);
        spans_add(s, &d, true);
    }
}

static bool may_have_data(const struct blocks *b)
{
    return b->n && (b->side.each || b->side.count);
}

/* Is the same address given for sending and receiving? That is an error even if no byte
 * is moved; MPICH, for example, rejects it. */
static bool same_buffer(const struct coll *k)
{
    const void *buf = k->give.side.buf;
    return !k->in_place && !k->destinations && buf && buf == k->take.side.buf &&
           may_have_data(&k->give) && may_have_data(&k->take);
}

static int check_types_received(const struct coll *k)
{
    int code = MPI_SUCCESS;
    for (int i = 0; i < k->take.n && !code; i++) {
        struct data d = blocks_at(&k->take, i);
        code = d.type ? type_check_received(k->comm, d.count, d.type) : MPI_SUCCESS;
    }
    return code;
}

static int check_overlap(const struct coll *k)
{
    struct spans s = {0};
    int code = check_types_received(k);
    if (code)
        return code;
    if (same_buffer(k))
        return lib_erroneous(k->comm, MPI_ERR_BUFFER,
                             "the buffers to send from and to receive into are the same; "
                             "MPI_IN_PLACE is for that");
    if (!k->in_place)
        add_given(&s, k);
    add_taken(&s, k);
    switch (spans_overlap(&s)) {
    case OVERLAP_BOTH:
        return lib_erroneous(k->comm, MPI_ERR_BUFFER,
                             "the buffers to send from and to receive into overlap");
    case OVERLAP_RECEIVED:
        return lib_erroneous(
            k->comm, MPI_ERR_BUFFER,
            "what is received from different ranks overlaps in the buffer");
    case OVERLAP_NONE:
        break;
    }
    return MPI_SUCCESS;
}

int coll_run(struct coll *k, struct form form)
{
    int code = check_overlap(k);
    if (code)
        return coll_discard(k, code);
    LEAVE(form.request ? make_request(k, form) : run(k));
}

/* Runs the last collective of MPI_COMM_WORLD, on a context of its own, since the
 * program may still have others under way. Error handlers are not called any more. */
void coll_end(struct port_from from)
{
    static const char key[] = "MPI_Finalize";
    struct coll k = coll_of(lib()->world);
    struct request r;
    lib()->from = from;
    request_init(&r, REQUEST_ARRIVE, k.comm);
    k.context = port_context(key, sizeof key, key);
    k.apart = true;
    k.history = history_take_all();
    need_each_other(&k, THEIR_ONLY);
    prepare(&r, &k);
    arrive(&r);
    struct port_result result = port_finish(from, &r.port, 1);
    finish(&r, &result);
    if (r.error)
        port_fail(r.error_from.site ? r.error_from : from, r.error_kind, "%s",
                  r.error_text ? r.error_text : "");
    release(&k);
    request_clear(&r);
}
