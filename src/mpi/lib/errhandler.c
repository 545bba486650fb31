/* SPDX-License-Identifier: Apache-2.0
 *
 * errhandler.c - error handlers: what is done about an error.
 *
 * That of a window or file is the one of its communicator (rma/win.h, io/file.h). */
#include "mpi/lib/error.h"
#include "mpi/lib/callback.h"
#include "mpi/comm/comm.h"
#include "mpi/io/file.h"
#include "mpi/rma/win.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making and finding ---- */

static void errhandler_destroy(struct mpi_object *object)
{
    free(object);
}

static struct errhandler *errhandler_new(enum errhandler_kind kind, void *function)
{
    struct errhandler *e = lib_alloc(sizeof *e);
    object_init(&e->object, OBJECT_ERRHANDLER, errhandler_destroy);
    e->kind = kind;
    e->function = function;
    return e;
}

void error_setup(void)
{
    static const struct {
        MPI_Errhandler handle;
        enum errhandler_kind kind;
    } predefined[] = {{MPI_ERRORS_ARE_FATAL, ERRHANDLER_FATAL},
                      {MPI_ERRORS_ABORT, ERRHANDLER_FATAL},
                      {MPI_ERRORS_RETURN, ERRHANDLER_RETURN}};
    for (size_t i = 0; i < sizeof predefined / sizeof *predefined; i++)
        object_install(&errhandler_new(predefined[i].kind, NULL)->object,
                       predefined[i].handle);
}

static struct errhandler *errhandler_find(MPI_Errhandler handle)
{
    return (struct errhandler *)object_find(OBJECT_ERRHANDLER, handle);
}

struct errhandler *errhandler_predefined(MPI_Errhandler handle)
{
    return errhandler_find(handle);
}

void errhandler_set_fortran(MPI_Errhandler handle)
{
    struct errhandler *e = errhandler_find(handle);
    if (e)
        e->fortran = true;
}

static const char *errhandler_invalid(MPI_Errhandler handle)
{
    return handle == MPI_ERRHANDLER_NULL
               ? "the error handler is MPI_ERRHANDLER_NULL"
               : "the error handler does not exist, or has been freed";
}

#define FIND_ERRHANDLER(e, handle)                                                       \
    struct errhandler *e = errhandler_find(handle);                                      \
    if (!e)                                                                              \
    INVALID(NULL, MPI_ERR_ARG, "%s", errhandler_invalid(handle))

/* Returns a handle to the program, which must free each handle that it gets, even if it
 * has one for the same object. */
MPI_Errhandler errhandler_give(struct errhandler *e)
{
    if (e->object.builtin)
        return e->object.handle;
    if (e->handles++ == 0) {
        object_hold(&e->object);
        object_publish(&e->object);
    }
    return e->object.handle;
}

/* ---- what is done ---- */

const char *errhandler_call(struct errhandler *e, mpi_handle owner, int code,
                            enum finding_kind kind, const char *text)
{
    if (e->kind == ERRHANDLER_RETURN)
        return "the error handler MPI_ERRORS_RETURN";
    const char *call = lib_call_name(lib()->from.call);
    const char *calls = strstr(text, " calls ");
    bool named = !strncmp(text, call, strlen(call)) /* it is the subject of the text */
                 || (calls && !strncmp(calls + strlen(" calls "), call, strlen(call)));
    if (e->kind == ERRHANDLER_FATAL)
        port_fail(lib()->from, kind, "%s%s%s", named ? "" : call, named ? "" : ": ",
                  text);
    struct callback mark = callback_begin();
    if (e->fortran) {
        MPI_Fint number = handle_to_int(e->kind == ERRHANDLER_FILE  ? OBJECT_FILE
                                        : e->kind == ERRHANDLER_WIN ? OBJECT_WIN
                                                                    : OBJECT_COMM,
                                        owner);
        CALLBACK(e->function)((MPI_Comm *)(void *)&number, &code);
    } else if (e->kind == ERRHANDLER_FILE) {
        MPI_File file = file_handle(owner);
        CALLBACK((MPI_File_errhandler_function *)(void *)e->function)(&file, &code);
    } else {
        CALLBACK(e->function)((MPI_Comm *)(void *)&owner, &code);
    }
    callback_end(mark);
    return "the program's error handler";
}

/* ---- making and freeing them ---- */

static MPI_Errhandler create(enum errhandler_kind kind, void *function)
{
    struct errhandler *e = errhandler_new(kind, function);
    MPI_Errhandler handle = errhandler_give(e);
    object_release(&e->object); /* the reference belongs to the program from now on */
    return handle;
}

#define CREATE(name, kind, function)                                                     \
    ENTER_ANYTIME(name);                                                                 \
    CHECK_RESULT(errhandler);                                                            \
    *errhandler = create(kind, function);                                                \
    LEAVE(MPI_SUCCESS)

EXPORT int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function,
                                      MPI_Errhandler *errhandler)
{
    CREATE(Comm_create_errhandler, ERRHANDLER_COMM, function);
}

EXPORT int MPI_Errhandler_create(MPI_Comm_errhandler_function *function,
                                 MPI_Errhandler *errhandler)
{
    CREATE(Errhandler_create, ERRHANDLER_COMM, function);
}

EXPORT int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function,
                                     MPI_Errhandler *errhandler)
{
    CREATE(Win_create_errhandler, ERRHANDLER_WIN, function);
}

EXPORT int MPI_File_create_errhandler(MPI_File_errhandler_function *function,
                                      MPI_Errhandler *errhandler)
{
    CREATE(File_create_errhandler, ERRHANDLER_FILE, function);
}

