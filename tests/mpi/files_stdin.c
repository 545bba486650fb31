/* Standard input, as mpirun gives it: to the first rank. See files.sh. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int me;
    char line[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (!strcmp(argv[1], "lines") && me == 0) {
        assert(fgets(line, sizeof line, stdin) && !strcmp(line, "hello\n"));
        MPI_Send(line, sizeof line, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        assert(scanf("%31s", line) == 1 && !strcmp(line, "world"));
        assert(getchar() == '\n' && getchar() == EOF && feof(stdin));
        assert(lseek(0, 0, SEEK_CUR) == -1 && !isatty(0));
    } else if (!strcmp(argv[1], "lines") && me == 1) {
        MPI_Recv(line, sizeof line, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(!strcmp(line, "hello\n") && !fgets(line, sizeof line, stdin));
    } else if (!strcmp(argv[1], "empty")) {
        assert(read(0, line, sizeof line) == 0);
    }
    return MPI_Finalize();
}
