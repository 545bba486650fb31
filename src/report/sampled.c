/* SPDX-License-Identifier: Apache-2.0
 *
 * sampled.c - see sampled.h. */
#include "report/sampled.h"
#include "report/summary.h"

#include <math.h>

#define QUANTILE 1.96 /* of the normal distribution, for 95 percent */
/* Fewer samples than that, after what large weights are worth, are not relied on. */
#define ENOUGH 60

/* The interval around seen + left, where `left` has this standard deviation. */
static struct interval around(double seen, double left, double deviation)
{
    double low = seen, high = seen + (left > 0 ? left : 0) + QUANTILE * deviation;
    if (left > deviation) { /* otherwise there may be nothing left */
        double part = deviation / left;
        double factor = exp(QUANTILE * sqrt(log1p(part * part)));
        low = seen + left / factor;
        high = seen + left * factor;
    }
    return (struct interval){log(seen + (left > 0 ? left : 0)), log(low), log(high)};
}

/* The interval by the mean of the weights. */
static struct interval by_mean(const struct search_counts *c)
{
    const struct sampled *x = &c->sampled;
    double seen = (double)c->traces, part = sqrt(fmax(x->spread, 0) / (double)x->runs);
    if (!c->estimate.scale && c->estimate.n < 1e9 * seen)
        return around(seen, c->estimate.n - seen, c->estimate.n * part);
    double all = log(c->estimate.n) + 512 * c->estimate.scale * log(2);
    double width = QUANTILE * sqrt(log1p(part * part));
    return (struct interval){all, all - width, all + width};
}

/* The interval by the logarithms of the weights. */
static struct interval by_logarithms(const struct search_counts *c)
{
    const struct sampled *x = &c->sampled;
    double n = (double)x->runs, v = x->log_variance, mean = x->log_mean + v / 2;
    double width = QUANTILE * sqrt(v / n + v * v / (2 * (n > 1 ? n - 1 : 1)));
    return (struct interval){mean, mean - width, mean + width};
}

bool sampled_tells(const struct search_counts *c)
{
    return c->sampled.runs > 1 || c->sampled.covered > 1 - 1e-9;
}

struct interval sampled_outcomes(const struct search_counts *c)
{
    const struct sampled *x = &c->sampled;
    double least = log(c->traces ? (double)c->traces : 1);
    if (x->covered > 1 - 1e-9 || !(c->estimate.n > 0))
        return (struct interval){least, least, least};
    struct interval a = by_mean(c), b = by_logarithms(c);
    if ((double)x->runs < ENOUGH * (1 + x->spread)) {
        a.low = fmin(a.low, b.low);
        a.high = fmax(a.high, b.high);
    }
    return (struct interval){fmax(a.value, least), fmax(a.low, least),
                             fmax(a.high, least)};
}

struct interval sampled_at_least(const struct search_counts *c)
{
    const struct sampled *x = &c->sampled;
    double n = (double)x->runs, f1 = (double)x->once, f2 = (double)x->twice;
    if (x->runs < 2 || !x->once)
        return around((double)c->traces, 0, 0);
    double part = (n - 1) / n, left = part * f1 * (f1 - 1) / (2 * (f2 + 1));
    double ratio = f1 / (f2 > 0 ? f2 : 1), square = ratio * ratio;
    double variance =
        (f2 > 0 ? f2 : 1) *
        (part * square / 2 + part * part * (ratio * square + square * square / 4));
    return around((double)c->traces, left, sqrt(variance));
}

struct interval sampled_new(const struct search_counts *c)
{
    const struct sampled *x = &c->sampled;
    double n = (double)(x->runs ? x->runs : 1), f1 = (double)x->once;
    double chance = f1 / n;
    /* with no outcome seen once, three in n: the rule of three */
    double width =
        f1 > 0 ? QUANTILE * sqrt(f1 * (1 - chance) + 2 * (double)x->twice) / n : 3 / n;
    return (struct interval){chance, fmax(chance - width, 0), fmin(chance + width, 1)};
}

/* ---- in words ---- */

/* "about 720 outcomes in all (95%: 690 to 750)" */
static void add_interval(const char *before, struct interval x, const char *after,
                         struct str *to)
{
    str_addf(to, "%s", before);
    text_logarithm(x.value, to);
    str_addf(to, "%s (95%%: ", after);
    text_logarithm(x.low, to);
    str_addf(to, " to ");
    text_logarithm(x.high, to);
    str_addf(to, ")");
}

static void estimate_outcomes(const struct search_counts *c, struct str *note)
{
    struct interval all = sampled_outcomes(c);
    double seen = 100 * exp(log((double)(c->traces ? c->traces : 1)) - all.value);
    double fresh = c->sampled.covered < 1 ? 1 - c->sampled.covered : 0;
    if (!sampled_tells(c)) {
        str_addf(note, "one run does not tell how many outcomes there are");
        return;
    }
    add_interval("about ", all, " outcomes in all", note);
    str_addf(note, ", of which ");
    if (seen >= 99.5)
        str_addf(note, "nearly all were seen");
    else
        str_addf(note, seen < 0.01 ? "less than 0.01%% were seen" : "%.2g%% were seen",
                 seen);
    str_addf(note, "; another run is new with probability %.2g", fresh);
}

static void estimate_chance(const struct search_counts *c, uint32_t depth,
                            struct str *note)
{
    struct interval fresh = sampled_new(c);
    add_interval("about ", sampled_at_least(c), " outcomes or more", note);
    str_addf(note, "; another run is new with probability %.2g (95%%: %.2g to %.2g)\n",
             fresh.value, fresh.low, fresh.high);
    str_addf(note,
             "          a bug that takes %u steps in the right order is found by each "
             "execution with probability ",
             depth);
    str_addf(note, c->estimate.n > 1e-300 ? "%.2g or more" : "0, nearly", c->estimate.n);
}

void sampled_text(const struct search_counts *c, bool outcomes, uint32_t depth,
                  struct str *to)
{
    if (outcomes)
        estimate_outcomes(c, to);
    else
        estimate_chance(c, depth, to);
}
