/* mazurka: -n 2 => verified */
/* A function for attributes reads what is being sent. */
#include "truth.h"

static int a;

static int gone(MPI_Comm c, int key, void *value, void *extra)
{
    (void)c, (void)key, (void)value, (void)extra;
    assert(!a);
    return MPI_SUCCESS;
}

int main(void)
{
    int rank = begin(), key;
    MPI_Request q;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    if (rank == 0) {
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Comm_delete_attr(MPI_COMM_SELF, key);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(&a, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    }
    MPI_Comm_free_keyval(&key);
    return end();
}
