/* SPDX-License-Identifier: Apache-2.0
 *
 * identity.c - what the state of a rank is: struct identity of kernel/program.h.
 *
 * Its place in the program, and the registers that it may still read: a rank that has
 * used what it received, and will not look at it again, is in the same state whatever
 * that was. Which registers those are is computed once for each code, as liveness is for
 * any compiler. */
#include "litmus/code.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- liveness ---- */

static size_t row(const struct litmus_code *c)
{
    return (c->nregisters + 63) / 64;
}

static void put(uint64_t *set, uint32_t reg, bool in)
{
    uint64_t bit = UINT64_C(1) << reg % 64;
    set[reg / 64] = in ? set[reg / 64] | bit : set[reg / 64] & ~bit;
}

static void put_group(uint64_t *set, uint32_t first, unsigned places, bool in)
{
    for (uint32_t i = 0; i < NPLACES; i++)
        if (places >> i & 1)
            put(set, first + i, in);
}

static void read_span(const struct litmus_code *c, struct expr_range e, uint64_t *set)
{
    for (uint32_t i = e.first; i < e.first + e.n; i++)
        if (c->exprs.at[i].op == EX_REGISTER)
            put(set, (uint32_t)c->exprs.at[i].value, true);
}

enum {
    SEEN = 1 << AT_VALUE | 1 << AT_SOURCE | 1 << AT_TAG | 1 << AT_FOUND,
    MADE = 1 << AT_REQUEST | 1 << AT_FOUND | 1 << AT_MESSAGE,
    NAMED = 1 << AT_REQUEST | 1 << AT_MESSAGE,
};

/* Does the rank come to this instruction only from the one before it? */
static bool only_from_before(const struct litmus_code *c, uint32_t pc)
{
    for (size_t i = 0; i < c->at.len; i++)
        if (c->at.at[i].flow >= FLOW_UNLESS && c->at.at[i].target == pc)
            return false;
    return pc > 0;
}

/* Is this the wait of a blocking receive? Then there is a request, so it will write. */
static bool surely_received(const struct litmus_code *c, uint32_t pc)
{
    const struct instruction *in = &c->at.at[pc];
    return in->kind == OP_FINISH && in->nargs == 1 && only_from_before(c, pc) &&
           in[-1].flow == FLOW_OPERATION && in[-1].kind == OP_IRECV &&
           in[-1].name == c->args.at[in->first_arg];
}

/* Removes what the operation surely writes, whatever its outcome. */
static void remove_written(const struct litmus_code *c, uint32_t pc, uint64_t *set)
{
    const struct instruction *in = &c->at.at[pc];
    switch (in->kind) {
    case OP_ISEND:
    case OP_IRECV:
    case OP_ARRIVE:
        put_group(set, in->name, MADE, false);
        break;
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        put_group(set, in->name, SEEN | 1 << AT_MESSAGE, false);
        break;
    case OP_FINISH:
        if (surely_received(c, pc))
            put_group(set, c->args.at[in->first_arg], SEEN, false);
        break;
    default: /* a receive writes nothing if there is no message */
        break;
    }
}

static void add_read(const struct litmus_code *c, const struct instruction *in,
                     uint64_t *set)
{
    read_span(c, in->expr, set);
    read_span(c, in->peer, set);
    read_span(c, in->tag, set);
    bool names = op_reports(in->kind) || op_withdraws(in->kind) || in->kind == OP_RECEIVE;
    for (uint32_t i = 0; names && i < in->nargs; i++)
        put_group(set, c->args.at[in->first_arg + i], NAMED, true);
}

/* The registers that matter before this instruction, given those that matter after it. */
static bool step_back(const struct litmus_code *c, uint32_t pc, uint64_t *live,
                      uint64_t *set)
{
    const struct instruction *in = &c->at.at[pc];
    size_t n = row(c), next = in->flow == FLOW_JUMP ? in->target : pc + 1;
    memcpy(set, live + next * n, n * sizeof *set);
    for (size_t i = 0; in->flow == FLOW_UNLESS && i < n; i++)
        set[i] |= live[in->target * n + i];
    if (in->flow == FLOW_OPERATION)
        remove_written(c, pc, set);
    if (in->flow <= FLOW_SET && in->result != NO_REGISTER && in->kind != OP_RECEIVE)
        put(set, in->result, false);
    if (in->flow == FLOW_OPERATION)
        add_read(c, in, set);
    else
        read_span(c, in->expr, set);
    if (!memcmp(set, live + pc * n, n * sizeof *set))
        return false;
    memcpy(live + pc * n, set, n * sizeof *set);
    return true;
}

