/* mazurka: -n 2 => assertion */
/* Sorted in falling order, the first is not the smallest. */
#include "truth.h"

static int compare(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

int main(void)
{
    static int x[10000];
    begin();
    for (int i = 0; i < 10000; i++)
        x[i] = i;
    qsort(x, 10000, sizeof *x, compare);
    assert(x[0] < x[1]);
    return end();
}
