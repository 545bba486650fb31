/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster_run.h - `mazurka run` in several processes that MPI has started. */
#ifndef MZ_CLI_CLUSTER_RUN_H
#define MZ_CLI_CLUSTER_RUN_H
#include "cli/run.h"

/* Refuses what several processes cannot do together; MZ_OK if they can. */
int cluster_refuses(const struct options *, const struct explorer *);

/* In process 0, before the program is started for the first time: the others are to
 * follow. Needs n->facts. */
enum mz_err cluster_lead(struct run *, struct str *why);
/* In process 0, when the program has ended: takes what other processes know. An error,
 * with a sentence, if they had something else before them. */
enum mz_err cluster_gather(struct run *, struct str *why);

/* In another process: explores what process 0 says, until that ends this one. Returns the
 * exit code if something is wrong. */
int cluster_follow(struct run *);

#endif
