/* SPDX-License-Identifier: Apache-2.0
 *
 * later.c - the functions of the standard that we do not have yet.
 *
 * They can be compiled and linked, since most programs that mention them get along
 * without, and calling one ends the run: going on would check another program. Their
 * parameters do not matter, so each is a C function of another name that the linker knows
 * by the name of the standard. */
#include "mpi/lib/lib.h"

static _Noreturn void later(enum mpi_call call, void *site)
{
    lib_enter_for_good(call, site);
    port_refuse(lib()->from, REASON_CALL, "%s is not supported yet", lib_call_name(call));
}

#define CALL(name, status) DEFINE_##status(name)
#define DEFINE_supported(name)
#define DEFINE_later(name)                                                               \
    EXPORT _Noreturn void later_##name(void) __asm__("MPI_" #name);                      \
    void later_##name(void)                                                              \
    {                                                                                    \
        later(CALL_##name, __builtin_return_address(0));                                 \
    }
#include "mpi/calls.def"
