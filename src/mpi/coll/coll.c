/* SPDX-License-Identifier: Apache-2.0
 *
 * coll.c - how every collective goes: describe, arrive, check what the others described,
 * take their blocks or reduce them (contribution.h). A rank that waits for nobody
 * compares nothing at once; the history is compared later. */
#include "mpi/coll/coll.h"
#include "mpi/coll/contribution.h"
#include "mpi/coll/history.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/overlap.h"
#include "mpi/type/bounds.h"
#include <stdio.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- whom this rank needs ---- */

/* The position of a peer in comm->members, where the low group of an intercommunicator
 * comes first. */
uint32_t member_of_peer(const struct comm *c, int peer)
{
    return (uint32_t)peer + (comm_is_inter(c) && c->low ? (uint32_t)c->size : 0);
}

/* The index of the peers' block that is for this rank. */
static int own_block(const struct comm *c, enum which_block which)
{
    return which == THEIR_OURS ? c->rank : 0;
}

void need_peers(struct coll *k, int n, enum which_block which)
{
    k->need = lib_alloc((size_t)n * sizeof *k->need);
    k->nneed = (uint32_t)n;
    for (int i = 0; i < n; i++)
        k->need[i] = (struct need){.member = member_of_peer(k->comm, i),
                                   .theirs = own_block(k->comm, which),
                                   .mine = i};
}

void need_each_other(struct coll *k, enum which_block which)
{
    need_peers(k, comm_peers(k->comm)->n, which);
    k->mutual = !comm_is_inter(k->comm);
}

void need_peer(struct coll *k, int peer, enum which_block which)
{
    k->need = lib_alloc(sizeof *k->need);
    k->nneed = 1;
    k->need[0] = (struct need){.member = member_of_peer(k->comm, peer),
                               .theirs = own_block(k->comm, which)};
}

void give_to(struct coll *k, int peer, int n)
{
    k->to = peer;
    k->nto = n;
}

void give_to_all(struct coll *k)
{
    give_to(k, 0, comm_peers(k->comm)->n);
}

static bool empty(const struct blocks *b, int i)
{
    struct data d = blocks_at(b, i);
    return data_bytes(&d) == 0;
}

/* Removes members from which no data come, since they need not be waited for. In
 * MPI_Barrier nobody takes data; there the arrival itself is needed. */
static void leave_out_empty(struct coll *k)
{
    if (k->op && k->take.n && empty(&k->take, 0))
        k->nneed = 0;
    if (k->op || !k->take.n)
        return;
    bool *gives = lib_alloc(k->comm->nmembers * sizeof *gives);
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->nneed; i++)
        gives[k->need[i].member] |= !empty(&k->take, k->need[i].mine);
    for (uint32_t i = 0; i < k->nneed; i++)
        if (gives[k->need[i].member])
            k->need[n++] = k->need[i];
    k->nneed = n;
    free(gives);
}

static bool in_order(const struct coll *k)
{
    for (uint32_t i = 0; i < k->nneed; i++)
        if (k->need[i].member != i)
            return false;
    return true;
}

/* Lists the members, the needed ones first and each once. */
static void set_order(struct coll *k)
{
    const struct comm *c = k->comm;
    leave_out_empty(k);
    k->mutual = k->mutual && k->nneed == c->nmembers;
    if (in_order(k)) {
        for (uint32_t i = 0; i < k->nneed; i++)
            k->need[i].place = i;
        k->needed = k->nneed;
        return;
    }
    /* place in the order, plus 1 */
    uint32_t *place = lib_alloc(c->nmembers * sizeof *place), n = 0;
    k->order = lib_alloc(c->nmembers * sizeof *k->order);
    for (uint32_t i = 0; i < k->nneed; i++) {
        uint32_t m = k->need[i].member;
        if (!place[m]) {
            k->order[n] = c->members[m];
            place[m] = ++n;
        }
        k->need[i].place = place[m] - 1;
    }
    k->needed = n;
    for (uint32_t m = 0; m < c->nmembers; m++)
        if (!place[m])
            k->order[n++] = c->members[m];
    free(place);
}

