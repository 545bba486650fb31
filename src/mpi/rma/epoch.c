/* SPDX-License-Identifier: Apache-2.0
 *
 * epoch.c - active target synchronisation (MPI_Win_fence; post, start, complete, wait),
 * and whether an access is allowed.
 *
 * Nothing here is new to the checker: a fence is a collective on the window's context,
 * and post, start, complete and wait are collectives of two ranks each. There are three
 * for every pair of an origin and a target. MPI_Win_post arrives at A and B without
 * waiting. MPI_Win_start arrives at A, needing nobody, so that it waits for the post only
 * where collectives synchronise (--buffering zero); and at B, needing the target, which
 * lets the accesses in. MPI_Win_complete waits for those that return something, and
 * arrives at C, for which MPI_Win_wait waits, and so for all other accesses. */
#include "mpi/rma/win.h"
#include "mpi/coll/coll.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct port_from here(void)
{
    return lib()->from;
}

/* ---- which epochs there are ---- */

static bool in_group(const struct win *w, const struct group *g, int target)
{
    return group_rank_of(g, comm_world_of(w->comm, target)) != MPI_UNDEFINED;
}

static const struct hold *first_hold(const struct win *w)
{
    for (int i = 0; i < win_size(w); i++)
        if (w->hold[i].held)
            return &w->hold[i];
    return NULL;
}

const char *epoch_open(const struct win *w)
{
    char *text = text_room();
    text[0] = '\0';
    if (w->all)
        snprintf(text, TEXT_ROOM, "the epoch of %s has not ended (MPI_Win_unlock_all)",
                 call_text(w->all_from));
    else if (w->nheld)
        snprintf(text, TEXT_ROOM, "the lock of %s has not been released (MPI_Win_unlock)",
                 call_text(first_hold(w)->from));
    else if (w->start.group)
        snprintf(text, TEXT_ROOM, "the epoch of %s has not ended (MPI_Win_complete)",
                 call_text(w->start.from));
    else if (w->post.group)
        snprintf(text, TEXT_ROOM, "the epoch of %s has not ended (MPI_Win_wait)",
                 call_text(w->post.from));
    else if (w->fence.used)
        snprintf(text, TEXT_ROOM, "%s has not been completed by another MPI_Win_fence",
                 call_text(w->fence.first));
    return text[0] ? text : NULL;
}

void epoch_note(struct win *w)
{
    const struct hold *own = &w->hold[w->comm->rank];
    port_window_epoch(w->number, own->held       ? own->from
                                 : w->post.group ? w->post.from
                                 : w->fence.open ? w->fence.from
                                                 : (struct port_from){0});
}

/* An access to this rank is not allowed: why. */
static int refuse(struct win *w, int target)
{
    if (w->start.group)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "rank %d does not belong to the group of %s", target,
                         call_text(w->start.from));
    if (w->nheld)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "rank %d is not locked; %s locks rank %d", target,
                         call_text(first_hold(w)->from), (int)(first_hold(w) - w->hold));
    if (w->closed.site)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "the access is outside of an epoch: the last one of %s ended "
                         "with %s",
                         win_text(w), call_text(w->closed));
    return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                     "the access is outside of an epoch: neither MPI_Win_fence, "
                     "MPI_Win_start nor MPI_Win_lock was called for %s",
                     win_text(w));
}

int epoch_allows(struct win *w, int target, bool passive)
{
    bool nobody = target == MPI_PROC_NULL; /* any epoch will do for it */
    if (nobody ? w->nheld || w->null_held : w->hold[target].held)
        return MPI_SUCCESS;
    bool active = (w->start.group && (nobody || in_group(w, w->start.group, target))) ||
                  (w->fence.open && !w->nheld && !w->start.group);
    if (active && passive)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "operations with a request need a lock (MPI_Win_lock, "
                         "MPI_Win_lock_all); the epoch is that of %s",
                         call_text(w->start.group ? w->start.from : w->fence.from));
    return active ? MPI_SUCCESS : refuse(w, target);
}

