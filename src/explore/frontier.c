/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.c - see frontier.h.
 *
 * Text, so that it can be looked at: a line of numbers for the whole, and one for each
 * item: how many choices are closed, how many ways follow, and these. */
#include "explore/frontier.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAGIC    "mazurka frontier 3\n"
#define MAX_WAYS (1u << 28) /* of an item; more than any file that we wrote has */

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
    s->stopped = s->cut = f->cut;
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
    f->cut = s->cut;
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
            " %" PRIu64 " %a %d\n",
            f->program, f->items.len, f->executions, f->redundant, f->deadlocks,
            f->failures, f->halts, f->told, f->explored, (int)f->cut);
    for (size_t i = 0; i < f->items.len; i++) {
        const struct item *it = &f->items.at[i];
        fprintf(out, "%" PRIu32 " %zu", it->closed, it->ways.len);
        for (size_t k = 0; k < it->ways.len; k++)
            fprintf(out, " %" PRIu32, it->ways.at[k]);
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
    if (fscanf(in, "%" SCNu32 " %zu", &it->closed, &n) != 2 || n > MAX_WAYS ||
        it->closed > n)
        return false;
    for (size_t k = 0; k < n; k++) {
        uint32_t x;
        if (fscanf(in, "%" SCNu32, &x) != 1)
            return false;
        vec_push(&it->ways, x);
    }
    return true;
}

static bool read_all(FILE *in, struct frontier *f)
{
    char magic[sizeof MAGIC] = "";
    size_t n;
    int cut;
    if (!fgets(magic, sizeof magic, in) || strcmp(magic, MAGIC))
        return false;
    if (fscanf(in,
               "%" SCNx64 " %zu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %la %d",
               &f->program, &n, &f->executions, &f->redundant, &f->deadlocks,
               &f->failures, &f->halts, &f->told, &f->explored, &cut) != 10 ||
        cut < STOP_NO || cut > STOP_DEPTH)
        return false;
    f->cut = (enum stop_reason)cut;
    for (size_t i = 0; i < n; i++) {
        vec_push(&f->items, (struct item){0});
        if (!read_item(in, &vec_last(&f->items)))
            return false;
    }
    return true;
}

bool frontier_read(struct frontier *f, const char *file, struct str *why)
{
    *f = (struct frontier){0};
    FILE *in = fopen(file, "r");
    if (!in) {
        str_addf(why, "cannot read %s: %s", file, strerror(errno));
        return false;
    }
    bool good = read_all(in, f);
    fclose(in);
    if (good)
        return true;
    str_addf(why, "%s is not a frontier that mazurka has saved, or it is damaged", file);
    frontier_free(f);
    return false;
}

bool frontier_belongs(const struct frontier *f, uint64_t program, const char *file,
                      struct str *why)
{
    if (f->program != program)
        str_addf(why,
                 "%s belongs to another program, or to other options\n  fix: give "
                 "the program and options with which it was saved",
                 file);
    return f->program == program;
}

/* ---- as bytes ---- */

struct packed_frontier {
    struct frontier numbers; /* without items */
    uint64_t n;
};

size_t frontier_bytes(const struct frontier *f)
{
    size_t n = sizeof(struct packed_frontier);
    for (size_t i = 0; i < f->items.len; i++)
        n += item_bytes(&f->items.at[i]);
    return n;
}

void frontier_pack(const struct frontier *f, void *to)
{
    struct packed_frontier h = {*f, f->items.len};
    char *at = to;
    h.numbers.items = (items_vec){0};
    memcpy(at, &h, sizeof h);
    at += sizeof h;
    for (size_t i = 0; i < f->items.len; i++)
        at = item_pack(&f->items.at[i], at);
}

bool frontier_unpack(struct frontier *f, const void *from, size_t bytes)
{
    struct packed_frontier h;
    const char *at = from, *end = at + bytes;
    *f = (struct frontier){0};
    if (bytes < sizeof h)
        return false;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    *f = h.numbers;
    f->items = (items_vec){0};
    for (uint64_t i = 0; at && i < h.n; i++) {
        struct item it;
        at = item_unpack(&it, at, end);
        if (at)
            vec_push(&f->items, it);
    }
    if (!at)
        frontier_free(f);
    return at;
}
