/* mazurka: -n 2 => verified; no deadlock, failed assertion, data race of threads or MPI misuse */
/* mazurka: -n 2 -- variable => data-race; it is x */
/* mazurka: -n 2 -- buffer => data-race; it is buffer */
/* mazurka: -n 2 -- early => data-race; it is buffer */
/* mazurka: -n 2 -- relaxed => data-race; it is x */
/* mazurka: -n 2 -- atomic => assertion; in 1 of 2 outcomes */
/* mazurka: -n 2 -- test => verified */
/* cc: -pthread -fsanitize=thread */
/* Two threads of a rank, and what they access. A message orders what its sender did before with what its receiver does afterwards, also by way of another rank. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

static const char *how = "";
static int x, buffer;
static atomic_int flag;

static void echo(int tag)
{
    int token;
    MPI_Recv(&token, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 0, tag + 1, MPI_COMM_WORLD);
}

static void *other(void *unused)
{
    int token;
    if (!strcmp(how, "variable")) {
        x++;
    } else if (!strcmp(how, "buffer")) {
        MPI_Recv(&buffer, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "relaxed")) {
        x = 1;
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    } else if (!strcmp(how, "atomic")) {
        atomic_store(&flag, 1);
    } else { /* rank 1 sends back what it gets, to whoever asks for it */
        MPI_Recv(&token, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x++;
        buffer++;
    }
    return unused;
}

int main(int argc, char **argv)
{
    int level, rank, flags = 0, token = 0;
    pthread_t t;
    MPI_Request r;
    how = argc > 1 ? argv[1] : "";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bool echoes = !*how || !strcmp(how, "early") || !strcmp(how, "test");
    if (rank == 1) {
        if (echoes)
            echo(1);
        if (!strcmp(how, "buffer"))
            MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        if (!strcmp(how, "test"))
            MPI_Send(&rank, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    } else {
        pthread_create(&t, NULL, other, NULL);
        if (!strcmp(how, "variable"))
            x++;
        if (!strcmp(how, "buffer"))
            token = buffer;
        if (!strcmp(how, "relaxed") && atomic_load_explicit(&flag, memory_order_relaxed))
            token = x;
        if (!strcmp(how, "atomic"))
            assert(!atomic_load(&flag));
        if (echoes) {
            x++;
            if (!strcmp(how, "early")) { /* rank 1 answers before the buffer was sent for sure */
                MPI_Isend(&buffer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
            } else {
                buffer++;
                MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
            }
        }
        if (!strcmp(how, "test")) {
            MPI_Irecv(&token, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &r);
            while (!flags)
                MPI_Test(&r, &flags, MPI_STATUS_IGNORE);
        }
        pthread_join(t, NULL);
        assert(!echoes || (x == 2 && buffer == (strcmp(how, "early") ? 2 : 1)));
    }
    MPI_Finalize();
    return token < 0;
}