void epoch_accessed(struct win *w, int target, bool update)
{
    if (w->hold[target].held)
        return;
    if (w->start.group) {
        if (update)
            w->part[target].between |= BETWEEN_UPDATE;
        return;
    }
    w->part[target].between |= BETWEEN_ACCESS;
    if (!w->fence.used) {
        w->fence.used = true;
        w->fence.first = here();
    }
}

int epoch_allows_update(struct win *w, int target)
{
    if (!w->fence.open || w->hold[target].held || w->start.group ||
        !(w->part[target].assertions & MPI_MODE_NOPUT))
        return MPI_SUCCESS;
    return lib_error(
        w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
        "rank %d has said by MPI_MODE_NOPUT, at its call that belongs to %s, that "
        "nobody updates its part before the next fence",
        target, call_text(w->fence.from));
}

int epoch_begins(struct win *w)
{
    if (w->all || w->nheld)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "%s is called inside of the epoch of %s",
                         lib_call_name(here().call),
                         call_text(w->all ? w->all_from : first_hold(w)->from));
    if (w->start.group)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "%s is called inside of the epoch of %s",
                         lib_call_name(here().call), call_text(w->start.from));
    if (w->fence.used)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "%s is called inside of the epoch that %s has begun: %s is not "
                         "complete before the next MPI_Win_fence",
                         lib_call_name(here().call), call_text(w->fence.from),
                         call_text(w->fence.first));
    return MPI_SUCCESS;
}

/* What each rank tells the others when the window is freed, about each of them. */
struct farewell {
    uint32_t starts, posts;
    uint32_t locks; /* has it locked some part with MPI_MODE_NOCHECK? */
};

void epoch_farewell(struct win *w)
{
    size_t bytes = (size_t)win_size(w) * sizeof(struct farewell);
    struct farewell *mine = lib_alloc(bytes), *theirs = lib_alloc(bytes);
    bool exposed = false, locked = false;
    for (int i = 0; i < win_size(w); i++)
        mine[i] = (struct farewell){w->part[i].starts, w->part[i].posts, w->unchecked};
    struct port_result result = comm_gather_all(w->comm, mine, bytes);
    for (int i = 0; i < win_size(w); i++) {
        size_t n;
        memcpy(theirs, comm_gathered(&result, (uint32_t)i, &n), bytes);
        const struct farewell *me = &theirs[w->comm->rank];
        for (int k = 0; k < win_size(w); k++)
            exposed |= theirs[k].posts > 0;
        locked |= me->locks > 0;
        if (me->posts < mine[i].starts)
            port_fail(
                here(), FINDING_EPOCH_ERROR,
                "%s has named rank %d, which %s for this rank%s: the accesses of that "
                "epoch never happen",
                call_text(w->part[i].started), i,
                me->posts ? "has called MPI_Win_post" : "never calls MPI_Win_post",
                me->posts ? " less often" : "");
    }
    if (exposed && locked)
        port_leaves_out("locks with MPI_MODE_NOCHECK, of parts that are exposed by "
                        "MPI_Win_post");
    free(mine);
    free(theirs);
}

void epoch_end(void)
{
    for (struct mpi_object *o = NULL; (o = object_leaked(OBJECT_WIN, o)) != NULL;) {
        const struct win *w = (const struct win *)o;
        const char *open = epoch_open(w);
        if (open)
            port_fail(here(), FINDING_EPOCH_ERROR, "%s is called, but %s",
                      lib_call_name(here().call), open);
    }
}

/* ---- fence ---- */

enum {
    FENCE_ASSERTIONS =
        MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED,
    POST_ASSERTIONS = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT,
};

static int check_assertions(struct win *w, int given, int allowed)
{
    if (!(given & ~allowed))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_ASSERT, FINDING_INVALID_ARGUMENT,
                     "assert is %d, which has bits that are no assertions for %s", given,
                     lib_call_name(here().call));
}

