/* SPDX-License-Identifier: Apache-2.0
 *
 * lib.h - what all of the MPI library shares: the state of a rank, handles, errors, and
 * how a function of the standard begins and ends.
 *
 * Handles have the values of the ABI for which the library is compiled. Objects are
 * counted: a handle that the program has freed is gone, the object goes when the last
 * request or communicator that uses it does. */
#ifndef MZ_MPI_LIB_LIB_H
#define MZ_MPI_LIB_LIB_H
#include "mpi.h"
#include "mpi/abi/abi.h"
#include "mpi/port.h"

#define EXPORT __attribute__((visibility("default")))

/* Every function of MPI-4.0; calls.def has a line for each: CALL(Send, supported). */
enum mpi_call {
#define CALL(name, status) CALL_##name,
#include "mpi/calls.def"
#undef CALL
    MPI_CALLS
};

enum object_kind { /* the kind, as in four bits of the handle */
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
                   OBJECT_MESSAGE = 12, /* MPI_Message, which the ABI treats as a
                                           request */
                   OBJECT_SESSION = 14,
                   OBJECT_KINDS
};

/* The common beginning of every object. */
struct mpi_object {
    enum object_kind kind;
    mpi_handle handle; /* NO_HANDLE: the program has freed it */
    int refs;          /* number of references; the handle counts as one */
    bool builtin;      /* predefined: it exists from the start and cannot leak */
    bool early;        /* made before MPI_Init, and may outlive MPI_Finalize */
    void *site;        /* the address at which the program made it */
    uint16_t call;     /* the function with which the program made it */
    void (*destroy)(
        struct mpi_object *); /* frees the object and releases its references */
};

/* handle.c */
void object_init(struct mpi_object *, enum object_kind,
                 void (*destroy)(struct mpi_object *));
mpi_handle object_publish(struct mpi_object *); /* gives it a handle and returns that */
/* NULL: the handle is invalid */
struct mpi_object *object_find(enum object_kind, mpi_handle);
void object_hold(struct mpi_object *);
void object_release(struct mpi_object *); /* drops a reference; the last one destroys the
                                         object */
void object_unpublish(struct mpi_object *); /* for MPI_X_free: removes the handle */
/* Iterates over the objects that the program made and has not freed, oldest first; NULL
 * after the last. */
struct mpi_object *object_leaked(enum object_kind, struct mpi_object *after);
/* The same objects in an array from malloc(), in no particular order. */
struct mpi_object **object_all_leaked(enum object_kind, size_t *n);
/* Gives a predefined object of the rank its handle. */
void object_install(struct mpi_object *, mpi_handle);
/* The same for one that is made before there are ranks, and is the same for all of them;
 * each of them has to install it. */
void object_share(struct mpi_object *, mpi_handle);
void object_install_shared(struct mpi_object *);

struct comm; /* comm.h */

/* The state of the library in a rank; port_state() points to it. */
struct lib {
    /* Each thread has these for itself: see port_own(). */
    struct port_from from; /* the function of the standard that is being executed */
    void *frame;           /* the frame below the program's: see mpi/entry.awk */
    int callbacks;         /* number of functions of the program that we have called */
    bool operating;        /* one of them is that of an operator */
    int depth;             /* > 0: one of our functions has called another one */
    bool bound;            /* it was called by the Fortran bindings */
    enum { LIB_FRESH, LIB_RUNNING, LIB_FINALIZED } phase;
    struct handles *handles;
    struct comm *world, *self;
    struct buffers *buffers;     /* MPI_Buffer_attach; NULL: never called. bsend.c */
    struct buffers *all_buffers; /* also of communicators and sessions; bsend.c */
    struct request *orphans;     /* receives that were freed before they were complete;
                                    request.c */
    struct request *unanswered;  /* sends since which nothing was received; request.c */
    struct active *loose;        /* buffers of sends whose request was freed; active.c */
    struct history *histories; /* histories of communicators that were freed; history.c */
    struct f90_types *f90_types;    /* datatype.c */
    struct keyvals *keyvals;        /* attr.c */
    struct errhandler *file_errors; /* the error handler of MPI_FILE_NULL; io/file.c */
    struct datarep *datareps;       /* MPI_Register_datarep; io/datarep.c */
    struct tool *tool;              /* MPI_T; tool.c */
    struct error_texts *errors;     /* MPI_Add_error_class and so on; error.c */
    struct port_from finalize;      /* the last call of MPI_Finalize, or of
                                       MPI_Session_finalize */
    int sessions;                   /* number of open sessions */
    bool had_session;
    bool reported; /* leaks have been reported, and nothing was opened since */
    char *texts;   /* a ring of texts for messages; rma/win.c */
    unsigned next_text;
    int thread_level;
    uint32_t main_thread; /* that which has initialized MPI */
    uint32_t inside;      /* number of threads that are in functions of the standard */
};

struct lib *lib(void); /* created on first use */
/* MPI is initialized, or a session is open. */
static inline bool lib_runs(const struct lib *l)
{
    return l->phase == LIB_RUNNING || l->sessions;
}
/* env.c: called when MPI was initialized, or a session was opened. */
void lib_opened(void);

/* A function of the standard begins with ENTER(Send) and returns with LEAVE(code), and
 * in no other way. ENTER fails before MPI_Init and after MPI_Finalize; ENTER_ANYTIME
 * does not. They note the caller for findings, unless that is one of our own
 * functions. */
#define ENTER(name)         lib_enter(CALL_##name, ENTRY, false)
#define ENTER_ANYTIME(name) lib_enter(CALL_##name, ENTRY, true)
/* the frame of the instructions that have called the function: see mpi/entry.awk */
#define ENTRY       (*(void **)__builtin_frame_address(0))
#define LEAVE(code) return lib_leave(code)
/* Clears the stack below the caller, where something lies that is no part of the rank's
 * state and would show in the gaps of later frames. */
void lib_wipe(void);
void lib_enter(enum mpi_call, void *frame, bool anytime);
/* As lib_enter(), for a function that does not return to its caller, at `site`. */
void lib_enter_for_good(enum mpi_call, void *site);
int lib_leave(int code);
/* The running call accesses these bytes of the program: a race is reported if an active
 * operation uses them. */
void lib_accessed(const volatile void *, size_t bytes, bool write);
const char *lib_call_name(enum mpi_call); /* "MPI_Send" */
/* The same function without "_c" at the end of its name. */
enum mpi_call lib_plain_call(enum mpi_call);

/* error.c: reports an error to the error handler of the communicator (NULL: of
 * MPI_COMM_WORLD). If that is fatal, the rank ends with a finding of this kind. If it
 * returns, or is a function of the program that returns, the code is returned and a
 * note reports it. Where ranks do not fit together, it is a finding in any case. */
int lib_error(struct comm *, int error_class, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct errhandler;
/* As lib_error(), by this error handler of the object with this handle. */
int lib_error_by(struct errhandler *, mpi_handle, int error_class, enum finding_kind,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));
/* As lib_error(), for an invalid argument that implementations need not notice: it is a
 * finding in any case. */
int lib_erroneous(struct comm *, int error_class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define INVALID(comm, error_class, ...)                                                  \
    LEAVE(lib_error(comm, error_class, FINDING_INVALID_ARGUMENT, __VA_ARGS__))

void *lib_alloc(size_t); /* zeroed memory; ends the rank if there is none */

#endif
