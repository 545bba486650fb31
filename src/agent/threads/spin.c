/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.c - loops of threads that look at atomic variables: has the thread seen the same
 * before, in the same state? See threads/atomic.c, which stops it then. */
#include "agent/rank/image.h"
#include "agent/threads/races.h"

static struct look *look_at(uint32_t n, uint32_t k)
{
    return (struct look *)(void *)(thread_at(n) + LOOKED) + k;
}

enum spin spin_look(uint64_t state, uint32_t most)
{
    uint32_t n = (uint32_t)agent.current, *looks = &thread_at(n)[LOOKS];
    for (uint32_t k = 0; k < *looks; k++)
        if (look_at(n, k)->state == state) {
            /* what it sees in each round of the loop comes first */
            for (uint32_t i = k; i < *looks; i++)
                *look_at(n, i - k) = *look_at(n, i);
            *looks -= k;
            return SPIN_BACK;
        }
    if (*looks >= most || *looks == SPINS_ROOM)
        return SPIN_LONG;
    look_at(n, *looks)->state = state;
    return SPIN_ON;
}

static uint64_t contents(uint64_t at, size_t bytes)
{
    uint64_t x[2] = {0, 0};
    memcpy(x, (const void *)(uintptr_t)at, bytes < sizeof x ? bytes : sizeof x);
    return x[0] ^ x[1] * 0x9e3779b97f4a7c15u;
}

void spin_saw(const volatile void *at, size_t bytes)
{
    uint32_t n = (uint32_t)agent.current;
    if (thread_at(n)[LOOKS] == SPINS_ROOM)
        return;
    struct look *l = look_at(n, thread_at(n)[LOOKS]++);
    l->at = (uint64_t)(uintptr_t)at;
    l->bytes = bytes;
    l->value = contents(l->at, bytes);
}

void spin_over(void)
{
    if (agent.races && agent.current >= 0)
        thread_at((uint32_t)agent.current)[LOOKS] = 0;
}

bool spin_goes_on(struct program *p, uint32_t thread)
{
    (void)p;
    image_load(thread);
    for (uint32_t k = 0; k < thread_at(thread)[LOOKS]; k++) {
        const struct look *l = look_at(thread, k);
        if (contents(l->at, l->bytes) != l->value)
            return true;
    }
    return false;
}
