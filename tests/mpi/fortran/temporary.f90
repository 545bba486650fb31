! mazurka: -n 1 -- expression => local-race: is a temporary of the compiler
! mazurka: -n 1 -- section => local-race
! mazurka: -n 1 -- fine => verified
! What is sent is a temporary of the compiler, which ends with the call: the sum of a small array and a number lies on the
! stack, the copy of an array section in the heap. Variables of all kinds are none.
program temporary
   use mpi
   implicit none
   type box
      integer :: low
      integer :: cells(8)
   end type
   integer :: ierr, rank, request, status(MPI_STATUS_SIZE)
   integer :: x(8), y(8), one
   integer, allocatable :: grid(:, :)
   character(len=20) :: what
   type(box) :: b
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   call get_command_argument(1, what)
   allocate (grid(8, 8))
   x = 1
   grid = 2
   b%cells = 3
   one = 4
   if (what == 'expression') then
      call expression(rank)
   else if (what == 'section') then
      call MPI_Isend(grid(2, :), 8, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(8)
   else
      call MPI_Isend(x, 8, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(8)
      call MPI_Isend(x(3:6), 4, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(4)
      call MPI_Isend(b%cells, 8, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(8)
      call MPI_Isend(one, 1, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(1)
      call MPI_Isend(grid(:, 3), 8, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(8)
      call inside(x, 8)
      call MPI_Send(x(1:4) + 1, 4, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierr)
   end if
   deallocate (grid)
   call MPI_Finalize(ierr)
contains
   subroutine complete(n)
      integer, intent(in) :: n
      call MPI_Recv(y, n, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, status, ierr)
      call MPI_Wait(request, status, ierr)
   end subroutine
   subroutine inside(given, n)
      integer, intent(in) :: n
      integer, intent(inout) :: given(n)
      integer :: mine(8), automatic(n)
      mine = 5
      automatic = 6
      call MPI_Isend(given, n, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(n)
      call MPI_Isend(mine, 8, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(8)
      call MPI_Isend(automatic, n, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
      call complete(n)
   end subroutine
end program

subroutine expression(rank)
   use mpi
   implicit none
   integer, intent(in) :: rank
   integer :: ierr, request, status(MPI_STATUS_SIZE), x(8), y(8)
   x = 1
   call MPI_Isend(x(1:4) + 1, 4, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, request, ierr)
   call MPI_Recv(y, 4, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, status, ierr)
   call MPI_Wait(request, status, ierr)
end subroutine
