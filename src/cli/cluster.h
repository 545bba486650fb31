/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster.h - several processes of the tool that MPI has started together: one search. */
#ifndef MZ_CLI_CLUSTER_H
#define MZ_CLI_CLUSTER_H
#include "explore/share/cluster.h"

/* Called first of all, in every process. If MPI has started the tool as one of several
 * processes, a copy of this process becomes the tool, and this one passes its messages
 * on: see cluster/relay.h. Returns true in the process that goes on as the tool;
 * otherwise *code is the exit code. */
bool cluster_begin(int argc, char **argv, int *code);

/* The cluster; NULL if this process is alone. */
struct cluster *cluster_here(void);
/* Is there a cluster, and this is another process than its first? */
bool cluster_is_other(void);

/* The exit code, which in another process than the first tells process 0 what is wrong.
 */
int cluster_code(int code, enum cluster_code other);

/* What processes had to do with each other, for -v. */
void cluster_tell_traffic(const struct cluster_traffic *, struct str *);

/* The facts as lines, for struct cluster. They must stay. */
#include "base/facts.h"
void cluster_take_facts(struct cluster *, const facts_vec *);

#endif
