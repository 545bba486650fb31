/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.h - starting a program with the agent in it, and outliving it.
 *
 * The supervisor never trusts the process: it reads what is in the link, watches
 * that the program gets somewhere, and cleans up whatever happens. */
#ifndef MZ_EXEC_LAUNCH_H
#define MZ_EXEC_LAUNCH_H
#include "base/err.h"
#include "base/str.h"
#include "exec/link.h"

#include <sys/types.h>

struct launch {
    struct link *link;
    int fd; /* of the link */
    pid_t pid;
    double step_time; /* seconds that a rank may run without any call */
    double grace;     /* seconds that the agent may be silent */
    int status;       /* as waitpid() gives it */
    double peak_mb;   /* of memory, in the process */
    bool killed;      /* by us, because it was silent or the user wants an end */
    bool interrupted; /* the latter: a rank was computing, and the agent could not stop */
    unsigned again;   /* how often it had to be started again */
    uint64_t used;    /* of the link, before it was started; 0: it was not */
    bool gdb;
    const volatile sig_atomic_t *interrupt;          /* may be NULL */
    void (*on_tick)(struct launch *, void *context); /* may be NULL */
    void *context;
};

/* A fresh link, zeroed but for its magic. MZ_USAGE if there is no memory. */
enum mz_err launch_init(struct launch *, struct str *why);
void launch_free(struct launch *);

/* Start argv[0] and wait for its end. It may be called again, and starts from the
 * beginning then. MZ_USAGE or MZ_UNSUPPORTED with a sentence
 * if it cannot be started; otherwise MZ_OK, and the link says the rest. */
enum mz_err launch_run(struct launch *, char **argv, struct str *why);

/* Why the agent is gone, if it ended before it was done. */
bool launch_lost(const struct launch *, struct str *why);

/* The first of these places, seen from where the tool is, that can be read; the list ends
 * with NULL. In the tree where it was built and where it is installed. */
bool launch_find(const char *const *places, struct str *path);
bool launch_mpi_library(struct str *path);

#endif
