/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c - error classes, codes and their texts; lib_error(). */
#include "mpi/lib/error.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/check.h"
#include "base/vec.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* An error class or code that the program added; its number is FIRST_ADDED + its
 * index. */
struct added {
    int class;
    bool removed;
    char text[MPI_MAX_ERROR_STRING];
};

struct error_texts {
    VEC(struct added) added;
    int last_code;
};

enum { FIRST_ADDED = MPI_ERR_LASTCODE + 1 };

static const struct {
    int class;
    const char *name, *text;
} texts[] = {
    {MPI_SUCCESS, "MPI_SUCCESS", "No MPI error"},
    {MPI_ERR_BUFFER, "MPI_ERR_BUFFER", "Invalid buffer pointer"},
    {MPI_ERR_COUNT, "MPI_ERR_COUNT", "Invalid count"},
    {MPI_ERR_TYPE, "MPI_ERR_TYPE", "Invalid datatype"},
    {MPI_ERR_TAG, "MPI_ERR_TAG", "Invalid tag"},
    {MPI_ERR_COMM, "MPI_ERR_COMM", "Invalid communicator"},
    {MPI_ERR_RANK, "MPI_ERR_RANK", "Invalid rank"},
    {MPI_ERR_ROOT, "MPI_ERR_ROOT", "Invalid root"},
    {MPI_ERR_GROUP, "MPI_ERR_GROUP", "Invalid group"},
    {MPI_ERR_OP, "MPI_ERR_OP", "Invalid MPI_Op"},
    {MPI_ERR_TOPOLOGY, "MPI_ERR_TOPOLOGY", "Invalid topology"},
    {MPI_ERR_DIMS, "MPI_ERR_DIMS", "Invalid dimension argument"},
    {MPI_ERR_ARG, "MPI_ERR_ARG", "Invalid argument"},
    {MPI_ERR_UNKNOWN, "MPI_ERR_UNKNOWN", "Unknown error"},
    {MPI_ERR_TRUNCATE, "MPI_ERR_TRUNCATE", "Message truncated"},
    {MPI_ERR_OTHER, "MPI_ERR_OTHER", "Other MPI error"},
    {MPI_ERR_INTERN, "MPI_ERR_INTERN", "Internal MPI error"},
    {MPI_ERR_IN_STATUS, "MPI_ERR_IN_STATUS",
     "See the MPI_ERROR field in MPI_Status for the error code"},
    {MPI_ERR_PENDING, "MPI_ERR_PENDING", "Pending request"},
    {MPI_ERR_REQUEST, "MPI_ERR_REQUEST", "Invalid MPI_Request"},
    {MPI_ERR_ACCESS, "MPI_ERR_ACCESS", "Access denied to file"},
    {MPI_ERR_AMODE, "MPI_ERR_AMODE", "Invalid file access mode"},
    {MPI_ERR_BAD_FILE, "MPI_ERR_BAD_FILE", "Invalid file name"},
    {MPI_ERR_CONVERSION, "MPI_ERR_CONVERSION", "Error in a data conversion function"},
    {MPI_ERR_DUP_DATAREP, "MPI_ERR_DUP_DATAREP",
     "The data representation is defined already"},
    {MPI_ERR_FILE_EXISTS, "MPI_ERR_FILE_EXISTS", "File exists"},
    {MPI_ERR_FILE_IN_USE, "MPI_ERR_FILE_IN_USE", "File in use"},
    {MPI_ERR_FILE, "MPI_ERR_FILE", "Invalid MPI_File"},
    {MPI_ERR_INFO, "MPI_ERR_INFO", "Invalid MPI_Info"},
    {MPI_ERR_INFO_KEY, "MPI_ERR_INFO_KEY", "Invalid key for MPI_Info"},
    {MPI_ERR_INFO_VALUE, "MPI_ERR_INFO_VALUE", "Invalid value for MPI_Info"},
    {MPI_ERR_INFO_NOKEY, "MPI_ERR_INFO_NOKEY", "The MPI_Info has no such key"},
    {MPI_ERR_IO, "MPI_ERR_IO", "Other I/O error"},
    {MPI_ERR_NAME, "MPI_ERR_NAME", "Name not found"},
    {MPI_ERR_NO_MEM, "MPI_ERR_NO_MEM", "Out of memory"},
    {MPI_ERR_NOT_SAME, "MPI_ERR_NOT_SAME", "Arguments differ between processes"},
    {MPI_ERR_NO_SPACE, "MPI_ERR_NO_SPACE", "Not enough space for file"},
    {MPI_ERR_NO_SUCH_FILE, "MPI_ERR_NO_SUCH_FILE", "File does not exist"},
    {MPI_ERR_PORT, "MPI_ERR_PORT", "Invalid port"},
    {MPI_ERR_QUOTA, "MPI_ERR_QUOTA", "Quota exceeded for files"},
    {MPI_ERR_READ_ONLY, "MPI_ERR_READ_ONLY", "Read-only file or filesystem"},
    {MPI_ERR_SERVICE, "MPI_ERR_SERVICE", "Invalid service name"},
    {MPI_ERR_SPAWN, "MPI_ERR_SPAWN", "Error in spawn call"},
    {MPI_ERR_UNSUPPORTED_DATAREP, "MPI_ERR_UNSUPPORTED_DATAREP",
     "Unsupported data representation"},
    {MPI_ERR_UNSUPPORTED_OPERATION, "MPI_ERR_UNSUPPORTED_OPERATION",
     "Unsupported operation on file"},
    {MPI_ERR_WIN, "MPI_ERR_WIN", "Invalid MPI_Win"},
    {MPI_ERR_BASE, "MPI_ERR_BASE", "Invalid base address"},
    {MPI_ERR_LOCKTYPE, "MPI_ERR_LOCKTYPE", "Invalid lock type"},
    {MPI_ERR_KEYVAL, "MPI_ERR_KEYVAL", "Invalid keyval"},
    {MPI_ERR_RMA_CONFLICT, "MPI_ERR_RMA_CONFLICT", "Conflicting accesses to window"},
    {MPI_ERR_RMA_SYNC, "MPI_ERR_RMA_SYNC", "Wrong synchronization of RMA calls"},
    {MPI_ERR_SIZE, "MPI_ERR_SIZE", "Invalid size argument in RMA call"},
    {MPI_ERR_DISP, "MPI_ERR_DISP", "Invalid displacement argument in RMA call"},
    {MPI_ERR_ASSERT, "MPI_ERR_ASSERT", "Invalid assert argument"},
    {MPI_ERR_RMA_RANGE, "MPI_ERR_RMA_RANGE", "Target memory is not in the window"},
    {MPI_ERR_RMA_ATTACH, "MPI_ERR_RMA_ATTACH", "Memory cannot be attached"},
    {MPI_ERR_RMA_SHARED, "MPI_ERR_RMA_SHARED", "Memory cannot be shared"},
    {MPI_ERR_RMA_FLAVOR, "MPI_ERR_RMA_FLAVOR", "Wrong flavor of window"},
    {MPI_ERR_SESSION, "MPI_ERR_SESSION", "Invalid MPI_Session"},
    {MPI_ERR_ABI, "MPI_ERR_ABI", "The ABI has been set already, or is another one"},
    {MPI_ERR_PROC_ABORTED, "MPI_ERR_PROC_ABORTED", "A peer process has aborted"},
    {MPI_ERR_VALUE_TOO_LARGE, "MPI_ERR_VALUE_TOO_LARGE", "Value is too large to store"},
};

