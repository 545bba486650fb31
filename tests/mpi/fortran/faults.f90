! mazurka: -n 2 -- null => crash: rank 1: write to address 0; faults.f90:15
! mazurka: -n 2 -- abort => crash: rank 1: abort() was called; faults.f90:17
! A fault is reported where it happens, although the library of Fortran has handlers of its own, which look for the
! place in files of the kernel.
program faults
  use mpi
  implicit none
  integer, pointer :: p(:)
  integer :: rank, ierr
  character(len=8) :: what
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call get_command_argument(1, what)
  nullify(p)
  if (rank == 1 .and. what == 'null') p(5) = 1
  if (rank == 1 .and. what == 'abort') &
    call abort
  call MPI_Finalize(ierr)
end program
