/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h - what the supervisor and the agent tell each other.
 *
 * One piece of shared memory, made by the supervisor before it starts the
 * program. The first part says what to do; the second is kept up to date while
 * the agent works, so that it can be read even if the agent is gone; the third
 * is a heap of findings that only grows. Nothing in it is a pointer: `at` fields
 * are offsets from the start of the link. */
#ifndef MZ_REAL_LINK_H
#define MZ_REAL_LINK_H
#include "check/plan.h"
#include "explore/search/counts.h"
#include "explore/search/options.h"
#include "real/flow/flow.h"
#include "report/finding.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The magic differs between builds with different structs, because supervisor and agent
 * must come from the same sources. */
#define LINK_MAGIC (0x6d617a75726b6103u ^ sizeof(struct link) << 32)
#define LINK_ENV   "MAZURKA_LINK"
/* virtual size; memory that is not used takes no space */
/* The descriptors of our own files; smaller ones are left to the files that the program
 * opens before its ranks start. */
#define LINK_FILES_FROM 1000

/* Most of it is never touched. What is left of a search is in it, too: about 30 bytes for
 * each state that is stored. */
#define LINK_SIZE ((size_t)4 << 30)
#define LINK_PATH ((size_t)1 << 20) /* longest execution whose steps are kept */
/* the signal that asks a rank whether it still makes progress */
#define LINK_NUDGE SIGURG
#define LINK_FIRST_PART                                                                  \
    0.2 /* of --time: for one execution, if a search has come to none */
#define LINK_MAX_RANKS    1024
#define LINK_MAX_MODULES  256
#define LINK_MAX_BINDINGS 3
#define LINK_MAX_LINES    1024
/* The high bits of the name of a line of Python, which no address has. */
#define LINK_LINE_MARK   0x5059ull
#define LINK_LINE_SHIFT  48
#define LINK_BIRTHS      ((size_t)1 << 15)
#define LINK_MAX_RESTS   64
#define LINK_MAX_TARGETS 256
#define LINK_MAX_GAPS    16 /* more than there are texts */
#define LINK_MAX_INPUTS  1024
#define LINK_STDIN_MAX   ((size_t)64 << 20)
#define LINK_STACK_MAX   ((size_t)256 << 10)
#define FAULT_TEXT       384

enum link_job { JOB_EXPLORE, JOB_REPLAY };
enum link_phase { PHASE_LOADING, PHASE_SETUP, PHASE_RUNNING, PHASE_DONE };

/* A step of an execution that is to be repeated, or of the one that goes on. */
struct link_step {
    uint32_t actor;
    int32_t outcome;
    uint64_t digest; /* digest of the operation: its kind, its arguments and its data */
    uint64_t text;   /* offset of a description in words; 0: none */
};

/* The origin of an actor: it is the nth that its parent created. Actors are numbered in
 * the order in which an exploration first sees them, so a replay needs this list. */
struct link_birth {
    uint32_t parent, nth;
};

/* Replay: where the block of the heap was allocated that a finding is about. */
struct link_origin {
    uint32_t kind, actor; /* of the finding */
    uint64_t site;        /* its place; 0: the stack tells */
    uint64_t origin;      /* the address to which malloc() returned */
};
#define LINK_ORIGINS 64

/* What the decisive step of a finding could have observed, or what could have come in its
 * place: see explore/decide/decide.h. */
struct link_way {
    char what[80];
    uint32_t kind;          /* enum way_kind */
    int32_t sender;         /* whose message or step it is; negative: it is none */
    uint64_t site;          /* the address of the send or step; 0: none */
    uint64_t passes, fails; /* outcomes */
};
enum link_decided { LINK_UNDECIDED, LINK_HOPELESS, LINK_DECIDED };

/* A finding: what is compared and counted while the search goes on, all that there is to
 * tell of it as bytes (report/pack.h), and what decides it, which is known later. */
