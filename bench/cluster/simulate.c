/* SPDX-License-Identifier: Apache-2.0
 *
 * simulate.c - how a cluster of many workers gets through a recorded tree (tree.c): a
 * simulation of the protocol of src/explore/share/pool.c by events.
 *
 *     simulate WORKERS PER_PROCESS SECONDS LATENCY SERVICE REPLAY < FILE.tree
 *
 * Every outcome of the recorded tree stands for a part of a larger search, so large that
 * all of them take SECONDS for each worker on average; it is not divided further. A
 * message takes LATENCY seconds from one process to another, process 0 needs SERVICE
 * seconds for each message that it sends or receives, one after the other, and a worker
 * REPLAY seconds to get to where an item begins. Prints how much of the time workers
 * explored, waited, and how busy process 0 was. docs/design/cluster.md has the results
 * and what they leave out. */
#include "base/mem.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tree: leaves in order; a node is an interval of them at a depth ---- */

static VEC(uint32_t) shares; /* of each leaf: choices in common with the one before */
static VEC(uint32_t) depths; /* and how many it has */

static void read_tree(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *at;
        uint32_t same = (uint32_t)strtoul(line, &at, 10), more = 0;
        for (char *end; strtoul(at, &end, 10), end != at; at = end)
            more++;
        vec_push(&shares, same);
        vec_push(&depths, same + more);
    }
    free(line);
}

/* The end of the subtree at this depth that leaf i is in, not beyond `end`. Leaves of one
 * subtree follow each other, so what an item has left is an interval; the outer half of
 * it begins where the path branches nearest to the root. */
static size_t outer(size_t from, size_t end)
{
    uint32_t least = UINT32_MAX;
    size_t at = end;
    for (size_t i = from + 1; i < end; i++)
        if (shares.at[i] < least) {
            least = shares.at[i];
            at = i;
        }
    return at; /* leaves from here on branch off nearest to the root */
}

/* ---- events ---- */

enum kind { TO_WORKER, TO_HUB, LEAF, TICK };
#define EVERY 0.05 /* seconds: process 0 looks at everybody at least so often */
enum word { ITEM, SHARE, SHARED, DONE };
struct event {
    double at;
    enum kind kind;
    enum word word;
    uint32_t worker;
    size_t from, end; /* of an item */
};
static VEC(struct event) heap;

static void put(struct event e)
{
    vec_push(&heap, e);
    for (size_t i = heap.len - 1; i && heap.at[(i - 1) / 2].at > heap.at[i].at;
         i = (i - 1) / 2) {
        struct event x = heap.at[i];
        heap.at[i] = heap.at[(i - 1) / 2];
        heap.at[(i - 1) / 2] = x;
    }
}

static struct event take(void)
{
    struct event first = heap.at[0], last = vec_pop(&heap);
    size_t i = 0;
    if (heap.len)
        heap.at[0] = last;
    for (;;) {
        size_t c = 2 * i + 1;
        if (c + 1 < heap.len && heap.at[c + 1].at < heap.at[c].at)
            c++;
        if (c >= heap.len || heap.at[c].at >= heap.at[i].at)
            return first;
        struct event x = heap.at[i];
        heap.at[i] = heap.at[c];
        heap.at[c] = x;
        i = c;
    }
}

/* ---- who there is ---- */

struct worker {
    size_t next, end; /* the leaves that it has left */
    bool idle;        /* as process 0 sees it */
};
static struct worker *worker;
static uint32_t
    *asked; /* each process: so many of its workers are to share, and have not yet */
static double *asked_at; /* and when it was asked */
static uint32_t *busy;   /* how many of its workers have something to do */
static uint32_t *wanted; /* on the board of the process */
static uint32_t workers, per, processes, turn;
static double latency, service, replay, leaf, hub_free, hub_busy, explored;
static uint64_t messages, items;
static VEC(struct event) list;

/* Process 0 spends time on a message; returns when it is done. */
static double serve(double now)
{
    hub_free = (hub_free > now ? hub_free : now) + service;
    hub_busy += service;
    messages++;
    return hub_free;
}

static void to_worker(double now, enum word word, uint32_t w, size_t from, size_t end)
{
    put((struct event){serve(now) + latency, TO_WORKER, word, w, from, end});
}

