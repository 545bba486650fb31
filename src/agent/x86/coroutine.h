/* SPDX-License-Identifier: Apache-2.0
 *
 * coroutine.h - what coro_switch() leaves on the stack. */
#ifndef MZ_AGENT_X86_COROUTINE_H
#define MZ_AGENT_X86_COROUTINE_H
#include <stdint.h>

struct coro_frame {
    uint32_t mxcsr;
    uint16_t x87, flags;
    uint64_t r15, r14, r13, r12, rbx, rbp, rip;
};
_Static_assert(sizeof(struct coro_frame) == 64, "as pushed by coro_switch");

#endif
