/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - MPI_Pack and MPI_Unpack, as it is in memory and as "external32".
 *
 * Packed data are what a message carries: the bytes in the order of the type map, and
 * nothing else. external32 is big-endian, with the sizes of types.def and long double as
 * IEEE's quadruple precision; we convert it from and to the packed form, element by
 * element. */
#include "mpi/comm/comm.h"
#include "mpi/p2p/active.h"
#include "mpi/p2p/overlap.h"
#include "mpi/type/bounds.h"
#include "mpi/type/types.h"
#include <stdlib.h>
#include <string.h>

/* States which memory of the program is read and written: data, and packed bytes. */
static void uses(const void *at, int count, const struct datatype *t, const void *packed,
                 size_t n, bool unpacks)
{
    struct data d = {(void *)(uintptr_t)at, count, (struct datatype *)(uintptr_t)t};
    struct port_bytes p = {(uintptr_t)packed, (uintptr_t)packed + n};
    active_access(&d, unpacks ? PORT_WRITES : PORT_READS);
    if (n && port_watching())
        port_access(lib()->from, &p, 1, unpacks ? PORT_READS : PORT_WRITES);
}

/* What is packed and where it is packed to must not share memory. */
static int check_apart(struct comm *c, const struct data *d, const void *packed, size_t n)
{
    if (!data_overlaps(d, packed, n))
        return MPI_SUCCESS;
    return lib_erroneous(c, MPI_ERR_BUFFER,
                         "inbuf and outbuf overlap; they must be disjoint");
}

EXPORT int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                    int outsize, int *position, MPI_Comm comm)
{
    ENTER(Pack);
    int code;
    FIND_COMM(c, comm);
    CHECK_RESULT(position);
    if (incount < 0)
        INVALID(c, MPI_ERR_COUNT, "incount is negative: %d", incount);
    struct datatype *t = type_check_comm(c, datatype, &code);
    if (!t)
        LEAVE(code);
    size_t n = type_bytes(t, incount);
    if (*position < 0 || outsize < *position || n > (size_t)(outsize - *position))
        INVALID(c, MPI_ERR_ARG, "%zu bytes do not fit into %d at position %d", n, outsize,
                *position);
    if (n)
        NEED_POINTER(c, outbuf);
    struct data in = {.at = (void *)(uintptr_t)inbuf, .count = incount, .type = t};
    code = type_check_null(c, inbuf, incount, t);
    if (!code)
        code = bounds_read(c, &in);
    if (!code)
        code = bounds_bytes(c, (char *)outbuf + *position, n, true);
    if (!code)
        code = check_apart(c, &in, (char *)outbuf + *position, n);
    if (code)
        LEAVE(code);
    uses(inbuf, incount, t, (char *)outbuf + *position, n, false);
    type_pack(inbuf, incount, t, (char *)outbuf + *position);
    *position += (int)n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf,
                      int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    ENTER(Unpack);
    int code;
    FIND_COMM(c, comm);
    CHECK_RESULT(position);
    if (outcount < 0)
        INVALID(c, MPI_ERR_COUNT, "outcount is negative: %d", outcount);
    struct datatype *t = type_check_comm(c, datatype, &code);
    if (!t)
        LEAVE(code);
    size_t n = type_bytes(t, outcount);
    if (*position < 0 || insize < *position || n > (size_t)(insize - *position))
        INVALID(c, MPI_ERR_ARG, "there are not %zu bytes among %d from position %d on", n,
                insize, *position);
    if (n)
        NEED_POINTER(c, inbuf);
    code = type_check_null(c, outbuf, outcount, t);
    if (!code)
        code = type_check_received(c, outcount, t);
    if (!code)
        code = bounds_bytes(c, (const char *)inbuf + *position, n, false);
    struct data out = {.at = outbuf, .count = outcount, .type = t};
    if (!code)
        code = bounds_written(c, &out);
    if (!code)
        code = check_apart(c, &out, (const char *)inbuf + *position, n);
    if (code)
        LEAVE(code);
    if (n)
        signature_unknown();
    uses(outbuf, outcount, t, (const char *)inbuf + *position, n, true);
    type_unpack((const char *)inbuf + *position, n, outbuf, outcount, t);
    *position += (int)n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    ENTER(Pack_size);
    int code;
    FIND_COMM(c, comm);
    CHECK_RESULT(size);
    if (incount < 0)
        INVALID(c, MPI_ERR_COUNT, "incount is negative: %d", incount);
    const struct datatype *t = type_need(c, datatype, &code);
    if (!t)
        LEAVE(code);
    *size = count_as_int((MPI_Count)type_bytes(t, incount));
    LEAVE(MPI_SUCCESS);
}

/* ---- external32 ---- */

/* Two positions in packed data: in the native format, and in external32. */
struct both {
    char *native, *external;
    bool out; /* true: from native to external */
};

static size_t components(const struct basic *b)
{
    return b->class == CLASS_COMPLEX ? 2 : 1;
}

static void reverse(char *to, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}

/* Converts a long double, which has 80 bits here. */
static void convert_f80(struct both *b)
{
    f128 quad;
    f80 value;
    if (b->out) {
        memcpy(&value, b->native, sizeof value);
        quad = value;
        reverse(b->external, (char *)&quad, sizeof quad);
    } else {
        reverse((char *)&quad, b->external, sizeof quad);
        value = (f80)quad;
        memcpy(b->native, &value, sizeof value);
    }
}

/* Converts an integer. It may be shorter in external32; what does not fit is lost, as
 * the standard allows. */
static void convert_integer(struct both *b, size_t native, size_t external,
                            bool is_signed)
{
    if (b->out) {
        reverse(b->external, b->native, external);
        return;
    }
    bool negative = is_signed && (b->external[0] & 0x80);
    memset(b->native, negative ? 0xff : 0, native);
    reverse(b->native, b->external, external);
}

