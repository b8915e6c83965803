! Makes calls by the names of Fortran: 2 of each function with module mpi, 3 with module mpi_f08. Prints how
! many results are wrong. With LARGE, it makes three more calls of two functions of mpi_f08, with counts of
! kind MPI_COUNT_KIND.
subroutine old(wrong)
  use mpi
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, p, error, i, request
  double precision :: x(400), y(400)
  integer, allocatable :: counts(:), places(:)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, p, error)
  allocate (counts(p), places(p))
  counts = 5
  do i = 1, p
    places(i) = 5 * (i - 1)
  end do
  do i = 1, 2
    x = rank
    y = -1
    call MPI_Allreduce(MPI_IN_PLACE, x, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    if (any(x(1:100) /= p * (p - 1) / 2)) wrong = wrong + 1
    x = rank
    call MPI_Allgatherv(x, 5, MPI_DOUBLE_PRECISION, y, counts, places, MPI_DOUBLE_PRECISION, &
      MPI_COMM_WORLD, error)
    if (any(y(5 * p - 4:5 * p) /= p - 1)) wrong = wrong + 1
    call MPI_Alltoallv(x, counts, places, MPI_DOUBLE_PRECISION, y, counts, places, MPI_DOUBLE_PRECISION, &
      MPI_COMM_WORLD, error)
    if (any(y(5 * p - 4:5 * p) /= p - 1)) wrong = wrong + 1
    call MPI_Gatherv(x, 5, MPI_DOUBLE_PRECISION, y, counts, places, MPI_DOUBLE_PRECISION, p - 1, &
      MPI_COMM_WORLD, error)
    call MPI_Ibcast(x, 7, MPI_DOUBLE_PRECISION, p - 1, MPI_COMM_WORLD, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    if (any(x(1:7) /= p - 1)) wrong = wrong + 1
  end do
end subroutine

subroutine new(wrong)
  use mpi_f08
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, p, i, x(50), y(50), b
  integer, allocatable :: counts(:), places(:)
#ifdef LARGE
  integer(MPI_COUNT_KIND), allocatable :: large_counts(:)
  integer(MPI_COUNT_KIND), parameter :: three = 3
  integer(MPI_ADDRESS_KIND), allocatable :: large_places(:)
#endif
  type(MPI_Request) :: request
  type(MPI_Comm) :: row
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, p)
  allocate (counts(p), places(p))
  counts = 3
  do i = 1, p
    places(i) = 3 * (i - 1)
  end do
  do i = 1, 3
    call MPI_Comm_dup(MPI_COMM_WORLD, row)
    x = 1
    b = 0
    call MPI_Iallreduce(x, y, 50, MPI_INTEGER, MPI_SUM, row, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (any(y /= p)) wrong = wrong + 1
    call MPI_Reduce_scatter(x, y, counts, MPI_INTEGER, MPI_SUM, row)
    if (any(y(1:3) /= p)) wrong = wrong + 1
    if (rank == 0) x = 7
    call MPI_Scatterv(x, counts, places, MPI_INTEGER, y, 3, MPI_INTEGER, 0, row)
    if (any(y(1:3) /= 7)) wrong = wrong + 1
#ifdef LARGE
    large_counts = counts
    large_places = places
    y = 0
    call MPI_Scatterv(x, large_counts, large_places, MPI_INTEGER, y, three, MPI_INTEGER, 0, row)
    if (any(y(1:3) /= 7)) wrong = wrong + 1
    x = 1
    call MPI_Reduce_scatter(x, y, large_counts, MPI_INTEGER, MPI_SUM, row)
    if (any(y(1:3) /= p)) wrong = wrong + 1
#endif
    call MPI_Ibarrier(row, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Barrier(row)
    call MPI_Comm_free(row)
  end do
end subroutine

program profiled
  use mpi_f08
  implicit none
  integer :: wrong
  call MPI_Init()
  wrong = 0
  call old(wrong)
  call new(wrong)
  print '(i0, a)', wrong, ' wrong'
  call MPI_Finalize()
end program
