/* SPDX-License-Identifier: Apache-2.0
 *
 * loans.h - when the bytes of a message are needed no more.
 *
 * Where executions are gone back to, never: messages are kept for good. A run of one
 * execution may be long, though. There the bytes of a message, and what ranks contributed
 * to a collective, are dropped once those whom they were for have moved on: the MPI
 * library is done with what an operation gave it when it asks for the next one. */
#ifndef MZ_AGENT_PORT_LOANS_H
#define MZ_AGENT_PORT_LOANS_H
#include "kernel/program.h"

/* The rank is about to make this request, an arrive. */
void loans_arrive(uint32_t rank, uint32_t request, const struct op *);
/* The rank has completed this request and will look at its result. */
void loans_spend(uint32_t rank, uint32_t request, struct outcome);
/* The rank has finished looking at results. */
void loans_settle(uint32_t rank);

#endif
