/* SPDX-License-Identifier: Apache-2.0
 *
 * persistent.c - starting requests that were prepared before. */
#include "mpi/request.h"
#include "mpi/check.h"

static int start(const MPI_Request *request)
{
    struct request *r = (struct request *)object_find(OBJECT_REQUEST, *request);
    if (!r)
        return lib_error(NULL, MPI_ERR_REQUEST, PORT_INVALID_ARGUMENT,
                         *request == MPI_REQUEST_NULL ? "request is MPI_REQUEST_NULL"
                                                      : "0x%x is no request",
                         (unsigned)*request);
    if (!r->persistent)
        return lib_error(r->comm, MPI_ERR_REQUEST, PORT_INVALID_ARGUMENT,
                         "the request of %s at %s is not persistent",
                         lib_call_name(r->object.call), port_place(r->object.site));
    if (r->active)
        return lib_error(
            r->comm, MPI_ERR_REQUEST, PORT_INVALID_ARGUMENT,
            "the request of %s at %s is active: it was started at %s and not "
            "completed since",
            lib_call_name(r->object.call), port_place(r->object.site),
            port_place(r->from.site));
    request_start(r);
    return MPI_SUCCESS;
}

EXPORT int MPI_Start(MPI_Request *request)
{
    ENTER(Start);
    NEED_POINTER(NULL, request);
    LEAVE(start(request));
}

EXPORT int MPI_Startall(int count, MPI_Request array_of_requests[])
{
    ENTER(Startall);
    NEED_COUNT(NULL, count);
    NEED_ARRAY(NULL, count, array_of_requests);
    int code = MPI_SUCCESS;
    for (int i = 0; i < count && !code; i++)
        code = start(&array_of_requests[i]);
    LEAVE(code);
}