int coll_role(struct coll *k, int root, enum role *role)
{
    struct comm *c = k->comm;
    bool inter = comm_is_inter(c);
    if (inter && root == MPI_PROC_NULL) {
        *role = ROLE_BYSTANDER;
        return MPI_SUCCESS;
    }
    if (inter && root == MPI_ROOT) {
        *role = ROLE_ROOT;
        k->root = port_rank();
        return MPI_SUCCESS;
    }
    if (root < 0 || root >= comm_peers(c)->n)
        return lib_error(c, MPI_ERR_ROOT, FINDING_INVALID_ARGUMENT,
                         "the root is rank %d, but %s has ranks 0 to %d", root,
                         comm_name(c), comm_peers(c)->n - 1);
    k->root = comm_world_of(c, root);
    *role = !inter && root == c->rank ? ROLE_ROOT : ROLE_OTHER;
    return MPI_SUCCESS;
}

/* ---- the whole of it ---- */

static void finish(struct request *r, const struct port_result *result)
{
    struct coll *k = r->state;
    comm_check_same_call(&k->head, result, k->order ? k->order : k->comm->members,
                         k->needed);
    for (uint32_t i = 0; i < k->needed; i++) {
        const struct contribution *m = port_gathered(result, i, NULL);
        if (!contribution_check(r, k, i, m))
            return;
    }
    if (k->op)
        contributions_reduce(r, k, result);
    for (uint32_t i = 0; !k->op && !r->error && i < k->nneed; i++)
        contribution_take(r, k, &k->need[i],
                          port_gathered(result, k->need[i].place, NULL));
    for (uint32_t i = 0; !r->error && i < k->needed; i++)
        contribution_needs_all(r, k, i, port_gathered(result, i, NULL));
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
        return !empty(&k->give, 0) && (!k->slices.at || counts_at(k->slices, peer));
    return !empty(&k->give, k->give.n > 1 ? peer : 0);
}

static void mark_destinations(const struct coll *k, uint8_t *marks)
{
    for (int i = 0; i < k->ndestinations; i++)
        if (k->destinations[i] != MPI_PROC_NULL &&
            !empty(&k->give, k->give.n == 1 ? 0 : i))
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

void coll_note(struct comm *c)
{
    uint8_t *marks = lib_alloc((size_t)comm_peers(c)->n);
    history_add(c,
                (struct described){
                    .call = lib()->from.call, .site = lib()->from.site, .root = -1},
                marks);
    free(marks);
}

static uint64_t digest_of_slices(const struct coll *k)
{
    uint64_t x = 1;
    for (int i = 0; k->slices.at && i < k->comm->size; i++)
        x = (x + (uint64_t)counts_at(k->slices, i)) * UINT64_C(0x9e3779b97f4a7c15) ^
            x >> 29;
    return k->slices.at ? x >> 4 | 1 : 0;
}

struct described coll_described(const struct coll *k, struct port_from from)
{
    bool own = k->op && !k->op->loops;
    return (struct described){
        .call = from.call,
        .site = from.site,
        .root = k->root,
        .op = op_identity(k->op),
        .agreed = {.commutes = own ? 1u + k->op->commutative : 0,
                   .in_place = k->alike && !comm_is_inter(k->comm) ? 1u + k->in_place : 0,
                   .counts = digest_of_slices(k) & (UINT64_MAX >> 4)}};
}

static void remember(struct request *r, struct coll *k)
{
    uint8_t *marks = partners(k);
    history_add(k->comm, coll_described(k, r->from), marks);
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

static void store_blocks(struct request *r, const struct coll *k)
{
    struct bytes writes = {0};
    if (!port_races())
        return;
    use_taken(&writes, k);
    active_stored(r, &writes);
}

static bool differs(const void *mine, const void *given, size_t bytes)
{
    return mine && mine != given && memcmp(mine, given, bytes) != 0;
}

static const char *changed_array(const struct blocks *b)
{
    const struct side *mine = &b->side, *given = &b->given;
    size_t n = b->n > 0 ? (size_t)b->n : 0;
    if (differs(mine->counts.at, given->counts.at, counts_bytes(mine->counts, n)))
        return "the array of counts";
    return differs(mine->displs.at, given->displs.at, counts_bytes(mine->displs, n))
               ? "the array of displacements"
               : NULL;
}

/* The arrays of a persistent operation belong to it until it is freed, also while it is
 * not active (MPI-4.1, 6.13). */
static void check_arrays(struct request *r, const struct coll *k)
{
    const char *what = changed_array(&k->give);
    what = what ? what : changed_array(&k->take);
    if (!what && differs(k->slices.at, k->given_slices.at,
                         counts_bytes(k->slices, (size_t)k->comm->size)))
        what = "the array of counts";
    if (what)
        port_fail(lib()->from, FINDING_LOCAL_RACE,
                  "%s of the persistent %s at %s has changed since; it belongs to the "
                  "operation until that is freed",
                  what, lib_call_name(r->from.call), port_place(r->from.site));
}

/* Starts the operation. The k-th arrives of all ranks belong together, so each start
 * contributes a new description of what the rank takes part in. */
static void arrive(struct request *r)
{
    struct coll *k = r->state;
    if (r->persistent)
        check_arrays(r, k);
    use_blocks(r, k);
    k->head = coll_head(k->comm);
    k->head.call = r->from.call;
    k->head.site = r->from.site;
    if (k->mutual && !k->apart)
        k->history = history_take(k->comm);
    else if (!k->apart)
        remember(r, k);
    size_t n;
    struct contribution *mine = contribution_make(k, r->from, &n);
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
    set_order(k);
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
    char purpose[32];
    snprintf(purpose, sizeof purpose, "persistent %u", c->prepared++);
    return comm_context(c, purpose);
}

static int make_request(struct coll *k, struct coll_form form)
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
        store_blocks(&r, k);
        active_end(&r, lib()->from);
        code = request_code(&r);
    }
    release(k);
    request_clear(&r);
    return code;
}

