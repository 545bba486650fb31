/* SPDX-License-Identifier: Apache-2.0
 *
 * quicksort.c - divide and conquer on a list: an actor for every part of it.
 *
 * An actor with more than one number splits its list in two parts, neither of them
 * empty, has each sorted by a new actor and puts the results together, whichever comes
 * first. A list of n numbers is split n - 1 times: 2^(n-1) classes, 32 for 6 numbers.
 *
 *     mazurka run quicksort [numbers]      at most 12; default 4 1 6 3 5 2 */
#include <mazurka_actor.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };
enum { SORT, LOW, HIGH, START };
static const char *const names[] = {"sort", "low part", "high part", "start"};

struct list {
    int n, at[MOST];
};

struct sorter {
    mz_ref parent; /* MZ_NOBODY: the root */
    int as;        /* LOW or HIGH: which part of the parent's list this is */
    int answers;
    struct list low, high;
};

static void finish(const struct sorter *s, const struct list *l)
{
    if (s->parent)
        mz_tell(s->parent, s->as, l, sizeof *l);
    for (int i = 1; i < l->n; i++)
        mz_assert(l->at[i - 1] <= l->at[i]);
}

/* The smaller half of the values, and the rest, each in the order they had. */
static void split(const struct list *l, struct list *low, struct list *high)
{
    int pivot = l->at[0], any = 0;
    for (int i = 1; i < l->n; i++)
        any |= l->at[i] < pivot;
    for (int i = 0; i < l->n; i++) {
        struct list *to = any ? (l->at[i] < pivot ? low : high) : (i ? high : low);
        to->at[to->n++] = l->at[i];
    }
}

static void sorter(void *state, const struct mz_message *m)
{
    struct sorter *s = state;
    const struct list *l = m->data;
    if (m->type == SORT && l->n < 2) {
        finish(s, l);
    } else if (m->type == SORT) {
        struct list part[2] = {{0, {0}}, {0, {0}}};
        split(l, &part[0], &part[1]);
        for (int i = 0; i < 2; i++) {
            struct sorter child = {.parent = mz_me(), .as = LOW + i};
            mz_ref c = mz_spawn("sorter", sorter, &child, sizeof child);
            mz_tell(c, SORT, &part[i], sizeof part[i]);
        }
    } else {
        *(m->type == LOW ? &s->low : &s->high) = *l;
        if (++s->answers < 2)
            return;
        struct list all = s->low;
        memcpy(all.at + all.n, s->high.at, (size_t)s->high.n * sizeof *all.at);
        all.n += s->high.n;
        finish(s, &all);
    }
}

static void user(void *state, const struct mz_message *m)
{
    struct sorter root = {.parent = MZ_NOBODY};
    (void)state;
    mz_tell(mz_spawn("root", sorter, &root, sizeof root), SORT, m->data, m->size);
}

static void setup(int argc, char **argv)
{
    static const int numbers[] = {4, 1, 6, 3, 5, 2};
    struct list l = {6, {0}};
    memcpy(l.at, numbers, sizeof numbers);
    for (int i = 1; i < argc && i <= MOST; i++)
        l.at[(l.n = i) - 1] = atoi(argv[i]);
    mz_type_names(names, 4);
    mz_tell(mz_spawn("user", user, NULL, 0), START, &l, sizeof l);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
