/* SPDX-License-Identifier: Apache-2.0
 *
 * interrupt.h - Ctrl-C and SIGTERM: the first asks for a clean end, another ends the
 * process. */
#ifndef MZ_CLI_INTERRUPT_H
#define MZ_CLI_INTERRUPT_H
#include <signal.h>

/* Starts to handle the signals; returns the flag that the first one sets. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
