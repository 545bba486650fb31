/* mazurka: -n 3 => verified */
/* A rank that gives a predefined datatype another name and an attribute has changed its
 * own datatype, and nobody else's. */
#include "truth.h"

int main(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int n, found, keyval, value = 7, *got, rank;
    begin();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keyval, NULL);
    if (rank == 1) {
        MPI_Type_set_name(MPI_INT, "apples");
        MPI_Type_set_attr(MPI_INT, keyval, &value);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_get_name(MPI_INT, name, &n);
    assert(strcmp(name, rank == 1 ? "apples" : "MPI_INT") == 0);
    MPI_Type_get_attr(MPI_INT, keyval, &got, &found);
    assert(found == (rank == 1));
    if (found)
        MPI_Type_delete_attr(MPI_INT, keyval);
    MPI_Type_free_keyval(&keyval);
    return end();
}
