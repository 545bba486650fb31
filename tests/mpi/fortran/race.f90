! mazurka: -n 3 => exit-code: exit with code 1; race.f90:18; decisive: step 4, rank 0 at race.f90:14; the message of rank 2  race.f90:20  1 of 1 outcome fails; 1 of 2 outcomes
! mpich: compiles
! The bug shows only if the second worker's result comes first.
program race
  use mpi
  implicit none
  integer :: ierr, rank, status(MPI_STATUS_SIZE), order(2), i
  real(8) :: result
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  result = 1.5d0 * rank
  if (rank == 0) then
    do i = 1, 2
      call MPI_Recv(result, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
      order(i) = status(MPI_SOURCE)
    end do
    if (order(1) > order(2)) &
      error stop 'results are out of order'
  else
    call MPI_Send(result, 1, MPI_DOUBLE_PRECISION, 0, rank, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
