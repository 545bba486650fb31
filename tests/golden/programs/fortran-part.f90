! mazurka: -n 2 => local-race
program halo
  use mpi
  implicit none
  integer :: ierr, me, other, request
  double precision :: u(4, 4), theirs(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  other = 1 - me
  u = me
  call MPI_Isend(u(2, :), 4, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, request, ierr)
  call MPI_Recv(theirs, 4, MPI_DOUBLE_PRECISION, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
