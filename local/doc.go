// Package local is the machine inside one process: every node is a goroutine. It needs no MPI.
//
// [Run] starts p nodes and returns when all of them have returned. Words may be of any type:
//
//	err := local.Run(8, func(port comm.AsyncPort[int64]) error {
//		c := comm.New(port)
//		sum := make([]int64, 1)
//		err := hcube.Allreduce(c, comm.Sum[int64](), []int64{int64(c.Label())}, sum)
//		fmt.Println(c.Label(), sum[0], err)
//		return err
//	})
//
// A send waits for its receive, whatever its length. So a procedure that relies on buffering deadlocks here at any
// length, not only with long messages on a cluster. The error of Run then names the messages that the nodes wait for:
//
//	local: deadlock: 0 sends 1 words to 1; 1 sends 1 words to 0
//
// [topocoll/comm] describes ports and communicators; [topocoll/ring], [topocoll/mesh], [topocoll/hcube], [topocoll/circulant],
// [topocoll/tree], [topocoll/butterfly] and [topocoll/network] have the procedures. [topocoll/sim] computes their times on a network; [topocoll/mpi] runs
// them on the processes of Open MPI or MPICH.
package local
