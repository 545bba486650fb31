/* SPDX-License-Identifier: Apache-2.0
 *
 * pipesort.c - sorting in a pipeline.
 *
 * Each stage keeps the smallest number it has seen and passes the others on, so in
 * the end stage k has the k-th. The numbers arrive at each stage in any order: of n
 * numbers, n! orders at the first stage, (n-1)! at the next. 4 numbers: 4! 3! 2! 1! =
 * 288 classes.
 *
 *     ./pipesort [n]      default 4, at most 8 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 8 };
enum { NUMBER };
static const char *const names[] = {"number"};

struct stage {
    mz_ref next; /* MZ_NOBODY: the last stage */
    int place, count, smallest, expected;
};

static void stage(void *state, const struct mz_message *m)
{
    struct stage *s = state;
    int n = *(const int *)m->data;
    if (!s->count++) {
        s->smallest = n;
        return;
    }
    int larger = n > s->smallest ? n : s->smallest;
    s->smallest = n > s->smallest ? s->smallest : n;
    mz_tell(s->next, NUMBER, &larger, sizeof larger);
}

static mz_ref stages[MOST];
static int nstages;

static int sorted(void)
{
    for (int i = 0; i < nstages; i++) {
        const struct stage *s = mz_peek(stages[i]);
        if (s->smallest != i + 1)
            return 0;
    }
    return 1;
}

static void setup(int argc, char **argv)
{
    static const int numbers[MOST] = {3, 1, 4, 2, 6, 5, 8, 7};
    mz_ref next = MZ_NOBODY;
    nstages = argc > 1 ? atoi(argv[1]) : 4;
    if (nstages > MOST)
        nstages = MOST;
    for (int i = nstages; i-- > 0;) {
        struct stage s = {.next = next, .place = i};
        stages[i] = next = mz_spawn("stage", stage, &s, sizeof s);
    }
    mz_type_names(names, 1);
    mz_goal("stage k has the k-th number", sorted);
    for (int i = 0, sent = 0; i < MOST && sent < nstages; i++)
        if (numbers[i] <= nstages) {
            mz_tell(stages[0], NUMBER, &numbers[i], sizeof numbers[i]);
            sent++;
        }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
