/* SPDX-License-Identifier: Apache-2.0
 *
 * link.c - see link.h. */
#include "exec/link.h"

const char *fault_word(enum fault_kind kind)
{
    static const char *const words[FAULT_KINDS] = {
        [FAULT_NONE] = "none",
        [FAULT_DEADLOCK] = "deadlock",
        [FAULT_ASSERTION] = "assertion",
        [FAULT_CRASH] = "crash",
        [FAULT_EXIT] = "exit-code",
        [FAULT_ENDLESS] = "non-termination",
        [FAULT_TRUNCATION] = "truncation",
        [FAULT_MISUSE] = "invalid-argument",
        [FAULT_SAFETY] = "safety",
        [FAULT_DEAD_LETTER] = "dead-letter",
        [FAULT_UNSUPPORTED] = "unsupported",
    };
    return kind < FAULT_KINDS ? words[kind] : "unknown";
}
