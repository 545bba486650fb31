/* mazurka: -n 2 -- {0,1,2} => invalid-argument: MPI_Recv: entries of the datatype made at
 * overlap-recv-bad.c: */
/* mazurka: -n 2 -- 3 => invalid-argument: MPI_Irecv: entries */
/* mazurka: -n 2 -- 4 => invalid-argument: MPI_Recv_init: entries */
/* mazurka: -n 2 -- 5 => invalid-argument: MPI_Mrecv: entries */
/* mazurka: -n 2 -- 6 => invalid-argument: MPI_Imrecv: entries */
/* mazurka: -n 2 -- 7 => invalid-argument: MPI_Sendrecv: entries */
/* mazurka: -n 2 -- 8 => invalid-argument: MPI_Sendrecv_replace: entries */
/* mazurka: -n 2 -- 9 => invalid-argument: MPI_Unpack: entries */
/* mazurka: -n 2 -- {10,11} => invalid-argument: MPI_Bcast: entries */
/* mazurka: -n 2 -- 12 => invalid-argument: entries */
/* A type whose entries overlap must not be received into, even if the message is so short
 * that nothing is written twice (MPI 3.1, 4.1.11); no error handler makes that right. */
#include "truth.h"

static int a[64];
static MPI_Datatype twice, crossed, none;

static void make(void)
{
    MPI_Type_create_hvector(2, 1, 0, MPI_INT, &twice);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 2},
                           (MPI_Datatype[]){MPI_INT, MPI_INT}, &crossed);
    MPI_Type_create_resized(MPI_INT, 0, 0, &none);
    MPI_Type_commit(&twice);
    MPI_Type_commit(&crossed);
    MPI_Type_commit(&none);
}

static void receive(int how)
{
    MPI_Request r;
    MPI_Message m;
    int position = 0;
    if (how == 12)
        MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    if (how == 0)
        MPI_Recv(a, 1, twice, 0, 0, WORLD, IGNORE);
    if (how == 1)
        MPI_Recv(a, 1, crossed, 0, 0, WORLD, IGNORE);
    if (how == 2)
        MPI_Recv(a, 2, none, 0, 0, WORLD, IGNORE);
    if (how == 3)
        MPI_Irecv(a, 1, twice, 0, 0, WORLD, &r);
    if (how == 4)
        MPI_Recv_init(a, 1, twice, 0, 0, WORLD, &r);
    if (how == 5 || how == 6)
        MPI_Mprobe(0, 0, WORLD, &m, IGNORE);
    if (how == 5)
        MPI_Mrecv(a, 1, twice, &m, IGNORE);
    if (how == 6)
        MPI_Imrecv(a, 1, twice, &m, &r);
    if (how == 7)
        MPI_Sendrecv(a + 8, 1, MPI_INT, 0, 0, a, 1, twice, 0, 0, WORLD, IGNORE);
    if (how == 8)
        MPI_Sendrecv_replace(a, 1, twice, 0, 0, 0, 0, WORLD, IGNORE);
    if (how == 9 || how == 12)
        MPI_Unpack(a + 8, 8, &position, a, 1, twice, WORLD);
    if (how == 10)
        MPI_Bcast(a, 1, twice, 0, WORLD);
    if (how == 11)
        MPI_Bcast(a, 2, none, 0, WORLD);
}

int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : 0, rank = begin();
    make();
    if (rank == 1)
        receive(how);
    else if (how == 10 || how == 11)
        MPI_Bcast(a, 2, MPI_INT, 0, WORLD);
    else if (how != 9 && how != 12)
        MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
    if (rank == 0 && (how == 7 || how == 8))
        MPI_Recv(a, 2, MPI_INT, 1, 0, WORLD, IGNORE);
    MPI_Type_free(&twice);
    MPI_Type_free(&crossed);
    MPI_Type_free(&none);
    return end();
}
