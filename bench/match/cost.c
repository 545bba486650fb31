/* SPDX-License-Identifier: Apache-2.0
 *
 * cost.c - what an outcome costs the match explorer, part by part, for programs with more
 * and more ranks and longer and longer executions.
 *
 * Each program first talks for a while without any choice, and then six ranks race for
 * six receives from anybody: 720 outcomes that differ in their last events only. The
 * parts: images saved and restored; the program run; everything else, that is matching,
 * revisits, and (second column of these) looking for halts under any buffering. */
#include "explore/match/match.h"
#include "litmus/litmus.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the program's functions, timed ---- */

static const struct program_ops *real;
static double images, running;
static uint64_t resumed;

static void timed_resume(struct program *p, uint32_t actor, struct outcome o)
{
    double start = now();
    real->resume(p, actor, o);
    running += now() - start;
    resumed++;
}

static image_id timed_save(struct program *p, uint32_t actor)
{
    double start = now();
    image_id i = real->save(p, actor);
    images += now() - start;
    return i;
}

static void timed_restore(struct program *p, uint32_t actor, image_id i)
{
    double start = now();
    real->restore(p, actor, i);
    images += now() - start;
}

/* ---- the programs ---- */

static void write_program(uint32_t ranks, uint32_t rounds, struct str *s)
{
    str_addf(s, "semantics matching\n");
    for (uint32_t i = 0; i < ranks; i++) {
        str_addf(s, "rank %u\n  repeat %u\n", i, rounds);
        str_addf(s, "    r = irecv %u\n    s = isend %u\n    wait r s\n  end\n",
                 (i + ranks - 1) % ranks, (i + 1) % ranks);
        if (!i)
            str_addf(s, "  repeat %u\n    recv any tag 1\n  end\n",
                     ranks > 6 ? 6 : ranks - 1);
        else if (i <= 6)
            str_addf(s, "  isend 0 tag 1\n");
    }
}

static double explore(struct litmus *l, enum buffering b, uint64_t *outcomes)
{
    struct search s;
    l->program.buffering = b;
    search_init(&s, &l->program);
    images = running = 0;
    resumed = 0;
    double start = now();
    match_explore(&s, NULL, NULL);
    double seconds = now() - start;
    *outcomes = s.counts.executions;
    search_free(&s);
    return seconds;
}

static void row(uint32_t ranks, uint32_t rounds)
{
    struct str text = {0}, why = {0};
    struct litmus *l;
    uint64_t n;
    write_program(ranks, rounds, &text);
    if (litmus_parse("bench.lit", str_text(&text), text.len, &l, &why)) {
        fprintf(stderr, "%s\n", str_text(&why));
        exit(1);
    }
    real = l->program.ops;
    double any = explore(l, BUFFERING_ANY, &n);
    struct program_ops timed = *real;
    timed.resume = timed_resume;
    timed.save = timed_save;
    timed.restore = timed_restore;
    double plain = explore(l, BUFFERING_INFINITE, &n);
    l->program.ops = &timed;
    double all = explore(l, BUFFERING_INFINITE, &n);
    double each = 1e6 / (double)n;
    printf("%5u %8u %9llu %10.0f %9.1f %8.2f %8.2f %8.2f %9.2f %9.2f\n", ranks,
           2 * ranks * rounds + 12, (unsigned long long)n, (double)n / plain,
           (double)resumed / (double)n, images * each, running * each,
           (all - images - running) * each, plain * each, (any - plain) * each);
    l->program.ops = real;
    litmus_free(l);
    str_free(&text);
    str_free(&why);
}

int main(void)
{
    printf("microseconds for each outcome (the parts include the cost of timing them)\n"
           "%5s %8s %9s %10s %9s %8s %8s %8s %9s %9s\n",
           "ranks", "events", "outcomes", "exec/s", "steps", "images", "running",
           "search", "together", "halting");
    static const uint32_t ranks[] = {3, 8, 16, 32, 64};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        row(ranks[i], 1);
    static const uint32_t rounds[] = {1, 6, 60, 600};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        row(8, rounds[i]);
    return 0;
}
