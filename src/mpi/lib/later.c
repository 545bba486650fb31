/* SPDX-License-Identifier: Apache-2.0
 *
 * later.c - the functions of the standard that we do not have yet.
 *
 * They can be compiled and linked, since most programs that mention them get along
 * without, and calling one ends the run: going on would check another program. Their
 * parameters do not matter, so each is a C function of another name that the linker knows
 * by the name of the standard. */
#include "mpi/lib/lib.h"

/* Why not, or what the program can do instead. */
static const char *advice(enum mpi_call call)
{
    switch (call) {
    case CALL_Comm_spawn:
    case CALL_Comm_spawn_multiple:
        return ": all processes must be there from the beginning (mazurka run -n)";
    case CALL_Open_port:
    case CALL_Close_port:
    case CALL_Comm_accept:
    case CALL_Comm_connect:
    case CALL_Comm_join:
    case CALL_Publish_name:
    case CALL_Unpublish_name:
    case CALL_Lookup_name:
        return ": all ranks must be of one program, from the beginning; "
               "MPI_Intercomm_create connects them";
    default:
        return "";
    }
}

static _Noreturn void later(enum mpi_call call, void *site)
{
    lib_enter_for_good(call, site);
    port_refuse(lib()->from, REASON_CALL, "%s is not supported%s", lib_call_name(call),
                advice(call));
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
