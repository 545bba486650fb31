/* SPDX-License-Identifier: Apache-2.0
 *
 * mutex.h - the family of mutexes: what others ask about it besides family.h. */
#ifndef MZ_KERNEL_MUTEX_H
#define MZ_KERNEL_MUTEX_H
#include "kernel/state.h"

/* The actor at the head of the mutex's queue, which owns it; NO_EVENT if the queue is
 * empty. */
uint32_t mutex_owner(const struct state *, uint32_t mutex, const uint32_t *cut);

#endif
