! mazurka: -n 2 => potential-deadlock; headtohead.f90:11
! mazurka: -n 2 --buffering infinite => verified
! Built by mazurka fc: two ranks that send to each other before they receive, by mpi_f08.
program headtohead
  use mpi_f08
  implicit none
  integer :: rank
  real(8) :: out(1000), in(1000)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Send(out, 1000, MPI_DOUBLE_PRECISION, 1 - rank, 0, MPI_COMM_WORLD)
  call MPI_Recv(in, 1000, MPI_DOUBLE_PRECISION, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Finalize()
end program
