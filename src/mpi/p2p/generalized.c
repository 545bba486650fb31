/* SPDX-License-Identifier: Apache-2.0
 *
 * generalized.c - requests of the program's own: it says when they are complete, and
 * gives functions that tell their status, free them and cancel them. */
#include "mpi/lib/callback.h"
#include "mpi/lib/check.h"
#include "mpi/lib/fortran.h"
#include "mpi/p2p/request.h"
#include "mpi/p2p/status.h"
#include <stdlib.h>

struct generalized {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
    bool fortran; /* the functions are Fortran's: all they get is an address, and they
                     give their error code by one more argument */
};

typedef void fortran_query(void *extra, MPI_Status *, MPI_Fint *code);
typedef void fortran_free(void *extra, MPI_Fint *code);
typedef void fortran_cancel(void *extra, MPI_Fint *complete, MPI_Fint *code);

int generalized_query(struct request *r)
{
    struct generalized *g = r->generalized;
    if (!g || !g->query)
        return MPI_SUCCESS;
    struct callback mark = callback_begin();
    int code = MPI_SUCCESS;
    if (g->fortran)
        CALLBACK((fortran_query *)(void *)g->query)(g->extra, &r->status, &code);
    else
        code = CALLBACK(g->query)(g->extra, &r->status);
    callback_end(mark);
    return code;
}

int generalized_free(struct request *r)
{
    struct generalized *g = r->generalized;
    if (!g || !g->free)
        return MPI_SUCCESS;
    struct callback mark = callback_begin();
    int code = MPI_SUCCESS;
    if (g->fortran)
        CALLBACK((fortran_free *)(void *)g->free)(g->extra, &code);
    else
        code = CALLBACK(g->free)(g->extra);
    callback_end(mark);
    return code;
}

int generalized_cancel(struct request *r)
{
    struct generalized *g = r->generalized;
    if (!g || !g->cancel)
        return MPI_SUCCESS;
    struct callback mark = callback_begin();
    int code = MPI_SUCCESS, complete = r->settled;
    if (g->fortran)
        CALLBACK((fortran_cancel *)(void *)g->cancel)(g->extra, &complete, &code);
    else
        code = CALLBACK(g->cancel)(g->extra, complete);
    callback_end(mark);
    return code;
}

EXPORT int MPI_Grequest_start(MPI_Grequest_query_function *query_fn,
                              MPI_Grequest_free_function *free_fn,
                              MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                              MPI_Request *request)
{
    ENTER(Grequest_start);
    CHECK_RESULT(request);
    struct request *r = request_new(REQUEST_GENERALIZED, NULL);
    r->active = r->started = true;
    r->generalized = lib_alloc(sizeof *r->generalized);
    *r->generalized = (struct generalized){
        .query = query_fn, .free = free_fn, .cancel = cancel_fn, .extra = extra_state};
    *request = r->object.handle;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Grequest_complete(MPI_Request request)
{
    ENTER(Grequest_complete);
    struct request *r;
    int code = request_need(&request, &r);
    if (code)
        LEAVE(code);
    if (r->kind != REQUEST_GENERALIZED)
        INVALID(NULL, MPI_ERR_REQUEST, "the request was not made by MPI_Grequest_start");
    if (r->settled)
        INVALID(NULL, MPI_ERR_REQUEST, "the request is complete already");
    request_settle(r, status_empty());
    if (r->freed) {
        code = generalized_free(r);
        object_unpublish(&r->object);
    }
    LEAVE(code);
}

/* Called by the Fortran bindings of MPICH after MPI_Grequest_start; see lib/fortran.c. */
EXPORT void MPII_Grequest_set_lang_f77(MPI_Request request)
{
    struct request *r = (struct request *)object_find(OBJECT_REQUEST, request);
    if (r && r->generalized)
        r->generalized->fortran = true;
}
