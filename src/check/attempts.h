/* SPDX-License-Identifier: Apache-2.0
 *
 * attempts.h - a check is one attempt after the other, until none has a reason to be
 * followed by another one. The reasons are the table attempts.def; the only loop that
 * goes by it is check_run(). */
#ifndef MZ_CHECK_ATTEMPTS_H
#define MZ_CHECK_ATTEMPTS_H
#include "base/err.h"
#include "base/str.h"
#include "check/plan.h"

enum attempt_reason {
#define ATTEMPT(reason, when, change, outcome, most, what) ATTEMPT_##reason,
#include "check/attempts.def"
#undef ATTEMPT
    ATTEMPT_REASONS
};
/* In a set of reasons. */
static inline uint32_t attempt_bit(enum attempt_reason r)
{
    return UINT32_C(1) << r;
}
/* In words. */
const char *attempt_text(enum attempt_reason);

/* How an attempt has ended. */
struct attempt {
    uint32_t reasons; /* those that the agent has given: a set. If there are any, nothing
                         else is known */
    struct search_counts counts;
    bool asked_to_end; /* by the user */
    bool unverified;   /* there is a reason why the program cannot be verified */
    bool found;        /* something was found, in this attempt or before */
    bool good;         /* nothing was found, and nothing left out */
    bool trespassed;   /* a rank has tried to access the memory of another */
    bool late;         /* it was ended by force when its time was over */
    bool alone;        /* no other machine takes part in it */
    bool kept;         /* what is left of the search is here: see struct check */
    void *left;
    uint64_t left_bytes;
};

struct check {
    struct plan *plan;
    /* Makes one attempt. */
    enum mz_err (*explore)(struct check *, struct attempt *, struct str *why);
    /* Copies what is left of the search, which the next attempt would overwrite. NULL:
     * nothing is ever left. */
    void (*keep)(struct check *, struct attempt *);
    /* This is how the check has ended, although another attempt came after it; NULL: only
     * the agent asks for other attempts. */
    void (*settle)(struct check *, const struct attempt *);
    void *owner;
    struct str needs; /* told: how much memory would be enough */
};

/* Makes attempts until there is no reason for another one. */
enum mz_err check_run(struct check *, struct str *why);

#endif
