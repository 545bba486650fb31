/* SPDX-License-Identifier: Apache-2.0
 *
 * abi.h - handles of Open MPI are pointers, and those of predefined objects addresses of
 * variables that the library exports (objects.c).
 *
 * What the program makes has a number for a handle, where no variable can be. */
#define ABI_NAME "Open MPI"

typedef void *mpi_handle;

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

unsigned handle_index(mpi_handle);
enum { FORTRAN_KEYVALS = 0 };
int handle_to_int(int kind, mpi_handle);
mpi_handle handle_from_int(int kind, int number);
void handle_setup(void); /* before that is called */

static inline uint64_t status_bytes(const MPI_Status *s)
{
    return s->_ucount;
}

static inline void status_set_bytes(MPI_Status *s, uint64_t bytes)
{
    s->_ucount = bytes;
}

static inline bool status_cancelled(const MPI_Status *s)
{
    return s->_cancelled;
}

static inline void status_set_cancelled(MPI_Status *s, bool cancelled)
{
    s->_cancelled = cancelled;
}
