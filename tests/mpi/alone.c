/* SPDX-License-Identifier: Apache-2.0
 *
 * alone.c - the port of a single rank, without a checker: for tests of what the MPI
 * library does by itself. Messages to oneself are received in the order sent; collectives
 * have one member; everything else ends the test. */
#include "mpi/port.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

struct asked {
    enum { SENT, POSTED, ARRIVED } kind;
    uint32_t context;
    int tag;
    void *bytes; /* of a message, or of a contribution */
    size_t n;
    uint32_t matched; /* POSTED: with which + 1; SENT: 1 if taken */
};

static struct asked asked[MOST];
static uint32_t requests;
static void *state;

bool port_present(void)
{
    return true;
}

int port_rank(void)
{
    return 0;
}

int port_size(void)
{
    return 1;
}

void *port_state(void)
{
    return state;
}

void port_set_state(void *s)
{
    state = s;
}

uint32_t port_context(const void *key, size_t bytes, const char *text)
{
    uint32_t h = 1;
    for (size_t i = 0; i < bytes; i++)
        h = h * 31 + ((const unsigned char *)key)[i];
    return text ? h : 0;
}

static uint32_t ask(struct asked a, const void *bytes)
{
    assert(requests < MOST);
    a.bytes = malloc(a.n + 1);
    if (a.n)
        memcpy(a.bytes, bytes, a.n);
    asked[requests] = a;
    return requests++;
}

uint32_t port_isend(struct port_from from, uint32_t context, int to, int tag,
                    enum send_mode mode, const void *bytes, size_t n)
{
    assert(to == 0 && mode != SEND_SYNC);
    (void)from;
    return ask((struct asked){.kind = SENT, .context = context, .tag = tag, .n = n},
               bytes);
}

uint32_t port_irecv(struct port_from from, uint32_t context, int source, int tag)
{
    (void)from, (void)source;
    return ask((struct asked){.kind = POSTED, .context = context, .tag = tag}, NULL);
}

uint32_t port_arrive(struct port_from from, uint32_t context, const uint32_t *members,
                     uint32_t n, uint32_t needed, const void *contribution, size_t bytes)
{
    assert(n == 1 && needed <= 1 && members[0] == 0);
    (void)from;
    return ask((struct asked){.kind = ARRIVED, .context = context, .n = bytes},
               contribution);
}

static bool match(struct asked *receive)
{
    for (uint32_t s = 0; s < requests && !receive->matched; s++)
        if (asked[s].kind == SENT && !asked[s].matched &&
            asked[s].context == receive->context &&
            (asked[s].tag == receive->tag || receive->tag == ANY)) {
            asked[s].matched = 1;
            receive->matched = s + 1;
        }
    return receive->matched;
}

struct port_result port_finish(struct port_from from, const uint32_t *r, uint32_t n)
{
    (void)from;
    for (uint32_t i = 0; i < n; i++) {
        struct asked *a = &asked[r[i]];
        struct port_result result = {.index = (int)i, .bytes = a->bytes, .n = a->n};
        if (a->kind == POSTED && !match(a))
            continue;
        if (a->kind == POSTED) {
            const struct asked *s = &asked[a->matched - 1];
            result.received = true;
            result.tag = s->tag;
            result.bytes = s->bytes;
            result.n = s->n;
        }
        return result;
    }
    fprintf(stderr, "nothing to wait for\n");
    abort();
}

const void *port_gathered(const struct port_result *result, uint32_t i, size_t *bytes)
{
    assert(i == 0);
    if (bytes)
        *bytes = result->n;
    return result->bytes;
}

void port_fail(struct port_from from, enum port_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "finding %d in call %d: ", (int)kind, from.call);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

void port_note(struct port_from from, enum port_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "note %d in call %d: ", (int)kind, from.call);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
}

const char *port_place(const void *site)
{
    return site ? "somewhere" : "nowhere";
}

double port_time(void)
{
    return 0;
}

static _Noreturn void not_here(const char *what)
{
    fprintf(stderr, "%s: not for a single rank\n", what);
    abort();
}

struct port_result port_poll(struct port_from from, const uint32_t *r, uint32_t n)
{
    (void)from, (void)r, (void)n;
    not_here("poll");
}

bool port_cancel(struct port_from from, uint32_t irecv)
{
    (void)from, (void)irecv;
    not_here("cancel");
}

struct port_result port_probe(struct port_from from, uint32_t context, int source,
                              int tag)
{
    (void)from, (void)context, (void)source, (void)tag;
    not_here("probe");
}

struct port_result port_iprobe(struct port_from from, uint32_t context, int source,
                               int tag)
{
    (void)from, (void)context, (void)source, (void)tag;
    not_here("iprobe");
}

struct port_result port_tryrecv(struct port_from from, uint32_t context, int source,
                                int tag)
{
    (void)from, (void)context, (void)source, (void)tag;
    not_here("tryrecv");
}
