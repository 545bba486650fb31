! mazurka: -n 2 => verified; 1 outcome
! mpich: passes
! Choice buffers of mpi_f08: scalars, array sections that are not contiguous, MPI_BOTTOM, MPI_IN_PLACE; logicals and
! strings.
program choice
  use mpi_f08
  implicit none
  integer :: rank, i, length
  integer :: matrix(4, 4), sums(3)
  integer, volatile :: row(4)
  logical :: flag, both
  character(len=MPI_MAX_OBJECT_NAME) :: name
  type(MPI_Comm) :: duplicate
  type(MPI_Status) :: status
  type(MPI_Request) :: requests(2)
  type(MPI_Datatype) :: here
  integer(MPI_ADDRESS_KIND) :: address(1)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  matrix = reshape([(i, i = 1, 16)], [4, 4])
  if (rank == 0) then
    call MPI_Send(matrix(2, :), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)   ! a row: not contiguous
  else
    call MPI_Recv(row, 4, MPI_INTEGER, 0, MPI_ANY_TAG, MPI_COMM_WORLD, status)
    if (any(row /= [2, 6, 10, 14])) stop 2
    if (status%MPI_SOURCE /= 0) stop 3
    call MPI_Get_count(status, MPI_INTEGER, length)
    if (length /= 4) stop 4
  end if
  sums = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (any(sums /= 3)) stop 5
  flag = rank == 0
  call MPI_Allreduce(flag, both, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
  if (both) stop 6
  call MPI_Allreduce(flag, both, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
  if (.not. both) stop 7
  call MPI_Comm_dup(MPI_COMM_WORLD, duplicate)
  call MPI_Comm_set_name(duplicate, 'second world')
  call MPI_Comm_get_name(duplicate, name, length)
  if (length /= 12 .or. name /= 'second world') stop 8
  call MPI_Get_address(row, address(1))
  call MPI_Type_create_hindexed(1, [4], address, MPI_INTEGER, here)
  call MPI_Type_commit(here)
  row = rank
  call MPI_Isend(matrix(1, 1), 1, MPI_INTEGER, 1 - rank, 1, duplicate, requests(1))
  call MPI_Irecv(i, 1, MPI_INTEGER, 1 - rank, 1, duplicate, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  if (i /= 1) stop 9
  call MPI_Sendrecv(MPI_BOTTOM, 1, here, 1 - rank, 2, matrix, 4, MPI_INTEGER, 1 - rank, 2, duplicate, MPI_STATUS_IGNORE)
  if (any(matrix(:, 1) /= 1 - rank)) stop 10
  call MPI_Type_free(here)
  call MPI_Comm_free(duplicate)
  call MPI_Finalize()
end program
