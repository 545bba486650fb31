/* mazurka: -n 3 => verified
 * mazurka: -n 3 --images root => verified
 * mazurka: -n 3 --executions 1 => incomplete
 * mazurka: -n 3 -- trap => crash; arithmetic error
 * mazurka: -n 3 -- wrong => assertion; fegetround
 *
 * Rounding, flush-to-zero, enabled exceptions and the flags of both floating-point units
 * belong to a rank. What a constructor sets, all of them get. */
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <mazurka.h>
#include <string.h>
#include <unistd.h>
#include <xmmintrin.h>

static void __attribute__((constructor)) prepare(void)
{
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); /* as gcc -ffast-math does */
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int rank = getpid() - 4243;
    volatile long double zero = 0, x = 1;
    volatile double tiny = DBL_MIN, three = 3, one = 1;
    assert(fegetround() == FE_TONEAREST && !fetestexcept(FE_DIVBYZERO));
    assert(tiny / 4 == 0);
    if (rank == 0) {
        fesetround(FE_UPWARD);
        _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
        x = x / zero; /* the x87 unit notes it */
    } else if (rank == 1) {
        feenableexcept(FE_DIVBYZERO);
    }
    for (int round = 0; round < 2; round++) {
        mz_choose(2);
        if (rank == 0) {
            assert(fegetround() == FE_UPWARD && one / three * three > 1);
            assert(fetestexcept(FE_DIVBYZERO) && tiny / 4 > 0);
        } else {
            assert(fegetround() == FE_TONEAREST && one / three * three == 1);
            assert(!fetestexcept(FE_DIVBYZERO) && tiny / 4 == 0);
            assert(fegetexcept() == (rank == 1 ? FE_DIVBYZERO : 0));
        }
        assert((long double)1 / 3 < 0.34L);
    }
    if (!strcmp(how, "trap") && rank == 1)
        x = x / zero;
    if (!strcmp(how, "wrong"))
        assert(fegetround() == FE_UPWARD);
    return 0;
}
