/* SPDX-License-Identifier: Apache-2.0
 *
 * family.h - what each family of operations brings to the kernel.
 *
 * The kernel knows how executions grow and are taken back, and what a clock is; what an
 * operation does is the business of its family, which is one file (two for matching
 * semantics and for windows) and ends with a struct of these functions. All of them get
 * operations or acts of their own family only, and switch over its kinds (enum
 * mutex_kind, say, in op.h), so that the compiler lists what a new kind lacks. What
 * explorers ask about a family is in explore/classic/family/family.h. */
#ifndef MZ_KERNEL_FAMILY_H
#define MZ_KERNEL_FAMILY_H
#include "kernel/state.h"

/* Collects what goes into a digest of the state; see state.c. */
struct digester;
void digest_add(struct digester *, const void *, size_t);

/* A message as outcomes name it: the k-th that this sender sent to the actor that gets
 * it. */
struct message_name {
    uint32_t sender, k;
};

struct family {
    /* ---- an operation in a context: see place.h and clock.h ---- */
    void (*outcomes)(const struct state *, uint32_t actor, const struct op *,
                     const uint32_t *cut, outcomes_vec *);
    struct act (*act)(struct state *, uint32_t actor, const struct op *,
                      const uint32_t *cut, int32_t outcome);
    void (*causes)(const struct state *, const struct act *, const uint32_t *cut,
                   events_vec *causes);

    /* ---- its effects: see state.h ---- */

    /* Applies the step to the state. The event is not on the state's stack yet; `event`
     * is the number that it will have. Returns what the actor is told. */
    struct outcome (*apply)(struct state *, struct event *, uint32_t event);
    /* Undoes apply(). The event must be the last step. */
    void (*revert)(struct state *, const struct event *);
    /* Adds the contents of the family's objects to the digest; the result must be the
     * same for every execution of a trace. */
    void (*digest)(const struct state *, struct digester *);
    /* Frees what the family keeps in the state. */
    void (*free)(struct state *);

    /* ---- for reports and schedules ---- */

    /* Adds those for whom the actor's pending operation waits; see wait.h. */
    void (*waits_for)(const struct state *, uint32_t actor, events_vec *actors);
    /* Is the actor, which cannot move, held up (part of a deadlock)? NULL: it always
     * is. */
    bool (*held_up)(const struct state *, uint32_t actor);
    /* Must a schedule state this event's outcome? Not if it is the only possible one.
     * For operations with the trait GETS the schedule always states the message. */
    bool (*chooses)(const struct event *);
    /* For operations with the trait GETS: the message that an outcome names, and the
     * outcome that names a message. */
    struct message_name (*name)(int32_t outcome);
    int32_t (*named)(struct message_name);
};

extern const struct family local_family;    /* local.c */
extern const struct family mailbox_family;  /* mailbox.c */
extern const struct family mutex_family;    /* mutex.c */
extern const struct family inbox_family;    /* inbox.c */
extern const struct family matching_family; /* matching_effects.c */
extern const struct family window_family;   /* window_effects.c */
extern const struct family sync_family;     /* sync_effects.c */

extern const struct family *const families[FAMILIES];
extern const struct family *const family_by_kind[OP_KINDS];

static inline const struct family *family_of(enum op_kind kind)
{
    return family_by_kind[kind];
}

/* ---- for those who have nothing to say to some of these questions ---- */

void family_no_causes(const struct state *, const struct act *, const uint32_t *,
                      events_vec *);
void family_waits_for_nobody(const struct state *, uint32_t, events_vec *);
bool family_no_choice(const struct event *);

#endif
