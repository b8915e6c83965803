package sim

// A message is the data in transit from a send to its matching receive.
type message struct {
	from, to    int32 // ranks of the sender and the receiver
	send, recv  int32 // indices of the send and the receive in callHalf.steps
	start       moment
	words       int
	hop         int32 // number of links crossed so far
	traceNumber int32 // index in Trace.Transfers, plus one; 0 without a trace
}

// A step is a send, a receive or local work. A send or receive may be waiting or matched.
type step struct {
	words      int
	peer       int32
	kind       kind
	startsCall bool // set for local work and for the first step of a call
	matched    bool
}

type kind uint8

// The kinds of steps. The kinds sends and recvs are also the two directions of messages.
const (
	sends kind = iota
	recvs
	reduces
)

// A moment is a point in time, in µs and in rounds.
type moment struct {
	time  float64
	round int32 // number of rounds completed at this moment
}

// maxMoment returns a moment with the maximum time and the maximum round of `a` and `b`.
func maxMoment(a, b moment) moment { return moment{max(a.time, b.time), max(a.round, b.round)} }
