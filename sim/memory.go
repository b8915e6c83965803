package sim

import "errors"

// ErrMemory is the error of a run that would take more than Config.Memory.
var ErrMemory = errors.New("sim: more memory than the run may take")

// The memory of a run without data, in bytes. For a node it is what newMachine allocates, doubled for garbage that has not
// been collected yet. A link has its place, and if it is used its words and times. A node that is alive has a list of steps,
// and a stack while its body has not returned. Measured in total at 2^18 nodes, oblivious: hcube/bcast, few alive, 400 a
// node; hcube/allreduce, all alive, 1750 a node. With a coroutine for each node, hcube/allreduce takes 7000.
const (
	perNode  = 256
	perLink  = 12
	perAlive = 5 << 8
	perStack = 6 << 10
)

// Memory estimates the bytes that a run of p nodes takes on the machine: few, if few of the nodes are alive at once, as
// in a tree; all, if all of them are. In an oblivious run, nodes that make more than some 30 calls may take more.
func Memory(p int, config Config) (few, all int64) {
	few = perNode*int64(p) + perLink*int64(config.Network.Links())
	stacks := int64(p)
	if config.Oblivious {
		stacks = 1
	}
	return few, few + perAlive*int64(p) + perStack*stacks
}

// fits reports whether there is memory for the nodes that are alive.
func (m *machine[T]) fits() bool {
	few, _ := Memory(len(m.nodes), m.config)
	return m.config.Memory == 0 || few+perAlive*int64(m.alive)+perStack*int64(m.stacks) <= m.config.Memory
}
