/* SPDX-License-Identifier: Apache-2.0
 *
 * uct.h - UCT (Kocsis and Szepesvari, 2006): the mean of what a part of a search was
 * worth, and a bonus if it was seldom tried.
 *
 * Without libm, which belongs to the program that is checked. */
#ifndef MZ_EXPLORE_GUIDE_UCT_H
#define MZ_EXPLORE_GUIDE_UCT_H
#include <stdint.h>

/* The square root. */
static inline double uct_root(double x)
{
    double r = x > 1 ? x / 2 : 1;
    for (int i = 0; i < 24; i++)
        r = (r + x / r) / 2;
    return r;
}

/* The natural logarithm of a number above 0, to three digits. */
static inline double uct_log(uint32_t n)
{
    int bits = 31 - __builtin_clz(n);
    double x = (double)n / (double)((uint32_t)1 << bits) - 1; /* from 0 to 1 */
    return 0.693 * bits + x * (0.9985 - x * (0.466 - x * 0.160));
}

/* `all`: uct_log() of the visits of what it is a part of. */
static inline double uct(double reward, uint32_t visits, double all)
{
    double n = visits + 1e-3;
    return reward / n + 0.7 * uct_root(all / n);
}

/* What an execution is worth that has shown so much that was new. */
static inline double uct_reward(uint32_t fresh)
{
    return fresh / (fresh + 3.0);
}

#endif
