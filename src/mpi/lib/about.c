/* SPDX-License-Identifier: Apache-2.0
 *
 * about.c - what MPI-5.0 tells of the ABI and of Fortran, and MPI-4.1 of the machine.
 *
 * LOGICAL is what gfortran makes of it. It cannot be set to something else: the standard
 * lets an implementation that knows its Fortran compiler say so. */
#include "mpi/lib/error.h"
#include "mpi/lib/info.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <string.h>

enum { LOGICAL_TRUE = 1, LOGICAL_FALSE = 0 };

/* The version of the standard ABI; others have none. */
EXPORT int MPI_Abi_get_version(int *abi_major, int *abi_minor)
{
    ENTER_ANYTIME(Abi_get_version);
    CHECK_RESULT(abi_major);
    CHECK_RESULT(abi_minor);
#ifdef MPI_ABI_VERSION
    *abi_major = MPI_ABI_VERSION;
    *abi_minor = MPI_ABI_SUBVERSION;
#else
    *abi_major = *abi_minor = -1;
#endif
    LEAVE(MPI_SUCCESS);
}

static void set_size(MPI_Info info, const char *key, size_t bytes)
{
    char text[16];
    snprintf(text, sizeof text, "%zu", bytes);
    info_set(info_find(info), key, text);
}

EXPORT int MPI_Abi_get_info(MPI_Info *info)
{
    ENTER_ANYTIME(Abi_get_info);
    CHECK_RESULT(info);
    *info = info_create();
    set_size(*info, "mpi_aint_size", sizeof(MPI_Aint));
    set_size(*info, "mpi_count_size", sizeof(MPI_Count));
    set_size(*info, "mpi_offset_size", sizeof(MPI_Offset));
    LEAVE(MPI_SUCCESS);
}

/* ---- Fortran ---- */

static bool is_datatype(const char *name) /* without MPI_ */
{
    for (size_t i = 0; i < BASICS; i++)
        if (!strcmp(basics[i].name + strlen("MPI_"), name))
            return true;
    return false;
}

EXPORT int MPI_Abi_get_fortran_info(MPI_Info *info)
{
    ENTER_ANYTIME(Abi_get_fortran_info);
    static const char *const optional[] = {
        "LOGICAL1", "LOGICAL2",  "LOGICAL4",  "LOGICAL8",      "LOGICAL16",
        "INTEGER1", "INTEGER2",  "INTEGER4",  "INTEGER8",      "INTEGER16",
        "REAL2",    "REAL4",     "REAL8",     "REAL16",        "COMPLEX4",
        "COMPLEX8", "COMPLEX16", "COMPLEX32", "DOUBLE_COMPLEX"};
    CHECK_RESULT(info);
    *info = info_create();
    set_size(*info, "mpi_logical_size", sizeof(MPI_Fint));
    set_size(*info, "mpi_integer_size", sizeof(MPI_Fint));
    set_size(*info, "mpi_real_size", sizeof(float));
    set_size(*info, "mpi_double_precision_size", sizeof(double));
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        char key[48] = "mpi_";
        size_t n = strlen(key);
        for (const char *p = optional[i]; *p; p++)
            key[n++] = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
        strcpy(key + n, "_supported");
        info_set(info_find(*info), key, is_datatype(optional[i]) ? "true" : "false");
    }
    LEAVE(MPI_SUCCESS);
}

static int fortran_is_set(void)
{
    return lib_error(NULL, MPI_ERR_ABI, FINDING_INVALID_ARGUMENT,
                     "what Fortran has is set already: it is gfortran's");
}

EXPORT int MPI_Abi_set_fortran_info(MPI_Info info)
{
    ENTER_ANYTIME(Abi_set_fortran_info);
    NEED_INFO(NULL, info);
    LEAVE(fortran_is_set());
}

/* Stores an integer of so many bytes: of LOGICAL, *2, *4 or *8. */
static void store(void *at, int bytes, long value)
{
    lib_accessed(at, (size_t)bytes, true);
    bounds_result(at, (size_t)bytes);
    memcpy(at, &value, (size_t)bytes);
}

static int need_logical(int bytes)
{
    if (bytes == (int)sizeof(MPI_Fint))
        return MPI_SUCCESS;
    return lib_error(NULL, MPI_ERR_ABI, FINDING_INVALID_ARGUMENT,
                     "logical_size is %d, but LOGICAL has %zu bytes", bytes,
                     sizeof(MPI_Fint));
}

EXPORT int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true,
                                        void *logical_false, int *is_set)
{
    ENTER_ANYTIME(Abi_get_fortran_booleans);
    CHECK_RESULT(is_set);
    NEED_POINTER(NULL, logical_true);
    NEED_POINTER(NULL, logical_false);
    int code = need_logical(logical_size);
    if (code)
        LEAVE(code);
    store(logical_true, logical_size, LOGICAL_TRUE);
    store(logical_false, logical_size, LOGICAL_FALSE);
    *is_set = 1;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Abi_set_fortran_booleans(int logical_size, void *logical_true,
                                        void *logical_false)
{
    ENTER_ANYTIME(Abi_set_fortran_booleans);
    NEED_POINTER(NULL, logical_true);
    NEED_POINTER(NULL, logical_false);
    int code = need_logical(logical_size);
    LEAVE(code ? code : fortran_is_set());
}

/* ---- the machine ---- */

/* Nothing is known of it, as in MPI_Comm_split_type. */
EXPORT int MPI_Get_hw_resource_info(MPI_Info *hw_info)
{
    ENTER(Get_hw_resource_info);
    CHECK_RESULT(hw_info);
    *hw_info = info_create();
    LEAVE(MPI_SUCCESS);
}
