/* SPDX-License-Identifier: Apache-2.0
 *
 * shortpath.c - shortest paths from one node of a graph (after Chandy and Misra,
 * "Distributed computation on graphs", without the termination phase).
 *
 * A node that learns of a shorter distance tells its neighbours how far they are
 * through it. In whatever order that happens, everybody ends up with the shortest.
 *
 *     mazurka run shortpath 4      a graph with 126 classes
 *     mazurka run shortpath 5      a graph with 296 classes
 *     mazurka run shortpath nodes from to length ...
 *                                  any graph; node 0 is the source */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 8, FAR = 1000000 };
enum { DISTANCE };
static const char *const names[] = {"distance"};

struct edge {
    mz_ref to;
    int length;
};

struct node {
    int distance, n;
    struct edge edge[MOST];
};

static void node(void *state, const struct mz_message *m)
{
    struct node *s = state;
    int d = *(const int *)m->data;
    if (d >= s->distance)
        return;
    s->distance = d;
    for (int i = 0; i < s->n; i++) {
        int through = d + s->edge[i].length;
        mz_tell(s->edge[i].to, DISTANCE, &through, sizeof through);
    }
}

/* from, to, length */
static const int four[][3] = {{0, 1, 10}, {0, 2, 10}, {0, 3, 10}, {1, 3, 10},
                              {3, 1, 10}, {2, 3, 10}, {3, 2, 10}};
static const int five[][3] = {{0, 1, 10}, {1, 0, 10}, {0, 2, 10}, {2, 0, 10}, {1, 3, 10},
                              {3, 1, 10}, {4, 0, 10}, {4, 1, 10}, {1, 4, 10}, {0, 4, 10}};

static int nodes, source, nedges, edges[32][3], shortest[MOST];
static mz_ref ref[MOST];

static int all_shortest(void)
{
    for (int i = 0; i < nodes; i++) {
        const struct node *s = mz_peek(ref[i]);
        if (s->distance != shortest[i])
            return 0;
    }
    return 1;
}

static void read_graph(int argc, char **argv)
{
    nodes = argc > 1 ? atoi(argv[1]) : 4;
    nodes = nodes > MOST ? MOST : nodes;
    source = argc <= 2 && nodes == 5 ? 4 : 0;
    const int(*from)[3] = nodes == 5 ? five : four;
    int n = nodes == 5 ? sizeof five / sizeof *five : sizeof four / sizeof *four;
    for (nedges = 0; argc <= 2 && nedges < n; nedges++)
        for (int k = 0; k < 3; k++)
            edges[nedges][k] = from[nedges][k];
    for (int i = 2; i + 2 < argc && nedges < 32; i += 3, nedges++)
        for (int k = 0; k < 3; k++)
            edges[nedges][k] = atoi(argv[i + k]);
}

/* Computes the expected distances by the algorithm of Bellman and Ford. */
static void solve(void)
{
    for (int i = 0; i < nodes; i++)
        shortest[i] = i == source ? 0 : FAR;
    for (int round = 0; round < nodes; round++)
        for (int e = 0; e < nedges; e++) {
            int d = shortest[edges[e][0]] + edges[e][2];
            if (d < shortest[edges[e][1]])
                shortest[edges[e][1]] = d;
        }
}

static void setup(int argc, char **argv)
{
    int zero = 0;
    read_graph(argc, argv);
    solve();
    mz_type_names(names, 1);
    mz_goal("every node knows its distance", all_shortest);
    /* References are given out in order, so they are known beforehand. */
    for (int i = 0; i < nodes; i++) {
        struct node s = {.distance = FAR};
        for (int e = 0; e < nedges; e++)
            if (edges[e][0] == i)
                s.edge[s.n++] = (struct edge){(mz_ref)edges[e][1] + 1, edges[e][2]};
        ref[i] = mz_spawn("node", node, &s, sizeof s);
    }
    mz_tell(ref[source], DISTANCE, &zero, sizeof zero);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
