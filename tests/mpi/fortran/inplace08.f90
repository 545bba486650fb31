! mazurka: -n 2 => verified; 1 outcome
! mpich: passes
! What the module mpi_f08 makes for a call is no argument of the program: the array of handles is gone when it returns.
program inplace08
  use mpi_f08
  implicit none
  integer :: size, counts(2), places(2), buffer(2)
  type(MPI_Datatype) :: types(2)
  type(MPI_Request) :: request
  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  counts = 1
  places = [0, 4]
  types = MPI_INTEGER
  buffer = 7
  call MPI_Ialltoallw(MPI_IN_PLACE, [0], [0], [MPI_DATATYPE_NULL], buffer, counts, places, types, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(buffer /= 7)) stop 1
  call MPI_Finalize()
end program
