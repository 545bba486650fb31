/* SPDX-License-Identifier: Apache-2.0
 *
 * objects.c - the variables of Open MPI whose addresses are handles.
 *
 * Nobody reads them: a program passes their addresses, and handle_index() knows these. An
 * executable that is not position-independent has copies of those that it names, and the
 * loader then takes the addresses of the copies in the library, too. The sizes are those
 * of Open MPI's own variables, because such a copy has the size that the program was
 * linked with, and the loader complains where they differ. */
#include "mpi/lib/lib.h"

enum {
    SIZE_COMM = 512,
    SIZE_DATATYPE = 512,
    SIZE_ERRHANDLER = 1024,
    SIZE_FILE = 1536,
    SIZE_GROUP = 256,
    SIZE_INFO = 256,
    SIZE_MESSAGE = 256,
    SIZE_OP = 2048,
    SIZE_REQUEST = 256,
    SIZE_WIN = 512,
    SIZE_SESSION = 512,
};

/* By names of their own, because the header declares them with another type. */
#define OBJECT(name, kind)                                                               \
    EXPORT char object_##name[SIZE_##kind] __asm__(#name) __attribute__((aligned(64)));
#include "mpi/abi/openmpi/objects.def"
#undef OBJECT

static char *const objects[] = {
#define OBJECT(name, kind) object_##name,
#include "mpi/abi/openmpi/objects.def"
#undef OBJECT
};

enum {
    OBJECTS = sizeof objects / sizeof *objects,
    PLACES = 512,
    NONE = HANDLE_INDICES - 1
};
_Static_assert((int)OBJECTS < (int)NONE, "an index is left for handles that are none");

/* A hash table: for each place the index of an object plus 1; 0: empty. */
static uint8_t table[PLACES];

static unsigned place_of(const void *at)
{
    return (unsigned)((uintptr_t)at / 64 * 0x9e3779b97f4a7c15u >> 55) % PLACES;
}

void handle_setup(void)
{
    for (unsigned i = 0; i < OBJECTS; i++) {
        unsigned p = place_of(objects[i]);
        while (table[p])
            p = (p + 1) % PLACES;
        table[p] = (uint8_t)(i + 1);
    }
}

unsigned handle_index(mpi_handle h)
{
    for (unsigned p = place_of(h); table[p]; p = (p + 1) % PLACES)
        if (objects[table[p] - 1] == h)
            return table[p] - 1u;
    return NONE;
}
