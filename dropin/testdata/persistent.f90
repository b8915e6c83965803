! Makes persistent calls by the names of Fortran, and starts each of them three times. Prints how many results
! are wrong.
subroutine old(wrong)
  use mpi
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, p, error, i, requests(2)
  double precision :: x(100), y(7)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, p, error)
  call MPI_Allreduce_init(MPI_IN_PLACE, x, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, &
    MPI_INFO_NULL, requests(1), error)
  call MPI_Bcast_init(y, 7, MPI_DOUBLE_PRECISION, p - 1, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2), error)
  do i = 1, 3
    x = rank + i
    y = rank * i
    call MPI_Startall(2, requests, error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    if (any(x /= p * (p - 1) / 2 + p * i)) wrong = wrong + 1
    if (any(y /= (p - 1) * i)) wrong = wrong + 1
  end do
  call MPI_Request_free(requests(1), error)
  call MPI_Request_free(requests(2), error)
  if (any(requests /= MPI_REQUEST_NULL)) wrong = wrong + 1
end subroutine

subroutine new(wrong)
  use mpi_f08
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, i, x(50), y(50)
  type(MPI_Request) :: sum, all
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Scan_init(x, y, 50, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, sum)
  call MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, all)
  do i = 1, 3
    x = i
    y = 0
    call MPI_Start(sum)
    call MPI_Start(all)
    call MPI_Wait(all, MPI_STATUS_IGNORE)
    call MPI_Wait(sum, MPI_STATUS_IGNORE)
    if (any(y /= (rank + 1) * i)) wrong = wrong + 1
  end do
  call MPI_Request_free(sum)
  call MPI_Request_free(all)
end subroutine

program persistent
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
