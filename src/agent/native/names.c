/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c - mailboxes and mutexes have names, the kernel wants numbers.
 *
 * The table is the agent's: it only grows, and a name keeps its number for the
 * whole exploration, in whichever branch it was first heard of. */
#include "agent/native/native.h"

#include <string.h>

uint32_t names_find(enum name_kind kind, const char *name)
{
    for (size_t i = 0; i < agent.native->names[kind].len; i++)
        if (!strcmp(agent.native->names[kind].at[i], name))
            return (uint32_t)i;
    vec_push(&agent.native->names[kind], mem_strdup(name));
    return (uint32_t)agent.native->names[kind].len - 1;
}

uint32_t names_count(enum name_kind kind)
{
    return (uint32_t)agent.native->names[kind].len;
}

const char *names_text(enum name_kind kind, uint32_t i)
{
    return i < agent.native->names[kind].len ? agent.native->names[kind].at[i] : "?";
}
