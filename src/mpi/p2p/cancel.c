/* SPDX-License-Identifier: Apache-2.0
 *
 * cancel.c - requests that the program gives up: MPI_Request_free, MPI_Cancel. */
#include "mpi/lib/check.h"
#include "mpi/lib/error.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/p2p.h"
#include "mpi/p2p/request.h"
#include "mpi/p2p/status.h"

EXPORT int MPI_Request_free(MPI_Request *request)
{
    ENTER(Request_free);
    struct request *r;
    int code = request_need(request, &r);
    if (code)
        LEAVE(code);
    if (r->kind == REQUEST_ARRIVE && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the request is of a collective operation and must be completed");
    if (r->kind == REQUEST_ACCESS && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the request is of an access to a window and must be completed");
    if (r->kind == REQUEST_PARTITIONED && r->active && !r->settled)
        INVALID(r->comm, MPI_ERR_REQUEST,
                "the partitioned operation is active and must be completed");
    if (r->active && !r->settled && !r->generalized)
        port_note(lib()->from, FINDING_REQUEST_FREE,
                  "the operation of %s at %s is active, and nobody will know when it is "
                  "complete",
                  lib_call_name(r->from.call), port_place(r->from.site));
    *request = MPI_REQUEST_NULL;
    if (request_hopeless(r)) {
        r->freed = true; /* MPI_Grequest_complete will still be called */
        LEAVE(MPI_SUCCESS);
    }
    code = generalized_free(r);
    if (r->kind == REQUEST_RECV && r->active && !r->settled) {
        object_hold(&r->object);
        r->next_orphan = lib()->orphans;
        lib()->orphans = r;
    } else if (r->kind == REQUEST_SEND && r->active && !r->settled) {
        active_loose(r);
        port_forget(r->port);
    } else if (r->active) {
        if (!r->settled && !r->generalized && !r->borrowed)
            port_forget(r->port);
        active_end(r, lib()->from);
    }
    object_unpublish(&r->object);
    LEAVE(code);
}

static void cancelled(struct request *r)
{
    request_settle(r, status_empty());
    status_set_cancelled(&r->status, true);
}

EXPORT int MPI_Cancel(MPI_Request *request)
{
    ENTER(Cancel);
    struct request *r;
    int code = request_need(request, &r);
    if (code)
        LEAVE(code);
    if (!r->active)
        INVALID(r->comm, MPI_ERR_REQUEST, "the persistent request is not active");
    if (r->generalized)
        LEAVE(generalized_cancel(r));
    if (r->from.call == CALL_Isendrecv || r->from.call == CALL_Isendrecv_c ||
        r->from.call == CALL_Isendrecv_replace ||
        r->from.call == CALL_Isendrecv_replace_c)
        port_fail(lib()->from, FINDING_UNSUPPORTED,
                  "MPI_Cancel of what %s has started is not supported",
                  lib_call_name(r->from.call));
    switch (r->kind) {
    case REQUEST_RECV:
        if (!r->settled && port_cancel(lib()->from, r->port))
            cancelled(r);
        break;
    case REQUEST_SEND:
        if (r->mode == SEND_BUFFERED
                ? bsend_cancel(r)
                : !r->settled && port_retract(lib()->from, r->port)) {
            if (r->mode == SEND_BUFFERED && !r->settled)
                port_forget(r->port);
            cancelled(r);
        }
        break;
    case REQUEST_ARRIVE:
    case REQUEST_GENERALIZED:
        INVALID(r->comm, MPI_ERR_REQUEST, "a collective operation cannot be cancelled");
    case REQUEST_PARTITIONED:
        INVALID(r->comm, MPI_ERR_REQUEST, "a partitioned operation cannot be cancelled");
    case REQUEST_ACCESS:
        INVALID(r->comm, MPI_ERR_REQUEST, "an access to a window cannot be cancelled");
    case REQUEST_FILE:
        break; /* it has happened */
    }
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    ENTER(Test_cancelled);
    NEED_POINTER(NULL, status);
    NEED_FLAG(flag);
    *flag = status_cancelled(status);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    ENTER(Status_set_cancelled);
    NEED_POINTER(NULL, status);
    status_set_cancelled(status, flag);
    LEAVE(MPI_SUCCESS);
}