/* `once`: no byte may be among what is given twice. */
static void add_given(struct spans *s, const struct coll *k, bool once)
{
    for (int i = 0; i < k->give.n; i++) {
        struct data d = blocks_at(&k->give, i);
        if (gives_block(k, i))
            spans_add(s, &d, once);
    }
}

/* The root of a scatter must not give a place to two ranks, as that of a gather must not
 * take what two ranks give to one place. */
static void check_once(const struct coll *k)
{
    struct spans s = {0};
    if (k->op || k->root < 0 || k->give.n < 2)
        return;
    add_given(&s, k, true);
    if (spans_overlap(&s) == OVERLAP_RECEIVED)
        port_note(lib()->from, FINDING_READ_TWICE,
                  "what is sent to different ranks overlaps in the buffer");
}

static void add_taken(struct spans *s, const struct coll *k)
{
    for (int i = 0; i < blocks_taken(k); i++) {
        struct data d = taken_block(k, i);
        spans_add(s, &d, true);
    }
}

static bool has_data(const struct blocks *b)
{
    bool has = false;
    for (int i = 0; i < b->n && !has; i++) {
        struct data d = blocks_at(b, i);
        has = d.count && d.type;
    }
    return has;
}

/* Is the same address given for sending and receiving? That is an error even if no byte
 * is moved; MPICH, for example, rejects it. But all empty arrays may have one address. */
