/* SPDX-License-Identifier: Apache-2.0
 *
 * atomic.c - atomic mode: accesses that conflict happen one after the other.
 *
 * In which order, nobody says: each is an outcome. So every access takes a lock of the
 * checker's, as those of windows are, exclusively if it writes. In memory behind that
 * lock stands what the last writer knew of files; whoever comes later knows it, too, and
 * sees what was written. */
#include "mpi/io/file.h"
#include <string.h>

static struct port_rma access_of(struct file *f, const struct io_turn *t,
                                 const struct port_run *run)
{
    return (struct port_rma){.from = lib()->from,
                             .window = f->turns,
                             .target = comm_world_of(f->comm, 0),
                             .lock = t->lock,
                             .issued = port_moment(),
                             .exclusive = t->write,
                             .own = true,
                             .lo = run->at,
                             .hi = run->at + run->bytes,
                             .runs = run,
                             .nruns = 1,
                             .touched = run->bytes};
}

struct io_turn turn_begin(struct file *f, bool write)
{
    const struct port_run all = {.bytes = sizeof(uint64_t)};
    struct io_turn t = {.taken = f->atomic && f->comm->size > 1, .write = write};
    uint64_t known;
    if (!t.taken)
        return t;
    t.lock = port_wlock(lib()->from, f->turns, comm_world_of(f->comm, 0), write);
    port_lock_wait(lib()->from, t.lock, true);
    struct port_rma get = access_of(f, &t, &all);
    get.kind = PORT_GET;
    struct port_read read = port_direct(lib()->from, &get);
    memcpy(&known, read.bytes, sizeof known);
    port_file_learn(known);
    return t;
}

void turn_end(struct file *f, struct io_turn t)
{
    const struct port_run all = {.bytes = sizeof(uint64_t)};
    if (!t.taken)
        return;
    if (t.write) {
        uint64_t known = port_file_known();
        struct port_rma put = access_of(f, &t, &all);
        put.kind = PORT_PUT;
        put.bytes = &known;
        put.n = sizeof known;
        port_direct(lib()->from, &put);
    }
    port_wunlock(lib()->from, f->turns, comm_world_of(f->comm, 0), t.lock);
}
