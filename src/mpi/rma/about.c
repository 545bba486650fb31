/* SPDX-License-Identifier: Apache-2.0
 *
 * about.c - what can be asked of a window: its name, group and hints. Attributes are in
 * comm/attr.c, error handlers in lib/errhandler.c. */
#include "mpi/coll/coll.h"
#include "mpi/lib/info.h"
#include "mpi/rma/win.h"
#include <string.h>

EXPORT int MPI_Win_set_name(MPI_Win win, const char *win_name)
{
    ENTER(Win_set_name);
    FIND_WIN(w, win);
    CHECK_RESULT(win_name);
    size_t n = strnlen(win_name, MPI_MAX_OBJECT_NAME);
    if (n == MPI_MAX_OBJECT_NAME)
        INVALID(w->comm, MPI_ERR_ARG, "the name is longer than %d characters",
                MPI_MAX_OBJECT_NAME - 1);
    memset(w->name, 0, sizeof w->name);
    memcpy(w->name, win_name, n);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    ENTER(Win_get_name);
    FIND_WIN(w, win);
    CHECK_RESULT(win_name);
    CHECK_RESULT(resultlen);
    *resultlen = GIVE_TEXT(win_name, w->name, MPI_MAX_OBJECT_NAME);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    ENTER(Win_get_group);
    FIND_WIN(w, win);
    CHECK_RESULT(group);
    *group = group_handle(w->comm->local);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    ENTER(Win_set_info);
    FIND_WIN(w, win);
    NEED_INFO(w->comm, info);
    coll_note(w->comm);
    info_merge(w->info, info_find(info));
    win_promises(w);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    ENTER(Win_get_info);
    FIND_WIN(w, win);
    CHECK_RESULT(info_used);
    *info_used = info_give(w->info);
    LEAVE(MPI_SUCCESS);
}
