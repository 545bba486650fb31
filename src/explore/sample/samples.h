/* SPDX-License-Identifier: Apache-2.0
 *
 * samples.h - taking samples: how many, which of them have outcomes that were not seen
 * before, what they tell of the rest, and sharing them with other processes.
 *
 * A sample is named by its index: its random numbers depend on the seed and the index
 * only. So whoever makes it, it is the same; and samples are counted in the order of
 * their indices. Hence the counts, the estimates and the findings of a seed are the same
 * with any number of processes. How a sample is made is said by its source (sample.c). */
#ifndef MZ_EXPLORE_SAMPLE_SAMPLES_H
#define MZ_EXPLORE_SAMPLE_SAMPLES_H
#include "explore/search/worklist.h"

/* Multiplies without libm, which belongs to the program that is checked. */
static inline void estimate_multiply(struct estimate *x, double by)
{
    x->n *= by;
    if (x->n >= 0x1p512) {
        x->n *= 0x1p-512;
        x->scale++;
    }
}

struct sample {
    struct digest name; /* of its outcome; or, if it has none, of the way to its end */
    bool stands;        /* it has an outcome */
    /* If the source weighs: one over its probability, and the natural logarithm of that.
     */
    struct estimate weight;
    double log;
    uint32_t length; /* number of its events */
};

/* The first argument is always samples.source_context. */
struct sample_source {
    /* Makes the sample with these random numbers, and stays at its end. `longest`: the
     * most events of an earlier sample. False if the search was stopped before its end.
     */
    bool (*make)(void *, uint64_t numbers, uint64_t longest, struct sample *);
    void (*judge)(void *); /* judges and counts the sample, at its end */
    void (*back)(void *);  /* takes its steps back */
    /* In the first of several processes: judges an execution that a worker has sent by
     * worklist_tell(), and counts nothing. False if the bytes are no execution. */
    bool (*hear)(void *, const char *execution, size_t bytes);
    void (*rewind)(void *); /* as tree.rewind */
    bool weighs;
};

typedef VEC(uint32_t) sample_words;

/* Samples that others have made, and that it is not their turn to be counted yet. */
struct samples_parcel {
    uint64_t first; /* index */
    sample_words words;
};

struct samples {
    struct search *s;
    const struct sample_source *source;
    void *source_context;
    struct worklist list;        /* for worklist_is_news() and worklist_tell() */
    struct set128 twice, thrice; /* outcomes that were seen so often; search.traces has
                                    all */
    struct set128 vain;          /* ways that lead to no outcome */
    uint64_t done;               /* number of samples that were counted */
    uint64_t longest;            /* most events of one of them */
    /* The samples below `block` are made with this as `longest`; the next ones only when
     * all of them were counted. */
    uint64_t block, block_longest;
    struct estimate sum, squares; /* of the weights */
    double logs, log_squares;
    /* In the first of several processes. */
    uint64_t given; /* index of the next sample that is given to somebody */
    double cost;    /* seconds that a sample takes; 0: not known */
    VEC(struct samples_parcel) parcels;
    /* In a worker: of the present sample. */
    sample_words news; /* executions: for each its number of bytes, and these */
    uint16_t nnews;
};

/* Takes samples until a bound is reached, and forgets what it needs for that. Afterwards
 * search.traces has the names of the outcomes. */
void samples_run(struct samples *);

#endif
