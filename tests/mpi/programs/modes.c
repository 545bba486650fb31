/* mazurka: -n 2 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Every way to send a message, and every way to receive it. */
#include "say.h"

typedef int (*sender)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int (*starter)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void receive(int from, int tag)
{
    int v[4] = {-1, -1, -1, -1};
    MPI_Status s;
    MPI_Recv(v, 4, MPI_INT, from, tag, MPI_COMM_WORLD, &s);
    SAY_INTS(v, 4);
    SAY_STATUS(&s, MPI_INT);
}

static void blocking(void)
{
    static const sender send[] = {MPI_Send, MPI_Bsend, MPI_Ssend};
    for (int i = 0; i < 3; i++) {
        int v[3] = {i, i + 1, i + 2};
        if (rank == 0)
            send[i](v, 3, MPI_INT, 1, i, MPI_COMM_WORLD);
        else
            receive(i == 1 ? MPI_ANY_SOURCE : 0, i == 2 ? MPI_ANY_TAG : i);
    }
}

static void nonblocking(const starter *start, int persistent)
{
    for (int i = 0; i < 3; i++) {
        int v[2] = {10 * i, i};
        MPI_Request r;
        MPI_Status s;
        if (rank == 1) {
            receive(0, 5);
            continue;
        }
        start[i](v, 2, MPI_INT, 1, 5, MPI_COMM_WORLD, &r);
        if (persistent)
            MPI_Start(&r);
        MPI_Wait(&r, &s);
        SAY("request is null: %d", r == MPI_REQUEST_NULL);
        if (persistent)
            MPI_Request_free(&r);
    }
}

static void ready(void)
{
    int v = 7, got = 0;
    MPI_Request r;
    MPI_Status s;
    if (rank == 1) {
        MPI_Irecv(&got, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &r);
        MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&r, &s);
        SAY("got %d", got);
        SAY_STATUS(&s, MPI_INT);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rsend(&v, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    }
}

static void both(void)
{
    int out = rank + 100, in = -1, other = 1 - rank;
    MPI_Status s;
    MPI_Sendrecv(&out, 1, MPI_INT, other, rank, &in, 1, MPI_INT, other, other,
                 MPI_COMM_WORLD, &s);
    SAY("sendrecv %d", in);
    SAY_STATUS(&s, MPI_INT);
    MPI_Sendrecv_replace(&in, 1, MPI_INT, other, 3, other, 3, MPI_COMM_WORLD, &s);
    SAY("replaced %d", in);
    MPI_Sendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 0, &in, 1, MPI_INT, MPI_PROC_NULL, 0,
                 MPI_COMM_WORLD, &s);
    SAY("unchanged %d", in);
    SAY_STATUS(&s, MPI_INT);
    MPI_Sendrecv(&out, 1, MPI_INT, rank, 0, &in, 1, MPI_INT, rank, 0, MPI_COMM_WORLD,
                 &s);
    SAY("from myself %d", in);
}

static void persistent_receive(void)
{
    int v[3] = {0};
    MPI_Request r[3];
    MPI_Status s[3];
    if (rank == 0) {
        for (int round = 0; round < 2; round++)
            for (int i = 0; i < 3; i++) {
                int x = 10 * round + i;
                MPI_Send(&x, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
            }
        return;
    }
    for (int i = 0; i < 3; i++)
        MPI_Recv_init(&v[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &r[i]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(3, r);
        MPI_Waitall(3, r, s);
        SAY_INTS(v, 3);
        SAY_STATUS(&s[2], MPI_INT);
    }
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&r[i]);
}

static void many_types(void)
{
    double grid[4][4] = {{0}}, column[4] = {1, 2, 3, 4};
    MPI_Datatype t;
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    MPI_Status s;
    if (rank == 0) {
        MPI_Send(column, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&grid[0][1], 1, t, 0, 0, MPI_COMM_WORLD, &s);
        for (int i = 0; i < 4; i++)
            SAY("%g %g %g %g", grid[i][0], grid[i][1], grid[i][2], grid[i][3]);
        SAY_STATUS(&s, t);
        SAY_STATUS(&s, MPI_DOUBLE);
    }
    MPI_Type_free(&t);
}

int main(int argc, char **argv)
{
    static const starter starts[] = {MPI_Isend, MPI_Ibsend, MPI_Issend};
    static const starter inits[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init};
    static char space[10000];
    void *p;
    int n;
    begin(&argc, &argv);
    MPI_Buffer_attach(space, sizeof space);
    blocking();
    nonblocking(starts, 0);
    nonblocking(inits, 1);
    ready();
    both();
    persistent_receive();
    many_types();
    MPI_Buffer_detach(&p, &n);
    SAY("detached %d %d", p == space, n);
    MPI_Finalize();
}
