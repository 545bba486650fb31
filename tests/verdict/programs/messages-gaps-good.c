/* mazurka: -n 3 => verified */
/* mpich: passes */
/* Structures on the stack have gaps between their members, and are sent as bytes, gaps included. What is in the gaps is
 * what calls before have left there: it must be nothing of the checker's, which would differ from one process to the next. */
#include <assert.h>
#include <mpi.h>

struct sample {
    char kind;
    double value;
    short place;
    long number;
};

enum { SAMPLES = 8 };

static __attribute__((noinline)) void give(void)
{
    struct sample s[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        s[i].kind = 1;
        s[i].value = 2;
        s[i].place = 3;
        s[i].number = 4;
    }
    MPI_Send(s, sizeof s, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static __attribute__((noinline)) void take(void)
{
    struct sample s[SAMPLES];
    MPI_Recv(s, sizeof s, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(s[SAMPLES - 1].number == 4);
}

static void exchange(int rank, int size)
{
    if (rank)
        give();
    for (int i = 1; i < size && !rank; i++)
        take();
}

int main(int argc, char **argv)
{
    int rank, size, *there;
    MPI_Comm comm;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    exchange(rank, size);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &there, &window);
    MPI_Win_fence(0, window);
    if (rank) /* so that a page of the stack is watched */
        MPI_Put(&rank, 1, MPI_INT, 0, 4 * rank, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    exchange(rank, size);
    MPI_Win_free(&window);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
