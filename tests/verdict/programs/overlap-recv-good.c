/* mazurka: -n 2 => verified!any */
/* mpich: passes */
/* Sending from entries that overlap is right, and so is receiving nothing into them, one
 * of those that overlap in a row only, columns of a matrix in one go, and a type that is
 * written backwards. */
#include "truth.h"

enum { N = 6 };
static int matrix[N][N], b[64];

static MPI_Datatype column_of(void)
{
    MPI_Datatype rows, column;
    MPI_Type_vector(N, 1, N, MPI_INT, &rows);
    MPI_Type_create_resized(rows, 0, sizeof(int), &column);
    MPI_Type_free(&rows);
    return column;
}

static MPI_Datatype none_of(void)
{
    MPI_Datatype none;
    MPI_Type_create_resized(MPI_INT, 0, 0, &none);
    return none;
}

static MPI_Datatype backwards_of(void)
{
    MPI_Datatype backwards;
    MPI_Type_create_hvector(4, 1, -4, MPI_INT, &backwards);
    return backwards;
}

/* Two combs, the teeth of one between those of the other. */
static MPI_Datatype combs_of(void)
{
    MPI_Datatype comb, combs;
    MPI_Type_vector(4, 1, 2, MPI_INT, &comb);
    MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){0, 4}, comb, &combs);
    MPI_Type_free(&comb);
    return combs;
}

int main(void)
{
    int rank = begin(), i;
    MPI_Datatype types[] = {column_of(), none_of(), backwards_of(), combs_of()};
    for (i = 0; i < 4; i++)
        MPI_Type_commit(&types[i]);
    if (rank == 0) {
        for (i = 0; i < 64; i++)
            b[i] = i;
        MPI_Send(b, 3, types[1], 1, 0, WORLD);
        MPI_Send(b, 0, MPI_INT, 1, 1, WORLD);
        MPI_Send(b, 1, MPI_INT, 1, 2, WORLD);
        MPI_Send(b, N * N, MPI_INT, 1, 3, WORLD);
        MPI_Send(b, 4, MPI_INT, 1, 4, WORLD);
        MPI_Send(b, 8, MPI_INT, 1, 5, WORLD);
    } else {
        MPI_Recv(b, 3, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(b, 0, types[1], 0, 1, WORLD, IGNORE);
        MPI_Recv(b, 1, types[1], 0, 2, WORLD, IGNORE);
        MPI_Recv(matrix, N, types[0], 0, 3, WORLD, IGNORE);
        assert(matrix[1][0] == 1 && matrix[0][1] == N);
        MPI_Recv(b + 3, 1, types[2], 0, 4, WORLD, IGNORE);
        assert(b[3] == 0 && b[0] == 3);
        MPI_Recv(b, 1, types[3], 0, 5, WORLD, IGNORE);
        assert(b[2] == 1 && b[1] == 4);
    }
    for (i = 0; i < 4; i++)
        MPI_Type_free(&types[i]);
    return end();
}