static bool same_buffer(const struct coll *k)
{
    const void *buf = k->give.side.buf;
    return !k->in_place && !k->destinations && buf && buf == k->take.side.buf &&
           has_data(&k->give) && has_data(&k->take);
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

/* Does the buffer have all the blocks, which follow each other in it? */
static int check_blocks(const struct coll *k, const struct blocks *b, bool written)
{
    if (k->op || b->side.each || b->types || b->n < 2)
        return MPI_SUCCESS;
    struct data d = blocks_at(b, 0);
    if (!d.type || d.count > INT_MAX / b->n)
        return MPI_SUCCESS;
    d.count *= b->n;
    return written ? bounds_written(k->comm, &d) : bounds_read(k->comm, &d);
}

static bool gives_all(const struct coll *k)
{
    for (int i = 0; i < k->give.n; i++)
        if (!gives_block(k, i))
            return false;
    return !k->in_place;
}

/* It is told before what the blocks beyond the end of a buffer would overlap. */
static int check_whole(const struct coll *k)
{
    int code = gives_all(k) ? check_blocks(k, &k->give, false) : MPI_SUCCESS;
    if (!code && blocks_taken(k) == k->take.n) /* a block from nobody needs no room */
        code = check_blocks(k, &k->take, true);
    return code;
}

/* Are all blocks that follow each other in the buffer to send from in it? That is told
 * before what lies beyond its end. */
static int check_given(const struct coll *k)
{
    bool all = !k->give.side.each && !k->give.types && k->give.n > 1;
    for (int i = 0; all && i < k->give.n; i++)
        all = gives_block(k, i);
    struct data d = all ? blocks_at(&k->give, 0) : (struct data){0};
    if (!d.type || d.count > INT_MAX / k->give.n)
        return MPI_SUCCESS;
    d.count *= k->give.n;
    return bounds_read(k->comm, &d);
}

/* The number of bytes that are received. */
static size_t bytes_taken(const struct coll *k)
{
    size_t bytes = 0;
    for (int i = 0; i < k->take.n; i++) {
        struct data d = blocks_at(&k->take, i);
        bytes += d.type ? (size_t)d.count * (size_t)d.type->size : 0;
    }
    return bytes;
}

/* Does this rank have data for itself, and takes none of them? What others have for it is
 * compared when it comes. */
static int check_own(const struct coll *k)
{
    const struct comm *c = k->comm;
    size_t given = 0;
    if (k->op || k->in_place || comm_is_inter(c) || !k->give.n || !k->take.n)
        return MPI_SUCCESS;
    for (uint32_t i = 0; i < k->nneed; i++)
        if (c->members[k->need[i].member] == (uint32_t)port_rank() &&
            !empty(&k->take, k->need[i].mine))
            return MPI_SUCCESS;
    for (int i = 0; i < (k->destinations ? k->ndestinations : k->nto); i++)
        if ((k->destinations ? k->destinations[i] : k->to + i) == c->rank) {
            struct data d = blocks_at(&k->give, k->give.n == 1    ? 0
                                                : k->destinations ? i
                                                                  : c->rank);
            given += data_bytes(&d);
        }
    if (!given)
        return MPI_SUCCESS;
    return lib_error(k->comm, MPI_ERR_TRUNCATE, FINDING_DATATYPE_MISMATCH,
                     "this rank gives %zu bytes to itself, and takes none of them",
                     given);
}

static int check_overlap(const struct coll *k)
{
    struct spans s = {0};
    int code = check_types_received(k);
    if (!code)
        code = check_own(k);
    if (!code)
        code = check_given(k);
    if (!code)
        code = check_whole(k);
    if (code)
        return code;
    if (same_buffer(k))
        return lib_erroneous(k->comm, MPI_ERR_BUFFER,
                             "the buffers to send from and to receive into are the same; "
                             "MPI_IN_PLACE is for that");
    if (!k->in_place)
        add_given(&s, k, false);
    add_taken(&s, k);
    switch (spans_overlap(&s)) {
    case OVERLAP_BOTH:
        return lib_erroneous(k->comm, MPI_ERR_BUFFER,
                             "the buffers to send from and to receive into overlap; "
                             "%zu bytes are received, in %d block%s",
                             bytes_taken(k), k->take.n, k->take.n == 1 ? "" : "s");
    case OVERLAP_RECEIVED:
        return lib_erroneous(
            k->comm, MPI_ERR_BUFFER,
            "what is received from different ranks overlaps in the buffer");
    case OVERLAP_NONE:
        break;
    }
    check_once(k);
    return MPI_SUCCESS;
}

int coll_run(struct coll *k, struct coll_form form)
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
