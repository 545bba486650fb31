/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h - what the supervisor and the agent tell each other.
 *
 * One piece of shared memory, made by the supervisor before it starts the
 * program. The first part says what to do; the second is kept up to date while
 * the agent works, so that it can be read even if the agent is gone; the third
 * is a heap of findings that only grows. Nothing in it is a pointer: `at` fields
 * are offsets from the start of the link. */
#ifndef MZ_EXEC_LINK_H
#define MZ_EXEC_LINK_H
#include "explore/counts.h"
#include "explore/options.h"
#include "report/finding.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both sides must have been built from the same sources. */
#define LINK_MAGIC         (0x6d617a75726b6103u ^ sizeof(struct link) << 32)
#define LINK_ENV           "MAZURKA_LINK"
#define LINK_SIZE          ((size_t)512 << 20) /* sparse */
#define LINK_PATH          ((size_t)1 << 20) /* longest execution whose steps are kept */
#define LINK_NUDGE         SIGURG            /* "is this rank still getting anywhere?" */
#define LINK_MAX_RANKS     1024
#define LINK_MAX_MODULES   256
#define LINK_BIRTHS        ((size_t)1 << 15)
#define LINK_MAX_LIBRARIES 32
#define LINK_MAX_RESTS     64
#define LINK_MAX_INPUTS    1024
#define LINK_STDIN_MAX     ((size_t)64 << 20)
#define LINK_STACK_MAX     ((size_t)256 << 10)
#define FAULT_TEXT         384

/* In messages, the place of a call in the program: the supervisor, who can tell the line,
 * puts it there. An address in hexadecimal stands between these two. */
#define PLACE_BEGIN '\002'
#define PLACE_END   '\003'

enum link_job { JOB_EXPLORE, JOB_REPLAY };
enum link_images { IMAGES_AUTO, IMAGES_EVERY, IMAGES_ROOT };
enum link_tracking { TRACKING_AUTO, TRACKING_KERNEL, TRACKING_FAULTS, TRACKING_OFF };
enum link_phase { PHASE_LOADING, PHASE_SETUP, PHASE_RUNNING, PHASE_DONE };

struct link_step {
    uint32_t actor;
    int32_t outcome;
    uint64_t digest; /* of the operation: what, on what, with which data */
    uint64_t pc;     /* where in the program */
    uint64_t text;   /* offset of a description; 0: none */
};

/* The registers that unwinding starts from, in DWARF's order: rax rdx rcx rbx
 * rsi rdi rbp rsp r8..r15 rip. */
#define LINK_REGISTERS 17

struct link_actor {
    uint32_t status; /* enum actor_state */
    char name[48];
    char doing[FAULT_TEXT]; /* its pending operation, or what went wrong, */
    uint64_t pc;            /* and where it was asked for; 0: not known */
    uint64_t registers[LINK_REGISTERS];
    uint64_t stack_address, stack_bytes, stack; /* a copy at offset `stack` */
    uint64_t output, output_bytes, output_dropped;
    uint64_t waits_for; /* array of actors */
    uint32_t nwaits;
};

/* Where an actor comes from: the nth that the parent created. Actors are numbered in the
 * order in which an exploration first sees them, so a replay must be told. */
struct link_birth {
    uint32_t parent, nth;
};

struct link_finding {
    uint64_t next; /* offset of the following one; 0: last */
    uint32_t kind; /* enum finding_kind */
    uint32_t actor;
    char message[FAULT_TEXT], detail[FAULT_TEXT];
    uint64_t pc;        /* the call that it is about; 0: where the stack says */
    uint64_t outcomes;  /* how many executions show it */
    uint64_t execution; /* in which one it was found, from 1 */
    uint32_t nsteps, nactors;
    uint64_t steps, actors; /* arrays of link_step, link_actor */
    uint32_t steps_before;  /* before those that do not matter were left out */
    uint32_t ncycle;
    uint64_t cycle;
    uint64_t race;     /* lines of text: which orders of messages led there; 0: none */
    uint64_t earlier;  /* lines of text: errors that the program was told of; 0: none */
    uint64_t end;      /* a digest of what everybody was about to do then */
    uint64_t variable; /* the address of what was changed that must not; 0: none */
};

struct link_module {
    uint64_t base;
    uint64_t low, high; /* where it lies */
    char path[240];
};

/* A file that the program has looked at, as it was when it did so first. */
struct link_input {
    char path[240];  /* without links and dots; cut short if need be */
    uint64_t digest; /* of what is in it; of a directory: of the names; 0: not there */
};

struct link {
    uint64_t magic;

