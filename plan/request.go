package plan

// A Request is a call that is started, goes on while its process does something else, and is waited for. Several may be under way on a
// port at once, and end in any order.
//
// The input and the output belong to the call from Start until Test or Wait has reported that it is over: they must not be changed,
// and the output not be read. The calls that two processes both take part in must be started in the same order by both, as MPI wants it
// of the calls on a communicator; they may be tested and waited for in any order. Then the messages of different calls are told apart by
// their tags, which are the numbers that the messages between the two processes have over all calls.
//
// A call goes on only within calls of this module: Start, Test and Wait of any request, and compiled calls of the same machine, let all
// calls of the process go on. Other calls that wait, such as a Send of the port or a collective of the MPI library, do not, so a process
// that waits in one of them may keep others waiting.
//
// A request that nobody waits for keeps its memory, and its input and output, until its port is freed. On mpi, World.Finalize is refused
// while a call is under way.
type Request interface {
	// Start begins the call. It does what can be done without waiting for a message. Only a request of Init can be started more than
	// once, when it is not under way.
	Start() error
	// Test lets the calls go on, and reports whether this one is over, or not under way; then the error is that of the call.
	Test() (over bool, err error)
	// Wait waits until the call is over, and returns its error. If it is not under way it returns at once.
	Wait() error
	// Free gives the memory of a request of Init back, which must not be under way. Other requests free themselves when they are over.
	Free() error
}
