/* SPDX-License-Identifier: Apache-2.0
 *
 * several.c - functions that complete one, all or some of several requests.
 *
 * The checker knows two ways to complete: FINISH waits for one of a set, POLL asks for
 * one of a set. The others are made of them:
 *     Waitall     FINISH one by one
 *     Testall     POLL one by one until one is not complete
 *     Waitsome    FINISH(all) says which is the first of the answer; POLL those after it
 *     Testsome    the same with POLL(all)
 * A request can be complete without the checker: a message to MPI_PROC_NULL, a cancelled
 * one, one that a failed Testall has seen. Where the program may be told of any complete
 * one, the checker must choose among these too; so they are represented in its set by a
 * collective of one rank, which is complete at once. */
#include "mpi/lib/check.h"
#include "mpi/lib/error.h"
#include "mpi/p2p/complete.h"
#include "mpi/p2p/status.h"
#include <stdlib.h>

/* An array of requests; null and inactive ones are NULL in it. */
struct set {
    int n, nactive, nsettled;
    struct request **request;
};

/* Adds the i-th request of the array; a request may occur only once. */
static int add_to_set(struct set *set, const MPI_Request *handles, int i)
{
    int code = request_named(&handles[i], i, &set->request[i]);
    struct request *r = set->request[i];
    if (code || !r)
        return code;
    if (r->listed)
        return lib_error(r->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "request %d of the array is there twice", i);
    r->listed = true;
    set->nactive++;
    set->nsettled += r->settled;
    return MPI_SUCCESS;
}

/* The call is to complete some of the requests; see complete.h. */
static int claim(const struct set *set)
{
    for (int i = 0; i < set->n; i++) {
        int code = set->request[i] ? request_claim(set->request[i]) : MPI_SUCCESS;
        if (code) {
            while (i-- > 0)
                if (set->request[i])
                    request_disclaim(set->request[i]);
            return code;
        }
    }
    return MPI_SUCCESS;
}

static void disclaim(const struct set *set)
{
    for (int i = 0; i < set->n; i++)
        if (set->request[i])
            request_disclaim(set->request[i]);
}

static int set_of(int n, const MPI_Request *handles, struct set *set)
{
    if (n < 0)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the number of requests is negative: %d", n);
    if (n > 0 && !handles)
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "the array of requests is NULL");
    int code = bounds_array(NULL, "the array of requests", handles, (size_t)n,
                            sizeof *handles, false);
    if (code)
        return code;
    *set = (struct set){.n = n, .request = lib_alloc((size_t)n * sizeof *set->request)};
    for (int i = 0; i < n && !code; i++)
        code = add_to_set(set, handles, i);
    for (int i = 0; i < n; i++)
        if (set->request[i])
            set->request[i]->listed = false;
    if (!code)
        code = claim(set);
    if (code)
        free(set->request);
    return code;
}

/* A request of the set of which a step is complete, chosen by the checker; -1: none
 * (polls only). */
static int choose_step(const struct set *set,
                       struct port_result (*ask)(struct port_from, const uint32_t *,
                                                 uint32_t))
{
    uint32_t *port = lib_alloc((size_t)set->n * sizeof *port), n = 0;
    int *place = lib_alloc((size_t)set->n * sizeof *place);
    const struct request *hopeless = NULL;
    for (int i = 0; i < set->n; i++) {
        struct request *r = set->request[i];
        if (!r || request_hopeless(r)) {
            hopeless = r ? r : hopeless;
            continue;
        }
        place[n] = i;
        port[n++] = r->settled ? request_complete_already() : r->port;
    }
    int chosen = -1;
    if (n) {
        struct port_result result = ask(lib()->from, port, n);
        for (uint32_t i = 0; i < n; i++)
            if ((int)i != result.index && set->request[place[i]]->settled)
                port_forget(port[i]);
        if (result.index >= 0) {
            chosen = place[result.index];
            if (!set->request[chosen]->settled)
                request_step(set->request[chosen], &result);
        }
    } else if (hopeless && ask == port_finish) {
        request_wait_forever(hopeless);
    }
    free(port);
    free(place);
    return chosen;
}

/* A request of the set that is complete, chosen by the checker; -1: none (polls
 * only). */
static int choose(const struct set *set,
                  struct port_result (*ask)(struct port_from, const uint32_t *, uint32_t))
{
    int chosen;
    do
        chosen = choose_step(set, ask);
    while (chosen >= 0 && !set->request[chosen]->settled);
    if (chosen >= 0)
        request_deliver_orphans();
    return chosen;
}

/* A request of the set that is complete. Waits for one if `wait` is set and none is
 * complete at once; otherwise may return -1. */
static int choose_any(const struct set *set, bool wait)
{
    bool sure = set->nsettled > 0;
    if (sure && set->nactive == 1) {
        for (int i = 0; i < set->n; i++)
            if (set->request[i])
                return i;
    }
    return choose(set, wait || sure ? port_finish : port_poll);
}

/* ---- one of them ---- */

static int any(int n, MPI_Request *handles, int *index, int *flag, MPI_Status *status)
{
    CHECK_RESULT(index);
    struct set set;
    int code = set_of(n, handles, &set);
    if (code)
        LEAVE(code);
    int i = set.nactive ? choose_any(&set, !flag) : -1;
    disclaim(&set);
    *index = i < 0 ? MPI_UNDEFINED : i;
    if (flag)
        *flag = i >= 0 || !set.nactive;
    if (i >= 0)
        code = request_conclude_one(&handles[i], set.request[i], status);
    else if (!set.nactive)
        status_give_empty(status);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index,
                       MPI_Status *status)
{
    ENTER(Waitany);
    return any(count, array_of_requests, index, NULL, status);
}

