package sim

import (
	"errors"

	"topocoll/topo"
)

// ErrMemory is that of a run that would take more than Config.Memory.
var ErrMemory = errors.New("sim: more memory than the run may take")

// What a run without data takes, in bytes. A node and a link are what newMachine makes for them, and as
// much again of what the collector has yet to find; a node that is alive has a stack besides. Measured at
// 2^18 nodes, all in all: hcube/bcast, few alive, 810 a node; hcube/allreduce, all alive, 6100.
const (
	perNode  = 256
	perLink  = 24
	perAlive = 6 << 10
)

// Memory estimates the bytes that a run of p nodes on a network takes: with few of them alive at once, as
// in a tree, and with all.
func Memory(p int, network topo.Network) (few, all int64) {
	few = perNode*int64(p) + perLink*int64(network.Links())
	return few, few + perAlive*int64(p)
}

// fits reports whether there is memory for one more node to be alive.
func (m *machine[T]) fits() bool {
	few, _ := Memory(len(m.nodes), m.config.Network)
	return m.config.Memory == 0 || few+perAlive*int64(m.made) <= m.config.Memory
}
