/* mazurka: -- dynamic => verified; 16 outcomes
 * mazurka: -- static => verified; 1 outcome
 * mazurka: -- sometimes => verified; 1 outcome
 * mazurka: -- across => verified; 1 outcome
 * mazurka: -- two => verified; 1 outcome
 * mazurka: -- nobody => deadlock
 *
 * Ordered regions come in the order of iterations; iterations wait for others. */
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    int next = 0, a[12] = {0}, b[5][5] = {0};
    if (!strcmp(argv[1], "dynamic")) {
#pragma omp parallel for ordered schedule(dynamic)
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            assert(next++ == i);
        }
        assert(next == 4);
    } else if (!strcmp(argv[1], "static")) {
#pragma omp parallel for ordered schedule(static, 1)
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            assert(next++ == i);
        }
        assert(next == 4);
    } else if (!strcmp(argv[1], "sometimes")) {
#pragma omp parallel for ordered schedule(static, 1)
        for (int i = 0; i < 6; i++)
            if (i == 0 || i == 3) {
#pragma omp ordered
                assert(next++ == (i == 3));
            }
        assert(next == 2);
    } else if (!strcmp(argv[1], "across")) {
#pragma omp parallel for ordered(1) schedule(static, 1)
        for (int i = 1; i < 8; i++) {
#pragma omp ordered depend(sink : i - 1)
            a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
        }
        assert(a[7] == 7);
    } else if (!strcmp(argv[1], "two")) {
#pragma omp parallel for ordered(2) schedule(static, 1)
        for (int i = 1; i < 5; i++)
            for (int j = 1; j < 5; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
                b[i][j] = b[i - 1][j] + b[i][j - 1] + 1;
#pragma omp ordered depend(source)
            }
        assert(b[2][2] == 5);
    } else {
#pragma omp parallel for ordered(1) schedule(static, 1)
        for (int i = 1; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1)
            a[i] = 1;
            if (i != 1) {
#pragma omp ordered depend(source)
            }
        }
    }
    return 0;
}
