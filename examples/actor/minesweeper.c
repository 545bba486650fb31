/* SPDX-License-Identifier: Apache-2.0
 *
 * minesweeper.c - cells that uncover each other, with a deadlock.
 *
 * Every cell is an actor. One that is uncovered asks each neighbour whether it is a
 * mine, and waits for all the answers before it does anything else; with no mine around
 * it, it uncovers its neighbours. That goes well as long as no two neighbours ask each
 * other at the same time: then both wait for an answer that the other will not give
 * before it has got its own. With `patient`, cells answer while they wait.
 *
 *     mazurka run minesweeper             a row of 4 cells, the last a mine: deadlock
 *     mazurka run minesweeper patient     the same, without it */
#include <mazurka_actor.h>

enum { CELLS = 4 };
enum { UNCOVER, MINE, ANSWER };
static const char *const names[] = {"uncover", "mine?", "answer"};

struct cell {
    mz_ref neighbour[2];
    int n, mine, patient;
    int uncovered, asked, mines; /* asked: how many answers are missing */
};

static void cell(void *state, const struct mz_message *m)
{
    struct cell *c = state;
    switch (m->type) {
    case MINE:
        mz_tell(m->from, ANSWER, &c->mine, sizeof c->mine);
        break;
    case UNCOVER:
        mz_assert(!c->mine);
        if (c->uncovered)
            break;
        c->uncovered = 1;
        c->asked = c->n;
        for (int i = 0; i < c->n; i++)
            mz_tell(c->neighbour[i], MINE, NULL, 0);
        break;
    case ANSWER:
        c->mines += *(const int *)m->data;
        if (--c->asked || c->mines)
            break;
        for (int i = 0; i < c->n; i++)
            mz_tell(c->neighbour[i], UNCOVER, NULL, 0);
        break;
    }
}

static int accepts(const void *state, const struct mz_message *m)
{
    const struct cell *c = state;
    return !c->asked || m->type == ANSWER || (c->patient && m->type == MINE);
}

static mz_ref cells[CELLS];

static int all_uncovered(void)
{
    for (int i = 0; i < CELLS; i++) {
        const struct cell *c = mz_peek(cells[i]);
        if (!c->uncovered && !c->mine)
            return 0;
    }
    return 1;
}

static void setup(int argc, char **argv)
{
    (void)argv;
    mz_type_names(names, 3);
    mz_goal("every cell without a mine is uncovered", all_uncovered);
    /* References are given out in order, so a cell knows its neighbours' beforehand. */
    for (int i = 0; i < CELLS; i++) {
        struct cell c = {.mine = i == CELLS - 1, .patient = argc > 1};
        if (i > 0)
            c.neighbour[c.n++] = (mz_ref)i;
        if (i < CELLS - 1)
            c.neighbour[c.n++] = (mz_ref)i + 2;
        cells[i] = mz_spawn("cell", cell, &c, sizeof c);
        mz_constrain(cells[i], accepts);
    }
    mz_tell(cells[0], UNCOVER, NULL, 0); /* two players, who do not wait for each other */
    mz_tell(cells[1], UNCOVER, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
