! mazurka: -n 2 => datatype-mismatch; mismatch.f90:12; mismatch.f90:14
! mpich: compiles
! Single precision is sent and double precision received.
program mismatch
  use mpi
  implicit none
  integer :: ierr, rank
  real(8) :: x(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Send(x, 4, MPI_REAL, 1, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_Recv(x, 4, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program
