/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.h - starting a program with the agent in it, and outliving it.
 *
 * The supervisor never trusts the process: it reads what is in the link, watches
 * that the program gets somewhere, and cleans up whatever happens. */
#ifndef MZ_REAL_LAUNCH_H
#define MZ_REAL_LAUNCH_H
#include "base/err.h"
#include "base/str.h"
#include "real/audit.h"
#include "real/link.h"
#include "real/mpi_abi.h"

#include <sys/types.h>

struct launch {
    struct link *link;
    int fd; /* descriptor of the link's shared memory */
    pid_t pid;
    double step_time;  /* seconds that a rank may run without making a call; then it is
                          examined whether it does the same for ever */
    double longest;    /* seconds until it is given up; 0: at once */
    double grace;      /* seconds that the agent may make no progress */
    double deadline;   /* timer_now() at which the process is to have ended; it is given a
                          little longer if it says that it is about to. 0: any time */
    int status;        /* as waitpid() gives it */
    double peak_mb;    /* largest memory use of the process, in megabytes */
    bool killed;       /* we have killed it, because it made no progress or the user wants
                          an end */
    bool interrupted;  /* the user wanted an end while a rank was computing, so the agent
                          could not stop by itself */
    bool late;         /* we have killed it, because it did not meet the deadline */
    unsigned again;    /* how often the program had to be started again */
    uint64_t used;     /* bytes of the link that were used before the program was started;
                          0: not started yet */
    struct link *seen; /* see launch_look() */
    struct orders orders;
    bool overwritten; /* the program has written over the link: nothing in it is left but
                         that it cannot be checked */
    bool gdb;
    char **gdb_words;     /* more arguments for gdb, up to a NULL; or NULL */
    uint32_t gdb_looks;   /* the rank that is looked at where nobody has failed */
    uint32_t gdb_kind;    /* the kind of the finding, */
    const char *gdb_says; /* and what it says, with its place; NULL: nothing */
    const char *program;
    const char *openmp; /* as in struct binary_use */
    bool untyped; /* the agent has asked about buffers of a call in code without debugging
                     information */
    struct str
        values; /* of the variables that the assertion names which has failed last */
    struct source *source; /* opened when the agent asks about variables; NULL: not yet */
    const volatile sig_atomic_t *interrupt;          /* may be NULL */
    void (*on_tick)(struct launch *, void *context); /* may be NULL */
    /* called before the program is started, each time; may be NULL */
    void (*on_start)(struct launch *, void *context);
    void *context;
};

/* Can the kernel be asked to draw no lots for addresses? If not, programs are laid out by
 * real/place.h. */
bool launch_settles(void);
/* Has what this process executes next laid out by real/place.h. False if that is not
 * installed. */
bool launch_lay_out(void);
/* Can long executions use a temporary file? */
bool launch_has_scratch(void);

/* Makes a new link, which is zero except for its magic. MZ_USAGE if there is no
 * memory. */
enum mz_err launch_init(struct launch *, struct str *why);
void launch_free(struct launch *);

/* Starts argv[0] as the plan in the link says, and waits for its end; a second call
 * starts it again from the beginning. Returns MZ_USAGE or MZ_UNSUPPORTED, with the reason
 * as a sentence, if it cannot be started; otherwise MZ_OK, and the link holds the
 * results. */
enum mz_err launch_once(struct launch *, char **argv, struct str *why);
/* The same, until the agent does not ask for another attempt any more. */
enum mz_err launch_run(struct launch *, char **argv, struct str *why);

/* What is in the link, as a copy that can be read while the program runs; it is made anew
 * at the same place. Offsets in it are those of the link. */
struct link *launch_look(struct launch *);

/* Did the agent end before its work was done? If so, writes why. */
bool launch_lost(const struct launch *, struct str *why);

/* Finds the first of these places that can be read; they are relative to the tool's own
 * directory, and the list ends with NULL. It works in the build tree and where the tool
 * is installed. */
bool launch_find(const char *const *places, struct str *path);
bool launch_mpi_library(enum mpi_abi, struct str *path);

#endif