/* ---- what was added ---- */

static struct error_texts *errors(void)
{
    struct lib *l = lib();
    if (!l->errors) {
        l->errors = lib_alloc(sizeof *l->errors);
        l->errors->last_code = MPI_ERR_LASTCODE;
    }
    return l->errors;
}

int *error_last_code(void)
{
    return &errors()->last_code;
}

static struct added *find_added(int code)
{
    struct error_texts *e = errors();
    if (code < FIRST_ADDED || (size_t)(code - FIRST_ADDED) >= e->added.len)
        return NULL;
    struct added *a = &e->added.at[code - FIRST_ADDED];
    return a->removed ? NULL : a;
}

const char *error_text(int code)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].class == code)
            return texts[i].text;
    const struct added *a = find_added(code);
    return a ? a->text : NULL;
}

/* Adds a code to the class; -1 adds a class. */
static int add(int class)
{
    struct error_texts *e = errors();
    int code = FIRST_ADDED + (int)e->added.len;
    vec_push(&e->added, (struct added){.class = class < 0 ? code : class});
    e->last_code = code;
    return code;
}

/* ---- errors of ours ---- */

static const char *class_name(int class)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].class == class)
            return texts[i].name;
    return "an error of the program's own";
}

/* Is this an error that implementations need not notice, such as ranks that do not fit
 * together? No error handler can deal with it, so it is always a finding. */
