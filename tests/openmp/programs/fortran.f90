! mazurka: => verified; 16 outcomes
!
! Fortran: loops, critical regions, locks, functions.
program fortran
    use omp_lib
    implicit none
    integer :: i, total, counter, n
    integer(omp_lock_kind) :: lock
    integer :: a(8)
    total = 0
    counter = 0
    n = 0
    call omp_set_num_threads(2)
    call omp_init_lock(lock)
    !$omp parallel do reduction(+:total)
    do i = 1, 8
        a(i) = i
        total = total + i
    end do
    !$omp end parallel do
    if (total /= 36) error stop 1
    !$omp parallel
    !$omp critical
    counter = counter + 1
    !$omp end critical
    call omp_set_lock(lock)
    n = n + omp_get_num_threads()
    call omp_unset_lock(lock)
    !$omp single
    if (omp_get_thread_num() < 0) error stop 2
    !$omp end single
    !$omp end parallel
    if (counter /= 2 .or. n /= 4) error stop 3
    call omp_destroy_lock(lock)
end program fortran
