/* SPDX-License-Identifier: Apache-2.0
 *
 * inbox.h - the family of inboxes: what others ask about it besides family.h. */
#ifndef MZ_KERNEL_INBOX_H
#define MZ_KERNEL_INBOX_H
#include "kernel/state.h"

/* Puts the messages that the actor has just sent into the inboxes; returns how many
 * they were. */
uint32_t inbox_post(struct state *, uint32_t from, uint32_t event);
/* Removes the n messages that were sent last. */
void inbox_take_back(struct state *, uint32_t n);

/* The message that a take with this outcome gets. */
const struct message *inbox_message(const struct state *, uint32_t actor,
                                    int32_t outcome);

/* The index of a message in the actor's inbox that it has not taken; the inbox's length
 * if there is none. */
size_t inbox_untaken(const struct state *, uint32_t actor);

#endif
