// Package plan records a procedure as data: a list of steps for each node.
//
// The messages of a procedure depend on the label, the number of ranks p, the lengths and the root, but never
// on the values of the words. One run on a port that only records is therefore enough. [Record] performs this
// run for one node, without the other nodes and without a network:
//
//	call := plan.Call{Rank: 0, P: 8, Out: 1000}
//	node, err := plan.Record(call, func(c *comm.Comm[byte], _ comm.Op[byte], _, x []byte) error {
//		return hcube.Bcast(c, 0, x)
//	})
//
// The result is a [Plan]: sends, receives, copies and combinations on ranges of three buffers. [Plan.Waits]
// returns the dependencies between steps. A [Job] holds the plans of all nodes; [Job.Check] finds unmatched
// messages and deadlocks, and [Job.Longest] the critical path.
//
// [Init] returns a request that executes a plan in dependency order, on any port that is an [Async] and for
// words of any type. A [Runner] executes the rounds of a plan in program order instead. The simulator needs a
// Runner: its ports have no non-blocking calls, because the progress of such calls in virtual time would
// depend on assumptions.
//
// [Plan.Scaled] extends a plan for a few words to longer blocks. With [Compiled.Scales], calls of many
// lengths share a plan.
//
// A [Loader] is a port that executes plans itself, as the port of package mpi does in C. [Compile] compiles a
// procedure: its first call records and loads a plan, which later calls only execute. A compiled procedure
// also has non-blocking and persistent calls: see [Request].
//
// Passes transform a plan into an equivalent one: [Plan.Fuse] removes local moves, and [Plan.Segment] divides
// messages, so that the phases of a procedure overlap. [Job.Improve] applies them to all nodes.
// [Plan.Renamed] returns a plan that writes no word of memory twice. [Job.Trace] then finds the input word
// that each word of memory holds, so that libtopocoll.so can use the plan for blocks of different lengths.
//
// [Job.Schedule] computes when each step begins and ends on a machine with given times and ports. [Job.Order]
// orders the steps by critical-path list scheduling, and [Job.FastestSegment] chooses the segment size.
package plan
