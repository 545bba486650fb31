/* mazurka: -n 1 => verified!any */
/* Datatypes with other names than the types of the variables, which are right all the
 * same: signs, names for the same size, bytes, and what nobody can tell. */
#include "truth.h"
#include <complex.h>
#include <stdint.h>

#define READ(p, n, type) MPI_Bcast(p, n, type, 0, MPI_COMM_SELF)

enum colour { RED, GREEN };
typedef double real;

int main(void)
{
    int i[2] = {0};
    unsigned u = 0;
    long l = 0;
    long long ll = 0;
    size_t s = 0;
    int64_t fixed = 0;
    MPI_Aint address = 0;
    char c[16] = "";
    unsigned char bytes[16] = {0};
    void *pointer = NULL;
    enum colour e = RED;
    const volatile real r[2] = {0};
    double _Complex z = 0;
    _Bool yes = 1;
    union {
        int n;
        float f;
    } either = {0};
    struct {
        double value;
        int at;
    } pair = {0};
    begin();
    READ(&u, 1, MPI_INT);
    READ(i, 2, MPI_UNSIGNED);
    READ(i, 1, MPI_2INT);
    READ(i, 1, MPI_LOGICAL);
    READ(i, 2, MPI_INTEGER);
    READ(&l, 1, MPI_LONG_LONG);
    READ(&ll, 1, MPI_LONG);
    READ(&s, 1, MPI_UNSIGNED_LONG);
    READ(&fixed, 1, MPI_INT64_T);
    READ(&address, 1, MPI_AINT);
    READ(&l, 1, MPI_AINT);
    READ(c, 2, MPI_DOUBLE);
    READ(bytes, 4, MPI_INT);
    READ(&l, 8, MPI_BYTE);
    READ(&l, 8, MPI_CHAR);
    READ(&pointer, 1, MPI_LONG);
    READ(&e, 1, MPI_INT);
    READ((void *)r, 2, MPI_DOUBLE);
    READ(&z, 1, MPI_C_DOUBLE_COMPLEX);
    READ(&z, 2, MPI_DOUBLE);
    READ(&yes, 1, MPI_C_BOOL);
    READ(&yes, 1, MPI_CHAR);
    READ(&either, 1, MPI_FLOAT);
    READ(&pair, 1, MPI_DOUBLE_INT);
    return end();
}
