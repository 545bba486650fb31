/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph of states is read as it was saved, from a file, too. A file that is cut short
 * or damaged is refused, also if its checksum is right. */
#include "base/file.h"
#include "explore/search/frontier.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint32_t below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % n;
}

/* A number that is small, mostly, or of any length. */
static uint32_t any(uint64_t *state)
{
    return below(state, 1u << 31) >> below(state, 31) << below(state, 2);
}

static struct saved_node random_node(uint64_t *state, uint32_t number)
{
    struct saved_node n = {.number = number, .flags = any(state)};
    n.from = number ? below(state, number) : 0;
    n.visits = below(state, 2) * any(state);
    n.reward = n.visits ? (float)below(state, 1000) / 8 : 0;
    return n;
}

static struct saved_edge random_edge(uint64_t *state, uint32_t nodes)
{
    struct saved_edge e = {.to = below(state, nodes)};
    e.step[0] = below(state, 3) ? any(state) : 0;
    for (size_t i = 1; i < 4; i++)
        e.step[i] = e.step[0] ? any(state) : 0;
    return e;
}

static void random_edges(uint64_t *state, uint32_t nodes, saved_edges_vec *edges)
{
    uint32_t most = below(state, 20) ? 6 : 100;
    edges->len = 0;
    for (uint32_t k = below(state, most); k > 0; k--)
        vec_push(edges, random_edge(state, nodes));
}

static struct saved_graph random_graph(uint64_t seed, uint32_t nodes)
{
    struct saved_graph g = {0};
    saved_edges_vec edges = {0};
    for (uint32_t i = 0; i < nodes; i++) {
        struct saved_node n = random_node(&seed, i);
        random_edges(&seed, nodes, &edges);
        saved_graph_add(&g, n, &edges);
    }
    vec_free(&edges);
    return g;
}

static bool same_node(const struct saved_node *a, const struct saved_node *b)
{
    return a->number == b->number && a->flags == b->flags && a->from == b->from &&
           a->visits == b->visits && !memcmp(&a->reward, &b->reward, sizeof a->reward);
}

Test(frontier, a_graph_is_read_as_it_was_saved)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        uint64_t state = seed;
        uint32_t nodes = (uint32_t)seed * 7;
        struct saved_graph g = random_graph(seed, nodes);
        struct saved_node x = {0};
        saved_edges_vec edges = {0};
        saved_places_vec places = {0};
        cr_assert(saved_graph_is_whole(&g));
        saved_graph_places(&g, &places);
        for (uint32_t i = 0; i < nodes; i++) {
            struct saved_node n = random_node(&state, i);
            struct saved_edge e;
            random_edges(&state, nodes, &edges);
            cr_assert(saved_node_next(&g, &x));
            struct saved_node there = saved_node_at(&g, &places, i);
            cr_assert(same_node(&x, &n) && same_node(&there, &n));
            for (size_t k = edges.len; k-- > 0;)
                cr_assert(saved_edge_next(&x, &e) && !memcmp(&e, &edges.at[k], sizeof e));
            cr_assert(!saved_edge_next(&x, &e));
        }
        cr_assert(!saved_node_next(&g, &x));
        vec_free(&edges);
        vec_free(&places);
        saved_graph_free(&g);
    }
}

/* ---- files ---- */

static void scratch(char *name)
{
    int fd = mkstemp(name);
    cr_assert(fd >= 0);
    close(fd);
}

/* The file of a frontier with a graph. */
static void saved(const char *name, uint32_t nodes, struct str *text)
{
    struct frontier f = {.program = 7, .graph = random_graph(nodes, nodes)};
    struct str why = {0};
    f.counts.by_states = true;
    facts_add(&f.runs.facts, "the option -n", "4");
    cr_assert(frontier_write(&f, name, &why), "%s", str_text(&why));
    cr_assert(file_read(name, text, &why), "%s", str_text(&why));
    frontier_free(&f);
}

