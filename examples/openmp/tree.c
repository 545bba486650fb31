/* mazurka: => assertion: sum == 10 failed
 * mazurka: -- wait => verified
 *
 * The sum of a tree by tasks: without a taskwait, the result is used before it is there.
 *
 *     gcc -g -fopenmp tree.c -o tree
 *     mazurka run ./tree */
#include <assert.h>

static int value[] = {1, 2, 3, 4}, nodes = sizeof value / sizeof *value, waits;

static int sum_of(int node)
{
    int left = 0, right = 0;
    if (node >= nodes)
        return 0;
#pragma omp task shared(left)
    {
        int s = sum_of(2 * node + 1);
#pragma omp critical
        left = s;
    }
    right = sum_of(2 * node + 2);
    if (waits) {
#pragma omp taskwait
    }
    int sum;
#pragma omp critical
    sum = value[node] + left + right;
    /* the task must not use what is on the stack after it is gone */
#pragma omp taskwait
    return sum;
}

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    waits = argc > 1;
#pragma omp parallel
#pragma omp single
    sum = sum_of(0);
    assert(sum == 10);
    return 0;
}