struct link_finding {
    uint64_t next;         /* offset of the next finding; 0: this is the last */
    uint64_t seal;         /* see link_seal_finding() */
    uint64_t packed, size; /* offset and number of the bytes */
    uint32_t kind;         /* enum finding_kind */
    uint32_t actor;
    struct digest name; /* as in struct finding */
    uint64_t outcomes;  /* number of executions that show it */
    uint32_t others;  /* number of other places with findings of this kind, which are not
                         handed over; FINDING_MANY: so many or more */
    uint32_t decided; /* enum link_decided; known when the search is over */
    uint32_t undecided; /* enum undecided, if it is not known */
    bool in_order;      /* LINK_DECIDED: the ways are steps, one of which comes first */
    bool all_judged;    /* it is about all outcomes, not only some of them */
    uint32_t decisive;  /* LINK_DECIDED: the step, */
    uint32_t nways; /* and an array of link_way; the first is the one that was taken */
    uint64_t ways;
    uint64_t left_out; /* number of steps that are not told one by one, but are a tape */
};

/* What a rank prints in the outcomes that end well (--compare-output). */
struct link_prints {
    uint64_t different, outcomes; /* number of different outputs, and of outcomes */
    uint64_t text[2], bytes[2], count[2]; /* the first two, with the number of outcomes of
                                             each; offset 0: none */
};

struct link_module {
    uint64_t base;
    uint64_t low, high; /* the range of addresses that it occupies */
    char path[240];
};

/* A file that the program has looked at, and its state when it did so first. */
struct link_input {
    char path[240];  /* canonical path, truncated if it is too long */
    uint64_t digest; /* digest of its content, or of the names in a directory; 0: it does
                        not exist */
    uint64_t seal;   /* see link_seal() */
};

/* The program's variables, as its debugging information describes them. The agent cannot
 * read it and asks the supervisor: for the variable at an address, for those in the
 * frame of a call, or for the pointers to numbers that the call names as arguments. */
enum link_base {
    BASE_ADDRESS,
    BASE_CFA,           /* the stack pointer before the function was called */
    BASE_FRAME_POINTER, /* %rbp in the function */
    BASE_STACK_POINTER, /* %rsp where it calls another one */
    BASE_REGISTER,      /* pointers: it is in a register, whose number is `low` */
};

/* What the elements of a variable are; as enum port_element (mpi/port.h). */
enum link_element {
    ELEMENT_UNKNOWN,
    ELEMENT_INTEGER,
    ELEMENT_FLOATING,
    ELEMENT_COMPLEX,
};

struct link_variable {
    uint8_t base;       /* enum link_base */
    uint8_t kind;       /* enum link_element */
    uint16_t element;   /* size of an element, if its kind is known */
    int64_t low;        /* offset from the base */
    uint64_t size;      /* pointers: 0 if the argument may be behind where it points to */
    uint64_t structure; /* its elements are structures of `element` bytes: where these are
                           described in the debugging information; 0: they are not */
    char name[44];
};

#define LINK_VARIABLES 128
enum link_asked {
    ASKED_NOTHING,
    ASKED_STATIC,
    ASKED_FRAME,
    ASKED_OVER, /* the variables that the call which returns to `address` can see;
                   `structure` is 0 if this call in the same frame cannot, because their
                   blocks are over. One without a size: it is another function's frame */
    ASKED_POINTERS,
    ASKED_FORTRAN, /* all variables in the frame of a call from Fortran; none are told if
                      it is not, or if it is not known where one of them is */
    ASKED_RESULTS, /* the same, without those that are not in memory, or elsewhere */
    ASKED_MEMBERS, /* the members of the structure at `address` */
    ASKED_VALUES,  /* nothing: the supervisor keeps what it reads (values.h) */
    ASKED_NULL,    /* one without a name, if -1 as a rank in this call cannot be meant as
                      MPI_PROC_NULL (nullrank.h); otherwise none */
    ASKED_ATOMIC,  /* one whose size is enum atomics_answer (real/atomics.h): is what lies
                      at `address` declared as atomic, or, if `site` is not 0, is it
                      accessed before that by an atomic function? */
    ASKED_THEIRS,  /* one without a name, if the call is in code that somebody else has
                      written, within the program's own file (real/whose.h) */
    ASKED_IDIOM, /* one whose size is 1 and known_idiom() of the function of the call, for
                    file-race (real/known.h) */
    ASKED_DONE
};

