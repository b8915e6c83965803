package sim

import "errors"

// ErrMemory is returned by a run that would need more memory than Config.Memory.
var ErrMemory = errors.New("sim: the run would exceed its memory limit")

// Estimated memory of a run without data. In oblivious runs on 2^18 nodes, hcube/bcast took 400 bytes per
// node in total, because few nodes are alive. hcube/allreduce, in which all nodes are alive, took 1750 bytes
// per node. With a coroutine for each node, it took 7000 bytes per node.
const (
	bytesPerNode  = 256     // memory that newMachine allocates for a node, doubled for uncollected garbage
	bytesPerLink  = 12      // index of a link and, if the link is used, its words and times
	bytesPerPort  = 5 << 8  // list of steps of a live node
	bytesPerStack = 6 << 10 // stack of a process
)

// Memory estimates the memory that a run of p nodes uses, in bytes. The result `few` is the estimate for a
// run in which only a few nodes are alive at the same time, as in a tree algorithm. The result `all` is the
// estimate for a run in which all nodes are alive. In an oblivious run, nodes that make more than about 30
// calls may use more.
func Memory(p int, config Config) (few, all int64) {
	links := p // of a crossbar
	if config.Network != nil {
		links = config.Network.Links()
	}
	few = bytesPerNode*int64(p) + bytesPerLink*int64(links)
	stacks := int64(p)
	if config.Oblivious {
		stacks = 1
	}
	return few, few + bytesPerPort*int64(p) + bytesPerStack*stacks
}

// A pool holds the ports and processes that are not in use. It also counts the ports and processes that have
// been created, because their memory is reused but never freed.
type pool[T any] struct {
	ports        []*port[T]
	processes    []*process[T]
	portCount    int // number of ports created, which is the largest number of nodes alive at the same time
	processCount int // number of processes created, each of which has a stack
}

func (p *pool[T]) port() *port[T] {
	if last := len(p.ports) - 1; last >= 0 {
		w := p.ports[last]
		p.ports = p.ports[:last]
		return w
	}
	p.portCount++
	return &port[T]{}
}

// process returns an unused process. If there is none, it returns nil and counts a new process, which the
// caller must create.
func (p *pool[T]) process() *process[T] {
	if last := len(p.processes) - 1; last >= 0 {
		b := p.processes[last]
		p.processes = p.processes[:last]
		return b
	}
	p.processCount++
	return nil
}

// fitsMemoryLimit reports whether the memory of the run is within Config.Memory, where 0 means no limit.
func (p *pool[T]) fitsMemoryLimit(nodes int, config Config) bool {
	few, _ := Memory(nodes, config)
	all := few + bytesPerPort*int64(p.portCount) + bytesPerStack*int64(p.processCount)
	return config.Memory == 0 || all <= config.Memory
}