static bool is_read(const char *name, const struct str *text, size_t n)
{
    struct frontier f;
    struct str why = {0};
    cr_assert(file_write(name, text->text, n, &why), "%s", str_text(&why));
    bool good = frontier_read(&f, name, &why);
    cr_assert(good ? saved_graph_is_whole(&f.graph) : why.len > 0);
    cr_assert(good || strstr(str_text(&why), "is damaged: its checksum does not fit") ||
              strstr(str_text(&why), "is not a frontier") ||
              strstr(str_text(&why), "another version"));
    if (good)
        frontier_free(&f);
    str_free(&why);
    return good;
}

Test(frontier, a_file_that_is_cut_short_or_damaged_is_refused)
{
    char name[] = "/tmp/mazurka-frontier-XXXXXX";
    struct str whole = {0};
    scratch(name);
    saved(name, 30, &whole);
    cr_assert(is_read(name, &whole, whole.len));
    for (size_t n = 0; n < whole.len; n += 1 + n / 200)
        cr_assert(!is_read(name, &whole, n), "cut off after %zu bytes", n);
    for (size_t i = 0; i < whole.len; i += 1 + i / 200) {
        whole.text[i] = (char)(whole.text[i] ^ (1 << i % 8));
        cr_assert(!is_read(name, &whole, whole.len), "another byte %zu", i);
        whole.text[i] = (char)(whole.text[i] ^ (1 << i % 8));
    }
    str_add(&whole, "\n", 1);
    cr_assert(!is_read(name, &whole, whole.len), "a line more");
    str_free(&whole);
    unlink(name);
}

/* Makes the last line of the file right again. */
static void sign(struct str *text)
{
    enum { LAST = sizeof "checksum 0123456789abcdef\n" - 1 };
    size_t n = text->len - LAST;
    snprintf(text->text + n, LAST + 1, "checksum %016" PRIx64 "\n",
             file_checksum(text->text, n));
}

Test(frontier, no_number_of_a_file_leads_out_of_its_graph)
{
    char name[] = "/tmp/mazurka-frontier-XXXXXX";
    struct str whole = {0};
    uint64_t state = 1;
    uint32_t refused = 0;
    scratch(name);
    saved(name, 30, &whole);
    for (size_t i = 0; i + 40 < whole.len; i++) {
        char was = whole.text[i];
        whole.text[i] = (char)below(&state, 256);
        sign(&whole);
        refused += !is_read(name, &whole, whole.len);
        whole.text[i] = was;
    }
    cr_assert(refused > 100);
    str_free(&whole);
    unlink(name);
}

Test(frontier, items_and_a_large_graph_survive_a_file)
{
    char name[] = "/tmp/mazurka-frontier-XXXXXX";
    struct str why = {0};
    struct frontier f = {.graph = random_graph(3, 20000)}, again, of = {0};
    f.counts.by_states = true;
    scratch(name);
    cr_assert(frontier_write(&f, name, &why) && frontier_read(&again, name, &why));
    cr_assert_eq(again.graph.nodes, f.graph.nodes);
    cr_assert_eq(again.graph.bytes.len, f.graph.bytes.len);
    cr_assert(!memcmp(again.graph.bytes.text, f.graph.bytes.text, f.graph.bytes.len));
    frontier_free(&again);
    for (uint32_t i = 0; i < 2; i++) { /* the second one is a line of a megabyte */
        struct item it = {.until = i};
        for (uint32_t k = 0; k < 3 + i * 200000; k++)
            vec_push(&it.ways, k);
        vec_push(&of.items, it);
    }
    cr_assert(frontier_write(&of, name, &why) && frontier_read(&again, name, &why));
    cr_assert_eq(again.items.len, 2);
    cr_assert_eq(again.items.at[1].ways.len, of.items.at[1].ways.len);
    cr_assert_eq(vec_last(&again.items.at[1].ways), vec_last(&of.items.at[1].ways));
    frontier_free(&again);
    frontier_free(&of);
    frontier_free(&f);
    unlink(name);
}
