/* mazurka: -n 1 --keep-going --strict => resource-leak */
/* Two types are never freed, made in two lines: one finding tells of both. */
#include "truth.h"

int main(void)
{
    MPI_Datatype a, b;
    begin();
    MPI_Type_contiguous(2, MPI_INT, &a);
    MPI_Type_contiguous(3, MPI_INT, &b);
    return end();
}
