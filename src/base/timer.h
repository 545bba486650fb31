/* SPDX-License-Identifier: Apache-2.0
 *
 * timer.h - how much time has gone by: for bounds, rates, and what has waited long
 * enough. */
#ifndef MZ_BASE_TIMER_H
#define MZ_BASE_TIMER_H
#include <time.h>

/* The time in seconds from some moment on. Changes of the system's date do not affect it.
 */
static inline double timer_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
