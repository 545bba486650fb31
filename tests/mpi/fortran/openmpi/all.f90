! mazurka: -n 3 => verified; 8 outcomes
! What the bindings of Open MPI get from our library, because they would look into its own objects: requests, groups,
! operators, error handlers, attributes, texts.
program openmpi
  use mpi
  implicit none
  integer :: ierr, rank, n, i, op, req(4), st(MPI_STATUS_SIZE, 4), one(MPI_STATUS_SIZE), got, idx, out, ids(4)
  integer :: g, g2, key, key2, eh, comm2, win, old, total, ty
  integer :: buf(4), val
  integer(kind=MPI_ADDRESS_KIND) :: extra, attr, lb
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=20) :: value
  integer :: ln, info
  integer, pointer :: mem(:)
  external :: twice, onerror, copyit, deleteit, copyold, deleteold
  common /seen/ got
  got = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  ! requests
  do i = 0, n - 1
     call MPI_Irecv(buf(i+1), 1, MPI_INTEGER, i, 7, MPI_COMM_WORLD, req(i+1), ierr)
  end do
  do i = 0, n - 1
     call MPI_Send(rank + 10, 1, MPI_INTEGER, i, 7, MPI_COMM_WORLD, ierr)
  end do
  call MPI_Waitall(n, req, st, ierr)
  do i = 0, n - 1
     if (buf(i+1) /= i + 10) stop 1
     if (st(MPI_SOURCE, i+1) /= i) stop 2
     if (st(MPI_TAG, i+1) /= 7) stop 3
     if (req(i+1) /= MPI_REQUEST_NULL) stop 4
     call MPI_Get_count(st(:,i+1), MPI_INTEGER, got, ierr)
     if (got /= 1) stop 5
  end do
  call MPI_Irecv(val, 1, MPI_INTEGER, mod(rank + n - 1, n), 8, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Isend(rank, 1, MPI_INTEGER, mod(rank + 1, n), 8, MPI_COMM_WORLD, req(2), ierr)
  call MPI_Waitany(2, req, idx, one, ierr)
  if (idx < 1 .or. idx > 2) stop 6
  call MPI_Waitsome(2, req, out, ids, MPI_STATUSES_IGNORE, ierr)
  if (out /= 1 .or. ids(1) /= 3 - idx) stop 7
  call MPI_Waitsome(2, req, out, ids, MPI_STATUSES_IGNORE, ierr)
  if (out /= MPI_UNDEFINED) stop 8
  call MPI_Waitany(2, req, idx, one, ierr)
  if (idx /= MPI_UNDEFINED) stop 9
  call MPI_Irecv(val, 1, MPI_INTEGER, rank, 9, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Send(5, 1, MPI_INTEGER, rank, 9, MPI_COMM_WORLD, ierr)
  call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)
  call MPI_Test(req(1), flag, one, ierr)
  if (.not. flag .or. val /= 5) stop 10
  call MPI_Recv_init(val, 1, MPI_INTEGER, rank, 9, MPI_COMM_WORLD, req(1), ierr)
  call MPI_Request_free(req(1), ierr)
  if (req(1) /= MPI_REQUEST_NULL) stop 11
  ! an operator
  call MPI_Op_create(twice, .true., op, ierr)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
  if (total /= n * (n - 1) / 2) stop 12
  call MPI_Op_free(op, ierr)
  ! groups
  call MPI_Comm_group(MPI_COMM_WORLD, g, ierr)
  call MPI_Group_incl(g, 1, (/ 0 /), g2, ierr)
  call MPI_Group_size(g2, out, ierr)
  if (out /= 1) stop 13
  call MPI_Group_free(g2, ierr)
  call MPI_Group_difference(g, g, g2, ierr)
  if (g2 /= MPI_GROUP_EMPTY) stop 14
  call MPI_Group_free(g, ierr)
  ! attributes
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, attr, flag, ierr)
  if (.not. flag .or. attr < 32767) stop 15
  extra = 77
  call MPI_Comm_create_keyval(copyit, deleteit, key, extra, ierr)
  attr = 123456789012_MPI_ADDRESS_KIND
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, attr, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm2, ierr)
  attr = 0
  call MPI_Comm_get_attr(comm2, key, attr, flag, ierr)
  if (.not. flag .or. attr /= 123456789013_MPI_ADDRESS_KIND) stop 16
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, ierr)
  call MPI_Keyval_create(copyold, deleteold, key2, 5, ierr)
  call MPI_Attr_put(comm2, key2, -3, ierr)
  call MPI_Attr_get(comm2, key2, old, flag, ierr)
  if (.not. flag .or. old /= -3) stop 17
  call MPI_Comm_free_keyval(key, ierr)
  call MPI_Keyval_free(key2, ierr)
  ! names
  call MPI_Comm_set_name(comm2, '  a name  ', ierr)
  call MPI_Comm_get_name(comm2, name, ln, ierr)
  if (name /= 'a name' .or. ln /= 6) stop 18
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'key', 'value', ierr)
  call MPI_Info_get(info, 'key', 20, value, flag, ierr)
  if (.not. flag .or. value /= 'value') stop 19
  call MPI_Info_free(info, ierr)
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, ty, ierr)
  if (ty == MPI_DATATYPE_NULL) stop 20
  ! an error handler
  got = 0
  call MPI_Comm_create_errhandler(onerror, eh, ierr)
  call MPI_Comm_set_errhandler(comm2, eh, ierr)
  call MPI_Comm_call_errhandler(comm2, MPI_ERR_OTHER, ierr)
  if (got /= comm2) stop 21
  call MPI_Errhandler_free(eh, ierr)
  call MPI_Comm_free(comm2, ierr)
  ! in place, and the bottom
  total = 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (total /= n) stop 22
  call MPI_Finalize(ierr)
end program openmpi

subroutine twice(in, inout, len, type)
  use mpi
  integer :: len, type, in(len), inout(len)
  if (type /= MPI_INTEGER) stop 30
  inout = inout + in
end subroutine
subroutine onerror(comm, code)
  integer :: comm, code, got
  common /seen/ got
  got = comm
end subroutine
subroutine copyit(comm, key, extra, in, out, flag, ierr)
  use mpi
  integer :: comm, key, ierr
  integer(kind=MPI_ADDRESS_KIND) :: extra, in, out
  logical :: flag
  if (extra /= 77 .or. comm /= MPI_COMM_WORLD) stop 31
  out = in + 1
  flag = .true.
  ierr = MPI_SUCCESS
end subroutine
subroutine deleteit(comm, key, in, extra, ierr)
  use mpi
  integer :: comm, key, ierr
  integer(kind=MPI_ADDRESS_KIND) :: extra, in
  if (extra /= 77) stop 32
  ierr = MPI_SUCCESS
end subroutine
subroutine copyold(comm, key, extra, in, out, flag, ierr)
  integer :: comm, key, extra, in, out, ierr
  logical :: flag
  flag = .false.
  ierr = 0
end subroutine
subroutine deleteold(comm, key, in, extra, ierr)
  integer :: comm, key, in, extra, ierr
  if (extra /= 5 .or. in /= -3) stop 33
  ierr = 0
end subroutine
