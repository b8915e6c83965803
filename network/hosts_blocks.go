package network

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo/pack"
	"topocoll/tree"
)

// AllgatherHosts collects the block of every node on every node, in three phases. Each host's leader collects
// the blocks of its host, the leaders exchange them, and each leader broadcasts all blocks on its host.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. `mine` may
// alias this node's block of result. n has p nodes. `radix` is the radix r >= 2 of the k-nomial trees within
// a host. On H hosts with s nodes each, the leaders run an all-gather of s·m words on H nodes. If the hosts
// have different numbers of nodes, the algorithm has one level: all nodes run the all-gather, with m words.
//
// Source: two-level algorithms such as Open MPI's han. Cf. MPI_Allgather.
func AllgatherHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], radix int,
	mine, result []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: AllgatherHosts", c, n),
		comm.CheckAllgather("network: AllgatherHosts", c, blocks, mine, result),
		comm.CheckRadix("network: AllgatherHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.EqualHosts(), 0)
	if err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	words := g.nodesPerHost() * len(mine)
	var ours, all []T // the blocks of this host and of all hosts, in host order
	if g.isLeader() {
		if all = result; !g.Consecutive {
			all = c.Scratch(len(result))
		}
		ours = all[g.host*words:][:words]
	}
	if err := tree.GatherKnomial(g.within, g.leader, radix, mine, ours); err != nil {
		return err
	}
	if g.isLeader() {
		if err := between(g.leaders, 0, ours, all); err != nil {
			return err
		}
		if !comm.Same(all, result) {
			g.copyToLabelOrder(c, result, all)
		}
	}
	return tree.BcastKnomial(g.within, g.leader, radix, result)
}

// ReduceScatterHosts combines the vectors `all` of all nodes and gives each node one block of the result. It
// is AllgatherHosts in reverse.
//
// On return, `mine` is this node's block of the vector of node 0 ⊕ ... ⊕ the vector of node p-1. len(all) =
// p·m, len(mine) = m. n has p nodes. `radix` is the radix r >= 2 of the k-nomial trees within a host. op must
// commute. On H hosts with s nodes each, the leaders run a reduce-scatter with blocks of s·m words on H
// nodes. If the hosts have different numbers of nodes, the algorithm has one level: all nodes run the
// reduce-scatter.
//
// Cf. MPI_Reduce_scatter_block.
func ReduceScatterHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], radix int,
	op comm.Op[T], all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: ReduceScatterHosts", c, n),
		comm.CheckReduceScatter("network: ReduceScatterHosts", c, op, blocks, all, mine),
		comm.CheckRadix("network: ReduceScatterHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.EqualHosts(), 0)
	if err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	var sums, ours []T // on a leader: the host's sums, and the result for its nodes
	if g.isLeader() {
		sums, ours = c.Scratch(len(all)), c.Scratch(g.nodesPerHost()*len(mine))
	}
	if err := tree.ReduceKnomial(g.within, g.leader, radix, op, all, sums); err != nil {
		return err
	}
	if g.isLeader() {
		if !g.Consecutive {
			byHost := c.Scratch(len(all))
			g.copyToHostOrder(c, byHost, sums)
			sums = byHost
		}
		if err := between(g.leaders, 0, sums, ours); err != nil {
			return err
		}
	}
	return tree.ScatterKnomial(g.within, g.leader, radix, ours, mine)
}

// ScatterHosts sends a distinct block from node root to every node. Root sends the blocks of each host to the
// leader of this host, and the leader distributes them on the host.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. n has p nodes. `radix` is the radix r >= 2 of the k-nomial
// trees within a host. If the hosts have different numbers of nodes, the algorithm has one level: all nodes
// run the scatter.
//
// Cf. MPI_Scatter.
func ScatterHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], root, radix int,
	all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: ScatterHosts", c, n),
		comm.CheckScatter("network: ScatterHosts", c, root, blocks, all, mine),
		comm.CheckRadix("network: ScatterHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.EqualHosts(), root)
	if err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	if c.Label() == root && !g.Consecutive {
		byHost := c.Scratch(len(all))
		g.copyToHostOrder(c, byHost, all)
		all = byHost
	}
	var ours []T
	if g.isLeader() {
		ours = c.Scratch(g.nodesPerHost() * len(mine))
		if err := between(g.leaders, g.rootHost, all, ours); err != nil {
			return err
		}
	}
	return tree.ScatterKnomial(g.within, g.leader, radix, ours, mine)
}

