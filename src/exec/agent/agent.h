/* SPDX-License-Identifier: Apache-2.0
 *
 * agent.h - the checker inside the process that it checks.
 *
 * Code of three kinds runs on one thread: the program's setup (constructors, and
 * main until it starts the actors), the ranks, and the agent itself: kernel,
 * explorer and executor. `current` says which. The agent runs on a stack of its
 * own and allocates outside of every image, so restoring a rank never changes it.
 *
 * The one mutable global of the project is here, because functions that the
 * program calls (malloc, mz_send, a signal handler) are given nothing else from
 * which to find their way. */
#ifndef MZ_EXEC_AGENT_H
#define MZ_EXEC_AGENT_H
#include "base/export.h"
#include "base/set128.h"
#include "base/vec.h"
#include "exec/agent/heap.h"
#include "exec/agent/layout.h"
#include "exec/agent/rawcall.h"
#include "exec/link.h"
#include "explore/explorer.h"
#include "kernel/program.h"

enum { AT_AGENT = -1, AT_SETUP = -2 };

struct image;

struct fault {
    enum finding_kind kind;
    uint64_t registers[LINK_REGISTERS];
    uint64_t site;     /* of the call that it is about; 0: where the stack says */
    uint64_t variable; /* that was changed and must not; 0: that is not the matter */
    char text[FAULT_TEXT];
};

/* One post of the rank: where a message will be put. */
struct rank_post {
    void *buffer;
    uint32_t capacity;
    uint32_t size : 31; /* of what was received */
    uint32_t done : 1;
};
_Static_assert(sizeof(struct rank_post) == 16, "there may be many");

struct area {
    uintptr_t low, high;
    uint32_t protection, kind; /* PROT_*, enum area_kind */
};

struct area_list {
    struct area *at;
    uint32_t n, cap;
};

#define RANK_FILES 1024 /* descriptors that a rank can have */

struct opened; /* files.c: what open() made; descriptors that were duplicated share it */

struct rank_file {
    struct opened *file; /* NULL: not open */
    bool close_on_exec;
};

/* One thread of execution in a rank's memory: where it is, and what it wants. */
struct strand {
    void *sp;               /* where it stopped */
    char x87[108];          /* the x87 unit, as fnsave writes it, */
    bool x87_kept;          /* if there was something in it when it stopped */
    uint64_t gs;            /* where its %gs leads */
    struct op op;           /* what it wants to do */
    struct outcome outcome; /* what came of it */
    uint32_t nops;          /* performed so far */
    bool returned;          /* its main has */
    bool over;              /* the program has nothing more to do here */
    bool ended;             /* its function returned, or it called exit(0) */
    struct fault fault;
};

/* What the executor keeps for a rank, at the start of the rank's slab and so part of its
 * image: its strand (there could be several, one day), and what belongs to the memory
 * that all its strands would share. */
struct head {
    struct strand strand;
    struct heap heap;
    uint64_t history; /* digest of all outcomes so far */
    struct rank_post *posts;
    uint32_t nposts, cap_posts;
    uint64_t clock;  /* virtual time, in nanoseconds */
    uint64_t looked; /* the same, when it last looked at it */
    uint64_t asleep; /* how much of it was slept or waited away */
    uint32_t umask;
    char comm[16]; /* its name, if it has changed it */
    uint64_t random;
    char *output; /* what it wrote to stdout and stderr */
    uint64_t output_bytes, output_kept, output_room;
    struct rank_file *files; /* descriptors; NULL: as at the start */
    uint32_t nfiles;
    struct view *view; /* of the file system: see fs.h; NULL: as it really is */
    uint32_t accesses; /* to files: see ledger.h; what it knows of those of others; and */
    uint32_t known;    /* both together, where somebody was told */
    uint32_t told;
    struct area_list areas;    /* pages that it may not use as it likes: see areas.h */
    struct mappings *mappings; /* by mmap; NULL: none yet */
    struct signals *signals;   /* handlers and the like; NULL: as setup left them */
    uint32_t nrequests;        /* matching semantics: made so far, */
    uint32_t nsends;           /* sends among them */
    uint32_t remarks; /* what is wrong but does not end it: see remark.h; 0: nothing */
    void *library;    /* what the MPI library knows, */
    void (*at_end)(void); /* and has to do when the rank ends; NULL: nothing */
};

