/* SPDX-License-Identifier: Apache-2.0
 *
 * contribution.c - see contribution.h.
 *
 * A contribution is a head; a data_head for each block, or one if they are all alike; in
 * neighbourhoods whom the blocks are for; the history (history.h); and the packed
 * blocks. */
#include "mpi/coll/contribution.h"
#include "mpi/coll/fold.h"
#include "mpi/coll/history.h"
#include <stdlib.h>
#include <string.h>

struct contribution {
    struct coll_head head;
    int32_t root; /* world rank of the root; -1: none */
    uint32_t nblocks;
    uint32_t ntable, nnames;
    uint64_t op;
    uint32_t history; /* number of bytes of the history */
    uint32_t mutual;  /* everybody needs everybody, so the history is compared */
    struct agreed agreed;
    uint64_t pad; /* the rest begins at a multiple of 16 bytes */
};

/* The number of entries of the table: one for each block whose count or type
 * differs. */
static uint32_t table_size(const struct blocks *b)
{
    return b->side.counts.at || b->n < 1 ? (uint32_t)b->n : 1;
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

bool gives_block(const struct coll *k, int i)
{
    bool all = k->give.n == 1;
    if (!k->destinations)
        return true;
    for (int p = all ? 0 : i; p < (all ? k->ndestinations : i + 1); p++)
        if (k->destinations[p] != MPI_PROC_NULL)
            return true;
    return false;
}

int blocks_taken(const struct coll *k)
{
    return !k->destinations ? k->take.n : k->take.n ? (int)k->nneed : 0;
}

struct data taken_block(const struct coll *k, int i)
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

struct contribution *contribution_make(const struct coll *k, struct port_from from,
                                       size_t *n)
{
    struct contribution m = {.head = k->head,
                             .root = k->root,
                             .nblocks = (uint32_t)k->give.n,
                             .ntable = table_size(&k->give),
                             .nnames = k->by_name ? (uint32_t)k->give.n : 0,
                             .op = op_identity(k->op),
                             .history = (uint32_t)history_bytes(k->history),
                             .mutual = k->mutual,
                             .agreed = coll_described(k, from).agreed};
    *n = (size_t)(data_of(&m) - (char *)&m) + total_bytes(&k->give);
    struct contribution *all = calloc(1, *n); /* some blocks may be for nobody */
    if (!all)
        port_refuse(from, REASON_SIZE, "no memory left for %zu bytes of a collective",
                    *n);
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

bool contribution_check(struct request *r, const struct coll *k, uint32_t place,
                        const struct contribution *m)
{
    struct described mine = coll_described(k, r->from);
    struct described theirs = {.call = m->head.call,
                               .site = m->head.site,
                               .root = m->root,
                               .op = m->op,
                               .agreed = m->agreed};
    int other = world_of_place(k, place);
    return described_alike(r, &mine, &theirs, other) &&
           (!k->mutual || !m->mutual ||
            history_same(r, k->history, history_of(m), m->history, other));
}

bool contribution_needs_all(struct request *r, const struct coll *k, uint32_t place,
                            const struct contribution *m)
{
    if (m->mutual || !k->mutual)
        return true;
    request_fail(r, MPI_ERR_COUNT, FINDING_DATATYPE_MISMATCH,
                 "rank %d takes nothing from some of the ranks with %s at %s, and this "
                 "rank takes %s from all of them with %s at %s",
                 world_of_place(k, place), lib_call_name(m->head.call),
                 port_place(m->head.site), k->op ? "operands" : "data",
                 lib_call_name(r->from.call), port_place(r->from.site));
    return false;
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

bool contribution_take(struct request *r, const struct coll *k, const struct need *need,
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

void contributions_reduce(struct request *r, const struct coll *k,
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
