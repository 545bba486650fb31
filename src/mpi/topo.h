/* SPDX-License-Identifier: Apache-2.0
 *
 * topo.h - process topologies: grids, graphs, distributed graphs. */
#ifndef MZ_MPI_TOPO_H
#define MZ_MPI_TOPO_H
#include "mpi/comm.h"

/* The neighbours of this rank as neighbourhood collectives see them: receive from
 * sources[0..nsources), send to destinations[...), in this order. Ranks in the
 * communicator, or MPI_PROC_NULL at the edge of a grid. Malloced; free with
 * neighbours_free(). False if the communicator has no topology. */
struct neighbours {
    int nsources, *sources;
    int ndestinations, *destinations;
};
bool topo_neighbours(const struct comm *, struct neighbours *);
void neighbours_free(struct neighbours *);

struct topo *topo_copy(const struct topo *); /* MPI_Comm_dup; NULL of NULL */
void topo_free(struct topo *);

#endif