/* A rank's memory: which image is in its slab, and what of it can be accessed. */
struct space {
    struct image *image;       /* what the rank is now; NULL: it has run since */
    struct image *parent;      /* what it was before it last ran */
    struct outcome via;        /* with which outcome it ran */
    uint64_t nanoseconds;      /* how long that took, if it matters */
    bool loaded;               /* its slab holds `image` (or newer, if that is NULL) */
    struct tracker *tracker;   /* of its heap, if that is large: see track.h */
    size_t extent;             /* how much of its heap can be accessed: see areas.h */
    struct area_list in_force; /* the areas whose protection is set now */
    bool isolated;             /* nobody can access it */
};

struct rank {
    struct head *head;
    struct space space;
    char *top; /* of its strand's stack, */
    void (*entry)(void *);
    void *argument; /* which begins by calling that */
    char name[48];
};

/* What there is to say about an actor in a report, besides the kernel's part. */
struct evidence {
    const struct fault *fault; /* NULL: nothing has gone wrong */
    uint64_t registers[LINK_REGISTERS];
    const void *stack; /* a copy, or in place; NULL: it has none */
    uint64_t stack_address;
    size_t stack_bytes;
};

/* The part of a program's description that only the API in front knows. */
struct front {
    const char *name; /* of what the program calls */

    /* For programs that are not made of ranks; NULL otherwise. */
    struct program *(*start)(void);
    void (*evidence)(uint32_t actor, struct evidence *);
    void (*output)(uint32_t actor, struct link_actor *);

    void (*prepare)(void); /* before the ranks start: how many mailboxes, mutexes */
    void (*describe)(uint32_t actor, const struct op *, struct str *);
    uint64_t (*digest)(const struct op *);
    int64_t (*gather)(struct program *, uint32_t actor, const struct op *,
                      const int64_t *values); /* NULL: there are no collectives */
    /* Has the actor ever been seen to do so? */
    bool (*uses)(uint32_t actor, enum op_kind, uint32_t object);
    const char *(*mailbox_name)(uint32_t);
    const char *(*mutex_name)(uint32_t);
};

struct agent {
    struct program program; /* first: a struct program * leads here */
    volatile int current;
    void *sp;            /* the agent's, while a rank runs */
    struct link *link;   /* NULL: not under mazurka run */
    struct link *shared; /* the same; in a copy of the process, that of the first one */
    struct heap heap;
    struct heap *setup; /* in the memory it manages; NULL: not used yet */
    struct rank *rank;
    uint32_t nranks, room;
    int resident; /* whose copy of the learned pages is in place */
    bool once;    /* nothing is ever gone back to, so no images are made */
    const struct front *front;
    bool claimed;   /* somebody has used it */
    uint64_t calm;  /* executions of which there was little to say */
    uint64_t looks; /* for races of messages */
    struct set128
        file_uses;  /* what ranks did with files, where nothing is wrong with it */
    VEC(bool) told; /* by the newest of a rank's remarks: these were reported */
    struct search search;
    bool wary; /* ranks have heard of each other's addresses */
    bool started;
    int (*main)(int, char **, char **);
    int argc;
    char **argv, **envp;
    uint32_t mxcsr; /* the floating-point units, as setup left them */
    uint16_t x87;
    bool has_gs;         /* the processor lets programs set %gs themselves, */
    uint64_t gs;         /* and this is where it leads now, */
    uint64_t setup_gs;   /* and led when the ranks started */
    const void *main_sp; /* where main's stack was when the ranks started */
    uint64_t setup_clock, setup_asleep, setup_random;
    uint32_t umask;              /* of setup */
    int64_t setup_input;         /* bytes of standard input that setup has read */
    char *stack_top, *spare_top; /* the agent's stack; one for leaving a rank */
    uint64_t image_bytes;
    VEC(uint64_t) sites; /* call sites, named by op.where */
    /* What the modules keep for themselves; each makes its own. */
    struct images *images;
    struct pages *pages;
    struct files *files;
    struct nodes *nodes;
    struct signals *signals; /* of setup */
    struct payloads *payloads;
    struct tracking *tracking;
    struct native *native;
    struct sets *sets;
    struct port *port;
    struct loans *loans;
    struct patience *patience;
};

extern struct agent agent;

static inline struct head *rank_head(void)
{
    return agent.rank[agent.current].head;
}

