/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.c - see frontier.h.
 *
 * Text, so that it can be looked at: a line of numbers for the whole, and one for each
 * item: its weight, how many numbers follow, and these. */
#include "explore/frontier.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAGIC      "mazurka frontier 1\n"
#define MAX_EVENTS (1u << 24) /* of an item; more than any file that we wrote has */

void frontier_free(struct frontier *f)
{
    for (size_t i = 0; i < f->items.len; i++)
        item_free(&f->items.at[i]);
    vec_free(&f->items);
}

void frontier_begin(const struct frontier *f, struct search *s)
{
    s->executions = f->executions;
    s->redundant = f->redundant;
    s->deadlocks = f->deadlocks;
    s->failures = f->failures;
    s->halts = f->halts;
    s->told = f->told;
    s->explored = f->explored;
}

void frontier_end(struct frontier *f, const struct search *s)
{
    f->executions = s->executions;
    f->redundant = s->redundant;
    f->deadlocks = s->deadlocks;
    f->failures = s->failures;
    f->halts = s->halts;
    f->told = s->told;
    f->explored = s->explored;
}

bool frontier_write(const struct frontier *f, const char *file, struct str *why)
{
    FILE *out = fopen(file, "w");
    if (!out) {
        str_addf(why, "cannot write %s: %s", file, strerror(errno));
        return false;
    }
    fputs(MAGIC, out);
    fprintf(out,
            "%" PRIx64 " %zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
            " %" PRIu64 " %a\n",
            f->program, f->items.len, f->executions, f->redundant, f->deadlocks,
            f->failures, f->halts, f->told, f->explored);
    for (size_t i = 0; i < f->items.len; i++) {
        const struct item *it = &f->items.at[i];
        fprintf(out, "%a %zu", it->weight, it->events.len);
        for (size_t k = 0; k < it->events.len; k++)
            fprintf(out, " %d", it->events.at[k]);
        fputc('\n', out);
    }
    bool good = !ferror(out);
    good &= !fclose(out);
    if (!good)
        str_addf(why, "cannot write %s: %s", file, strerror(errno));
    return good;
}

static bool read_item(FILE *in, struct item *it)
{
    size_t n;
    if (fscanf(in, "%la %zu", &it->weight, &n) != 2 || n > MAX_EVENTS || n % ITEM_FIELDS)
        return false;
    for (size_t k = 0; k < n; k++) {
        int32_t x;
        if (fscanf(in, "%" SCNd32, &x) != 1)
            return false;
        vec_push(&it->events, x);
    }
    return true;
}

static bool read_all(FILE *in, struct frontier *f)
{
    char magic[sizeof MAGIC] = "";
    size_t n;
    if (!fgets(magic, sizeof magic, in) || strcmp(magic, MAGIC))
        return false;
    if (fscanf(in,
               "%" SCNx64 " %zu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %la",
               &f->program, &n, &f->executions, &f->redundant, &f->deadlocks,
               &f->failures, &f->halts, &f->told, &f->explored) != 9)
        return false;
    for (size_t i = 0; i < n; i++) {
        vec_push(&f->items, (struct item){0});
        if (!read_item(in, &vec_last(&f->items)))
            return false;
    }
    return true;
}

bool frontier_read(struct frontier *f, const char *file, struct program *p,
                   struct str *why)
{
    *f = (struct frontier){0};
    FILE *in = fopen(file, "r");
    if (!in) {
        str_addf(why, "cannot read %s: %s", file, strerror(errno));
        return false;
    }
    bool good = read_all(in, f);
    fclose(in);
    if (!good)
        str_addf(why, "%s is not a frontier that mazurka has saved, or it is damaged",
                 file);
    else if (f->program != item_program(p))
        str_addf(why,
                 "%s belongs to another program, or to other options\n  fix: give "
                 "the program and options with which it was saved",
                 file);
    if (!why->len)
        return true;
    frontier_free(f);
    return false;
}
