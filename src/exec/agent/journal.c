/* SPDX-License-Identifier: Apache-2.0
 *
 * journal.c - see journal.h. */
#include "exec/agent/journal.h"
#include "base/process.h"
#include "exec/agent/agent.h"
#include "exec/agent/fs.h"

#include <stdatomic.h>
#include <string.h>

#define ROOM ((size_t)4 << 30) /* of addresses: what is not written takes no memory */
/* A copy that ended while it held the lock does not give it back. */
#define PATIENCE 20000000

struct journal {
    atomic_flag lock;
    uint64_t used;
    char bytes[];
};

bool journal_begin(struct program *p)
{
    (void)p;
    if (agent.journal)
        return true;
    agent.journal = process_share(ROOM);
    agent.journal_read = 0;
    agent.journal_files = nodes_number();
    return agent.journal;
}

bool journal_is_late(void)
{
    return agent.journal && nodes_number() != agent.journal_files;
}

static void follow(void)
{
    const struct journal *j = agent.journal;
    while (agent.journal_read < j->used) {
        struct journal_entry e;
        memcpy(&e, j->bytes + agent.journal_read, sizeof e);
        const char *bytes = j->bytes + agent.journal_read + sizeof e;
        agent.journal_read += sizeof e + e.size;
        if (e.kind == JOURNAL_PAYLOAD)
            payload_follow(&e, bytes);
        else
            port_follow(&e, bytes);
    }
}

void journal_lock(void)
{
    struct journal *j = agent.journal;
    if (!j)
        return;
    for (uint64_t i = 1;
         atomic_flag_test_and_set_explicit(&j->lock, memory_order_acquire); i++) {
        if (i > PATIENCE)
            agent_die("another process holds the journal of numbers");
        if (i % 64 == 0)
            process_yield();
    }
    follow();
}

void journal_unlock(void)
{
    if (agent.journal)
        atomic_flag_clear_explicit(&agent.journal->lock, memory_order_release);
}

void journal_write(struct journal_entry e, const void *bytes)
{
    struct journal *j = agent.journal;
    if (!j)
        return;
    if (e.size > ROOM - sizeof *j - j->used - sizeof e)
        agent_die("no memory left for the messages of several processes");
    memcpy(j->bytes + j->used, &e, sizeof e);
    if (e.size)
        memcpy(j->bytes + j->used + sizeof e, bytes, e.size);
    j->used += sizeof e + e.size;
    agent.journal_read = j->used;
}