static void convert_basic(struct both *b, const struct basic *t)
{
    size_t native = t->size / components(t);
    for (size_t i = 0; i < components(t); i++) {
        if (t->rep == REP_f80 || t->rep == REP_c160)
            convert_f80(b);
        else
            convert_integer(b, native, t->external, t->rep <= REP_i64);
        b->native += native;
        b->external += t->external;
    }
}

static void convert(struct both *b, MPI_Count count, const struct datatype *t)
{
    for (MPI_Count i = 0; i < count; i++) {
        if (t->nparts == 0 && t->size)
            convert_basic(b, t->basic);
        for (size_t k = 0; k < t->nparts; k++)
            convert(b, t->part[k].count, t->part[k].type);
    }
}

size_t type_external_size(const struct datatype *t)
{
    if (t->nparts == 0)
        return t->size ? components(t->basic) * t->basic->external : 0;
    size_t n = 0;
    for (size_t i = 0; i < t->nparts; i++)
        n += (size_t)t->part[i].count * type_external_size(t->part[i].type);
    return n;
}

void type_to_external(const void *native, MPI_Count count, const struct datatype *t,
                      void *external)
{
    struct both b = {
        .native = (char *)(uintptr_t)native, .external = external, .out = true};
    convert(&b, count, t);
}

void type_from_external(const void *external, MPI_Count count, const struct datatype *t,
                        void *native)
{
    struct both b = {.native = native, .external = (char *)(uintptr_t)external};
    convert(&b, count, t);
}

/* `find` is type_check_comm(), or type_need() if the type need not be committed. */
static int check_external(const char *datarep, int count, MPI_Datatype datatype,
                          struct datatype *(*find)(struct comm *, MPI_Datatype, int *),
                          struct datatype **t)
{
    int code = MPI_SUCCESS;
    if (!datarep || strcmp(datarep, "external32") != 0)
        return lib_error(NULL, MPI_ERR_ARG, FINDING_INVALID_ARGUMENT,
                         "the data representation is not \"external32\"");
    if (count < 0)
        return lib_error(NULL, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                         "the count is negative: %d", count);
    *t = find(NULL, datatype, &code);
    return *t ? MPI_SUCCESS : code;
}

EXPORT int MPI_Pack_external(const char datarep[], const void *inbuf, int incount,
                             MPI_Datatype datatype, void *outbuf, MPI_Aint outsize,
                             MPI_Aint *position)
{
    ENTER(Pack_external);
    struct datatype *t;
    int code = check_external(datarep, incount, datatype, type_check_comm, &t);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    CHECK_RESULT(position);
    size_t n = type_external_size(t) * (size_t)incount;
    if (*position < 0 || outsize < *position || n > (size_t)(outsize - *position))
        INVALID(NULL, MPI_ERR_ARG, "%zu bytes do not fit into %ld at position %ld", n,
                outsize, *position);
    if (n)
        NEED_POINTER(NULL, outbuf);
    struct data in = {.at = (void *)(uintptr_t)inbuf, .count = incount, .type = t};
    code = type_check_null(NULL, inbuf, incount, t);
    if (!code)
        code = bounds_read(NULL, &in);
    if (!code)
        code = bounds_bytes(NULL, (char *)outbuf + *position, n, true);
    if (!code)
        code = check_apart(NULL, &in, (char *)outbuf + *position, n);
    if (code)
        LEAVE(code);
    uses(inbuf, incount, t, (char *)outbuf + *position, n, false);
    char *native = lib_alloc(type_bytes(t, incount));
    type_pack(inbuf, incount, t, native);
    type_to_external(native, incount, t, (char *)outbuf + *position);
    free(native);
    *position += (MPI_Aint)n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize,
                               MPI_Aint *position, void *outbuf, int outcount,
                               MPI_Datatype datatype)
{
    ENTER(Unpack_external);
    struct datatype *t;
    int code = check_external(datarep, outcount, datatype, type_check_comm, &t);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    CHECK_RESULT(position);
    size_t n = type_external_size(t) * (size_t)outcount;
    if (*position < 0 || insize < *position || n > (size_t)(insize - *position))
        INVALID(NULL, MPI_ERR_ARG,
                "there are not %zu bytes among %ld from position %ld on", n, insize,
                *position);
    if (n)
        NEED_POINTER(NULL, inbuf);
    code = type_check_null(NULL, outbuf, outcount, t);
    if (!code)
        code = type_check_received(NULL, outcount, t);
    if (!code)
        code = bounds_bytes(NULL, (const char *)inbuf + *position, n, false);
    struct data out = {.at = outbuf, .count = outcount, .type = t};
    if (!code)
        code = bounds_written(NULL, &out);
    if (!code)
        code = check_apart(NULL, &out, (const char *)inbuf + *position, n);
    if (code)
        LEAVE(code);
    if (n)
        signature_unknown();
    uses(outbuf, outcount, t, (const char *)inbuf + *position, n, true);
    size_t bytes = type_bytes(t, outcount);
    char *native = lib_alloc(bytes);
    type_from_external((const char *)inbuf + *position, outcount, t, native);
    type_unpack(native, bytes, outbuf, outcount, t);
    free(native);
    *position += (MPI_Aint)n;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Pack_external_size(const char datarep[], int incount,
                                  MPI_Datatype datatype, MPI_Aint *size)
{
    ENTER(Pack_external_size);
    struct datatype *t;
    int code = check_external(datarep, incount, datatype, type_need, &t);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    CHECK_RESULT(size);
    *size = (MPI_Aint)(type_external_size(t) * (size_t)incount);
    LEAVE(MPI_SUCCESS);
}
