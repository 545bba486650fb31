! mazurka: -n 3 => verified; 1 outcome
! mpich: passes
! Functions of a Fortran program that MPI calls: a reduction, an error handler, copying and deleting of attributes, and
! those of a generalized request.
module functions
  implicit none
  integer :: handled = 0, copied = 0, deleted = 0
contains
  subroutine longest(in, inout, n, type)
    integer :: n, type, in(n), inout(n), i
    do i = 1, n
      if (abs(in(i)) > abs(inout(i))) inout(i) = in(i)
    end do
  end subroutine
  subroutine on_error(comm, code)
    integer :: comm, code
    handled = handled + 1
  end subroutine
  subroutine copy(comm, keyval, extra, value, new, flag, ierr)
    use mpi
    integer :: comm, keyval, ierr
    integer(MPI_ADDRESS_KIND) :: extra, value, new
    logical :: flag
    copied = copied + 1
    new = value + extra
    flag = .true.
    ierr = MPI_SUCCESS
  end subroutine
  subroutine remove(comm, keyval, value, extra, ierr)
    use mpi
    integer :: comm, keyval, ierr
    integer(MPI_ADDRESS_KIND) :: extra, value
    deleted = deleted + 1
    ierr = MPI_SUCCESS
  end subroutine
  subroutine query(extra, status, ierr)
    use mpi
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierr
    call MPI_Status_set_elements(status, MPI_INTEGER, 3, ierr)
    call MPI_Status_set_cancelled(status, .false., ierr)
    status(MPI_TAG) = int(extra)
    ierr = MPI_SUCCESS
  end subroutine
  subroutine give_back(extra, ierr)
    use mpi
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: ierr
    extra = extra - 1
    ierr = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra, complete, ierr)
    use mpi
    integer(MPI_ADDRESS_KIND) :: extra
    logical :: complete
    integer :: ierr
    if (complete) stop 7
    extra = extra + 5
    ierr = MPI_SUCCESS
  end subroutine
end module

program callbacks
  use mpi
  use functions
  implicit none
  integer :: ierr, rank, op, x(2), y(2), handler, keyval, comm
  integer(MPI_ADDRESS_KIND) :: value, extra
  integer :: request, status(MPI_STATUS_SIZE), n, win, word
  logical :: found
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Op_create(longest, .true., op, ierr)
  x = [rank, -rank]
  call MPI_Allreduce(x, y, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
  if (any(y /= [2, -2])) stop 2
  call MPI_Op_free(op, ierr)

  call MPI_Comm_create_keyval(copy, remove, keyval, 10_MPI_ADDRESS_KIND, ierr)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 7_MPI_ADDRESS_KIND, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Comm_get_attr(comm, keyval, value, found, ierr)
  if (.not. found .or. value /= 17 .or. copied /= 1) stop 3
  call MPI_Comm_free(comm, ierr)
  if (deleted /= 1) stop 4
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierr)
  call MPI_Comm_free_keyval(keyval, ierr)

  extra = 40
  call MPI_Grequest_start(query, give_back, cancel, extra, request, ierr)
  call MPI_Cancel(request, ierr)
  call MPI_Grequest_complete(request, ierr)
  call MPI_Wait(request, status, ierr)
  call MPI_Get_count(status, MPI_INTEGER, n, ierr)
  if (n /= 3 .or. status(MPI_TAG) /= 45 .or. extra /= 44) stop 8

  call MPI_Win_create(word, 4_MPI_ADDRESS_KIND, 2, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, found, ierr)
  if (.not. found .or. value /= 4) stop 9
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, found, ierr)
  if (.not. found .or. value /= 2) stop 10
  call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_get_attr(win, keyval, value, found, ierr)
  if (found) stop 11
  call MPI_Win_set_attr(win, keyval, 21_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_get_attr(win, keyval, value, found, ierr)
  if (.not. found .or. value /= 21) stop 12
  call MPI_Win_free_keyval(keyval, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, found, ierr)
  if (.not. found .or. value < 32767) stop 5

  call MPI_Comm_create_errhandler(on_error, handler, ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierr)
  call MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER, ierr)
  if (handled /= 1) stop 6
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_Finalize(ierr)
end program
