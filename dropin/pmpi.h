// The library contains the plan engine of mpi/. Compiled with this header, the engine calls PMPI,
// because only calls of the program may be intercepted.
#include <mpi.h>

#define MPI_Cancel PMPI_Cancel
#define MPI_Error_class PMPI_Error_class
#define MPI_Get_count PMPI_Get_count
#define MPI_Iprobe PMPI_Iprobe
#define MPI_Irecv PMPI_Irecv
#define MPI_Isend PMPI_Isend
#define MPI_Recv PMPI_Recv
#define MPI_Reduce_local PMPI_Reduce_local
#define MPI_Request_free PMPI_Request_free
#define MPI_Send PMPI_Send
#define MPI_Sendrecv PMPI_Sendrecv
#define MPI_Testsome PMPI_Testsome
#define MPI_Wait PMPI_Wait
#define MPI_Waitsome PMPI_Waitsome
