package comm

import "fmt"

// None stands for no process: a send to None or a receive from None does nothing (cf. MPI_PROC_NULL). The
// processes at the ends of a chain, and nodes of an incomplete cube that have no partner, can therefore run
// the same code as all other nodes.
const None = -1

// A Comm is a Port whose processes are addressed by labels instead of ranks, for example by their positions
// in a ring, mesh or hypercube. Label i of the communicator is the process ranks[first+i·stride]. Rows,
// columns, subcubes and mappings therefore only translate indices; no MPI communicator is split.
//
// Like a bufio.Writer, a Comm keeps its first error: every later call does nothing, and Err returns that
// error. This is safe because the control flow of a collective never depends on the data received.
type Comm[T any] struct {
	*sharedState[T]
	cache         *commCache[T]
	ranks         []int // rank in the port, by index; nil: the index is the rank
	first, stride int
	label, size   int
}

// sharedState is the state that a communicator shares with the results of Line, Map and Sub.
type sharedState[T any] struct {
	port         Port[T]
	observer     Observer[T] // the port, if it implements Observer
	err          error
	arena        []T // memory that Scratch allocates from
	used         int
	sends, recvs []Message[T] // messages of the next Exchange; their peers are ranks
}

// A commCache holds the communicators that Line and Map have derived from a communicator and its descendants.
type commCache[T any] struct {
	lines []*Comm[T]
	maps  []mappedComm[T]
}

// New returns the communicator of all processes of port; the label of a process is its rank.
func New[T any](port Port[T]) *Comm[T] {
	observer, _ := port.(Observer[T])
	return &Comm[T]{sharedState: &sharedState[T]{port: port, observer: observer}, cache: new(commCache[T]),
		stride: 1, label: port.Rank(), size: port.Size()}
}

// A mappedComm is an entry of the cache of Map. It holds the arguments of a call and the result.
type mappedComm[T any] struct {
	parentShape Shape
	labels      []int
	comm        *Comm[T]
}

// Label returns the label of this process, 0 <= Label < Size.
func (c *Comm[T]) Label() int { return c.label }

// Size returns the number of processes p.
func (c *Comm[T]) Size() int { return c.size }

// Err returns the first error of all calls on c, and on communicators that Line, Map and Sub derive from c.
func (c *Comm[T]) Err() error { return c.err }

// Send sends x to the process with label `to`. It may wait until x is received.
func (c *Comm[T]) Send(to int, x []T) {
	if to == None || !c.checkPeer("Send", to) {
		return
	}
	c.err = c.port.Send(c.rank(to), x)
}

// Recv fills x with the next message from the process with label `from`. The message must have len(x) words.
func (c *Comm[T]) Recv(from int, x []T) {
	if from == None || !c.checkPeer("Recv", from) {
		return
	}
	c.err = c.port.Recv(c.rank(from), x)
}

// SendRecv sends the slice `out` to one process. At the same time, it fills the slice `in` with a message
// from the same process or another one.
func (c *Comm[T]) SendRecv(to int, out []T, from int, in []T) {
	switch {
	case to == None:
		c.Recv(from, in)
	case from == None:
		c.Send(to, out)
	case c.checkPeer("SendRecv", to) && c.checkPeer("SendRecv", from):
		c.err = c.port.SendRecv(c.rank(to), out, c.rank(from), in)
	}
}

// PostSend adds a send to the messages of the next Exchange.
func (c *Comm[T]) PostSend(to int, x []T) {
	if to != None && c.checkPeer("PostSend", to) {
		c.sends = append(c.sends, Message[T]{c.rank(to), x})
	}
}

// PostRecv adds a receive to the messages of the next Exchange.
func (c *Comm[T]) PostRecv(from int, x []T) {
	if from != None && c.checkPeer("PostRecv", from) {
		c.recvs = append(c.recvs, Message[T]{c.rank(from), x})
	}
}

// Exchange performs, in one communication step, all messages that PostSend and PostRecv have added since the
// last Exchange.
func (c *Comm[T]) Exchange() {
	if c.err == nil && len(c.sends)+len(c.recvs) > 0 {
		c.err = c.port.Round(c.sends, c.recvs)
	}
	clear(c.sends) // allows the garbage collector to free the caller's slices
	clear(c.recvs)
	c.sends, c.recvs = c.sends[:0], c.recvs[:0]
}

// Ranks returns the rank of every process of c in the port, indexed by label.
func (c *Comm[T]) Ranks() []int {
	ranks := make([]int, c.size)
	for label := range ranks {
		ranks[label] = c.rank(label)
	}
	return ranks
}

func (c *Comm[T]) rank(label int) int {
	index := c.first + label*c.stride
	if c.ranks == nil {
		return index
	}
	return c.ranks[index]
}

// checkPeer reports whether c has no error and the label is valid. If c has no error and the label is
// invalid, it sets the error.
func (c *Comm[T]) checkPeer(call string, label int) bool {
	if c.err == nil && (label < 0 || label >= c.size) {
		c.err = fmt.Errorf("comm: %s: no process %d, want 0..%d", call, label, c.size-1)
	}
	return c.err == nil
}
