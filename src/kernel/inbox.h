/* SPDX-License-Identifier: Apache-2.0
 *
 * inbox.h - the family of inboxes: what others ask about it besides family.h. */
#ifndef MZ_KERNEL_INBOX_H
#define MZ_KERNEL_INBOX_H
#include "kernel/state.h"

/* Puts what the actor has just sent into the inboxes; says how many. */
uint32_t inbox_post(struct state *, uint32_t from, uint32_t event);
/* Takes back the newest so many messages. */
void inbox_take_back(struct state *, uint32_t n);

/* The message that a take with this outcome takes. */
const struct message *inbox_message(const struct state *, uint32_t actor,
                                    int32_t outcome);

/* The index of a message that the actor has not taken; its inbox's length: none. */
size_t inbox_untaken(const struct state *, uint32_t actor);

#endif
