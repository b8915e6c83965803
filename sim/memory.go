package sim

import (
	"errors"

	"topocoll/topo"
)

// ErrMemory is the error of a run that would take more than Config.Memory.
var ErrMemory = errors.New("sim: more memory than the run may take")

// The memory of a run without data, in bytes. For a node or a link it is what newMachine allocates, doubled for
// garbage that has not been collected yet. A node that is alive also has a stack. Measured in total at 2^18 nodes:
// hcube/bcast, few alive, 810 a node; hcube/allreduce, all alive, 6100 a node.
const (
	perNode  = 256
	perLink  = 24
	perAlive = 6 << 10
)

// Memory estimates the bytes that a run of p nodes on a network takes: few, if few of the nodes are alive at once, as
// in a tree; all, if all of them are.
func Memory(p int, network topo.Network) (few, all int64) {
	few = perNode*int64(p) + perLink*int64(network.Links())
	return few, few + perAlive*int64(p)
}

// fits reports whether there is memory for one more live node.
func (m *machine[T]) fits() bool {
	few, _ := Memory(len(m.nodes), m.config.Network)
	return m.config.Memory == 0 || few+perAlive*int64(m.alive) <= m.config.Memory
}
