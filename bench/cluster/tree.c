/* SPDX-License-Identifier: Apache-2.0
 *
 * tree.c - records the tree of choices of a litmus file, for simulate.c: for each outcome
 * in the order of the search, how many choices it shares with the one before, and the
 * number of ways of those that follow.
 *
 *     tree FILE.lit > FILE.tree */
#include "explore/search/explorer.h"
#include "explore/match/match.h"
#include "explore/search/worklist.h"
#include "litmus/litmus.h"

#include <stdio.h>

static VEC(uint32_t) before; /* the ways taken */

static void after(struct worklist *w)
{
    size_t same = 0;
    while (same < before.len && same < w->choices.len &&
           before.at[same] == w->choices.at[same].current)
        same++;
    printf("%zu", same);
    for (size_t i = same; i < w->choices.len; i++)
        printf(" %u", w->choices.at[i].n);
    printf("\n");
    before.len = 0;
    for (size_t i = 0; i < w->choices.len; i++)
        vec_push(&before, w->choices.at[i].current);
}

int main(int argc, char **argv)
{
    struct litmus *l;
    struct str why = {0};
    struct search s;
    if (argc != 2 || litmus_load(argv[1], &l, &why)) {
        fprintf(stderr, "%s\n", argc == 2 ? str_text(&why) : "usage: tree FILE.lit");
        return 2;
    }
    search_init(&s, &l->program);
    s.options.strategy = STRATEGY_DFS;
    match_until(&s, after);
    search_free(&s);
    litmus_free(l);
    return 0;
}
