! mazurka: -n 2 => file-race: MPI_File_sync
! mazurka: -n 2 -- sync => verified
! Files by the module mpi_f08: what the other rank has written is seen after sync, barrier, sync.
program files08
  use mpi_f08
  implicit none
  integer :: rank, x, y
  character(8) :: how = ''
  type(MPI_File) :: fh
  type(MPI_Request) :: request
  call get_command_argument(1, how)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_File_open(MPI_COMM_WORLD, 'data.bin', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, fh)
  x = rank
  call MPI_File_iwrite_at(fh, int(4 * rank, MPI_OFFSET_KIND), x, 1, MPI_INTEGER, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (how == 'sync') call MPI_File_sync(fh)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (how == 'sync') call MPI_File_sync(fh)
  call MPI_File_read_at(fh, int(4 * (1 - rank), MPI_OFFSET_KIND), y, 1, MPI_INTEGER, MPI_STATUS_IGNORE)
  if (y /= 1 - rank) error stop 'read'
  call MPI_File_close(fh)
  call MPI_Finalize()
end program
