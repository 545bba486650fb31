/* SPDX-License-Identifier: Apache-2.0
 *
 * reach.h - what may still arrive before a process receives?
 *
 * Looks at each process by itself: which local states could it get to, and
 * what could it send, as long as one process p stands still? Receives from p
 * that nothing pending satisfies are then out of reach, and with them all that
 * comes after. The answer errs on the side of "may". */
#ifndef MZ_MODEL_REACH_H
#define MZ_MODEL_REACH_H
#include "model/step.h"

/* Scratch of one thread. */
struct reach {
    uint32_t now;          /* marks equal to this are set */
    uint32_t *state, *msg; /* marks: local state reached, message sendable */
    uint32_t *msg_base;    /* per channel: its first message in `msg` */
    uint32_t *taker;       /* receives, by message */
    uint32_t *taker_first; /* per message: where its receives start */
    uint32_t *work;        /* states to look at */
    uint32_t todo;
};

void reach_init(struct reach *r, const struct model *m);
void reach_free(struct reach *r);

/* May p, which is at a receiving or send-receive state, yet be sent a message
 * that it accepts, on a channel where it cannot receive one now, before it
 * receives anything? */
bool reach_arrives(struct reach *r, const struct model *m, const struct global *s,
                   uint32_t p);

#endif
