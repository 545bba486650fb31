/* SPDX-License-Identifier: Apache-2.0
 *
 * lib.h - what all of the MPI library shares: the state of a rank, handles, errors, and
 * how a function of the standard begins and ends.
 *
 * Handles have the values of the MPICH ABI: two bits say whether it is predefined, four
 * what it names, and the rest which one. Objects are counted: a handle that the program
 * has freed is gone, the object goes when the last request or communicator that uses it
 * does. */
#ifndef MZ_MPI_LIB_H
#define MZ_MPI_LIB_H
#include "mpi.h"
#include "mpi/port.h"

#define EXPORT __attribute__((visibility("default")))

/* Every function of MPI-3.1; calls.def has a line for each: CALL(Send, supported). */
enum mpi_call {
#define CALL(name, status) CALL_##name,
#include "mpi/calls.def"
#undef CALL
    MPI_CALLS
};

enum object_kind { /* the four bits of the ABI */
                   OBJECT_COMM = 1,
                   OBJECT_GROUP = 2,
                   OBJECT_DATATYPE = 3,
                   OBJECT_FILE = 4,
                   OBJECT_ERRHANDLER = 5,
                   OBJECT_OP = 6,
                   OBJECT_INFO = 7,
                   OBJECT_WIN = 8,
                   OBJECT_KEYVAL = 9,
                   OBJECT_ATTR = 10,
                   OBJECT_REQUEST = 11,
                   OBJECT_MESSAGE = 12, /* MPI_Message; in the ABI it is a request */
                   OBJECT_KINDS
};

/* What every object begins with. */
struct object {
    enum object_kind kind;
    int handle;    /* 0: the program has freed it */
    int refs;      /* the handle counts as one */
    bool builtin;  /* exists from the start and cannot leak */
    bool early;    /* made before MPI_Init, and may outlive MPI_Finalize */
    void *site;    /* where the program made it, */
    uint16_t call; /* and with which function */
    void (*destroy)(struct object *); /* frees it and lets go of what it refers to */
};

/* handle.c */
void object_init(struct object *, enum object_kind, void (*destroy)(struct object *));
int object_publish(struct object *); /* gives it a handle: returns it */
struct object *object_find(enum object_kind, int handle); /* NULL: names nothing */
void object_hold(struct object *);
void object_release(struct object *);   /* the last one destroys it */
void object_unpublish(struct object *); /* MPI_X_free: the handle is gone */
/* Those that the program made and has not freed, oldest first; NULL after the last. */
struct object *object_leaked(enum object_kind, struct object *after);
void object_install(struct object *, int handle); /* a predefined one */

struct comm; /* comm.h */

/* The rank's state; port_state() leads here. */
struct lib {
    struct port_from from; /* the function of the standard that is being executed */
    enum { LIB_FRESH, LIB_RUNNING, LIB_FINALIZED } phase;
    struct handles *handles;
    struct comm *world, *self;
    struct buffers *buffers;   /* MPI_Buffer_attach; bsend.c */
    struct request *orphans;   /* receives freed before they were complete; request.c */
    struct history *histories; /* of communicators that are gone; history.c */
    struct predefined *predefined; /* datatypes and operators; datatype.c */
    struct keyvals *keyvals;       /* attr.c */
    struct error_texts *errors;    /* MPI_Add_error_class and so on; error.c */
    struct port_from finalize;     /* where it was called */
    int thread_level;
    int depth; /* > 0: a function of ours called another one */
};

struct lib *lib(void); /* made on first use */

/* A function of the standard begins with ENTER(Send) and returns with LEAVE(code), and
 * must not return otherwise. ENTER fails before Init and after Finalize; ENTER_ANYTIME
 * does not. They remember who called, for findings, unless one of our own functions did.
 */
#define ENTER(name)                                                                      \
    (lib_wipe(), lib_enter(CALL_##name, __builtin_return_address(0), false))
#define ENTER_ANYTIME(name) lib_enter(CALL_##name, __builtin_return_address(0), true)
#define LEAVE(code)         return lib_leave(code)
/* Clears what earlier calls have left below on the stack. It would be between our own
 * variables, and a loop that polls would seem to change something the first time round.
 */
void lib_wipe(void);
void lib_enter(enum mpi_call, void *site, bool anytime);
int lib_leave(int code);
const char *lib_call_name(enum mpi_call); /* "MPI_Send" */

/* error.c: the error handler of the communicator (NULL: that of MPI_COMM_WORLD) decides.
 * Fatal: the rank ends with a finding of that kind. Returning: the code comes back, and a
 * note says so; likewise after a handler of the program's own. Where ranks do not fit
 * together, it is a finding in any case. */
int lib_error(struct comm *, int error_class, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define INVALID(comm, error_class, ...)                                                  \
    LEAVE(lib_error(comm, error_class, FINDING_INVALID_ARGUMENT, __VA_ARGS__))

void *lib_alloc(size_t); /* zeroed; ends the rank if there is none */

#endif