static void give_out(double now)
{
    uint32_t waiting = 0;
    for (uint32_t w = 0; w < workers; w++) {
        if (!worker[w].idle)
            continue;
        if (list.len) {
            struct event it = vec_pop(&list);
            worker[w].idle = false;
            busy[w / per]++;
            items++;
            to_worker(now, ITEM, w, it.from, it.end);
        } else {
            waiting++;
        }
    }
    uint32_t free = 0;
    for (uint32_t p = 0; p < processes && waiting; p++)
        free += busy[p] && !asked[p];
    uint32_t each = free ? 1 + (waiting - !!waiting) / free : 0;
    for (uint32_t k = 0, first = turn; k < processes && waiting; k++) {
        uint32_t p = (first + k) % processes;
        if (asked[p] || !busy[p] || now - asked_at[p] < 0.002 + 0.0001 * processes)
            continue;
        asked[p] = each < busy[p] ? each : busy[p];
        asked_at[p] = now;
        waiting -= asked[p] < waiting ? asked[p] : waiting;
        to_worker(now, SHARE, p * per, asked[p], 0);
        turn = p + 1;
    }
}

static void start_leaf(double now, uint32_t w)
{
    put((struct event){now + leaf, LEAF, DONE, w, 0, 0});
}

/* One of the workers of the process, which has more than the outcome that it is at, gives
 * the outer half of the rest away. It need not end that first, since it stands for many.
 */
static void share(double now, uint32_t process)
{
    for (uint32_t w = process * per; wanted[process] && w < (process + 1) * per; w++) {
        struct worker *k = &worker[w];
        if (k->end < k->next + 2)
            continue;
        size_t from = outer(k->next, k->end);
        wanted[process]--;
        put((struct event){now + latency, TO_HUB, SHARED, w, from, k->end});
        k->end = from;
    }
}

static void end_leaf(double now, uint32_t w)
{
    struct worker *k = &worker[w];
    k->next++;
    explored += leaf;
    if (k->next < k->end)
        start_leaf(now, w);
    else
        put((struct event){now + latency, TO_HUB, DONE, w, 0, 0});
}

int main(int argc, char **argv)
{
    if (argc != 7) {
        fprintf(stderr,
                "usage: simulate WORKERS PER_PROCESS SECONDS LATENCY SERVICE REPLAY\n");
        return 2;
    }
    read_tree();
    workers = (uint32_t)strtoul(argv[1], NULL, 10);
    per = (uint32_t)strtoul(argv[2], NULL, 10);
    processes = (workers + per - 1) / per;
    latency = atof(argv[4]);
    service = atof(argv[5]);
    replay = atof(argv[6]);
    leaf = atof(argv[3]) * workers / (double)shares.len;
    worker = mem_alloc(processes * per * sizeof *worker);
    busy = mem_alloc(processes * sizeof *busy);
    asked = mem_alloc(processes * sizeof *asked);
    wanted = mem_alloc(processes * sizeof *wanted);
    asked_at = mem_alloc(processes * sizeof *asked_at);
    for (uint32_t w = 0; w < workers; w++)
        worker[w].idle = true;
    for (uint32_t p = 0; p < processes; p++)
        asked_at[p] = -1;
    vec_push(&list, (struct event){.from = 0, .end = shares.len});
    double now = 0, told = 0;
    put((struct event){EVERY, TICK, DONE, 0, 0, 0});
    for (give_out(0); heap.len;) {
        struct event e = take();
        now = e.at;
        if (e.kind == TICK) {
            give_out(now);
            if (explored < leaf * ((double)shares.len - 0.5))
                put((struct event){now + EVERY, TICK, DONE, 0, 0, 0});
        } else if (e.kind == LEAF) {
            end_leaf(now, e.worker);
        } else if (e.kind == TO_WORKER && e.word == SHARE) {
            wanted[e.worker / per] = (uint32_t)e.from;
            share(now, e.worker / per);
        } else if (e.kind == TO_WORKER) {
            worker[e.worker].next = e.from;
            worker[e.worker].end = e.end;
            start_leaf(now + replay, e.worker);
            share(now, e.worker / per);
        } else {
            now = serve(now);
            if (e.word == SHARED) {
                asked[e.worker / per] -= asked[e.worker / per] > 0;
                vec_push(&list, e);
            } else {
                worker[e.worker].idle = true;
                busy[e.worker / per]--;
            }
            if (list.len || now - told > 0.001) {
                give_out(now);
                told = now;
            }
        }
    }
    double all = now * workers;
    printf("%8u %8u %9zu %9.1f %9.2f%% %9.2f%% %9.2f%% %10llu\n", workers, processes,
           shares.len, now, 100 * explored / all, 100 * (all - explored) / all,
           100 * hub_busy / now, (unsigned long long)messages);
    return explored < leaf * ((double)shares.len - 0.5);
}
