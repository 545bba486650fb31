/* SPDX-License-Identifier: Apache-2.0
 *
 * structure.h - is a datatype what the structure is that it is used for? */
#ifndef MZ_MPI_TYPE_STRUCTURE_H
#define MZ_MPI_TYPE_STRUCTURE_H
#include "mpi/type/data.h"

/* Warns if the data, which begin where the object's structure begins, are not laid out as
 * its members are. */
void structure_compare(const struct data *, const struct port_object *);
/* Are elements of this kind and size what the basic type says? bounds.c */
bool structure_alike(enum port_element, unsigned bytes, const struct basic *);

#endif
