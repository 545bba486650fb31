/* mazurka: -n 2 => verified */
/* MPI_Finalize frees MPI_COMM_SELF first: the attribute's delete function runs, and may
 * still communicate. */
#include "truth.h"

static int rank;

static int last(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    if (rank == 0)
        tell(1, 0);
    else
        hear(0, 0);
    return MPI_SUCCESS;
}

int main(void)
{
    int key;
    rank = begin();
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);
    return end();
}
