/* SPDX-License-Identifier: Apache-2.0
 *
 * local.c - what an actor does by itself has no races; a choice has its other outcomes.
 */
#include "explore/classic/family/family.h"

static bool has_labels(const struct event *e)
{
    return e->act.kind == OP_CHOOSE;
}

static void pasts(struct extender *x, uint32_t actor, const struct op *op)
{
    extend_consider(x, actor, op);
}

static void file(struct unfolding *u, uint32_t id, ids_vec *out)
{
    if (unfolded(u, id)->act.kind == OP_CHOOSE)
        rivals_outcomes(u, id, out);
}

const struct reduction local_reduction = {
    .reverse = reduction_no_races,
    .has_labels = has_labels,
    .offers_start = reduction_no_offers,
    .offers_next = reduction_no_offer,
    .pasts = pasts,
    .concerns = reduction_unconcerned,
    .file = file,
    .behind = reduction_behind_nothing,
    .position_taken = reduction_no_position,
};
