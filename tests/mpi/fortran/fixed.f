! mazurka: -n 3 => verified; 2 outcomes
! mpich: passes
! Fixed form and mpif.h: statuses, MPI_STATUS_IGNORE, wildcards, and a sum.
      program fixed
      implicit none
      include 'mpif.h'
      integer ierr, rank, n, x, total, i
      integer status(MPI_STATUS_SIZE)
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, n, ierr)
      if (rank .eq. 0) then
         total = 0
         do i = 1, n - 1
            if (i .eq. 1) then
               call MPI_RECV(x, 1, MPI_INTEGER, MPI_ANY_SOURCE, 5,
     &              MPI_COMM_WORLD, status, ierr)
               if (status(MPI_SOURCE) .ne. x) stop 2
               if (status(MPI_TAG) .ne. 5) stop 3
            else
               call MPI_RECV(x, 1, MPI_INTEGER, MPI_ANY_SOURCE, 5,
     &              MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
            end if
            total = total + x
         end do
         if (total .ne. n * (n - 1) / 2) stop 4
      else
         call MPI_SEND(rank, 1, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, ierr)
      end if
      call MPI_FINALIZE(ierr)
      end
