/* mazurka: -n 2 => verified */
/* Sorting 10,000 elements is nothing special. */
#include "truth.h"

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    static int x[10000];
    begin();
    for (int i = 0; i < 10000; i++)
        x[i] = (i * 7919) % 10007;
    qsort(x, 10000, sizeof *x, compare);
    for (int i = 1; i < 10000; i++)
        assert(x[i - 1] <= x[i]);
    return end();
}
