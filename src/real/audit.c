/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.c - see audit.h. */
#include "real/audit.h"
#include "base/mem.h"
#include "real/mpi_abi.h"
#include "real/raw.h"

#include <string.h>

#define FIRST_PART offsetof(struct link, interrupt)
#define BEHIND     (offsetof(struct link, path) + sizeof((struct link *)0)->path)

#define ENDS(array)  (memchr((array), 0, sizeof(array)) != NULL)
#define CLOSE(array) ((array)[sizeof(array) - 1] = 0)

static uint32_t at_most(uint32_t n, uint32_t most)
{
    return n < most ? n : most;
}

/* ---- while the program runs ---- */

static void close_texts(struct link *l)
{
    CLOSE(l->plan.asked.search.libraries);
    CLOSE(l->options.libraries);
    CLOSE(l->options.algorithm);
    CLOSE(l->loop);
    CLOSE(l->unsupported);
    CLOSE(l->died);
    CLOSE(l->expected);
    CLOSE(l->got);
    CLOSE(l->complaint);
    CLOSE(l->setup_output);
    for (uint32_t i = 0; i < PLAN_LIBRARIES; i++)
        CLOSE(l->plan.learned.library[i]);
    for (uint32_t i = 0; i < l->nmodules; i++)
        CLOSE(l->modules[i].path);
    for (uint32_t i = 0; i < LINK_MAX_LINES; i++) {
        CLOSE(l->lines[i].file);
        CLOSE(l->lines[i].function);
    }
}

/* ---- lists ---- */

/* A list that several processes write: what is in one of its places, and its seal. */
struct sealed {
    enum link_list is;
    uint32_t room, bytes;
    char *entry; /* the places lie one after the other */
    uint64_t *seal;
    uint32_t stride; /* from seal to seal */
    volatile uint32_t *count;
};

static void lists_of(struct link *l, struct sealed list[3])
{
    list[0] = (struct sealed){LIST_RESTS,  LINK_MAX_RESTS, sizeof *l->rests,
                              l->rests[0], l->rest_seals,  sizeof *l->rest_seals,
                              &l->nrests};
    list[1] =
        (struct sealed){LIST_GAPS,    LINK_MAX_GAPS,        sizeof *l->gaps, l->gaps[0],
                        l->gap_seals, sizeof *l->gap_seals, &l->ngaps};
    list[2] = (struct sealed){LIST_INPUTS,       LINK_MAX_INPUTS,    sizeof *l->inputs,
                              (char *)l->inputs, &l->inputs[0].seal, sizeof *l->inputs,
                              &l->ninputs};
}

static uint64_t *seal_at(const struct sealed *s, uint32_t i)
{
    return (uint64_t *)(void *)((char *)s->seal + (size_t)i * s->stride);
}

/* The seal that an entry has at this place; 0: it is none that the agent makes. */
static uint64_t seal_of(const struct sealed *s, const char *entry, uint32_t place,
                        uint64_t secret)
{
    struct link_input input;
    if (s->is != LIST_INPUTS)
        return memchr(entry, 0, s->bytes)
                   ? link_seal(secret, s->is, place, entry, s->bytes)
                   : 0;
    memcpy(&input, entry, sizeof input);
    input.seal = 0;
    return ENDS(input.path) ? link_seal(secret, s->is, place, &input, sizeof input) : 0;
}

/* Leaves those entries in the list that fit their seals, and makes the count their
 * number, and that of those for which there was no room. False: others were there, or
 * gaps between, or another count than so many. */
