/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzzing.c - see fuzzing.h. */
#include "support/fuzzing.h"
#include "support/ranks.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct {
    uint64_t programs, seed, failures, seconds, show;
    int argc, first;
    char **argv;
} line = {.programs = UINT64_MAX, .seed = 1, .failures = 1, .seconds = 1000000};

/* A random program to this taste. */
static void random_program(uint64_t seed, const struct taste *taste, struct str *text)
{
    struct ranks_flavour f = random_flavour(seed);
    f.retracts = 0; /* see explorer.c */
    if (taste->cancels) {
        f.cancels = 50;
        f.irecvs = 60 + f.irecvs % 40;
        f.extras = 30 + f.extras % 40;
    }
    if (taste->loops) {
        f.loops = 20 + (uint32_t)seed % 60;
        f.extras = 30 + f.extras % 40;
        f.messages = 1 + f.messages % 4;
    }
    if (taste->rounds) {
        f.loops = (uint32_t)seed % 40;
        f.bodies = 30 + (uint32_t)seed % 50;
        f.circles = (uint32_t)seed % 3 ? 1 : 0;
        f.irecvs = 40 + f.irecvs % 60;
        f.messages = 1 + f.messages % 3;
        f.collectives = f.empty = 0;
    }
    if (taste->large)
        f.messages += 5;
    if (taste->heavy) {
        f.messages += 2;
        f.irecvs = 50 + (f.irecvs + f.messages * 7) % 50;
        f.wildcards = 60 + f.wildcards % 40;
        f.extras = 30 + f.extras % 30;
        f.several = 50;
    }
    if (taste->foreign) {
        f.collectives += 1 + (uint32_t)seed % 2;
        f.isends = 80;
        f.syncs = 60;
        f.extras = 40;
        f.tests = 70;
        f.several = 30 + (uint32_t)seed % 40;
    }
    random_ranks(seed, &f, text);
}

bool fuzzing_options(struct fuzzing *f, int argc, char **argv)
{
    struct taste *t = &f->taste;
    struct {
        const char *name;
        bool *flag;
        uint64_t *number;
    } known[] = {{"heavy", &t->heavy, NULL},         {"large", &t->large, NULL},
                 {"foreign", &t->foreign, NULL},     {"loops", &t->loops, NULL},
                 {"rounds", &t->rounds, NULL},       {"cancels", &t->cancels, NULL},
                 {"show", NULL, &line.show},         {"polls", NULL, &f->polls},
                 {"programs", NULL, &line.programs}, {"seconds", NULL, &line.seconds},
                 {"failures", NULL, &line.failures}, {"seed", NULL, &line.seed}};
    enum { KNOWN = sizeof known / sizeof *known };
    struct option options[KNOWN + 1] = {{0}};
    for (int i = 0; i < KNOWN; i++)
        options[i] = (struct option){
            known[i].name, known[i].number && known[i].number != &line.show, 0, i + 1};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c < 1 || c > KNOWN) {
            fprintf(stderr, "usage: %s", f->name);
            for (int i = 0; i < KNOWN; i++)
                fprintf(stderr, " [--%s%s]", known[i].name,
                        options[i].has_arg ? " N" : "");
            fprintf(stderr, " [FILE.lit ...]\n");
            return false;
        }
        if (known[c - 1].flag)
            *known[c - 1].flag = true;
        else
            *known[c - 1].number = optarg ? strtoull(optarg, NULL, 10) : 1;
    }
    line.argc = argc;
    line.argv = argv;
    line.first = optind;
    return true;
}

static void check_random(struct fuzzing *f, uint64_t seed)
{
    struct str text = {0};
    char name[40];
    random_program(seed, &f->taste, &text);
    snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    if (line.show)
        printf("%s", str_text(&text));
    else
        f->failed += !f->check(name, &text, f->context);
    f->last_seed = seed;
    str_free(&text);
    fflush(stdout);
}

static void check_file(struct fuzzing *f, const char *file)
{
    struct str text = {0};
    FILE *in = fopen(file, "r");
    for (int c; in && (c = getc(in)) != EOF;)
        str_addf(&text, "%c", c);
    if (in)
        fclose(in);
    f->failed += !in || !f->check(file, &text, f->context);
    str_free(&text);
}

void fuzzing_run(struct fuzzing *f)
{
    time_t start = time(NULL);
    for (int i = line.first; i < line.argc; i++)
        check_file(f, line.argv[i]);
    for (uint64_t n = 0;
         line.first == line.argc && n < line.programs &&
         time(NULL) - start < (time_t)line.seconds && f->failed < line.failures;
         n++)
        check_random(f, line.seed + n);
}
