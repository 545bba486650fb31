/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c - ranks with large heaps of which each step changes two pages.
 *
 *     mazurka run -n 4 --images every ./steps MEGABYTES */
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    size_t bytes = (size_t)atoi(argv[argc - 1]) << 20;
    int me = mz_self();
    mz_mailbox box = mz_mailbox_new("box");
    char *heap = malloc(bytes);
    memset(heap, me, bytes);
    for (int k = 0; k < 2; k++) {
        if (me) {
            heap[bytes / 2]++;
            mz_isend(box, &me, sizeof me);
        } else {
            for (int i = 1; i < mz_actors(); i++) {
                int who;
                mz_recv(box, &who, sizeof who);
                heap[bytes / 4 * (size_t)(who % 4)]++;
            }
        }
    }
    return 0;
}
