/* SPDX-License-Identifier: Apache-2.0
 *
 * large.c - functions of MPI-4 whose names end in _c, where they are the function without
 * it for counts of another type.
 *
 * Such a function calls the other one, and findings show the name of the one that the
 * program has called. A count that does not fit an int is refused (count_fit()). The
 * collectives and the constructors of datatypes, which have arrays of counts, are made in
 * both kinds where they are written. */
#include "mpi/lib/check.h"
#include "mpi/lib/counts.h"
#include "mpi/p2p/p2p.h"

#define LARGE(name, parameters, arguments)                                               \
    EXPORT int MPI_##name##_c parameters                                                 \
    {                                                                                    \
        ENTER(name##_c);                                                                 \
        LEAVE(MPI_##name arguments);                                                     \
    }

/* ---- messages ---- */

#define SEND                                                                             \
    const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,          \
        MPI_Comm comm
#define RECV                                                                             \
    void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm
#define SENT     buf, count_fit(count), datatype, dest, tag, comm
#define RECEIVED buf, count_fit(count), datatype, source, tag, comm

#define LARGE_SENDS(blocks, starts, prepares)                                            \
    LARGE(blocks, (SEND), (SENT))                                                        \
    LARGE(starts, (SEND, MPI_Request * request), (SENT, request))                        \
    LARGE(prepares, (SEND, MPI_Request * request), (SENT, request))

LARGE_SENDS(Send, Isend, Send_init)
LARGE_SENDS(Bsend, Ibsend, Bsend_init)
LARGE_SENDS(Ssend, Issend, Ssend_init)
LARGE_SENDS(Rsend, Irsend, Rsend_init)
LARGE(Recv, (RECV, MPI_Status *status), (RECEIVED, status))
LARGE(Irecv, (RECV, MPI_Request *request), (RECEIVED, request))
LARGE(Recv_init, (RECV, MPI_Request *request), (RECEIVED, request))

#define EXCHANGE                                                                         \
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,           \
        int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,          \
        int source, int recvtag, MPI_Comm comm
#define EXCHANGED                                                                        \
    sendbuf, count_fit(sendcount), sendtype, dest, sendtag, recvbuf,                     \
        count_fit(recvcount), recvtype, source, recvtag, comm
#define REPLACE                                                                          \
    void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,            \
        int source, int recvtag, MPI_Comm comm
#define REPLACED buf, count_fit(count), datatype, dest, sendtag, source, recvtag, comm

LARGE(Sendrecv, (EXCHANGE, MPI_Status *status), (EXCHANGED, status))
LARGE(Isendrecv, (EXCHANGE, MPI_Request *request), (EXCHANGED, request))
LARGE(Sendrecv_replace, (REPLACE, MPI_Status *status), (REPLACED, status))
LARGE(Isendrecv_replace, (REPLACE, MPI_Request *request), (REPLACED, request))

#define TAKE  void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message
#define TAKEN buf, count_fit(count), datatype, message
LARGE(Mrecv, (TAKE, MPI_Status *status), (TAKEN, status))
LARGE(Imrecv, (TAKE, MPI_Request *request), (TAKEN, request))

/* ---- datatypes ---- */

EXPORT int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    ENTER(Type_size_c);
    LEAVE(MPI_Type_size_x(datatype, size));
}

EXPORT int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    ENTER(Type_get_extent_c);
    LEAVE(MPI_Type_get_extent_x(datatype, lb, extent));
}

EXPORT int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb,
                                      MPI_Count *true_extent)
{
    ENTER(Type_get_true_extent_c);
    LEAVE(MPI_Type_get_true_extent_x(datatype, true_lb, true_extent));
}

EXPORT int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype,
                              MPI_Count *count)
{
    ENTER(Get_elements_c);
    LEAVE(MPI_Get_elements_x(status, datatype, count));
}

/* ---- packing ---- */

EXPORT int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
                      void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
    ENTER(Pack_c);
    CHECK_RESULT(position);
    int at = count_fit(*position);
    int code = MPI_Pack(inbuf, count_fit(incount), datatype, outbuf, count_fit(outsize),
                        &at, comm);
    *position = at;
    LEAVE(code);
}

