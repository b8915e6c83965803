// Package local runs p nodes as goroutines of one process. It needs no MPI.
//
// [Run] starts p nodes and returns when all of them have returned. Words may have any type:
//
//	err := local.Run(8, func(port comm.AsyncPort[int64]) error {
//		c := comm.New(port)
//		sum := make([]int64, 1)
//		err := hcube.Allreduce(c, comm.Sum[int64](), []int64{int64(c.Label())}, sum)
//		fmt.Println(c.Label(), sum[0], err)
//		return err
//	})
//
// A send waits for the matching receive, whatever its length. A procedure that relies on buffering therefore
// deadlocks at any length; on a cluster it would deadlock only with long messages. The error that Run returns
// names the messages that the nodes wait for:
//
//	local: deadlock: rank 0 sends 1 word to rank 1; rank 1 sends 1 word to rank 0
//
// [topocoll/comm] describes ports and communicators. The procedures are in [topocoll/ring], [topocoll/mesh],
// [topocoll/hcube], [topocoll/circulant], [topocoll/tree], [topocoll/butterfly] and [topocoll/network].
// [topocoll/sim] computes their times on a network, and [topocoll/mpi] runs them on the processes of Open MPI
// or MPICH.
package local
