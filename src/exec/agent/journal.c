/* SPDX-License-Identifier: Apache-2.0
 *
 * journal.c - see journal.h. */
#include "exec/agent/journal.h"
#include "base/lock.h"
#include "exec/agent/agent.h"
#include "exec/agent/fs.h"

#include <string.h>

#define ROOM ((size_t)4 << 30) /* of addresses: what is not written takes no memory */

struct journal {
    atomic_flag lock;
    _Atomic uint64_t used;
    char bytes[];
};

bool journal_share(struct program *p, bool copies)
{
    (void)p;
    if (copies == (agent.journal != NULL))
        return true;
    if (!copies)
        process_unshare(agent.journal, ROOM);
    agent.journal = copies ? process_share(ROOM) : NULL;
    agent.journal_read = 0;
    agent.journal_files = nodes_number();
    return agent.journal || !copies;
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
        else if (e.kind == JOURNAL_CONTEXT)
            port_follow(&e, bytes);
        else
            site_follow(&e);
    }
}

void journal_lock(void)
{
    if (!agent.journal)
        return;
    if (!lock_take(&agent.journal->lock))
        agent_die("a process ended while it gave numbers to messages");
    follow();
    rank_wipe_deep(); /* whether there is something to read depends on the others, and
                         must not show on the stack of a rank */
}

void journal_unlock(void)
{
    if (agent.journal)
        lock_give(&agent.journal->lock);
}

void journal_read(void)
{
    if (!agent.journal || agent.journal_read >= agent.journal->used)
        return;
    journal_lock();
    journal_unlock();
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