EXPORT int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position,
                        void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
                        MPI_Comm comm)
{
    ENTER(Unpack_c);
    CHECK_RESULT(position);
    int at = count_fit(*position);
    int code = MPI_Unpack(inbuf, count_fit(insize), &at, outbuf, count_fit(outcount),
                          datatype, comm);
    *position = at;
    LEAVE(code);
}

EXPORT int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                           MPI_Count *size)
{
    ENTER(Pack_size_c);
    CHECK_RESULT(size);
    int bytes;
    MPI_Count of_one;
    int code = MPI_Pack_size(count_fit(incount), datatype, comm, &bytes);
    if (!code)
        code = MPI_Type_size_x(datatype, &of_one);
    if (!code)
        *size = incount * of_one;
    LEAVE(code);
}

/* MPI_Aint and MPI_Count are the same type. */
LARGE(Pack_external,
      (const char datarep[], const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
       void *outbuf, MPI_Count outsize, MPI_Count *position),
      (datarep, inbuf, count_fit(incount), datatype, outbuf, outsize, position))
LARGE(Unpack_external,
      (const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position,
       void *outbuf, MPI_Count outcount, MPI_Datatype datatype),
      (datarep, inbuf, insize, position, outbuf, count_fit(outcount), datatype))
LARGE(Pack_external_size,
      (const char datarep[], MPI_Count incount, MPI_Datatype datatype, MPI_Count *size),
      (datarep, count_fit(incount), datatype, size))

/* ---- operators ---- */

LARGE(Reduce_local,
      (const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
       MPI_Op op),
      (inbuf, inoutbuf, count_fit(count), datatype, op))

/* ---- windows ---- */

#define ACCESS(origin)                                                                   \
    origin *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,           \
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,                   \
        MPI_Datatype target_datatype
#define WINDOW_ARGUMENTS                                                                 \
    origin_addr, count_fit(origin_count), origin_datatype, target_rank, target_disp,     \
        count_fit(target_count), target_datatype
#define LARGE_ACCESS(name, rname, origin)                                                \
    LARGE(name, (ACCESS(origin), MPI_Win win), (WINDOW_ARGUMENTS, win))                  \
    LARGE(rname, (ACCESS(origin), MPI_Win win, MPI_Request * request),                   \
          (WINDOW_ARGUMENTS, win, request))
LARGE_ACCESS(Put, Rput, const void)
LARGE_ACCESS(Get, Rget, void)
LARGE(Accumulate, (ACCESS(const void), MPI_Op op, MPI_Win win),
      (WINDOW_ARGUMENTS, op, win))
LARGE(Raccumulate, (ACCESS(const void), MPI_Op op, MPI_Win win, MPI_Request *request),
      (WINDOW_ARGUMENTS, op, win, request))

#define FETCH                                                                            \
    const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,       \
        void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype,         \
        int target_rank, MPI_Aint target_disp, MPI_Count target_count,                   \
        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win
#define FETCHED                                                                          \
    origin_addr, count_fit(origin_count), origin_datatype, result_addr,                  \
        count_fit(result_count), result_datatype, target_rank, target_disp,              \
        count_fit(target_count), target_datatype, op, win
LARGE(Get_accumulate, (FETCH), (FETCHED))
LARGE(Rget_accumulate, (FETCH, MPI_Request *request), (FETCHED, request))

LARGE(Win_create,
      (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
       MPI_Win *win),
      (base, size, count_fit(disp_unit), info, comm, win))
LARGE(Win_allocate,
      (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
       MPI_Win *win),
      (size, count_fit(disp_unit), info, comm, baseptr, win))
LARGE(Win_allocate_shared,
      (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
       MPI_Win *win),
      (size, count_fit(disp_unit), info, comm, baseptr, win))

EXPORT int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size,
                                  MPI_Aint *disp_unit, void *baseptr)
{
    ENTER(Win_shared_query_c);
    CHECK_RESULT(disp_unit);
    int unit;
    int code = MPI_Win_shared_query(win, rank, size, &unit, baseptr);
    if (!code)
        *disp_unit = unit;
    LEAVE(code);
}