EXPORT int MPI_Session_create_errhandler(MPI_Session_errhandler_function *function,
                                         MPI_Errhandler *errhandler)
{
    CREATE(Session_create_errhandler, ERRHANDLER_SESSION, function);
}

EXPORT int MPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    ENTER_ANYTIME(Errhandler_free);
    CHECK_RESULT(errhandler);
    FIND_ERRHANDLER(e, *errhandler);
    if (!e->object.builtin && --e->handles == 0)
        object_unpublish(&e->object);
    *errhandler = MPI_ERRHANDLER_NULL;
    LEAVE(MPI_SUCCESS);
}

/* ---- communicators ---- */

static struct errhandler *need(struct comm *c, MPI_Errhandler handle,
                               enum errhandler_kind kind, int *code)
{
    struct errhandler *e = errhandler_find(handle);
    if (!e)
        *code = lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT, "%s",
                          errhandler_invalid(handle));
    else if (e->kind != kind && e->kind != ERRHANDLER_FATAL &&
             e->kind != ERRHANDLER_RETURN)
        *code = lib_error(c, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                          "the error handler is not one for %s",
                          kind == ERRHANDLER_SESSION ? "sessions"
                          : kind == ERRHANDLER_WIN   ? "windows"
                          : kind == ERRHANDLER_FILE  ? "files"
                                                     : "communicators");
    else
        return e;
    return NULL;
}

struct errhandler *errhandler_need(MPI_Errhandler handle, enum errhandler_kind kind,
                                   int *code)
{
    return need(NULL, handle, kind, code);
}

static int set(struct comm *c, MPI_Errhandler handle)
{
    int code;
    struct errhandler *e = need(c, handle,
                                !c->owner                      ? ERRHANDLER_COMM
                                : c->owner->kind == OBJECT_WIN ? ERRHANDLER_WIN
                                                               : ERRHANDLER_FILE,
                                &code);
    if (!e)
        return code;
    object_hold(&e->object);
    object_release(&c->errhandler->object);
    c->errhandler = e;
    return MPI_SUCCESS;
}

EXPORT int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    ENTER(Comm_set_errhandler);
    struct comm *coming = comm_coming(comm);
    if (coming && port_from_library()) { /* mpi4py does so, and no user can mend it */
        port_note(lib()->from, FINDING_LIBRARY,
                  "%s; the handler is set all the same, as MPI libraries do",
                  comm_invalid(comm));
        LEAVE(set(coming, errhandler));
    }
    FIND_COMM(c, comm);
    LEAVE(set(c, errhandler));
}

EXPORT int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    ENTER(Errhandler_set);
    FIND_COMM(c, comm);
    LEAVE(set(c, errhandler));
}

EXPORT int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    ENTER(Comm_get_errhandler);
    FIND_COMM(c, comm);
    CHECK_RESULT(errhandler);
    *errhandler = errhandler_give(c->errhandler);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    ENTER(Errhandler_get);
    FIND_COMM(c, comm);
    CHECK_RESULT(errhandler);
    *errhandler = errhandler_give(c->errhandler);
    LEAVE(MPI_SUCCESS);
}

void errhandler_report(struct errhandler *e, mpi_handle owner, int code)
{
    char text[MPI_MAX_ERROR_STRING + 64];
    const char *known = error_text(code);
    snprintf(text, sizeof text, "the program reports error %d: %s", code,
             known ? known : "no text");
    errhandler_call(e, owner, code, FINDING_EXIT_CODE, text);
}

EXPORT int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    ENTER(Comm_call_errhandler);
    FIND_COMM(c, comm);
    errhandler_report(c->errhandler, c->object.handle, errorcode);
    LEAVE(MPI_SUCCESS);
}

/* ---- windows ---- */

EXPORT int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    ENTER(Win_set_errhandler);
    FIND_WIN(w, win);
    LEAVE(set(w->comm, errhandler));
}

EXPORT int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    ENTER(Win_get_errhandler);
    FIND_WIN(w, win);
    CHECK_RESULT(errhandler);
    *errhandler = errhandler_give(w->comm->errhandler);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    ENTER(Win_call_errhandler);
    FIND_WIN(w, win);
    errhandler_report(w->comm->errhandler, w->object.handle, errorcode);
    LEAVE(MPI_SUCCESS);
}

/* ---- files: MPI_FILE_NULL has an error handler, too ---- */

EXPORT int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    ENTER(File_set_errhandler);
    int code;
    if (file == MPI_FILE_NULL) {
        struct errhandler *e = errhandler_need(errhandler, ERRHANDLER_FILE, &code);
        if (!e)
            LEAVE(code);
        file_set_null_errhandler(e);
        LEAVE(MPI_SUCCESS);
    }
    FIND_FILE(f, file);
    LEAVE(set(f->comm, errhandler));
}

EXPORT int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    ENTER(File_get_errhandler);
    CHECK_RESULT(errhandler);
    if (file == MPI_FILE_NULL) {
        *errhandler = errhandler_give(file_null_errhandler());
        LEAVE(MPI_SUCCESS);
    }
    FIND_FILE(f, file);
    *errhandler = errhandler_give(f->comm->errhandler);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_File_call_errhandler(MPI_File file, int errorcode)
{
    ENTER(File_call_errhandler);
    struct file *f = file_find(file);
    if (!f && file != MPI_FILE_NULL)
        LEAVE(file_unknown(file));
    errhandler_report(f ? f->comm->errhandler : file_null_errhandler(), file_number(file),
                      errorcode);
    LEAVE(MPI_SUCCESS);
}
