/* SPDX-License-Identifier: Apache-2.0
 *
 * sets.h - what operations point at, and who did what.
 *
 * The kernel keeps pointing at the arguments of operations, so sets of numbers live here
 * for good, each once. So does what every rank has ever been seen to do: real code does
 * not tell what it will do, and that is the next best thing. */
#ifndef MZ_AGENT_PORT_SETS_H
#define MZ_AGENT_PORT_SETS_H
#include "kernel/op.h"

void sets_init(void);
const uint32_t *set_of(const uint32_t *members, uint32_t n);

void use_note(uint32_t actor, enum op_kind, uint32_t object);
bool use_seen(uint32_t actor, enum op_kind, uint32_t object);

#endif