static bool goes_unnoticed(enum finding_kind kind)
{
    switch (kind) {
    case FINDING_DATATYPE_MISMATCH:
    case FINDING_CALL_MISMATCH:
    case FINDING_ROOT_MISMATCH:
    case FINDING_OPERATOR_MISMATCH:
    case FINDING_COMMUNICATOR_MISMATCH:
    case FINDING_EPOCH_ERROR:
        return true;
    default:
        return false;
    }
}

static int report(struct errhandler *e, mpi_handle owner, int error_class,
                  enum finding_kind kind, bool unnoticed, const char *format,
                  va_list args)
{
    char text[1024];
    const struct port_from from = lib()->from;
    const char *call = lib_call_name(from.call);
    vsnprintf(text, sizeof text, format, args);
    const char *handler = errhandler_call(e, owner, error_class, kind, text);
    if (unnoticed)
        port_note(from, kind, "%s", text);
    else
        port_note(from, FINDING_IGNORED_ERROR,
                  "%s returned %s, which %s left to the program: %s", call,
                  class_name(error_class), handler, text);
    return error_class;
}

/* What error handlers get: the window or file, if it is the communicator of one. */
static mpi_handle handle_of(const struct comm *c)
{
    return c->owner ? c->owner->handle : c->object.handle;
}

/* Whose handler gets the errors of calls that name no object: since MPI-4 that of
 * MPI_COMM_SELF, before that of MPI_COMM_WORLD, as MPICH 4.0 still does. */
static struct comm *nobodys(void)
{
    struct lib *l = lib();
    return l->self->errhandler != errhandler_predefined(MPI_ERRORS_ARE_FATAL) ? l->self
                                                                              : l->world;
}

int lib_error(struct comm *c, int error_class, enum finding_kind kind, const char *format,
              ...)
{
    va_list args;
    va_start(args, format);
    c = c ? c : nobodys();
    int code = report(c->errhandler, handle_of(c), error_class, kind,
                      goes_unnoticed(kind), format, args);
    va_end(args);
    return code;
}

int lib_error_by(struct errhandler *e, mpi_handle owner, int error_class,
                 enum finding_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int code = report(e, owner, error_class, kind, goes_unnoticed(kind), format, args);
    va_end(args);
    return code;
}

int lib_erroneous(struct comm *c, int error_class, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    c = c ? c : nobodys();
    int code = report(c->errhandler, handle_of(c), error_class, FINDING_INVALID_ARGUMENT,
                      true, format, args);
    va_end(args);
    return code;
}

/* ---- functions of the standard ---- */

