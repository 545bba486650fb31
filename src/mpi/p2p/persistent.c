/* SPDX-License-Identifier: Apache-2.0
 *
 * persistent.c - starting requests that were prepared before.
 *
 * MPI_Startall starts them "in some arbitrary order", and we take that of the array. It
 * makes a difference if two sends of equal tags have one destination, or one message fits
 * two receives; then the verdict says that it holds for our order. If two sends to one
 * destination have different tags, it makes one only where a receive or probe takes any
 * tag, so the messages carry a mark for those who do. */
#include "mpi/lib/check.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/request.h"

static struct request *find(MPI_Request request)
{
    return (struct request *)object_find(OBJECT_REQUEST, request);
}

static int start(const MPI_Request *request)
{
    struct request *r = find(*request);
    if (!r)
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         *request == MPI_REQUEST_NULL ? "request is MPI_REQUEST_NULL"
                                                      : "0x%lx is no request",
                         handle_value(*request));
    if (!r->persistent)
        return lib_error(r->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "the request of %s at %s is not persistent",
                         lib_call_name(r->object.call), port_place(r->object.site));
    if (r->active)
        return lib_error(
            r->comm, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
            "the request of %s at %s is active: it was started at %s and not "
            "completed since",
            lib_call_name(r->object.call), port_place(r->object.site),
            port_place(r->from.site));
    int code =
        r->check ? r->check(r) : p2p_check_bounds(r->comm, &r->data, r->kind, r->peer);
    if (!code)
        request_start(r);
    return code;
}

/* ---- in which order ---- */

void p2p_rests_on_startall(void)
{
    port_rests_on("MPI_Startall in the order of its array");
}

static bool fit(int x, int y, int any)
{
    return x == y || x == any || y == any;
}

/* Compares two requests that one call starts. */
static void compare(struct request *a, struct request *b)
{
    bool messages = a->kind == REQUEST_SEND || a->kind == REQUEST_RECV;
    if (!messages || a->kind != b->kind || a->comm != b->comm ||
        a->peer == MPI_PROC_NULL || b->peer == MPI_PROC_NULL ||
        !fit(a->peer, b->peer, MPI_ANY_SOURCE))
        return;
    if (fit(a->tag, b->tag, MPI_ANY_TAG))
        p2p_rests_on_startall();
    else
        a->unordered = b->unordered = true;
}

static void compare_all(int n, const MPI_Request *requests)
{
    for (int i = 0; i < n; i++) {
        struct request *a = find(requests[i]);
        if (a)
            a->unordered = false;
        for (int j = 0; a && j < i; j++)
            if (find(requests[j]))
                compare(a, find(requests[j]));
    }
}

/* ---- functions of the standard ---- */

EXPORT int MPI_Start(MPI_Request *request)
{
    ENTER(Start);
    NEED_INPUT(NULL, 1, request);
    compare_all(1, request);
    LEAVE(start(request));
}

EXPORT int MPI_Startall(int count, MPI_Request array_of_requests[])
{
    ENTER(Startall);
    NEED_COUNT(NULL, count);
    NEED_INPUT(NULL, count, array_of_requests);
    int code = MPI_SUCCESS;
    compare_all(count, array_of_requests);
    for (int i = 0; i < count && !code; i++)
        code = start(&array_of_requests[i]);
    LEAVE(code);
}