#define CHECK(expression)                                                                \
    do {                                                                                 \
        int code_ = (expression);                                                        \
        if (code_)                                                                       \
            LEAVE(code_);                                                                \
    } while (0)

static int check_fence(struct win *w)
{
    if (w->all || w->nheld)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "the fence is inside of the epoch of %s",
                         call_text(w->all ? w->all_from : first_hold(w)->from));
    if (w->start.group || w->post.group)
        return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                         "the fence is inside of the epoch of %s",
                         call_text(w->start.group ? w->start.from : w->post.from));
    return MPI_SUCCESS;
}

/* A part that is accessed between two fences is exposed meanwhile, so nobody must lock
 * it. `theirs`: what rank i has done to each part. */
static void check_locks(struct win *w, int i, const char *theirs)
{
    for (int k = 0; k < win_size(w); k++)
        if (w->part[k].between & BETWEEN_LOCK && theirs[k] & BETWEEN_ACCESS)
            port_fail(here(), FINDING_EPOCH_ERROR,
                      "%s has locked rank %d between this fence and the last one, and "
                      "rank %d has accessed rank %d in the epoch of that fence: a window "
                      "must not be exposed and locked at a time",
                      call_text(w->part[k].locked), k, i, k);
}

/* What each rank says at a fence: its assertions, and what it has done to each part since
 * the last one. */
static struct port_result gather_at_fence(struct win *w, int assert)
{
    size_t n = sizeof assert + (size_t)win_size(w);
    char *mine = lib_alloc(n);
    memcpy(mine, &assert, sizeof assert);
    for (int i = 0; i < win_size(w); i++)
        mine[sizeof assert + (size_t)i] = (char)w->part[i].between;
    struct port_result result = comm_gather_all(w->comm, mine, n);
    free(mine);
    return result;
}

/* What each rank says at a fence: all must agree on these. */
#define COMMON_ASSERTIONS (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED)

static void check_common(struct win *w, const struct port_result *result, int mine)
{
    mine &= COMMON_ASSERTIONS;
    for (int i = 0; i < win_size(w); i++) {
        size_t bytes;
        int theirs;
        const char *said = comm_gathered(result, (uint32_t)i, &bytes);
        memcpy(&theirs, said, sizeof theirs);
        check_locks(w, i, said + sizeof theirs);
        w->part[i].assertions = theirs;
        theirs &= COMMON_ASSERTIONS;
        if (theirs != mine)
            port_fail(here(), FINDING_EPOCH_ERROR,
                      "the ranks give different assertions: %s%s here, %s%s on rank %d",
                      mine & MPI_MODE_NOPRECEDE ? "MPI_MODE_NOPRECEDE" : "",
                      mine & MPI_MODE_NOSUCCEED ? "MPI_MODE_NOSUCCEED"
                      : mine                    ? ""
                                                : "none",
                      theirs & MPI_MODE_NOPRECEDE ? "MPI_MODE_NOPRECEDE" : "",
                      theirs & MPI_MODE_NOSUCCEED ? "MPI_MODE_NOSUCCEED"
                      : theirs                    ? ""
                                                  : "none",
                      i);
    }
}

/* MPI_MODE_NOSTORE: has the rank stored into its part since it last synchronised the
 * window? */
static int check_nostore(struct win *w, int assert)
{
    if (!(assert &MPI_MODE_NOSTORE))
        return MPI_SUCCESS;
    port_leaves_out("stores of what was there already, against MPI_MODE_NOSTORE");
    if (!port_window_dirty(here(), w->number))
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                     "MPI_MODE_NOSTORE says that this rank has not stored into its part "
                     "since it last synchronised %s, but it has",
                     win_text(w));
}