EXPORT int MPI_Error_class(int errorcode, int *errorclass)
{
    ENTER_ANYTIME(Error_class);
    CHECK_RESULT(errorclass);
    const struct added *a = find_added(errorcode);
    if (!a && !error_text(errorcode))
        INVALID(NULL, MPI_ERR_ARG, "%d is not an error code", errorcode);
    *errorclass = a ? a->class : errorcode;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Error_string(int errorcode, char *string, int *resultlen)
{
    ENTER_ANYTIME(Error_string);
    CHECK_RESULT(string);
    CHECK_RESULT(resultlen);
    const char *text = error_text(errorcode);
    if (!text)
        INVALID(NULL, MPI_ERR_ARG, "%d is not an error code", errorcode);
    *resultlen = GIVE_TEXT(string, text, MPI_MAX_ERROR_STRING);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Add_error_class(int *errorclass)
{
    ENTER_ANYTIME(Add_error_class);
    CHECK_RESULT(errorclass);
    *errorclass = add(-1);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Add_error_code(int errorclass, int *errorcode)
{
    ENTER_ANYTIME(Add_error_code);
    CHECK_RESULT(errorcode);
    const struct added *a = find_added(errorclass);
    if (a ? a->class != errorclass : !error_text(errorclass))
        INVALID(NULL, MPI_ERR_ARG, "%d is not an error class", errorclass);
    *errorcode = add(errorclass);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Add_error_string(int errorcode, const char *string)
{
    ENTER_ANYTIME(Add_error_string);
    CHECK_RESULT(string);
    struct added *a = find_added(errorcode);
    if (!a)
        INVALID(NULL, MPI_ERR_ARG, "%d is not an error code that was added", errorcode);
    if (strlen(string) >= MPI_MAX_ERROR_STRING)
        INVALID(NULL, MPI_ERR_ARG, "the text is longer than MPI_MAX_ERROR_STRING");
    strcpy(a->text, string);
    LEAVE(MPI_SUCCESS);
}

/* ---- what was added is removed; its number is not given again ---- */

/* In a function that has ENTERed: declares a, what was added with this number, or leaves
 * with an error. */
#define FIND_ADDED(a, code)                                                              \
    struct added *a = find_added(code);                                                  \
    if (!a)                                                                              \
    INVALID(NULL, MPI_ERR_ARG, "%d was not added, or has been removed", code)
#define NEED_NO_TEXT(a, code)                                                            \
    if (*(a)->text)                                                                      \
    INVALID(NULL, MPI_ERR_OTHER, "%d still has a string (MPI_Remove_error_string)", code)

EXPORT int MPI_Remove_error_class(int errorclass)
{
    ENTER_ANYTIME(Remove_error_class);
    const struct error_texts *e = errors();
    FIND_ADDED(a, errorclass);
    if (a->class != errorclass)
        INVALID(NULL, MPI_ERR_ARG, "%d is an error code, not a class", errorclass);
    for (size_t i = 0; i < e->added.len; i++)
        if (&e->added.at[i] != a && e->added.at[i].class == errorclass &&
            !e->added.at[i].removed)
            INVALID(NULL, MPI_ERR_OTHER,
                    "the error class %d still has the error code %d "
                    "(MPI_Remove_error_code)",
                    errorclass, FIRST_ADDED + (int)i);
    NEED_NO_TEXT(a, errorclass);
    a->removed = true;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Remove_error_code(int errorcode)
{
    ENTER_ANYTIME(Remove_error_code);
    FIND_ADDED(a, errorcode);
    if (a->class == errorcode)
        INVALID(NULL, MPI_ERR_ARG, "%d is an error class, not a code of one", errorcode);
    NEED_NO_TEXT(a, errorcode);
    a->removed = true;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Remove_error_string(int errorcode)
{
    ENTER_ANYTIME(Remove_error_string);
    FIND_ADDED(a, errorcode);
    memset(a->text, 0, sizeof a->text);
    LEAVE(MPI_SUCCESS);
}
