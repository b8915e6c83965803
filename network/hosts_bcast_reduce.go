package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// BcastHosts sends x from node root to every node. Root broadcasts to the leaders of the other hosts, and
// each leader broadcasts on its host.
//
// x has the same length on every node; on return it holds root's values. n has p nodes. `radix` is the radix
// r >= 2 of the k-nomial trees within a host. Only the broadcast between the leaders uses links between
// hosts.
//
// Source: two-level algorithms such as Open MPI's han. Cf. MPI_Bcast.
func BcastHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], root, radix int, x []T) error {
	if err := cmp.Or(checkNetwork("network: BcastHosts", c, n),
		comm.CheckRoot("network: BcastHosts", root, c.Size()),
		comm.CheckRadix("network: BcastHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.Hosts(), root)
	if err != nil {
		return err
	}
	if g.isLeader() {
		if err := between(g.leaders, g.rootHost, nil, x); err != nil {
			return err
		}
	}
	return tree.BcastKnomial(g.within, g.leader, radix, x)
}

// ReduceHosts combines the vectors x of all nodes at node root. Each host combines its vectors at its leader,
// and the leaders combine the results at root. It is BcastHosts in reverse.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, at root; on other nodes, `result` is
// unchanged and may be empty. The slice `result` may be x. n has p nodes. `radix` is the radix r >= 2 of the
// k-nomial trees within a host. op must commute.
//
// Cf. MPI_Reduce.
func ReduceHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], root, radix int,
	op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: ReduceHosts", c, n),
		comm.CheckReduce("network: ReduceHosts", c, root, op, x, result),
		comm.CheckRadix("network: ReduceHosts", radix), op.CheckCommutes("network: ReduceHosts")); err != nil {
		return err
	}
	g, err := groupByHost(c, n.Hosts(), root)
	if err != nil {
		return err
	}
	sums := result
	if g.isLeader() && c.Label() != root {
		sums = c.Scratch(len(x))
		defer c.Release(sums)
	}
	if err := tree.ReduceKnomial(g.within, g.leader, radix, op, x, sums); err != nil || !g.isLeader() {
		return err
	}
	return between(g.leaders, g.rootHost, sums, result)
}

// AllreduceHosts combines the vectors x of all nodes on every node. Each host combines its vectors at its
// leader, the leaders run an all-reduce, and each leader broadcasts the result on its host.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1, on every node. The slice `result` may be x.
// n has p nodes. `radix` is the radix r >= 2 of the k-nomial trees within a host. op must commute.
//
// Source: two-level algorithms such as Open MPI's han. Cf. MPI_Allreduce.
func AllreduceHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], radix int,
	op comm.Op[T], x, result []T) error {
	if err := cmp.Or(checkNetwork("network: AllreduceHosts", c, n),
		comm.CheckAllreduce("network: AllreduceHosts", op, x, result),
		comm.CheckRadix("network: AllreduceHosts", radix),
		op.CheckCommutes("network: AllreduceHosts")); err != nil {
		return err
	}
	g, err := groupByHost(c, n.Hosts(), 0)
	if err != nil {
		return err
	}
	if err := tree.ReduceKnomial(g.within, g.leader, radix, op, x, result); err != nil {
		return err
	}
	if g.isLeader() {
		if err := between(g.leaders, 0, result, result); err != nil {
			return err
		}
	}
	return tree.BcastKnomial(g.within, g.leader, radix, result)
}

// BarrierHosts returns on a node only after every node has called it. The nodes of a host report to their
// leader, the leaders run a barrier, and each leader releases the nodes of its host.
//
// n has p nodes. `radix` is the radix r >= 2 of the k-nomial trees within a host. All messages are empty.
//
// Cf. MPI_Barrier.
func BarrierHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], radix int) error {
	if err := cmp.Or(checkNetwork("network: BarrierHosts", c, n),
		comm.CheckRadix("network: BarrierHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.Hosts(), 0)
	if err != nil {
		return err
	}
	if err := tree.GatherKnomial(g.within, g.leader, radix, nil, nil); err != nil {
		return err
	}
	if g.isLeader() {
		if err := between(g.leaders, 0, nil, nil); err != nil {
			return err
		}
	}
	return tree.BcastKnomial(g.within, g.leader, radix, nil)
}
