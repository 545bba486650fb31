/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.h - the frontier of an exploration that was stopped: the items that are left,
 * or the graph of states, and what was counted so far. It can be written to a file and
 * resumed. */
#ifndef MZ_EXPLORE_SEARCH_FRONTIER_H
#define MZ_EXPLORE_SEARCH_FRONTIER_H
#include "base/facts.h"
#include "base/str.h"
#include "explore/guide/learn.h"
#include "explore/search/item.h"
#include "explore/search/saved_graph.h"
#include "explore/search/search.h"

/* A finding that was reported, in the words in which a resumed run names it. */
struct found {
    struct digest name; /* see struct finding */
    char *kind, *message;
    char *file; /* "": its place is not known */
    uint32_t line;
    uint64_t outcomes;    /* number of executions that show it, so far */
    char *trace, *replay; /* "": there is none */
};

/* How often what shares this place has been seen: see struct learned. */
struct lesson {
    uint32_t place, times;
};

/* What was reported, as search_shows() names it, and how many executions show it. */
struct known {
    struct digest what;
    uint64_t executions;
};

/* What a file keeps of the runs that led to a frontier. */
struct frontier_runs {
    facts_vec facts; /* the facts about the run (program, arguments, options) that
                        must still hold */
    VEC(char *)
    rests;                   /* the sentences on which a verdict about the explored part
                                rests */
    VEC(char *) gaps;        /* what was not explored of it */
    VEC(struct found) found; /* what was reported */
    VEC(struct digest) seen; /* what else was seen: see findings_save_seen() */
    uint64_t traces;         /* number of traces written */
};

/* What a guided search has learned; see struct learned. */
struct frontier_learned {
    VEC(struct lesson) lessons; /* empty: nothing */
    VEC(struct worth) worths;   /* about heads */
    uint64_t features;
    struct arm_record arm[ARMS];
};

struct frontier {
    uint64_t program; /* see item_program() */
    items_vec items;
    struct saved_graph graph; /* instead of items, if states are explored */
    char explorer[16]; /* who alone can go on with the items; "": see counts.by_states */
    struct search_counts counts;
    struct frontier_learned learned;
    struct frontier_runs runs; /* in files only */
    VEC(struct known)
    shown; /* what a resumed search does not report again, and counts
              on; not in files */
};

void frontier_free(struct frontier *);
/* Is nothing left? */
static inline bool frontier_is_empty(const struct frontier *f)
{
    return !f->items.len && !f->graph.nodes;
}
void frontier_forget_items(struct frontier *); /* and the graph */
/* Notes what was learned, and gives it back; NULL if there is nothing. */
void frontier_learn(struct frontier *, const struct learned *);
struct learned *frontier_learned(const struct frontier *);
void frontier_free_found(struct frontier *); /* only the list of what was reported */
/* Tells a search that goes on what was shown before it; `counted`: and how often. */
void frontier_tell_shown(const struct frontier *, struct search *, bool counted);

/* Writes the file; false, with the reason as a sentence in `why`, if that fails. See
 * frontier_file.c. */
bool frontier_write(const struct frontier *, const char *file, struct str *why);
bool frontier_read(struct frontier *, const char *file, struct str *why);

/* Do all recorded facts still hold? False, with the first that does not in `why`. */
bool frontier_fits(const struct frontier *, const facts_vec *now, const char *file,
                   struct str *why);
void frontier_changed(const char *file, const char *what, struct str *why);
/* Can this explorer go on with it? False, with the reason in `why`. */
struct explorer;
bool frontier_suits(const struct frontier *, const struct explorer *, const char *file,
                    struct str *why);
/* Does the frontier belong to this program? See item_program(). */
bool frontier_belongs(const struct frontier *, uint64_t program, const char *file,
                      struct str *why);

/* The frontier as bytes without a file: their number, writing them, and reading bytes
 * from another process; reading returns false if they are no frontier. A graph is not
 * copied: it is needed where it was read as long as the frontier is. */
size_t frontier_bytes(const struct frontier *);
void frontier_pack(const struct frontier *, void *to);
bool frontier_unpack(struct frontier *, const void *from, size_t bytes);

#endif
