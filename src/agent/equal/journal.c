/* SPDX-License-Identifier: Apache-2.0
 *
 * journal.c - see journal.h. */
#include "agent/equal/journal.h"
#include "base/lock.h"
#include "base/str.h"
#include "agent/core/agent.h"
#include "agent/files/fs.h"

#include <string.h>

#define ROOM ((size_t)4 << 30) /* of addresses: what is not written takes no memory */

struct journal {
    uint32_t lock; /* see lock.h */
    _Atomic uint64_t used;
    char bytes[];
};

static const struct {
    int64_t (*find)(const struct journal_entry *, const void *bytes);
    void (*follow)(const struct journal_entry *, const void *bytes);
    const void *(*entry)(size_t number, struct journal_entry *);
} of_kind[JOURNAL_KINDS] = {
    [JOURNAL_PAYLOAD] = {payload_find, payload_follow, payload_entry},
    [JOURNAL_CONTEXT] = {port_find, port_follow, port_entry},
    [JOURNAL_SITE] = {site_find, site_follow, site_entry},
};

/* ---- writing ---- */

static void write_down(struct journal_entry e, const void *bytes)
{
    struct journal *j = agent.journal;
    if (e.size > ROOM - sizeof *j - j->used - sizeof e)
        agent_die("no memory left for the messages of several processes");
    memcpy(j->bytes + j->used, &e, sizeof e);
    if (e.size)
        memcpy(j->bytes + j->used + sizeof e, bytes, e.size);
    j->used += sizeof e + e.size;
    agent.journal_read = j->used;
}

/* Writes down all that has a number: contexts name their keys, which are payloads. */
static void write_all(void)
{
    struct journal_entry e;
    const void *bytes;
    for (uint32_t kind = 0; kind < JOURNAL_KINDS; kind++)
        for (size_t i = 0; (bytes = of_kind[kind].entry(i, &e)); i++) {
            write_down(e, bytes);
            agent.journal_seen[kind]++;
        }
}

static bool begin(bool all)
{
    agent.journal = process_share(ROOM);
    agent.journal_read = 0;
    memset(agent.journal_seen, 0, sizeof agent.journal_seen);
    agent.journal_differs = false;
    agent.journal_files = nodes_number();
    if (agent.journal && all)
        write_all();
    return agent.journal;
}

bool journal_share(struct program *p, bool copies)
{
    (void)p;
    if (copies == (agent.journal != NULL))
        return true;
    if (copies)
        return begin(true);
    process_unshare(agent.journal, ROOM);
    agent.journal = NULL;
    agent.journal_ask = NULL;
    return true;
}

bool journal_is_late(void)
{
    return agent.journal &&
           (agent.journal_differs || nodes_number() != agent.journal_files);
}

/* ---- reading ---- */

/* Does what has this number in this process differ from the entry? */
static bool differs(const struct journal_entry *e, const void *bytes, size_t number)
{
    struct journal_entry own;
    const void *ours = of_kind[e->kind].entry(number, &own);
    return own.files != e->files || own.time != e->time || own.size != e->size ||
           (e->size && memcmp(ours, bytes, e->size));
}

/* A process on another machine has given numbers itself before it followed the journal,
 * when the program was started: they must be the same. */
static void take(const struct journal_entry *e, const void *bytes)
{
    struct journal_entry own;
    size_t number = agent.journal_seen[e->kind]++;
    if (!of_kind[e->kind].entry(number, &own))
        of_kind[e->kind].follow(e, bytes);
    else if (differs(e, bytes, number))
        agent.journal_differs = true;
}

static void follow(void)
{
    const struct journal *j = agent.journal;
    while (agent.journal_read < j->used) {
        struct journal_entry e;
        memcpy(&e, j->bytes + agent.journal_read, sizeof e);
        const char *bytes = j->bytes + agent.journal_read + sizeof e;
        agent.journal_read += sizeof e + e.size;
        take(&e, bytes);
    }
}

static void take_lock(void)
{
    if (!lock_take(&agent.journal->lock))
        agent_die("a process ended while it gave numbers to messages");
}

static void lock(void)
{
    take_lock();
    follow();
}

static void unlock(void)
{
    lock_give(&agent.journal->lock);
}

static __attribute__((noinline)) void catch_up(void)
{
    lock();
    unlock();
}

/* Whether there was something to read, or to ask for, depends on the others, and must not
 * show on the stack of a rank: so what follows wipes what it has called. */

void journal_read(void)
{
    if (!agent.journal || agent.journal_read >= agent.journal->used)
        return;
    catch_up();
    rank_wipe_deep();
}

/* Asks for the number, and waits until the hop has written it down. */
static __attribute__((noinline)) void ask(const struct journal_entry *e,
                                          const void *bytes)
{
    struct str s = {0};
    str_add(&s, (const char *)e, sizeof *e);
    str_add(&s, bytes, e->size);
    agent.journal_ask(agent.journal_asks, s.text, s.len);
    str_free(&s);
    while (of_kind[e->kind].find(e, bytes) < 0) {
        lock_give(&agent.journal->lock);
        while (agent.journal_read >= agent.journal->used)
            process_nap();
        lock();
    }
}

static __attribute__((noinline)) void number_shared(const struct journal_entry *e,
                                                    const void *bytes)
{
    lock();
    bool known = of_kind[e->kind].find(e, bytes) >= 0;
    if (!known && agent.journal_ask) {
        ask(e, bytes);
    } else if (!known) {
        of_kind[e->kind].follow(e, bytes);
        write_down(*e, bytes);
        agent.journal_seen[e->kind]++;
    }
    unlock();
}

void journal_number(struct journal_entry e, const void *bytes)
{
    if (!agent.journal) {
        of_kind[e.kind].follow(&e, bytes);
        return;
    }
    number_shared(&e, bytes);
    rank_wipe_deep();
}

/* ---- several machines ---- */

bool journal_follow(struct program *p, void (*ask_for)(void *, const char *, size_t),
                    void *context)
{
    (void)p;
    if (!agent.journal && !begin(false))
        return false;
    agent.journal_ask = ask_for;
    agent.journal_asks = context;
    return true;
}

void journal_numbers(struct program *p, uint64_t *from, struct str *to)
{
    (void)p;
    const struct journal *j = agent.journal;
    uint64_t used = j->used; /* what is before it is written, and stays */
    str_add(to, j->bytes + *from, used - *from);
    *from = used;
}

bool journal_take_numbers(struct program *p, const char *bytes, size_t n)
{
    struct journal *j = agent.journal;
    (void)p;
    if (n > ROOM - sizeof *j - j->used)
        return false;
    take_lock();
    if (n)
        memcpy(j->bytes + j->used, bytes, n);
    j->used += n;
    lock_give(&j->lock);
    return true;
}

bool journal_give_number(struct program *p, const char *bytes, size_t n)
{
    struct journal_entry e;
    (void)p;
    if (n < sizeof e)
        return false;
    memcpy(&e, bytes, sizeof e);
    if (e.kind >= JOURNAL_KINDS || e.size != n - sizeof e)
        return false;
    journal_number(e, bytes + sizeof e);
    return true;
}
