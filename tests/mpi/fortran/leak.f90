! mazurka: -n 2 => verified|resource-leak; resource-leak; leak.f90:10
! mpich: compiles
! A datatype is never freed.
program leak
  use mpi_f08
  implicit none
  type(MPI_Datatype) :: pair
  call MPI_Init()
  ! what was made here
  call MPI_Type_contiguous(2, MPI_REAL, pair)
  call MPI_Type_commit(pair)
  call MPI_Finalize()
end program
