package sim

// A node holds the part of a simulated node's state that exists during the whole run. The simulated node is
// alive from its start until its body has returned and all its steps are processed. While it is alive, the
// rest of its state is in a port.
type node[T any] struct {
	port   *port[T] // nil unless the node is alive
	now    moment
	queued bool // started or queued for starting
}

// nodes lists the nodes of a run, indexed by rank.
type nodes[T any] []node[T]

func (n nodes[T]) portsOf(f *message) (from, to *port[T]) { return n[f.from].port, n[f.to].port }

// deadlock returns the error that lists all waiting sends and receives.
func (n nodes[T]) deadlock() error {
	e := &DeadlockError{}
	for rank := range n {
		w := n[rank].port
		if w == nil {
			continue
		}
		e.Time = max(e.Time, n[rank].now.time, w.lastCompletion.time)
		for _, half := range w.halves {
			for _, end := range half.steps {
				if !end.matched {
					e.Waiting = append(e.Waiting, Wait{rank, int(end.peer), end.words, end.kind == sends,
						n[end.peer].port == nil})
				}
			}
		}
	}
	return e
}