static bool tidy(const struct sealed *s, uint64_t secret, bool unfinished)
{
    bool good = true, over = false;
    uint32_t n = 0, begun = 0, counted = *s->count;
    for (uint32_t i = 0; i < s->room; i++) {
        char *at = s->entry + (size_t)i * s->bytes;
        uint64_t seal = *seal_at(s, i);
        bool fit = seal && seal == seal_of(s, at, i, secret);
        good &=
            seal ? !over && (fit || seal == link_seal_claimed(secret, s->is, i)) : !*at;
        over |= !seal;
        begun += seal != 0;
        if (fit && n < i) {
            memcpy(s->entry + (size_t)n * s->bytes, at, s->bytes);
            *seal_at(s, n) = seal_of(s, at, n, secret);
        }
        n += fit;
    }
    for (uint32_t i = n; i < s->room; i++) {
        memset(s->entry + (size_t)i * s->bytes, 0, s->bytes);
        *seal_at(s, i) = 0;
    }
    uint32_t within = counted < s->room ? counted : s->room;
    *s->count = n + counted - within;
    return good && (unfinished ? within <= begun : within == n && begun == n);
}

void audit_copy(struct link *to, const struct link *from, const struct orders *o)
{
    struct sealed list[3];
    memcpy(to, from, offsetof(struct link, path));
    memcpy((char *)to + BEHIND, (const char *)from + BEHIND, sizeof *to - BEHIND);
    lists_of(to, list);
    for (int i = 0; i < 3; i++)
        tidy(&list[i], o->secret, true);
    to->plan.learned.nlibraries = at_most(to->plan.learned.nlibraries, PLAN_LIBRARIES);
    to->plan.learned.nshort = at_most(to->plan.learned.nshort, PLAN_SHORT);
    to->nmodules = at_most(to->nmodules, LINK_MAX_MODULES);
    to->norigins = at_most(to->norigins, LINK_ORIGINS);
    to->births = at_most(to->births, LINK_BIRTHS);
    to->nactors = at_most(to->nactors, LINK_BIRTHS);
    if (to->refusal >= REASONS)
        to->refusal = REASON_NONE;
    close_texts(to);
}

/* ---- when it has ended ---- */

void audit_begin(struct orders *o, struct link *l)
{
    if (!o->link)
        o->link = mem_alloc(FIRST_PART);
    memcpy(o->link, l, FIRST_PART);
    o->secret = l->secret;
}

void audit_free(struct orders *o)
{
    free(o->link);
    o->link = NULL;
}

/* The agent adds to its orders what it learns, and the child of ours that becomes the
 * program a file. The rest stays as it was. */
static bool same_orders(const struct link *l, const struct orders *o)
{
    struct link *now = mem_alloc(FIRST_PART);
    const struct link *then = o->link;
    memcpy(now, l, FIRST_PART);
    now->secret = then->secret;
    now->plan.learned = then->plan.learned;
    now->plan.phase.turn = then->plan.phase.turn;
    now->plan.lock = then->plan.lock;
    now->options.windows = then->options.windows;
    now->echo = then->echo;
    now->scratch = then->scratch;
    now->prints = then->prints;
    if (then->cluster.size) { /* other processes may have begun another search */
        now->plan.phase = then->plan.phase;
        now->options = then->options;
        now->cluster.search = then->cluster.search;
        now->cluster.stale = then->cluster.stale;
    }
    bool same = !memcmp(now, then, FIRST_PART);
    free(now);
    return same;
}

static bool holds(uint64_t offset, uint64_t count, size_t size)
{
    return offset <= LINK_SIZE && count <= (LINK_SIZE - offset) / size;
}

static bool good_plan(const struct link *l)
{
    const struct plan_learned *p = &l->plan.learned;
    bool good = p->mpi <= MPI_ABI_STANDARD && p->nlibraries <= PLAN_LIBRARIES &&
                p->nshort <= PLAN_SHORT && p->slots <= LINK_BIRTHS;
    for (uint32_t i = 0; good && i < p->nlibraries; i++)
        good = ENDS(p->library[i]);
    return good && ENDS(l->plan.phase.turn.differs) &&
           l->plan.phase.turn.stage <= TURN_STAY && l->plan.phase.turn.why <= TURN_MEMORY;
}

