/* SPDX-License-Identifier: Apache-2.0
 * mazurka: -- 2 => verified; 2 outcomes
 * mazurka: -- 4 => verified; 24 outcomes
 * mazurka: -- 6 => verified; 720 outcomes
 *
 * rmq.c - receive messages from a queue, in every order.
 *
 *     mazurka run ./rmq 3        3 senders: 6 outcomes
 *
 * n senders put one message each into a mailbox, and a receiver takes them all:
 * n! orders, each a different execution, none a mistake. */
#include <mazurka.h>
#include <stdlib.h>

static mz_mailbox queue;
static int senders;

static void sender(void *arg)
{
    int me = *(int *)arg;
    mz_isend(queue, &me, sizeof me);
}

static void receiver(void *arg)
{
    (void)arg;
    unsigned seen = 0;
    for (int i = 0; i < senders; i++) {
        int who;
        mz_recv(queue, &who, sizeof who);
        mz_assert(who >= 0 && who < senders);
        mz_assert(!(seen >> who & 1));
        seen |= 1u << who;
    }
}

int main(int argc, char **argv)
{
    senders = argc > 1 ? atoi(argv[1]) : 3;
    queue = mz_mailbox_new("queue");
    mz_actor_new("receiver", receiver, NULL);
    for (int i = 0; i < senders; i++) {
        int *number = malloc(sizeof *number);
        *number = i;
        mz_actor_new("sender", sender, number);
    }
    return mz_run();
}
