/* mazurka: -- 256 => verified; 1 outcome
 * mazurka: -- 256 race => verified; 2 outcomes
 *
 * Many actors: a ring in which everybody waits for a message from the one before. */
#include <mazurka.h>
#include <stdio.h>
#include <stdlib.h>

static int actors, race;
static mz_mailbox *in;

static void member(void *arg)
{
    int me = (int)(long)arg, token = me;
    if (me == 0)
        mz_isend(in[1], &token, sizeof token);
    mz_recv(in[me], &token, sizeof token);
    mz_assert(token == (me + actors - 1) % actors);
    token = me;
    if (me)
        mz_isend(in[(me + 1) % actors], &token, sizeof token);
    if (race && (me == 5 || me == 9))
        mz_isend(in[actors], &token, sizeof token);
}

int main(int argc, char **argv)
{
    actors = atoi(argv[1]);
    race = argc > 2;
    in = calloc((size_t)actors + 1, sizeof *in);
    for (int i = 0; i <= actors; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        in[i] = mz_mailbox_new(name);
    }
    for (int i = 0; i < actors; i++)
        mz_actor_new("member", member, (void *)(long)i);
    return mz_run();
}
