/* SPDX-License-Identifier: Apache-2.0
 *
 * bandit.c - see bandit.h. */
#include "explore/guide/bandit.h"
#include "explore/sample/chance.h"

/* Arms that were not tried yet come first. */
static double worth(const struct arm_record *a)
{
    return a->cost > 0 ? a->reward / a->cost : 1;
}

enum arm bandit_choose(const struct learned *l, const enum arm *arms, size_t n,
                       uint64_t *chance)
{
    double all = 0;
    enum arm any = arms[chance_below(chance, (uint32_t)n)];
    if (chance_below(chance, 2))
        return any;
    for (size_t i = 0; i < n; i++)
        all += worth(&l->arm[arms[i]]);
    double x = all * chance_below(chance, 1 << 20) / (1 << 20);
    for (size_t i = 0; i < n; i++)
        if ((x -= worth(&l->arm[arms[i]])) < 0)
            return arms[i];
    return any;
}

void bandit_learn(struct arm_record *a, double keep, double cost, double found)
{
    a->cost = keep * a->cost + cost;
    a->reward = keep * a->reward + found;
    a->spent += cost;
}