EXPORT int MPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
                       MPI_Status *status)
{
    ENTER(Testany);
    NEED_FLAG(flag);
    return any(count, array_of_requests, index, flag, status);
}

/* ---- all of them ---- */

static MPI_Status *nth(MPI_Status *statuses, int i)
{
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/* Concludes several requests: those with place[i] >= 0 are reported in
 * statuses[place[i]]. If one of them failed, the code says so, and each status has its
 * own error. */
static int conclude_all(const struct set *set, MPI_Request *handles, const int *place,
                        MPI_Status *statuses)
{
    struct request *failed = NULL;
    for (int i = 0; i < set->n && !failed; i++)
        if (place[i] >= 0 && set->request[i] && set->request[i]->error)
            failed = set->request[i];
    int code = MPI_SUCCESS, error = MPI_SUCCESS;
    if (failed) {
        object_hold(&failed->object);
        error = failed->error;
    }
    for (int i = 0; i < set->n; i++) {
        if (place[i] < 0)
            continue;
        MPI_Status *status = nth(statuses, place[i]);
        int e = MPI_SUCCESS;
        if (set->request[i])
            e = request_conclude(&handles[i], set->request[i], status);
        else
            status_give_empty(status);
        if (e && !code)
            code = MPI_ERR_IN_STATUS;
        if (status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = e;
    }
    if (!failed)
        return code;
    failed->error = error;
    code = lib_error(failed->comm, MPI_ERR_IN_STATUS, failed->error_kind, "%s",
                     failed->error_text ? failed->error_text : "");
    failed->error = MPI_SUCCESS;
    object_release(&failed->object);
    return code;
}

static int *places(int n, bool all)
{
    int *place = lib_alloc((size_t)n * sizeof *place);
    for (int i = 0; i < n; i++)
        place[i] = all ? i : -1;
    return place;
}

/* Is there room for n statuses? */
static int check_statuses(MPI_Status *statuses, int n)
{
    if (statuses == MPI_STATUSES_IGNORE)
        return MPI_SUCCESS;
    return bounds_array(NULL, "the array of statuses", statuses, (size_t)n,
                        sizeof *statuses, true);
}

static int finish_all(const struct set *set, MPI_Request *handles, MPI_Status *statuses)
{
    int code = check_statuses(statuses, set->n);
    if (code)
        return code;
    int *place = places(set->n, true);
    code = conclude_all(set, handles, place, statuses);
    free(place);
    return code;
}

EXPORT int MPI_Waitall(int count, MPI_Request array_of_requests[],
                       MPI_Status array_of_statuses[])
{
    ENTER(Waitall);
    NEED_STATUSES(count, array_of_statuses);
    struct set set;
    int code = set_of(count, array_of_requests, &set);
    if (code)
        LEAVE(code);
    for (int i = 0; i < count; i++)
        if (set.request[i])
            request_wait(set.request[i]);
    disclaim(&set);
    code = finish_all(&set, array_of_requests, array_of_statuses);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                       MPI_Status array_of_statuses[])
{
    ENTER(Testall);
    NEED_FLAG(flag);
    NEED_STATUSES(count, array_of_statuses);
    struct set set;
    int code = set_of(count, array_of_requests, &set);
    if (code)
        LEAVE(code);
    *flag = true;
    for (int i = 0; i < count && *flag; i++)
        if (set.request[i])
            *flag = request_poll(set.request[i]);
    disclaim(&set);
    if (*flag) {
        request_deliver_orphans();
        code = finish_all(&set, array_of_requests, array_of_statuses);
    }
    free(set.request);
    LEAVE(code);
}

/* ---- some of them ---- */

/* Finds the complete requests; place[i] is the index of each among the answers. Returns
 * their number. */
static int choose_some(const struct set *set, bool wait, int *place)
{
    int first = set->nsettled ? -1 : choose_any(set, wait);
    if (!set->nsettled && first < 0)
        return 0;
    int n = 0;
    for (int i = first < 0 ? 0 : first; i < set->n; i++)
        if (set->request[i] && request_poll(set->request[i]))
            place[i] = n++;
    return n;
}

static int some(int n, MPI_Request *handles, bool wait, int *outcount, int *indices,
                MPI_Status *statuses)
{
    CHECK_RESULT(outcount);
    NEED_ROOM(NULL, n, indices);
    NEED_STATUSES(n, statuses);
    struct set set;
    int code = set_of(n, handles, &set);
    if (code)
        LEAVE(code);
    if (!set.nactive) {
        *outcount = MPI_UNDEFINED;
        free(set.request);
        LEAVE(MPI_SUCCESS);
    }
    int *place = places(n, false);
    *outcount = choose_some(&set, wait, place);
    disclaim(&set);
    code = bounds_array(NULL, "the array of indices", indices, (size_t)*outcount,
                        sizeof *indices, true);
    if (!code)
        code = check_statuses(statuses, *outcount);
    for (int i = 0; i < n && !code; i++)
        if (place[i] >= 0)
            indices[place[i]] = i;
    if (*outcount && !code)
        code = conclude_all(&set, handles, place, statuses);
    free(place);
    free(set.request);
    LEAVE(code);
}

EXPORT int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                        int array_of_indices[], MPI_Status array_of_statuses[])
{
    ENTER(Waitsome);
    return some(incount, array_of_requests, true, outcount, array_of_indices,
                array_of_statuses);
}

EXPORT int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                        int array_of_indices[], MPI_Status array_of_statuses[])
{
    ENTER(Testsome);
    return some(incount, array_of_requests, false, outcount, array_of_indices,
                array_of_statuses);
}