EXPORT int MPI_Win_fence(int assert, MPI_Win win)
{
    ENTER(Win_fence);
    FIND_WIN(w, win);
    CHECK(check_assertions(w, assert, FENCE_ASSERTIONS));
    CHECK(check_fence(w));
    if ((assert &MPI_MODE_NOPRECEDE) && w->fence.used)
        EPOCH_ERROR(
            w, MPI_ERR_RMA_SYNC,
            "MPI_MODE_NOPRECEDE says that the fence completes nothing, but %s came "
            "before it",
            call_text(w->fence.first));
    CHECK(check_nostore(w, assert));
    port_window_mark(here(), w->number, PORT_PUBLISHED);
    access_complete(w, ALL_TARGETS, false);
    if (assert & MPI_MODE_NOPRECEDE && win_size(w) > 1)
        port_rests_on("fences with MPI_MODE_NOPRECEDE that wait for all ranks");
    struct port_result result = gather_at_fence(w, assert);
    check_common(w, &result, assert);
    for (int i = 0; i < win_size(w); i++)
        w->part[i].between = 0;
    port_window_mark(here(), w->number, PORT_SEEN);
    w->fence.used = false;
    w->fence.open = !(assert &MPI_MODE_NOSUCCEED);
    w->fence.from = w->closed = here();
    epoch_note(w);
    LEAVE(MPI_SUCCESS);
}

/* ---- post, start, complete, wait ---- */

enum meeting { MEETING_A, MEETING_B, MEETING_C };

static uint32_t context_of(struct win *w, enum meeting which, int origin, int target)
{
    char purpose[64];
    snprintf(purpose, sizeof purpose, "%c %d %d", 'A' + (int)which, origin, target);
    return comm_context(w->comm, purpose);
}

/* Arrives at a collective of one origin and one target, world ranks. `needs`: this rank
 * goes on only when the other has arrived. */
static uint32_t meet(struct win *w, enum meeting which, int origin, int target,
                     bool needs)
{
    int other = origin == port_rank() ? target : origin;
    const uint32_t both[] = {(uint32_t)other, (uint32_t)port_rank()};
    const struct coll_head head = coll_head(NULL);
    uint32_t context = context_of(w, which, origin, target);
    if (origin == target)
        return port_arrive(here(), context, both + 1, 1, 1, &head, sizeof head);
    if (needs)
        return port_arrive(here(), context, both, 2, 2, &head, sizeof head);
    const uint32_t me_first[] = {both[1], both[0]};
    return port_arrive(here(), context, me_first, 2, 1, &head, sizeof head);
}

uint32_t epoch_gate(const struct win *w, int target)
{
    return w->start.gate[group_rank_of(w->start.group, comm_world_of(w->comm, target))];
}

/* What an origin tells a target at the end of its epoch. */
struct told {
    struct coll_head head;
    uint32_t updated; /* has it updated the part? */
    uint32_t nocheck; /* the assertion of MPI_Win_start */
};

/* Arrives at C: the target may go on when what the gate has let in has happened. */
static void meet_after(struct win *w, int target, uint32_t gate)
{
    const uint32_t both[] = {(uint32_t)port_rank(), (uint32_t)target};
    struct exposed *e = &w->part[group_rank_of(w->comm->local, target)];
    const struct told told = {.head = coll_head(NULL),
                              .updated = e->between & BETWEEN_UPDATE,
                              .nocheck = w->start.assertions & MPI_MODE_NOCHECK};
    e->between &= (unsigned char)~BETWEEN_UPDATE;
    uint32_t context = context_of(w, MEETING_C, port_rank(), target);
    uint32_t request = port_arrive_after(
        here(), context, both, target == port_rank() ? 1 : 2, gate, &told, sizeof told);
    port_forget(request); /* nobody waits for it here */
    port_forget(gate);
}

static void meet_now(struct win *w, enum meeting which, int origin, int target,
                     bool needs)
{
    uint32_t request = meet(w, which, origin, target, needs);
    port_finish(here(), &request, 1);
}

