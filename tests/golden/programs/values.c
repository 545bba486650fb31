/* mazurka: -n 3 => assertion; values: s.MPI_SOURCE is 1, n is 3, i is 1
 *
 * What an assertion names is told with its value. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN };
struct cell {
    int at[3];
    struct cell *next;
    double weight;
    const char *name;
    enum colour colour;
    char text[16];
};
static long table[2][3] = {{1, 2, 3}, {4, 5, 6}};

static void check(const struct cell *c, int n, int source)
{
    if (source > 5)
        assert(c->at[n - 1] == c->next->at[0] && c->colour == RED && c->weight < 1 && !strcmp(c->name, "x"));
    if (source > 4)
        assert(table[1][n] == 7 || *c->at == 2 || !c->text[0] || c->next->next);
}

int main(int argc, char **argv)
{
    int rank, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (rank == 0) {
        MPI_Status s;
        struct cell last = {.weight = .5}, first = {{1, 2, 3}, &last, 2.5, "hi", GREEN, "abc"};
        for (int i = 1; i < n; i++) {
            int x;
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
            check(&first, 2, argc > 1 ? atoi(argv[1]) : 0);
            assert(s.MPI_SOURCE == n - i);
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
