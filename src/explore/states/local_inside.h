/* SPDX-License-Identifier: Apache-2.0
 *
 * local_inside.h - what local.c and pass.c share. */
#ifndef MZ_EXPLORE_STATES_LOCAL_INSIDE_H
#define MZ_EXPLORE_STATES_LOCAL_INSIDE_H
#include "explore/states/local.h"

/* How a rank comes to a state: from this local state, by this outcome. */
struct local_way {
    uint32_t from; /* NOWHERE: it begins there */
    struct outcome o;
};

/* Where the state that ls->before describes mentions the request, which is looked for at
 * `likely` first, or the message; NOWHERE: it does not. */
uint32_t local_place_request(const struct locals *ls, uint32_t number, uint32_t likely);
uint32_t local_place_message(const struct locals *ls, int32_t message);
/* The state that ls->id describes is the one that the rank goes on from. */
void local_begin_here(struct locals *ls);
/* What follows goes on from a state that mentions these. */
void local_begin_from(struct locals *ls, const uint32_t *requests, size_t nrequests,
                      const int32_t *messages, size_t nmessages);
/* Stores the operation, with requests and messages as places in the state that ls->before
 * describes. NULL if it names one that the state does not mention. */
const struct op *local_place_op(struct locals *ls, struct op op);
/* The number of the actor's present state, which ls->id describes, and to which it came
 * in this way; NOWHERE if it cannot be used. */
uint32_t local_intern(struct locals *ls, uint32_t rank, const struct local_way *how,
                      struct local like);

#endif
