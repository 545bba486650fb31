! mazurka: -n 2 => verified; 1 outcome
! mpich: passes
! Files by the module mpi: offsets, a view, errors that are returned and that a handler of the program gets.
module noted
  implicit none
  integer :: times = 0
contains
  subroutine on_error(fh, code)
    integer :: fh, code
    times = times + 1
  end subroutine
end module

program files
  use mpi
  use noted
  implicit none
  integer :: rank, ierr, fh, handler, column, got, class, x(3), y(3), status(MPI_STATUS_SIZE)
  integer(MPI_OFFSET_KIND) :: at, size
  logical :: atomic
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_File_open(MPI_COMM_WORLD, 'absent', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  call MPI_Error_class(ierr, class, ierr)
  if (class /= MPI_ERR_NO_SUCH_FILE) error stop 'no such file'

  call MPI_File_open(MPI_COMM_WORLD, 'data.bin', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, fh, ierr)
  if (ierr /= MPI_SUCCESS) error stop 'open'
  call MPI_Type_vector(3, 1, 2, MPI_INTEGER, column, ierr)
  call MPI_Type_commit(column, ierr)
  at = 4 * rank
  call MPI_File_set_view(fh, at, MPI_INTEGER, column, 'native', MPI_INFO_NULL, ierr)
  x = rank + 1
  call MPI_File_write_all(fh, x, 3, MPI_INTEGER, status, ierr)
  call MPI_Get_count(status, MPI_INTEGER, got, ierr)
  if (got /= 3) error stop 'count'
  call MPI_Type_free(column, ierr)
  call MPI_File_get_position(fh, at, ierr)
  if (at /= 3) error stop 'position'
  call MPI_File_get_atomicity(fh, atomic, ierr)
  if (atomic) error stop 'atomic'
  call MPI_File_close(fh, ierr)

  call MPI_File_open(MPI_COMM_WORLD, 'data.bin', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  call MPI_File_get_size(fh, size, ierr)
  if (size /= 24) error stop 'size'
  at = 4
  call MPI_File_read_at(fh, at, y, 3, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  if (any(y /= [2, 1, 2])) error stop 'read'
  call MPI_File_create_errhandler(on_error, handler, ierr)
  call MPI_File_set_errhandler(fh, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  call MPI_File_write(fh, x, 1, MPI_INTEGER, status, ierr)
  if (times /= 1) error stop 'handler'
  call MPI_File_close(fh, ierr)
  if (fh /= MPI_FILE_NULL) error stop 'null'
  call MPI_Finalize(ierr)
end program