/* Makes what lies below the caller's frame the same whatever was called before. What our
 * own functions leave there depends on what they have seen before, in other executions
 * too; the gaps of a frame that is made there later would show it, and the stack of a
 * rank that polls is compared. Whoever asks one of our tables for something calls this
 * before the rank stops. */
__attribute__((noinline)) void rank_wipe(void);

/* From a rank: perform the operation and come back with its outcome. `site` is
 * the address in the program that asks for it. */
struct outcome rank_do(struct op op, void *site);

/* The API that the program uses: the first one that is called. Another one after it ends
 * the rank. */
void agent_use(const struct front *);

/* From a rank: it is over; it ends well. */
_Noreturn void rank_end(void);
_Noreturn void rank_fail_at(enum finding_kind, const void *site, const char *text);
_Noreturn void rank_fail(enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* From setup: take over, explore, and end the process. */
_Noreturn void agent_run(void);

/* The real clock. */
uint64_t agent_nanoseconds(void);

/* What main() says and returns where there is no checker. */
int agent_absent(void);

/* Say why and end the process: the program cannot be checked at all. */
_Noreturn void agent_refuse(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* The same, but it is our own fault. */
_Noreturn void agent_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* End the process, to be started once more with what is in the link now. */
_Noreturn void agent_again(void);

/* ---- coroutine.c ---- */
void coro_switch(void **save, void *to);
void *coro_make(char *top, void (*entry)(void));

/* ---- rank.c ---- */
uint32_t rank_new(const char *name, void (*entry)(void *), void *argument);
void rank_prepare(uint32_t);     /* its memory */
void rank_begin(uint32_t);       /* from zeroed memory: the next slice calls its entry */
uint32_t rank_site(uint64_t pc); /* a number for the call site, for op.where */
void rank_start_all(void);
void rank_run(uint32_t, struct outcome);   /* up to its next operation */
void rank_slice(uint32_t, struct outcome); /* the same, with no image kept */

/* Up to this size, a rank is always copied and its time is not taken. */
#define IMAGE_SMALL ((size_t)256 << 10)

/* ---- program.c ---- */
/* Of the heap and of what the executor keeps for the rank, as `h` has it: a copy of its
 * head that the caller may have changed. What was printed is not part of it: the rank
 * cannot look at that. */
uint64_t program_heap_digest(const struct rank *, struct head *h);
extern const struct program_ops exec_ops;
struct location; /* kernel/program.h */

/* ---- crash.c ---- */
void crash_install(void);
void crash_leave(void *ucontext, enum finding_kind, const char *text);
/* In DWARF's order. */
void crash_registers(const void *ucontext, uint64_t *to);
/* After crash_leave(): it went wrong here, not where it was left. */
void crash_blame(int rank, const uint64_t *registers);

/* ---- patience.c ---- */
void patience_init(void);
void patience_install(void);
/* Without a supervisor: ranks that get nowhere are looked after all the same. */
void patience_watch(void);
/* One more instruction was made. False: nobody has asked for that. */
bool patience_step(void *ucontext);

/* ---- modules.c ---- */
void modules_find(void);

/* ---- port.c ---- */
void vdso_replace(void); /* the kernel's own functions come to us from now on */
void port_init(void);
void port_use(void); /* the program uses MPI */

/* ---- report.c ---- */
void report_step(uint32_t actor, int32_t outcome); /* is about to be made */
void report_execution(struct search *, void *);
bool report_worth(struct search *, void *);
void report_counts(const struct search *); /* in how many executions each finding is */
void report_rank(const struct rank *, struct evidence *); /* that is in place */
void report_registers(const struct head *, uint64_t *to);

/* ---- pages.c ---- */
void pages_init(void);
void pages_find(const void *main_sp);
bool pages_fault(const void *address); /* true: it is ours and now writable */
void pages_touch(const void *address, size_t bytes);
uint32_t pages_count(void);
uint64_t pages_digest(uint64_t seed);             /* of the resident copy */
void pages_copy_out(char *to);                    /* resident copy, PAGE each */
void pages_copy_in(const char *from, uint32_t n); /* others: as at the start */
/* Without images: put the pages of this rank in place of the resident one's. */
void pages_exchange(uint32_t rank);
/* What is not as it was at the start, of the memory that is the program's own: its
 * variables, and what setup allocated. NULL: nothing. */
const void *pages_changed(void);

#define VIRTUAL_EPOCH 1000000000000000000u /* 2001-09-09 01:46:40 UTC, in ns */

#endif
