! mazurka: -n 4 => verified; 6 outcomes
! mpich: passes
! Common blocks, saved variables, allocatable arrays and units of Fortran's own input and output belong to each rank.
module state
  implicit none
  integer, save :: calls = 0
  integer, allocatable :: list(:)
end module

program saved
  use mpi
  use state
  implicit none
  integer :: ierr, rank, n, i, common_count
  character(len=20) :: line
  common /shared/ common_count
  common_count = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  allocate(list(n))
  list = -1
  if (rank == 0) then
    do i = 1, n - 1
      call take(i)
    end do
    if (calls /= n - 1 .or. common_count /= n - 1) stop 2
    write (line, '(i0)') sum(list(1:n - 1))
    if (trim(line) /= '6') stop 3
    if (any(list(1:n - 1) < 1)) stop 4
  else
    call MPI_Send(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
    if (calls /= 0 .or. common_count /= 0) stop 5
  end if
  deallocate(list)
  call MPI_Finalize(ierr)
contains
  subroutine take(at)
    integer, intent(in) :: at
    call MPI_Recv(list(at), 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    calls = calls + 1
    common_count = common_count + 1
  end subroutine
end program