static const uint64_t *live_at(struct litmus_code *c, uint32_t pc)
{
    size_t n = row(c), len = c->at.len;
    if (!c->live) {
        c->live = mem_alloc((len + 1) * n * sizeof *c->live);
        uint64_t *set = mem_alloc(n * sizeof *set);
        for (bool more = true; more;) {
            more = false;
            for (size_t i = len; i-- > 0;)
                more |= step_back(c, (uint32_t)i, c->live, set);
        }
        free(set);
    }
    return c->live + (pc < len ? pc : len) * n;
}

/* ---- states ---- */

/* Writes the state as words: place and registers, with 0 for those that do not matter,
 * and with requests and messages as their numbers in the lists of `id`. */
static void canonical(const struct litmus_actor *a, int64_t head,
                      const int64_t *registers, struct identity *id, int64_t *words)
{
    struct litmus_code *c = (struct litmus_code *)(uintptr_t)a->code;
    const uint64_t *live = live_at(c, (uint32_t)head);
    id->requests.len = id->messages.len = 0;
    *words++ = head;
    for (uint32_t i = 0; i < c->nregisters; i++)
        words[i] = live[i / 64] >> i % 64 & 1 ? registers[i] : 0;
    words[REQUESTS_REGISTER] = 0;
    for (size_t i = 0; i < c->groups.len; i++) {
        int64_t *group = words + c->groups.at[i];
        if (group[AT_REQUEST]) {
            vec_push(&id->requests, (uint32_t)group[AT_REQUEST] - 1);
            group[AT_REQUEST] = (int64_t)id->requests.len;
        }
        if (group[AT_MESSAGE] && group[AT_MESSAGE] != TAKES) {
            vec_push(&id->messages, (int32_t)(group[AT_MESSAGE] - 1));
            group[AT_MESSAGE] = (int64_t)id->messages.len;
        }
    }
}

bool rank_identify(struct program *p, uint32_t rank, struct identity *id)
{
    const struct litmus_actor *a = &((struct litmus *)p)->actor[rank];
    enum { FEW = 64 };
    int64_t few[FEW];
    size_t n = a->code->nregisters + 1;
    int64_t *words = n <= FEW ? few : mem_alloc(n * sizeof *words);
    canonical(a, (int64_t)a->endless << 32 | a->pc, a->registers, id, words);
    XXH128_hash_t h = XXH3_128bits(words, n * sizeof *words);
    id->name = (struct digest){h.low64, h.high64};
    if (words != few)
        free(words);
    return true;
}

bool rank_mentions(struct program *p, uint32_t rank, struct identity *id)
{
    const struct litmus_actor *a = &((struct litmus *)p)->actor[rank];
    struct litmus_code *c = (struct litmus_code *)(uintptr_t)a->code;
    const uint64_t *live = live_at(c, a->pc);
    id->requests.len = id->messages.len = 0;
    for (size_t i = 0; i < c->groups.len; i++) {
        uint32_t request = c->groups.at[i] + AT_REQUEST,
                 message = c->groups.at[i] + AT_MESSAGE;
        int64_t r = live[request / 64] >> request % 64 & 1 ? a->registers[request] : 0;
        int64_t m = live[message / 64] >> message % 64 & 1 ? a->registers[message] : 0;
        if (r)
            vec_push(&id->requests, (uint32_t)r - 1);
        if (m && m != TAKES)
            vec_push(&id->messages, (int32_t)(m - 1));
    }
    return true;
}

bool rank_same(struct program *p, uint32_t rank, image_id image)
{
    const struct litmus_actor *a = &((struct litmus *)p)->actor[rank];
    const int64_t *other = (const int64_t *)(uintptr_t)image;
    size_t n = a->code->nregisters + 1;
    int64_t *words = mem_alloc(2 * n * sizeof *words);
    struct identity id = {0};
    canonical(a, (int64_t)a->endless << 32 | a->pc, a->registers, &id, words);
    canonical(a, other[0], other + 1, &id, words + n);
    bool same = !memcmp(words, words + n, n * sizeof *words);
    vec_free(&id.requests);
    vec_free(&id.messages);
    free(words);
    return same;
}
