/* mazurka: -n 1 --keep-going => verified */
/* Both types are freed. */
#include "truth.h"

int main(void)
{
    MPI_Datatype a, b;
    begin();
    MPI_Type_contiguous(2, MPI_INT, &a);
    MPI_Type_contiguous(3, a, &b);
    MPI_Type_free(&a);
    MPI_Type_free(&b);
    return end();
}