/* A group of a call on this window; NULL, with a code: it is not valid. */
static struct group *group_of(struct win *w, MPI_Group handle, int *code)
{
    struct group *g = group_find(handle);
    if (!g) {
        *code = lib_error(w->comm, MPI_ERR_GROUP, FINDING_INVALID_ARGUMENT, "%s",
                          group_invalid(handle));
        return NULL;
    }
    for (int i = 0; i < g->n; i++)
        if (group_rank_of(w->comm->local, g->world[i]) == MPI_UNDEFINED) {
            *code =
                lib_error(w->comm, MPI_ERR_GROUP, FINDING_EPOCH_ERROR,
                          "the group has members that do not belong to %s", win_text(w));
            return NULL;
        }
    return g;
}

EXPORT int MPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    ENTER(Win_start);
    FIND_WIN(w, win);
    int code = MPI_SUCCESS;
    CHECK(check_assertions(w, assert, MPI_MODE_NOCHECK));
    struct group *g = group_of(w, group, &code);
    if (!g)
        LEAVE(code);
    CHECK(epoch_begins(w));
    if (assert & MPI_MODE_NOCHECK)
        port_leaves_out("whether MPI_Win_post comes before MPI_Win_start with "
                        "MPI_MODE_NOCHECK");
    object_hold(&g->object);
    w->fence.open = false;
    epoch_note(w);
    for (int i = 0; i < g->n; i++) {
        struct exposed *e = &w->part[group_rank_of(w->comm->local, g->world[i])];
        e->starts++;
        e->started = here();
    }
    w->start.group = g;
    w->start.assertions = assert;
    w->start.from = here();
    w->start.gate = lib_alloc((size_t)g->n * sizeof *w->start.gate);
    for (int i = 0; i < g->n; i++) {
        meet_now(w, MEETING_A, port_rank(), g->world[i], false);
        w->start.gate[i] = meet(w, MEETING_B, port_rank(), g->world[i], true);
    }
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_complete(MPI_Win win)
{
    ENTER(Win_complete);
    FIND_WIN(w, win);
    struct group *g = w->start.group;
    if (!g)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC, "MPI_Win_start was not called before for %s%s%s",
                    win_text(w), w->closed.site ? "; its last epoch ended with " : "",
                    w->closed.site ? call_text(w->closed) : "");
    for (int i = 0; i < g->n; i++)
        meet_after(w, g->world[i], w->start.gate[i]);
    access_complete(w, ALL_TARGETS, false);
    access_release(w);
    free(w->start.gate);
    w->start.gate = NULL;
    w->start.group = NULL;
    w->closed = here();
    object_release(&g->object);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    ENTER(Win_post);
    FIND_WIN(w, win);
    int code = MPI_SUCCESS;
    CHECK(check_assertions(w, assert, POST_ASSERTIONS));
    struct group *g = group_of(w, group, &code);
    if (!g)
        LEAVE(code);
    if (w->post.group)
        EPOCH_ERROR(w, MPI_ERR_RMA_SYNC,
                    "%s is exposed already, by %s, and MPI_Win_wait was not called since",
                    win_text(w), call_text(w->post.from));
    if (w->hold[w->comm->rank].held)
        EPOCH_ERROR(
            w, MPI_ERR_RMA_SYNC,
            "a window must not be exposed and locked at a time; %s holds a lock of "
            "this rank's part",
            call_text(w->hold[w->comm->rank].from));
    if (w->fence.used)
        CHECK(epoch_begins(w));
    CHECK(check_nostore(w, assert));
    object_hold(&g->object);
    w->fence.open = false;
    for (int i = 0; i < g->n; i++)
        w->part[group_rank_of(w->comm->local, g->world[i])].posts++;
    w->post.group = g;
    w->post.assertions = assert;
    w->post.from = here();
    w->post.asked = false;
    port_window_mark(here(), w->number, PORT_PUBLISHED);
    port_window_mark(here(), w->number, PORT_EXPOSED);
    for (int i = 0; i < g->n; i++) {
        port_forget(meet(w, MEETING_A, g->world[i], port_rank(), false));
        port_forget(meet(w, MEETING_B, g->world[i], port_rank(), false));
    }
    epoch_note(w);
    LEAVE(MPI_SUCCESS);
}

