/* SPDX-License-Identifier: Apache-2.0
 *
 * image.h - what a rank was at some moment, to go back to.
 *
 * Making one costs nothing: it is filled only when the memory it stands for is
 * about to change, and only if somebody still wants it. Going back costs nothing
 * either until the rank runs again. An image knows the one before it and the
 * outcome that led from there to here, so the data of any image can be dropped
 * and made again by running the rank from the nearest ancestor that has data.
 *
 * An image also remembers the one that came after it last: ranks are functions of what
 * they observe, so one that goes on with the same outcome again need not run. Explorers
 * go back and forth in one rank while the others do the same each time. And before a look
 * they try what comes if it fails: that is remembered as well. */
#ifndef MZ_AGENT_RANK_IMAGE_H
#define MZ_AGENT_RANK_IMAGE_H
#include "agent/core/agent.h"

/* A copy of a rank's memory. */
struct image_data {
    void *sp; /* where the part of the stack in its slab begins that is in use */
    size_t heap_bytes, stack_bytes, output_bytes;
    char *slab; /* heap, then stack, then output */
    char *pages;
    struct shared *shared_heap, *shared_stack, *shared_pages; /* instead of these, if
                                                  states are compared: see shared.h */
    struct tracked *tracked;     /* the heap, if it is large; then slab has only the
                                    rest */
    struct image *older, *newer; /* links of the list of images with data */
    uint32_t npages;
};

/* Threads: a digest of what it will do, and how often it has changed memory so far:
 * trail.h. */
struct image_trail {
    uint64_t state, changes;
};

/* There is one for each operation of an execution, so it is kept small. */
struct image {
    uint32_t refs;
    bool root, has_slab, has_pages;
    bool ended, exits; /* as in struct rank_head, like `remarks`, `accesses`, `history` */
    struct image *parent;     /* NULL: it has none */
    uint64_t made;            /* threads: how many images were made before; see space.h */
    uint32_t rank;            /* threads: whose image it is, */
    struct segment *accessed; /* and what it has accessed so far: threads/datarace.h */
    struct image_trail trail;
    struct outcome via;
    struct image *next;   /* the image that last came after this one; counts as a
                             reference */
    struct image *failed; /* the same, after a look that failed */
    struct op op;         /* the rank's pending operation */
    uint32_t remarks, accesses;
    uint64_t history;
    uint64_t state;        /* the digest of the memory of a rank that is about to look, */
    uint32_t state_npages; /* when there were so many learned pages; has_state: it is
                              known */
    bool has_state;
    uint64_t digest;         /* digest of the pending operation, needed when the data are
                                dropped */
    uint64_t nanoseconds;    /* running time of the rank since the nearest ancestor with
                                data */
    struct image_data *data; /* NULL: has_slab and has_pages are false */
    struct twins *twins;     /* other images with the same memory, which may have the
                                data; NULL: not looked for */
};

void image_init(void);
struct image *image_of(struct rank *); /* the rank's present state; does not add a
                                          reference */
struct image *image_hold(struct image *);
void image_release(struct image *);
void image_restore(struct rank *, struct image *);
/* If the rank has gone on from here with this outcome before, restores the image that
 * followed, and returns true. */
bool image_follow(struct rank *, struct outcome);
/* That image, with a reference; NULL: none is known. */
struct image *image_ahead(struct rank *, struct outcome);
/* image_check.c: ends the search if the rank, which has run, is not as the image says. */
void image_check(struct rank *, const struct image *);
/* The rank, which is loaded, is about to run: has it been in this state before, in
 * another execution? Then image_follow() may know what comes next. */
bool image_recognise(struct rank *);
/* Called before the rank runs: copies its memory if an image that stands for it is
 * still wanted. */
void image_before_run(uint32_t rank);
/* Called before another rank's pages are put in place: copies those of the resident
 * rank. */
void image_evict(void);
void image_load(uint32_t rank);
/* The image drops its data, or they belong to somebody else from now on. */
void image_drop_data(struct image *);
struct image_data *image_give_data(struct image *);
/* The data may be dropped from now on, if memory is needed. */
void image_list_data(struct image *);
/* Can its memory be restored without running the rank? And the data that it has then, or
 * its twins. */
bool image_has_data(const struct image *);
const struct image_data *image_source(const struct image *);
/* Where it is kept what is known of the image's memory. */
struct image *image_known(struct image *);
/* If states are compared: finds out what the memory of the rank, which is loaded, has, as
 * far as that is not known; and notes that it changes. */
void image_look(struct rank *);
void image_changes(struct rank *);
void image_make_root(uint32_t rank);
/* How much memory the search has taken for all else: records of the execution, what is
 * left to explore, the contents of messages. */
uint64_t image_others(void);
/* What --memory leaves for images. There are always some: without any, each step back
 * would begin at the start of the execution. */
uint64_t image_room(void);

#endif
