/* mazurka: => verified
 * not explored: OpenMP: devices other than the host, and more than one team
 *
 * Regions for devices are performed on the host, by one team. */
#include <assert.h>
#include <omp.h>
struct pair {
    double a, b;
};
int main(void)
{
    int x = 1, sum = 0, z[4] = {0};
    struct pair p = {1, 2};
#pragma omp target firstprivate(x, p) map(tofrom : z)
    {
        x++;
        p.a++;
        z[1] = x + (int)p.a;
    }
    assert(z[1] == 4 && x == 1 && p.a == 1);
#pragma omp target data map(tofrom : z)
    {
#pragma omp target teams distribute parallel for map(tofrom : z)
        for (int i = 0; i < 4; i++)
            z[i] = i;
#pragma omp target update from(z)
    }
#pragma omp target parallel for map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += z[i];
    assert(sum == 6 && omp_is_initial_device());
#pragma omp teams num_teams(1)
#pragma omp distribute
    for (int i = 0; i < 4; i++)
        z[i]++;
    assert(z[3] == 4);
    return 0;
}