    /* ---- what to do ---- */
    enum link_job job;
    struct search_options options;
    uint32_t slots; /* actor programs: room for so many actors; grows if need be */
    uint64_t resume, resume_bytes; /* a frontier to begin with; 0: none */
    uint32_t ranks;   /* main is the body of this many; 0: main creates actors */
    uint32_t mpi;     /* the program is linked to MPI */
    uint32_t ours;    /* it is linked to libmazurka itself */
    double step_time; /* as in struct launch */
    enum link_images images;
    uint64_t memory_cap;    /* bytes of images */
    volatile uint32_t echo; /* what ranks print goes to our own output too, until the
                               first execution is complete */
    uint32_t record;        /* keep the digest and the outcome of every trace */
    enum link_tracking tracking;
    uint32_t show_output; /* keep what the first execution printed */
    uint32_t halt;        /* replay: after the last step, sends that may wait do so */
    uint32_t
        endless; /* replay: then this actor (from 1) asks in vain for ever; 0: none */
    uint32_t watched; /* replay: a debugger shows every step, in words */
    uint32_t guard;   /* replay: no rank can touch the memory of another */
    uint32_t wary;    /* explore: likewise, as a replay has shown that one does */
    uint32_t replay_steps;
    uint64_t replay; /* array of link_step */
    uint32_t replay_births;
    uint64_t replay_born; /* array of link_birth */

    /* Libraries that the program loads while it runs. They have to be there before
     * the first image is made, so when one is asked for, the agent adds it here, sets
     * `again` and ends, and the supervisor starts the program once more. */
    uint32_t nlibraries;
    char library[LINK_MAX_LIBRARIES][240];

    /* Two ranks make one directory, or remove one file, without an order, so it is to be
     * tried whether it matters who is first. Likewise. */
    uint32_t trials;

    /* Standard input. It is read when the program first asks for it: the agent sets
     * `wants_stdin` and `again`, and the supervisor puts all of it here. */
    uint32_t wants_stdin;
    uint64_t stdin_at, stdin_bytes; /* stdin_at 0: it was not read */
    uint64_t stdin_digest;

    /* ---- what is going on ---- */
    volatile sig_atomic_t interrupt;
    volatile uint32_t phase;
    volatile uint64_t
        progress; /* counts slices of rank execution, and other signs of life */
    /* Put here whole now and then, and at the end. Before that it serves for progress
     * only: who reads it while it is written sees a bit of both. */
    volatile struct search_counts counts;
    volatile uint32_t running; /* the rank that is running, plus 1; 0: the agent */
    volatile uint32_t depth;
    struct link_step path[LINK_PATH];

    /* ---- what came out ---- */
    uint32_t again;    /* start once more, with more libraries */
    uint32_t slow;     /* replay: a rank computed for too long, which it did not before */
    uint32_t trespass; /* a rank tried to touch the memory of another */
    char loop[256];    /* STOP_POLLS: which loop was not followed any longer */
    uint64_t frontier, frontier_bytes; /* what is left; without the former: no room */
    uint32_t foreign;                  /* what is to be resumed is of another program */
    char unsupported[512];             /* why the program cannot be checked; "": it can */
    /* What the verdict rests on besides what the options say, in a few words each, such
     * as "the file input.txt": see link_rests_on(). */
    volatile uint32_t nrests;
    char rests[LINK_MAX_RESTS][160];
    volatile uint32_t ninputs; /* may be more than there is room for */
    struct link_input inputs[LINK_MAX_INPUTS];
    char died[256];          /* the agent's last words */
    char setup_output[1024]; /* what main printed before the actors started */
    uint32_t differs;        /* replay: 1 + the first step that was not as recorded */
    char expected[256], got[256];
    uint32_t matching;   /* it used MPI */
    uint32_t unfinished; /* replay: somebody could go on after the last step */
    uint32_t nactors, nmodules;
    uint32_t inboxes; /* it is an actor program */
    uint32_t births;
    uint64_t born; /* array of link_birth, with room for LINK_BIRTHS */
    uint64_t library_low, library_high; /* where our own code is */
    uint64_t mpi_low, mpi_high;         /* and that of our MPI library; 0: not there */
    struct link_module modules[LINK_MAX_MODULES];
    uint64_t image_bytes_peak, image_saves, image_loads, image_rebuilds, pages_learned;
    double ready_seconds, explore_seconds;
    uint64_t findings;                 /* offset of the first; 0: none */
    uint64_t nfindings, lost_findings; /* lost: no room */
    uint64_t sample; /* the steps of one complete execution, to try again */
    uint32_t sample_steps;
    uint64_t printed; /* by the first execution: array of link_actor; 0: nothing kept */
    uint64_t end;     /* of it, or of what was replayed; as in a finding */
    uint64_t seen, nseen; /* record: array of link_seen */
    volatile uint64_t used;
};

struct link_seen {
    uint64_t lo, hi;
    uint32_t deadlock, failed;
    uint64_t events;
};

static inline void *link_at(struct link *l, uint64_t offset)
{
    return (char *)l + offset;
}

/* The verdict rests on this, too: it is printed after "holds for". May be called often
 * and from several processes: what is there already is not added again. */
void link_rests_on(struct link *, const char *what);
/* The program has looked at this file; see exec/input.h for the digest. May be called
 * often, likewise. */
void link_input(struct link *, const char *path, uint64_t digest);

/* Room for that many bytes, zeroed; 0 if there is no more. */
static inline uint64_t link_room(struct link *l, size_t bytes)
{
    uint64_t at = l->used;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > LINK_SIZE - at)
        return 0;
    l->used = at + bytes;
    return at;
}

#endif
