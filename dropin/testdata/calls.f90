! The names of Fortran, of module mpi and of module mpi_f08: sums and broadcasts, in place and without an
! error argument.
subroutine old(wrong)
  use mpi
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, p, error
  double precision :: x(100), total(100)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, p, error)
  x = rank
  call MPI_Allreduce(x, total, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (any(total /= p * (p - 1) / 2)) wrong = wrong + 1
  call MPI_Allreduce(MPI_IN_PLACE, x, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (any(x /= total)) wrong = wrong + 1
  if (rank == 0) x = 7
  call MPI_Bcast(x, 100, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  if (any(x /= 7)) wrong = wrong + 1
end subroutine

subroutine new(wrong)
  use mpi_f08
  implicit none
  integer, intent(inout) :: wrong
  integer :: rank, p, x(50)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, p)
  x = rank
  call MPI_Allreduce(MPI_IN_PLACE, x, 50, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (any(x /= p * (p - 1) / 2)) wrong = wrong + 1
  if (rank == 0) x = 7
  call MPI_Bcast(x, 50, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (any(x /= 7)) wrong = wrong + 1
end subroutine

program calls
  use mpi
  implicit none
  integer :: wrong, error
  call MPI_Init(error)
  wrong = 0
  call old(wrong)
  call new(wrong)
  print '(i0, a)', wrong, ' wrong'
  call MPI_Finalize(error)
end program
