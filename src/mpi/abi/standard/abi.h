/* SPDX-License-Identifier: Apache-2.0
 *
 * abi.h - handles of the standard ABI are pointers; those of predefined objects are
 * numbers below 4096, and those that the program makes greater ones. */
#define ABI_NAME "the standard"

typedef void *mpi_handle;

/* There is no Fortran in this ABI, so these are no part of its header. */
extern MPI_Fint *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;
extern MPI_F08_status *MPI_F08_STATUS_IGNORE, *MPI_F08_STATUSES_IGNORE;

static inline bool handle_is_numbered(mpi_handle h)
{
    return (uintptr_t)h >> 30 == 2;
}

static inline uint32_t handle_number(mpi_handle h)
{
    return (uint32_t)(uintptr_t)h;
}

static inline mpi_handle handle_from(uint32_t number)
{
    return (mpi_handle)(uintptr_t)number;
}

enum { FORTRAN_KEYVALS = 0 };

static inline int handle_to_int(int kind, mpi_handle h)
{
    (void)kind;
    return (int)(intptr_t)h;
}

static inline mpi_handle handle_from_int(int kind, int number)
{
    (void)kind;
    return (mpi_handle)(uintptr_t)(uint32_t)number;
}

static inline void handle_setup(void)
{
}

static inline unsigned handle_index(mpi_handle h)
{
    return (uintptr_t)h % HANDLE_INDICES;
}

/* MPI_internal: the number of bytes, and whether the operation was cancelled. */

static inline uint64_t status_bytes(const MPI_Status *s)
{
    return (uint64_t)(unsigned)s->MPI_internal[1] << 32 | (unsigned)s->MPI_internal[0];
}

static inline void status_set_bytes(MPI_Status *s, uint64_t bytes)
{
    s->MPI_internal[0] = (int)(unsigned)bytes;
    s->MPI_internal[1] = (int)(unsigned)(bytes >> 32);
}

static inline bool status_cancelled(const MPI_Status *s)
{
    return s->MPI_internal[2];
}

static inline void status_set_cancelled(MPI_Status *s, bool cancelled)
{
    s->MPI_internal[2] = cancelled;
}
