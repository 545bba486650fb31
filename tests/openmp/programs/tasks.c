/* mazurka: -- none => verified; 1 outcome
 * mazurka: -- one => verified; 2 outcomes
 * mazurka: -- three => verified; 24 outcomes
 * mazurka: -a exhaustive -- two => verified; 6 traces
 * mazurka: -a dpor -- three => verified; 24 outcomes
 * mazurka: -- wait => verified; 8 outcomes
 * mazurka: -- nowait => assertion: done == 2 failed
 * mazurka: -- group => verified
 * mazurka: -- grandchild => assertion: done == 2 failed
 * mazurka: -- chain => verified; 8 outcomes
 * mazurka: -- diamond => verified
 * mazurka: -- waits => verified
 * mazurka: -- undeferred => verified; 1 outcome
 * mazurka: -- final => verified
 * mazurka: -- loop => verified; 24 outcomes
 * mazurka: -- nogroup => assertion: sum == 6 failed
 * mazurka: -- fib => verified
 * mazurka: -- critical => deadlock
 * mazurka: -- yield => verified
 * mazurka: -- private => assertion: counter == 2 failed
 *
 * Tasks are performed by any thread that waits, in any order that they allow. */
#include <assert.h>
#include <omp.h>
#include <string.h>
static int counter;
#pragma omp threadprivate(counter)
static int fib(int n)
{
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}
static void add(int *x)
{
#pragma omp critical
    ++*x;
}
static int is(const char *a, const char *b)
{
    return !strcmp(a, b);
}
int main(int argc, char **argv)
{
    const char *how = argv[1];
    int tasks = is(how, "one") ? 1 : is(how, "two") ? 2 : is(how, "three") ? 3 : 0;
    int done = 0, a[4] = {0}, sum = 0, x = 0, y = 0, z = 0;
#pragma omp parallel
    {
#pragma omp master
        {
            for (int i = 0; i < tasks; i++)
#pragma omp task shared(a)
                a[i]++;
            if (is(how, "wait") || is(how, "nowait")) {
                for (int i = 0; i < 2; i++)
#pragma omp task shared(done)
#pragma omp critical
                    done++;
                if (is(how, "wait")) {
#pragma omp taskwait
                }
#pragma omp critical
                assert(done == 2);
            }
            if (is(how, "group")) {
#pragma omp taskgroup
                {
#pragma omp task shared(done)
                    {
#pragma omp task shared(done)
#pragma omp critical
                        done++;
#pragma omp critical
                        done++;
                    }
                }
                assert(done == 2);
            }
            if (is(how, "grandchild")) {
#pragma omp task shared(done)
                {
#pragma omp task shared(done)
#pragma omp critical
                    done++;
#pragma omp critical
                    done++;
                }
#pragma omp taskwait
#pragma omp critical
                assert(done == 2);
            }
            if (is(how, "chain")) {
#pragma omp task shared(x) depend(out : x)
                x = 1;
#pragma omp task shared(x) depend(inout : x)
                x = x * 2 + 1;
#pragma omp task shared(x) depend(in : x)
                assert(x == 3);
            }
            if (is(how, "diamond")) {
#pragma omp task shared(x) depend(out : x)
                x = 1;
#pragma omp task shared(x, y) depend(in : x) depend(out : y)
                y = x + 1;
#pragma omp task shared(x, z) depend(in : x) depend(out : z)
                z = x + 2;
#pragma omp task shared(y, z) depend(in : y, z)
                assert(y == 2 && z == 3);
            }
            if (is(how, "waits")) {
#pragma omp task shared(x) depend(out : x)
                x = 1;
#pragma omp task shared(y) depend(out : y)
                y = 1;
#pragma omp taskwait depend(in : x)
                assert(x == 1);
#pragma omp task shared(y) depend(in : y) if (0)
                assert(y == 1);
            }
            if (is(how, "undeferred")) {
#pragma omp task shared(x) if (0)
                x = 1;
                assert(x == 1);
            }
            if (is(how, "final")) {
#pragma omp task shared(x) final(1)
                {
#pragma omp task shared(x)
                    x = omp_in_final();
                    assert(x == 1);
                }
            }
            if (is(how, "loop")) {
#pragma omp taskloop num_tasks(3) shared(a)
                for (int i = 0; i < 4; i++)
                    a[i] = 1;
                assert(a[0] + a[1] + a[2] + a[3] == 4);
            }
            if (is(how, "nogroup")) {
#pragma omp taskloop grainsize(2) nogroup shared(sum)
                for (int i = 0; i < 4; i++)
#pragma omp critical
                    sum += i;
#pragma omp critical
                assert(sum == 6);
            }
            if (is(how, "fib"))
                assert(fib(4) == 3);
            if (is(how, "critical")) {
#pragma omp critical
                {
#pragma omp task shared(x)
                    add(&x);
#pragma omp taskwait
                }
            }
            if (is(how, "yield")) {
#pragma omp task shared(x)
                x = 1;
#pragma omp taskyield
            }
            if (is(how, "private")) { /* both tasks on one thread, who says so? */
                for (int i = 0; i < 2; i++)
#pragma omp task
                    counter++;
            }
        }
#pragma omp barrier
        for (int i = 0; i < tasks; i++)
            assert(a[i] == 1);
        if (is(how, "private") && counter)
            assert(counter == 2);
    }
    return 0;
}
