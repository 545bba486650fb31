/* SPDX-License-Identifier: Apache-2.0
 *
 * libmpi.c - libmpi.so.12: the name that MPICH's library has outside of Debian.
 *
 * All it does is to need libmpich.so.12. The three functions are what MPICH's own library
 * for C++ bindings (libmpichcxx) asks of its neighbour when it registers callbacks;
 * programs that really use those bindings, which the standard has removed, end here. */
#include "mpi/port.h"

#define EXPORT __attribute__((visibility("default")))

void MPII_Keyval_set_proxy(void);
void MPII_Op_set_cxx(void);
void MPII_Errhandler_set_cxx(void);

static _Noreturn void refuse(void *site)
{
    port_refuse((struct port_from){.site = site}, REASON_CXX_BINDINGS,
                "the C++ bindings of MPI are not supported");
}

EXPORT void MPII_Keyval_set_proxy(void)
{
    refuse(__builtin_return_address(0));
}

EXPORT void MPII_Op_set_cxx(void)
{
    refuse(__builtin_return_address(0));
}

EXPORT void MPII_Errhandler_set_cxx(void)
{
    refuse(__builtin_return_address(0));
}
