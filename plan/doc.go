// Package plan records a procedure as data: a list of steps for each node.
//
// The peers of a procedure depend on label, p, lengths and root, but never on the words themselves. One run
// on a port that only records is therefore enough. [Record] does that for one node; it needs neither the
// other nodes nor a machine:
//
//	call := plan.Call{Rank: 0, P: 8, Out: 1000}
//	node, err := plan.Record(call, func(c *comm.Comm[byte], _ comm.Op[byte], _, x []byte) error {
//		return hcube.Bcast(c, 0, x)
//	})
//
// The result is a [Plan]: sends, receives, copies and combinations on ranges of three buffers. [Plan.Waits]
// returns the dependencies between steps. A [Job] has the plans of all nodes; [Job.Check] finds unmatched
// messages and deadlocks, and [Job.Longest] the critical path.
//
// [Init] returns a request that executes a plan by dependencies, on any port that is an [Async] and for words
// of any type. A [Runner] interprets the rounds of a plan in program order instead. The simulator needs that:
// its ports are in virtual time and have no non-blocking calls, because their progress would depend on
// assumptions.
//
// [Plan.Scaled] extends a plan for a few words to longer blocks. With [Compiled.Scales], calls of many
// lengths share a plan.
//
// A [Loader] is a port that executes plans itself, as that of package mpi does in C. [Compile] compiles a
// procedure: every call after the first is such an execution. A compiled procedure also has non-blocking and
// persistent calls: see [Request].
//
// Passes transform a plan into an equivalent one: [Plan.Fuse] removes local moves, [Plan.Segment] divides
// messages, so that the phases of a procedure overlap. [Job.Improve] applies them to all nodes.
// [Plan.Renamed] writes each word of memory once. Then [Job.Trace] finds which word of an input it holds, so
// that libtopocoll.so can use the plan for blocks of any lengths.
//
// [Job.Schedule] computes when each step begins and ends on a machine with given times and ports. [Job.Order]
// orders the steps by critical-path list scheduling, and [Job.Cut] chooses the segment size.
package plan
