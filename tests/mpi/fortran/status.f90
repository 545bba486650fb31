! mazurka: -n 1 -- fine => verified
! mazurka: -n 1 -- module => invalid-argument: MPI_Sendrecv writes 20 bytes into ... a variable of 4 bytes
! mazurka: -n 1 -- saved => invalid-argument: MPI_Sendrecv writes 20 bytes into ... a variable of 4 bytes
! mazurka: -n 1 -- local => invalid-argument: MPI_Sendrecv writes 20 bytes into scalar, a variable of 4 bytes
! mazurka: -n 1 -- heap => invalid-argument: MPI_Sendrecv writes 20 bytes into a heap block of 16 bytes
! mazurka: -n 1 -- name => invalid-argument: MPI_Comm_get_name writes 15 bytes into a heap block
! A status that is an integer, and not MPI_STATUS_SIZE of them: wherever it is, what lies behind it would be lost. What
! is fine are sections, elements and components, and whatever shares its place with something larger.
module keep
   use mpi
   type box
      integer :: n
      integer :: status(MPI_STATUS_SIZE)
   end type
   integer :: alone, behind(5), kept(MPI_STATUS_SIZE), several(MPI_STATUS_SIZE, 3)
   type(box) :: boxed
end module
program main
   use keep
   implicit none
   integer :: e, length, got
   character(len=20) :: what
   call MPI_Init(e)
   call get_command_argument(1, what)
   behind = 42
   select case (what)
   case ('fine')
      call fine(5)
   case ('module')
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, alone, e)
   case ('saved')
      call saved()
   case ('local')
      call local()
   case ('heap')
      call heap()
   case ('name')
      call name()
   end select
   call MPI_Finalize(e)
contains
   subroutine take(status)
      integer :: status(*)
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, status, e)
   end subroutine
   subroutine old(status) ! an array of one element stood for one of any size
      integer :: status(1)
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, status, e)
   end subroutine
   subroutine fine(n)
      integer :: n, one(MPI_STATUS_SIZE), all(MPI_STATUS_SIZE, 4), work(100), automatic(n)
      integer :: first, whole(8), shared(MPI_STATUS_SIZE), before
      integer, allocatable :: there(:, :)
      type(box) :: b
      character(len=MPI_MAX_OBJECT_NAME) :: text
      equivalence (first, whole(1))
      common /block/ before, shared
      allocate (there(MPI_STATUS_SIZE, 2))
      call take(one)
      call old(one)
      call take(all(:, 4))
      call take(all(1, 4))
      call take(work(96))
      call take(automatic)
      call old(automatic)
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, first, e)
      call take(shared)
      call take(there(1, 2))
      call take(b%status)
      call take(boxed%status)
      call take(kept)
      call take(several(:, 3))
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE, e)
      call MPI_Comm_get_name(MPI_COMM_WORLD, text, length, e)
      call MPI_Comm_get_name(MPI_COMM_WORLD, text(1:20), length, e)
   end subroutine
   subroutine saved()
      integer, save :: scalar
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, scalar, e)
      print *, scalar
   end subroutine
   subroutine local()
      integer :: scalar, others(8)
      others = 42
      call MPI_Sendrecv(7, 1, MPI_INTEGER, 0, 0, got, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, scalar, e)
      print *, scalar, others
   end subroutine
   subroutine heap()
      integer, allocatable :: there(:)
      allocate (there(4))
      call take(there)
      print *, there
   end subroutine
   subroutine name() ! the bindings have room for as many characters as the variable
      character(len=4) :: text
      call MPI_Comm_get_name(MPI_COMM_WORLD, text, length, e)
      print *, text
   end subroutine
end program
