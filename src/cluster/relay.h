/* SPDX-License-Identifier: Apache-2.0
 *
 * relay.h - the module that speaks MPI. It is a library of its own, linked with the MPI
 * of the system, and loaded only where MPI has started the tool: mazurka-cluster.so. */
#ifndef MZ_CLUSTER_RELAY_H
#define MZ_CLUSTER_RELAY_H

#define RELAY_NAME    "mazurka_relay"
#define RELAY_VERSION 3

struct relay {
    int version;
    int fd;     /* the line to the tool, which is a child of this process; see
                   explore/share/cluster.h for what is on it */
    int pid;    /* the tool */
    int errors; /* a file to which the tool writes its errors, in other processes than the
                   first */
    int size;   /* how many processes there are, as the environment has it, */
    int rank;   /* and which of them this is: only the first one speaks */
};

/* Passes messages on until the tool has ended in all processes. Returns the exit code of
 * the tool, or 2, with a sentence on standard error, if MPI does not work. */
typedef int relay_fn(const struct relay *);
relay_fn mazurka_relay;

#endif
