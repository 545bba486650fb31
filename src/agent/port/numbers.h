/* SPDX-License-Identifier: Apache-2.0
 *
 * numbers.h - the numbers by which a rank knows its requests and messages.
 *
 * The kernel counts requests up. If a rank kept such numbers, two histories would hardly
 * ever lead to the same state: who has received one message more, or the same messages in
 * another way, has other numbers. So the rank's memory has the lowest number that is
 * free, and a table, which is no part of the rank's state, says what the kernel calls
 * it. */
#ifndef MZ_AGENT_PORT_NUMBERS_H
#define MZ_AGENT_PORT_NUMBERS_H
#include "agent/core/agent.h"

#define NUMBER_FREE INT64_MIN /* what is in the table for a number that is free */

/* Gives a number to what the kernel calls `name`. In a rank. */
uint32_t numbers_give(struct rank_head *, struct numbers *, int64_t name);
void numbers_free(struct numbers *, uint32_t number);

static inline bool numbers_has(const struct numbers *t, uint32_t number)
{
    return number < t->n && t->name[number] != NUMBER_FREE;
}

/* The number of what the kernel calls `name`; UINT32_MAX if it has none. */
uint32_t numbers_find(const struct numbers *, int64_t name);

#endif