struct link_question {
    uint32_t lock;           /* of processes that ask: see lock.h */
    volatile uint32_t asked; /* enum link_asked; both sides wait for it to change */
    uint64_t address;        /* ASKED_STATIC: the address of data */
    uint64_t site;           /* the address to which the call returns */
    /* ASKED_VALUES: the assertion, and the registers of the function that has made the
     * call, of which those are known that are kept for callers; where its frame ends. */
    char text[256];
    uint64_t registers[16], cfa;
    uint32_t n;
    struct link_variable variable[LINK_VARIABLES];
};

/* why a program cannot be checked if there is no way to the same addresses */
#define LINK_BY_LOT                                                                      \
    "its addresses are drawn by lot here, so no execution can be repeated: "             \
    "personality(ADDR_NO_RANDOMIZE) is forbidden, and its dynamic linker does not lay "  \
    "it out anew; allow it (docker, podman: --security-opt seccomp=unconfined), or see " \
    "mazurka doctor"

/* A line of a Python program; its name takes the place of an address. */
struct link_line {
    uint64_t site; /* its name; 0: this place in the table is free */
    uint32_t line;
    char file[180], function[64];
};

/* What a replay is to do. */
struct link_replay {
    uint64_t steps; /* offset of an array of link_step, */
    uint32_t nsteps;
    uint64_t tape, taped, digest; /* and steps before them: as in struct mzt */
    uint64_t born;                /* offset of an array of link_birth */
    uint32_t nborn;
    /* 1 + the step at which the execution takes the nth other outcome, and goes on to its
     * end: see detour.h; 0: none. A step after the last one: it only goes on. */
    uint32_t detour, detour_nth;
    uint32_t halt;        /* after the last step, sends that may wait do wait */
    uint32_t endless;     /* after the last step, this actor (counted from 1) polls for
                             ever without success; 0: none */
    uint32_t wants;       /* one finding is to come again, of this name; */
    struct digest wanted; /* 0: all are told */
    uint32_t watched;     /* a debugger shows every step, so steps are put into words */
    uint32_t guard;       /* no rank can access the memory of another */
    uint32_t origins_wanted; /* tell where blocks were allocated */
    uint32_t values_wanted;  /* tell what is in variables that an assertion names */
};

/* Other machines that share the search: as in struct cluster. A size of 0: none do. */
struct link_cluster {
    uint32_t rank, size, search, stale;
    int line;                    /* the descriptor */
    uint64_t facts, facts_bytes; /* offset and size */
    uint64_t joined; /* process 0: offset of a byte for each process, which is 1 if it has
                        taken part in this search */
};
struct link_cluster_end {
    char wrong[512];            /* as in struct cluster, */
    struct cluster_traffic did; /* likewise */
    uint64_t program;           /* see item_program() */
    uint32_t undivided;         /* the explorer works in one process only, and nothing was
                                   explored */
};

/* Standard input, if the plan says that the program reads it. */
struct link_stdin {
    uint64_t at, bytes; /* offset and size of its content; offset 0: it was not read */
    uint64_t digest;
};

struct link {
    uint64_t magic;

    /* ---- what to do ---- */
    uint64_t secret; /* of this process; the agent takes it away before the program
                        begins: see link_take_secret() */
    enum link_job job;
    struct plan plan;
    /* As the plan says, for this attempt; the agent adds what it finds out before the
     * search begins. */
    struct search_options options;
    enum plan_images images;
    uint64_t resume, resume_bytes; /* the frontier to resume: its offset and size; 0:
                                      none */
    uint64_t known, nknown; /* what it has reported: offset of an array of struct known,
                               which the agent counts on (explore/search/frontier.h) */
    uint32_t placed;        /* addresses are those of real/place.h */
    volatile uint32_t echo; /* ranks' output is copied to the tool's output until the
                               first execution is complete */
    uint32_t ntargets; /* places at which an execution ends (--target), as addresses in
                          the program's file */
    uint64_t target[LINK_MAX_TARGETS];
    char target_name[96]; /* as the user wrote it */
    struct flow_map flow; /* how far calls are from the target, or from an assertion; its
                         sites are at this offset: */
    uint64_t flow_sites;  /* 0: it is not known */
    int scratch;     /* a descriptor for a large temporary file without a name; 0: none */
    uint64_t prints; /* offset of a link_prints for each rank; 0: none */
    struct link_replay replay;
    struct link_cluster cluster;
    struct link_stdin input;

