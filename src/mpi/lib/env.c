/* SPDX-License-Identifier: Apache-2.0
 *
 * env.c - MPI_Init, MPI_Finalize and the questions about the environment. */
#include "mpi/comm/attr.h"
#include "mpi/coll/coll.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/leaks.h"
#include "mpi/p2p/request.h"
#include "mpi/rma/win.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the beginning ---- */

/* Called at the end of the rank: reports what it should have done and has not; then the
 * ranks compare their collectives, which no program can observe. */
static void end(void)
{
    struct lib *l = lib();
    if (lib_runs(l))
        port_fail((struct port_from){0}, FINDING_MISSING_FINALIZE,
                  "it ends without %s; its last call of MPI is %s at %s",
                  l->phase == LIB_RUNNING ? "MPI_Finalize" : "MPI_Session_finalize",
                  lib_call_name(l->from.call), port_place(l->from.site));
    l->from = l->finalize;
    if (!l->reported)
        leaks_report();
    coll_end(l->finalize);
}

void lib_opened(void)
{
    struct lib *l = lib();
    l->had_session |= l->sessions > 0;
    l->reported = false;
    port_at_end(end);
}

/* The threads of a rank take turns, so any level that is asked for can be granted. */
static int init(int required, int *provided)
{
    struct lib *l = lib();
    if (l->phase == LIB_FINALIZED)
        port_fail(l->from, FINDING_AFTER_FINALIZE, "%s is called after MPI_Finalize",
                  lib_call_name(l->from.call));
    if (l->phase == LIB_RUNNING)
        return lib_error(NULL, MPI_ERR_OTHER, FINDING_INVALID_ARGUMENT,
                         "MPI has been initialized before");
    if (required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "%d is no level of thread support", required);
    l->phase = LIB_RUNNING;
    l->thread_level = required;
    if (required > MPI_THREAD_SINGLE && l->from.call == CALL_Init_thread)
        port_rests_on("the level of threads that was asked for");
    l->main_thread = port_thread();
    lib_opened();
    if (provided)
        *provided = required;
    return MPI_SUCCESS;
}

EXPORT int MPI_Init(int *argc, char ***argv)
{
    ENTER_ANYTIME(Init);
    (void)argc;
    (void)argv;
    LEAVE(init(MPI_THREAD_SINGLE, NULL));
}

EXPORT int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    ENTER_ANYTIME(Init_thread);
    (void)argc;
    (void)argv;
    CHECK_RESULT(provided);
    LEAVE(init(required, provided));
}

EXPORT int MPI_Initialized(int *flag)
{
    if (port_early()) { /* a constructor may ask: those of Open MPI's C++ bindings do */
        *flag = 0;
        return MPI_SUCCESS;
    }
    ENTER_ANYTIME(Initialized);
    CHECK_RESULT(flag);
    *flag = lib()->phase != LIB_FRESH;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Finalized(int *flag)
{
    if (port_early()) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    ENTER_ANYTIME(Finalized);
    CHECK_RESULT(flag);
    *flag = lib()->phase == LIB_FINALIZED;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Query_thread(int *provided)
{
    ENTER(Query_thread);
    CHECK_RESULT(provided);
    *provided = lib()->thread_level;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Is_thread_main(int *flag)
{
    ENTER(Is_thread_main);
    CHECK_RESULT(flag);
    *flag = port_thread() == lib()->main_thread;
    LEAVE(MPI_SUCCESS);
}

/* ---- the end ---- */

/* Does not wait for other ranks, because the standard does not promise that it does. */
EXPORT int MPI_Finalize(void)
{
    ENTER(Finalize);
    struct lib *l = lib();
    if (l->phase != LIB_RUNNING)
        port_fail(l->from,
                  l->phase == LIB_FRESH ? FINDING_BEFORE_INIT : FINDING_AFTER_FINALIZE,
                  "MPI_Finalize is called %s",
                  l->phase == LIB_FRESH ? "before MPI_Init" : "after MPI_Finalize");
    attr_finalize();
    epoch_end();
    if (!l->sessions) { /* otherwise what is left may be freed before they end */
        leaks_report();
        l->reported = true;
    }
    l->finalize = l->from;
    l->phase = LIB_FINALIZED;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Abort(MPI_Comm comm, int errorcode)
{
    ENTER(Abort);
    (void)comm; /* this rank ends, whichever communicator is named */
    port_fail(lib()->from, FINDING_EXIT_CODE, "MPI_Abort is called with error code %d",
              errorcode);
}

/* ---- around ---- */

EXPORT double MPI_Wtime(void)
{
    ENTER_ANYTIME(Wtime);
    double now = port_time();
    lib_leave(MPI_SUCCESS);
    return now;
}

EXPORT double MPI_Wtick(void)
{
    ENTER_ANYTIME(Wtick);
    lib_leave(MPI_SUCCESS);
    return 1e-9;
}

EXPORT int MPI_Get_version(int *version, int *subversion)
{
    ENTER_ANYTIME(Get_version);
    CHECK_RESULT(version);
    CHECK_RESULT(subversion);
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Get_library_version(char *version, int *resultlen)
{
    ENTER_ANYTIME(Get_library_version);
    CHECK_RESULT(version);
    CHECK_RESULT(resultlen);
    char text[64];
    snprintf(text, sizeof text, "mazurka, MPI %d.%d with the ABI of " ABI_NAME,
             MPI_VERSION, MPI_SUBVERSION);
    *resultlen = GIVE_TEXT(version, text, MPI_MAX_LIBRARY_VERSION_STRING);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Get_processor_name(char *name, int *resultlen)
{
    ENTER(Get_processor_name);
    CHECK_RESULT(name);
    CHECK_RESULT(resultlen);
    char text[MPI_MAX_PROCESSOR_NAME] = "";
    if (gethostname(text, sizeof text - 1))
        strcpy(text, "localhost");
    *resultlen = GIVE_TEXT(name, text, MPI_MAX_PROCESSOR_NAME);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Pcontrol(const int level, ...)
{
    ENTER(Pcontrol);
    (void)level; /* for profilers; has no effect */
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    ENTER(Alloc_mem);
    (void)info; /* hints are ignored */
    CHECK_RESULT(baseptr);
    if (size < 0)
        INVALID(NULL, MPI_ERR_ARG, "size is negative: %ld", (long)size);
    void *p = malloc(size ? (size_t)size : 1);
    if (!p)
        LEAVE(lib_error(NULL, MPI_ERR_NO_MEM, FINDING_INVALID_ARGUMENT,
                        "no memory left for %ld bytes", (long)size));
    port_lend(p, true);
    port_gives(p);
    *(void **)baseptr = p;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Free_mem(void *base)
{
    ENTER(Free_mem);
    if (base && !port_lend(base, false))
        INVALID(NULL, MPI_ERR_BASE, "%p is not what MPI_Alloc_mem has returned", base);
    free(base);
    LEAVE(MPI_SUCCESS);
}
