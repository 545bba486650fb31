/* SPDX-License-Identifier: Apache-2.0
 *
 * interrupt.c - see interrupt.h.
 *
 * One request to stop may come as two signals: timeout(1) sends its signal to the process
 * and to the group. So a signal that follows at once does not count as a second request.
 */
#include "cli/interrupt.h"

#include <time.h>

#define AT_ONCE 0.3 /* seconds within which a second signal counts as the same */

static volatile sig_atomic_t interrupted;
static double first;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void on_signal(int sig)
{
    if (!interrupted) {
        first = now();
        interrupted = 1;
    } else if (now() - first > AT_ONCE) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

const volatile sig_atomic_t *interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
