/* SPDX-License-Identifier: Apache-2.0
 *
 * pipesort.c - sorting in a pipeline.
 *
 * Each stage keeps the smallest number it has seen and passes the others on, so in
 * the end stage k has the k-th. The numbers arrive at each stage in any order: of n
 * numbers, n! orders at the first stage, (n-1)! at the next. 4 numbers: 4! 3! 2! 1! =
 * 288 classes.
 *
 *     mazurka run pipesort [n]      default 4, at most 8 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 8 };
enum { NUMBER, NEXT };
static const char *const names[] = {"number", "next"};

struct stage {
    mz_ref next;         /* MZ_NOBODY: not created yet */
    int place, expected; /* its place in the pipeline, and how many numbers it will see */
    int count, smallest;
};

static void stage(void *state, const struct mz_message *m)
{
    struct stage *s = state;
    int n = *(const int *)m->data, first = !s->count++;
    int larger = n > s->smallest ? n : s->smallest;
    s->smallest = first || n < s->smallest ? n : s->smallest;
    if (s->count == s->expected)
        mz_assert(s->smallest == s->place);
    if (first)
        return;
    if (!s->next) {
        struct stage next = {.place = s->place + 1, .expected = s->expected - 1};
        s->next = mz_spawn("stage", stage, &next, sizeof next);
    }
    mz_tell(s->next, NUMBER, &larger, sizeof larger);
}

/* Feeds one number after the other into the pipeline. */
struct source {
    mz_ref first;
    int n, next, numbers[MOST];
};

static void source(void *state, const struct mz_message *m)
{
    struct source *s = state;
    (void)m;
    if (!s->first) {
        struct stage first = {.place = 1, .expected = s->n};
        s->first = mz_spawn("stage", stage, &first, sizeof first);
    }
    if (s->next == s->n)
        return;
    mz_tell(s->first, NUMBER, &s->numbers[s->next++], sizeof(int));
    mz_tell(mz_me(), NEXT, NULL, 0);
}

static void setup(int argc, char **argv)
{
    static const int numbers[MOST] = {3, 1, 4, 2, 6, 5, 8, 7};
    struct source s = {0};
    int n = argc > 1 ? atoi(argv[1]) : 4;
    for (int i = 0; i < MOST; i++)
        if (numbers[i] <= n)
            s.numbers[s.n++] = numbers[i];
    mz_type_names(names, 2);
    mz_tell(mz_spawn("source", source, &s, sizeof s), NEXT, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
