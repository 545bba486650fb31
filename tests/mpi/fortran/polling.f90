! mazurka: -n 3 => verified
! mpich: passes
! Loops of tests and probes, persistent requests, and Waitany, whose indices count from 1.
program polling
  use mpi
  implicit none
  integer :: ierr, rank, i, index, got(2), requests(2), request, x
  logical :: flag
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    do i = 1, 2
      call MPI_Irecv(got(i), 1, MPI_INTEGER, i, 0, MPI_COMM_WORLD, requests(i), ierr)
    end do
    do i = 1, 2
      call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE, ierr)
      if (index < 1 .or. index > 2) stop 2
      if (got(index) /= index) stop 3
    end do
    flag = .false.
    do while (.not. flag)
      call MPI_Iprobe(1, 1, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
    end do
    call MPI_Recv(x, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  else
    call MPI_Send_init(rank, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call MPI_Start(request, ierr)
    flag = .false.
    do while (.not. flag)
      call MPI_Test(request, flag, MPI_STATUS_IGNORE, ierr)
    end do
    call MPI_Request_free(request, ierr)
    if (rank == 1) call MPI_Send(rank, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
