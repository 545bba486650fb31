! mazurka: -n 4 => verified; 6 outcomes
! cc: tests/exec/programs/fortran_glue.c
!
! SAVE, COMMON, allocatable arrays and formatted output: each rank as if alone.
program isolated
  implicit none
  integer :: me, i, value
  integer, save :: total = 0
  integer, allocatable :: a(:)
  real :: shared
  character(len=20) :: text
  common /block/ shared
  call glue_self(me)
  allocate (a(100 + me))
  a = me
  shared = me*1.5
  write (*, '(A,I3)', advance='no') 'rank', me
  if (me == 0) then
    do i = 1, 3
      call glue_recv(value)
      total = total*10 + value
    end do
    call claim(total > 100 .and. total < 400)
  else
    value = me
    call glue_send(value)
    total = total + me
    call claim(total == me)
  end if
  write (text, '(I5,F6.2)') total, shared
  call claim(index(text, '.') > 0)
  call claim(sum(a) == me*(100 + me))
  call claim(abs(shared - me*1.5) < 1e-6)
  write (*, '(A,I6)') ' total', total
contains
  subroutine claim(condition)
    logical, intent(in) :: condition
    integer :: holds
    holds = merge(1, 0, condition)
    call glue_assert(holds)
  end subroutine
end program
