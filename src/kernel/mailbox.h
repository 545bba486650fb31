/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.h - the family of mailboxes: what others ask about it besides family.h. */
#ifndef MZ_KERNEL_MAILBOX_H
#define MZ_KERNEL_MAILBOX_H
#include "kernel/state.h"

/* The post that the actor's post is paired with; NULL if there is none in the cut. */
const struct post *mailbox_partner(const struct state *, uint32_t actor, uint32_t handle,
                                   const uint32_t *cut);

#endif
