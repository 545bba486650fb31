/* mazurka: -n 2 => verified!any */
/* Buffers of the process, of a session, of a communicator, and automatic ones (MPI-4.1, 3.6): a buffered send takes
 * that of its communicator, else that of its session, else that of the process. */
#include <assert.h>
#include <mpi.h>

enum { ROOM = 4 + MPI_BSEND_OVERHEAD };
static char of_process[ROOM], of_session[ROOM], of_comm[ROOM];

/* One integer fits into each of the buffers, so two sends that are not received need two of them. */
static void exchange(MPI_Comm comm, int rank, int tag)
{
    int x = tag, y = 0;
    if (rank == 0) {
        MPI_Bsend(&x, 1, MPI_INT, 1, tag, comm);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, tag, comm, MPI_STATUS_IGNORE);
        assert(y == tag);
    }
}

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, dup;
    MPI_Request r;
    MPI_Count bytes;
    int rank, size;
    void *at;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);

    MPI_Buffer_attach(of_process, ROOM);
    exchange(comm, rank, 1);
    MPI_Session_attach_buffer(session, of_session, ROOM);
    exchange(comm, rank, 2);
    MPI_Comm_attach_buffer_c(comm, of_comm, ROOM);
    exchange(comm, rank, 3);
    /* each flush makes room for one more */
    MPI_Comm_flush_buffer(comm);
    exchange(comm, rank, 4);
    MPI_Comm_iflush_buffer(comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    exchange(comm, rank, 5);
    /* what is derived from the communicator has no buffer of its own, but the session's */
    MPI_Session_iflush_buffer(session, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Comm_dup(comm, &dup);
    exchange(dup, rank, 6);
    MPI_Session_flush_buffer(session);
    exchange(dup, rank, 7);
    MPI_Buffer_flush();
    MPI_Buffer_iflush(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);

    assert(!MPI_Session_detach_buffer_c(session, &at, &bytes) && at == of_session && bytes == ROOM);
    of_session[0] = 1;
    assert(!MPI_Comm_detach_buffer(comm, &at, &size) && at == of_comm && size == ROOM);
    of_comm[0] = 1;
    exchange(comm, rank, 8);
    assert(!MPI_Buffer_detach(&at, &size) && at == of_process && size == ROOM);

    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    exchange(comm, rank, 9);
    exchange(dup, rank, 10);
    assert(!MPI_Buffer_detach(&at, &size) && at == MPI_BUFFER_AUTOMATIC);

    MPI_Comm_attach_buffer(dup, of_comm, ROOM);
    exchange(dup, rank, 11);
    MPI_Comm_free(&dup); /* which detaches it */
    of_comm[0] = 2;
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    return MPI_Session_finalize(&session);
}
