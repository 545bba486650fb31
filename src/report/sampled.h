/* SPDX-License-Identifier: Apache-2.0
 *
 * sampled.h - how much of a program have samples shown? Estimates, with intervals that
 * contain the truth in 95 of 100 cases.
 *
 * Numbers of outcomes are given by their natural logarithms, since they may be too large
 * for a double. */
#ifndef MZ_REPORT_SAMPLED_H
#define MZ_REPORT_SAMPLED_H
#include "base/str.h"
#include "explore/search/counts.h"

struct interval {
    double value, low, high;
};

/* Do the samples tell how many outcomes there are? One does not, unless it is all. */
bool sampled_tells(const struct search_counts *);

/* random: the logarithm of the number of outcomes in all. The mean of the weights is an
 * unbiased estimate (Knuth 1975); the interval is that of the logarithm of what is left,
 * as if it was normally distributed. Where a few large weights outweigh all others, that
 * is worth little; then the interval also covers that of Cox's method (Land 1971), by
 * which the logarithms of the weights are normally distributed, as sums of many numbers
 * nearly are. */
struct interval sampled_outcomes(const struct search_counts *);

/* pct: the logarithm of the number of outcomes that there are at least: Chao 1987, by
 * the numbers of outcomes that were seen once and twice. */
struct interval sampled_at_least(const struct search_counts *);

/* pct: the probability that the next run has an outcome that was not seen yet: Good 1953;
 * the interval is that of Esty 1983. */
struct interval sampled_new(const struct search_counts *);

/* Appends what the samples say about the rest, in words: of random (`outcomes`), or of
 * pct with this depth. */
void sampled_text(const struct search_counts *, bool outcomes, uint32_t depth,
                  struct str *);

#endif
