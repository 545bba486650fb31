/* SPDX-License-Identifier: Apache-2.0
 *
 * tool.c - the interface for tools (chapter 15): MPI_T.
 *
 * There are performance variables of ours, which count what this rank has done since
 * their handle was made, and no control variables, categories or enumerations. Nothing is
 * counted before MPI_T_init_thread, so that programs without it do not get states that
 * differ by such numbers. These functions return their errors; error handlers have no
 * part in it. */
#include "mpi/lib/tool.h"
#include "mpi/lib/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long number;

static const struct {
    const char *name, *what;
} variables[TOOL_COUNTS] = {
    [TOOL_CALLS] = {"mazurka_calls", "calls of functions of MPI"},
    [TOOL_SENT] = {"mazurka_sent", "messages that sends have begun to send"},
    [TOOL_RECEIVED] = {"mazurka_received", "messages that were received"},
};

struct tool {
    unsigned inits; /* calls of MPI_T_init_thread without MPI_T_finalize */
    number counts[TOOL_COUNTS];
    struct session *sessions;
};

struct handle {
    struct handle *next;
    int variable;
    number base; /* the count when it was made */
};

struct session {
    struct session *next;
    struct handle *handles;
};

void tool_count(enum tool_count what)
{
    struct tool *t = lib()->tool;
    if (t && t->inits)
        t->counts[what]++;
}

static bool is_ready(void)
{
    return lib()->tool && lib()->tool->inits;
}

/* Every function but the first begins so. */
#define BEGIN(name)                                                                      \
    ENTER_ANYTIME(name);                                                                 \
    if (!is_ready())                                                                     \
    LEAVE(MPI_T_ERR_NOT_INITIALIZED)