// GatherHosts collects the block of every node at node root. It is ScatterHosts in reverse.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. n has p nodes. `radix` is the radix r >= 2 of the k-nomial
// trees within a host. If the hosts have different numbers of nodes, the algorithm has one level: all nodes
// run the gather.
//
// Cf. MPI_Gather.
func GatherHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], root, radix int,
	mine, all []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkNetwork("network: GatherHosts", c, n),
		comm.CheckScatter("network: GatherHosts", c, root, blocks, all, mine),
		comm.CheckRadix("network: GatherHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.EqualHosts(), root)
	if err != nil {
		return err
	}
	defer c.ReleaseTo(c.Mark())
	var ours []T
	if g.isLeader() {
		ours = c.Scratch(g.nodesPerHost() * len(mine))
	}
	if err := tree.GatherKnomial(g.within, g.leader, radix, mine, ours); err != nil || !g.isLeader() {
		return err
	}
	byHost := all
	if c.Label() == root && !g.Consecutive {
		byHost = c.Scratch(len(all))
	}
	if err := between(g.leaders, g.rootHost, ours, byHost); err != nil {
		return err
	}
	if c.Label() == root && !g.Consecutive {
		g.copyToLabelOrder(c, all, byHost)
	}
	return c.Err()
}

// AlltoallHosts sends a distinct block from every node to every other node, in three phases. Each host's
// leader collects the blocks of its host, the leaders exchange them, and each leader distributes the blocks
// for its host.
//
// On return, block i of result is the block for this node from node i's slice `all`. len(all) = len(result) =
// p·m. n has p nodes. `radix` is the radix r >= 2 of the k-nomial trees within a host. On H hosts with s
// nodes each, the leaders run an all-to-all with blocks of s²·m words on H nodes. Use AlltoallHosts for short
// blocks only, because a leader sends and receives s·p·m words and needs 2·s·p·m words of scratch memory. If
// the hosts have different numbers of nodes, the algorithm has one level: all nodes run the all-to-all.
//
// Cf. MPI_Alltoall.
func AlltoallHosts[T any](c *comm.Comm[T], n *pack.Network, between Between[T], radix int,
	all, result []T) error {
	if err := cmp.Or(checkNetwork("network: AlltoallHosts", c, n),
		comm.CheckAlltoall("network: AlltoallHosts", c, all, result),
		comm.CheckRadix("network: AlltoallHosts", radix)); err != nil {
		return err
	}
	g, err := groupByHost(c, n.EqualHosts(), 0)
	if err != nil {
		return err
	}
	if g.nodesPerHost() == 1 {
		return between(g.leaders, 0, all, result)
	}
	defer c.ReleaseTo(c.Mark())
	p, s, m := c.Size(), g.nodesPerHost(), len(all)/c.Size()
	var held, moved []T // on a leader: the blocks of its nodes, in two orders
	if g.isLeader() {
		held, moved = c.Scratch(s*p*m), c.Scratch(s*p*m)
	}
	if err := tree.GatherKnomial(g.within, g.leader, radix, all, held); err != nil {
		return err
	}
	if g.isLeader() {
		for from := range s { // blocks of one sender for one host become adjacent
			g.forEachRun(m, func(inHosts, inLabels, words int) {
				for done := 0; done < words; {
					host := (inHosts + done) / (s * m)
					part := min(words-done, (host+1)*s*m-inHosts-done)
					at := (host*s+from)*s*m + (inHosts+done)%(s*m)
					c.Copy(moved[at:at+part], held[from*p*m+inLabels+done:])
					done += part
				}
			})
		}
		if err := between(g.leaders, 0, moved, held); err != nil {
			return err
		}
		for host, senders := range g.Nodes { // the blocks for one node become adjacent, in label order
			for i, sender := range senders {
				for to := range s {
					c.Copy(moved[(to*p+sender)*m:][:m], held[((host*s+i)*s+to)*m:])
				}
			}
		}
	}
	return tree.ScatterKnomial(g.within, g.leader, radix, moved, result)
}