static bool good_counts(const struct link *l)
{
    const struct search_counts c = l->counts;
    return c.stopped <= STOP_ROOM && c.cut <= STOP_ROOM && c.instead <= INSTEAD_CANCELS &&
           c.turn.stage <= TURN_STAY && c.turn.why <= TURN_MEMORY &&
           c.turn.unable <= INSTEAD_CANCELS && ENDS(c.turn.differs) &&
           c.guided.now <= ARMS && c.guided.found <= ARMS;
}

static bool good_texts(const struct link *l)
{
    return ENDS(l->loop) && ENDS(l->unsupported) && l->refusal < REASONS &&
           ENDS(l->cluster_end.wrong) && ENDS(l->died) && ENDS(l->setup_output) &&
           ENDS(l->expected) && ENDS(l->got) && ENDS(l->complaint);
}

static bool good_tables(const struct link *l)
{
    bool good = l->nmodules <= LINK_MAX_MODULES && l->norigins <= LINK_ORIGINS &&
                l->births <= LINK_BIRTHS && l->nactors <= LINK_BIRTHS;
    for (uint32_t i = 0; good && i < l->nmodules; i++)
        good = ENDS(l->modules[i].path);
    for (uint32_t i = 0; good && i < LINK_MAX_LINES; i++)
        good = ENDS(l->lines[i].file) && ENDS(l->lines[i].function);
    return good;
}

static bool good_prints(struct link *l)
{
    bool good = !l->prints || holds(l->prints, l->nactors, sizeof(struct link_prints));
    const struct link_prints *p = link_at(l, l->prints);
    for (uint32_t r = 0; good && l->prints && r < l->nactors; r++)
        for (int i = 0; i < 2; i++)
            good &= holds(p[r].text[i], p[r].bytes[i], 1);
    return good;
}

static bool good_offsets(struct link *l)
{
    return holds(l->frontier, l->frontier ? l->frontier_bytes : 0, 1) &&
           holds(l->save, l->save ? l->save_bytes : 0, 1) &&
           (!l->births || holds(l->born, l->births, sizeof(struct link_birth))) &&
           holds(l->seen, l->nseen, sizeof(struct link_seen)) && l->used <= LINK_SIZE &&
           good_prints(l);
}

static bool good_findings(struct link *l, uint64_t secret, bool killed)
{
    struct raw_list list = {.link = l};
    struct link_finding is;
    uint64_t n = 0;
    for (; raw_next(&list, &is); n++)
        if (!holds(is.packed, is.size, 1) ||
            is.seal != link_seal_finding(secret, l, list.at, &is))
            return false;
    /* it is counted after it was added */
    return !list.overwritten && (n == l->nfindings || (killed && n == l->nfindings + 1));
}

static bool good_lists(struct link *l, uint64_t secret, bool killed)
{
    struct sealed list[3];
    bool good = true;
    lists_of(l, list);
    for (int i = 0; i < 3; i++)
        good &= tidy(&list[i], secret, killed);
    return good;
}

const char *audit_link(struct link *l, const struct orders *o, bool killed)
{
    bool begun = l->phase != PHASE_LOADING;
    if (l->phase > PHASE_DONE || (begun && l->secret))
        return "the phase";
    if (!same_orders(l, o) || !good_plan(l))
        return "the orders";
    if (!good_counts(l))
        return "the counts";
    if (!good_texts(l) || !good_tables(l) || !good_offsets(l))
        return "a table";
    if (!good_lists(l, o->secret, killed))
        return "what the verdict rests on";
    if (begun && !good_findings(l, o->secret, killed))
        return "the findings";
    return NULL;
}

void audit_clear(struct link *l, const struct orders *o)
{
    int interrupt = l->interrupt != 0;
    memcpy(l, o->link, FIRST_PART);
    memset((char *)l + FIRST_PART, 0, offsetof(struct link, path) - FIRST_PART);
    memset((char *)l + BEHIND, 0, sizeof *l - BEHIND);
    l->interrupt = interrupt;
    l->phase = PHASE_DONE;
    l->used = LINK_SIZE; /* until the next attempt makes it anew */
    link_refuse(l, REASON_OVERWRITTEN, LINK_OVERWRITTEN);
}
