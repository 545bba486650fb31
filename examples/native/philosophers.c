/* SPDX-License-Identifier: Apache-2.0
 * mazurka: -- 3 => deadlock; wait for each other
 * mazurka: -- 3 ordered => verified
 *
 * philosophers.c - the dining philosophers.
 *
 *     mazurka run ./philosophers 3            everybody takes the left fork first
 *     mazurka run ./philosophers 3 ordered    the last one is left-handed */
#include <mazurka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mz_mutex *fork_of;
static int guests;
static int ordered;

static void philosopher(void *arg)
{
    int me = *(int *)arg;
    int first = me, second = (me + 1) % guests;
    if (ordered && first > second) {
        first = second;
        second = me;
    }
    mz_lock(fork_of[first]);
    mz_lock(fork_of[second]);
    mz_unlock(fork_of[second]);
    mz_unlock(fork_of[first]);
}

int main(int argc, char **argv)
{
    guests = argc > 1 ? atoi(argv[1]) : 3;
    ordered = argc > 2 && !strcmp(argv[2], "ordered");
    fork_of = calloc((size_t)guests, sizeof *fork_of);
    for (int i = 0; i < guests; i++) {
        char name[32];
        snprintf(name, sizeof name, "fork %d", i);
        fork_of[i] = mz_mutex_new(name);
    }
    for (int i = 0; i < guests; i++) {
        char name[32];
        int *me = malloc(sizeof *me);
        *me = i;
        snprintf(name, sizeof name, "guest %d", i);
        mz_actor_new(name, philosopher, me);
    }
    return mz_run();
}
