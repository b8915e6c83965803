package comm

// A Message is a send or a receive. For a send, Data is sent to process Peer. For a receive, Data is filled
// with the words that Peer sends.
type Message[T any] struct {
	Peer int
	Data []T
}

// A Port is the connection of one process to a machine. Ranks are numbered from 0.
//
// Messages between two processes match in order, and a receive must specify the exact length of its message.
// Send may wait for the matching receive, so a procedure must not depend on buffering. The slices belong to
// the port until the call returns.
type Port[T any] interface {
	Rank() int
	Size() int
	Send(to int, x []T) error
	Recv(from int, x []T) error
	// SendRecv sends and receives at the same time. The two slices must not overlap.
	SendRecv(to int, out []T, from int, in []T) error
	// Round sends and receives all messages at the same time, and returns when all are complete.
	Round(sends, recvs []Message[T]) error
}

// An AsyncPort is a Port whose process can do other work while messages are in progress. Host requires it,
// because a logical node must be able to proceed as soon as its own messages are complete.
type AsyncPort[T any] interface {
	Port[T]
	// StartSend and StartRecv begin a message and return its id. The id may be reused as soon as WaitSome has
	// reported it. The tag, at most MaxTag, distinguishes messages between the same two processes.
	StartSend(to, tag int, x []T) (id int, err error)
	StartRecv(from, tag int, x []T) (id int, err error)
	// WaitSome waits until at least one started message is complete. It appends the ids of all complete
	// messages to `done`. It returns an error if no message is started.
	WaitSome(done []int) ([]int, error)
	MaxTag() int
}

// An Observer is a Port that is told when its process copies local memory, and that provides the memory of
// Scratch. An example is the port on which package plan records a procedure.
type Observer[T any] interface {
	Port[T]
	// Copied is called instead of copy(dst, src), with two slices of the same length.
	Copied(dst, src []T)
	// Arena returns n words for Scratch. These words replace the previous, smaller arena. Word i of both arenas
	// represents the same word of Scratch. Slices of the old arena remain valid.
	Arena(n int) []T
}
