/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle_window.h - one-sided communication by brute force: the judge of windows.
 *
 * Written from the text of the standard (MPI-4.0, chapter 12) and not from the kernel. A
 * litmus file is read by the judge itself (window_text.h); then every step of every
 * reachable state is taken, and nothing is known of dependence. Besides the steps of
 * ranks there are those that the network makes by itself: a message is matched, a request
 * for a lock reaches its target, an access takes effect.
 *
 * An access takes effect at any time between its call, or when the target lets it in (a
 * lock, a post), and the call that completes it (12.7). WIN_ANY_TIME takes puts and gets
 * so, too. WIN_WHEN_COMPLETED is the shortcut that the kernel takes: they take effect
 * when they are completed. In a program without races both must come to the same.
 *
 * A race is two conflicting accesses that are active at once in some state: called, let
 * in, and not completed at the target. Loads and stores are active for an instant.
 *
 * An outcome is: which message each receive got, in which order requests for locks that
 * exclude each other reached each target, and in which order atomic accesses to each
 * cell took effect, unless both only read or neither returns anything and they have the
 * same operation, one that commutes.
 *
 * WIN_NO_OUTCOMES: programs with loops have endlessly many outcomes. Then what is over is
 * forgotten, so that there are finitely many states, and the ends are told apart only by
 * what ranks know. */
#ifndef MZ_TESTS_ORACLE_WINDOW_H
#define MZ_TESTS_ORACLE_WINDOW_H
#include "base/set128.h"
#include "window_text.h"

enum win_when { WIN_ANY_TIME, WIN_WHEN_COMPLETED };

struct win_options {
    enum win_when when;
    bool zero;        /* locks and starts wait, standard sends are synchronous */
    bool no_outcomes; /* see above */
    bool at_effect;   /* an atomic access is completed at the target when it takes effect,
                         and not by a later call: laxer than the standard, as the kernel
                         has it */
    size_t max_states;
};

struct win_end {
    struct digest outcome;
    struct digest known; /* win_known(): what ranks know in the end */
    bool deadlock, failed;
};

/* The lines of two statements, the smaller first. */
struct win_race {
    uint16_t a, b;
};

struct win_verdict {
    VEC(struct win_end) ends; /* one for each outcome, sorted by `known` and `outcome` */
    uint64_t deadlocks, failures;
    VEC(struct win_race) races; /* sorted */
    size_t states;
    bool complete; /* if not, there were more states than allowed, or too many accesses */
    bool invalid;  /* some execution accesses what it must not */
};

void oracle_window(const struct win_text *, const struct win_options *,
                   struct win_verdict *);
void win_verdict_free(struct win_verdict *);
bool win_same_ends(const struct win_verdict *, const struct win_verdict *);
bool win_same_races(const struct win_verdict *, const struct win_verdict *);

/* The name of what the ranks know in the end: for each rank how it ended, and the values
 * of its names in the order of win_text. Others who want to compare make it from the
 * same. */
enum win_fate { FATE_ENDED, FATE_FAILED, FATE_WAITS };
struct win_knowledge {
    struct {
        int64_t fate, value[WIN_NAMES];
    } rank[WIN_RANKS];
};
struct digest win_known(const struct win_knowledge *);

#endif
