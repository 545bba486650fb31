/* SPDX-License-Identifier: Apache-2.0
 *
 * faults.c - small actor programs, each with one thing to be noticed. The first
 * argument says which. */
#include <mazurka_actor.h>
#include <stdlib.h>
#include <string.h>

enum { GO, OTHER };

struct any {
    int count;
    mz_ref friend;
};

static volatile int zero;
static int calls; /* not part of any state: forbidden, and noticed */

static void crash(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    if (++s->count == 2)
        *(volatile int *)(uintptr_t)zero = 1;
}

static void endless(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    while (!zero)
        continue;
}

static void count(void *state, const struct mz_message *m)
{
    (void)m;
    ((struct any *)state)->count++;
}

static int below_two(const void *state)
{
    return ((const struct any *)state)->count < 2;
}

static void stopping(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    mz_stop();
}

static void to_nobody(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    mz_tell(MZ_NOBODY, GO, NULL, 0);
}

static int refuses(const void *state, const struct mz_message *m)
{
    (void)state;
    return m->type != OTHER;
}

static void unsteady(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    if (s->friend && calls++ < 1)
        mz_tell(s->friend, GO, NULL, 0);
}

static void answering(void *state, const struct mz_message *m)
{
    struct any *s = state;
    s->count++;
    if (m->ticket)
        mz_reply(m, GO, &s->count, sizeof s->count);
}

static void answered(void *state, const struct mz_message *m)
{
    struct any *s = state;
    mz_assert(m->type == GO && !s->count);
    s->count = *(const int *)m->data;
}

static void asking(void *state, const struct mz_message *m)
{
    struct any *s = state;
    if (m->type == GO)
        mz_ask(s->friend, OTHER, NULL, 0, answered);
    else
        mz_assert(s->count || m->type == OTHER);
}

static void choosing(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    mz_tell(mz_me(), OTHER, NULL, 0);
    if (mz_choose(2))
        s->count += 1 + mz_choose(2);
    mz_become(count);
}

static void breeding(void *state, const struct mz_message *m)
{
    struct any *s = state, child = {0, MZ_NOBODY};
    (void)m;
    for (int i = 0; i < s->count; i++)
        mz_tell(mz_spawn("child", count, &child, sizeof child), GO, NULL, 0);
}

static void setup(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    struct any s = {0, MZ_NOBODY};
    mz_behaviour *b = !strcmp(what, "crash")              ? crash
                      : !strcmp(what, "non-termination")  ? endless
                      : !strcmp(what, "dead-letter")      ? stopping
                      : !strcmp(what, "invalid-argument") ? to_nobody
                      : !strcmp(what, "choose")           ? choosing
                                                          : count;
    if (!strcmp(what, "nothing"))
        return;
    if (!strcmp(what, "many")) {
        s.count = 500;
        mz_tell(mz_spawn("many", breeding, &s, sizeof s), GO, NULL, 0);
        return;
    }
    if (!strcmp(what, "ask") || !strcmp(what, "random")) {
        mz_behaviour *first = *what == 'a' ? answering : count;
        s.friend = mz_spawn("friend", first, &s, sizeof s);
        b = *what == 'a' ? asking : unsteady;
    }
    mz_ref a = mz_spawn("actor", b, &s, sizeof s);
    if (!strcmp(what, "safety"))
        mz_always(a, below_two);
    if (!strcmp(what, "deadlock"))
        mz_constrain(a, refuses);
    mz_tell(a, GO, NULL, 0);
    if (strcmp(what, "choose") && strcmp(what, "random"))
        mz_tell(a, OTHER, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