    /* ---- what is going on ---- */
    volatile sig_atomic_t interrupt;
    volatile uint32_t clock; /* the tool adds one from time to time: a step may take long,
                                and the search looks at the time then */
    volatile uint32_t phase;
    volatile uint64_t progress; /* number of slices that ranks have run, and of other
                                   signs of progress */
    /* The counts of the search, copied here from time to time and at the end. Before
     * the end they are for showing progress only, since a reader may see a copy that is
     * only partly written. */
    volatile struct search_counts counts;
    volatile uint32_t running; /* the rank that is running, plus 1; 0: the agent */
    volatile uint32_t depth;
    struct link_question question;
    struct link_step path[LINK_PATH];

    /* ---- what came out ---- */
    uint32_t reasons;  /* why there is to be another attempt: a set of enum
                          attempt_reason */
    uint32_t slow;     /* replay: a rank computed for too long, which it did not do when
                          it was recorded */
    uint32_t trespass; /* a rank tried to access the memory of another */
    char loop[256];    /* STOP_POLLS: a description of the loop that was not followed any
                          further */
    /* What is left while the search goes on: offset, size, how often it was put here, and
     * how often the supervisor has taken it. */
    uint64_t save, save_bytes;
    volatile uint32_t saves, saves_taken;
    uint64_t frontier, frontier_bytes; /* offset and size of what is left; offset 0 with a
                                          size: there was no room for it */
    uint64_t reserved;     /* so many bytes at the end of the link are for these two */
    uint32_t foreign;      /* the frontier to be resumed belongs to another
                              program */
    char unsupported[512]; /* why the program cannot be checked; empty if it
                              can */
    uint32_t refusal;      /* the same, as enum reason */
    /* What the verdict rests on besides the options, in a few words each, such as "the
     * file input.txt": see link_rests_on(). */
    volatile uint32_t nrests;
    char rests[LINK_MAX_RESTS][160];
    uint64_t rest_seals[LINK_MAX_RESTS];
    /* What was not explored, although the verdict is about it: see link_leaves_out(). If
     * it is LINK_THREADS, nothing is verified: a rank had several threads, and only one
     * of the ways in which they can take turns was followed. */
#define LINK_THREADS "other schedules of threads than one"
    volatile uint32_t ngaps;
    char gaps[LINK_MAX_GAPS][160];
    uint64_t gap_seals[LINK_MAX_GAPS];
    volatile uint32_t ninputs; /* number of inputs; may be larger than the array */
    struct link_input inputs[LINK_MAX_INPUTS];
    struct link_cluster_end cluster_end;
    char died[256];          /* why the agent ended itself; empty if it did not */
    char setup_output[1024]; /* what main printed before the actors started */
    uint32_t norigins;
    struct link_origin origins[LINK_ORIGINS];
    uint32_t differs; /* replay: 1 + the number of the first step that differed
                         from the recorded one; 0: none */
    char expected[256], got[256];
    uint32_t matching;   /* the program used MPI */
    uint32_t unfinished; /* replay: an actor could go on after the last step */
    uint32_t nactors, nmodules;
    uint32_t inboxes; /* the program is an actor program */
    uint32_t births;
    uint32_t births_lock; /* of processes that look at the list, or add to it: lock.h */
    uint64_t born; /* offset of an array of link_birth, with room for LINK_BIRTHS */
    uint64_t library_low, library_high;   /* the range of our own code */
    uint64_t mpi_low, mpi_high;           /* the range of our MPI library's code; 0: not
                                             loaded */
    uint64_t unwinder_low, unwinder_high; /* the range of libgcc's; 0: not loaded */
    struct {                              /* the ranges of bindings for Fortran, or of
                                             our OpenMP library; 0: not */
        uint64_t low, high;               /* loaded */
    } fortran[LINK_MAX_BINDINGS];
    struct link_line lines[LINK_MAX_LINES]; /* see agent/port/python.c */
    struct link_module modules[LINK_MAX_MODULES];
    /* check_names: steps from a state that was known, with an outcome that was; others.
     */
    uint64_t names_checked, names_new;
    uint64_t image_bytes_peak, image_saves, image_loads, image_rebuilds, pages_learned;
    double ready_seconds, explore_seconds;
    uint64_t findings;                 /* offset of the first finding; 0: none */
    uint64_t nfindings, lost_findings; /* number of findings; number of those for which
                                          there was no room */
    uint64_t outcome; /* detour: offset of a link_finding, of no kind, that tells the
                         execution; 0: there is none */
    uint64_t sample;  /* offset of the steps of a complete execution, as struct mzt_step,
                         which is repeated to check that the program is deterministic */
    uint32_t sample_steps, sample_tidy;
    uint32_t silent; /* MPI: in the first execution, and so in all of them, no rank sent
                        or received anything */
    uint32_t watched_accesses; /* threads: the program says what they access */
    uint32_t complainer; /* the first rank that printed to standard error in the first
                            execution, plus 1; 0: none did */
    char complaint[160]; /* the beginning of what it printed */
    /* the first execution, of which only the actors and their output are told: offset and
     * size of what report/pack.h makes of it; offset 0: there is none */
    uint64_t printed, printed_size;
    uint64_t end;         /* end of that execution, or of the replayed one: as in struct
                             mzt */
    uint64_t seen, nseen; /* record: offset and length of an array of link_seen */
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

#define LINK_OVERWRITTEN "the program has written over the checker's memory"

/* The program under test has the link in its memory, and may write over it. What a
 * verdict rests on is told apart by seals: digests that nobody can make who does not know
 * the secret, of which a process of the agent has a copy of its own. */
void link_take_secret(struct link *);

/* Which list an entry belongs to, which is part of its seal. */
enum link_list { LIST_RESTS = 1, LIST_GAPS, LIST_INPUTS, LIST_FINDINGS };
uint64_t link_seal(uint64_t secret, enum link_list, uint64_t place, const void *bytes,
                   size_t n);
/* What stands in place of a seal while the entry is being written. The lists are written
 * by several processes, any of which may be killed, and read by the supervisor meanwhile:
 * an entry counts when its seal is there, which is stored last. */
uint64_t link_seal_claimed(uint64_t secret, enum link_list, uint64_t place);
/* The seal of a finding, at this offset: of what does not change any more. */
uint64_t link_seal_finding(uint64_t secret, struct link *, uint64_t at,
                           const struct link_finding *);
/* The agent seals a finding that is complete. */
void link_close_finding(struct link *, uint64_t at);

/* Says why the program cannot be checked. */
void link_refuse(struct link *, enum reason, const char *text);
/* Adds this to what the verdict rests on; it is printed after "holds for". May be
 * called repeatedly and from several processes: a duplicate is not added. */
void link_rests_on(struct link *, const char *what);
/* As link_rests_on(), of what may be wrong all the same, since nobody has looked: it is
 * printed after "not explored", whatever room it needs. */
void link_leaves_out(struct link *, const char *what);
/* Adds this file to the inputs; see real/input.h for the digest. May be called
 * repeatedly and from several processes: a duplicate is not added. */
void link_input(struct link *, const char *path, uint64_t digest);

/* The number of bytes that are left of the heap in the link. */
static inline size_t link_left(const struct link *l)
{
    return LINK_SIZE - l->reserved - l->used;
}

/* Allocates zeroed bytes in the link and returns their offset; 0 if there is no
 * room. */
static inline uint64_t link_room(struct link *l, size_t bytes)
{
    uint64_t at = l->used;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > link_left(l))
        return 0;
    l->used = at + bytes;
    return at;
}

/* The offset of so many bytes at the end of the link; 0 if there is no room. The next
 * call gives the same bytes again: what is left of a search is large, and only the newest
 * is needed. */
static inline uint64_t link_end(struct link *l, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > LINK_SIZE - l->used)
        return 0;
    if (l->reserved < bytes)
        l->reserved = bytes;
    return LINK_SIZE - bytes;
}

/* The line of Python of this name; NULL: it is an address. */
const struct link_line *link_python(const struct link *, uint64_t site);
/* Is this address in bindings for Fortran, or in our OpenMP library? */
bool link_in_bindings(const struct link *, uint64_t pc);

#endif
