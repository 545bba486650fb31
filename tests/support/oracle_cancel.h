/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_cancel.h - sends that are cancelled (OP_RETRACT): part of the oracle's rules. */
#ifndef MZ_TESTS_ORACLE_CANCEL_H
#define MZ_TESTS_ORACLE_CANCEL_H
#include "oracle_rules.h"

/* Adds what the cancel of a send that the rank is about to make may answer. */
void cancel_add_moves(const struct judge *, uint32_t rank, move_vec *);

/* The send is marked for cancellation, and that was the answer. */
void cancel_mark(struct request *send, int32_t answer);

/* Must a wait for this send return now because the send is marked? */
bool cancel_completes(const struct request *send);

/* Nothing can happen any more, or nothing that counts: has every send that could not be
 * cancelled been received, as it must be? */
bool cancel_is_kept(const struct judge *);

#endif
