/* SPDX-License-Identifier: Apache-2.0
 *
 * clocks.c - see clocks.h. */
#include "kernel/clocks.h"

#include <string.h>

#define PAGE_BYTES (CLOCK_PAGE * sizeof(uint32_t))

void clocks_free(struct clocks *c)
{
    vec_free(&c->dense);
    vec_free(&c->page);
    vec_free(&c->words);
    vec_free(&c->before);
    free(c->ring);
}

static uint32_t *words_of(struct clocks *c, uint32_t page)
{
    return c->words.at + (size_t)page * CLOCK_PAGE;
}

/* Adds a page of zeros. This may move the words of all pages, so pointers into them
 * become invalid. */
static uint32_t new_page(struct clocks *c)
{
    uint32_t page = (uint32_t)(c->words.len / CLOCK_PAGE);
    vec_reserve(&c->words, c->words.len + CLOCK_PAGE);
    memset(words_of(c, page), 0, PAGE_BYTES);
    c->words.len += CLOCK_PAGE;
    return page;
}

/* The list of pages of the newest clock. */
static uint32_t *last(struct clocks *c)
{
    return c->page.at + c->page.len - c->pages;
}

/* ---- getting wider ---- */

static void widen_arrays(struct clocks *c, size_t n, uint32_t width)
{
    uint32_t before = c->width;
    vec_reserve(&c->dense, n * width);
    for (size_t e = n; e-- > 0;) { /* from the end, as they are moved there */
        uint32_t *to = c->dense.at + e * width;
        memmove(to, c->dense.at + e * before, before * sizeof *to);
        memset(to + before, 0, (width - before) * sizeof *to);
    }
    c->dense.len = n * width;
}

static void widen_lists(struct clocks *c, size_t n, uint32_t pages)
{
    uint32_t before = c->pages;
    vec_reserve(&c->page, n * pages);
    for (size_t e = n; e-- > 0;) {
        uint32_t *to = c->page.at + e * pages;
        memmove(to, c->page.at + e * before, before * sizeof *to);
        memset(to + before, 0, (pages - before) * sizeof *to);
    }
    c->page.len = n * pages;
}

/* Turns the arrays into lists of pages; a clock shares the pages in which it equals the
 * clock before it. */
static void share(struct clocks *c, uint32_t pages)
{
    uint32_t width = c->width;
    size_t n = c->n;
    c->n = 0;
    c->pages = pages;
    new_page(c);
    for (size_t e = 0; e < n; e++) {
        clocks_push(c, e ? e - 1 : SIZE_MAX);
        for (uint32_t p = 0; p * CLOCK_PAGE < width; p++) {
            uint32_t rest = width - p * CLOCK_PAGE;
            size_t bytes = (rest < CLOCK_PAGE ? rest : CLOCK_PAGE) * sizeof(uint32_t);
            const uint32_t *from = c->dense.at + e * width + p * CLOCK_PAGE;
            if (!memcmp(words_of(c, last(c)[p]), from, bytes))
                continue;
            uint32_t fresh = new_page(c);
            memcpy(words_of(c, fresh), from, bytes);
            last(c)[p] = fresh;
        }
    }
    vec_free(&c->dense);
}

void clocks_widen(struct clocks *c, uint32_t width)
{
    uint32_t pages = (width + CLOCK_PAGE - 1) / CLOCK_PAGE;
    if (width <= CLOCKS_WIDE) {
        widen_arrays(c, c->n, width);
    } else {
        if (c->pages)
            widen_lists(c, c->n, pages);
        else
            share(c, pages);
        c->pages = pages;
        free(c->ring);
        c->ring = NULL;
    }
    c->width = width;
}

/* ---- one more, one less ---- */

void clocks_push(struct clocks *c, size_t like)
{
    c->n++;
    vec_push(&c->before, c->words.len);
    vec_reserve(&c->page, c->page.len + c->pages);
    c->page.len += c->pages;
    if (like == SIZE_MAX)
        memset(last(c), 0, c->pages * sizeof *c->page.at);
    else
        memcpy(last(c), c->page.at + like * c->pages, c->pages * sizeof *c->page.at);
}

/* Was this page made for the newest clock? Only then may it be changed in place. */
static bool is_own(const struct clocks *c, uint32_t page)
{
    return page >= vec_last(&c->before) / CLOCK_PAGE;
}

/* The page with the maximum of the two pages, word by word; that is one of the two
 * themselves where it dominates the other. */
static uint32_t join_pages(struct clocks *c, uint32_t a, uint32_t b)
{
    const uint32_t *x = words_of(c, a), *y = words_of(c, b);
    bool more = false, less = false;
    for (size_t i = 0; i < CLOCK_PAGE; i++) {
        more |= x[i] > y[i];
        less |= x[i] < y[i];
    }
    if (!more || !less)
        return less ? b : a;
    uint32_t page = is_own(c, a) ? a : new_page(c), *to = words_of(c, page);
    x = words_of(c, a);
    y = words_of(c, b);
    for (size_t i = 0; i < CLOCK_PAGE; i++)
        to[i] = x[i] > y[i] ? x[i] : y[i];
    return page;
}

void clocks_join(struct clocks *c, size_t other)
{
    for (uint32_t p = 0; p < c->pages; p++) {
        uint32_t mine = last(c)[p], theirs = c->page.at[other * c->pages + p];
        if (mine != theirs && theirs)
            last(c)[p] = mine ? join_pages(c, mine, theirs) : theirs;
    }
}

void clocks_set(struct clocks *c, uint32_t entry, uint32_t value)
{
    uint32_t *page = &last(c)[entry / CLOCK_PAGE];
    if (!is_own(c, *page)) {
        uint32_t fresh = new_page(c);
        memcpy(words_of(c, fresh), words_of(c, *page), PAGE_BYTES);
        *page = fresh;
    }
    words_of(c, *page)[entry % CLOCK_PAGE] = value;
}

void clocks_pop(struct clocks *c)
{
    c->n--;
    if (c->pages) {
        c->page.len -= c->pages;
        c->words.len = vec_pop(&c->before);
    } else {
        c->dense.len -= c->width;
    }
}

const uint32_t *clocks_expand(struct clocks *c, size_t n)
{
    size_t room = (size_t)c->pages * CLOCK_PAGE;
    if (!c->ring)
        c->ring = mem_alloc(CLOCKS_RING * room * sizeof *c->ring);
    uint32_t *to = c->ring + c->next++ % CLOCKS_RING * room;
    for (uint32_t p = 0; p < c->pages; p++)
        memcpy(to + (size_t)p * CLOCK_PAGE, words_of(c, c->page.at[n * c->pages + p]),
               PAGE_BYTES);
    return to;
}
