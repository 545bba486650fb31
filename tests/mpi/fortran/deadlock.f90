! mazurka: -n 2 => deadlock; --> deadlock.f90:12; Recv from 1, tag 0  deadlock.f90:12
! mpich: compiles
! A finding names the Fortran line, and never an address in the bindings.
! Both ranks receive first.
program deadlock
  use mpi
  implicit none
  integer :: ierr, rank, x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = rank
  call MPI_Recv(x, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Send(x, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
