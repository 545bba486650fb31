/* SPDX-License-Identifier: Apache-2.0
 *
 * file.h - files (MPI_File): what a rank keeps of one that it has opened.
 *
 * The bytes are the business of the rank's file system: a file is a descriptor of the
 * rank, and data are moved by system calls, which the checker answers (agent/files/fs.h).
 * What is here is what MPI adds: views, file pointers, and what the ranks do together.
 *
 * A file has a communicator of its own, which the program never sees, like a window: its
 * members are the file's group, its collectives are those of the file, and its error
 * handler is the file's. */
#ifndef MZ_MPI_IO_FILE_H
#define MZ_MPI_IO_FILE_H
#include "mpi/comm/comm.h"
#include "mpi/lib/check.h"
#include "mpi/type/data.h"

struct request; /* p2p/request.h */

/* What of the file a rank sees (MPI_File_set_view): the filetype, one copy after the
 * other, from the displacement on. Its bytes in order are the *stream*. */
struct file_view {
    MPI_Offset disp;
    struct datatype *etype, *filetype; /* references are held */
    char datarep[MPI_MAX_DATAREP_STRING];
    bool external;        /* data are converted to external32 */
    uint64_t etype_bytes; /* size of an etype in the file */
    uint64_t bytes;       /* data of one filetype in the file */
    uint64_t extent;      /* from one filetype to the next */
    struct port_run *run; /* where the data of a filetype are, in order */
    uint64_t *before;     /* for each run: bytes of the runs before it */
    size_t nruns;
};

/* A file pointer that all ranks share; see shared.c. */
struct shared_pointer {
    MPI_Offset base; /* what all agreed on last */
    uint32_t round;  /* how often they did */
    uint32_t window; /* the checker's name of where it is kept */
};

/* A nonblocking access, or the beginning of a split collective, which the program does
 * not know to be complete. It is carried out all the same. */
struct pending_access {
    struct pending_access *next;
    struct file *file; /* a reference is held */
    MPI_Status status;
    bool write;
    MPI_Offset from, to; /* etypes of the view */
    struct port_from call;
};

struct file {
    struct mpi_object object;
    struct comm *comm;
    char *name;
    int fd, amode;
    struct info *info;
    struct file_view view;
    uint32_t other_view; /* a member whose view is not this one, counted from 1; 0: all
                            ranks have the same */
    bool atomic;
    uint32_t turns; /* the checker's name of the lock by which accesses in atomic mode
                       follow each other; atomic.c */
    MPI_Offset position; /* the individual file pointer, in etypes of the view */
    struct shared_pointer shared;
    /* A split collective that has begun. */
    struct {
        struct request *request; /* NULL: none */
        uint16_t end;            /* the function that ends it */
        const void *buf;
        MPI_Status status;
    } split;
    struct pending_access *pending; /* the newest first */
};

/* ---- file.c ---- */

struct file *file_find(MPI_File);
/* file_find() found nothing: calls the error handler of MPI_FILE_NULL. That is a finding
 * in any case, because a program that goes on with a file that it has not is in error,
 * even if the code of MPI_File_open has told it so. */
int file_unknown(MPI_File);
struct errhandler *file_null_errhandler(void); /* that of MPI_FILE_NULL */
void file_set_null_errhandler(struct errhandler *);
const char *file_text(const struct file *); /* "the file out.dat", for messages */

/* The file of a handle, as a handle of ours. */
static inline mpi_handle file_number(MPI_File fh)
{
    return (mpi_handle)(intptr_t)fh;
}

static inline MPI_File file_handle(mpi_handle h)
{
    return (MPI_File)(intptr_t)h;
}

/* An error of a file, or of MPI_FILE_NULL if f is NULL: its error handler is called. */
int file_error(struct file *, int error_class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for an error that implementations need not notice: it is a finding in any
 * case. */
int file_erroneous(struct file *, int error_class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a system call that has failed with this error number. */
int file_failed(struct file *, const char *name, int error);

#define FILE_ERROR(f, error_class, ...) LEAVE(file_error(f, error_class, __VA_ARGS__))

/* In a function that has ENTERed: declares f, or leaves with an error. */
#define FIND_FILE(f, handle)                                                             \
    struct file *f = file_find(handle);                                                  \
    if (!f)                                                                              \
    LEAVE(file_unknown(handle))
#define FILE_CHECK(expression)                                                           \
    do {                                                                                 \
        int code_ = (expression);                                                        \
        if (code_)                                                                       \
            LEAVE(code_);                                                                \
    } while (0)

/* All ranks call the function that is running; they are not waited for, unless
 * collectives wait (--buffering zero). */
void file_meet(struct file *);
/* All ranks do, with the same value of an argument of this name; all are waited for. */
int file_agree(struct file *, const char *what, int64_t value);
/* The same, with another value that need not be the same: stores the number of a member
 * that has another one, counted from 1, or 0. */
int file_agree_but(struct file *, const char *what, int64_t value, uint64_t free,
                   uint32_t *other);
/* No split collective must be under way on the file, and with `pending_too`, no
 * nonblocking access, which would be a finding; returns an error code. */
int file_quiet(struct file *, bool pending_too);

/* ---- datarep.c ---- */

/* Is there a data representation of this name? Returns an error code. */
int datarep_check(struct file *, const char *name);

/* ---- view.c ---- */

/* Makes the view that a file has first: its bytes. */
void view_start(struct file_view *);
void view_release(struct file_view *);
/* Ends the rank with a finding if these data are not made of etypes. */
void view_check_data(const struct file_view *, const struct data *, bool write);
/* Where a byte of the stream is in the file. */
uint64_t view_offset(const struct file_view *, uint64_t at);
/* Do the first so many etypes of the stream lie at offsets that a file can have? */
bool view_reaches(const struct file_view *, MPI_Offset etypes);
/* The etype of the stream that begins at or after this byte of the file. */
MPI_Offset view_etype_at(const struct file_view *, uint64_t offset);
/* The longest part of the stream, at most n bytes from `at`, that is one piece of the
 * file; stores where that begins. */
uint64_t view_piece(const struct file_view *, uint64_t at, uint64_t n, uint64_t *offset);

/* ---- transfer.c ---- */

/* Moves data to or from `position` of the view, in etypes. Returns an error code; sets
 * the number of bytes that were moved, as the program counts them. */
int transfer_write(struct file *, const struct data *, MPI_Offset position,
                   uint64_t *bytes);
int transfer_read(struct file *, const struct data *, MPI_Offset position,
                  uint64_t *bytes);
/* The number of bytes that data take in the file. */
uint64_t transfer_size(const struct file *, const struct data *);

/* ---- atomic.c ---- */

/* Around an access. In atomic mode it waits until no other rank is between the two. */
struct io_turn {
    bool taken, write;
    uint32_t lock;
};
struct io_turn turn_begin(struct file *, bool write);
void turn_end(struct file *, struct io_turn);

/* ---- shared.c ---- */

/* Takes n etypes: the pointer is moved past them. Returns where they begin. */
MPI_Offset shared_take(struct file *, MPI_Offset n);
MPI_Offset shared_look(struct file *);
/* Where it is when all ranks have come, all of which call this. */
MPI_Offset shared_agree(struct file *);
/* As shared_take(), for a collective access, in the order of ranks. */
MPI_Offset shared_take_ordered(struct file *, MPI_Offset n);
void shared_set(struct file *, MPI_Offset); /* called by all ranks, with one value */
/* The length of the file, or -1 with an error code. */
MPI_Offset file_length(struct file *, int *code);

#endif
