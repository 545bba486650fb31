! mazurka: -n 2 => verified
! mazurka: -n 2 -- wrong => invalid-argument; --> f08.f90:46
! mazurka: -n 2 -- early => local-race; f08.f90:43; --> f08.f90:44
! The module mpi_f08 of Open MPI: requests, statuses without a code, an operator, and the line of a finding.
module operators
contains
  subroutine add(in, inout, len, type)
    use, intrinsic :: iso_c_binding
    use mpi_f08
    type(c_ptr), value :: in, inout
    integer :: len
    type(MPI_Datatype) :: type
    integer, pointer :: a(:), b(:)
    call c_f_pointer(in, a, [len])
    call c_f_pointer(inout, b, [len])
    if (type /= MPI_INTEGER) error stop 4
    b = a + b
  end subroutine
end module
program f08
  use operators
  use mpi_f08
  implicit none
  type(MPI_Request) :: r(2)
  type(MPI_Status) :: s, all(2)
  type(MPI_Op) :: op
  type(MPI_Comm) :: c
  integer :: rank, n, i, got, x(2), total
  character(len=10) :: how
  call get_command_argument(1, how)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call MPI_Irecv(x(1), 1, MPI_INTEGER, 1 - rank, 3, MPI_COMM_WORLD, r(1))
  call MPI_Isend(rank, 1, MPI_INTEGER, 1 - rank, 3, MPI_COMM_WORLD, r(2))
  call MPI_Waitall(2, r, all)
  if (all(1)%MPI_SOURCE /= 1 - rank .or. all(1)%MPI_TAG /= 3 .or. x(1) /= 1 - rank) error stop 1
  call MPI_Get_count(all(1), MPI_INTEGER, got)
  if (got /= 1 .or. r(1) /= MPI_REQUEST_NULL) error stop 2
  call MPI_Op_create(add, .true., op)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  if (total /= 1) error stop 3
  call MPI_Isend(x, 1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD, r(1))
  if (how == 'early') x(1) = 7
  call MPI_Recv(i, 1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (how == 'wrong') call MPI_Send(i, -1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD)
  call MPI_Wait(r(1), s)
  call MPI_Op_free(op)
  call MPI_Finalize()
end program