EXPORT int MPI_T_init_thread(int required, int *provided)
{
    ENTER_ANYTIME(T_init_thread);
    CHECK_RESULT(provided);
    if (!lib()->tool)
        lib()->tool = lib_alloc(sizeof *lib()->tool);
    lib()->tool->inits++;
    *provided = required;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_finalize(void)
{
    BEGIN(T_finalize);
    lib()->tool->inits--;
    LEAVE(MPI_SUCCESS);
}

/* Stores a text as far as there is room, and its length with the zero at its end. */
static void give_text(const char *text, char *to, int *length)
{
    if (!length)
        return;
    if (to && *length > 0)
        snprintf(to, (size_t)*length, "%s", text);
    *length = (int)strlen(text) + 1;
}

static void give(int *to, int value)
{
    if (to)
        *to = value;
}

/* ---- what there is none of ---- */

#define NONE(name, result)                                                               \
    EXPORT int MPI_T_##name##_get_num(int *result)                                       \
    {                                                                                    \
        BEGIN(T_##name##_get_num);                                                       \
        CHECK_RESULT(result);                                                            \
        *result = 0;                                                                     \
        LEAVE(MPI_SUCCESS);                                                              \
    }
NONE(cvar, num_cvar)
NONE(category, num_cat)

EXPORT int MPI_T_category_changed(int *update_number)
{
    BEGIN(T_category_changed);
    CHECK_RESULT(update_number);
    *update_number = 0;
    LEAVE(MPI_SUCCESS);
}

#define REFUSES(name, parameters, code)                                                  \
    EXPORT int MPI_T_##name parameters                                                   \
    {                                                                                    \
        BEGIN(T_##name);                                                                 \
        LEAVE(code);                                                                     \
    }
#define UNUSED __attribute__((unused))
REFUSES(cvar_get_info,
        (int i UNUSED, char *name UNUSED, int *name_len UNUSED, int *verbosity UNUSED,
         MPI_Datatype *datatype UNUSED, MPI_T_enum *enumtype UNUSED, char *desc UNUSED,
         int *desc_len UNUSED, int *bind UNUSED, int *scope UNUSED),
        MPI_T_ERR_INVALID_INDEX)
REFUSES(cvar_get_index, (const char *name UNUSED, int *i UNUSED), MPI_T_ERR_INVALID_NAME)
REFUSES(cvar_handle_alloc,
        (int i UNUSED, void *object UNUSED, MPI_T_cvar_handle *handle UNUSED,
         int *count UNUSED),
        MPI_T_ERR_INVALID_INDEX)
REFUSES(cvar_handle_free, (MPI_T_cvar_handle * handle UNUSED), MPI_T_ERR_INVALID_HANDLE)
REFUSES(cvar_read, (MPI_T_cvar_handle handle UNUSED, void *buf UNUSED),
        MPI_T_ERR_INVALID_HANDLE)
REFUSES(cvar_write, (MPI_T_cvar_handle handle UNUSED, const void *buf UNUSED),
        MPI_T_ERR_INVALID_HANDLE)
REFUSES(enum_get_info,
        (MPI_T_enum type UNUSED, int *num UNUSED, char *name UNUSED,
         int *name_len UNUSED),
        MPI_T_ERR_INVALID_HANDLE)
REFUSES(enum_get_item,
        (MPI_T_enum type UNUSED, int i UNUSED, int *value UNUSED, char *name UNUSED,
         int *name_len UNUSED),
        MPI_T_ERR_INVALID_HANDLE)
REFUSES(category_get_info,
        (int i UNUSED, char *name UNUSED, int *name_len UNUSED, char *desc UNUSED,
         int *desc_len UNUSED, int *cvars UNUSED, int *pvars UNUSED,
         int *categories UNUSED),
        MPI_T_ERR_INVALID_INDEX)
REFUSES(category_get_index, (const char *name UNUSED, int *i UNUSED),
        MPI_T_ERR_INVALID_NAME)
REFUSES(category_get_cvars, (int i UNUSED, int n UNUSED, int indices[] UNUSED),
        MPI_T_ERR_INVALID_INDEX)
REFUSES(category_get_pvars, (int i UNUSED, int n UNUSED, int indices[] UNUSED),
        MPI_T_ERR_INVALID_INDEX)
REFUSES(category_get_categories, (int i UNUSED, int n UNUSED, int indices[] UNUSED),
        MPI_T_ERR_INVALID_INDEX)

/* ---- performance variables ---- */

EXPORT int MPI_T_pvar_get_num(int *num_pvar)
{
    BEGIN(T_pvar_get_num);
    CHECK_RESULT(num_pvar);
    *num_pvar = TOOL_COUNTS;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity,
                               int *var_class, MPI_Datatype *datatype,
                               MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind,
                               int *readonly, int *continuous, int *atomic)
{
    BEGIN(T_pvar_get_info);
    if (pvar_index < 0 || pvar_index >= TOOL_COUNTS)
        LEAVE(MPI_T_ERR_INVALID_INDEX);
    give_text(variables[pvar_index].name, name, name_len);
    give_text(variables[pvar_index].what, desc, desc_len);
    give(verbosity, MPI_T_VERBOSITY_USER_BASIC);
    give(var_class, MPI_T_PVAR_CLASS_COUNTER);
    give(bind, MPI_T_BIND_NO_OBJECT);
    give(readonly, true);
    give(continuous, true);
    give(atomic, false);
    if (datatype)
        *datatype = MPI_UNSIGNED_LONG_LONG;
    if (enumtype)
        *enumtype = MPI_T_ENUM_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    BEGIN(T_pvar_get_index);
    CHECK_RESULT(pvar_index);
    for (int i = 0; name && i < TOOL_COUNTS; i++)
        if (!strcmp(name, variables[i].name) && var_class == MPI_T_PVAR_CLASS_COUNTER) {
            *pvar_index = i;
            LEAVE(MPI_SUCCESS);
        }
    LEAVE(MPI_T_ERR_INVALID_NAME);
}

/* The place of the session in the list; NULL: it is none. */
static struct session **session_of(MPI_T_pvar_session session)
{
    struct session **s = &lib()->tool->sessions;
    while (*s && (MPI_T_pvar_session)*s != session)
        s = &(*s)->next;
    return *s ? s : NULL;
}

/* The place of the handle in the list of its session; NULL: it is none. */
static struct handle **handle_of(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    struct session **s = session_of(session);
    struct handle **h = s ? &(*s)->handles : NULL;
    while (h && *h && (MPI_T_pvar_handle)*h != handle)
        h = &(*h)->next;
    return h && *h ? h : NULL;
}

EXPORT int MPI_T_pvar_session_create(MPI_T_pvar_session *session)
{
    BEGIN(T_pvar_session_create);
    CHECK_RESULT(session);
    struct session *s = lib_alloc(sizeof *s);
    s->next = lib()->tool->sessions;
    lib()->tool->sessions = s;
    *session = (MPI_T_pvar_session)s;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_session_free(MPI_T_pvar_session *session)
{
    BEGIN(T_pvar_session_free);
    CHECK_RESULT(session);
    struct session **s = session_of(*session);
    if (!s)
        LEAVE(MPI_T_ERR_INVALID_SESSION);
    struct session *gone = *s;
    *s = gone->next;
    for (struct handle *h = gone->handles, *next; h; h = next) {
        next = h->next;
        free(h);
    }
    free(gone);
    *session = MPI_T_PVAR_SESSION_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index,
                                   void *obj_handle, MPI_T_pvar_handle *handle,
                                   int *count)
{
    (void)obj_handle; /* there are no variables of objects */
    BEGIN(T_pvar_handle_alloc);
    CHECK_RESULT(handle);
    CHECK_RESULT(count);
    struct session **s = session_of(session);
    if (!s)
        LEAVE(MPI_T_ERR_INVALID_SESSION);
    if (pvar_index < 0 || pvar_index >= TOOL_COUNTS)
        LEAVE(MPI_T_ERR_INVALID_INDEX);
    struct handle *h = lib_alloc(sizeof *h);
    *h = (struct handle){(*s)->handles, pvar_index, lib()->tool->counts[pvar_index]};
    (*s)->handles = h;
    *handle = (MPI_T_pvar_handle)h;
    *count = 1;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    BEGIN(T_pvar_handle_free);
    CHECK_RESULT(handle);
    struct handle **h = handle_of(session, *handle);
    if (!h)
        LEAVE(MPI_T_ERR_INVALID_HANDLE);
    struct handle *gone = *h;
    *h = gone->next;
    free(gone);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                           void *buf)
{
    BEGIN(T_pvar_read);
    struct handle **h = handle_of(session, handle);
    number value = h ? lib()->tool->counts[(*h)->variable] - (*h)->base : 0;
    if (!h)
        LEAVE(MPI_T_ERR_INVALID_HANDLE);
    CHECK_RESULT((number *)buf);
    memcpy(buf, &value, sizeof value);
    LEAVE(MPI_SUCCESS);
}

/* All are continuous and cannot be written, so what starts, stops or writes them fails,
 * but for MPI_T_PVAR_ALL_HANDLES, which leaves out those for which it cannot be done. */
static int refused(MPI_T_pvar_session session, MPI_T_pvar_handle handle, int code)
{
    if (handle == MPI_T_PVAR_ALL_HANDLES)
        return session_of(session) ? MPI_SUCCESS : MPI_T_ERR_INVALID_SESSION;
    return handle_of(session, handle) ? code : MPI_T_ERR_INVALID_HANDLE;
}

#define FIXED(name, parameters, code)                                                    \
    EXPORT int MPI_T_pvar_##name parameters                                              \
    {                                                                                    \
        BEGIN(T_pvar_##name);                                                            \
        LEAVE(refused(session, handle, code));                                           \
    }
FIXED(start, (MPI_T_pvar_session session, MPI_T_pvar_handle handle),
      MPI_T_ERR_PVAR_NO_STARTSTOP)
FIXED(stop, (MPI_T_pvar_session session, MPI_T_pvar_handle handle),
      MPI_T_ERR_PVAR_NO_STARTSTOP)
FIXED(reset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle),
      MPI_T_ERR_PVAR_NO_WRITE)
FIXED(write,
      (MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf UNUSED),
      MPI_T_ERR_PVAR_NO_WRITE)
FIXED(readreset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf UNUSED),
      MPI_T_ERR_PVAR_NO_WRITE)
