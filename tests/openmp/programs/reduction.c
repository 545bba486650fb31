/* mazurka: => verified
 *
 * Reductions, and variables that come out of loops. */
#include <assert.h>
int main(void)
{
    int sum = 0, last = -1, most = 0, a[8], n = 0;
    double product = 1;
    for (int i = 0; i < 8; i++)
        a[i] = (i * 5) % 8;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) lastprivate(last)
    for (int i = 0; i < 8; i++) {
        sum += a[i];
        most = a[i] > most ? a[i] : most;
        last = i;
    }
    assert(sum == 28 && most == 7 && last == 7);
#pragma omp parallel for reduction(* : product) schedule(dynamic, 3) firstprivate(last) lastprivate(last)
    for (int i = 1; i < 6; i++) {
        product *= i;
        last = i;
    }
    assert(product == 120 && last == 5);
#pragma omp parallel
    {
#pragma omp atomic
        n++;
    }
    assert(n == 2);
    return 0;
}
