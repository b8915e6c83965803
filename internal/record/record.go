// Package record is a port that records what a procedure does on it: the calls of every node, their messages,
// and the resulting communication steps.
package record

import "topocoll/comm"

// A Trace is the record of p nodes.
type Trace struct {
	nodes [][]call
}

// New returns an empty trace of p nodes.
func New(p int) *Trace { return &Trace{nodes: make([][]call, p)} }

// call is one call of a port: its ends in the order of the arguments, each with its number of words.
type call struct{ sends, recvs []end }

type end struct{ peer, words int }

// Port returns a port that passes every call to the given one and records it in t. Each node must have its own
// port; the nodes may run at the same time.
func Port[T any](t *Trace, port comm.Port[T]) comm.Port[T] { return &recorder[T]{port, t} }

type recorder[T any] struct {
	comm.Port[T]
	trace *Trace
}

func (r *recorder[T]) Send(to int, x []T) error {
	r.note(call{sends: []end{{to, len(x)}}})
	return r.Port.Send(to, x)
}

func (r *recorder[T]) Recv(from int, x []T) error {
	r.note(call{recvs: []end{{from, len(x)}}})
	return r.Port.Recv(from, x)
}

func (r *recorder[T]) SendRecv(to int, out []T, from int, in []T) error {
	r.note(call{sends: []end{{to, len(out)}}, recvs: []end{{from, len(in)}}})
	return r.Port.SendRecv(to, out, from, in)
}

func (r *recorder[T]) Round(sends, recvs []comm.Message[T]) error {
	r.note(call{sends: ends(sends), recvs: ends(recvs)})
	return r.Port.Round(sends, recvs)
}

func (r *recorder[T]) note(c call) {
	calls := &r.trace.nodes[r.Rank()]
	*calls = append(*calls, c)
}

func ends[T any](messages []comm.Message[T]) []end {
	list := make([]end, len(messages))
	for i, msg := range messages {
		list[i] = end{msg.Peer, len(msg.Data)}
	}
	return list
}
