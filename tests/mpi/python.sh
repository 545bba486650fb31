#!/bin/bash
# tests/mpi/python.sh BUILD_DIR - Python programs with mpi4py, as Debian has it: found by their name, explored, and
# told by their own lines; an exception that nobody catches is a finding with its traceback.
# shellcheck disable=SC2154 # check.bash sets tool
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/check.bash
if ! /usr/bin/python3 -c 'import mpi4py.MPI' 2>/dev/null; then
    skip 11 'Python: mpi4py (Debian: python3-mpi4py) is not installed'
    finish
fi
lines=1 # of other versions, calls are shown as those of mpi4py
[ "$(/usr/bin/python3 -c 'import sys; print(*sys.version_info[:2])')" = '3 11' ] || lines=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export PATH=/usr/bin:$PATH

cat >collect.py <<'P'
#!/usr/bin/env python3
from mpi4py import MPI
import sys
comm = MPI.COMM_WORLD
def check(first):
    if len(sys.argv) > 1 and first != 1:
        raise ValueError("first was %d" % first)
if comm.Get_rank() == 0:
    came = [comm.recv(source=MPI.ANY_SOURCE) for i in range(1, comm.Get_size())]
    check(came[0])
else:
    comm.send(comm.Get_rank(), dest=0)
P
cat >wait.py <<'P'
from mpi4py import MPI
comm = MPI.COMM_WORLD
def receive(source):
    buffer = bytearray(8)
    comm.Recv(buffer, source=source)
    return buffer
receive(1 - comm.Get_rank())
P
cat >head.py <<'P'
from mpi4py import MPI
comm = MPI.COMM_WORLD
comm.send(1, dest=1 - comm.rank)
comm.recv(source=1 - comm.rank)
P
cat >library.py <<'P'
from mpi4py import MPI
import array
comm = MPI.COMM_WORLD
c, request = comm.Idup()
request.Wait()
empty = [array.array('i'), array.array('i')]
c.Ialltoallv([empty[0], 0], [empty[1], 0]).Wait()
request = c.issend([1], dest=c.rank)
c.recv(source=c.rank)
request.Free()
c.Free()
f = MPI.File.Open(comm, 'f', MPI.MODE_CREATE | MPI.MODE_RDWR)
if comm.rank:
    f.Write_at(0, array.array('i', [1]))
comm.Barrier()
f.Get_size()
f.Close()
P
chmod +x collect.py
expect 'a program of python3' 0 '  6 outcomes, all explored' "$tool" run -n 4 python3 collect.py
expect 'a script' 0 '  2 outcomes, all explored' "$tool" run -n 3 ./collect.py
expect 'by its name alone' 1 'deadlock' "$tool" run -n 2 wait.py
[ -z "$lines" ] || expect 'the line that waits' 1 '^  --> wait\.py:5$' "$tool" run -n 2 wait.py
expect 'sends that wait' 1 '^error\[potential-deadlock\]: rank 0 and rank 1 wait for each other' "$tool" run -n 2 python3 head.py
expect 'an exception' 1 'error\[exit-code\]: rank 0: nobody catches the exception ValueError: first was 2$' \
    "$tool" run -n 3 ./collect.py strict
expect 'where it was raised' 1 '^  --> collect\.py:7$' "$tool" run -n 3 ./collect.py strict
expect 'who called that' 1 'called from <module>, collect\.py:10' "$tool" run -n 3 ./collect.py strict
expect 'its replay' 1 'nobody catches the exception ValueError' "$tool" replay python3-1.mzt
expect 'what mpi4py does otherwise than MPI has it' 0 '^note\[library\]: rank 0: MPI_Comm_set_errhandler: ' "$tool" run -n 2 library.py
[ -z "$lines" ] || expect '... at the lines that have called it' 0 ', called from library\.py:16: rank 0: looks where the end is of f, and rank 1 writes it at library\.py:14 before' "$tool" run -n 2 library.py
finish
