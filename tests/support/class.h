/* SPDX-License-Identifier: Apache-2.0
 *
 * class.h - an execution of the kernel in the words of the oracle, which knows nothing of
 * the kernel. */
#ifndef MZ_TESTS_CLASS_H
#define MZ_TESTS_CLASS_H
#include "kernel/state.h"

/* Names the class of a complete execution as oracle_class() does. */
struct digest class_of_state(const struct state *);

/* What its ranks observed, as oracle_histories() does. */
struct digest histories_of_state(const struct state *);

#endif
