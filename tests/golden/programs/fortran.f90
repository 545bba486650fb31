! mazurka: -n 2 => deadlock
program halo
  use mpi
  implicit none
  integer :: ierr, me, other
  double precision :: mine, theirs
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  other = 1 - me
  mine = me
  call MPI_Recv(theirs, 1, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Send(mine, 1, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
