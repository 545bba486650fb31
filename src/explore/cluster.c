/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster.c - see cluster.h. */
#include "explore/cluster.h"
#include "base/mem.h"

#include <string.h>

bool cluster_send(struct cluster *c, uint32_t to, enum cluster_word word,
                  const void *bytes, size_t n)
{
    struct cluster_head h = {.word = word, .process = to, .bytes = n};
    c->bytes += sizeof h + n;
    return peer_send(&c->line, &h, sizeof h) && peer_send(&c->line, bytes, n);
}

bool cluster_receive(struct cluster *c, struct cluster_head *h, struct str *bytes)
{
    str_clear(bytes);
    bool good = peer_receive(&c->line, h, sizeof *h) &&
                peer_receive_text(&c->line, bytes, h->bytes);
    c->bytes += sizeof *h + bytes->len;
    return good;
}

/* The next line of the text, and its length; NULL if there is none. */
static const char *next_line(const char **at, const char *end, size_t *n)
{
    const char *line = *at;
    if (line >= end)
        return NULL;
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    *n = (size_t)((stop ? stop : end) - line);
    *at = stop ? stop + 1 : end;
    return line;
}

bool cluster_agrees(const struct cluster *c, uint32_t process, const char *facts,
                    size_t bytes, struct str *why)
{
    const char *ours = c->facts, *end = ours + c->facts_bytes, *theirs = facts;
    const char *a, *b;
    size_t na = 0, nb = 0;
    do {
        a = next_line(&ours, end, &na);
        b = next_line(&theirs, facts + bytes, &nb);
        if (!a && !b)
            return true;
    } while (a && b && na == nb && !memcmp(a, b, na));
    const char *line = a ? a : b, *space = memchr(line, ' ', a ? na : nb);
    size_t n = a ? na : nb;
    const char *what = space ? space + 1 : line;
    str_addf(why, "%.*s differs between process 0 and process %u",
             (int)(n - (size_t)(what - line)), what, process);
    return false;
}
