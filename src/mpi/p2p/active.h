/* SPDX-License-Identifier: Apache-2.0
 *
 * active.h - the memory of the program that operations use, while they are active.
 *
 * It is the program's own again when it learns that the operation is complete. The
 * checker is told which bytes these are (port_watch()); holes of a datatype are not among
 * them. */
#ifndef MZ_MPI_P2P_ACTIVE_H
#define MZ_MPI_P2P_ACTIVE_H
#include "base/vec.h"
#include "mpi/p2p/request.h"

/* Bytes of the program, sorted and without overlaps when bytes_sort() has been called. */
struct bytes {
    VEC(struct port_bytes) all;
    bool too_many; /* there are more pieces than we keep, which the verdict says */
};

void bytes_add(struct bytes *, const struct data *);
/* Adds an array of the program; NULL: there is none. */
void bytes_add_array(struct bytes *, const void *, size_t bytes);
void bytes_sort(struct bytes *);

/* The running call reads or writes these data itself. */
void active_access(const struct data *, enum port_use);
/* Is anything to be said about what this request uses? */
bool active_matters(const struct request *);
/* The request, which has been started, reads these bytes and writes those: frees both. If
 * it has no handle, the running call completes it. */
void active_start(struct request *, struct bytes *reads, struct bytes *writes);
/* The same for arguments that the request reads until it is complete: arrays of counts,
 * displacements and datatypes. */
void active_arrays(struct request *, struct bytes *);
/* As active_start(), for an operation without a request: adds what it uses to the list,
 * until active_release(), which the call that completes it makes. active_join() moves a
 * list to the end of another. */
void active_hold(struct active **uses, struct bytes *reads, struct bytes *writes);
void active_release(struct active **uses, struct port_from done);
void active_join(struct active **to, struct active **uses);
/* The operation is complete, and writes these bytes: to be told if port_races(). */
void active_stored(struct request *, struct bytes *writes);
/* As active_start(), for a send or a receive. */
void active_message(struct request *);
/* The same for a partition that the request uses from now on, until it is complete or the
 * program learns that this partition has arrived. */
void active_part(struct request *, const struct data *, enum port_use, int part);
void active_part_end(struct request *, int part);
/* Around the delivery of data to a request that the program does not know to be complete
 * yet. */
void active_before(struct request *);
void active_after(struct request *);
/* The program learns by this call that the request is complete; site NULL: it never
 * does. */
void active_end(struct request *, struct port_from);

/* A send whose request was freed: the program cannot learn that it is complete but from
 * what others send it, so active_learn(), called when something was received, ends it. */
void active_loose(struct request *);
void active_learn(void);
/* For MPI_Finalize. */
void active_end_loose(void);

#endif
