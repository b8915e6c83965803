// Package comm is what a collective procedure sees of the machine it runs on: a Comm, which is a Port
// under the labels of the textbook, an Op to combine values with, and Blocks to cut a message in.
package comm

// A Message is one end of a transfer: the words of Data go to, or are filled from, process Peer.
type Message[T any] struct {
	Peer int
	Data []T
}

// A Port is one process's end of a machine of Size processes, numbered from 0.
//
// Messages between two processes match in order, and a receive names the exact length of its
// message. Send may wait for its receiver: a procedure that needs buffering to finish is wrong.
// The slices belong to the port until the call returns.
type Port[T any] interface {
	Rank() int
	Size() int
	Send(to int, x []T) error
	Recv(from int, x []T) error
	// SendRecv sends and receives at the same time; the two slices must not overlap.
	SendRecv(to int, out []T, from int, in []T) error
	// Round is one communication step of several messages, all in flight at once. It returns when
	// every one of them is complete.
	Round(sends, recvs []Message[T]) error
}

// An AsyncPort is a Port whose process can do other work while messages are under way. Host needs
// it: a logical node must go on as soon as its own messages are there.
type AsyncPort[T any] interface {
	Port[T]
	// StartSend and StartRecv begin a message and return its id, which is free again once WaitSome
	// has reported it. The tag, at most MaxTag, tells apart messages between the same two processes.
	StartSend(to, tag int, x []T) (id int, err error)
	StartRecv(from, tag int, x []T) (id int, err error)
	// WaitSome waits until at least one started message is complete and appends the ids of all that
	// are to done. Calling it with nothing started is an error.
	WaitSome(done []int) ([]int, error)
	MaxTag() int
}
