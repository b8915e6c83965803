package sim

import "errors"

// ErrMemory is returned by a run that would need more memory than Config.Memory.
var ErrMemory = errors.New("sim: the run would exceed its memory limit")

// Memory sizes of a run without data, in bytes. perNode is the memory that newMachine allocates for a node,
// doubled for uncollected garbage. perLink covers the position of a link and, if the link is used, its words
// and times. perAlive is for the list of steps of a live node, and perStack for its stack until its body
// returns. Oblivious runs on 2^18 nodes took 400 bytes per node in total for hcube/bcast, where few nodes are
// alive. They took 1750 bytes for hcube/allreduce, where all nodes are alive. With a coroutine for each node,
// hcube/allreduce took 7000 bytes.
const (
	perNode  = 256
	perLink  = 12
	perAlive = 5 << 8
	perStack = 6 << 10
)

// Memory estimates the memory that a run of p nodes uses, in bytes. The result few applies if only a few
// nodes are alive at the same time, as in a tree algorithm. The result all applies if all nodes are alive. In
// an oblivious run, nodes that make more than about 30 calls may use more.
func Memory(p int, config Config) (few, all int64) {
	few = perNode*int64(p) + perLink*int64(config.Network.Links())
	stacks := int64(p)
	if config.Oblivious {
		stacks = 1
	}
	return few, few + perAlive*int64(p) + perStack*stacks
}

// A pool holds the ports and processes that are currently not in use. It counts all that were ever created,
// because their memory is reused but never freed.
type pool[T any] struct {
	ports     []*port[T]
	processes []*process[T]
	alive     int // number of ports created, which is the largest number of nodes alive at the same time
	stacks    int // number of processes created, each of which has a stack
}

// port returns an unused port, or a new one.
func (p *pool[T]) port() *port[T] {
	if last := len(p.ports) - 1; last >= 0 {
		w := p.ports[last]
		p.ports = p.ports[:last]
		return w
	}
	p.alive++
	return &port[T]{}
}

// process returns an unused process. If there is none, it returns nil and counts a new one, which the caller
// must create.
func (p *pool[T]) process() *process[T] {
	if last := len(p.processes) - 1; last >= 0 {
		b := p.processes[last]
		p.processes = p.processes[:last]
		return b
	}
	p.stacks++
	return nil
}

// fits reports whether the memory of the run is within Config.Memory.
func (p *pool[T]) fits(nodes int, config Config) bool {
	few, _ := Memory(nodes, config)
	return config.Memory == 0 || few+perAlive*int64(p.alive)+perStack*int64(p.stacks) <= config.Memory
}
