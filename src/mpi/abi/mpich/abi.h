/* SPDX-License-Identifier: Apache-2.0
 *
 * abi.h - handles of MPICH are integers, and so is a status.
 *
 * Two bits of a handle say how it came to be (0: a null handle, 1: predefined, 2: made by
 * the program), four what it names. Predefined datatypes that are pairs look as if they
 * were the program's own. */
#define ABI_NAME "MPICH"

typedef int mpi_handle;

static inline bool handle_is_numbered(mpi_handle h)
{
    return (unsigned)h >> 30 == 2;
}

static inline uint32_t handle_number(mpi_handle h)
{
    return (uint32_t)h;
}

static inline mpi_handle handle_from(uint32_t number)
{
    return (mpi_handle)number;
}

enum { FORTRAN_KEYVALS = 1 }; /* C's are odd */

static inline int handle_to_int(int kind, mpi_handle h)
{
    (void)kind;
    return h;
}

static inline mpi_handle handle_from_int(int kind, int number)
{
    (void)kind;
    return number;
}

static inline void handle_setup(void)
{
}

static inline unsigned handle_index(mpi_handle h)
{
    return (unsigned)h % HANDLE_INDICES;
}

/* 63 bits of how many bytes, one bit that says whether the operation was cancelled. */

static inline uint64_t status_bytes(const MPI_Status *s)
{
    return (uint64_t)((unsigned)s->count_hi_and_cancelled >> 1) << 32 |
           (unsigned)s->count_lo;
}

static inline void status_set_bytes(MPI_Status *s, uint64_t bytes)
{
    s->count_lo = (int)(unsigned)bytes;
    s->count_hi_and_cancelled =
        (int)((unsigned)(bytes >> 32) << 1 | ((unsigned)s->count_hi_and_cancelled & 1));
}

static inline bool status_cancelled(const MPI_Status *s)
{
    return s->count_hi_and_cancelled & 1;
}

static inline void status_set_cancelled(MPI_Status *s, bool cancelled)
{
    s->count_hi_and_cancelled = (s->count_hi_and_cancelled & ~1) | cancelled;
}
