/* SPDX-License-Identifier: Apache-2.0
 * mazurka: -- 2 2 => verified
 * mazurka: -- 1 3 => verified
 * mazurka: -- 2 2 broken => deadlock
 *
 * buffer.c - a bounded buffer between a producer and a consumer, with semaphores.
 *
 *     mazurka run ./buffer SLOTS ITEMS
 *     mazurka run ./buffer 2 2 broken     the consumer forgets to give slots back
 *
 * `free_slots` counts down from SLOTS, `filled` counts up from 0. The buffer itself is
 * a mailbox, since actors share no memory. */
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>

static int items, broken;
static mz_semaphore free_slots, filled;
static mz_mailbox slots;

static void producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < items + broken; i++) {
        mz_acquire(free_slots);
        mz_isend(slots, &i, sizeof i);
        mz_release(filled);
    }
}

static void consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < items + broken; i++) {
        int got;
        mz_acquire(filled);
        mz_recv(slots, &got, sizeof got);
        mz_assert(got == i);
        if (!broken)
            mz_release(free_slots);
    }
}

int main(int argc, char **argv)
{
    int room = argc > 1 ? atoi(argv[1]) : 2;
    items = argc > 2 ? atoi(argv[2]) : 2;
    broken = argc > 3 && !strcmp(argv[3], "broken");
    free_slots = mz_semaphore_new("free", room);
    filled = mz_semaphore_new("filled", 0);
    slots = mz_mailbox_new("slots");
    mz_actor_new("producer", producer, NULL);
    mz_actor_new("consumer", consumer, NULL);
    return mz_run();
}
