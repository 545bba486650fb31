/* SPDX-License-Identifier: Apache-2.0
 *
 * saved_graph.c - see saved_graph.h.
 *
 * A node is: how many bytes follow, flags, how far back the node is from which it was
 * found, the number of visits and, unless that is 0, the reward as four bytes; then its
 * edges. An edge is the words of its step, or only the first one if that is 0, and how
 * far away the node is that it leads to. All numbers have seven bits in each byte, the
 * lowest ones first; a byte from 128 on is not the last. */
#include "explore/search/saved_graph.h"

#include <string.h>

enum {
    LONGEST = 10, /* bytes of a number */
    /* bytes of what comes before the edges of a node, without its length, and of an edge
     */
    HEAD = 3 * LONGEST + sizeof(float),
    WORDS = sizeof((struct saved_edge *)NULL)->step / sizeof(uint32_t),
    EDGE = (WORDS + 1) * LONGEST,
    STRIDE = 16, /* saved_graph_places() has the places of nodes whose numbers are
                    multiples of this */
};

void saved_graph_free(struct saved_graph *g)
{
    if (!g->lent)
        str_free(&g->bytes);
    *g = (struct saved_graph){0};
}

/* ---- writing ---- */

static char *put(char *to, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        *to++ = (char)(x | 128);
    *to++ = (char)x;
    return to;
}

/* A distance, forwards or backwards, as a number that is small if the distance is. */
static uint64_t distance(uint32_t from, uint32_t to)
{
    return to >= from ? (uint64_t)(to - from) << 1 : (uint64_t)(from - to) << 1 | 1;
}

static char *put_head(char *to, const struct saved_node *n)
{
    to = put(to, n->flags);
    to = put(to, n->number - n->from);
    to = put(to, n->visits);
    if (n->visits) {
        memcpy(to, &n->reward, sizeof n->reward);
        to += sizeof n->reward;
    }
    return to;
}

static char *put_edge(char *to, uint32_t from, const struct saved_edge *e)
{
    for (size_t i = 0; i < (e->step[0] ? WORDS : 1); i++)
        to = put(to, e->step[i]);
    return put(to, distance(from, e->to));
}

void saved_graph_add(struct saved_graph *g, struct saved_node n,
                     const saved_edges_vec *edges)
{
    char few[512], length[LONGEST], *bytes = few, *end;
    if (HEAD + edges->len * EDGE > sizeof few)
        bytes = mem_resize(NULL, HEAD + edges->len * EDGE);
    n.number = (uint32_t)g->nodes++;
    end = put_head(bytes, &n);
    for (size_t i = edges->len; i-- > 0;)
        end = put_edge(end, n.number, &edges->at[i]);
    str_add(&g->bytes, length, (size_t)(put(length, (uint64_t)(end - bytes)) - length));
    str_add(&g->bytes, bytes, (size_t)(end - bytes));
    if (bytes != few)
        free(bytes);
}

/* ---- reading ---- */

/* Reads a number that is at most `most`, and moves *at behind it. False if there is none.
 */
static bool take(const char **at, const char *end, uint64_t most, uint64_t *x)
{
    *x = 0;
    for (unsigned shift = 0; *at < end && shift < 63; shift += 7) {
        uint64_t byte = (unsigned char)*(*at)++;
        *x |= (byte & 127) << shift;
        if (byte < 128)
            return *x <= most;
    }
    return false;
}

static bool take_reward(struct saved_node *n)
{
    if (!n->visits)
        return true;
    if ((size_t)(n->end - n->edges) < sizeof n->reward)
        return false;
    memcpy(&n->reward, n->edges, sizeof n->reward);
    n->edges += sizeof n->reward;
    return true;
}

/* Reads the node with this number, whose bytes are there. */
static bool take_node(const struct saved_graph *g, const char *at, uint64_t number,
                      struct saved_node *n)
{
    const char *end = g->bytes.text + g->bytes.len;
    uint64_t length, flags, back, visits;
    if (number >= g->nodes || number >= UINT32_MAX ||
        !take(&at, end, g->bytes.len, &length) || length > (size_t)(end - at))
        return false;
    *n = (struct saved_node){.number = (uint32_t)number, .edges = at, .end = at + length};
    if (!take(&n->edges, n->end, UINT32_MAX, &flags) ||
        !take(&n->edges, n->end, number, &back) ||
        !take(&n->edges, n->end, UINT32_MAX, &visits))
        return false;
    n->flags = (uint32_t)flags;
    n->from = (uint32_t)(number - back);
    n->visits = (uint32_t)visits;
    return take_reward(n);
}

bool saved_node_next(const struct saved_graph *g, struct saved_node *n)
{
    return n->end ? take_node(g, n->end, n->number + 1ull, n)
                  : take_node(g, g->bytes.text, 0, n);
}

bool saved_edge_next(struct saved_node *n, struct saved_edge *e)
{
    uint64_t x;
    size_t words = 1;
    *e = (struct saved_edge){0};
    for (size_t i = 0; i < words; i++) {
        if (!take(&n->edges, n->end, UINT32_MAX, &x))
            return false;
        e->step[i] = (uint32_t)x;
        words = e->step[0] ? WORDS : 1;
    }
    if (!take(&n->edges, n->end, 2ull * UINT32_MAX + 1, &x))
        return false;
    uint64_t to = x & 1 ? n->number - (x >> 1) : n->number + (x >> 1);
    e->to = (uint32_t)to;
    return to < UINT32_MAX;
}

/* Has the node edges, to nodes of the graph, and nothing else? */
static bool has_edges(const struct saved_graph *g, struct saved_node n)
{
    struct saved_edge e;
    while (n.edges < n.end)
        if (!saved_edge_next(&n, &e) || e.to >= g->nodes)
            return false;
    return true;
}

bool saved_graph_is_whole(const struct saved_graph *g)
{
    struct saved_node n = {0};
    uint64_t nodes = 0;
    for (; saved_node_next(g, &n); nodes++)
        if (!has_edges(g, n) || (n.number && n.from == n.number))
            return false;
    const char *end = nodes ? n.end : g->bytes.text;
    return nodes == g->nodes && end == g->bytes.text + g->bytes.len;
}

void saved_graph_places(const struct saved_graph *g, saved_places_vec *places)
{
    struct saved_node n = {0};
    const char *at = g->bytes.text;
    places->len = 0;
    for (; saved_node_next(g, &n); at = n.end)
        if (n.number % STRIDE == 0)
            vec_push(places, (uint64_t)(at - g->bytes.text));
}

struct saved_node saved_node_at(const struct saved_graph *g,
                                const saved_places_vec *places, uint32_t number)
{
    struct saved_node n = {0};
    uint32_t first = number / STRIDE;
    bool good = first < places->len &&
                take_node(g, g->bytes.text + places->at[first], first * STRIDE, &n);
    while (good && n.number < number)
        good = saved_node_next(g, &n);
    return n;
}
