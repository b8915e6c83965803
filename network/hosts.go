package network

import (
	"slices"

	"topocoll/comm"
	"topocoll/topo/pack"
)

// A Between performs a collective operation between the leaders of the hosts, one node on each host. `in` and
// `out` are the arguments of a leader; the message of a broadcast is in `out`. `root` is a label among the
// leaders; operations without a root ignore it.
type Between[T any] func(leaders *comm.Comm[T], root int, in, out []T) error

// hostGroups divides the nodes of a network by host. Each host has a leader.
type hostGroups[T any] struct {
	*pack.Hosts
	host     int           // index of this node's host
	rootHost int           // index of the root's host
	leader   int           // label of the host's leader in `within`
	within   *comm.Comm[T] // the nodes on this node's host
	leaders  *comm.Comm[T] // the leaders of the hosts, in the order of the hosts; nil on other nodes
}

// groupByHost groups the nodes by host. The leader of a host is root if root is on the host, and otherwise
// the host's first node.
func groupByHost[T any](c *comm.Comm[T], hosts *pack.Hosts, root int) (g hostGroups[T], err error) {
	leaders := hosts.Leaders(root)
	g = hostGroups[T]{Hosts: hosts, host: hosts.Of(c.Label()), rootHost: hosts.Of(root)}
	nodes := hosts.Nodes[g.host]
	g.leader = slices.Index(nodes, leaders[g.host])
	if g.within, err = comm.Map(c, nodes); err == nil && leaders[g.host] == c.Label() {
		g.leaders, err = comm.Map(c, leaders)
	}
	return g, err
}

// isLeader reports whether this node is the leader of its host.
func (g hostGroups[T]) isLeader() bool { return g.leaders != nil }

// nodesPerHost returns the number of nodes on each host. The groups must come from EqualHosts.
func (g hostGroups[T]) nodesPerHost() int { return len(g.Nodes[0]) }

// copyToHostOrder copies blocks in label order to a slice in which the blocks of each host are consecutive.
func (g hostGroups[T]) copyToHostOrder(c *comm.Comm[T], byHost, byLabel []T) {
	g.forEachRun(len(byLabel)/c.Size(), func(inHosts, inLabels, words int) {
		c.Copy(byHost[inHosts:inHosts+words], byLabel[inLabels:])
	})
}

// copyToLabelOrder is the reverse of copyToHostOrder.
func (g hostGroups[T]) copyToLabelOrder(c *comm.Comm[T], byLabel, byHost []T) {
	g.forEachRun(len(byLabel)/c.Size(), func(inHosts, inLabels, words int) {
		c.Copy(byLabel[inLabels:inLabels+words], byHost[inHosts:])
	})
}

// forEachRun calls `move` for every run of blocks whose labels are consecutive in host order. The blocks have
// m words each. `move` gets the position of the run in host order, its position in label order, and its
// length.
func (g hostGroups[T]) forEachRun(m int, move func(inHosts, inLabels, words int)) {
	for i := 0; i < len(g.Order); {
		end := endOfRun(g.Order, i)
		move(i*m, g.Order[i]*m, (end-i)*m)
		i = end
	}
}

// endOfRun returns the end of the run of consecutive labels that begins at index i of an order. The end is
// the index after the last label.
func endOfRun(order []int, i int) int {
	for i++; i < len(order) && order[i] == order[i-1]+1; i++ {
	}
	return i
}
