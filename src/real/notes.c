/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.c - see notes.h. A note is a letter and a text, which ends with a zero. */
#include "real/notes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add(struct str *s, char word, const char *text)
{
    str_addf(s, "%c%s", word, text);
    str_add(s, "", 1);
}

static void add_input(struct str *s, const struct link_input *in)
{
    str_addf(s, "i%" PRIx64 " %s", in->digest, in->path);
    str_add(s, "", 1);
}

void notes_add(const struct link *l, struct notes *n, struct str *s)
{
    for (; n->rests < l->nrests && n->rests < LINK_MAX_RESTS; n->rests++)
        add(s, 'r', l->rests[n->rests]);
    for (; n->gaps < l->ngaps && n->gaps < LINK_MAX_GAPS; n->gaps++)
        add(s, 'g', l->gaps[n->gaps]);
    for (; n->inputs < l->ninputs && n->inputs < LINK_MAX_INPUTS; n->inputs++)
        add_input(s, &l->inputs[n->inputs]);
}

/* The digest of the file in this process; `theirs` if its path is not known in full. */
static uint64_t our_digest(const struct link *l, const char *path, uint64_t theirs,
                           input_call_fn *call)
{
    for (uint32_t i = 0; i < l->ninputs && i < LINK_MAX_INPUTS; i++)
        if (!strcmp(l->inputs[i].path, path))
            return l->inputs[i].digest;
    return strlen(path) + 1 < sizeof l->inputs->path ? input_digest(path, call) : theirs;
}

static void take_input(struct link *l, const char *text, uint32_t process,
                       input_call_fn *call, struct str *why)
{
    const char *space = strchr(text, ' '), *path = space + 1;
    uint64_t theirs = strtoull(text, NULL, 16);
    if (!space)
        return;
    uint64_t ours = our_digest(l, path, theirs, call);
    if (ours != theirs && !why->len)
        str_addf(why,
                 "the file %s is another one in process %u than in process 0\n"
                 "  fix: all machines must have the same files in the same place",
                 path, process);
    link_input(l, path, ours);
}

void notes_take(struct link *l, const char *bytes, size_t n, uint32_t process,
                input_call_fn *call, struct str *why)
{
    for (size_t at = 0; at < n;) {
        const char *note = bytes + at;
        size_t length = strnlen(note, n - at);
        at += length + 1;
        if (at > n || !length)
            return;
        if (note[0] == 'r')
            link_rests_on(l, note + 1);
        else if (note[0] == 'g')
            link_leaves_out(l, note + 1);
        else if (note[0] == 'i')
            take_input(l, note + 1, process, call, why);
    }
}
