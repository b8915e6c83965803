package circulant

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Barrier returns on a node only after every node has called it. In the round with n = r^k, node i sends to
// the nodes i + j·n and receives from the nodes i - j·n, mod p, for 0 < j < r.
//
// Any p, any radix r >= 2. ceil(log_r p) rounds of r-1 empty messages: T = (r-1) log_r p·ts with one port, if
// every pair of nodes is one link apart.
//
// Hoefler, Mehlan, Mietke, Rehm 2006, n-way dissemination; with r = 2 it is hcube.Barrier (Hensgen, Finkel,
// Manber 1988); cf. MPI_Barrier, MPICH's k_dissemination.
func Barrier[T any](c *comm.Comm[T], radix int) error {
	if err := comm.CheckRadix("circulant: Barrier", radix); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()

	for n := 1; n < p; n *= radix {
		for j := 1; j < radix && j*n < p; j++ {
			c.PostRecv(topo.Mod(me-j*n, p), nil)
			c.PostSend(topo.Mod(me+j*n, p), nil)
		}
		c.Exchange()
	}
	return c.Err()
}