static int need_post(struct win *w)
{
    if (w->post.group)
        return MPI_SUCCESS;
    return lib_error(w->comm, MPI_ERR_RMA_SYNC, FINDING_EPOCH_ERROR,
                     "MPI_Win_post was not called before for %s", win_text(w));
}

/* Arrives where the origins say that they are done, once for each MPI_Win_post. */
static void ask_origins(struct win *w)
{
    const struct group *g = w->post.group;
    if (w->post.asked)
        return;
    w->post.asked = true;
    w->post.gate = lib_alloc((size_t)g->n * sizeof *w->post.gate);
    for (int i = 0; i < g->n; i++)
        w->post.gate[i] = meet(w, MEETING_C, g->world[i], port_rank(), true);
}

static void end_exposure(struct win *w)
{
    struct group *g = w->post.group;
    port_window_mark(here(), w->number, PORT_SEEN);
    port_window_mark(here(), w->number, PORT_CLOSED);
    free(w->post.gate);
    w->post.gate = NULL;
    w->post.group = NULL;
    object_release(&g->object);
    epoch_note(w);
}

/* Origin number i of the post is done: has it kept to what was asserted? */
static void check_origin(const struct win *w, int i, const struct port_result *result)
{
    size_t n;
    struct told told;
    int origin = group_rank_of(w->comm->local, w->post.group->world[i]);
    if (origin == w->comm->rank)
        return; /* MPI_Win_wait of this rank does not wait for its own MPI_Win_complete */
    memcpy(&told, port_gathered(result, 0, &n), sizeof told);
    if (told.updated && w->post.assertions & MPI_MODE_NOPUT)
        port_fail(here(), FINDING_EPOCH_ERROR,
                  "%s has said by MPI_MODE_NOPUT that nobody updates the part, but rank "
                  "%d has",
                  call_text(w->post.from), origin);
    if (told.nocheck != (uint32_t)(w->post.assertions & MPI_MODE_NOCHECK))
        port_fail(here(), FINDING_EPOCH_ERROR,
                  "MPI_MODE_NOCHECK must be given to MPI_Win_post and to each "
                  "MPI_Win_start that belongs to it, or to none; %s %s it, and "
                  "MPI_Win_start of rank %d %s",
                  call_text(w->post.from), told.nocheck ? "lacks" : "has", origin,
                  told.nocheck ? "has it" : "lacks it");
}

/* Not part of MPI_Win_test(), in whose frame the result would be left from round to round
 * of a loop. */
static __attribute__((noinline)) bool origin_is_done(const struct win *w, int i)
{
    struct port_result result = port_poll(here(), &w->post.gate[i], 1);
    if (result.index >= 0)
        check_origin(w, i, &result);
    return result.index >= 0;
}

EXPORT int MPI_Win_wait(MPI_Win win)
{
    ENTER(Win_wait);
    FIND_WIN(w, win);
    CHECK(need_post(w));
    ask_origins(w);
    for (int i = 0; i < w->post.group->n; i++) {
        struct port_result result = port_finish(here(), &w->post.gate[i], 1);
        check_origin(w, i, &result);
    }
    end_exposure(w);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_test(MPI_Win win, int *flag)
{
    ENTER(Win_test);
    FIND_WIN(w, win);
    CHECK_RESULT(flag);
    CHECK(need_post(w));
    ask_origins(w);
    *flag = true;
    for (int i = 0; i < w->post.group->n && *flag; i++)
        *flag = origin_is_done(w, i);
    if (*flag)
        end_exposure(w);
    LEAVE(MPI_SUCCESS);
}
